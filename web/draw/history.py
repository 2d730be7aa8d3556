"""What the household remembers: the kingdoms it has played, as far as a draw asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import lru_cache
from urllib.parse import parse_qs

from setup_rules.cards import Card
from setup_rules.catalog import Catalog
from setup_rules.kingdom import pile_id
from setup_rules.rules import EXTRAS
from web.catalog import app_catalog
from web.language.dates import this_day
from web.store import LoggedGame, Person, get_store

EXTRA_PILES = tuple(slot.link_key for slot in EXTRAS if slot.is_pile)
"""Slots of a link that have a whole pile on the table beside the ten."""
RECENT = 60
"""Games that are looked at to find the usual people."""


def played_tens(household_id: str) -> frozenset[frozenset[str]]:
    """The ids of the ten piles of each kingdom in the log."""
    return frozenset(map(ten_of, get_store().played_links(household_id)))


def ten_of(link: str) -> frozenset[str]:
    """The ids of the ten piles that a kingdom's own link names."""
    path = link.partition("?")[0].removeprefix("/kingdom/")
    piles = _piles(app_catalog())
    return frozenset(piles[id_] for id_ in path.split(".") if id_ in piles)


def cards_of(link: str, catalog: Catalog) -> list[Card]:
    """The ten piles of a kingdom's link, in a fixed order."""
    return [catalog.cards[id_] for id_ in sorted(ten_of(link))]


def noted_on(household_id: str, link: str, day: str) -> LoggedGame | None:
    """The game of a day with the same ten piles, if one is in the log."""
    games = get_store().games_on(household_id, day) if household_id else ()
    return next((game for game in games if ten_of(game.link) == ten_of(link)), None)


def last_winners(household_id: str) -> tuple[str, ...]:
    """The names of those who won the last game of this evening, which may end after midnight."""
    games = get_store().games(household_id, 1) if household_id else ()
    evening = {str(this_day()), str(this_day() - timedelta(days=1))}
    if not games or games[0].day not in evening:
        return ()
    return tuple(player.name for player in games[0].players if player.won)


@lru_cache(maxsize=4)
def _piles(catalog: Catalog) -> dict[str, str]:
    """The pile of every card that can stand for one, by the card's id."""
    cards = {id_: id_ for id_ in catalog.cards}
    return {thing.id: pile_id(thing) for thing in catalog.by_name.values()} | cards


def piles_of(link: str) -> frozenset[str]:
    """The ids of all piles of a kingdom, in the Supply or beside it."""
    piles = _piles(app_catalog())
    query = parse_qs(link.partition("?")[2])
    extras = (id_ for slot in EXTRA_PILES for id_ in query.get(slot, ()))
    return ten_of(link).union(piles[id_] for id_ in extras if id_ in piles)


def likely_players(household_id: str, seats: int) -> tuple[Person, ...]:
    """Those who are here tonight, if they are as many as play; otherwise the usual people."""
    store = get_store()
    people = store.people(household_id)
    here = [person.id for person in people if person.here]
    usual = usual_people(store.games(household_id, RECENT), seats, [p.id for p in people])
    picked = here if len(here) == seats else usual or here
    return tuple(person for person in people if person.id in picked)


def usual_people(games: Sequence[LoggedGame], seats: int, known: Iterable[int]) -> frozenset[int]:
    """Those who play most often when there are so many players; of sets as frequent the latest."""
    there = set(known)
    sets = [
        frozenset(player.person for player in game.players if player.person in there)
        for game in games
        if game.seats == seats
    ]
    sets = [people for people in sets if people]
    if not sets:
        return frozenset()
    usual = max(sets, key=lambda people: (sets.count(people), -sets.index(people)))
    return frozenset(person for person in usual if person is not None)
