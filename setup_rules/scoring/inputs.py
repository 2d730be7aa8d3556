"""The fewest counts that decide every score of a game: nothing that follows from the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from setup_rules.scoring.counts import ScoreCount, card_count
from setup_rules.scoring.table import ScoreTable


@dataclass(frozen=True, slots=True, eq=False)
class Input:
    """A count that players are asked for, and what needs it."""

    count: ScoreCount
    why: tuple[str, ...]
    """The names of the cards, landscapes and tokens whose points depend on it."""


def inputs_of(table: ScoreTable) -> tuple[Input, ...]:
    """What a game asks of each player, in the order of the table: cards, then other counts."""
    counts: dict[str, ScoreCount] = {}
    why: dict[str, dict[str, None]] = {}
    for scorer in table.scorers:
        for count in (scorer.copies, *scorer.counts):
            if count is not None:
                counts.setdefault(count.key, count)
                names = table.because.get(scorer.name, (scorer.name,))
                why.setdefault(count.key, {}).update(dict.fromkeys(names))
    while group := _follows_soon(table, list(counts.values())):
        whys = [name for count in group for name in why.pop(count.key)]
        for count in group:
            del counts[count.key]
        for id_ in _members(table, group[0]):
            single = card_count(table.cards.cards[id_])
            counts.setdefault(single.key, single)
            why.setdefault(single.key, {}).update(dict.fromkeys(whys))
    place = {id_: place for place, id_ in enumerate(table.cards.cards)}
    ordered = sorted(counts.values(), key=lambda count: place.get(count.card, len(place)))
    return tuple(Input(count, tuple(why[count.key])) for count in ordered)


def _follows_soon(table: ScoreTable, counts: Iterable[ScoreCount]) -> list[ScoreCount]:
    """Counts over the same cards that take no more questions when asked card by card."""
    asked = {count.card for count in counts if count.card}
    groups: dict[frozenset[str], list[ScoreCount]] = {}
    for count in counts:
        if count.fits is not None and count.follows and not count.card:
            groups.setdefault(frozenset(_members(table, count)), []).append(count)
    for members, group in groups.items():
        if len(members - asked) <= len(group):
            return group
    return []


def _members(table: ScoreTable, count: ScoreCount) -> list[str]:
    cards = table.cards.cards
    return [id_ for id_, card in cards.items() if count.fits is not None and count.fits(card)]
