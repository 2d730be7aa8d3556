"""The household's preferences: read from the store for the draw, and told in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, timedelta

from setup_rules.draw.preferences import Like, Preferences, combine
from web.catalog import app_catalog
from web.draw.history import piles_of
from web.language.dates import this_day
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.store import Person, Rest, Store, Taste


def preferences_of(store: Store, household: str, today: date | None = None) -> Preferences:
    """What rests, and what those who are here tonight like and dislike."""
    rest = store.rest(household)
    played = resting_piles(store, household, rest, today) if rest.on else frozenset()
    here = [person for person in store.people(household) if person.here]
    tastes = store.tastes(household) if here else ()
    return combine(likes_of(here, tastes), played, rest.how)


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


def likes_of(here: Iterable[Person], tastes: Iterable[Taste]) -> list[Like]:
    """What those here think of cards that are still known."""
    known, names = app_catalog().cards, {person.id: person.name for person in here}
    return [
        Like(names[taste.person], taste.card, taste.taste)
        for taste in tastes
        if taste.person in names and taste.card in known
    ]


def preferences_in_words(preferences: Preferences, shelf: Collection[str]) -> list[str]:
    """The preferences in short, as wishes are told: only what bears on the boxes that are here."""
    words = []
    if resting := len(preferences.resting.intersection(shelf)):
        words.append(ngettext("{number} pile is resting", "{number} piles are resting", resting))
    if seldom := len(preferences.seldom.intersection(shelf)):
        words.append(
            ngettext(
                "{number} pile comes up less often", "{number} piles come up less often", seldom
            )
        )
    if preferences.liking:
        words.append(_("{people}’s likes", people=and_list(preferences.liking)))
    return words
