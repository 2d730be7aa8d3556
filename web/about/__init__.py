"""About this app: what it is, what is stored, and what makes it installable."""
