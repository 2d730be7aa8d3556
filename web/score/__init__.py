"""The points at the end of a game, counted on phones."""
