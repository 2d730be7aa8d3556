"""The rules of setting up a game of Dominion, as a pure library on the standard library alone."""
