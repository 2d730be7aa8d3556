"""Translation, card names, dates and phrases in the reader's language."""
