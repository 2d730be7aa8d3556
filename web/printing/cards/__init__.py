"""Setup cards of 59 × 91 mm: front, back, and how they lie on a page."""
