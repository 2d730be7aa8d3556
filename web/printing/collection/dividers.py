"""Dividers of a shelf, for cards that stand upright: a tab for each pile, and for each box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from setup_rules.catalog import Catalog
from web.language.translation import ngettext
from web.printing.cards.card_sheets import (
    CARD_SIZES,
    HAIR,
    CardSheet,
    cut_marks,
    scale_bar,
    sheet_for,
)
from web.printing.cards.ink import Drawing
from web.printing.collection.faces import TENTH, PileFace, draw_face, face_of
from web.printing.collection.shelf_piles import (
    ShelfBox,
    ShelfPile,
    each_once,
    landscape_kinds,
    shelf_boxes,
)
from web.printing.styles import CardSize, Paper, Tabs, document_html, n
from web.printing.text import across, with_numbers
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.text_width import Face, fit

TAB = 12.0
"""How far a tab stands out above the cards, in millimetres."""
EDGE, FIELD, AFTER_FIELD = 1.6, 7.0, 1.2
"""On a tab: free at its sides, the width of the field, and what is free after it."""
COIN, CHARGE = 2.4, 4.0
NAME_SIZES: Final = (120, 115, 110, 105, 100, 95, 90, 85, 80, 75)
"""In tenths of a point."""
TWO_LINES = 95
"""The largest of them in which a name may stand on two lines."""
GLYPH, GLYPH_PITCH, FOOT = 2.7, 3.3, 2.9
"""On a tab: the size of type glyphs, from one to the next, and how far up their middle is."""
LETTERS_SIZE, LETTERS_PAD = 7.0, 0.7


class Divider(NamedTuple):
    """A divider: what is on its face, and on its tab."""

    face: PileFace
    is_box: bool
    tab_left: float
    """Where its tab begins and how wide it is, from the left edge of the divider."""
    tab_width: float
    tab_name: tuple[str, ...]
    tab_size: float
    column: int
    row: int

    @property
    def letters_width(self) -> float:
        """Of the frame around the letters of its box."""
        return across(self.face.letters, LETTERS_SIZE, Face.BOLD) + 2 * LETTERS_PAD

    @property
    def text_left(self) -> float:
        """Where the text of its tab begins."""
        field = 0.0 if self.is_box else FIELD + AFTER_FIELD
        return self.tab_left + EDGE + field


class DividersPage(NamedTuple):
    """A page of dividers."""

    dividers: tuple[Divider, ...]
    ink: Markup


def divided_piles(
    boxes: Sequence[str], catalog: Catalog, reader: NameStyle
) -> list[tuple[ShelfBox, ShelfPile | None]]:
    """What gets a divider, box by box; first the box itself, without a pile."""
    return [
        (box, pile)
        for box in each_once(shelf_boxes(boxes, catalog, reader.name))
        for pile in (None, *box.basic, *box.kingdom, *box.beside, *landscape_kinds(box.landscapes))
    ]


def divider_sheet(paper: Paper, size: CardSize) -> CardSheet:
    """The sheet for dividers of cards of this size."""
    across, high = CARD_SIZES[size]
    return sheet_for(paper, across, high + TAB)


def divider_pages(dividers: int, paper: Paper, size: CardSize) -> int:
    """How many pages so many dividers fill."""
    return -(-dividers // divider_sheet(paper, size).places)


def dividers_html(
    piles: Sequence[tuple[ShelfBox, ShelfPile | None]], paper: Paper, size: CardSize, tabs: Tabs
) -> str:
    """Dividers as a document to print."""
    sheet = divider_sheet(paper, size)
    dividers = list(_dividers(piles, sheet, tabs))
    pages = [
        DividersPage(tuple(some), _ink(some, sheet))
        for first in range(0, len(dividers), sheet.places)
        for some in (dividers[first : first + sheet.places],)
    ]
    return document_html("dividers", "collection", paper=paper, sheet=sheet, pages=pages, tab=TAB)


def _dividers(
    piles: Sequence[tuple[ShelfBox, ShelfPile | None]], sheet: CardSheet, tabs: Tabs
) -> Iterator[Divider]:
    left = True
    for place, (box, pile) in enumerate(piles):
        whole = pile is None or tabs == "wide"
        wide = sheet.card_width if whole else sheet.card_width / 2
        shown = pile or _box_pile(box)
        field = 0.0 if pile is None else FIELD + AFTER_FIELD
        lines = tuple(2 if size <= TWO_LINES else 1 for size in NAME_SIZES)
        room = (wide - 2 * EDGE - field) / TENTH
        name = fit(with_numbers(shown.name), room, Face.NAMES, NAME_SIZES, lines)
        row, column = divmod(place % sheet.places, sheet.columns)
        yield Divider(
            face=face_of(shown, box, counted=True),
            is_box=pile is None,
            tab_left=0.0 if whole or left else wide,
            tab_width=wide,
            tab_name=name.lines,
            tab_size=name.size / 10,
            column=column,
            row=row,
        )
        left = pile is None or not left


def _box_pile(box: ShelfBox) -> ShelfPile:
    """A box as if it were a pile, for the divider before its piles."""
    numbers = []
    if number := len(box.basic + box.kingdom + box.beside):
        numbers.append(ngettext("{number} pile", "{number} piles", number))
    if number := len(box.landscapes):
        numbers.append(ngettext("{number} landscape", "{number} landscapes", number))
    return ShelfPile(box.name, None, (), (), "", 0, tuple(numbers), is_landscape=True)


def _ink(dividers: Sequence[Divider], sheet: CardSheet) -> Markup:
    """Everything on a page that is no text, as one drawing."""
    drawing = Drawing()
    columns = range(max(each.column for each in dividers) + 1)
    rows = max(each.row for each in dividers) + 1
    drawing.line(0, HAIR, scale_bar(sheet) + cut_marks(sheet, columns, rows))
    for each in dividers:
        x, y = sheet.x(each.column), sheet.y(each.row)
        _draw_tab(drawing, each, x, y, sheet.card_width)
        size = sheet.card_width, sheet.card_height - TAB
        if not each.is_box:
            draw_face(drawing, each.face, x, y + TAB, size)
    return Markup("".join(drawing.parts()))  # noqa: S704  made of numbers and glyphs


def _draw_tab(drawing: Drawing, divider: Divider, x: float, y: float, whole: float) -> None:
    """A tab, and the lines to cut along beside it."""
    left, wide = divider.tab_left, divider.tab_width
    if wide < whole:
        inner = wide if left == 0 else left
        beside = wide if left == 0 else 0.0
        drawing.line(
            0, HAIR, f"M{n(x + inner)} {n(y)}v{n(TAB)}M{n(x + beside)} {n(y + TAB)}h{n(wide)}"
        )
    if not divider.is_box:
        pile = divider.face.pile
        at, middle = x + left + EDGE, y + TAB / 2
        drawing.field(pile.bands, at, y + EDGE, FIELD, TAB - 2 * EDGE)
        if pile.cost:
            apart = min(COIN, FIELD / 4)
            radius = apart if pile.cost.coin and pile.cost.debt else COIN
            drawing.cost(pile.cost, at + FIELD / 2, middle, radius, apart)
        else:
            glyph = pile.types[0].glyph
            drawing.glyph(glyph, at + (FIELD - CHARGE) / 2, middle - CHARGE / 2, CHARGE)
        for place, type_ in enumerate(pile.types):
            at = x + divider.text_left + divider.letters_width + 1 + place * GLYPH_PITCH
            drawing.glyph(type_.glyph, at, y + TAB - FOOT - GLYPH / 2, GLYPH)
    drawing.code_frame(x + divider.text_left, y + TAB - FOOT, divider.letters_width, 3.3)
