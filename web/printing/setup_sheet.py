"""The setup sheet: a kingdom for a number of players on one page, and many of them as a booklet.

Everything is measured before it is printed: when a page gets too full, the next of the STEPS makes
it denser, until all of it fits. So a sheet is one page on every paper and in every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

import segno
from flask import render_template
from markupsafe import Markup, escape

from setup_rules.cards import Landscape
from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.fetch import DECK
from setup_rules.plan import Pile, SetupPlan, SupplyPile
from setup_rules.plan_request import PlanRequest
from setup_rules.problems import Severity
from setup_rules.rules import EXTRAS
from setup_rules.sentences import Note, NoteKind, Sentence, kind_of, parts_of
from web.language.card_names import Name
from web.language.phrases import so_many
from web.language.translation import gettext as _
from web.language.translation import language, ngettext, rich, translate
from web.links.codes import written
from web.links.slot_words import slot_mark
from web.printing.pdf import FONT_FACES
from web.printing.table_picture import Pen, PrintTable, TableSizes
from web.printing.text import POINT, SPARE, across, lines_of
from web.setup_sheet.fetch_list import BoxLines, FetchLine, fetch_view, slug, told
from web.setup_sheet.glyphs import GLYPH_OF
from web.setup_sheet.rows import NameStyle
from web.setup_sheet.sheet import kingdom_name, problem_row
from web.setup_sheet.spines import edition_in_words
from web.setup_sheet.start import AtHand, GlyphSentence, StartView, start_view
from web.setup_sheet.text_width import Face, fit, wrapped

Paper = Literal["a4", "letter"]

LIVE_HEIGHT = 255.0
"""Of what is printed on, 186 mm wide: it fits both papers with margins of 12 mm."""
HEADER, RULE_GAP = 26.0, 4.4
COLUMN, GUTTER, THIRD, BOTH = 60.0, 5.0, 56.0, 125.0
"""Two columns for the fetch list, the space between, the third column, the first two as one."""
TICK, GLYPH_ROOM, AMOUNT = 5.0, 4.6, 1.5
"""What a tick box takes, and a glyph of the third column; free before an amount."""
NAME_SIZES, NAME_ROOM = tuple(range(260, 150, -10)), 147.0
MANY_NAMES = 15
"""A Black Market list of so many may run under both columns."""
TICK_SIGN = "\ue000"
"""Stands for a tick box within a text; it is as wide as a letter nobody knows."""
LISTED = 38
"""Sheets in one column of a list of contents."""
LEAST_SCALE = 0.1
"""Nobody can read that, but nobody plays with 600 cards in the Black Market deck."""
STYLE = Path(__file__).resolve().parent.parent.parent / "static/printing/sheet.css"


class Sizes(NamedTuple):
    """How large everything is, in points and millimetres, and what is done to save room."""

    name: float = 11.0
    row: float = 5.0
    note: float = 8.0
    note_line: float = 3.4
    said: float = 9.0
    said_line: float = 4.1
    said_gap: float = 1.1
    heading: float = 12.0
    heading_line: float = 6.2
    section_gap: float = 3.0
    box_head: float = 6.4
    box_name: float = 12.5
    box_gap: float = 2.4
    deck_below: bool = False
    deck_third: bool = False
    """Whether the Black Market list stands in the third column instead."""
    notes_beside: bool = False
    """Whether a short note stands on the line of its name."""
    kept_below: bool = False
    """Whether what to keep at hand stands under the fetch list."""
    spill: bool = False
    """Whether boxes may stand in the third column, under what is said there."""
    run_in: bool = False
    """Whether the fetch list of a box is one paragraph."""
    table: TableSizes = TableSizes()

    def scaled(self, by: float) -> Sizes:
        """The same, smaller, the table aside."""
        lengths: dict[str, Any] = {
            field: value * by for field, value in self._asdict().items() if type(value) is float
        }
        return self._replace(**lengths)


def _steps() -> Iterator[Sizes]:
    """From the roomiest sizes to ever denser ones; in each, what is too tall moves elsewhere."""
    sizes = Sizes()
    yield sizes
    yield sizes._replace(kept_below=True)
    sizes = sizes._replace(note=7.5, note_line=3.2)
    yield sizes
    yield from _places(sizes)
    sizes = sizes._replace(
        name=10.5, row=4.5, said=8.5, said_line=3.8, said_gap=0.8, section_gap=2.4,
        heading=11.5, heading_line=5.4, box_head=5.8, box_name=11.5, box_gap=1.9,
    )  # fmt: skip
    yield from _places(sizes)
    sizes = sizes._replace(name=9.5, row=4.0, notes_beside=True)
    yield from _places(sizes)
    sizes = sizes._replace(
        table=TableSizes(11.4, 11.4, row_gap=1.6, heading=5.3, group_gap=1.4),
    )  # fmt: skip
    yield from _places(sizes)
    sizes = sizes._replace(
        name=8.5, row=3.6, note_line=3.0, said=8.0, said_line=3.5, said_gap=0.5, section_gap=1.7,
        heading=11.0, heading_line=4.8, box_head=5.0, box_name=10.5, box_gap=1.3,
        table=TableSizes(10.4, 10.4, row_gap=1.2, heading=5.0, group_gap=1.0),
    )  # fmt: skip
    yield from _places(sizes)
    sizes = sizes._replace(table=sizes.table._replace(compact=True))
    yield from _places(sizes)
    sizes = sizes._replace(
        said=7.5, said_line=3.2, said_gap=0.4, section_gap=1.4, box_head=4.7, box_gap=1.0
    )
    yield from _places(sizes)
    sizes = sizes._replace(table=sizes.table._replace(as_text=True))
    yield from _places(sizes)
    sizes = sizes._replace(run_in=True, deck_below=True)
    scale = 1.0
    while scale > LEAST_SCALE:
        for deck_third in (False, True):
            for kept_below in (False, True):
                places = sizes._replace(deck_third=deck_third, kept_below=kept_below)
                yield places.scaled(scale)
        scale *= 0.95


def _places(sizes: Sizes) -> Iterator[Sizes]:
    """The same sizes, with the long lists under both columns, boxes under the third, or both."""
    sizes = sizes._replace(deck_below=True)
    yield sizes
    yield sizes._replace(kept_below=True)
    yield sizes._replace(spill=True)
    yield sizes._replace(spill=True, kept_below=True)


STEPS = tuple(_steps())
ROOMY_STEPS = 8
"""Steps after which we look whether the smallest sizes fit at all, before we try the others."""


class LinePart(NamedTuple):
    """A line of the fetch list."""

    names: tuple[str, ...]
    amount: Markup
    beside: str
    """A note on the line of the name."""
    notes: tuple[Markup, ...]


class BoxPart(NamedTuple):
    """A box of the fetch list."""

    letters: str
    name: str
    edition: str
    lines: tuple[LinePart, ...]
    run_in: tuple[Markup, ...]
    """All of it as one paragraph, in lines."""
    height: float


class SectionPart(NamedTuple):
    """A heading with what is said under it, each in lines."""

    heading: str
    items: tuple[tuple[Markup, ...], ...]
    glyphs: tuple[str, ...]
    height: float


class PrintedSheet(NamedTuple):
    """All there is on a page."""

    id: str
    number: str
    name: str
    facts: Markup
    code: str
    qr: Markup
    drawing: Markup
    drawing_title: str
    rules: Markup
    """Sizes and places, as style rules."""
    columns: tuple[tuple[BoxPart, ...], ...]
    sections: tuple[SectionPart, ...]
    below: tuple[SectionPart, ...]
    height: float
    step: int
    """Which of the STEPS was taken."""
    listed: str
    """Its name in a list of contents."""
    summary: str
    """Players and boxes in a list of contents."""


def sheet_html(
    asked: PlanRequest, catalog: Catalog, paper: Paper, reader: NameStyle, address: str, code: str
) -> str:
    """The sheet of a kingdom as a complete document."""
    sheet = make_sheet(asked, catalog, reader, address, code)
    return render_template("printing/sheet.html", **_common(paper, (sheet,)), sheet=sheet)


def booklet_html(
    entries: Iterable[tuple[int, PlanRequest, str, str]],
    catalog: Catalog,
    paper: Paper,
    reader: NameStyle,
    title: str,
) -> str:
    """Many sheets with a list of them in front, sorted by number."""
    sheets: list[PrintedSheet] = []
    for number, asked, address, code in sorted(entries, key=lambda entry: entry[0]):
        sheets.append(
            make_sheet(asked, catalog, reader, address, code, f"k{len(sheets) + 1}", str(number))
        )
    contents = tuple(_contents(sheets))
    return render_template(
        "printing/booklet.html",
        **_common(paper, sheets),
        sheets=sheets,
        title=title,
        contents=contents,
        pages={sheet.id: len(contents) + place for place, sheet in enumerate(sheets, start=1)},
    )


def _contents(sheets: Sequence[PrintedSheet]) -> Iterator[tuple[Sequence[PrintedSheet], ...]]:
    """The list of sheets page by page, up to two columns on each."""
    for start in range(0, len(sheets), 2 * LISTED):
        page = sheets[start : start + 2 * LISTED]
        yield tuple(page[at : at + LISTED] for at in range(0, len(page), LISTED))


def _common(paper: Paper, sheets: Sequence[PrintedSheet]) -> dict[str, object]:
    rules = Markup("").join(sheet.rules for sheet in sheets)
    return {"paper": paper, "lang": language(), "style": _style() + rules}


@cache
def _style() -> Markup:
    return Markup(FONT_FACES + STYLE.read_text(encoding="utf-8"))  # noqa: S704  our own


def make_sheet(
    asked: PlanRequest,
    catalog: Catalog,
    reader: NameStyle,
    address: str,
    code: str,
    id_: str = "k1",
    number: str = "",
) -> PrintedSheet:
    """The sheet in the roomiest sizes that fit; in the smallest ones if none do."""
    content = _Content(asked, catalog, reader, address, code)
    last = len(STEPS) - 1
    for step, sizes in enumerate(STEPS):
        layout = _Layout(content, sizes)
        if layout.height <= LIVE_HEIGHT or step == last:
            return layout.sheet(id_, number, step)
        if step == ROOMY_STEPS:
            smallest = _Layout(content, STEPS[last])
            if smallest.height > LIVE_HEIGHT:
                return smallest.sheet(id_, number, last)
    raise AssertionError  # there is always a last step


def fits(asked: PlanRequest, catalog: Catalog, reader: NameStyle) -> int:
    """Which of the STEPS a kingdom takes on one page; raises if none is enough."""
    sheet = make_sheet(asked, catalog, reader, "HTTP://LOCALHOST/K/000000", "000000")
    if sheet.height > LIVE_HEIGHT:
        raise ValueError(f"{sheet.name}: {sheet.height:.0f} mm")
    return sheet.step


class _Content:
    """What is to be said, before it is laid out."""

    def __init__(
        self, asked: PlanRequest, catalog: Catalog, reader: NameStyle, address: str, code: str
    ) -> None:
        self.game = asked.game(catalog)
        self.plan = plan_setup(self.game)
        name = self.name = reader.name
        self.title = kingdom_name(self.game, name)
        self.boxes = fetch_view(self.plan, asked, catalog, {}, name).sides[0].boxes
        self.start = start_view(self.game, self.plan, {}, name)
        self.table = PrintTable(self.plan, catalog, name)
        self.address, self.code = address, code
        self._heights: dict[TableSizes, float] = {}
        self._run_in: dict[tuple[str, bool], Markup] = {}

    def run_in(self, box: BoxLines, deck_apart: bool) -> Markup:
        """A box and its cards as running text; the same for all sizes."""
        key = (box.spine.box, deck_apart)
        if key not in self._run_in:
            lines = [line for line in box.lines if not (deck_apart and _is_deck(line))]
            self._run_in[key] = _run_in(box, lines)
        return self._run_in[key]

    def table_height(self, sizes: TableSizes) -> float:
        """How tall the table gets; most steps leave it as it was."""
        if sizes not in self._heights:
            self._heights[sizes] = self.table.height(sizes)
        return self._heights[sizes]

    @cached_property
    def deck_names(self) -> int:
        """How many cards the Black Market deck names."""
        return len(self.game.kingdom.deck)

    @cached_property
    def sections(self) -> tuple[tuple[str, tuple[GlyphSentence, ...]], ...]:
        """The third column, all but what to keep at hand."""
        plan, start = self.plan, self.start
        ends = Markup(" ").join(end.text for end in start.ends)
        ends = Markup("{} {}").format(_("at the end of a turn, when"), ends)
        begins = escape(_("Left of the last winner; first game: anyone at random"))
        sections = (
            (_("Mend first"), tuple(self._errors())),
            (
                _("Each of the {number} players takes", number=plan.players),
                (*self._taken(start), *start.first),
            ),
            (_("Decided by the draw"), tuple(self._decided())),
            (_("Shuffle"), tuple(self._shuffled())),
            (_("Who begins"), (GlyphSentence("flag", begins),)),
            (_("The game ends"), (GlyphSentence("victory", ends),)),
        )
        return tuple((heading, said) for heading, said in sections if said)

    @cached_property
    def kept(self) -> tuple[GlyphSentence, ...]:
        """What to keep at hand."""
        return tuple(AtHand(self.game, self.plan, self.name).kept())

    def _errors(self) -> Iterator[GlyphSentence]:
        for problem in self.plan.problems:
            if problem.severity is Severity.ERROR:
                yield GlyphSentence("bad", escape(problem_row(problem, self.name).message))

    def _taken(self, start: StartView) -> Iterator[GlyphSentence]:
        deck = ", ".join(so_many(pile.number, pile.name) for pile in start.deck)
        if deck:
            yield GlyphSentence(start.deck[0].glyph, rich("<b>{cards}</b>", cards=deck))
        mats = ", ".join(mat.name for mat in start.mats if not mat.loose)
        if mats:
            yield GlyphSentence("table", rich("<b>{cards}</b>", cards=mats))

    def _decided(self) -> Iterator[GlyphSentence]:
        game, name = self.game, self.name
        draws = (
            (
                "platinum_colony",
                "treasure",
                _("Platinum & Colony: yes"),
                _("Platinum & Colony: no"),
            ),
            ("shelters", "shelter", _("Shelters: yes"), _("Shelters: no")),
        )
        for draw, glyph, yes, no in draws:
            used: bool = getattr(game, draw)
            chosen: bool | None = getattr(game.kingdom, draw)
            if not (used or getattr(self.plan.odds, draw) or chosen is not None):
                continue
            card = game.kingdom.drawn.get(f"{draw}_card")
            why = _("{card} decided", card=name(card.name)) if card else ""
            if chosen is None and not used:
                why = _("not decided: planned without")
            what = yes if used else no
            text = rich("<b>{what}</b>, {why}", what=what, why=why)
            yield GlyphSentence(glyph, text if why else rich("<b>{what}</b>", what=what))
        for slot in EXTRAS:
            if slot.is_pile and not slot.glyph and slot.key in game.slots:
                mark, there = slot_mark(slot, name), name(game.slots[slot.key].name)
                yield GlyphSentence("table", rich("<b>{what}:</b> {card}", what=mark, card=there))
        for slot in EXTRAS:
            thing = game.slots.get(slot.key)
            if isinstance(thing, Landscape):
                kind = thing.kind.capitalize()
                text = rich("<b>{what}:</b> {card}", what=_(kind), card=name(thing.name))
                yield GlyphSentence(GLYPH_OF[kind], text)
        yield from AtHand(game, self.plan, name).decided()

    def _shuffled(self) -> Iterator[GlyphSentence]:
        glyphs = {tile.name: tile.glyphs for tile in self.table.picture.tiles}
        piles: tuple[SupplyPile | Pile, ...] = (*self.plan.supply, *self.plan.beside)
        for pile in piles:
            notes = parts_of(pile.note, "; ")
            if any(kind_of(note) in SHUFFLED for note in notes):
                title = self.name(pile.name)
                how = ", ".join(_how(note, pile.count, self.name) for note in notes)
                glyph = next(iter(glyphs.get(title, ())), "swap")
                yield GlyphSentence(glyph, rich("<b>{pile}:</b> {how}", pile=title, how=how))


SHUFFLED = (NoteKind.SHUFFLED, NoteKind.SHUFFLED_TOP_UP, NoteKind.SHUFFLED_PART)
"""Notes on shuffling, which stand under a heading that says the word."""


def _how(note: str, count: int, name: Name) -> str:
    kind = kind_of(note)
    if kind is NoteKind.SHUFFLED:
        return ngettext("{number} card, face down", "{number} cards, face down", count)
    if kind is NoteKind.SHUFFLED_TOP_UP:
        return ngettext(
            "{number} card, top card face up", "{number} cards, top card face up", count
        )
    if isinstance(note, Note) and kind is NoteKind.SHUFFLED_PART:
        return _("all {total}, count off {number}", **note.values)
    return told(note, name)


class _Layout:
    """The content in one of the sizes."""

    def __init__(self, content: _Content, sizes: Sizes) -> None:
        self.content, self.sizes = content, sizes
        self.column = THIRD if sizes.spill else COLUMN
        """How wide a box may be."""
        self.rule = HEADER + content.table_height(sizes.table) + RULE_GAP
        self.top = self.rule + 2.2
        """Where the headings of the columns begin."""
        sections = [self._section(*section, THIRD) for section in content.sections]
        kept = [(_("Keep at hand"), content.kept)] if content.kept else []
        deck_apart = self._deck_apart()
        below: list[SectionPart] = []
        if deck_apart:
            (sections if sizes.deck_third else below).append(self._deck(deck_apart))
        if sizes.kept_below:
            below += [self._section(*section, BOTH) for section in kept]
        else:
            sections += [self._section(*section, THIRD) for section in kept]
        self.sections, self.below = tuple(sections), tuple(below)
        boxes = [
            self._box(box, bool(deck_apart))
            for box in content.boxes
            if not (sizes.run_in and deck_apart and all(map(_is_deck, box.lines)))
        ]
        self.list_top = self.top + sizes.heading_line + 0.3
        self.third_top = self.top + self._stacked(self.sections) + sizes.section_gap
        self.columns = self._columns(boxes)
        tallest = max((self._tall(column) for column in self.columns[:2]), default=0)
        self.below_top = self.list_top + tallest + sizes.section_gap
        fetch_end = self.below_top + self._stacked(self.below) - (0 if below else sizes.section_gap)
        third_end = self.third_top - sizes.section_gap
        if self.columns[2:]:
            third_end = self.third_top + self._tall(self.columns[2])
        self.height = max(fetch_end, third_end)

    # The third column

    def _stacked(self, sections: Sequence[SectionPart]) -> float:
        gaps = self.sizes.section_gap * max(0, len(sections) - 1)
        return sum(section.height for section in sections) + gaps

    def _section(self, heading: str, said: Sequence[GlyphSentence], room: float) -> SectionPart:
        sizes = self.sizes
        items = tuple(lines_of(item.text, room - GLYPH_ROOM, sizes.said) for item in said)
        height = sizes.heading_line + sum(
            len(lines) * sizes.said_line + sizes.said_gap for lines in items
        )
        return SectionPart(heading, items, tuple(item.glyph for item in said), height)

    # The fetch list

    def _deck_apart(self) -> tuple[Markup, ...]:
        """The Black Market list, box by box, where it runs under both columns."""
        content = self.content
        if not self.sizes.deck_below or content.deck_names < MANY_NAMES:
            return ()
        letters = {box.spine.box: box.spine.letters for box in content.boxes}
        parts = [
            rich(
                "<b>{box}</b> {cards}",
                box=f"{TICK_SIGN if self.sizes.run_in else ''}{letters[box.box]}",
                cards=translate(item.note.values["cards"], content.name),
            )
            for box in content.plan.fetch
            for item in box.items
            if item.what == DECK and isinstance(item.note, Sentence)
        ]
        said = rich("one each: {cards}", cards=Markup("; ").join(parts))
        room = THIRD if self.sizes.deck_third else BOTH
        return lines_of(said, room, self.sizes.note)

    def _deck(self, lines: tuple[Markup, ...]) -> SectionPart:
        sizes = self.sizes
        height = sizes.heading_line + len(lines) * sizes.note_line
        return SectionPart(self.content.name(DECK), (lines,), (), height)

    def _box(self, box: BoxLines, deck_apart: bool) -> BoxPart:
        sizes, spine = self.sizes, box.spine
        edition = which_box(box)
        lines = [line._replace(note="") if deck_apart and _is_deck(line) else line
                 for line in box.lines]  # fmt: skip
        if sizes.run_in:
            said = lines_of(self.content.run_in(box, deck_apart), BOTH, sizes.name)
            height = len(said) * sizes.row + sizes.box_gap
            return BoxPart(spine.letters, spine.name, edition, (), said, height)
        parts = tuple(self._line(line) for line in lines)
        height = sizes.box_head + sum(self._line_height(part) for part in parts)
        name = fit(
            spine.name,
            (self.column - 8 - across(edition, sizes.note, Face.TEXT) - SPARE) / POINT * 10,
            Face.NAMES,
            (int(sizes.box_name * 10),),
            (1,),
        ).lines[0]
        return BoxPart(spine.letters, name, edition, parts, (), height)

    def _line(self, line: FetchLine) -> LinePart:
        sizes = self.sizes
        amount = amount_of(line)
        taken = across(_plain(amount), sizes.note + 1.5, Face.BOLD) + AMOUNT
        room = self.column - TICK - taken - SPARE
        names = wrapped(line.name, room, sizes.name * POINT, Face.NAMES)
        note = escape(line.note)
        if sizes.notes_beside and len(names) == 1 and note:
            used = across(names[0], sizes.name, Face.NAMES) + 1.5
            if used + across(line.note, sizes.note, Face.TEXT) <= room:
                return LinePart(names, amount, line.note, ())
        notes = lines_of(note, self.column - TICK, sizes.note) if note else ()
        return LinePart(names, amount, "", notes)

    def _line_height(self, line: LinePart) -> float:
        sizes = self.sizes
        more = (len(line.names) - 1) * self.name_step
        return sizes.row + more + len(line.notes) * sizes.note_line

    @property
    def name_step(self) -> float:
        """From one line of a name to the next."""
        return self.sizes.name * POINT

    def _tall(self, column: Sequence[BoxPart]) -> float:
        gaps = 0 if self.sizes.run_in else self.sizes.box_gap * max(0, len(column) - 1)
        return sum(box.height for box in column) + gaps

    def _columns(self, boxes: Sequence[BoxPart]) -> tuple[tuple[BoxPart, ...], ...]:
        if self.sizes.run_in:
            return (tuple(boxes),)
        return self._spilled(boxes) if self.sizes.spill else self._balanced(boxes)

    def _spilled(self, boxes: Sequence[BoxPart]) -> tuple[tuple[BoxPart, ...], ...]:
        """Three columns in shelf order, as even as can be; the third begins lower."""
        below = self._stacked(self.below) + (self.sizes.section_gap if self.below else 0)

        def end(columns: tuple[tuple[BoxPart, ...], ...]) -> float:
            first, second, third = (self._tall(column) for column in columns)
            return max(
                self.list_top + max(first, second) + below, self.third_top + third if third else 0
            )

        splits = (
            (tuple(boxes[:one]), tuple(boxes[one:two]), tuple(boxes[two:]))
            for one in range(len(boxes) + 1)
            for two in range(one, len(boxes) + 1)
        )
        return min(splits, key=end)

    def _balanced(self, boxes: Sequence[BoxPart]) -> tuple[tuple[BoxPart, ...], ...]:
        """Both columns as even as can be: in shelf order, or else with boxes picked out."""
        splits = [(tuple(boxes[:n]), tuple(boxes[n:])) for n in range(1, len(boxes) + 1)]
        best = min(splits, key=self._taller, default=((), ()))
        if self.list_top + self._taller(best) <= LIVE_HEIGHT:
            return best
        return min(best, self._picked(boxes), key=self._taller)

    def _taller(self, columns: tuple[tuple[BoxPart, ...], ...]) -> float:
        return max(self._tall(column) for column in columns)

    def _picked(self, boxes: Sequence[BoxPart]) -> tuple[tuple[BoxPart, ...], ...]:
        """Half of the height on the left, as near as choosing boxes comes to it."""
        sums: dict[int, tuple[int, ...]] = {0: ()}
        heights = [round((box.height + self.sizes.box_gap) * 10) for box in boxes]
        for place, height in enumerate(heights):
            for total, those in list(sums.items()):
                sums.setdefault(total + height, (*those, place))
        half = sum(heights) / 2
        left = sums[min(sums, key=lambda total: abs(total - half))]
        if 0 not in left:
            left = tuple(place for place in range(len(boxes)) if place not in left)
        return (
            tuple(boxes[place] for place in left),
            tuple(box for place, box in enumerate(boxes) if place not in left),
        )

    # The page

    def sheet(self, id_: str, number: str, step: int) -> PrintedSheet:
        """The whole page."""
        content = self.content
        size, (name,) = fit(
            content.title, NAME_ROOM / POINT * 10, Face.NAMES, NAME_SIZES, (1,) * len(NAME_SIZES)
        )
        return PrintedSheet(
            id_,
            number,
            name,
            _facts(content.plan, number),
            written(content.code),
            qr_drawing(content.address, content.code),
            self._drawing(),
            content.table.picture.title,
            self._rules(id_, size / 10),
            self.columns,
            self.sections,
            self.below,
            self.height,
            step,
            _listed(content.title, 50, Face.NAMES, 110),
            _listed(_summary(content), 26, Face.TEXT, 80),
        )

    def _drawing(self) -> Markup:
        """The table, the rule under it, and the glyphs of the third column."""
        sizes, pen = self.sizes, Pen()
        drawn, bottom = self.content.table.draw(HEADER, sizes.table)
        pen.path(f"M0 {bottom + RULE_GAP:.2f}h186", line=0.35)
        groups = ((self.sections, self.top, 2 * (COLUMN + GUTTER)), (self.below, self.below_top, 0))
        for sections, y, x in groups:
            for section in sections:
                at = y + sizes.heading_line
                size = min(2.9, sizes.said_line * 0.72)
                for glyph, lines in zip(section.glyphs, section.items, strict=False):
                    pen.glyph(glyph, x + 0.1, at + (sizes.said_line - size) / 2, size)
                    at += len(lines) * sizes.said_line + sizes.said_gap
                y += section.height + sizes.section_gap
        return drawn + pen.drawn()

    def _rules(self, id_: str, title: float) -> Markup:
        sizes = self.sizes
        tick = min(2.9, sizes.row * 0.66)
        lengths = {
            "tick": tick, "tick-top": (sizes.row - tick) / 2,
            "top": self.top, "list": self.list_top, "below": self.below_top,
            "third-top": self.third_top, "row": sizes.row,
            "step": self.name_step, "note-line": sizes.note_line, "said-line": sizes.said_line,
            "said-gap": sizes.said_gap, "h2-line": sizes.heading_line,
            "section-gap": sizes.section_gap, "box-head": sizes.box_head, "box-gap": sizes.box_gap,
        }  # fmt: skip
        points = {
            "title": title, "name": sizes.name, "note": sizes.note, "said": sizes.said,
            "h2": sizes.heading, "box-name": sizes.box_name, "amount": sizes.note + 1.5,
        }  # fmt: skip
        said = [f"--{key}:{value:.2f}mm" for key, value in lengths.items()]
        said += [f"--{key}:{value:.2f}pt" for key, value in points.items()]
        return Markup(f"#{id_}{{{';'.join(said)}}}")  # noqa: S704  made of numbers


def _listed(text: str, room: float, face: Face, size: int) -> str:
    """A text on one line of this size in tenths of a point, cut if it is too long."""
    return fit(text, room / POINT * 10, face, (size,), (1,)).lines[0]


def _summary(content: _Content) -> str:
    letters = " ".join(box.spine.letters for box in content.boxes)
    return f"{ngettext('{number} player', '{number} players', content.plan.players)} · {letters}"


def _is_deck(line: FetchLine) -> bool:
    return line.item.endswith(f":{slug(DECK)}")


def which_box(box: BoxLines) -> str:
    """`1st edition`, `promo card`, and how often the box is there."""
    said = [edition_in_words(box.spine)]
    if box.spine.promo:
        said.append(_("promo card"))
    if box.spine.added:
        said.append(_("added here"))
    if box.copies > 1:
        said.append(_("{number} copies", number=box.copies))
    return ", ".join(part for part in said if part)


def amount_of(line: FetchLine) -> Markup:
    """`all 10`: take the whole pile; `count 8`: count."""
    if not line.whole:
        return rich("count <b>{number}</b>", number=line.number)
    if line.number == 1:
        return rich("<b>1</b>")
    return rich("all <b>{number}</b>", number=line.number)


def _plain(text: Markup) -> str:
    return text.striptags()


def _run_in(box: BoxLines, lines: Iterable[FetchLine]) -> Markup:
    said = [rich("<b>{letters} {box}:</b>", letters=box.spine.letters, box=box.spine.name)]
    for line in lines:
        item = rich("<b>{tick}{name}</b> {amount}", tick=TICK_SIGN, name=line.name,
                    amount=amount_of(line))  # fmt: skip
        said.append(item + escape(f" ({line.note})" if line.note else ""))
    return Markup(" ").join(said)


def _facts(plan: SetupPlan, number: str) -> Markup:
    """How many players, boxes and piles, under the name."""
    players = ngettext("{number} player", "{number} players", plan.players)
    boxes = ngettext("{number} box", "{number} boxes", len(plan.fetch))
    supply, beside = len(plan.supply), sum(bool(pile.count) for pile in plan.beside)
    if beside:
        piles = ngettext(
            "{number} pile in the Supply, {beside} beside it",
            "{number} piles in the Supply, {beside} beside it",
            supply,
            beside=beside,
        )
    else:
        piles = ngettext("{number} pile in the Supply", "{number} piles in the Supply", supply)
    first = Markup("<b>{}</b>").format(players)
    if number:
        first = Markup("<b>{}</b> · {}").format(_("No. {number}", number=number), first)
    return Markup("{} · {} · {}").format(first, boxes, piles)


def qr_drawing(address: str, code: str) -> Markup:
    """The modules of the QR code as one outline, on a square of 19 mm without what stays white.

    A short address is written in capitals, which make the code smaller.
    """
    short = bool(code) and address.upper().endswith(f"/K/{code}")
    made = segno.make(address.upper() if short else address, error="m", micro=False)
    rows = list(made.matrix)
    size = 19 / len(rows)
    path = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            length = 0
            while x + length < len(row) and row[x + length]:
                length += 1
            if length:
                path.append(
                    f"M{x * size:.3f} {y * size:.3f}h{length * size:.3f}v{size:.3f}"
                    f"h-{length * size:.3f}z"
                )
            x += length or 1
    return Markup(f'<path fill="#000" d="{"".join(path)}"/>')  # noqa: S704  made of numbers
