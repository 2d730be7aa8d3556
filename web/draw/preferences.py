"""What the household remembers and likes, as it bears on the draw: rest, likes and dislikes.

A weight is how much a card counts for: a kingdom is as likely as the weights of its ten piles
multiplied. All factors are exact fractions and made whole numbers together, so nothing is rounded.
A pinned card beats them all: it neither rests nor is disliked tonight.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from setup_rules.draw.drawing import with_rules
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import KINGDOM_SIZE, ListLimit, Wishes, zero_weights
from web.catalog import app_catalog
from web.draw.history import piles_of
from web.language.dates import this_day
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.reading.draw_reading import ParsedDraw
from web.store import Person, Rest, Store, Taste

LAST_GAMES = "the last games"
"""The name of the list of cards that rest; the list kept by hand among the wishes has another."""
LIMIT_KEY = f"list_limits.{LAST_GAMES}"
TASTES = {"double": Fraction(2), "half": Fraction(1, 2)}
"""How much a like or dislike counts for; `never` is no factor but an end to it."""
RESTING = {"half": Fraction(1, 2), "quarter": Fraction(1, 4), "tenth": Fraction(1, 10)}
"""How much a resting card counts for, where it is not left in its box."""
SPARE = 8
"""More piles than all slots beside the ten can ever use."""


class Leanings(NamedTuple):
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


NONE = Leanings()


class Lift(NamedTuple):
    """What is given up of the leanings, so that a kingdom can be found."""

    rest: bool = False
    never: tuple[str, ...] = ()
    """Piles that may be dealt although somebody here never wants them."""

    def __bool__(self) -> bool:
        return self.rest or bool(self.never)


def lifted(leanings: Leanings, lift: Lift) -> Leanings:
    """The leanings without what is given up."""
    if lift.rest:
        leanings = leanings._replace(resting=frozenset())
    never = tuple(pair for pair in leanings.never if pair[0] not in lift.never)
    return leanings._replace(never=never)


def leanings_of(store: Store, household: str, today: date | None = None) -> Leanings:
    """What a household remembers and likes tonight."""
    rest = store.rest(household)
    played = resting_piles(store, household, rest, today) if rest.on else frozenset()
    here = {person.id: person for person in store.people(household) if person.here}
    tastes = store.tastes(household) if here else ()
    return lean(rest, played, here.values(), tastes)


def resting_piles(
    store: Store, household: str, rest: Rest, today: date | None = None
) -> frozenset[str]:
    """The piles of the last games or weeks."""
    if rest.unit == "games":
        links = store.played_links(household, limit=rest.number)
    else:
        first = (today or this_day()) - timedelta(days=7 * rest.number - 1)
        links = store.played_links(household, since=first.isoformat())
    return frozenset().union(*map(piles_of, links))


def lean(
    rest: Rest, played: Collection[str], here: Iterable[Person], tastes: Iterable[Taste]
) -> Leanings:
    """The leanings of those here, multiplied, and of the cards that rest."""
    known, names = app_catalog().cards, {person.id: person.name for person in here}
    factors: dict[str, Fraction] = {}
    never: dict[str, tuple[str, ...]] = {}
    liking = []
    for taste in tastes:
        if taste.person not in names or taste.card not in known:
            continue
        liking.append(names[taste.person])
        if taste.taste == "never":
            never[taste.card] = (*never.get(taste.card, ()), names[taste.person])
        else:
            factors[taste.card] = factors.get(taste.card, Fraction(1)) * TASTES[taste.taste]
    resting = frozenset(played) if rest.how == "out" else frozenset()
    seldom = frozenset(played) - resting
    for card in seldom:
        factors[card] = factors.get(card, Fraction(1)) * RESTING[rest.how]
    return Leanings(
        resting=resting,
        factors=tuple(sorted(pair for pair in factors.items() if pair[1] != 1)),
        never=tuple(sorted(never.items())),
        seldom=seldom,
        liking=tuple(dict.fromkeys(liking)),
    )


def leaning(
    request: ParsedDraw,
    leanings: Leanings,
    spared: Collection[str] = (),
    *,
    counting: bool = False,
) -> ParsedDraw:
    """The draw with the leanings in it; pinned cards and those spared are free of them.

    For `counting` only what is dealt at all matters, and not how often.
    """
    if not leanings:
        return request
    return request._replace(
        asked=_leaning(request.asked, leanings, frozenset(spared), counting=counting)
    )


def _leaning(
    asked: DrawRequest, leanings: Leanings, spared: frozenset[str], *, counting: bool
) -> DrawRequest:
    free = spared.union(asked.wishes.pinned)
    resting = leanings.resting - free
    never = frozenset(card for card, _names in leanings.never) - free
    wishes = replace(asked.wishes, weights=_weights(asked, leanings, never, counting=counting))
    if resting:
        limit = ListLimit(LAST_GAMES, tuple(sorted(resting)), 0)
        wishes = replace(wishes, list_limits=(*wishes.list_limits, limit))
    how = replace(asked.how, banned=asked.how.banned | never)
    if resting and _leaves_enough(asked, wishes, resting):
        how = replace(how, banned=how.banned | resting)
    return replace(asked, wishes=wishes, how=how)


def _weights(
    asked: DrawRequest, leanings: Leanings, never: Collection[str], *, counting: bool
) -> tuple[tuple[str, int], ...]:
    """Whole weights in exactly the proportions of all factors."""
    wished = dict(asked.wishes.weights)
    if counting or not leanings.factors:
        return tuple(sorted((wished | dict.fromkeys(never, 0)).items()))
    factors = dict(leanings.factors)
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
    found = [len(need.eligible & there) for need in needs if need.eligible]
    return all(number >= KINGDOM_SIZE + SPARE for number in found)


def at_rest(asked: DrawRequest) -> frozenset[str]:
    """The piles of the last games that a draw leaves in their boxes."""
    limits = {limit.name: limit.cards for limit in asked.wishes.list_limits}
    return frozenset(limits.get(LAST_GAMES, ()))


def leanings_in_words(leanings: Leanings, shelf: Collection[str]) -> list[str]:
    """The leanings in short, as wishes are told: only what bears on the boxes that are here."""
    said = []
    if resting := len(leanings.resting.intersection(shelf)):
        said.append(ngettext("{number} pile rests", "{number} piles rest", resting))
    if seldom := len(leanings.seldom.intersection(shelf)):
        said.append(
            ngettext("{number} pile comes more seldom", "{number} piles come more seldom", seldom)
        )
    if leanings.liking:
        said.append(_("likes of {people}", people=and_list(leanings.liking)))
    return said
