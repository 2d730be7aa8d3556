"""The front of a setup card: the piles and landscapes of a kingdom, made to fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.printing.cards.back import filled
from web.printing.cards.back_text import ROOM
from web.printing.styles import Rules, n
from web.printing.text import POINT, across, largest, some_boxes
from web.setup_sheet.draws import DrawResult
from web.setup_sheet.rows import CardRow
from web.setup_sheet.setup_sheet import SetupSheet
from web.setup_sheet.sheet import CostMark, glyphs_of
from web.setup_sheet.text_width import Face

RIGHT = 55.0
"""Where the content of a card ends, in millimetres from its cut."""
ROWS_TOP, ROWS_BOTTOM = 12.15, 78.8
PITCH, LEAST_PITCH, GAP = 5.62, 3.9, 1.0
"""From row to row, at least, and what is free above a further group of rows."""
FIELD, BETWEEN = 8.0, 0.57
"""How wide a field is, and what is free under it."""
NAME_AT, CODE_WIDTH, BEFORE_CODE, IN_FRAME = 9.57, 4.5, 1.03, 0.8
GLYPH, GLYPH_PITCH = 2.8, 3.4
COIN, COST_SIZE, CODE_SIZE = 2.07, 8.5, 7.0
TITLE_SIZES = (15.0, 14.5, 14.0, 13.5, 13.0, 12.5, 12.0, 11.5, 11.0)
NAME_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
BETWEEN_TAGS = " · "
TAG_SIZE, DRAWS_SIZES, FOOT_SIZE = 7.5, (7.5, 7.2, 7.0), 7.0
SECOND_DRAW, LEAST_BETWEEN = 33.7, 1.0
"""Where the second draw begins if it is short, and what is left free before it."""
TEXT_SIZE, TEXT_LINE, MOST_RUNNING = 7.8, 3.3, 5
"""Of names for which there is no row: size, from line to line, and lines at most."""
CAP_NAMES, MIDDLE_NAMES = 0.607, 0.36
"""Of the face of names: how tall capitals are, and how far under its middle a line stands."""
CAP_FIGURES = 0.689


class FrontLine(NamedTuple):
    """A pile or landscape on a front."""

    name: str
    size: float
    """Of its name, in points."""
    cost: CostMark | None
    fields: tuple[str, ...]
    charge: str
    """The glyph in the field of a landscape that costs nothing, or empty."""
    glyphs: tuple[str, ...]
    code: str
    code_width: float
    """Of the frame around its letters; all of a card have the same."""
    tag: str

    @property
    def last_glyph(self) -> float:
        """Where the last of its glyphs begins."""
        return ROOM - self.code_width - BEFORE_CODE - GLYPH

    @property
    def name_room(self) -> float:
        """What is free for its name, between the field and the glyphs."""
        room = self.last_glyph - NAME_AT - 0.6 - (max(len(self.glyphs), 1) - 1) * GLYPH_PITCH
        if self.tag:
            room -= across(self.tag, TAG_SIZE, Face.BOLD) + 1
        return room

    @property
    def fits(self) -> bool:
        """Whether there is room for its name beside its tag."""
        return not self.tag or across(self.name, NAME_SIZES[-1], Face.NAMES) <= self.name_room

    def written_cost(self, pitch: float) -> tuple[tuple[str, str], ...]:
        """The numbers in its field, each with a rule of its own where it is no single digit."""
        if self.cost is None or not (self.cost.coin or self.cost.debt):
            return (("", f"margin:0 0 0 {NAME_AT}mm"),)
        costs = [text for text in (self.cost.coin, self.cost.debt) if text]
        wide = [across(text, cost_size(pitch), Face.BOLD) for text in costs]
        if len(costs) == 2:
            aside = apart(pitch)
            between = 2 * aside - sum(wide) / 2
            left = FIELD / 2 - aside - wide[0] / 2
            right = NAME_AT - FIELD / 2 - aside - wide[1] / 2
            return (
                (costs[0], f"margin:0 {n(between)}mm 0 {n(left)}mm"),
                (costs[1], f"margin:0 {n(right)}mm 0 0"),
            )
        aside = 0.3 if self.cost.potion else 0.0
        plain = len(costs[0]) == 1 and not aside
        return ((costs[0], "" if plain else _beside(wide[0], aside)),)


class RowGroup(NamedTuple):
    """Rows that lie together: the ten, further piles, landscapes."""

    top: float
    lines: tuple[FrontLine, ...]

    @property
    def codes(self) -> str:
        """The letters of their boxes, one to a line."""
        return "\n".join(line.code for line in self.lines)


class Front(NamedTuple):
    """The front of a card; its rules are those that depend on how far apart its rows are."""

    title: str
    title_size: float
    pitch: float
    groups: tuple[RowGroup, ...]
    more: tuple[str, ...]
    """Lines of names there were no rows for, or too little room for their tags."""
    more_top: float
    draws: tuple[DrawResult, ...]
    draws_size: float
    second_draw: float
    """Where the second of them begins, in millimetres from the first."""
    boxes: str
    code: str

    @property
    def rules(self) -> Rules:
        """What depends on how far apart the rows are, by element.

        Costs stand higher than names, so that both are in the middle of the row.
        """
        names, costs = _tallest_name(self.pitch), cost_size(self.pitch)
        raised = (CAP_NAMES * names - CAP_FIGURES * costs) / 2 * POINT
        code_width = self.groups[0].lines[0].code_width if self.groups else CODE_WIDTH
        digit = across("0", costs, Face.BOLD)
        return (
            (
                " ol",
                f"font-size:{names}pt;line-height:{self.pitch}mm;margin-top:{n(self._up)}mm",
            ),
            (" li", f"height:{self.pitch}mm"),
            (" li b", f"font-size:{costs}pt;vertical-align:{n(raised)}mm;{_beside(digit)}"),
            (
                " .codes",
                f"line-height:{self.pitch}mm;margin-top:{n(-BETWEEN / 2)}mm;"
                f"left:{n(RIGHT - code_width)}mm;width:{n(code_width)}mm",
            ),
        )

    @property
    def _up(self) -> float:
        """How much rows of text are lower than the fields, so that capitals are in the middle."""
        size = _tallest_name(self.pitch) * POINT
        return (CAP_NAMES / 2 - MIDDLE_NAMES) * size - BETWEEN / 2

    def tag_rule(self, line: FrontLine) -> str:
        """Where a tag stands, before the glyphs."""
        glyphs = (len(line.glyphs) - 1) * GLYPH_PITCH
        right = ROOM - line.last_glyph + glyphs + 0.8
        top = (self.pitch - BETWEEN - TAG_SIZE * POINT) / 2 - self._up
        return f"right:{n(right)}mm;top:{n(top)}mm"

    def size_rule(self, line: FrontLine) -> str:
        """The size of a name that needs one of its own, or nothing."""
        return "" if line.size == _tallest_name(self.pitch) else f"font-size:{line.size}pt"


def card_front(sheet: SetupSheet, code: str) -> Front:
    """The front of a kingdom's card."""
    size = largest(sheet.name, ROOM, Face.NAMES, TITLE_SIZES)
    codes = {row.spine.letters for row in sheet.rows if row.spine}
    widest = max((across(code, CODE_SIZE, Face.BOLD) for code in codes), default=0)
    code_width = max(CODE_WIDTH, widest + IN_FRAME)
    tags = {pile.key: BETWEEN_TAGS.join(pile.tags) for pile in sheet.table.supply}
    groups = [
        [_line(row, code_width, tags.get(row.printed, row.mark)) for row in rows]
        for rows in (sheet.roll, sheet.extras, sheet.landscapes)
        if rows
    ]
    draws_size, second_draw = _draws_size(sheet.draws)
    placed, more, pitch = _placed(groups)
    end = placed[-1].top + len(placed[-1].lines) * pitch if placed else ROWS_TOP
    return Front(
        title=cut(sheet.name, ROOM, size, Face.NAMES),
        title_size=size,
        pitch=pitch,
        groups=placed,
        more=more,
        more_top=end,
        draws=sheet.draws,
        draws_size=draws_size,
        second_draw=second_draw,
        boxes=_boxes(sheet, ROOM - across(code, FOOT_SIZE, Face.TEXT) - 2),
        code=code,
    )


