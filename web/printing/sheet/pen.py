"""Draws the table on paper: tiles, landscapes, costs, tokens and glyphs as SVG in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from markupsafe import Markup, escape

from web.language.translation import gettext as _
from web.printing.hatching import FRAME, INK, drawn_hatching, field_paths
from web.printing.sheet.tile_text import (
    BETWEEN,
    GLYPH,
    LOW_LINES,
    LOW_SIZES,
    NAME_SIZES,
    TAG_SIZES,
    write,
)
from web.printing.text import POINT, SPARE, across, with_numbers
from web.setup_sheet.glyphs import GLYPHS
from web.setup_sheet.sheet import CostMark
from web.setup_sheet.table.facts import TableLandscape, TableMat, TablePile, TokenMark
from web.setup_sheet.text_width import Face, fit, wrapped

WIDTH = 186.0
COLUMNS = 6
TILE, TILE_GAP = 28.8, 2.64
"""How wide a tile is, and what is free between two of them."""
LOW, LOW_TILE = 6.2, 35.09
"""How tall and wide tiles on one line are."""
TRASH_SIZES, TRASH_LEAD, TRASH_INSIDE = ((10.5, 7.5), (9.0, 7.0)), 1.12, 1.8
"""On the trash: sizes of its name and of cards in points, from line to line, free at its sides."""
FIELD = 7.2
INSIDE = 1.3
"""Free between the field, the name and the frame."""
RADIUS = 0.9
COIN, TOKEN = 2.35, 1.75
COUNT_SIZE, COST_SIZE, TOKEN_SIZE, NOTE_SIZE, HEADING_SIZE = 10.5, 10.5, 7.5, 8.0, 11.5
GREY, RUBRIC = "#444", "#9A1F25"
FACES = {
    Face.NAMES: 'font-family="TP Grenze" font-weight="600"',
    Face.TEXT: 'font-family="TP Fira" font-weight="400"',
    Face.BOLD: 'font-family="TP Fira" font-weight="600"',
}
"""Drawn text does not know the style sheet."""


class Trash(NamedTuple):
    """The trash, with cards that lie in it at the start."""

    cards: tuple[str, ...]
    in_short: str
    """How many these are, where there is no room for their names."""
    width: float


Tile = TablePile | TableMat | Trash


class Pen:
    """Gathers what is drawn."""

    def __init__(self) -> None:
        self.parts: list[Markup] = []
        self.frames: list[str] = []
        self.dashes: list[str] = []
        self.lines: list[str] = []
        self.dots: list[str] = []
        self.discs: list[str] = []

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
        where = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.parts.append(
            Markup(  # noqa: S704  our own drawing; the text is escaped
                f'<text x="{x:.2f}" y="{y:.2f}" {FACES[face]} font-size="{points * POINT:.3f}"'
                f' fill="{colour}"{where}>{escape(text)}</text>'
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

    def tile(self, tile: Tile, x: float, y: float, height: float, *, beside: bool = False) -> None:
        """A pile, the trash or a mat."""
        if isinstance(tile, Trash):
            self._trash(tile, x, y, height)
        elif isinstance(tile, TableMat):
            self._mat(tile, x, y, height)
        else:
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
        bands: Sequence[str],
        dashed: bool = False,
    ) -> None:
        """The field with its hatching, and the rest with round corners."""
        right = width - FIELD - RADIUS
        (self.dashes if dashed else self.frames).append(
            f"M{x + FIELD:.2f} {y:.2f}h{right:.2f}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} {RADIUS}"
            f"v{height - 2 * RADIUS:.2f}a{RADIUS} {RADIUS} 0 0 1-{RADIUS} {RADIUS}h-{right:.2f}"
        )
        self.frames.append(f"M{x:.2f} {y:.2f}h{FIELD}v{height:.2f}h-{FIELD}z")
        field = field_paths(bands, x, y, FIELD, height)
        self.lines.append(field.lines)
        self.dots.append(field.dots)
        self.frames.append(field.parting)

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

    def token(self, token: TokenMark, x: float, y: float) -> None:
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

    def _written(self, tile: TablePile, x: float, y: float, height: float) -> None:
        """Name above; glyphs, tag, tokens and count at the foot."""
        count = str(tile.count)
        foot = y + height - 1.6
        end = x + TILE - INSIDE
        self.text(end, foot, count, COUNT_SIZE, Face.BOLD, anchor="end")
        end -= across(count, COUNT_SIZE, Face.BOLD) + 0.8
        for token in tile.tokens:
            self.token(token, end - TOKEN, foot - 1.35)
            end -= 2 * TOKEN + 0.5
        start = x + FIELD + INSIDE
        room = TILE - FIELD - INSIDE - 0.6
        text = write(tile, room, end - start, height)
        base = y + 0.55 + text.name_size * POINT * 0.86
        step = text.name_size * POINT * 0.93
        for place, line in enumerate(text.name):
            self.text(start, base + place * step, line, text.name_size, Face.NAMES)
        at = start
        if text.glyphs:
            for glyph in tile.glyphs:
                self.glyph(glyph, at, foot - 2.45)
                at += GLYPH + 0.4
        if text.tag:
            *above, last = text.tag
            if last:
                self.text(at + 0.2, foot, last, text.tag_size, Face.BOLD, RUBRIC)
            for line in above:
                self.text(start, (base + foot) / 2 + 0.1, line, text.tag_size, Face.BOLD, RUBRIC)

    def _trash(self, tile: Trash, x: float, y: float, height: float) -> None:
        """Its name and the cards in it, or else how many these are."""
        self._rect(x, y, tile.width, height, RADIUS, dashed=True)
        middle = x + tile.width / 2
        title, size, lines = _trash_lines(tile, height)
        lead = TRASH_LEAD * POINT
        at = y + (height - lead * (title + len(lines) * size)) / 2
        base = at + title * lead * 0.78
        self.text(middle, base, _("Trash"), title, Face.NAMES, anchor="middle")
        at += title * lead
        for line in lines:
            self.text(middle, at + size * lead * 0.78, line, size, Face.TEXT, anchor="middle")
            at += size * lead

    def _mat(self, tile: TableMat, x: float, y: float, height: float) -> None:
        self._rect(x, y, TILE, height, min(3.4, height / 3))
        lines = 2 if height >= 11 else 1
        size, names = fit(
            tile.name, (TILE - 4) / POINT * 10, Face.NAMES, NAME_SIZES, (lines,) * len(NAME_SIZES)
        )
        points = size / 10
        tag = ", ".join(tile.tags)
        lead = points * POINT
        taken = lead * len(names) + (3 if tag else 0)
        at = y + (height - taken) / 2 + lead * 0.8
        for line in names:
            self.text(x + TILE / 2, at, line, points, Face.NAMES, anchor="middle")
            at += lead
        if tag:
            self.text(x + TILE / 2, at + 0.2, tag, 7.5, Face.TEXT, GREY, anchor="middle")

    def strip(self, strip: TableLandscape, x: float, y: float, height: float) -> None:
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
        notes = with_numbers(BETWEEN.join(strip.notes))
        note = fit(notes, room, Face.TEXT, TAG_SIZES, (2 if height >= 11.4 else 1, 2))
        leads = [size / 10 * POINT * 1.08, *[note.size / 10 * POINT * 1.1] * len(note.lines)]
        at = y + (height - sum(leads)) / 2
        self.text(start, at + leads[0] * 0.78, name[0], size / 10, Face.NAMES)
        for line in note.lines:
            at += leads[0] if line is note.lines[0] else leads[1]
            self.text(start, at + leads[1] * 0.78, line.strip(BETWEEN), note.size / 10, Face.TEXT)

    def low_strip(self, strip: TableLandscape, x: float, y: float) -> None:
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
        notes = with_numbers(BETWEEN.join(strip.notes))
        note = fit(notes, max(1, end - start) / POINT * 10, Face.TEXT, (75, 70), (1, 2))
        first = 4.1 if len(note.lines) == 1 else 2.8
        for place, line in enumerate(note.lines):
            self.text(
                start, y + first + place * 2.5, line.strip(BETWEEN), note.size / 10, Face.TEXT
            )

    def low_tile(self, tile: TablePile | TableMat, x: float, y: float) -> None:
        """A pile or a mat on one line, its glyph in the field."""
        start, end = x + 2, x + LOW_TILE - INSIDE
        if isinstance(tile, TableMat):
            self._rect(x, y, LOW_TILE, LOW, 2)
        else:
            start = x + FIELD + INSIDE
            self._frame(x, y, LOW_TILE, LOW, tile.bands, dashed=True)
            for glyph in tile.glyphs[:1]:
                self.disc(x + FIELD / 2, y + LOW / 2, 2.1)
                self.glyph(glyph, x + FIELD / 2 - 1.3, y + LOW / 2 - 1.3, 2.6)
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


def _trash_lines(trash: Trash, height: float) -> tuple[float, float, tuple[str, ...]]:
    """The sizes of the trash's name and cards in points, and the cards in lines."""
    for title, size in TRASH_SIZES:
        room = trash.width - TRASH_INSIDE
        each = [wrapped(card, room, size * POINT, Face.TEXT) for card in trash.cards]
        running = wrapped(", ".join(trash.cards), room, size * POINT, Face.TEXT)
        for lines in (tuple(chain(*each)), running):
            if (title + len(lines) * size) * TRASH_LEAD * POINT <= height - 0.4:
                return title, size, lines
    return *TRASH_SIZES[0], (trash.in_short,)
