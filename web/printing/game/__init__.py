"""Papers to play with: the score sheet and the player aids of a kingdom."""
