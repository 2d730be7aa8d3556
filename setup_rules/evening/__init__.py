"""Several kingdoms for a night, the blind veto, and the Black Market deck in play."""
