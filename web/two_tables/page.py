"""Two tables on the screen: a kingdom and its seats for each, and one fetch list for both."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.evening.fetch_tables import fetch_apart
from setup_rules.evening.two_tables import over_stock
from setup_rules.plan_request import PlanRequest
from web.draw.changes import EXTRAS
from web.language.translation import gettext as _
from web.links.kingdom_link import read_address
from web.setup_sheet.fetch_list import FetchView, fetch_view, plans_as_one
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.sheet import banner, kingdom_name
from web.setup_sheet.spines import Spine, spine
from web.store import PlannedNight


class TableKingdom(NamedTuple):
    """One table: its kingdom, and who sits there."""

    number: int
    players: int
    seats: tuple[str, ...]
    """Who sits there in turn order, in words; empty before that was picked."""
    name: str
    link: str
    banner: tuple[str, ...]
    boxes: tuple[Spine, ...]
    also: str
    """Landscapes and more piles, in words."""
    playable: bool


class TablesPage(NamedTuple):
    """What the page of two tables shows."""

    id: str
    players: int
    rows: tuple[TableKingdom, ...]
    spines: tuple[Spine, ...]
    """The boxes that are opened."""
    picked: bool
    """Whether it was picked who sits where."""
    fits: bool
    """Whether the boxes hold enough for both tables."""
    link: str = ""
    """Two tables have no link of their own."""


class TablesBook:
    """Works the games of two tables out."""

    def __init__(self, tables: PlannedNight, catalog: Catalog, reader: NameStyle) -> None:
        self._tables = tables
        self._catalog = catalog
        self._reader = reader
        self.asked = tuple(read_address(link, catalog) for link in tables.links)
        games = [asked.game(catalog) for asked in self.asked]
        self.games = tuple((game, plan_setup(game)) for game in games)
        self._fetch = fetch_apart(self.games)

    @property
    def key(self) -> str:
        """What the ticks of both tables are kept under."""
        links = "\n".join(("two tables", *self._tables.links))
        return hashlib.sha256(links.encode()).hexdigest()[:20]

    def page(self) -> TablesPage:
        """Both tables, and what they open."""
        rows = tuple(self._row(place) for place in range(len(self.games)))
        boxes = self._catalog.boxes
        return TablesPage(
            id=self._tables.id,
            players=sum(row.players for row in rows),
            rows=rows,
            spines=tuple(spine(boxes[box.box]) for box in self._fetch),
            picked=any(row.seats for row in rows),
            fits=not over_stock(self.games, self.games[0][0].collection),
        )

    def _row(self, place: int) -> TableKingdom:
        game, plan = self.games[place]
        name, boxes = self._reader.name, self._catalog.boxes
        extras = [game.slots[slot] for slot in EXTRAS if slot in game.slots]
        also = [name(thing.name) for thing in (*game.landscapes, *extras)]
        own = [
            box.box
            for box in self._fetch
            if any(item.shares[place] and item.what in self._piles(place) for item in box.items)
        ]
        return TableKingdom(
            number=place + 1,
            players=plan.players,
            seats=tuple(seat_in_words(seat) for seat in self._tables.seats[place] if seat),
            name=kingdom_name(game, name),
            link=self._tables.links[place],
            banner=banner(game.ten),
            boxes=tuple(spine(boxes[box]) for box in own),
            also=", ".join(dict.fromkeys(also)),
            playable=plan.status != "error",
        )

    def _piles(self, place: int) -> set[str]:
        return {card.name for card in self.games[place][0].ten}

    def fetch(self, marks: Mapping[str, str]) -> FetchView:
        """What to take out for both tables, with the share of each, and what to put back."""
        asked = PlanRequest(self.asked[0].kingdom, self.asked[0].players, self.asked[0].boxes, None)
        together = plans_as_one([plan for _game, plan in self.games], self._fetch)
        return fetch_view(together, asked, self._catalog, self._reader).marked(marks)


def seat_in_words(seat: str) -> str:
    """A name as it is; a number is a player without a name."""
    return _("Player {number}", number=seat) if seat.isdecimal() else seat
