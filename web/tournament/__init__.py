"""Tournaments: for the organiser, and for everybody who has the code."""
