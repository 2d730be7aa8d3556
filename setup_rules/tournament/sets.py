"""The suggested card sets of the six rounds, and whether the boxes at hand can play them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from setup_rules.cards import Card
from setup_rules.collection import Collection
from setup_rules.draw.completion import Dealing, LandscapeWish
from setup_rules.draw.wishes import Bounds, Wishes
from setup_rules.rules import DECISIONS, TITLES
from setup_rules.sentences import Sentence, row, say, say_number

OF_EACH = 5
"""Cards of each of the two titles."""


class Half(NamedTuple):
    """Five cards of one title."""

    title: str
    """The printed name of the box."""
    family: str
    """The boxes of that title, all editions and update packs of it."""

    @property
    def without(self) -> tuple[str, ...]:
        """Cards of the family that belong to its other title, by id."""
        others = [title for title in TITLES if title != self.title and self.title in TITLES]
        return tuple(id_ for title in others for id_ in TITLES[title])

    @property
    def called(self) -> Sentence:
        """The title as a word of ours: boxes have names in other languages."""
        return say(self.title)

    def cards(self, shelf: Collection) -> list[Card]:
        """Its Kingdom cards on the shelf."""
        return [c for c in shelf.cards if self.family in c.families and c.id not in self.without]


class CardSet(NamedTuple):
    """What one round is suggested to be played with."""

    round: int
    halves: tuple[Half, Half]
    platinum_colony: bool = False
    shelters: bool = False

    @property
    def says(self) -> Sentence:
        """The set in words: 5 cards of this box and 5 of that, with what is named."""
        one, other = (half.called for half in self.halves)
        if self.platinum_colony:
            return say(
                "5 cards from {one} and 5 from {other}, with Platinum and Colony",
                one=one,
                other=other,
            )
        if self.shelters:
            return say("5 cards from {one} and 5 from {other}, with Shelters", one=one, other=other)
        return say("5 cards from {one} and 5 from {other}", one=one, other=other)

    @property
    def wishes(self) -> Wishes:
        """Five and five, as a draw takes it."""
        return Wishes(
            per_box=tuple(sorted((half.family, Bounds(OF_EACH, OF_EACH)) for half in self.halves)),
            banned=self._banned,
        )

    @property
    def dealing(self) -> Dealing:
        """No landscapes, Platinum and Colony or Shelters always where named, else never."""
        return Dealing(
            banned=frozenset(self._banned),
            near=True,
            landscapes=LandscapeWish(most=0),
            platinum_colony=_policy(self.platinum_colony),
            shelters=_policy(self.shelters),
        )

    @property
    def _banned(self) -> tuple[str, ...]:
        return tuple(id_ for half in self.halves for id_ in half.without)


def _policy(named: bool) -> str:
    return "always" if named else "never"


DOMINION = Half("Dominion", "dominion")
SUGGESTED: tuple[CardSet, ...] = (
    CardSet(1, (DOMINION, Half("Alchemy", "alchemy"))),
    CardSet(2, (Half("Intrigue", "intrigue"), Half("Guilds", "cornucopia-guilds"))),
    CardSet(3, (Half("Seaside", "seaside"), Half("Cornucopia", "cornucopia-guilds"))),
    CardSet(4, (DOMINION, Half("Prosperity", "prosperity")), platinum_colony=True),
    CardSet(5, (DOMINION, Half("Hinterlands", "hinterlands"))),
    CardSet(6, (DOMINION, Half("Dark Ages", "dark-ages")), shelters=True),
)
"""Section 5, Suggested Cardsets: four preliminary rounds, the pre-final and the final."""


class Playable(NamedTuple):
    """Whether a set can be played with the boxes at hand."""

    card_set: CardSet
    missing: tuple[Sentence, ...]
    """What is missing, thing by thing; empty if nothing is."""

    @property
    def is_playable(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing

    @property
    def says(self) -> str:
        """All that is missing, or that nothing is."""
        return row(self.missing, " ") or say("Your boxes have everything for it.")


def playable_sets(shelf: Collection) -> tuple[Playable, ...]:
    """The six sets in order, each with what the boxes lack for it.

    Editions and update packs of one title count together: five of its cards are enough.
    """
    return tuple(Playable(suggested, tuple(_missing(suggested, shelf))) for suggested in SUGGESTED)


def _missing(suggested: CardSet, shelf: Collection) -> Iterator[Sentence]:
    for half in suggested.halves:
        number = len(half.cards(shelf))
        if not number:
            yield say("{box} isn’t on your shelf.", box=half.called)
        elif number < OF_EACH:
            yield say_number(
                "Your shelf has {number} card from {box}, but 5 are needed.",
                "Your shelf has {number} cards from {box}, but 5 are needed.",
                number,
                box=half.called,
            )
    if not shelf.basic_sets:
        yield say("None of your boxes have Copper, Estates and the other basic cards.")
    there = {one.key: all(map(shelf.stock.get, one.brings)) for one in DECISIONS}
    if suggested.platinum_colony and not there["platinum_colony"]:
        yield say("None of your boxes have Platinum and Colony.")
    if suggested.shelters and not there["shelters"]:
        yield say("None of your boxes have Shelters.")


def copies_needed(tables: int) -> int:
    """So many copies of each box in use are needed: all tables play the kingdom at once."""
    return tables


def say_copies(tables: int) -> Sentence:
    """The same in words."""
    return say_number(
        "There’s only 1 table: 1 copy of each box in use is enough.",
        "All tables play the same kingdom at once: {number} tables need {number} copies of "
        "each box in use, including the one with the basic cards.",
        copies_needed(tables),
    )


def setup_players(sizes: Sequence[int]) -> tuple[int, ...]:
    """The numbers of players a round's kingdom is set up for: each size once, the usual first."""
    counted = Counter(sizes)
    return tuple(sorted(counted, key=lambda size: (-counted[size], size)))
