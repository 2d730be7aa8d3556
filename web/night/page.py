"""A night on the screen: its kingdoms, the boxes it opens, and one fetch list for all of it."""

from __future__ import annotations

from collections.abc import Collection as Some
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.evening.night import repeated
from setup_rules.fetch import DECK, TRASH, fetch_together
from setup_rules.plan import FetchBox
from setup_rules.problems import Severity
from web.draw.wish_words import capital
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.night.games import GamesBook, PlannedGame
from web.printing.night import NightError, NightGame
from web.setup_sheet.fetch_list import BoxLines, FetchView, slug
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.sheet import problem_row
from web.setup_sheet.spines import Spine
from web.setup_sheet.storage import place_finder
from web.store import PlannedNight
from web.store.households import BOXES


class NightPage(NamedTuple):
    """What the page of a night shows."""

    id: str
    games: int
    players: int
    rows: tuple[PlannedGame, ...]
    spines: tuple[Spine, ...]
    """The boxes that are opened."""
    says: str
    repeats: str
    """What could not be kept apart, in words; empty as a rule."""
    boxes: int
    """How many boxes it was drawn from."""
    link: str = ""
    """A night has no link of its own."""


class NightBook(GamesBook):
    """Works out the games of a night."""

    KIND = "night"

    def __init__(
        self,
        night: PlannedNight,
        catalog: Catalog,
        reader: NameStyle,
        played: Some[frozenset[str]] = (),
    ) -> None:
        super().__init__(night, catalog, reader)
        self._played = played

    def _fetched(self) -> tuple[FetchBox, ...]:
        return fetch_together(self.games)

    def page(self) -> NightPage:
        """The kingdoms as rows, and what they open."""
        again = [self._reader.name(name) for name in repeated([one.kingdom for one in self._asked])]
        return NightPage(
            id=self._night.id,
            games=len(self.games),
            players=self.games[0][1].players,
            rows=tuple(self._row(place) for place in range(len(self.games))),
            spines=self.spines,
            says=self._opened_in_words(),
            repeats=and_list(again),
            boxes=len(self._night.boxes),
        )

    def _opened_in_words(self) -> str:
        """How many boxes or cases the night opens."""
        if self._reader.storage.how == BOXES:
            return opened_in_words(len(self._fetch), len(self.games), self._night.fewest)
        games = ngettext("{number} game", "{number} games", len(self.games))
        return capital(_("{boxes} for {games}.", boxes=self.fetch({}).opens, games=games))

    def _row(self, place: int) -> PlannedGame:
        ten = self.games[place][0].ten
        where = {item.what: box.box for box in reversed(self._fetch) for item in box.items}
        opened = {where[card.name] for card in ten if card.name in where}
        return self.row(place, opened, played=frozenset(card.id for card in ten) in self._played)

    def on_paper(self) -> tuple[NightGame, ...]:
        """The games as a sheet of paper lists them."""
        name, rows = self._reader.name, map(self._row, range(len(self.games)))
        return tuple(
            NightGame(
                number=row.number,
                name=row.name,
                piles=", ".join(
                    name(card.name) for card in sorted(game.ten, key=lambda card: card.roll_order)
                ),
                also=row.also,
                boxes=" ".join(spine.letters for spine in row.boxes),
            )
            for row, (game, _plan) in zip(rows, self.games, strict=True)
        )

    def errors(self) -> tuple[NightError, ...]:
        """What makes games unplayable, each thing once, with the games it is true of."""
        found: dict[str, list[int]] = {}
        for number, (_game, plan) in enumerate(self.games, 1):
            for problem in plan.problems:
                if problem.severity is Severity.ERROR:
                    row = problem_row(problem, self._reader.name)
                    message = f"{row.message} {row.fix}".strip()
                    found.setdefault(message, []).append(number)
        return tuple(
            NightError(capital(self._games(games)), message) for message, games in found.items()
        )

    def fetch(self, marks: Mapping[str, str]) -> FetchView:
        """The fetch list by the places the cards are kept in, with the games of each thing."""
        find = place_finder(self._reader.storage, self._catalog, self._reader.name)
        view = self._view(fetch_together(self.games, find) if find else self._fetch, marks)
        where = self._where()
        sides = [
            side._replace(boxes=tuple(self._noted(box, where) for box in side.boxes))
            for side in view.sides
        ]
        return view._replace(sides=tuple(sides))

    def _where(self) -> dict[str, str]:
        """In which games each thing is used, in words, by its part of an item; all is nothing.

        What marks the trash is of use in all of them.
        """
        used: dict[str, list[int]] = {}
        for number, (_game, plan) in enumerate(self.games, 1):
            for what in dict.fromkeys(item.what for box in plan.fetch for item in box.items):
                if what not in TRASH:
                    used.setdefault(slug(what), []).append(number)
        return {what: self._games(games) for what, games in used.items()}

    def _games(self, games: list[int]) -> str:
        if len(games) == len(self.games):
            return ""
        numbers = and_list(map(str, games))
        if len(games) == 1:
            return _("game {number}", number=numbers)
        return _("games {numbers}", numbers=numbers)

    def _noted(self, box: BoxLines, where: Mapping[str, str]) -> BoxLines:
        lines = []
        for line in box.lines:
            notes = [where.get(line.item.rpartition(":")[2], ""), line.note]
            if line.deck_cards:  # which are the first of its notes
                notes = [*self._decks(line.deck_cards), *line.note.split("; ")[1:]]
            lines.append(line._replace(note="; ".join(filter(None, notes))))
        return box._replace(lines=tuple(lines))

    def _decks(self, cards_here: str) -> Iterator[str]:
        """Which of these cards go into the Black Market deck of which game."""
        for number, (_game, plan) in enumerate(self.games, 1):
            deck = {
                self._reader.name(card)
                for pile in plan.beside
                if pile.name == DECK
                for card, _count in pile.takes
            }
            cards = [card for card in cards_here.split(", ") if card in deck]
            if cards:
                yield _("game {number}: {cards}", number=number, cards=", ".join(cards))


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
