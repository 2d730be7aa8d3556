"""Several games planned together, for a night or two tables: rows of kingdoms, one fetch list."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

from flask import redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound

from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.plan import FetchBox
from setup_rules.plan_request import PlanRequest
from web.draw.changes import EXTRAS
from web.http.visitor import changed, home_id
from web.links.kingdom_link import read_address
from web.setup_sheet.fetch_list import FetchView, fetch_view, plans_as_one
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.sheet import banner, kingdom_name
from web.setup_sheet.spines import Spine, spine
from web.setup_sheet.ticks import TicksForm
from web.store import PlannedNight, TooManyMarks, get_store


class PlannedGame(NamedTuple):
    """One game: its kingdom, and where and by whom it is played."""

    number: int
    players: int
    name: str
    link: str
    banner: tuple[str, ...]
    boxes: tuple[Spine, ...]
    also: str
    """Landscapes and more piles, in words."""
    playable: bool
    played: bool = False
    """Whether its ten piles are in the log."""
    seats: tuple[str, ...] = ()
    """Who sits there in turn order, in words; empty before that was picked."""


class GamesRefused(Exception):
    """No games can be planned like this; `conflict` says why, and what would help."""

    def __init__(self, conflict: Any) -> None:
        super().__init__(conflict.why)
        self.conflict = conflict


class GamesBook:
    """Works out the games of a planned night; subclasses say how their things are fetched."""

    KIND: ClassVar[str]
    """What tells the ticks of one kind of plan from those of another."""

    def __init__(self, night: PlannedNight, catalog: Catalog, reader: NameStyle) -> None:
        self._night, self._catalog, self._reader = night, catalog, reader
        self._asked = tuple(read_address(link, catalog) for link in night.links)
        games = [request.game(catalog) for request in self._asked]
        self.games = tuple((game, plan_setup(game)) for game in games)
        self._fetch = self._fetched()

    def _fetched(self) -> tuple[FetchBox, ...]:
        raise NotImplementedError

    @property
    def key(self) -> str:
        """What the ticks of the fetch list are kept under."""
        links = "\n".join((self.KIND, *self._night.links))
        return hashlib.sha256(links.encode()).hexdigest()[:20]

    @property
    def spines(self) -> tuple[Spine, ...]:
        """The boxes that are opened."""
        return self._spines({box.box for box in self._fetch})

    def _spines(self, opened: set[str]) -> tuple[Spine, ...]:
        boxes = self._catalog.boxes
        return tuple(spine(boxes[box.box]) for box in self._fetch if box.box in opened)

    def row(self, place: int, opened: set[str], **more: Any) -> PlannedGame:
        """A game with the boxes that its piles come from."""
        game, plan = self.games[place]
        name = self._reader.name
        extras = [game.slots[slot] for slot in EXTRAS if slot in game.slots]
        also = [name(thing.name) for thing in (*game.landscapes, *extras)]
        return PlannedGame(
            number=place + 1,
            players=plan.players,
            name=kingdom_name(game, name),
            link=self._night.links[place],
            banner=banner(game.ten),
            boxes=self._spines(opened),
            also=", ".join(dict.fromkeys(also)),
            playable=plan.status != "error",
            **more,
        )

    def fetch(self, marks: Mapping[str, str]) -> FetchView:
        """What to take out for all games and what to put back, each thing once."""
        return self._view(self._fetch, marks)

    def _view(self, fetch: tuple[FetchBox, ...], marks: Mapping[str, str]) -> FetchView:
        first = self._asked[0]
        together = plans_as_one([plan for _game, plan in self.games], fetch)
        asked = PlanRequest(first.kingdom, first.players, first.boxes, None)
        return fetch_view(together, asked, self._catalog, self._reader).marked(marks)


def planned(id_: str, *, at_tables: bool) -> PlannedNight:
    """A night of this household, or two tables of it; nobody else's is ever found."""
    night = get_store().night(home_id(), id_)
    if night is None or bool(night.seats) != at_tables:
        raise NotFound
    return night


def fetch_page(template: str, book: GamesBook, page: object) -> str:
    """The fetch list of all games, with its ticks."""
    marks = get_store().marks(home_id(), book.key)
    view = book.fetch(marks.values)
    return render_template(template, page=page, fetch=view, key=book.key, version=marks.version)


def keep_ticks(book: Callable[[], GamesBook], **address: Any):
    """Keep what was changed on the fetch list, by a page without scripts."""
    form = TicksForm(request.form)
    if not form.validate():
        raise BadRequest
    games = book()
    try:
        get_store().keep_marks(home_id(), games.key, form.changes(lambda: games.fetch({})))
    except TooManyMarks:
        raise BadRequest from None
    changed()
    return redirect(url_for(".fetch", **address, _anchor=form.side), code=303)
