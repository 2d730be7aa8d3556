"""The shelf: the boxes that are here, and the shelf as a file."""
