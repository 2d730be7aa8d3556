"""The checklist of a collection: every pile of a shelf by box, with a box to tick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from setup_rules.catalog import Catalog
from web.language.translation import ngettext
from web.printing.collection.shelf_piles import ShelfBox, shelf_boxes
from web.printing.styles import Paper, document_html
from web.printing.text import across, largest
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.text_width import Face

COLUMNS, ROW = 3, 4.4
"""Columns of a page, and the height of a row in millimetres."""
ROWS_FIRST: Final = {"a4": 57, "letter": 53}
ROWS: Final = {"a4": 61, "letter": 57}
"""Rows of a column on the first page, which has the heading, and on the others."""
HEADING, LEAST_UNDER = 2, 2
"""Rows that a box's heading takes, and that stand under it in each column at least."""
WIDTH, TICK, NOTE_SIZE = 58.6, 5.2, 7.5
NAME_SIZES: Final = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
BESIDE_NAME = 8.5
"""What letters take of a box's heading."""
BOX_SIZES: Final = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0)


class CheckLine(NamedTuple):
    """A pile to tick."""

    name: str
    size: float
    note: str
    """How many cards it has, or what kind of landscape it is."""


class CheckBox(NamedTuple):
    """A box, or what is left of it for the next column."""

    letters: str
    name: str
    size: float
    lines: tuple[CheckLine, ...]
    is_continued: bool = False

    @property
    def rows(self) -> int:
        """How many rows it takes."""
        return HEADING + len(self.lines)


def checklist_html(boxes: Sequence[str], catalog: Catalog, paper: Paper, reader: NameStyle) -> str:
    """The checklist of these boxes as a document to print."""
    shelf = shelf_boxes(boxes, catalog, reader.name)
    piles = sum(len(box.piles) for box in shelf)
    facts = (
        ngettext("{number} box", "{number} boxes", len(shelf)),
        ngettext("{number} line to tick", "{number} lines to tick", piles),
    )
    columns = checklist_columns(shelf, paper)
    return document_html(
        "checklist",
        "checklist",
        paper=paper,
        facts=" · ".join(facts),
        pages=[columns[first : first + COLUMNS] for first in range(0, len(columns), COLUMNS)],
    )


def checklist_columns(shelf: Sequence[ShelfBox], paper: Paper) -> list[list[CheckBox]]:
    """The boxes of a shelf in columns."""
    return list(_columns([_check_box(box) for box in shelf], paper))


def checklist_pages(columns: int) -> int:
    """How many pages so many columns fill."""
    return -(-columns // COLUMNS)


def _check_box(box: ShelfBox) -> CheckBox:
    copies = f" × {box.copies}" if box.copies > 1 else ""
    name = f"{box.name}{copies}"
    return CheckBox(
        letters=box.spine.letters,
        name=name,
        size=largest(name, WIDTH - BESIDE_NAME, Face.NAMES, BOX_SIZES),
        lines=tuple(
            _line(pile.name, pile.types[0].word if pile.is_landscape else str(pile.cards or ""))
            for pile in box.piles
        ),
    )


def _line(name: str, note: str) -> CheckLine:
    room = WIDTH - TICK - across(note, NOTE_SIZE, Face.TEXT) - 2
    return CheckLine(name, largest(name, room, Face.NAMES, NAME_SIZES), note)


def _columns(boxes: Sequence[CheckBox], paper: Paper) -> Iterator[list[CheckBox]]:
    """The boxes in columns; one that goes on in another column has its heading there again."""
    column: list[CheckBox] = []
    number, free = 0, ROWS_FIRST[paper]
    waiting = list(reversed(boxes))
    while waiting:
        box = waiting.pop()
        if box.rows <= free:
            column.append(box)
            free -= box.rows
            continue
        under = min(free - HEADING, len(box.lines) - LEAST_UNDER)
        if under >= LEAST_UNDER:
            column.append(box._replace(lines=box.lines[:under]))
            box = box._replace(lines=box.lines[under:], is_continued=True)
        waiting.append(box)
        yield column
        column, number = [], number + 1
        free = ROWS_FIRST[paper] if number < COLUMNS else ROWS[paper]
    if column:
        yield column
