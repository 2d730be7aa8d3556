"""What a draw starts from and leads to: tonight, preferences, changes, how many kingdoms fit."""
