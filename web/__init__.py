"""All that touches the outside: HTTP, SQLite and PDF."""
