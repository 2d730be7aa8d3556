"""The table: what lies where, as facts, and the picture of it for the screen."""
