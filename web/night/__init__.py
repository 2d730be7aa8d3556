"""Several kingdoms for one evening."""
