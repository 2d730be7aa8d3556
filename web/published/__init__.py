"""The published kingdoms."""
