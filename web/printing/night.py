"""The paper of a night: its games, and one fetch list for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.links.codes import address_of, written
from web.printing.documents import Document
from web.printing.qr import qr_drawing
from web.printing.sheet.content import box_remarks
from web.printing.styles import Paper, document_html
from web.setup_sheet.fetch_list import BoxLines, FetchLine, FetchView

MOST_LINES = 24
"""Lines of a box that stay together; the rest of it continues under a heading of its own."""


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


class BoxPiece(NamedTuple):
    """A box of the fetch list, or a part of one."""

    letters: str
    name: str
    remarks: str
    lines: tuple[FetchLine, ...]


def night_paper(
    games: Sequence[NightGame], fetch: FetchView, players: int, code: str, paper: Paper
) -> Document:
    """Games and fetch list; the QR code opens the night."""
    title = ngettext("A night of {number} game", "A night of {number} games", len(games))
    address = address_of(code) if code else ""
    html = document_html(
        "night",
        "night",
        paper=paper,
        title=title,
        facts=" · ".join((ngettext("{number} player", "{number} players", players), fetch.opens)),
        games=games,
        pieces=[piece for box in fetch.sides[0].boxes for piece in _pieces(box)],
        qr=qr_drawing(address, code),
        code=written(code),
        address=address.partition("://")[2],
    )
    return Document(html, title, f"night-{len(games)}-games-{players}-players.pdf")


def _pieces(box: BoxLines) -> Iterator[BoxPiece]:
    name = box.spine.name
    for start in range(0, len(box.lines), MOST_LINES):
        heading = _("{box}, continued", box=name) if start else name
        lines = box.lines[start : start + MOST_LINES]
        yield BoxPiece(box.spine.letters, heading, "" if start else box_remarks(box), lines)
