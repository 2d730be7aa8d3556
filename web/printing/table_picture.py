"""The table picture on paper: the Supply lengthwise, what lies beside it, all in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from markupsafe import Markup, escape

from setup_rules.catalog import Catalog
from setup_rules.plan import SetupPlan
from web.language.card_names import Name
from web.language.translation import gettext as _
from web.printing.hatching import FRAME, INK, drawn_hatching, hatch_path, is_dotted
from web.printing.text import POINT, SPARE, across
from web.setup_sheet.glyphs import GLYPHS
from web.setup_sheet.sheet import CostMark
from web.setup_sheet.table_picture import (
    GAP,
    HEADING,
    HEIGHTS,
    MARGIN,
    ROW_GAP,
    TILE_WIDTH,
    Strip,
    TablePicture,
    TableTile,
    Token,
    lay_out,
)
from web.setup_sheet.text_width import Face, Fitted, fit, width, wrapped

WIDTH = 186.0
COLUMNS = 6
TILE, TILE_GAP = 28.8, 2.64
"""How wide a tile is, and what is free between two of them."""
STRIPS = 3
"""Landscapes in a row."""
LOW, LOW_COLUMNS, LOW_TILE = 6.2, 5, 35.09
"""Of tiles on one line: how tall and wide they are, and how many are in a row."""
ROOM_FOR_TWO = 12.0
"""The height of a tile from which a name may stand on two lines in its full size."""
LOW_SIZES, LOW_LINES = (100, 95, 90, 85, 75, 70), (1, 1, 1, 1, 2, 2)
FIELD = 7.2
INSIDE = 1.3
"""Free between the field, the name and the frame."""
RADIUS = 0.9
COIN, TOKEN, GLYPH = 2.35, 1.75, 2.7
NAME_SIZES, TAG_SIZES = (105, 100, 95, 90, 85), (80, 75)
"""In tenths of a point."""
COUNT_SIZE, COST_SIZE, TOKEN_SIZE, NOTE_SIZE, HEADING_SIZE = 10.5, 10.5, 7.5, 8.0, 11.5
GREY, RUBRIC = "#444", "#9A1F25"
FACES = {
    Face.NAMES: 'font-family="TP Grenze" font-weight="600"',
    Face.TEXT: 'font-family="TP Fira" font-weight="400"',
    Face.BOLD: 'font-family="TP Fira" font-weight="600"',
}
"""Drawn text does not know the style sheet."""
BETWEEN = " · "

_Thing = TypeVar("_Thing")


class TableSizes(NamedTuple):
    """How tall things are; each step makes something lower when a page gets too full."""

    tile: float = 12.6
    beside: float = 12.6
    row_gap: float = 2.2
    heading: float = 5.7
    group_gap: float = 2.0
    compact: bool = False
    """Whether what lies beside the Supply is drawn on one line each."""
    as_text: bool = False
    """Whether what lies beside the Supply is listed instead of drawn."""


class PlacedDrawing(NamedTuple):
    """A drawing, and where it ends."""

    svg: Markup
    bottom: float


class PrintTable:
    """A plan's table: laid out once, drawn in the sizes there is room for."""

    def __init__(self, plan: SetupPlan, catalog: Catalog, name: Name) -> None:
        self.picture = lay_out(plan, catalog, upright=False, name=name)
        self.reserves = [name(kind) for kind in plan.reserved_for]

    def height(self, sizes: TableSizes) -> float:
        """How tall it gets."""
        return self._draw(0, sizes, Nothing()).y

    def draw(self, top: float, sizes: TableSizes) -> PlacedDrawing:
        """The whole table, from here down."""
        pen = self._draw(top, sizes, Pen())
        return PlacedDrawing(pen.drawn(), pen.y)

    def _draw(self, top: float, sizes: TableSizes, pen: Pen) -> Pen:
        pen.y = top
        for heading, rows in supply_rows(self.picture):
            if any(rows):
                self._group(pen, sizes, heading, rows)
        if self.picture.strips or self.picture.beside:
            if sizes.as_text:
                self._list(pen, sizes)
            elif sizes.compact:
                self._compact(pen, sizes)
            else:
                self._beside(pen, sizes)
        pen.y -= sizes.group_gap
        return pen

    def _heading(self, pen: Pen, sizes: TableSizes, text: str, remark: str = "") -> None:
        base = pen.y + sizes.heading - 1.9
        pen.text(0.3, base, text, HEADING_SIZE, Face.NAMES, RUBRIC)
        if remark:
            pen.text(WIDTH - 0.2, base, remark, NOTE_SIZE, Face.TEXT, GREY, anchor="end")
        pen.y += sizes.heading

    def _group(
        self,
        pen: Pen,
        sizes: TableSizes,
        heading: str,
        rows: Sequence[Sequence[tuple[int, TableTile]]],
    ) -> None:
        self._heading(pen, sizes, heading)
        for tiles in rows:
            for column, tile in tiles:
                pen.tile(tile, left_of(column), pen.y, sizes.tile)
            pen.y += sizes.tile + sizes.row_gap
        pen.y += sizes.group_gap - sizes.row_gap

    def _beside(self, pen: Pen, sizes: TableSizes) -> None:
        self._heading(
            pen, sizes, _("Beside the Supply"), _("not for sale, never counts as an empty pile")
        )
        for strips in _in_rows(self.picture.strips, STRIPS):
            for column, strip in enumerate(strips):
                pen.strip(strip, left_of(2 * column), pen.y, sizes.beside)
            pen.y += sizes.beside + sizes.row_gap
        for tiles in _in_rows(self.picture.beside, COLUMNS):
            for column, tile in enumerate(tiles):
                pen.tile(tile, left_of(column), pen.y, sizes.beside, beside=True)
            pen.y += sizes.beside + sizes.row_gap
        pen.y += sizes.group_gap - sizes.row_gap

    def _compact(self, pen: Pen, sizes: TableSizes) -> None:
        """Each on one line."""
        self._heading(
            pen, sizes, _("Beside the Supply"), _("not for sale, never counts as an empty pile")
        )
        for strips in _in_rows(self.picture.strips, STRIPS):
            for column, strip in enumerate(strips):
                pen.low_strip(strip, left_of(2 * column), pen.y)
            pen.y += LOW + sizes.row_gap
        for tiles in _in_rows(self.picture.beside, LOW_COLUMNS):
            for column, tile in enumerate(tiles):
                pen.low_tile(tile, column * (LOW_TILE + TILE_GAP), pen.y)
            pen.y += LOW + sizes.row_gap
        pen.y += sizes.group_gap - sizes.row_gap

    def _list(self, pen: Pen, sizes: TableSizes) -> None:
        """The same in words."""
        self._heading(
            pen, sizes, _("Beside the Supply"), _("not for sale, never counts as an empty pile")
        )
        things = [_in_words(strip) for strip in self.picture.strips]
        things += [_pile_in_words(tile) for tile in self.picture.beside]
        points = NAME_SIZES[-1] / 10
        for line in wrapped(BETWEEN.join(things), WIDTH - SPARE, points * POINT, Face.NAMES):
            pen.text(0, pen.y + 2.9, line.strip(BETWEEN), points, Face.NAMES)
            pen.y += 3.7
        pen.y += sizes.group_gap


