"""What can be printed, as HTML for the printer: each with its title and the name of its file.

What lays a document out is imported when it is printed: no other page needs it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import request, session

from setup_rules.names import fold
from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.http.visitor import reading
from web.language.card_names import naming
from web.language.translation import gettext as _
from web.language.translation import language, ngettext, translate
from web.links.codes import address_of
from web.printing.forms import PaperForm
from web.printing.pdf import how_to_install, printing_available
from web.printing.styles import (
    NO_OFFSET,
    OFFSETS,
    PAPERS,
    SIZES,
    STYLES,
    BackOffset,
    CardSize,
    Paper,
    Style,
    Tabs,
)
from web.setup_sheet.other_prosperity import OtherPage, Wanted
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.sheet import kingdom_name
from web.setup_sheet.storage import storage_here
from web.store.households import Storage

LETTER_LANDS = ("US", "CA", "MX", "PH", "CO", "CL", "GT", "CR", "PR")
"""Countries whose printers hold Letter."""
FILENAMES = {
    "cards": "setup-cards.pdf",
    "booklet": "kingdom.pdf",
    "randomizers": "randomizers.pdf",
    "dividers": "dividers.pdf",
    "checklist": "checklist.pdf",
}
"""The names of files that are long work, by its kind."""


class Document(NamedTuple):
    """Something to print."""

    html: str
    title: str
    filename: str


def liked_paper() -> Paper:
    """The paper that was chosen last, or else what a printer here is likely to hold."""
    for paper in PAPERS:
        if session.get("paper") == paper:
            return paper
    countries = (liked.upper().rpartition("-")[2] for liked, _q in request.accept_languages)
    return "letter" if next(countries, "") in LETTER_LANDS else "a4"


def liked_style() -> Style:
    """How cards get their backs, as it was chosen last."""
    return STYLES[1] if session.get("style") == STYLES[1] else STYLES[0]


def liked_size() -> CardSize:
    """How large cards are, as it was chosen last."""
    chosen = session.get("size")
    return next((size for size in SIZES if size == chosen), SIZES[0])


def liked_offset() -> BackOffset:
    """How far backs are moved, as it was chosen last."""
    kept = {way: session.get(way) for way in BackOffset._fields}
    return BackOffset(**{way: far for way, far in kept.items() if far in OFFSETS})


def liked_sheet() -> dict[str, Any]:
    """Paper, backs and size of cards, as they were chosen last."""
    sheet = {"paper": liked_paper(), "style": liked_style(), "size": liked_size()}
    return {**sheet, "offset": liked_offset()}


def liked_words() -> dict[str, Any]:
    """How the visitor likes to read, for work that is done when they are gone."""
    likes = reading()
    words = {"language": language(), "names": likes.names, "beside": likes.beside}
    return {**words, "storage": storage_here().as_json()}


def on_paper() -> dict[str, Any]:
    """What templates with print buttons need to know."""
    from web.printing.cards.card_sheets import card_sheet

    return {
        "can_print": printing_available(),
        "how_to_print": "" if printing_available() else translate(how_to_install()),
        **liked_sheet(),
        "sheet": card_sheet(liked_paper(), liked_style(), liked_size()),
        "paper_form": PaperForm(data=liked_offset()._asdict()),
    }


def sheet(asked: PlanRequest, paper: Paper, code: str, begins: str = "") -> Document:
    """The setup sheet of a kingdom; `begins` says who goes first where that is settled."""
    from web.printing.sheet.document import sheet_html

    title = _("{kingdom}: setup sheet", kingdom=_name(asked))
    address = printed_address(code)
    html = sheet_html(asked, app_catalog(), paper, name_style(), address, code, begins)
    return Document(html, title, _filename(f"{_name(asked)} {asked.players} players", "sheet"))


def score_sheet(asked: PlanRequest, paper: Paper, code: str) -> Document:
    """A sheet to count the points of a kingdom on."""
    from web.printing.game.score_sheet import score_sheet_html

    title = _("{kingdom}: score sheet", kingdom=_name(asked))
    html = score_sheet_html(asked, app_catalog(), paper, name_style(), code)
    return Document(html, title, _filename(_name(asked), "score"))


def player_aid(asked: PlanRequest, paper: Paper) -> Document:
    """Half a page for each player of a kingdom."""
    from web.printing.game.player_aid import player_aid_html

    title = _("{kingdom}: player aids", kingdom=_name(asked))
    html = player_aid_html(asked, app_catalog(), paper, name_style())
    return Document(html, title, _filename(_name(asked), "player-aids"))


def card(
    asked: PlanRequest,
    code: str,
    paper: Paper,
    style: Style,
    size: CardSize,
    offset: BackOffset,
) -> Document:
    """The setup card of one kingdom."""
    return cards([(asked, code)], paper, style, size, offset)


def cards(
    kingdoms: Sequence[tuple[PlanRequest, str]],
    paper: Paper,
    style: Style,
    size: CardSize = "plain",
    offset: BackOffset = NO_OFFSET,
) -> Document:
    """Setup cards, each with its code."""
    from web.printing.cards.cards import cards_html

    html = cards_html(list(kingdoms), app_catalog(), paper, style, name_style(), size, offset)
    if len(kingdoms) == 1:
        name = _name(kingdoms[0][0])
        return Document(html, _("{kingdom}: setup card", kingdom=name), _filename(name, "card"))
    return Document(html, _("Setup cards"), FILENAMES["cards"])


def booklet(
    kingdoms: Sequence[tuple[PlanRequest, str]], paper: Paper, *, is_night: bool = False
) -> Document:
    """The sheets of many kingdoms, numbered, with their contents before them."""
    from web.printing.sheet.document import booklet_html

    games = ngettext("A night of {number} game", "A night of {number} games", len(kingdoms))
    title = games if is_night else _("Kingdoms for your shelf")
    numbered = [
        (number, asked, printed_address(code), code)
        for number, (asked, code) in enumerate(kingdoms, 1)
    ]
    html = booklet_html(numbered, app_catalog(), paper, name_style(), title)
    return Document(html, title, FILENAMES["booklet"])


def shelf_card(boxes: tuple[str, ...], paper: Paper) -> Document:
    """The boxes of a shelf and what is in them."""
    from web.printing.shelf_card import shelf_html

    html = shelf_html(boxes, app_catalog(), paper)
    return Document(html, _("Your shelf"), "shelf-card.pdf")


def checklist(boxes: Sequence[str], paper: Paper) -> Document:
    """Every pile of some boxes, to tick."""
    from web.printing.collection.checklist import checklist_html

    html = checklist_html(boxes, app_catalog(), paper, name_style())
    return Document(html, _("Collection checklist"), FILENAMES["checklist"])


def randomizers(
    boxes: Sequence[str],
    paper: Paper,
    style: Style,
    size: CardSize,
    offset: BackOffset = NO_OFFSET,
) -> Document:
    """A card for each Kingdom pile and landscape of some boxes."""
    from web.printing.collection.pile_cards import randomizer_piles, randomizers_html

    piles = randomizer_piles(boxes, app_catalog(), name_style())
    html = randomizers_html(piles, paper, style, size, offset)
    return Document(html, _("Randomizer cards"), FILENAMES["randomizers"])


def dividers(boxes: Sequence[str], paper: Paper, size: CardSize, tabs: Tabs) -> Document:
    """A divider for each pile of some boxes."""
    from web.printing.collection.dividers import divided_piles, dividers_html

    piles = divided_piles(boxes, app_catalog(), name_style())
    return Document(dividers_html(piles, paper, size, tabs), _("Dividers"), FILENAMES["dividers"])


def offset_test(paper: Paper, size: CardSize, offset: BackOffset) -> Document:
    """Two sides to measure on how far backs must be moved."""
    from web.printing.cards.offset_test import offset_test_html

    html = offset_test_html(paper, size, offset)
    return Document(html, _("Test page for card backs"), "back-offset.pdf")


def crib(boxes: tuple[str, ...], paper: Paper) -> Document:
    """The rules of setup for a shelf."""
    from web.printing.rules_summary import rules_summary_html

    html = rules_summary_html(boxes, app_catalog(), paper, name_style())
    return Document(html, _("Setup rules for your shelf"), "setup-rules.pdf")


def crib_pages(boxes: tuple[str, ...], paper: Paper) -> int:
    """How many pages these rules take."""
    from web.printing.rules_summary import rules_pages

    return rules_pages(boxes, app_catalog(), paper, name_style())


def other_sheet(wanted: Wanted, paper: Paper) -> Document:
    """The setup sheet of the other game called Prosperity."""
    from web.printing.other_prosperity import other_prosperity_html

    address = f"{request.host_url}other-prosperity?{wanted.query()}"
    html = other_prosperity_html(OtherPage(wanted), paper, address)
    return Document(html, _("The other Prosperity: setup sheet"), "other-prosperity-sheet.pdf")


def printed_address(code: str) -> str:
    """The short address that a QR code on paper opens; empty without a code.

    A link with all cards of a kingdom would be too dense to be read from paper.
    """
    return address_of(code) if code else ""


def name_style() -> NameStyle:
    """How whoever prints likes to read."""
    likes = reading()
    return NameStyle(naming(app_catalog(), likes.names), likes.beside, _storage())


def _storage() -> Storage:
    """How the cards are kept: as whoever asked for long work said then, or else as it is now."""
    told = session.get("storage")
    return Storage.of_json(told) if told else storage_here()


def _name(asked: PlanRequest) -> str:
    return kingdom_name(asked.game(app_catalog()), name_style().name)


def _filename(name: str, what: str) -> str:
    plain = re.sub("[^a-z0-9]+", "-", fold(name)).strip("-")
    return f"{plain or 'kingdom'}-{what}.pdf"
