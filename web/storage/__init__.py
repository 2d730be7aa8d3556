"""How the cards of a household are stored: in boxes, in one case, or in cases of its own."""