def left_of(column: int) -> float:
    """Where a column begins."""
    return column * (TILE + TILE_GAP)


def supply_rows(
    picture: TablePicture,
) -> Iterator[tuple[str, list[list[tuple[int, TableTile]]]]]:
    """The groups of the Supply with their rows of tiles, each with its column."""
    tops = [heads * HEADING + n * (HEIGHTS[1] + ROW_GAP) for n, heads in enumerate((1, 2, 2, 3))]
    rows: list[list[tuple[int, TableTile]]] = [[], [], [], []]
    for tile in picture.supply:
        column = round((tile.x - MARGIN) / (TILE_WIDTH + GAP))
        if tile.kind == "trash":
            column = max(column, COLUMNS - 1)
        rows[tops.index(tile.y)].append((column, tile))
    for heading, those in (
        (_("Treasures"), rows[:1]),
        (_("Kingdom"), rows[1:3]),
        (_("Victory and Curse"), rows[3:]),
    ):
        if any(column >= COLUMNS for row in those for column, _tile in row):
            tiles = [tile for row in those for _column, tile in sorted(row, key=lambda at: at[0])]
            yield heading, [list(enumerate(part)) for part in _in_rows(tiles, COLUMNS)]
        else:
            yield heading, [row for row in those if row]


def _in_rows(things: Sequence[_Thing], across: int) -> Iterator[Sequence[_Thing]]:
    return (things[start : start + across] for start in range(0, len(things), across))


