"""Lays a setup sheet out in given sizes: columns of boxes, sections, and how tall all of it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from web.language.translation import gettext as _
from web.language.translation import rich
from web.printing.sheet.content import TICK_SIGN, Content, Section, box_remarks
from web.printing.sheet.pen import WIDTH
from web.printing.sheet.sizes import Over, Sizes
from web.printing.text import JOINED, POINT, SPARE, across, lines_of
from web.setup_sheet.fetch_list import BoxLines, FetchLine
from web.setup_sheet.start import GlyphSentence
from web.setup_sheet.text_width import Face, fit, wrapped

LIVE_HEIGHT = 255.0
"""Of what is printed on, 186 mm wide: it fits both papers with margins of 12 mm."""
HEADER, RULE_GAP, UNDER_RULE, UNDER_HEADING = 26.0, 4.4, 2.2, 0.3
"""What the head of the page takes; free above and under the rule; under the list's heading."""
COLUMN, GUTTER, THIRD, BOTH, OVER = 60.0, 5.0, 56.0, 125.0, 90.0
"""Two columns for the fetch list, the space between, the third column, the first two as one; a
column of another page."""
TICK, GLYPH_ROOM, AMOUNT, LETTERS = 5.0, 4.6, 1.5, 8.0
"""What a tick box takes, a glyph of the third column, and letters of a box; before an amount."""
AMOUNT_LARGER = 1.5
"""How many points an amount is larger than a note."""
REMARK, REMARK_LINE, REMARKS_ROOM, IN_HEADER, ABOVE_REMARKS = 7.0, 2.8, 149.0, 3, 1.4
"""Remarks: their size in points, from line to line, room across, lines in the head of the page,
free above them elsewhere."""
MANY_NAMES = 15
"""A Black Market list of so many may run under both columns."""


Lines = tuple[Markup, ...]
"""Text, broken into lines."""


class LinePart(NamedTuple):
    """A line of the fetch list."""

    names: tuple[str, ...]
    amount: Markup
    beside: str
    """A note on the line of the name."""
    notes: Lines


class BoxPart(NamedTuple):
    """A box of the fetch list."""

    letters: str
    names: tuple[str, ...]
    edition: str
    lines: tuple[LinePart, ...]
    run_in: Lines
    """All of it as one paragraph, in lines."""
    height: float


class SectionPart(NamedTuple):
    """A heading with what is said under it, each in lines."""

    heading: str
    items: tuple[Lines, ...]
    glyphs: tuple[str, ...]
    height: float


