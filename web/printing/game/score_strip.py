"""The score sheet in the free space of a setup sheet: a row for each player, if there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from web.language.score_words import ScoringRow
from web.printing.styles import n
from web.printing.text import across
from web.setup_sheet.text_width import Face

WIDTH, NAME, TOTAL = 186.0, 30.0, 16.0
"""Of the table, of the column for names and of the one for totals, in millimetres."""
HEAD, ROW, ABOVE, BELOW = 7.5, 6.0, 5.0, 1.0
"""How tall the head and each row are, and what is free above and below."""
SIZE, INSIDE = 7.5, 1.2
"""Of the text in points, and what is free beside it in a column."""
FEWEST, MOST = 2, 6


class ScoreStrip(NamedTuple):
    """A small score sheet."""

    rows: tuple[ScoringRow, ...]
    players: range
    rule: str
    """Where it stands."""


def score_strip(
    rows: Sequence[ScoringRow], players: int, top: float, bottom: float
) -> ScoreStrip | None:
    """The strip between two heights of a page; None if there is no room for all of it."""
    people = min(max(players, FEWEST), MOST)
    each = (WIDTH - NAME - TOTAL) / max(len(rows), 1) - INSIDE
    wide = any(
        max(across(row.label, SIZE, Face.BOLD), across(row.note, SIZE, Face.TEXT)) > each
        for row in rows
    )
    if not rows or wide or top + ABOVE + HEAD + people * ROW + BELOW > bottom:
        return None
    return ScoreStrip(tuple(rows), range(1, people + 1), f"top:{n(top + ABOVE)}mm")