def _notes(strip: Strip) -> str:
    return " ".join(words.text for words in strip.words if words.style == "note")


def _in_words(strip: Strip) -> str:
    return f"{strip.name} ({_notes(strip)})"


def _pile_in_words(tile: TableTile) -> str:
    tags = f" ({', '.join(tile.tags)})" if tile.tags else ""
    return f"{tile.name}{tags}" if tile.count is None else f"{tile.name}{tags} {tile.count}"


class Written(NamedTuple):
    """How a name and its tag stand on a tile: lines with their size in points."""

    name: tuple[str, ...]
    name_size: float
    tag: tuple[str, ...]
    """The last line stands at the foot, one before it above."""
    tag_size: float
    glyphs: bool


class Pen:
    """Draws; `y` is where the next part begins."""

    def __init__(self) -> None:
        self.parts: list[Markup] = []
        self.frames: list[str] = []
        self.dashes: list[str] = []
        self.lines: list[str] = []
        self.dots: list[str] = []
        self.discs: list[str] = []
        self.y = 0.0

    def drawn(self) -> Markup:
        """All of it; what looks alike is one path, which prints faster."""
        return Markup("").join(
            (
                drawn_hatching("".join(self.lines), dotted=False),
                drawn_hatching("".join(self.dots), dotted=True),
                _outline("".join(self.frames)),
                _outline("".join(self.dashes), ' stroke-dasharray="1.1 .8"'),
                _outline("".join(self.discs), fill="#fff", line=0.3),
                *self.parts,
            )
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        points: float,
        face: Face,
        colour: str = INK,
        anchor: str = "start",
    ) -> None:
        """A line of text that begins, ends or has its middle there."""
        said = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.parts.append(
            Markup(  # noqa: S704  our own drawing; the text is escaped
                f'<text x="{x:.2f}" y="{y:.2f}" {FACES[face]} font-size="{points * POINT:.3f}"'
                f' fill="{colour}"{said}>{escape(text)}</text>'
            )
        )

    def path(self, d: str, *, fill: str = "none", line: float = FRAME) -> None:
        """An outline."""
        self.parts.append(_outline(d, fill=fill, line=line))

    def glyph(self, name: str, x: float, y: float, size: float = GLYPH) -> None:
        """One of the small pictures; this is its upper left corner."""
        drawn = GLYPHS[name].replace("currentColor", INK)
        self.parts.append(
            Markup(  # noqa: S704  our own drawing
                f'<g transform="translate({x:.2f} {y:.2f}) scale({size / 24:.5f})">{drawn}</g>'
            )
        )

    def disc(self, x: float, y: float, radius: float) -> None:
        """A white disc with a black edge."""
        around = f"a{radius:g} {radius:g} 0 1 0"
        self.discs.append(
            f"M{x - radius:.2f} {y:.2f}{around} {2 * radius:g} 0{around}-{2 * radius:g} 0z"
        )

    # Tiles

    def tile(
        self, tile: TableTile, x: float, y: float, height: float, *, beside: bool = False
    ) -> None:
        """A pile, the trash or a mat."""
        if tile.kind == "trash":
            self._trash(tile, x, y, height)
            return
        if tile.kind == "mat":
            self._mat(tile, x, y, height)
            return
        self._frame(x, y, TILE, height, tile.bands, dashed=beside)
        if tile.cost:
            self.cost(tile.cost, x + FIELD / 2, y + height / 2)
        self._written(tile, x, y, height)

    def _rect(
        self, x: float, y: float, width: float, height: float, radius: float, dashed: bool = False
    ) -> None:
        r, across, down = radius, width - 2 * radius, height - 2 * radius
        (self.dashes if dashed else self.frames).append(
            f"M{x + r:.2f} {y:.2f}h{across:.2f}a{r:g} {r:g} 0 0 1 {r:g} {r:g}v{down:.2f}"
            f"a{r:g} {r:g} 0 0 1-{r:g} {r:g}h-{across:.2f}a{r:g} {r:g} 0 0 1-{r:g}-{r:g}"
            f"v-{down:.2f}a{r:g} {r:g} 0 0 1 {r:g}-{r:g}z"
        )

    def _frame(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        bands: Iterable[str],
        dashed: bool = False,
    ) -> None:
        """The field with its hatching, and the rest with round corners."""
        right = width - FIELD - RADIUS
        (self.dashes if dashed else self.frames).append(
            f"M{x + FIELD:.2f} {y:.2f}h{right:.2f}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} {RADIUS}"
            f"v{height - 2 * RADIUS:.2f}a{RADIUS} {RADIUS} 0 0 1-{RADIUS} {RADIUS}h-{right:.2f}"
        )
        self.frames.append(f"M{x:.2f} {y:.2f}h{FIELD}v{height:.2f}h-{FIELD}z")
        parts = tuple(bands)[:2] or ("action",)
        each = FIELD / len(parts)
        for place, type_ in enumerate(parts):
            path = hatch_path(type_, x + place * each, y, each, height)
            (self.dots if is_dotted(type_) else self.lines).append(path)
        if len(parts) > 1:
            self.frames.append(f"M{x + each:.2f} {y:.2f}v{height:.2f}")

    def cost(self, cost: CostMark, x: float, y: float) -> None:
        """A cost: coin, flask and hexagon, white so that the hatching does not disturb."""
        if cost.coin:
            self.disc(x, y, COIN)
            self._number(x, y, cost.coin)
        elif cost.debt:
            self._hexagon(x, y, 2.6)
            self._number(x, y, cost.debt)
        if cost.coin and cost.debt:
            self._hexagon(x + 2, y + 2.4, 1.45)
            self.text(x + 2, y + 3, cost.debt, 6.5, Face.BOLD, anchor="middle")
        if cost.potion and cost.coin:
            self._flask(x + 2.05, y + 1.75, 2.1)
        elif cost.potion:
            self._flask(x, y, 3.6)

    def _number(self, x: float, y: float, number: str) -> None:
        points = COST_SIZE if len(number) < 2 else COST_SIZE - 1.5
        self.text(x, y + points * 0.12, number, points, Face.BOLD, anchor="middle")

    def _flask(self, x: float, y: float, size: float) -> None:
        halo = GLYPHS["potion"].replace("currentColor", "#fff")
        edge = 1 + 0.7 / size
        for drawn, scale in ((halo, size * edge), (GLYPHS["potion"], size)):
            here = f"translate({x - scale / 2:.2f} {y - scale / 2:.2f}) scale({scale / 24:.5f})"
            svg = drawn.replace("currentColor", INK)
            self.parts.append(Markup(f'<g transform="{here}">{svg}</g>'))  # noqa: S704  our own

    def _hexagon(self, x: float, y: float, size: float) -> None:
        side, half = size * 0.866, size / 2
        self.path(
            f"M{x:.2f} {y - size:.2f}l{side:.2f} {half:.2f}v{size:.2f}l-{side:.2f} {half:.2f}"
            f"l-{side:.2f}-{half:.2f}v-{size:.2f}z",
            fill="#fff",
            line=0.3,
        )

    def token(self, token: Token, x: float, y: float) -> None:
        """Tokens that lie on something, with their number."""
        if token.shape == "debt":
            self._hexagon(x, y, TOKEN + 0.25)
        elif token.shape == "vp":
            w = TOKEN
            self.path(
                f"M{x - w:.2f} {y - w:.2f}h{2 * w:g}v{w:g}c0 1.2-.8 1.9-{w:g} 2.4"
                f"c-.95-.5-{w:g}-1.2-{w:g}-2.4z",
                fill="#fff",
                line=0.3,
            )
        else:
            self.disc(x, y, TOKEN)
        self.text(x, y + 0.9, str(token.number), TOKEN_SIZE, Face.BOLD, anchor="middle")

    def _written(self, tile: TableTile, x: float, y: float, height: float) -> None:
        """Name above; glyphs, tag, tokens and count at the foot."""
        count = "" if tile.count is None else str(tile.count)
        foot = y + height - 1.6
        end = x + TILE - INSIDE
        if count:
            self.text(end, foot, count, COUNT_SIZE, Face.BOLD, anchor="end")
            end -= across(count, COUNT_SIZE, Face.BOLD) + 0.8
        for token in tile.tokens:
            self.token(token, end - TOKEN, foot - 1.35)
            end -= 2 * TOKEN + 0.5
        start = x + FIELD + INSIDE
        room = TILE - FIELD - INSIDE - 0.6
        said = write(tile, room, end - start, height)
        base = y + 0.55 + said.name_size * POINT * 0.86
        step = said.name_size * POINT * 0.93
        for place, line in enumerate(said.name):
            self.text(start, base + place * step, line, said.name_size, Face.NAMES)
        at = start
        if said.glyphs:
            for glyph in tile.glyphs:
                self.glyph(glyph, at, foot - 2.45)
                at += GLYPH + 0.4
        if said.tag:
            *above, last = said.tag
            if last:
                self.text(at + 0.2, foot, last, said.tag_size, Face.BOLD, RUBRIC)
            for line in above:
                self.text(start, (base + foot) / 2 + 0.1, line, said.tag_size, Face.BOLD, RUBRIC)

    def _trash(self, tile: TableTile, x: float, y: float, height: float) -> None:
        self._rect(x, y, TILE, height, RADIUS, dashed=True)
        names = [words.text for words in tile.words]
        sizes = [10.5, *[7.5] * (len(names) - 1)]
        lead = [size * POINT * 1.12 for size in sizes]
        lines = names if sum(lead) <= height - 0.4 else names[:1]
        at = y + (height - sum(lead[: len(lines)])) / 2
        for line, size, step in zip(lines, sizes, lead, strict=False):
            face = Face.NAMES if size > 9 else Face.TEXT
            long = across(line, size, face)
            self.text(
                x + TILE / 2,
                at + step * 0.78,
                line,
                min(size, size * 27 / long),
                face,
                anchor="middle",
            )
            at += step

    def _mat(self, tile: TableTile, x: float, y: float, height: float) -> None:
        self._rect(x, y, TILE, height, min(3.4, height / 3))
        lines = 2 if height >= 11 else 1
        size, said = fit(
            tile.name, (TILE - 4) / POINT * 10, Face.NAMES, NAME_SIZES, (lines,) * len(NAME_SIZES)
        )
        points = size / 10
        tag = ", ".join(tile.tags)
        lead = points * POINT
        whole = lead * len(said) + (3 if tag else 0)
        at = y + (height - whole) / 2 + lead * 0.8
        for line in said:
            self.text(x + TILE / 2, at, line, points, Face.NAMES, anchor="middle")
            at += lead
        if tag:
            self.text(x + TILE / 2, at + 0.2, tag, 7.5, Face.TEXT, GREY, anchor="middle")

    def strip(self, strip: Strip, x: float, y: float, height: float) -> None:
        """A landscape."""
        width = 2 * TILE + TILE_GAP
        self._frame(x, y, width, height, ("landscape",))
        self.glyph(strip.glyph, x + FIELD / 2 - 1.9, y + height / 2 - 1.9, 3.8)
        start, end = x + FIELD + INSIDE, x + width - INSIDE
        for token in strip.tokens:
            self.token(token, end - TOKEN, y + height / 2)
            end -= 2 * TOKEN + 0.6
        room = (end - start) / POINT * 10
        size, name = fit(strip.name, room, Face.NAMES, NAME_SIZES, (1,) * len(NAME_SIZES))
        lines = 2 if height >= 11.4 else 1
        note = fit(_notes(strip), room, Face.TEXT, TAG_SIZES, (lines, lines))
        leads = [size / 10 * POINT * 1.08, *[note.size / 10 * POINT * 1.1] * len(note.lines)]
        at = y + (height - sum(leads)) / 2
        self.text(start, at + leads[0] * 0.78, name[0], size / 10, Face.NAMES)
        for line in note.lines:
            at += leads[0] if line is note.lines[0] else leads[1]
            self.text(start, at + leads[1] * 0.78, line, note.size / 10, Face.TEXT)

    def low_strip(self, strip: Strip, x: float, y: float) -> None:
        """A landscape on one line."""
        width = 2 * TILE + TILE_GAP
        self._frame(x, y, width, LOW, ("landscape",))
        self.glyph(strip.glyph, x + FIELD / 2 - 1.6, y + LOW / 2 - 1.6, 3.2)
        start, end = x + FIELD + INSIDE, x + width - INSIDE
        for token in strip.tokens:
            self.token(token, end - TOKEN, y + LOW / 2)
            end -= 2 * TOKEN + 0.6
        size, name = fit(
            strip.name, (end - start) / POINT * 10, Face.NAMES, NAME_SIZES, (1,) * len(NAME_SIZES)
        )
        self.text(start, y + 4.1, name[0], size / 10, Face.NAMES)
        start += across(name[0], size / 10, Face.NAMES) + 1.5
        note = _notes(strip)
        said = fit(note, max(1, end - start) / POINT * 10, Face.TEXT, (75, 70), (1, 2))
        first = 4.1 if len(said.lines) == 1 else 2.8
        for place, line in enumerate(said.lines):
            self.text(start, y + first + place * 2.5, line, said.size / 10, Face.TEXT)

    def low_tile(self, tile: TableTile, x: float, y: float) -> None:
        """A pile or a mat on one line, its glyph in the field."""
        if tile.kind == "mat":
            self._rect(x, y, LOW_TILE, LOW, 2)
        else:
            self._frame(x, y, LOW_TILE, LOW, tile.bands, dashed=True)
            for place, glyph in enumerate(tile.glyphs[:1]):
                self.disc(x + FIELD / 2 + place, y + LOW / 2, 2.1)
                self.glyph(glyph, x + FIELD / 2 - 1.3, y + LOW / 2 - 1.3, 2.6)
        start, end = x + (2 if tile.kind == "mat" else FIELD + INSIDE), x + LOW_TILE - INSIDE
        if tile.count is not None:
            self.text(end, y + 4.3, str(tile.count), COUNT_SIZE, Face.BOLD, anchor="end")
            end -= across(str(tile.count), COUNT_SIZE, Face.BOLD) + 0.6
        size, lines = fit(
            tile.name, (end - start - SPARE) / POINT * 10, Face.NAMES, LOW_SIZES, LOW_LINES
        )
        points = size / 10
        tag = BETWEEN.join(tile.tags)
        used = start + across(lines[0], points, Face.NAMES) + 1
        if len(lines) == 1:
            self.text(start, y + 4.1, lines[0], points, Face.NAMES)
            if tag and used + across(tag, TAG_SIZES[-1] / 10, Face.BOLD) <= end:
                self.text(used, y + 4.1, tag, TAG_SIZES[-1] / 10, Face.BOLD, RUBRIC)
        for place, line in enumerate(lines if len(lines) > 1 else ()):
            self.text(start, y + 2.7 + place * 2.6, line, points, Face.NAMES)


