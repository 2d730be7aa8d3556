"""A kingdom as text: read, checked against a shelf, fixed; for every task that fixes one."""
