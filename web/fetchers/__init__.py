"""Who fetches which box, agreed on by several phones."""