def _outline(d: str, more: str = "", *, fill: str = "none", line: float = FRAME) -> Markup:
    if not d:
        return Markup("")
    return Markup(  # noqa: S704  made of numbers
        f'<path d="{d}" fill="{fill}" stroke="{INK}" stroke-width="{line:g}"{more}/>'
    )


class Nothing(Pen):
    """A pen that only moves down."""

    def text(self, *_args: object, **_more: object) -> None:
        """Draw nothing."""

    def tile(self, *_args: object, **_more: object) -> None:
        """Draw nothing."""

    def low_strip(self, *_args: object, **_more: object) -> None:
        """Draw nothing."""

    def low_tile(self, *_args: object, **_more: object) -> None:
        """Draw nothing."""

    def strip(self, *_args: object, **_more: object) -> None:
        """Draw nothing."""


def write(tile: TableTile, room: float, foot: float, height: float) -> Written:
    """How to write a tile: the name as large as can be, with room for the tag.

    `room` is free across the tile, `foot` at its foot beside count and tokens.
    """
    pictures = len(tile.glyphs) * (GLYPH + 0.4) + 0.2
    tag = BETWEEN.join(tile.tags)
    name = _fit_name(tile.name, room, 2)
    if not tag:
        if len(name.lines) > 1 and height < ROOM_FOR_TWO:
            name = _fit_name(tile.name, room, 2, LOW_SIZES[-2:])
        return Written(name.lines, name.size / 10, (), 0, pictures - 0.2 <= foot)
    for with_glyphs in (True, False):
        free = foot - pictures if with_glyphs else foot
        for size in TAG_SIZES:
            points = size / 10
            if across(tag, points, Face.BOLD) + SPARE <= free:
                return Written(name.lines, name.size / 10, (tag,), points, with_glyphs)
            halves = _two_lines(tag, room, free, points)
            if halves:
                name = _fit_name(
                    tile.name, room, 1, NAME_SIZES if height >= ROOM_FOR_TWO else NAME_SIZES[3:]
                )
                return Written(name.lines, name.size / 10, halves, points, with_glyphs)
    cut = fit(tag, foot / POINT * 10, Face.BOLD, TAG_SIZES[-1:], (1,))
    return Written(name.lines, name.size / 10, cut.lines[:1], TAG_SIZES[-1] / 10, False)


def _fit_name(name: str, room: float, lines: int, sizes: tuple[int, ...] = NAME_SIZES) -> Fitted:
    """The name on one line in a good size, else on two, else in any size."""
    tenths = (room - SPARE) / POINT * 10
    for size in sizes[:3]:
        if width(name, size, Face.NAMES) <= tenths:
            return Fitted(size, (name,))
    return fit(name, tenths, Face.NAMES, sizes, (lines,) * len(sizes))


def _two_lines(tag: str, above: float, below: float, points: float) -> tuple[str, ...]:
    """A tag on two lines of different room, or nothing."""
    words = tag.split(" ")
    for end in range(len(words), -1, -1):
        first, second = " ".join(words[:end]), " ".join(words[end:])
        if (
            across(first, points, Face.BOLD) + SPARE <= above
            and across(second, points, Face.BOLD) + SPARE <= below
        ):
            return (first.strip(BETWEEN), second.strip(BETWEEN)) if first else (second,)
    return ()
