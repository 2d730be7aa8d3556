"""Sheets of cards: how many of a size go on a page, where they lie, and the marks to cut along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar

from web.printing.styles import CardSize, Paper, Style, n

MARK, MARK_OFF, CROSS, HAIR = 4.0, 3.0, 1.0, 0.15
"""How long a cut mark is at most, how far off the cards, how far a cross reaches, how thick."""
UNPRINTABLE = 5.0
"""What printers may leave blank at the edges of a sheet; no mark reaches there."""
LEAST_MARGIN = 9.5
"""Beside the cards at least, so that there is room for marks."""
SCALE, SCALE_STEP, SCALE_TOP, SCALE_TICK = 50.0, 10.0, 6.5, 1.0
"""Of the bar above the cards: how long, its steps, how far down, how far its ends reach."""
CARD_SIZES: Final[Mapping[CardSize, tuple[float, float]]] = MappingProxyType(
    {"plain": (59.0, 91.0), "sleeved": (61.5, 94.0), "poker": (63.5, 88.9)}
)
"""How wide and how tall cards are; a sleeved one is as large as the sleeve."""
PAPER_SIZES: Final[Mapping[Paper, tuple[float, float]]] = MappingProxyType(
    {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
)


class CardSheet(NamedTuple):
    """A sheet, and how many cards of which size go on it."""

    width: float
    height: float
    columns: int
    rows: int
    card_width: float
    card_height: float

    @property
    def left(self) -> float:
        """How far in the cards begin."""
        return (self.width - self.columns * self.card_width) / 2

    @property
    def top(self) -> float:
        """How far down the cards begin."""
        return (self.height - self.rows * self.card_height) / 2

    @property
    def places(self) -> int:
        """How many cards, or sides of cards, lie on it."""
        return self.columns * self.rows

    @property
    def flips_short(self) -> bool:
        """Whether it is turned over on its short edge, so that backs lie behind fronts."""
        return self.width > self.height

    @property
    def scale_left(self) -> float:
        """Where the bar to measure with begins: between the cut marks of the first column."""
        return self.left + (self.card_width - SCALE) / 2

    @property
    def words_left(self) -> float:
        """Where the words about it begin: between the marks of the second column."""
        return self.scale_left + self.card_width

    def x(self, column: float) -> float:
        """Where a column begins."""
        return self.left + column * self.card_width

    def y(self, row: float) -> float:
        """Where a row begins."""
        return self.top + row * self.card_height


def sheet_for(paper: Paper, across: float, high: float, *, pairs: bool = False) -> CardSheet:
    """The sheet with the most cards of this size, upright where that makes no difference.

    `pairs` asks for an even number of columns, for fronts and backs beside each other.
    """
    step = 2 if pairs else 1
    upright = PAPER_SIZES[paper]
    sheets = []
    for width, height in (upright, upright[::-1]):
        columns = int((width - 2 * LEAST_MARGIN) // (step * across)) * step
        rows = int((height - 2 * LEAST_MARGIN) // high)
        sheets.append(CardSheet(width, height, columns, rows, across, high))
    return max(sheets, key=lambda sheet: sheet.places)


def card_sheet(paper: Paper, style: Style, size: CardSize = "plain") -> CardSheet:
    """The sheet for cards of this size."""
    return sheet_for(paper, *CARD_SIZES[size], pairs=style == "fold")


def card_pages(cards: int, sheet: CardSheet, style: Style) -> int:
    """How many pages so many cards fill, both sides counted."""
    if style == "fold":
        return -(-2 * cards // sheet.places)
    return 2 * -(-cards // sheet.places)


def duplex_of(sheet: CardSheet, style: Style) -> str:
    """How a printer is asked to print both sides, as PDF calls it."""
    if style == "fold":
        return "Simplex"
    return "DuplexFlipShortEdge" if sheet.flips_short else "DuplexFlipLongEdge"


# Where the cards lie

_Card = TypeVar("_Card")


class PlacedCard(NamedTuple, Generic[_Card]):
    """One side of a card at its place on a page."""

    card: _Card
    is_front: bool
    column: int
    row: int


def placed_cards(
    cards: Sequence[_Card], sheet: CardSheet, style: Style
) -> Iterator[tuple[PlacedCard[_Card], ...]]:
    """The sides of all cards, page by page."""
    return (_folded if style == "fold" else _duplex)(cards, sheet)


def _duplex(cards: Sequence[_Card], sheet: CardSheet) -> Iterator[tuple[PlacedCard[_Card], ...]]:
    """A page of fronts, then their backs, the columns mirrored as when the sheet is turned."""
    for first in range(0, len(cards), sheet.places):
        some = [
            PlacedCard(
                card, is_front=True, column=place % sheet.columns, row=place // sheet.columns
            )
            for place, card in enumerate(cards[first : first + sheet.places])
        ]
        yield tuple(some)
        yield tuple(
            placed._replace(is_front=False, column=sheet.columns - 1 - placed.column)
            for placed in some
        )


def _folded(cards: Sequence[_Card], sheet: CardSheet) -> Iterator[tuple[PlacedCard[_Card], ...]]:
    """Pages with both sides of each card beside each other."""
    pairs = sheet.columns // 2
    to_a_page = pairs * sheet.rows
    for first in range(0, len(cards), to_a_page):
        yield tuple(
            PlacedCard(card, is_front, 2 * (place % pairs) + (not is_front), place // pairs)
            for place, card in enumerate(cards[first : first + to_a_page])
            for is_front in (True, False)
        )


# Marks


def cut_marks(
    sheet: CardSheet, columns: range, rows: int, across: Sequence[int] | None = None
) -> str:
    """The path of the marks around the cards in these columns and rows, and between them.

    `across` are the lines between columns that are cut, if not all are.
    """
    lines = range(columns.start, columns.stop + 1) if across is None else across
    xs, ys = [sheet.x(line) for line in lines], [sheet.y(row) for row in range(rows + 1)]
    left, right, top, bottom = xs[0], xs[-1], ys[0], ys[-1]
    wide = min(MARK, sheet.left - MARK_OFF - UNPRINTABLE)
    long = min(MARK, sheet.top - MARK_OFF - UNPRINTABLE)
    marks = [
        f"M{n(x)} {n(y)}v{n(long)}" for x in xs for y in (top - MARK_OFF - long, bottom + MARK_OFF)
    ]
    marks += [
        f"M{n(x)} {n(y)}h{n(wide)}" for y in ys for x in (left - MARK_OFF - wide, right + MARK_OFF)
    ]
    marks += [
        f"M{n(x - CROSS)} {n(y)}h{n(2 * CROSS)}M{n(x)} {n(y - CROSS)}v{n(2 * CROSS)}"
        for x in xs[1:-1]
        for y in ys[1:-1]
    ]
    return "".join(marks)


def scale_bar(sheet: CardSheet) -> str:
    """The path of a bar of 50 mm above the cards, which shows whether a printer scaled the page."""
    left, top = sheet.scale_left, SCALE_TOP
    ticks = (
        f"M{n(left + at * SCALE_STEP)} {n(top - reach)}v{n(2 * reach)}"
        for at in range(int(SCALE / SCALE_STEP) + 1)
        for reach in (SCALE_TICK if at in (0, SCALE / SCALE_STEP) else SCALE_TICK / 2,)
    )
    return f"M{n(left)} {n(top)}h{n(SCALE)}" + "".join(ticks)


def marks_of(
    placed: Sequence[PlacedCard[_Card]], sheet: CardSheet, style: Style
) -> tuple[str, str]:
    """Paths of the cut marks, with the bar to measure with, and of the lines to fold along."""
    first, last = min(p.column for p in placed), max(p.column for p in placed) + 1
    rows = max(p.row for p in placed) + 1
    bar = scale_bar(sheet) if placed[0].is_front else ""
    if style != "fold":
        return bar + cut_marks(sheet, range(first, last), rows), ""
    folds = (
        f"M{n(sheet.x(p.column + 1))} {n(sheet.y(p.row))}v{n(sheet.card_height)}"
        for p in placed
        if p.is_front
    )
    cuts = cut_marks(sheet, range(first, last), rows, range(first, last + 1, 2))
    return bar + cuts, "".join(folds)
