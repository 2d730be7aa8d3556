"""Two kingdoms at the same time, at two tables."""
