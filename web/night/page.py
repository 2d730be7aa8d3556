"""A night on the screen: its kingdoms, the boxes it opens, and one fetch list for all of it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection as Some
from collections.abc import Mapping
from typing import NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.evening.night import repeated
from setup_rules.fetch import fetch_together
from setup_rules.kingdom import Game
from setup_rules.plan_request import PlanRequest
from web.draw.changes import EXTRAS
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.links.kingdom_link import read_address
from web.setup_sheet.fetch_list import BoxLines, FetchView, fetch_view, plans_as_one, slug
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.sheet import banner, kingdom_name
from web.setup_sheet.spines import Spine, spine
from web.setup_sheet.storage import place_finder
from web.store import PlannedNight


class NightRow(NamedTuple):
    """One game of the night."""

    number: int
    name: str
    link: str
    banner: tuple[str, ...]
    boxes: tuple[Spine, ...]
    also: str
    """Landscapes and more piles, in words."""
    playable: bool
    played: bool
    """Whether its ten piles are in the log."""


class NightPage(NamedTuple):
    """What the page of a night shows."""

    id: str
    games: int
    players: int
    rows: tuple[NightRow, ...]
    spines: tuple[Spine, ...]
    """The boxes that are opened."""
    says: str
    repeats: str
    """What could not be kept apart, in words; empty as a rule."""
    boxes: int
    """How many boxes it was drawn from."""
    link: str = ""
    """A night has no link of its own."""


class NightBook:
    """Works the games of a night out."""

    def __init__(
        self,
        night: PlannedNight,
        catalog: Catalog,
        reader: NameStyle,
        played: Some[frozenset[str]] = (),
    ) -> None:
        self._night = night
        self._played = played
        self._catalog = catalog
        self._reader = reader
        self.asked = tuple(read_address(link, catalog) for link in night.links)
        games = [asked.game(catalog) for asked in self.asked]
        self.games = tuple((game, plan_setup(game)) for game in games)
        self._fetch = fetch_together(self.games)

    @property
    def key(self) -> str:
        """What the ticks of the night are kept under."""
        links = "\n".join(("night", *self._night.links))
        return hashlib.sha256(links.encode()).hexdigest()[:20]

    def page(self) -> NightPage:
        """The kingdoms as rows, and what they open."""
        boxes = self._catalog.boxes
        kingdoms = [asked.kingdom for asked in self.asked]
        again = [self._reader.name(name) for name in repeated(kingdoms)]
        return NightPage(
            id=self._night.id,
            games=len(self.games),
            players=self.games[0][1].players,
            rows=tuple(self._row(place) for place in range(len(self.games))),
            spines=tuple(spine(boxes[box.box]) for box in self._fetch),
            says=opened_in_words(len(self._fetch), len(self.games), self._night.fewest),
            repeats=and_list(again),
            boxes=len(self._night.boxes),
        )

    def _row(self, place: int) -> NightRow:
        game, plan = self.games[place]
        name, boxes = self._reader.name, self._catalog.boxes
        extras = [game.slots[slot] for slot in EXTRAS if slot in game.slots]
        also = [name(thing.name) for thing in (*game.landscapes, *extras)]
        own = self._own_boxes(game)
        return NightRow(
            number=place + 1,
            name=kingdom_name(game, name),
            link=self._night.links[place],
            banner=banner(game.ten),
            boxes=tuple(spine(boxes[box.box]) for box in self._fetch if box.box in own),
            also=", ".join(dict.fromkeys(also)),
            playable=plan.status != "error",
            played=frozenset(card.id for card in game.ten) in self._played,
        )

    def _own_boxes(self, game: Game) -> set[str]:
        """The opened boxes that the ten lie in."""
        where = {item.what: box.box for box in reversed(self._fetch) for item in box.items}
        return {where[card.name] for card in game.ten if card.name in where}

    def fetch(self, marks: Mapping[str, str]) -> FetchView:
        """What to take out for the whole night and what to put back, each thing once."""
        asked = PlanRequest(self.asked[0].kingdom, self.asked[0].players, self.asked[0].boxes, None)
        find = place_finder(self._reader.storage, self._catalog, self._reader.name)
        fetch = fetch_together(self.games, find) if find else self._fetch
        together = plans_as_one([plan for _game, plan in self.games], fetch)
        view = fetch_view(together, asked, self._catalog, self._reader).marked(marks)
        where = self._where()
        sides = [
            side._replace(boxes=tuple(self._noted(box, where) for box in side.boxes))
            for side in view.sides
        ]
        return view._replace(sides=tuple(sides))

    def _where(self) -> dict[str, str]:
        """In which games each thing is used, in words, by its part of an item; all is nothing."""
        used: dict[str, list[int]] = {}
        for number, (_game, plan) in enumerate(self.games, 1):
            for what in dict.fromkeys(item.what for box in plan.fetch for item in box.items):
                used.setdefault(slug(what), []).append(number)
        return {what: self._games(games) for what, games in used.items()}

    def _games(self, games: list[int]) -> str:
        if len(games) == len(self.games):
            return ""
        numbers = and_list(map(str, games))
        if len(games) == 1:
            return _("game {number}", number=numbers)
        return _("games {numbers}", numbers=numbers)

    @staticmethod
    def _noted(box: BoxLines, where: Mapping[str, str]) -> BoxLines:
        lines = []
        for line in box.lines:
            games = where.get(line.item.rpartition(":")[2], "")
            note = "; ".join(part for part in (games, line.note) if part)
            lines.append(line._replace(note=note))
        return box._replace(lines=tuple(lines))


def opened_in_words(opened: int, games: int, fewest: int) -> str:
    """How many boxes a night opens, and how few could do."""
    boxes = ngettext("{number} box", "{number} boxes", opened)
    of = ngettext("{number} game", "{number} games", games)
    if not fewest or opened <= fewest:
        return _("{boxes} for {games}; that’s the minimum.", boxes=boxes, games=of)
    return _(
        "{boxes} for {games}; the minimum is {fewest}.",
        boxes=boxes,
        games=of,
        fewest=fewest,
    )
