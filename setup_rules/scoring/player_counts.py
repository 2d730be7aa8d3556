"""PlayerEnd: what a player has at the end; PlayerCounts: the counts that follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from setup_rules.cards import Thing
from setup_rules.scoring.counts import ScoreCount
from setup_rules.scoring.inputs import Input
from setup_rules.scoring.table import ScoreTable


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerEnd:
    """What a player has at the end of a game."""

    name: str
    turns: int | None = None
    cards: Mapping[Thing, int] = field(default_factory=dict)
    """All cards, wherever they are; or only those that the game asks for."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Other counts by key: tokens, cards on mats, sides of States, and what the game asks for."""
    whole_deck: bool = True
    """Whether `cards` has every card, so that counts of cards are worked out of it."""


class PlayerCounts:
    """The values of counts for one player."""

    def __init__(self, table: ScoreTable, player: PlayerEnd, inputs: Sequence[Input]) -> None:
        self._cards = table.cards.cards
        self._copies = {card.id: number for card, number in player.cards.items() if number}
        self._given = player.counts
        self._asked = set() if player.whole_deck else {one.count.key for one in inputs}

    def value(self, count: ScoreCount) -> int:
        """As given, or as it follows from the cards."""
        if count.card:
            return self._copies.get(count.card, 0)
        if count.fits is None or count.key in self._asked:
            return self._given.get(count.key, 0)
        return count.of([n for id_, n in self._copies.items() if count.fits(self._cards[id_])])
