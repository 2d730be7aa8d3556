"""One blueprint for each task."""
