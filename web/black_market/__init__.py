"""The Black Market deck on the phone."""
