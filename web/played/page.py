"""Games played before, as pages show them: by month, one by one, and which cards rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.sentences import Plural, say
from web.catalog import app_catalog
from web.draw.history import cards_of
from web.draw.preferences import resting_piles
from web.draw.tonight import tonight
from web.http.visitor import home_id, names_here
from web.language.card_names import Name
from web.language.dates import month_heading, short_day, this_day, whole_day
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.played.points import LoggedScore, scores_of
from web.setup_sheet.sheet import banner, name_of_ten
from web.store import LoggedGame, Rest, Store, get_store

PAGE_SIZE = 40
"""Games on one page."""
LIKED = {
    1: say("not fun"),
    2: say("so-so"),
    3: say("fine"),
    4: say("good"),
    5: say("one of the best"),
}

LAST_PLAYED = {
    "games": Plural(
        "Rest the cards from the last game", "Rest the cards from the last {number} games"
    ),
    "weeks": Plural(
        "Rest the cards from the last week", "Rest the cards from the last {number} weeks"
    ),
}
EFFECTS = {
    "out": Plural("{number} pile stays in its box", "{number} piles stay in their boxes"),
    "half": Plural(
        "{number} pile is half as likely as the others",
        "{number} piles are half as likely as the others",
    ),
    "quarter": Plural(
        "{number} pile is a quarter as likely as the others",
        "{number} piles are a quarter as likely as the others",
    ),
    "tenth": Plural(
        "{number} pile is a tenth as likely as the others",
        "{number} piles are a tenth as likely as the others",
    ),
}
"""What rest does, by how."""
WOULD_STAY = Plural(
    "{number} pile would stay in its box", "{number} piles would stay in their boxes"
)


class GameRow(NamedTuple):
    """A game in the list."""

    id: str
    link: str
    fields: tuple[str, ...]
    name: str
    says: str


class Month(NamedTuple):
    """The games of a month."""

    heading: str
    rows: tuple[GameRow, ...]


class Details(NamedTuple):
    """A game by itself."""

    id: str
    link: str
    fields: tuple[str, ...]
    name: str
    day: str
    players: str
    names: str
    scores: tuple[LoggedScore, ...]
    outcome: str
    liked: str
    note: str
    cards: tuple[str, ...]


def log_page(asked: str) -> dict[str, Any]:
    """A page of the log, the newest games first, and which cards rest."""
    store, home = get_store(), home_id()
    total = store.count_games(home)
    last = max((total - 1) // PAGE_SIZE, 0)
    page = min(int(asked) - 1, last) if re.fullmatch("[1-9][0-9]{0,3}", asked, re.ASCII) else 0
    games = store.games(home, PAGE_SIZE, page * PAGE_SIZE)
    return {
        "months": months_of(games, this_day(), app_catalog(), names_here()),
        "total": total,
        "newer": page or None,
        "older": page + 2 if page < last else None,
        "page": page + 1,
        "rest": _rest_of(store, home) if total else None,
    }


def _rest_of(store: Store, home: str) -> RestView:
    rest, shelf = store.rest(home), {card.id for card in tonight().shelf.cards}
    return rest_view(rest, len(resting_piles(store, home, rest) & shelf), len(shelf))


def months_of(
    games: Iterable[LoggedGame], today: date, catalog: Catalog, name: Name
) -> tuple[Month, ...]:
    """Games by month; the newest first, as they come."""

    def month(game: LoggedGame) -> tuple[int, int]:
        day = date.fromisoformat(game.day)
        return day.year, day.month

    return tuple(
        Month(
            month_heading(date(*when, 1), today),
            tuple(_row(game, catalog, name) for game in of_month),
        )
        for when, of_month in groupby(games, key=month)
    )


def _row(game: LoggedGame, catalog: Catalog, name: Name) -> GameRow:
    ten = cards_of(game.link, catalog)
    parts = (short_day(date.fromisoformat(game.day)), seats_in_words(game), outcome_in_words(game))
    return GameRow(
        game.id,
        game.link,
        banner(ten),
        game.name or name_of_ten(ten, catalog, name),
        " · ".join(filter(None, parts)),
    )


def details_of(game: LoggedGame, catalog: Catalog, name: Name) -> Details:
    """One game with all that was noted of it."""
    ten = cards_of(game.link, catalog)
    return Details(
        id=game.id,
        link=game.link,
        fields=banner(ten),
        name=game.name or name_of_ten(ten, catalog, name),
        day=whole_day(date.fromisoformat(game.day)),
        players=seats_in_words(game),
        names=and_list(player.name for player in game.players),
        scores=scores_of(game),
        outcome=outcome_in_words(game),
        liked=liked_in_words(game.liked),
        note=game.note,
        cards=tuple(name(card.name) for card in sorted(ten, key=lambda card: card.roll_order)),
    )


def seats_in_words(game: LoggedGame) -> str:
    """How many played."""
    return ngettext("{number} player", "{number} players", game.seats)


def outcome_in_words(game: LoggedGame) -> str:
    """Who won; empty where that was not noted."""
    winners = [player.name for player in game.players if player.won]
    if len(winners) > 1 and len(winners) < game.seats:
        return _("{names} tied", names=and_list(winners))
    if game.tie or winners[1:]:
        return _("a tie")
    return _("{name} won", name=winners[0]) if winners else ""


def liked_in_words(liked: int | None) -> str:
    """How they liked it; empty where that was not noted."""
    return translate(LIKED[liked]) if liked else ""


def games_as_table(
    games: Iterable[LoggedGame], catalog: Catalog, name: Name, address: str
) -> Iterator[tuple[str, ...]]:
    """All games as rows of a table, headings first; `address` is where links begin."""
    yield (
        *(_("Date"), _("Kingdom"), _("Players"), _("Who played"), _("Who won")),
        *(_("How was it?"), _("Note"), _("The ten piles"), _("Link"), _("Points")),
    )
    for game in games:
        ten = cards_of(game.link, catalog)
        winners = [player.name for player in game.players if player.won]
        yield tuple(
            map(
                _no_formula,
                (
                    game.day,
                    game.name or name_of_ten(ten, catalog, name),
                    str(game.seats),
                    ", ".join(player.name for player in game.players),
                    ", ".join(winners) or (_("a tie") if game.tie else ""),
                    liked_in_words(game.liked),
                    game.note,
                    ", ".join(sorted(name(card.name) for card in ten)),
                    f"{address}{game.link}",
                    ", ".join(f"{one.name}: {one.says}" for one in scores_of(game)),
                ),
            )
        )


def _no_formula(text: str) -> str:
    """Text that no spreadsheet takes for something to work out."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text


class RestView(NamedTuple):
    """Which cards rest, in words."""

    rest: Rest
    what: str
    effect: str
    warning: str


def rest_view(rest: Rest, piles: int, shelf: int) -> RestView:
    """The rest in words: of the piles on the shelf so many rest, of so many altogether."""
    left = shelf - piles
    warning = ""
    if rest.how == "out" and piles and left < 10:
        warning = ngettext(
            "Only {number} pile would be left, but a kingdom needs 10. Rest fewer, or make "
            "resting cards less likely instead.",
            "Only {number} piles would be left, but a kingdom needs 10. Rest fewer, or make "
            "resting cards less likely instead.",
            left,
        )
    effect = WOULD_STAY if rest.how == "out" and not rest.on else EFFECTS[rest.how]
    what = ngettext(*LAST_PLAYED[rest.unit], rest.number)
    return RestView(rest, what, ngettext(*effect, piles), warning)
