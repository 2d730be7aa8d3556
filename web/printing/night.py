"""The paper of a night: its games, and one fetch list for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from web.language.translation import ngettext
from web.links.codes import address_of, written
from web.printing.documents import Document
from web.printing.qr import qr_drawing
from web.printing.sheet.content import box_remarks
from web.printing.styles import Paper, document_html
from web.printing.text import with_numbers
from web.setup_sheet.fetch_list import BoxLines, FetchView

MOST_WHOLE = 8
"""Lines of a box that stay together; longer ones may go on in another column."""


class NightGame(NamedTuple):
    """A game of the night."""

    number: int
    name: str
    piles: str
    """Its ten piles in a list."""
    also: str
    """Landscapes and more piles in a list."""
    boxes: str
    """The letters of the boxes it opens."""


class NightError(NamedTuple):
    """What must be put right before games can be played."""

    games: str
    """Which games, in words; empty for all."""
    message: str
    """What, and how."""


class NightBox(NamedTuple):
    """A box of the fetch list."""

    box: BoxLines
    remarks: str
    is_whole: bool
    """Whether all of it stays in one column."""


def night_paper(
    games: Sequence[NightGame],
    errors: Sequence[NightError],
    fetch: FetchView,
    players: int,
    code: str,
    paper: Paper,
) -> Document:
    """Games, what is wrong with them, and fetch list; the QR code opens the night."""
    title = ngettext("A night of {number} game", "A night of {number} games", len(games))
    address = address_of(code) if code else ""
    html = document_html(
        "night",
        "night",
        paper=paper,
        title=title,
        facts=" · ".join((ngettext("{number} player", "{number} players", players), fetch.opens)),
        games=games,
        errors=errors,
        boxes=[
            NightBox(box, box_remarks(box), len(box.lines) <= MOST_WHOLE)
            for box in fetch.sides[0].boxes
        ],
        joined=with_numbers,
        qr=qr_drawing(address, code),
        code=written(code),
        address=address.partition("://")[2],
    )
    return Document(html, title, f"night-{len(games)}-games-{players}-players.pdf")
