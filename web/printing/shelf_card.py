"""The shelf card: the boxes of a household and what is in them, on one page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from setup_rules.cards import LANDSCAPE_KINDS, Box, Landscape
from setup_rules.catalog import Catalog
from setup_rules.collection import gather
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.printing.styles import Paper, document_html
from web.printing.text import POINT, across, largest
from web.setup_sheet.spines import Spine, edition_in_words, spine
from web.setup_sheet.text_width import Face

ROOM_FOR_BOXES, TALLEST_ROW = 219.0, 8.4
"""How tall all rows may be together, and each of them, in millimetres."""
NAME_ROOM, NAME_SIZES = 62.0, (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5)
LANDSCAPES_ROOM, LANDSCAPES_SIZES = 52.0, (9.0, 8.5, 8.0, 7.5, 7.0)
ROW_TO_NAME = 0.78
"""How much of the height of a row its name takes at most."""


class BoxRow(NamedTuple):
    """A box and what is in it."""

    spine: Spine
    copies: int
    edition: str
    name_rule: str
    piles: int
    landscapes: str
    landscapes_rule: str
    cards: int | None
    has_basic_cards: bool


def shelf_html(boxes: Sequence[str], catalog: Catalog, paper: Paper) -> str:
    """The shelf card of these boxes as a document to print."""
    shelf = gather(catalog, tuple(boxes))
    height = min(TALLEST_ROW, ROOM_FOR_BOXES / max(len(shelf.boxes), 1))
    facts = [
        ngettext("{number} box", "{number} boxes", len(boxes)),
        ngettext("{number} Kingdom pile", "{number} Kingdom piles", len(shelf.cards)),
    ]
    if shelf.landscapes:
        facts.append(ngettext("{number} landscape", "{number} landscapes", len(shelf.landscapes)))
    return document_html(
        "shelf",
        "shelf",
        paper=paper,
        row_rule=((" td", f"height:{height:.2f}mm"),),
        facts=" · ".join(facts),
        rows=[_row(box, shelf.copies[box.id], height) for box in shelf.boxes],
    )


def _row(box: Box, copies: int, height: float) -> BoxRow:
    mark = spine(box)
    edition = _edition(box)
    tallest = height * ROW_TO_NAME / POINT
    sizes = [size for size in NAME_SIZES if size <= tallest] or NAME_SIZES[-1:]
    beside = across(f" {edition} × 9", 8, Face.TEXT)
    landscapes = _landscapes(box.landscapes)
    return BoxRow(
        spine=mark,
        copies=copies,
        edition=edition,
        name_rule=_size_rule(mark.name, NAME_ROOM - beside, Face.NAMES, sizes),
        piles=len(box.piles),
        landscapes=landscapes,
        landscapes_rule=_size_rule(landscapes, LANDSCAPES_ROOM, Face.TEXT, LANDSCAPES_SIZES),
        cards=box.printed_cards,
        has_basic_cards=box.has_basic_cards,
    )


def _size_rule(text: str, room: float, face: Face, sizes: Sequence[float]) -> str:
    return f"font-size:{largest(text, room, face, sizes)}pt"


def _edition(box: Box) -> str:
    if box.kind == "update pack":
        return _("update pack")
    if box.kind == "promo":
        return _("promo card")
    return edition_in_words(spine(box))


def _landscapes(landscapes: Iterable[Landscape]) -> str:
    """How many there are of each kind, in words."""
    number = Counter(landscape.kind for landscape in landscapes)
    return and_list(
        ngettext(*kind.counted, number[key]) for key, kind in LANDSCAPE_KINDS.items() if number[key]
    )
