"""The draw: wishes, the exact draw and count, conflicts, completion, re-rolls and repair."""
