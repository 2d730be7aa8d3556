"""The table on paper: the Supply lengthwise, what lies beside it, all in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from web.language.translation import gettext as _
from web.printing.sheet.pen import (
    COLUMNS,
    GREY,
    HEADING_SIZE,
    LOW,
    LOW_TILE,
    NOTE_SIZE,
    RUBRIC,
    TILE,
    TILE_GAP,
    WIDTH,
    Pen,
    Tile,
    Trash,
)
from web.printing.sheet.tile_text import BETWEEN, NAME_SIZES
from web.printing.text import JOINED, POINT, SPARE
from web.setup_sheet.table.facts import TableFacts, TableLandscape, TableMat, TablePile
from web.setup_sheet.text_width import Face, wrapped

STRIPS = 3
"""Landscapes in a row."""
LOW_COLUMNS = 5
"""Tiles on one line in a row."""
HEADING_LEFT, HEADING_RIGHT, HEADING_FOOT = 0.3, 0.2, 1.9
"""How far a heading is from the left, its remark from the right, and both from what follows."""
LIST_LINE, LIST_BASE = 3.7, 2.9
"""From line to line where things are listed, and where letters stand in it."""
KINGDOM_HALF = 5
"""Piles of the ten in each of two rows."""

_Thing = TypeVar("_Thing")
Draw = Callable[[Pen, float], None]
"""Draws something with a pen, from there down."""
TileRow = Sequence[tuple[int, Tile]]
"""Tiles with their columns."""


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


class DrawnTable(NamedTuple):
    """A drawing, and where it ends."""

    svg: Markup
    bottom: float


class DrawnRow(NamedTuple):
    """Things beside each other: how much they take with what is free below, and how to draw."""

    height: float
    draw: Draw


class PrintTable:
    """The rows of a table, in the sizes there is room for."""

    def __init__(self, table: TableFacts) -> None:
        self._table = table

    def height(self, sizes: TableSizes) -> float:
        """How tall it gets."""
        return sum(row.height for row in self._rows(sizes)) - sizes.group_gap

    def draw(self, top: float, sizes: TableSizes) -> DrawnTable:
        """The whole table, from here down."""
        pen = Pen()
        for row in self._rows(sizes):
            row.draw(pen, top)
            top += row.height
        return DrawnTable(pen.drawn(), top - sizes.group_gap)

    def _rows(self, sizes: TableSizes) -> Iterator[DrawnRow]:
        for heading, rows in supply_rows(self._table):
            if rows:
                yield _heading(sizes, heading)
                draws = [partial(_tiles, row, sizes.tile) for row in rows]
                yield from _spaced(draws, sizes.tile, sizes)
        if self._things_beside():
            remark = (
                _("never counts as an empty pile")
                if self._table.is_bought_beside
                else _("not for sale, never counts as an empty pile")
            )
            yield _heading(sizes, _("Beside the Supply"), remark)
            if sizes.as_text:
                yield from self._list(sizes)
            elif sizes.compact:
                yield from self._compact(sizes)
            else:
                yield from self._beside(sizes)

    def _things_beside(self) -> tuple[TableLandscape | TablePile | TableMat, ...]:
        table = self._table
        return (*table.landscapes, *table.beside, *table.shared_mats)

    def _tiles_beside(self) -> tuple[TablePile | TableMat, ...]:
        return (*self._table.beside, *self._table.shared_mats)

    def _beside(self, sizes: TableSizes) -> Iterator[DrawnRow]:
        draws: list[Draw] = [
            partial(_strips, strips, sizes.beside)
            for strips in _in_rows(self._table.landscapes, STRIPS)
        ]
        draws += [
            partial(_tiles, tuple(enumerate(tiles)), sizes.beside, beside=True)
            for tiles in _in_rows(self._tiles_beside(), COLUMNS)
        ]
        return _spaced(draws, sizes.beside, sizes)

    def _compact(self, sizes: TableSizes) -> Iterator[DrawnRow]:
        """Each on one line."""
        draws: list[Draw] = [
            partial(_low_strips, strips) for strips in _in_rows(self._table.landscapes, STRIPS)
        ]
        draws += [
            partial(_low_tiles, tiles) for tiles in _in_rows(self._tiles_beside(), LOW_COLUMNS)
        ]
        return _spaced(draws, LOW, sizes)

    def _list(self, sizes: TableSizes) -> Iterator[DrawnRow]:
        """The same in words."""
        text = BETWEEN.join(map(_in_words, self._things_beside()))
        points = NAME_SIZES[-1] / 10
        for line in wrapped(text, WIDTH - SPARE, points * POINT, Face.NAMES):
            yield DrawnRow(LIST_LINE, partial(_listed, line.strip(BETWEEN), points))
        yield DrawnRow(sizes.group_gap, lambda _pen, _y: None)


def supply_rows(table: TableFacts) -> Iterator[tuple[str, list[TileRow]]]:
    """The groups of the Supply with their rows of tiles, each with its column."""
    wide = bool(table.trash) and len(table.treasures) <= COLUMNS - 2
    at = COLUMNS - 2 if wide else max(len(table.treasures), COLUMNS - 1)
    trash = (at, Trash(table.trash, table.trash_count, 2 * TILE + TILE_GAP if wide else TILE))
    half = max(KINGDOM_HALF, ceil(len(table.ten) / 2))
    kingdom: list[list[tuple[int, Tile]]] = [
        list(enumerate(table.ten[:half])),
        list(enumerate(table.ten[half:])),
    ]
    for place, pile in enumerate(table.extras):
        kingdom[place % 2].append((half + place // 2, pile))
    yield _("Treasures"), _fitting([[*enumerate(table.treasures), trash]])
    yield _("Kingdom"), _fitting(kingdom)
    yield _("Victory and Curse"), _fitting([list(enumerate(table.victory))])


def _fitting(rows: Sequence[Sequence[tuple[int, Tile]]]) -> list[TileRow]:
    """The rows that have tiles; filled up from the left if one is too long for the page."""
    if all(column < COLUMNS for row in rows for column, _tile in row):
        return [row for row in rows if row]
    tiles = [tile for row in rows for _column, tile in row]
    return [list(enumerate(part)) for part in _in_rows(tiles, COLUMNS)]


def _spaced(draws: Sequence[Draw], height: float, sizes: TableSizes) -> Iterator[DrawnRow]:
    """Rows of one height; under the last one is what is free between groups."""
    for draw in draws[:-1]:
        yield DrawnRow(height + sizes.row_gap, draw)
    yield DrawnRow(height + sizes.group_gap, draws[-1])


def _in_rows(things: Sequence[_Thing], across: int) -> Iterator[Sequence[_Thing]]:
    return (things[start : start + across] for start in range(0, len(things), across))


def _heading(sizes: TableSizes, text: str, remark: str = "") -> DrawnRow:
    def draw(pen: Pen, y: float) -> None:
        base = y + sizes.heading - HEADING_FOOT
        pen.text(HEADING_LEFT, base, text, HEADING_SIZE, Face.NAMES, RUBRIC)
        if remark:
            right = WIDTH - HEADING_RIGHT
            pen.text(right, base, remark, NOTE_SIZE, Face.TEXT, GREY, anchor="end")

    return DrawnRow(sizes.heading, draw)


def _left_of(column: int) -> float:
    return column * (TILE + TILE_GAP)


def _tiles(row: TileRow, height: float, pen: Pen, y: float, *, beside: bool = False) -> None:
    for column, tile in row:
        pen.tile(tile, _left_of(column), y, height, beside=beside)


def _strips(strips: Sequence[TableLandscape], height: float, pen: Pen, y: float) -> None:
    for column, strip in enumerate(strips):
        pen.strip(strip, _left_of(2 * column), y, height)


def _low_strips(strips: Sequence[TableLandscape], pen: Pen, y: float) -> None:
    for column, strip in enumerate(strips):
        pen.low_strip(strip, _left_of(2 * column), y)


def _low_tiles(tiles: Sequence[TablePile | TableMat], pen: Pen, y: float) -> None:
    for column, tile in enumerate(tiles):
        pen.low_tile(tile, column * (LOW_TILE + TILE_GAP), y)


def _listed(line: str, points: float, pen: Pen, y: float) -> None:
    pen.text(0, y + LIST_BASE, line, points, Face.NAMES)


def _in_words(thing: TableLandscape | TablePile | TableMat) -> str:
    if isinstance(thing, TableLandscape):
        return f"{thing.name} ({BETWEEN.join(thing.notes)})"
    tags = f" ({', '.join(thing.tags)})" if thing.tags else ""
    count = f"{JOINED}{thing.count}" if isinstance(thing, TablePile) else ""
    return f"{thing.name}{tags}{count}"
