"""Bringing a collection: boxes from BoardGameGeek, a list of titles or another randomizer."""
