"""Setup cards: one for each kingdom, laid out to be printed, cut or folded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.plan_request import PlanRequest
from web.language.translation import ngettext
from web.links.codes import written
from web.printing.cards.back import Back, card_back
from web.printing.cards.back_text import PLAYERS, ROOM
from web.printing.cards.card_sheets import (
    CARD_SIZES,
    HAIR,
    CardSheet,
    PlacedCard,
    card_sheet,
    duplex_of,
    marks_of,
    placed_cards,
)
from web.printing.cards.front import FOOT_SIZE, Front, card_front, cut
from web.printing.cards.ink import Drawing
from web.printing.hatching import INK
from web.printing.styles import NO_OFFSET, BackOffset, CardSize, Paper, Style, document_html
from web.printing.text import POINT
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.setup_sheet import sheet_of
from web.setup_sheet.text_width import Face, width

CARD_WIDTH, CARD_HEIGHT = CARD_SIZES["plain"]
"""What the contents of a card are laid out for."""
BACK_RULE = 10.14


class SetupCard(NamedTuple):
    """Both sides of a card."""

    front: Front
    back: Back
    foot: str
    """The name as it stands at the foot of the back."""


class PageSide(NamedTuple):
    """One side of a sheet."""

    placed: tuple[PlacedCard[SetupCard], ...]
    ink: Markup


def cards_html(
    kingdoms: Sequence[tuple[PlanRequest, str]],
    catalog: Catalog,
    paper: Paper,
    style: Style,
    reader: NameStyle,
    size: CardSize = "plain",
    offset: BackOffset = NO_OFFSET,
) -> str:
    """The cards of these kingdoms, each with its code, as a document to print."""
    sheet = card_sheet(paper, style, size)
    cards = [setup_card(asked, code, catalog, reader) for asked, code in kingdoms]
    pages = [
        PageSide(placed, _ink(placed, sheet, style)) for placed in placed_cards(cards, sheet, style)
    ]
    title = ngettext("{number} setup card", "{number} setup cards", len(cards))
    if len(cards) == 1:
        title = cards[0].front.title
    return document_html(
        "cards",
        "cards",
        title=title,
        sheet=sheet,
        pages=pages,
        players=PLAYERS,
        corner=partial(_corner, sheet),
        duplex=duplex_of(sheet, style),
        offset=offset,
        paper=paper,
    )


def setup_card(asked: PlanRequest, code: str, catalog: Catalog, reader: NameStyle) -> SetupCard:
    """Both sides of a kingdom's card."""
    games = {players: asked._replace(players=players).game(catalog) for players in PLAYERS}
    plans = {players: plan_setup(game) for players, game in games.items()}
    players = min(max(asked.players, PLAYERS[0]), PLAYERS[-1])
    sheet = sheet_of(asked, games[players], plans[players], reader)
    code = code if " " in code else written(code)
    foot_room = ROOM - width(code, FOOT_SIZE * POINT, Face.TEXT) - 2
    return SetupCard(
        card_front(sheet, code),
        card_back(sheet, tuple(plans.values()), reader.name),
        cut(sheet.name, foot_room, FOOT_SIZE, Face.TEXT),
    )


def _corner(sheet: CardSheet, placed: PlacedCard[SetupCard]) -> tuple[float, float]:
    """Where the contents of a card begin: in the middle of one that is larger or smaller."""
    aside = (sheet.card_width - CARD_WIDTH) / 2, (sheet.card_height - CARD_HEIGHT) / 2
    return sheet.x(placed.column) + aside[0], sheet.y(placed.row) + aside[1]


def _ink(placed: Sequence[PlacedCard[SetupCard]], sheet: CardSheet, style: Style) -> Markup:
    """Everything on a page that is no text, as one drawing."""
    cuts, folds = marks_of(placed, sheet, style)
    drawing = Drawing()
    for each in placed:
        x, y = _corner(sheet, each)
        if each.is_front:
            drawing.front(each.card.front, x, y)
        else:
            drawing.rule(x, y + BACK_RULE)
    parts = [f'<path fill="none" stroke="{INK}" stroke-width="{HAIR}" d="{cuts}"/>']
    if folds:
        parts.append(
            f'<path fill="none" stroke="{INK}" stroke-width="{HAIR}" stroke-dasharray="1.5 1.5" '
            f'd="{folds}"/>'
        )
    return Markup("".join((*parts, *drawing.parts())))  # noqa: S704  made of numbers and glyphs
