"""The kingdom on the table: its page, changes to it, ticks, and sharing it."""