def _placed(
    groups: Sequence[Sequence[FrontLine]],
) -> tuple[tuple[RowGroup, ...], tuple[str, ...], float]:
    """The rows as far apart as there is room for; names for which there is none in running text.

    There a tag stands, too, that has no room beside its name.
    """
    free = ROWS_BOTTOM - ROWS_TOP - GAP * (len(groups) - 1)
    lines = [line for group in groups for line in group]
    rows = min(len(lines), int(free / LEAST_PITCH))
    while rows * LEAST_PITCH + len(more := _left_out(lines, rows)) * TEXT_LINE > free:
        rows -= 1
    free -= len(more) * TEXT_LINE
    pitch = min(PITCH, int(free / max(rows, 1) * 100) / 100)
    placed, top, left = [], ROWS_TOP, rows
    for group in groups:
        if some := group[:left]:
            placed.append(RowGroup(round(top, 2), tuple(_fitted(line, pitch) for line in some)))
            top += len(some) * pitch + GAP
            left -= len(some)
    return tuple(placed), more, pitch


def _left_out(lines: Sequence[FrontLine], rows: int) -> tuple[str, ...]:
    """What so many rows do not show, in running text."""
    return _running([*(line for line in lines[:rows] if not line.fits), *lines[rows:]])


def _running(lines: Sequence[FrontLine]) -> tuple[str, ...]:
    """Names in running text; if it gets long, how many more there are."""
    if not lines:
        return ()
    names = [f"{line.name} ({line.tag})" if line.tag else line.name for line in lines]
    text = filled(", ".join(names) + ".", ROOM, TEXT_SIZE)
    while len(text) > MOST_RUNNING:
        names.pop()
        rest = _("and {number} more: see the sheet.", number=len(lines) - len(names))
        text = filled(", ".join((*names, rest)), ROOM, TEXT_SIZE)
    return text


