"""What a setup sheet says, from the SetupSheet, before it is laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from markupsafe import Markup, escape

from web.language.phrases import or_list, so_many
from web.language.translation import gettext as _
from web.language.translation import ngettext, rich
from web.printing.sheet.table import PrintTable, TableSizes
from web.printing.text import JOINED, some_boxes
from web.setup_sheet.brings import BringKind
from web.setup_sheet.fetch_list import BoxLines, FetchLine
from web.setup_sheet.setup_sheet import SetupSheet
from web.setup_sheet.sheet import ProblemRow
from web.setup_sheet.start import GlyphSentence, StartView

TICK_SIGN = "\ue000"
"""Stands for a tick box within a text; it is as wide as a letter nobody knows."""

NAMED_WITH_REASON = (BringKind.PILE, BringKind.DECK, BringKind.ASIDE, BringKind.HEIRLOOM)
"""What is told under the name of the kingdom; the rest stands among what the draw decided."""

Section = tuple[str, tuple[GlyphSentence, ...]]
"""A heading and what is said under it."""


class Content:
    """What is to be said, and what of its measures is the same in many sizes."""

    def __init__(self, sheet: SetupSheet, begins: str = "") -> None:
        self.sheet = sheet
        self._begins = begins or _("Left of the last winner; first game: at random")
        self.boxes = sheet.fetch.sides[0].boxes
        self.table = PrintTable(sheet.table)
        self._heights: dict[TableSizes, float] = {}
        self._run_in: dict[tuple[str, bool], Markup] = {}

    def run_in(self, box: BoxLines, deck_apart: bool) -> Markup:
        """A box and its cards as running text."""
        key = (box.spine.box, deck_apart)
        if key not in self._run_in:
            lines = [line for line in box.lines if not (deck_apart and line.deck_cards)]
            self._run_in[key] = _run_in(box, lines)
        return self._run_in[key]

    def table_height(self, sizes: TableSizes) -> float:
        """How tall the table gets; most steps leave it as it was."""
        if sizes not in self._heights:
            self._heights[sizes] = self.table.height(sizes)
        return self._heights[sizes]

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The third column, all but problems and what to keep at hand."""
        sheet, start = self.sheet, self.sheet.start
        sections = (
            (
                ngettext(
                    "The {number} player takes", "Each of the {number} players takes", sheet.players
                ),
                (*_taken(start), *start.first),
            ),
            (_("Drawn for this kingdom"), sheet.decided),
            (_("Place tokens"), start.placing),
            (_("Shuffle"), sheet.table.shuffled),
            (_("Who goes first"), (GlyphSentence("flag", escape(self._begins)),)),
            (_("The game ends"), (GlyphSentence("victory", _ends(start)),)),
        )
        return tuple(section for section in sections if section[1])

    @cached_property
    def problems(self) -> tuple[Section, ...]:
        """What is wrong, each with its remedy."""
        sections = (
            (_("Fix first"), tuple(map(_with_remedy, self.sheet.errors))),
            (_("Watch out"), tuple(map(_with_remedy, self.sheet.warnings))),
        )
        return tuple(section for section in sections if section[1])

    @property
    def kept(self) -> tuple[Section, ...]:
        """What to keep at hand, if there is anything."""
        kept = (*self.sheet.start.reserves, *self.sheet.start.reminders)
        return ((_("Keep at hand"), kept),) if kept else ()

    @cached_property
    def remarks(self) -> tuple[Markup, ...]:
        """Under the name: which cards ask for what, and advice."""
        brought = (
            Markup("<b>{}</b>{}").format(thing.what, f" {thing.why}" if thing.why else ".")
            for thing in self.sheet.brings
            if thing.kind in NAMED_WITH_REASON
        )
        advice = (_with_remedy(hint).text for hint in self.sheet.hints)
        return tuple(map(escape, (*brought, *advice, *self.sheet.notes)))

    def summary(self, fits: Callable[[str], bool]) -> str:
        """Players and boxes, for a list of contents."""
        players = ngettext("{number} player", "{number} players", self.sheet.players)
        letters = [box.spine.letters for box in self.boxes]
        boxes = some_boxes(letters, lambda text: fits(f"{players} · {text}"))
        return f"{players} · {boxes}" if boxes else players

    def facts(self, number: str) -> Markup:
        """How many players, boxes and piles, under the name; after the number in a booklet."""
        players = ngettext("{number} player", "{number} players", self.sheet.players)
        first = Markup("<b>{}</b>").format(players)
        if number:
            first = Markup("<b>{}</b> · {}").format(_("No. {number}", number=number), first)
        return Markup("{} · {} · {}").format(first, self.sheet.fetch.opens, self.sheet.counts.words)


def box_remarks(box: BoxLines) -> str:
    """`1st edition, 2 copies`."""
    return ", ".join(filter(None, (box.edition, *box.remarks)))


def _with_remedy(problem: ProblemRow) -> GlyphSentence:
    return GlyphSentence(problem.kind, escape(f"{problem.message} {problem.fix}".strip()))


def _ends(start: StartView) -> Markup:
    """How the game ends, in one sentence."""
    piles = or_list(end.pile for end in start.ends if end.pile)
    if start.ends[-1].piles > 3:
        said = rich(
            "After a turn if the <b>{piles}</b> pile or any <b>4</b> Supply piles are empty.",
            piles=piles,
        )
    else:
        said = rich(
            "After a turn if the <b>{piles}</b> pile or any <b>3</b> Supply piles are empty.",
            piles=piles,
        )
    return said


def _taken(start: StartView) -> Iterable[GlyphSentence]:
    """The cards and the mats that each player takes, each in one line."""
    cards = ", ".join(so_many(pile.number, pile.name) for pile in start.deck)
    if cards:
        yield GlyphSentence(start.deck[0].glyph, rich("<b>{cards}</b>", cards=cards))
    mats = ", ".join(mat.name for mat in start.mats if not mat.loose)
    if mats:
        yield GlyphSentence("table", rich("<b>{cards}</b>", cards=mats))


def _run_in(box: BoxLines, lines: Iterable[FetchLine]) -> Markup:
    texts = [rich("<b>{letters} {box}:</b>", letters=box.spine.letters, box=box.spine.name)]
    for line in lines:
        item = rich(
            "<b>{tick}{name}</b>{joined}{amount}",
            tick=TICK_SIGN,
            name=line.name,
            joined=JOINED,
            amount=line.amount.replace(" ", JOINED),
        )
        texts.append(item + escape(f" ({line.note})" if line.note else ""))
    return Markup(" ").join(texts)
