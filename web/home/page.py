"""What the front page shows: tonight's shelf, players, wishes and company, and the last game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from setup_rules.catalog import Catalog
from setup_rules.evening import two_tables
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from web.catalog import app_catalog
from web.draw.history import cards_of
from web.draw.nights import tonights_night
from web.draw.preferences import preferences_in_words
from web.draw.published import playable_kingdoms
from web.draw.tonight import Tonight
from web.draw.wish_words import wishes_in_words
from web.http.visitor import home_id, names_here
from web.language.card_names import Name
from web.language.dates import day_of_late, this_day
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.setup_sheet.sheet import name_of_ten
from web.setup_sheet.spines import spines
from web.store import LoggedGame, Person, get_store

MOST_NAMED = 4
"""People who are named; of more only the number is told."""


def front_page(here: Tonight) -> dict[str, Any]:
    """Everything that the front page shows of a household."""
    catalog, store, home = app_catalog(), get_store(), home_id()
    return {
        "spines": spines(here.shelf),
        "boxes": len(here.boxes),
        "piles": len(here.shelf.cards),
        "players": here.players,
        "fewer": here.players - 1 if here.players > FEWEST_PLAYERS else None,
        "more": here.players + 1 if here.players < MOST_PLAYERS else None,
        "tables_from": two_tables.FEWEST_PLAYERS,
        "tables_to": two_tables.MOST_PLAYERS,
        "wishes": [
            *wishes_in_words(here.wishes, catalog),
            *preferences_in_words(here.preferences, {card.id for card in here.shelf.cards}),
        ],
        "published": len(playable_kingdoms(catalog, here.boxes)),
        "all_published": len(catalog.published),
        "last": store.last_kingdom(home),
        "night": tonights_night(),
        "company": company_in_words(store.people(home)),
        "last_game": last_game_in_words(store.games(home, 1), this_day(), catalog, names_here()),
    }


def company_in_words(people: Iterable[Person]) -> str:
    """Who is here tonight; empty if nobody was ticked."""
    names = [person.name for person in people if person.here]
    if not names:
        return ""
    if len(names) > MOST_NAMED:
        return ngettext("{number} person is here", "{number} people are here", len(names))
    return ngettext("{people} is here", "{people} are here", len(names), people=and_list(names))


def last_game_in_words(
    games: Sequence[LoggedGame], today: date, catalog: Catalog, name: Name
) -> str:
    """The game played last in short; empty before the first one."""
    for game in games:
        kingdom = game.name or name_of_ten(cards_of(game.link, catalog), catalog, name)
        day = day_of_late(date.fromisoformat(game.day), today)
        return _("Last: {kingdom}, {day}", kingdom=kingdom, day=day)
    return ""
