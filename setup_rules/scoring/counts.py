"""ScoreCount: a number that scores depend on; GameCards: the cards that players can have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from setup_rules.cards import Cost, Thing
from setup_rules.kingdom import pile_id
from setup_rules.sentences import say

COST = "cost"
Copies = Sequence[int]
"""How many copies of each of some cards there are, zeros left out."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ScoreCount:
    """Something to count at the end of a game, for each player."""

    key: str
    """Its name in JSON; the printed name where it counts one card."""
    label: str
    fits: Callable[[Thing], bool] | None = None
    """Which cards it looks at; None where it counts no cards, such as tokens."""
    of: Callable[[Copies], int] = sum
    """What it makes of the copies of these cards."""
    card: str = ""
    """The id of the card, where it counts one."""
    follows: bool = True
    """Whether it follows from the counts of the cards it looks at."""
    decided_by: str = ""
    """What decides which cards it looks at: their type, COST, or nothing."""


VP = ScoreCount(key="vp", label=say("Points on VP tokens"))
FAVORS = ScoreCount(key="favors", label=say("Favors"))


def card_count(card: Thing) -> ScoreCount:
    """The number of copies of a card."""
    return ScoreCount(
        key=card.name, label=card.name, fits=lambda other: other.id == card.id, card=card.id
    )


def different(copies: Copies, least: int = 1) -> int:
    """How many different cards there are of which there are at least so many."""
    return sum(number >= least for number in copies)


def singles(copies: Copies) -> int:
    """How many cards there are once."""
    return sum(number == 1 for number in copies)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GameCards:
    """The cards that players can have in a game, and what the game makes of them."""

    cards: Mapping[str, Thing]
    """By id."""
    also: Mapping[str, str] = field(default_factory=dict)
    """A further type of cards, by a card's name or a type."""
    cheaper: Mapping[str, int] = field(default_factory=dict)
    """Coins that the cards of a pile cost less, by the pile's id."""
    supply: Mapping[str, str] = field(default_factory=dict)
    """The name of the Supply pile of each card that has one, by the card's id."""
    looked_at: Mapping[str, str] = field(default_factory=dict)
    """The name of the Supply pile that a landscape looks at, by the landscape's name."""
    empty: frozenset[str] = frozenset()
    """Names of the Supply piles that are empty at the end."""

    def types(self, card: Thing) -> frozenset[str]:
        """The types of a card in this game."""
        printed: Iterable[str] = getattr(card, "types", ())
        further = [self.also[word] for word in (card.name, *printed) if word in self.also]
        return frozenset((*printed, *further))

    def cost(self, card: Thing) -> Cost | None:
        """The cost of a card in this game."""
        less = self.cheaper.get(pile_id(card), 0)
        return card.cost and card.cost._replace(coin=max(card.cost.coin - less, 0))

    def of_type(self, type_: str) -> list[Thing]:
        """The cards of a type."""
        return [card for card in self.cards.values() if type_ in self.types(card)]
