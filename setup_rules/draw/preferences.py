"""Preferences: cards that rest, likes and dislikes, and how they weigh in a draw.

A weight is how much a card counts for: a kingdom is as likely as the weights of its ten piles
multiplied. All factors are exact fractions and made whole numbers together, so nothing is rounded.
A pinned card beats them all: it neither rests nor is disliked tonight.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from setup_rules.draw.completion import MOST_EXTRAS
from setup_rules.draw.drawing import with_rules
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import KINGDOM_SIZE, ListLimit, Wishes, zero_weights

LAST_GAMES = "the last games"
"""The name of the list of cards that rest; the list kept by hand among the wishes has another."""
LIMIT_KEY = f"list_limits.{LAST_GAMES}"
LEFT_OUT = "out"
NEVER = "never"
TASTES = {"double": Fraction(2), "half": Fraction(1, 2)}
"""How much a like or dislike counts for; `never` is no factor but an end to it."""
RESTING = {"half": Fraction(1, 2), "quarter": Fraction(1, 4), "tenth": Fraction(1, 10)}
"""How much a resting card counts for, where it is not left in its box."""


class Like(NamedTuple):
    """What somebody who plays thinks of a pile."""

    person: str
    """Their name."""
    card: str
    """The id of the pile."""
    taste: str
    """One of TASTES, or NEVER."""


class Preferences(NamedTuple):
    """All that bears on a draw beside the wishes."""

    resting: frozenset[str] = frozenset()
    """Piles that stay in their boxes."""
    factors: tuple[tuple[str, Fraction], ...] = ()
    """What piles count for, where that is not one, by id."""
    never: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Piles that somebody here never wants, and the names of those who do not."""
    seldom: frozenset[str] = frozenset()
    """Piles that rest and may come, more seldom."""
    liking: tuple[str, ...] = ()
    """The names of those here who like or dislike a card."""

    def __bool__(self) -> bool:
        return bool(self.resting or self.factors or self.never)

    def names(self, card: str) -> tuple[str, ...]:
        """Those here who never want a pile."""
        return dict(self.never).get(card, ())


NO_PREFERENCES = Preferences()


class Lift(NamedTuple):
    """What is given up of the preferences, so that a kingdom can be found."""

    rest: bool = False
    never: tuple[str, ...] = ()
    """Piles that may be dealt although somebody here never wants them."""

    def __bool__(self) -> bool:
        return self.rest or bool(self.never)


def lifted(preferences: Preferences, lift: Lift) -> Preferences:
    """The preferences without what is given up."""
    if lift.rest:
        preferences = preferences._replace(resting=frozenset())
    never = tuple(pair for pair in preferences.never if pair[0] not in lift.never)
    return preferences._replace(never=never)


def combine(likes: Iterable[Like], played: Collection[str] = (), rest: str = "out") -> Preferences:
    """The likes of those who play, multiplied, and the piles lately played, which rest.

    `rest` is LEFT_OUT, or one of RESTING.
    """
    factors: dict[str, Fraction] = {}
    never: dict[str, tuple[str, ...]] = {}
    liking: dict[str, None] = {}
    for person, card, taste in likes:
        liking[person] = None
        if taste == NEVER:
            never[card] = (*never.get(card, ()), person)
        else:
            factors[card] = factors.get(card, Fraction(1)) * TASTES[taste]
    resting = frozenset(played) if rest == LEFT_OUT else frozenset()
    seldom = frozenset(played) - resting
    for card in seldom:
        factors[card] = factors.get(card, Fraction(1)) * RESTING[rest]
    return Preferences(
        resting=resting,
        factors=tuple(sorted(pair for pair in factors.items() if pair[1] != 1)),
        never=tuple(sorted(never.items())),
        seldom=seldom,
        liking=tuple(liking),
    )


def with_preferences(
    asked: DrawRequest,
    preferences: Preferences,
    spared: Iterable[str] = (),
    *,
    counting: bool = False,
) -> DrawRequest:
    """The draw with the preferences in it; pinned cards and those spared are free of them.

    For `counting` only what is dealt at all matters, and not how often.
    """
    if not preferences:
        return asked
    free = {*spared, *asked.wishes.pinned}
    resting = preferences.resting - free
    never = frozenset(card for card, _names in preferences.never) - free
    weights = _weights(asked, preferences, never, counting=counting)
    wishes = replace(asked.wishes, weights=weights)
    if resting:
        limit = ListLimit(LAST_GAMES, tuple(sorted(resting)), 0)
        wishes = replace(wishes, list_limits=(*wishes.list_limits, limit))
    how = replace(asked.how, banned=asked.how.banned | never)
    if resting and _leaves_enough(asked, wishes, resting):
        how = replace(how, banned=how.banned | resting)
    return replace(asked, wishes=wishes, how=how)


def _weights(
    asked: DrawRequest, preferences: Preferences, never: Collection[str], *, counting: bool
) -> tuple[tuple[str, int], ...]:
    """Whole weights in exactly the proportions of all factors."""
    wished = dict(asked.wishes.weights)
    if counting or not preferences.factors:
        return tuple(sorted((wished | dict.fromkeys(never, 0)).items()))
    factors = dict(preferences.factors)
    cards = {card.id for card in asked.shelf.cards} | wished.keys()
    exact = {card: wished.get(card, 1) * factors.get(card, Fraction(1)) for card in cards}
    exact |= dict.fromkeys(never, Fraction(0))
    scale = lcm(*(Fraction(weight).denominator for weight in exact.values()))
    whole = {card: int(weight * scale) for card, weight in exact.items()}
    return tuple(sorted(pair for pair in whole.items() if pair[1] != 1))


def _leaves_enough(asked: DrawRequest, wishes: Wishes, resting: Collection[str]) -> bool:
    """Whether every slot beside the ten finds a card that does not rest, whatever the ten are.

    Where a shelf is so small that it might not, a resting card may be the Bane.
    """
    gone = {*wishes.banned, *resting, *zero_weights(wishes)}
    there = {card.id for card in asked.shelf.cards} - gone
    needs = [need for need in with_rules(asked.shelf, wishes).needs if need.trigger in there]
    numbers = [len(need.eligible & there) for need in needs if need.eligible]
    return all(number >= KINGDOM_SIZE + MOST_EXTRAS for number in numbers)


def at_rest(asked: DrawRequest) -> frozenset[str]:
    """The piles of the last games that a draw leaves in their boxes."""
    limits = {limit.name: limit.cards for limit in asked.wishes.list_limits}
    return frozenset(limits.get(LAST_GAMES, ()))
