"""The blind veto."""
