"""Reads what a table enters: victory points and turns of everybody who sat there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from web.language.translation import gettext as _
from web.store.tournaments import Scores

MOST_POINTS, MOST_TURNS = 9_999, 999
LONGEST = 12
"""Characters of a field that are shown again."""
_WHOLE = re.compile(r"[-−–]?[0-9]{1,4}")
_TURNS = re.compile(r"[0-9]{1,3}")


class ScoreField(NamedTuple):
    """What is entered for one player."""

    player: int
    name: str
    points: str = ""
    turns: str = ""
    fault: str = ""
    left: bool = False
    """Who left in the middle has neither points nor turns."""

    @property
    def is_number(self) -> bool:
        """Whether a field for numbers can show the points."""
        return not self.points or bool(re.fullmatch("-?[0-9]+", self.points))

    @property
    def wrong_points(self) -> bool:
        """Whether the sentence is about the points."""
        return bool(self.fault) and not _WHOLE.fullmatch(self.points)

    @property
    def wrong_turns(self) -> bool:
        """Whether it is about the turns, too or alone."""
        known = _TURNS.fullmatch(self.turns)
        return bool(self.fault) and not (known and int(self.turns))


class ReadScores(NamedTuple):
    """The fields as typed, and the scores if all of them can be read."""

    fields: tuple[ScoreField, ...]
    scores: Scores

    @property
    def is_right(self) -> bool:
        """Whether everything could be read."""
        return not any(one.fault for one in self.fields)


def empty_fields(
    players: Sequence[tuple[int, str]], left: frozenset[int], scores: Scores = ()
) -> tuple[ScoreField, ...]:
    """The fields of a table, with what stands there already."""
    there = {player: (str(points), str(turns)) for player, points, turns in scores}
    return tuple(
        ScoreField(player, name, *there.get(player, ("", "")), left=player in left)
        for player, name in players
    )


def read_scores(
    form: Mapping[str, str], players: Sequence[tuple[int, str]], left: frozenset[int]
) -> ReadScores:
    """What was entered, field by field; a sentence where it cannot be read."""
    fields, scores = [], []
    for player, name in players:
        gone = player in left
        points = form.get(f"points.{player}", "").strip()[:LONGEST]
        turns = "" if gone else form.get(f"turns.{player}", "").strip()[:LONGEST]
        fault = _fault(name, points or "0", "1") if gone else _fault(name, points, turns)
        fields.append(ScoreField(player, name, points, turns, fault, gone))
        if not fault:
            number = re.sub("^[−–]", "-", points or "0")
            scores.append((player, int(number), int(turns or "0")))
    return ReadScores(tuple(fields), tuple(scores))


def _fault(name: str, points: str, turns: str) -> str:
    if not points and not turns:
        return _("Enter the victory points and turns of {name}.", name=name)
    if not points:
        return _("How many victory points has {name}?", name=name)
    if not _WHOLE.fullmatch(points):
        return _(
            "Victory points of {name}: write a whole number up to {most}; it may be below zero.",
            name=name,
            most=MOST_POINTS,
        )
    if not turns:
        return _("How many turns did {name} have?", name=name)
    if not _TURNS.fullmatch(turns) or not int(turns):
        return _(
            "Turns of {name}: write a whole number from 1 to {most}.", name=name, most=MOST_TURNS
        )
    return ""
