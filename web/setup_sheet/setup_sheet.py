"""SetupSheet: a plan in the reader's words; pages, sheets and cards lay it out as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.fetch import fetch_list
from setup_rules.kingdom import Game
from setup_rules.plan import SetupPlan
from setup_rules.plan_request import PlanRequest
from web.language.translation import gettext as _
from web.language.translation import rich
from web.setup_sheet.brings import Bring, BringKind, brings
from web.setup_sheet.draws import DrawResult, draw_results
from web.setup_sheet.fetch_list import FetchView, fetch_view
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.rows import CardRow, CardRows
from web.setup_sheet.sheet import PileCounts, ProblemRow, kingdom_name, problem_row, quiet_notes
from web.setup_sheet.start import BEGINS, GlyphSentence, StartView, begins_in_words, start_view
from web.setup_sheet.storage import place_finder
from web.setup_sheet.table.facts import TableFacts, table_facts


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """Everything there is to say about setting a kingdom up, in the order in which it is shown."""

    name: str
    players: int
    roll: tuple[CardRow, ...]
    """The ten."""
    extras: tuple[CardRow, ...]
    landscapes: tuple[CardRow, ...]
    draws: tuple[DrawResult, ...]
    brings: tuple[Bring, ...]
    problems: tuple[ProblemRow, ...]
    notes: tuple[str, ...]
    """Advice that is said in one line each, in small."""
    fetch: FetchView
    table: TableFacts
    start: StartView

    @property
    def rows(self) -> tuple[CardRow, ...]:
        """All piles and landscapes that have a row."""
        return (*self.roll, *self.extras, *self.landscapes)

    @property
    def errors(self) -> tuple[ProblemRow, ...]:
        """What must be mended before anybody can play."""
        return tuple(problem for problem in self.problems if problem.kind == "bad")

    @property
    def advice(self) -> tuple[ProblemRow, ...]:
        """What could be better about it."""
        return tuple(problem for problem in self.problems if problem.kind != "bad")

    @property
    def warnings(self) -> tuple[ProblemRow, ...]:
        """What can be played around."""
        return tuple(problem for problem in self.problems if problem.kind == "warn")

    @property
    def hints(self) -> tuple[ProblemRow, ...]:
        """Advice that is no warning."""
        return tuple(problem for problem in self.problems if problem.kind == "hint")

    @property
    def market_deck(self) -> tuple[str, ...]:
        """The cards of the Black Market deck, by the alphabet."""
        decks = (one.cards for one in self.brings if one.kind is BringKind.DECK)
        return next(decks, ())

    @property
    def boons(self) -> str:
        """The Boons of Druid, in a list; empty if there are none."""
        return next((one.why for one in self.brings if one.kind is BringKind.BOONS), "")

    @property
    def decided(self) -> tuple[GlyphSentence, ...]:
        """All that was drawn for this kingdom, in one list."""
        return (*self._draws_decided(), *self._cards_drawn(), *self.start.decided)

    def _draws_decided(self) -> Iterator[GlyphSentence]:
        for draw in self.draws:
            if draw.in_question:
                text = rich("<b>{what}</b>", what=draw.what)
                if draw.why:
                    text = rich("<b>{what}</b>, {why}", what=draw.what, why=draw.why)
                yield GlyphSentence(draw.glyph, text)

    def _cards_drawn(self) -> Iterator[GlyphSentence]:
        piles = ((row, "table", row.mark) for row in self.extras)
        landscapes = ((row, row.glyph, row.types[0].word) for row in self.landscapes)
        for row, glyph, what in (*piles, *landscapes):
            if row.is_drawn:
                yield GlyphSentence(glyph, rich("<b>{what}:</b> {card}", what=what, card=row.name))

    @property
    def counts(self) -> PileCounts:
        """How many piles there are."""
        return self.table.counts

    @property
    def counts_in_words(self) -> str:
        """The same in sentences, and whether tokens lie on piles."""
        sentence = f"{self.counts.words}."
        if any(pile.tokens for pile in self.table.supply):
            return f"{sentence} {_('Some piles have tokens on them.')}"
        return sentence

    def marked(self, marks: Mapping[str, str], *, read_only: bool) -> SetupSheet:
        """The same with the ticks and other marks that are kept of it."""
        start = self.start._replace(begins=begins_in_words(marks.get(BEGINS, "")))
        return replace(
            self,
            fetch=self.fetch.marked(marks)._replace(read_only=read_only),
            start=start._replace(read_only=read_only),
        )


def setup_sheet(
    asked: PlanRequest,
    catalog: Catalog,
    reader: NameStyle,
) -> SetupSheet:
    """The setup of a kingdom; `SetupSheet.marked` adds what is kept of it."""
    game = asked.game(catalog)
    return sheet_of(asked, game, plan_setup(game), reader)


def sheet_of(
    asked: PlanRequest,
    game: Game,
    plan: SetupPlan,
    reader: NameStyle,
) -> SetupSheet:
    """The same for a plan that was made before."""
    catalog, name = game.collection.catalog, reader.name
    find = place_finder(reader.storage, catalog, name)
    if find:
        plan = replace(plan, fetch=fetch_list(game, plan, find))
    rows = CardRows(game, plan, reader)
    draws = draw_results(game, plan, name)
    return SetupSheet(
        name=kingdom_name(game, name),
        players=plan.players,
        roll=tuple(rows.roll()),
        extras=tuple(rows.extras()),
        landscapes=tuple(rows.landscapes()),
        draws=draws,
        brings=brings(game, plan, draws, name),
        problems=tuple(problem_row(one, name) for one in plan.problems if not one.quiet),
        notes=quiet_notes(plan.problems, name),
        fetch=fetch_view(plan, asked, catalog, reader),
        table=table_facts(plan, catalog, name),
        start=start_view(game, plan, name),
    )
