"""What the front page says in words: who is here tonight, and the game played last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from setup_rules.catalog import Catalog
from web.draw.history import cards_of
from web.language.card_names import Name
from web.language.dates import day_of_late
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.setup_sheet.sheet import name_of_ten
from web.store import LoggedGame, Person

MOST_NAMED = 4
"""People who are named; of more only the number is told."""


def company_in_words(people: Iterable[Person]) -> str:
    """Who is here tonight; empty if nobody was ticked."""
    names = [person.name for person in people if person.here]
    if not names:
        return ""
    if len(names) > MOST_NAMED:
        return _("{number} people are here", number=len(names))
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
