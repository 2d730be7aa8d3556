"""Draws and counts sets of ten cards that meet conditions, exactly and uniformly."""
