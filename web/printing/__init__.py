"""Everything printed: HTML for sheets, cards and lists, and the PDFs made of it."""
