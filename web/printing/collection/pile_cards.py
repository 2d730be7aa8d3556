"""Randomizer cards of a shelf: a card for each Kingdom pile and landscape, with our own back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from setup_rules.catalog import Catalog
from web.printing.cards.card_sheets import (
    HAIR,
    CardSheet,
    PlacedCard,
    card_sheet,
    duplex_of,
    marks_of,
    placed_cards,
)
from web.printing.cards.ink import Drawing
from web.printing.collection.faces import PileFace, draw_face, face_of
from web.printing.collection.shelf_piles import ShelfBox, ShelfPile, each_once, shelf_boxes
from web.printing.hatching import INK
from web.printing.styles import NO_OFFSET, BackOffset, CardSize, Paper, Style, document_html
from web.setup_sheet.reader import NameStyle


class FacesPage(NamedTuple):
    """A page of faces, or of their backs."""

    placed: tuple[PlacedCard[PileFace], ...]
    ink: Markup


def randomizer_piles(
    boxes: Sequence[str], catalog: Catalog, reader: NameStyle
) -> list[tuple[ShelfBox, ShelfPile]]:
    """What gets a randomizer card, each once, box by box."""
    return [
        (box, pile)
        for box in each_once(shelf_boxes(boxes, catalog, reader.name))
        for pile in (*box.kingdom, *box.landscapes)
    ]


def randomizers_html(
    piles: Sequence[tuple[ShelfBox, ShelfPile]],
    paper: Paper,
    style: Style,
    size: CardSize,
    offset: BackOffset = NO_OFFSET,
) -> str:
    """Randomizer cards as a document to print."""
    sheet = card_sheet(paper, style, size)
    faces = [face_of(pile, box, counted=False) for box, pile in piles]
    pages = [
        FacesPage(placed, _ink(placed, sheet, style))
        for placed in placed_cards(faces, sheet, style)
    ]
    return document_html(
        "randomizers",
        "collection",
        paper=paper,
        sheet=sheet,
        pages=pages,
        tab=0.0,
        duplex=duplex_of(sheet, style),
        offset=offset,
    )


def _ink(placed: Sequence[PlacedCard[PileFace]], sheet: CardSheet, style: Style) -> Markup:
    cuts, folds = marks_of(placed, sheet, style)
    drawing = Drawing()
    drawing.line(0, HAIR, cuts)
    for each in placed:
        if each.is_front:
            size = sheet.card_width, sheet.card_height
            draw_face(drawing, each.card, sheet.x(each.column), sheet.y(each.row), size)
    dashed = f'fill="none" stroke="{INK}" stroke-width="{HAIR}" stroke-dasharray="1.5 1.5"'
    fold = f'<path {dashed} d="{folds}"/>' if folds else ""
    return Markup("".join((fold, *drawing.parts())))  # noqa: S704  made of numbers and glyphs
