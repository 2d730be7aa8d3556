"""Links, codes and texts that stand for a kingdom."""
