"""The plan in readers' words, for screen and paper alike."""
