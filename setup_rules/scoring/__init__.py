"""Works out the points at the end of a game, and the fewest counts that decide them."""
