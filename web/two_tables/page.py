"""Two tables on the screen: a kingdom and its seats for each, and one fetch list for both."""

from __future__ import annotations

from typing import NamedTuple

from setup_rules.evening.fetch_tables import fetch_apart
from setup_rules.evening.two_tables import over_stock
from setup_rules.plan import FetchBox
from web.language.phrases import player_name
from web.night.games import GamesBook, PlannedGame
from web.setup_sheet.spines import Spine


class TablesPage(NamedTuple):
    """What the page of two tables shows."""

    id: str
    players: int
    rows: tuple[PlannedGame, ...]
    spines: tuple[Spine, ...]
    """The boxes that are opened."""
    picked: bool
    """Whether it was picked who sits where."""
    fits: bool
    """Whether the boxes hold enough for both tables."""
    link: str = ""
    """Two tables have no link of their own."""


class TablesBook(GamesBook):
    """Works out the games of two tables."""

    KIND = "two tables"

    def _fetched(self) -> tuple[FetchBox, ...]:
        return fetch_apart(self.games)

    def page(self) -> TablesPage:
        """Both tables, and what they open."""
        rows = tuple(self._row(place) for place in range(len(self.games)))
        return TablesPage(
            id=self._night.id,
            players=sum(row.players for row in rows),
            rows=rows,
            spines=self.spines,
            picked=any(row.seats for row in rows),
            fits=not over_stock(self.games, self.games[0][0].collection),
        )

    def _row(self, place: int) -> PlannedGame:
        piles = {card.name for card in self.games[place][0].ten}
        opened = {
            box.box
            for box in self._fetch
            if any(item.shares[place] and item.what in piles for item in box.items)
        }
        seats = [  # a number is a player without a name
            player_name("" if seat.isdecimal() else seat, seat)
            for seat in self._night.seats[place]
            if seat
        ]
        return self.row(place, opened, seats=tuple(seats))
