"""The sizes of a setup sheet, from roomy to dense: the first in which everything fits is taken."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from web.printing.sheet.table import TableSizes

LEAST_SCALE = 0.94
"""Smaller text would be of less than 7 points; before that, a sheet continues on another page."""


class Over(Enum):
    """What stands on a page of its own: nothing, all but table and fetch list, or all but table."""

    NOTHING, SECTIONS, ALL = range(3)


class Sizes(NamedTuple):
    """How large everything is, in points and millimetres, and what is done to save room."""

    name: float = 11.0
    row: float = 5.0
    note: float = 8.0
    note_line: float = 3.4
    text: float = 9.0
    text_line: float = 4.1
    text_gap: float = 1.1
    heading: float = 12.0
    heading_line: float = 6.2
    section_gap: float = 3.0
    box_head: float = 6.4
    box_name: float = 12.5
    box_gap: float = 2.4
    deck_below: bool = False
    deck_third: bool = False
    """Whether the Black Market list stands in the third column instead."""
    notes_beside: bool = False
    """Whether a short note stands on the line of its name."""
    kept_below: bool = False
    """Whether problems and what to keep at hand stand under the fetch list."""
    spill: bool = False
    """Whether boxes may stand in the third column, under what is said there."""
    problems_above: bool = False
    """Whether problems stand under the name of the kingdom instead, with other remarks."""
    run_in: bool = False
    """Whether the fetch list of a box is one paragraph."""
    over: Over = Over.NOTHING
    table: TableSizes = TableSizes()

    def scaled(self, by: float) -> Sizes:
        """The same, larger or smaller, the table aside."""
        lengths: dict[str, Any] = {
            field: value * by for field, value in self._asdict().items() if type(value) is float
        }
        return self._replace(**lengths)


def _steps() -> Iterator[Sizes]:
    """From the roomiest sizes to ever denser ones; in each, what is too tall moves elsewhere."""
    for larger in (1.18, 1.09):
        yield Sizes().scaled(larger)
    sizes = Sizes()
    yield sizes
    yield sizes._replace(kept_below=True)
    sizes = sizes._replace(note=7.5, note_line=3.2)
    yield sizes
    yield from _places(sizes)
    sizes = sizes._replace(
        name=10.5, row=4.5, text=8.5, text_line=3.8, text_gap=0.8, section_gap=2.4,
        heading=11.5, heading_line=5.4, box_head=5.8, box_name=11.5, box_gap=1.9,
    )  # fmt: skip
    yield from _places(sizes)
    sizes = sizes._replace(name=9.5, row=4.0, notes_beside=True)
    yield from _places(sizes)
    sizes = sizes._replace(table=TableSizes(11.4, 11.4, row_gap=1.6, heading=5.3, group_gap=1.4))
    yield from _places(sizes)
    sizes = sizes._replace(
        name=8.5, row=3.6, note_line=3.0, text=8.0, text_line=3.5, text_gap=0.5, section_gap=1.7,
        heading=11.0, heading_line=4.8, box_head=5.0, box_name=10.5, box_gap=1.3,
        table=TableSizes(10.4, 10.4, row_gap=1.2, heading=5.0, group_gap=1.0),
    )  # fmt: skip
    yield from _places(sizes)
    sizes = sizes._replace(table=sizes.table._replace(compact=True))
    yield from _places(sizes)
    sizes = sizes._replace(
        text=7.5, text_line=3.2, text_gap=0.4, section_gap=1.4, box_head=4.7, box_gap=1.0
    )
    yield from _places(sizes)
    sizes = sizes._replace(table=sizes.table._replace(as_text=True))
    yield from _places(sizes)
    sizes = sizes._replace(problems_above=True)
    yield from _places(sizes)
    yield from _running(sizes._replace(run_in=True, deck_below=True))
    yield from _on_two_pages(sizes.table)


def _running(sizes: Sizes) -> Iterator[Sizes]:
    """With each box as one paragraph."""
    scale = 1.0
    while scale > LEAST_SCALE:
        for deck_third in (False, True):
            for kept_below in (False, True):
                places = sizes._replace(deck_third=deck_third, kept_below=kept_below)
                yield places.scaled(scale)
        scale *= 0.95


def _on_two_pages(table: TableSizes) -> Iterator[Sizes]:
    """With the fetch list in three columns on the first page, and in the end only the table."""
    sizes = Sizes(
        note=7.5, note_line=3.2, deck_below=True, notes_beside=True, spill=True,
        over=Over.SECTIONS, table=table,
    )  # fmt: skip
    yield sizes
    sizes = sizes._replace(name=9.5, row=4.0, box_head=5.8, box_name=11.5, box_gap=1.9)
    yield sizes
    sizes = sizes._replace(name=8.5, row=3.6, note_line=3.0, box_head=5.0, box_name=10.5)
    yield sizes
    sizes = sizes._replace(run_in=True, spill=False)
    yield sizes
    yield sizes.scaled(0.95)._replace(text=sizes.text)  # as large as the other page has it
    yield sizes._replace(over=Over.ALL)


def _places(sizes: Sizes) -> Iterator[Sizes]:
    """The same sizes, with the long lists under both columns, boxes under the third, or both."""
    sizes = sizes._replace(deck_below=True)
    yield sizes
    yield sizes._replace(kept_below=True)
    yield sizes._replace(spill=True)
    yield sizes._replace(spill=True, kept_below=True)


STEPS = tuple(_steps())
ROOMY_STEPS = 10
"""Steps after which we look whether the smallest sizes fit at all, before we try the others."""
