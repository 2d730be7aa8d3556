"""A kingdom of one's own: typed or pasted names, checked and repaired."""
