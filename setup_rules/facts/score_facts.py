"""Reads what a card, landscape, State or token is worth at the end of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from setup_rules.cards import COUNTS, Worth
from setup_rules.facts.schema import SCORE, Faults, nearest

AS_PRINTED = "the card"
"""The source of a bare number: it stands on the card itself."""
_OF_CARDS = ("cards", "names", "singles", "sets")
"""Counts of cards, which can be limited to some of them."""
_WITH_A_COUNT = ("of", "type", "copies", "per", "after", "at_least")


def read_score(faults: Faults, file: str, where: str, raw: Any) -> Worth | None:
    """The score of an entry: a bare number, or a table; None where it has none."""
    if raw is None:
        return None
    if not isinstance(raw, dict):
        return Worth(points=raw, source=AS_PRINTED)
    row = faults.read_row(file, f"{where}: score", raw, SCORE)
    for fault in _misfits(raw):
        faults.add(file, f"{where}: score", fault)
    return Worth(**row)


def _misfits(raw: Mapping[str, Any]) -> Iterator[str]:
    """Fields that do not go together."""
    count = raw.get("count")
    if "rule" in raw:
        if others := [key for key in SCORE if key in raw and key not in ("rule", "source")]:
            yield f'"rule" works everything out: leave out "{others[0]}"'
        return
    if "points" not in raw:
        yield '"points" is missing'
    for key in _WITH_A_COUNT:
        if key in raw and count is None:
            yield f'"{key}" needs a "count"'
    if count in COUNTS and count not in _OF_CARDS:
        for key in ("of", "type", "copies"):
            if key in raw:
                yield f'"{key}" is for a count of {", ".join(_OF_CARDS)}'
    if count == "sets" and "of" not in raw:
        yield '"of" is missing: the cards of a set'
    if "of" in raw and "type" in raw:
        yield 'leave out "of" or "type"'
    if "copies" in raw and count != "names":
        yield '"copies" is for a count of names'
    if "at_least" in raw and ("per" in raw or "after" in raw):
        yield '"at_least" gives the points once: leave out "per" and "after"'


def score_faults(name: str, score: Worth, known: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Names in a score that nothing has; `known` are those there are, by field."""
    for card in score.of:
        if card not in known["of"]:
            yield f'"of": unknown card "{card}"{nearest(card, known["of"])}'
    for key in ("type", "mat", "rule"):
        word = getattr(score, key)
        if word and word not in known[key]:
            yield f'"{key}": unknown {key} "{word}"{nearest(word, known[key])}'
    if score.count == "side" and "/" not in name:
        yield '"count": only a card with two names, such as "Poor/Very Poor", has sides'