class PageLayout:
    """The content in one of the sizes."""

    def __init__(self, content: Content, sizes: Sizes) -> None:
        self.content, self.sizes = content, sizes
        self.column = THIRD if sizes.spill else COLUMN
        """How wide a box may be."""
        self.rule = HEADER + content.table_height(sizes.table) + RULE_GAP
        self.top = self.rule + UNDER_RULE
        """Where the headings of the columns begin."""
        self.sections, self.below, self.over = self._sections()
        """In the third column, under the fetch list, and on another page."""
        self.heading = self._heading_size()
        boxes = self._boxes()
        self.list_top = self.top + sizes.heading_line + UNDER_HEADING
        self.third_head = self.top + self._stacked(self.sections)
        self.third_head += sizes.section_gap if self.sections else 0
        """Where boxes in the third column have their heading, and where they begin."""
        self.third_top = self.third_head + sizes.heading_line + UNDER_HEADING
        self.boxes_over = boxes if sizes.over is Over.ALL else ()
        self.columns = self._columns(() if self.boxes_over else boxes)
        tallest = max((self._tall(column) for column in self.columns[:2]), default=0)
        self.below_top = self.list_top + tallest + sizes.section_gap
        fetch_end = self.below_top + self._stacked(self.below)
        fetch_end -= 0 if self.below else sizes.section_gap
        third_end = self.third_head - sizes.section_gap
        if any(self.columns[2:]):
            third_end = self.third_top + self._tall(self.columns[2])
        self.remarks, self.more_remarks, self.remarks_over = self._remarks()
        """Lines in the head of the page and under all else; or all remarks on another page."""
        self.more_remarks_top = max(fetch_end, third_end)
        self.more_remarks_top += ABOVE_REMARKS if self.more_remarks else 0
        self.height = self.more_remarks_top + len(self.more_remarks) * REMARK_LINE

    def _sections(self) -> tuple[tuple[SectionPart, ...], ...]:
        content, sizes = self.content, self.sizes
        problems = () if sizes.problems_above else content.problems
        every = (*problems, *content.sections, *content.kept)
        if sizes.over is not Over.NOTHING:
            return (), (), (*self._parts(every, OVER), *self._deck(OVER, sizes.text))
        third, below = (
            (content.sections, (*problems, *content.kept)) if sizes.kept_below else (every, ())
        )
        deck_third = self._deck(THIRD, sizes.note) if sizes.deck_third else ()
        deck_below = () if sizes.deck_third else self._deck(BOTH, sizes.note)
        return (
            (*self._parts(third, THIRD), *deck_third),
            (*self._parts(below, BOTH), *deck_below),
            (),
        )

    def _remarks(self) -> tuple[Lines, Lines, tuple[Lines, ...]]:
        problems = self.content.problems if self.sizes.problems_above else ()
        remarks = (*_run_in(problems), *self.content.remarks)
        there = len(remarks)
        while len(_remark_lines(remarks[:there])) > IN_HEADER:
            there -= 1
        if self.sizes.over is not Over.NOTHING and there < len(remarks):
            return (), (), tuple(lines_of(one, OVER, self.sizes.text) for one in remarks)
        return _remark_lines(remarks[:there]), _remark_lines(remarks[there:]), ()

    def _boxes(self) -> list[BoxPart]:
        left_out = self.sizes.run_in and self._deck_apart
        return [
            self._box(box)
            for box in self.content.boxes
            if not (left_out and all(line.deck_cards for line in box.lines))
        ]

    # The third column

    def _heading_size(self) -> float:
        """The size of headings: smaller where one would be wider than the third column."""
        widths = (across(one.heading, 1, Face.NAMES) for one in self.sections)
        return min(self.sizes.heading, (THIRD - SPARE) / max(widths, default=1))

    def _stacked(self, sections: Sequence[SectionPart]) -> float:
        gaps = self.sizes.section_gap * max(0, len(sections) - 1)
        return sum(section.height for section in sections) + gaps

    def _parts(self, sections: Iterable[Section], room: float) -> Iterator[SectionPart]:
        for heading, sentences in sections:
            yield self._section(heading, sentences, room)

    def _section(
        self, heading: str, sentences: Sequence[GlyphSentence], room: float
    ) -> SectionPart:
        sizes = self.sizes
        items = tuple(lines_of(item.text, room - GLYPH_ROOM, sizes.text) for item in sentences)
        height = sizes.heading_line + sum(
            len(lines) * sizes.text_line + sizes.text_gap for lines in items
        )
        return SectionPart(heading, items, tuple(item.glyph for item in sentences), height)

    # The fetch list

    @property
    def _deck_apart(self) -> bool:
        """Whether the Black Market list is a section of its own."""
        return self.sizes.deck_below and len(self.content.sheet.market_deck) >= MANY_NAMES

    def _deck(self, room: float, points: float) -> tuple[SectionPart, ...]:
        """The Black Market list, box by box, where it is a section."""
        if not self._deck_apart:
            return ()
        content, sizes = self.content, self.sizes
        tick = TICK_SIGN if sizes.run_in else ""
        parts = [
            Markup("<b>{}{}</b>{}{}").format(tick, box.spine.letters, JOINED, line.deck_cards)
            for box in content.boxes
            for line in box.lines
            if line.deck_cards
        ]
        text = rich("1 each: {cards}", cards=Markup("; ").join(parts))
        lines = lines_of(text, room, points)
        height = sizes.heading_line + len(lines) * sizes.note_line
        return (SectionPart(_("Black Market deck"), (lines,), (), height),)

    def _box(self, box: BoxLines) -> BoxPart:
        sizes, spine = self.sizes, box.spine
        remarks = box_remarks(box)
        lines = [
            line._replace(note="") if self._deck_apart and line.deck_cards else line
            for line in box.lines
        ]
        if sizes.run_in:
            room, points = {
                Over.NOTHING: (BOTH, sizes.name),
                Over.SECTIONS: (WIDTH, sizes.name),
                Over.ALL: (OVER, sizes.text),
            }[sizes.over]
            text = lines_of(self.content.run_in(box, self._deck_apart), room, points)
            height = len(text) * sizes.row + sizes.box_gap
            return BoxPart(spine.letters, (spine.name,), remarks, (), text, height)
        parts = tuple(self._line(line) for line in lines)
        room = self.column - LETTERS - across(remarks, sizes.note, Face.TEXT) - SPARE
        size = (int(sizes.box_name * 10),)
        names = fit(spine.name, room / POINT * 10, Face.NAMES, size).lines
        height = sizes.box_head + (len(names) - 1) * self.box_step
        height += sum(self._line_height(part) for part in parts)
        return BoxPart(spine.letters, names, remarks, parts, (), height)

    def _line(self, line: FetchLine) -> LinePart:
        sizes = self.sizes
        amount = line.amount
        taken = across(amount.striptags(), sizes.note + AMOUNT_LARGER, Face.BOLD) + AMOUNT
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

    @property
    def box_step(self) -> float:
        """From one line of a box's name to the next."""
        return self.sizes.box_name * POINT

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


def _run_in(problems: Iterable[Section]) -> Iterator[Markup]:
    """Problems as remarks, those of a kind after one heading."""
    for heading, sentences in problems:
        first, *others = (sentence.text for sentence in sentences)
        yield Markup("<b>{}:</b> {}").format(heading, first)
        yield from map(escape, others)


def _remark_lines(remarks: Sequence[Markup]) -> Lines:
    return lines_of(Markup(" ").join(remarks), REMARKS_ROOM, REMARK)
