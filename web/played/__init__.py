"""The log of games."""
