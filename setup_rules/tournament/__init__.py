"""A tournament by the published rules: tables, seating, points, standings, finals, card sets."""