def _tallest_name(pitch: float) -> float:
    """The size of names where rows are this far apart, in points."""
    return max(NAME_SIZES[-1], min(NAME_SIZES[0], round((pitch - BETWEEN) / POINT * 0.9 * 2) / 2))


def _fitted(line: FrontLine, pitch: float) -> FrontLine:
    """The line with its name as large as there is room for; without a tag that has none."""
    line = line if line.fits else line._replace(tag="")
    sizes = [size for size in NAME_SIZES if size <= _tallest_name(pitch)]
    size = largest(line.name, line.name_room, Face.NAMES, sizes)
    return line._replace(size=size, name=cut(line.name, line.name_room, size, Face.NAMES))


def cut(text: str, room: float, size: float, face: Face) -> str:
    """The text, ending in three dots where it is too long."""
    if across(text, size, face) <= room:
        return text
    while text and across(f"{text}…", size, face) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _line(row: CardRow, code_width: float, tag: str) -> FrontLine:
    return FrontLine(
        name=row.name,
        size=NAME_SIZES[0],
        cost=row.cost,
        fields=row.bands,
        charge="" if row.cost else row.glyph,
        glyphs=(row.glyph,) if row.glyph else glyphs_of(row.bands, row.types),
        code=row.spine.letters if row.spine else "",
        code_width=code_width,
        tag=tag,
    )


def _draws_size(draws: Sequence[DrawResult]) -> tuple[float, float]:
    """How large the two draws are written, and where on the line the second begins."""
    for size in DRAWS_SIZES:
        first, second = (across(f"{draw.name} {draw.answer}", size, Face.BOLD) for draw in draws)
        begins = min(SECOND_DRAW, ROOM - second)
        if first + LEAST_BETWEEN <= begins:
            break
    return size, begins


def _boxes(sheet: SetupSheet, room: float) -> str:
    """The boxes to open by their letters, as many as there is room for; which were added here."""
    spines = [box.spine for box in sheet.fetch.sides[0].boxes]
    letters = sorted({spine.letters for spine in spines})
    added = {spine.letters for spine in spines if spine.added}
    marked = [f"{code} ({_('added here')})" if code in added else code for code in letters]
    for codes in (marked, letters):
        listed = ", ".join(codes)
        if sheet.fetch.by_box:
            text = ngettext(
                "{number} box: {codes}", "{number} boxes: {codes}", len(letters), codes=listed
            )
        else:
            text = f"{sheet.fetch.opens}: {listed}"
        if across(text, FOOT_SIZE, Face.TEXT) <= room:
            return text
    return some_boxes(letters, lambda text: across(text, FOOT_SIZE, Face.TEXT) <= room)


def _beside(across: float, aside: float = 0) -> str:
    """What is free on both sides of a number, so that it is in the middle of the field."""
    left = FIELD / 2 - aside - across / 2
    right = NAME_AT - FIELD / 2 + aside - across / 2
    return f"margin:0 {n(right)}mm 0 {n(left)}mm"


def cost_size(pitch: float) -> float:
    """The size of costs where rows are this far apart, in points."""
    return max(CODE_SIZE, round(COST_SIZE * pitch / PITCH, 1))


def apart(pitch: float) -> float:
    """How far from the middle of a field a coin and a hexagon stand that share it."""
    return min(COIN * pitch / PITCH, FIELD / 4) - 0.05
