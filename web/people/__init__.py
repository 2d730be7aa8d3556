"""The people of a household, and what each likes and dislikes."""
