"""The setup sheet of the other Prosperity: steps, pictures and all sixty tiles on one page.

Like the sheet of a kingdom it is measured before it is printed: text gets smaller until all fits.
"""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.printing.other_prosperity_picture import (
    BOARD_HEIGHT,
    TABLE_HEIGHT,
    WIDTH,
    board_picture,
    table_picture,
)
from web.printing.qr import qr_drawing
from web.printing.styles import Paper, document_html
from web.printing.text import POINT, lines_of
from web.setup_sheet.other_prosperity import OtherPage, SetupStep, TileGroup

LIVE_HEIGHT, LIVE_WIDTH = 255.0, 186.0
HEADER, STEPS_WIDTH, PICTURE = 24.0, 101.0, 82.0
"""How tall the head of the page is, and how wide steps and pictures are."""
INDENT, CUBE_INDENT = 8.0, 5.0
"""Free before steps and before the list of cubes."""
SIZES = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5)
LINE, HEAD, GAP = 1.27, 1.6, 0.58
"""Heights in sizes of the text: a line, the heading of a step, what is free under a step."""
SECTION, ROW, NAMES_ROW, COLUMNS = 7.0, 4.9, 3.9, 3
"""In millimetres: a heading, a row of the deck, a row of tiles without a date; in columns."""


class StepPart(NamedTuple):
    """A step in lines."""

    heading: str
    lines: tuple[Markup, ...]
    items: tuple[tuple[Markup, ...], ...]
    """What is numbered in it."""
    rest: tuple[Markup, ...]


class SheetLayout(NamedTuple):
    """The sheet in one size of text."""

    size: float
    steps: tuple[StepPart, ...]
    tallies: tuple[Markup, ...]
    upper: float
    """How tall steps and pictures are."""
    height: float


def other_prosperity_html(page: OtherPage, paper: Paper, address: str) -> str:
    """The sheet as a complete document."""
    layout = laid_out(page)
    scale = PICTURE / WIDTH
    lengths = {
        "--size": f"{layout.size}pt",
        "--line": f"{layout.size * POINT * LINE:.2f}mm",
        "--head": f"{layout.size * POINT * HEAD:.2f}mm",
        "--gap": f"{layout.size * POINT * GAP:.2f}mm",
        "--upper": f"{layout.upper:.2f}mm",
    }
    return document_html(
        "other_prosperity",
        "other_prosperity",
        paper=paper,
        lengths=";".join(f"{name}:{length}" for name, length in lengths.items()),
        page=page,
        layout=layout,
        facts=_facts(page),
        undated=_columns(page.undated),
        qr=qr_drawing(address, ""),
        table=table_picture(page, scale),
        board=board_picture(page, scale),
        sizes={
            "width": PICTURE,
            "table": TABLE_HEIGHT * scale,
            "board": BOARD_HEIGHT * scale,
        },
    )


def _facts(page: OtherPage) -> Markup:
    first = page.setup.first_game
    return Markup("<b>{}</b> · {} · {}").format(
        ngettext("{number} player", "{number} players", page.setup.players),
        _("first game") if first else _("later game"),
        page.turns,
    )


def laid_out(page: OtherPage) -> SheetLayout:
    """The sheet in the largest text in which it fits on a page."""
    for size in SIZES:
        layout = _layout(page, size)
        if layout.height <= LIVE_HEIGHT:
            break
    return layout


def _layout(page: OtherPage, size: float) -> SheetLayout:
    steps = tuple(_step(page, step, size) for step in page.steps)
    em = size * POINT
    lines = sum(len(step.lines) + sum(map(len, step.items)) + len(step.rest) for step in steps)
    words = SECTION + len(steps) * em * (HEAD + GAP) + lines * em * LINE
    scale = PICTURE / WIDTH
    pictures = SECTION + (TABLE_HEIGHT + BOARD_HEIGHT) * scale + 3
    upper = max(words, pictures)
    tallies = lines_of(" ".join(page.tallies), LIVE_WIDTH, size)
    rows = -(-len(page.undated.tiles) // COLUMNS)
    lower = 2 * SECTION + len(page.deck) * ROW + rows * NAMES_ROW + len(tallies) * em * LINE + 3
    return SheetLayout(size, steps, tallies, upper, HEADER + upper + lower)


def _step(page: OtherPage, step: SetupStep, size: float) -> StepPart:
    room = STEPS_WIDTH - INDENT
    lines = tuple(line for text in step.text for line in lines_of(text, room, size))
    items: tuple[tuple[Markup, ...], ...] = ()
    rest: tuple[Markup, ...] = ()
    if step.id == "kit":
        items = tuple(lines_of(place, room - CUBE_INDENT, size) for place in page.cubes)
    elif step.id == "reserve":
        reserve = Markup(", ").join(Markup("<b>{}</b>").format(thing) for thing in page.reserve)
        rest = lines_of(reserve, room, size)
    elif step.id == "begins" and page.begins:
        rest = lines_of(Markup("<b>{}</b>").format(page.begins), room, size)
    return StepPart(step.heading, lines, items, rest)


def _columns(group: TileGroup) -> list[tuple[tuple[str, str], ...]]:
    rows = -(-len(group.tiles) // COLUMNS)
    return [group.tiles[at : at + rows] for at in range(0, len(group.tiles), rows)]
