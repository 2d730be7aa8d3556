"""Papers of a whole shelf: its checklist, randomizer cards and dividers."""
