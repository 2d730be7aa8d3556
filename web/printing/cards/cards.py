"""Setup cards: one of 59 × 91 mm for each kingdom, laid out to be printed, cut or folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.plan_request import PlanRequest
from web.language.translation import ngettext
from web.links.codes import written
from web.printing.cards.back import Back, card_back
from web.printing.cards.back_text import PLAYERS, ROOM
from web.printing.cards.front import FOOT_SIZE, Front, card_front, cut
from web.printing.cards.ink import Drawing
from web.printing.hatching import INK
from web.printing.styles import Paper, Style, document_html, n
from web.printing.text import POINT
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.setup_sheet import sheet_of
from web.setup_sheet.text_width import Face, width

CARD_WIDTH, CARD_HEIGHT = 59.0, 91.0
MARK, MARK_OFF, CROSS, HAIR = 4.0, 3.0, 1.0, 0.15
"""How long a cut mark is, how far off the cards, how far a cross reaches each way, how thick."""
BACK_RULE = 10.14


class CardPaper(NamedTuple):
    """A sheet, and how many cards go on it."""

    width: float
    height: float
    columns: int
    rows: int

    @property
    def left(self) -> float:
        """How far in the cards begin."""
        return (self.width - self.columns * CARD_WIDTH) / 2

    @property
    def top(self) -> float:
        """How far down the cards begin."""
        return (self.height - self.rows * CARD_HEIGHT) / 2


PAPERS: Final[dict[tuple[Paper, Style], CardPaper]] = {
    ("a4", "duplex"): CardPaper(210, 297, 3, 3),
    ("letter", "duplex"): CardPaper(279.4, 215.9, 4, 2),
    ("a4", "fold"): CardPaper(297, 210, 4, 2),
    ("letter", "fold"): CardPaper(279.4, 215.9, 4, 2),
}


class SetupCard(NamedTuple):
    """Both sides of a card."""

    front: Front
    back: Back
    foot: str
    """The name as it stands at the foot of the back."""


class PlacedCard(NamedTuple):
    """One side of a card at its place on a page."""

    card: SetupCard
    is_front: bool
    column: int
    row: int


class PageSide(NamedTuple):
    """One side of a sheet."""

    placed: tuple[PlacedCard, ...]
    ink: Markup


def cards_html(
    kingdoms: Sequence[tuple[PlanRequest, str]],
    catalog: Catalog,
    paper: Paper,
    style: Style,
    reader: NameStyle,
) -> str:
    """The cards of these kingdoms, each with its code, as a document to print."""
    sheet = PAPERS[paper, style]
    cards = [setup_card(asked, code, catalog, reader) for asked, code in kingdoms]
    pages = [
        PageSide(placed, _ink(placed, sheet, style))
        for placed in (_folded if style == "fold" else _duplex)(cards, sheet)
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
        card=(CARD_WIDTH, CARD_HEIGHT),
        paper=paper,
    )


def setup_card(asked: PlanRequest, code: str, catalog: Catalog, reader: NameStyle) -> SetupCard:
    """Both sides of a kingdom's card."""
    games = {players: asked._replace(players=players).game(catalog) for players in PLAYERS}
    plans = {players: plan_setup(game) for players, game in games.items()}
    players = min(max(asked.players, PLAYERS[0]), PLAYERS[-1])
    sheet = sheet_of(asked, games[players], plans[players], reader, {})
    code = code if " " in code else written(code)
    foot_room = ROOM - width(code, FOOT_SIZE * POINT, Face.TEXT) - 2
    return SetupCard(
        card_front(sheet, code),
        card_back(sheet, tuple(plans.values()), reader.name),
        cut(sheet.name, foot_room, FOOT_SIZE, Face.TEXT),
    )


# Where the cards lie


def _duplex(cards: Sequence[SetupCard], sheet: CardPaper) -> Iterator[tuple[PlacedCard, ...]]:
    """A page of fronts, then their backs, the columns mirrored as when the sheet is turned."""
    to_a_page = sheet.columns * sheet.rows
    for first in range(0, len(cards), to_a_page):
        some = [
            PlacedCard(
                card, is_front=True, column=place % sheet.columns, row=place // sheet.columns
            )
            for place, card in enumerate(cards[first : first + to_a_page])
        ]
        yield tuple(some)
        yield tuple(
            placed._replace(is_front=False, column=sheet.columns - 1 - placed.column)
            for placed in some
        )


def _folded(cards: Sequence[SetupCard], sheet: CardPaper) -> Iterator[tuple[PlacedCard, ...]]:
    """Pages with both sides of each card beside each other."""
    pairs = sheet.columns // 2
    to_a_page = pairs * sheet.rows
    for first in range(0, len(cards), to_a_page):
        yield tuple(
            PlacedCard(card, is_front, 2 * (place % pairs) + (not is_front), place // pairs)
            for place, card in enumerate(cards[first : first + to_a_page])
            for is_front in (True, False)
        )


def _marks(placed: Sequence[PlacedCard], sheet: CardPaper, style: Style) -> tuple[str, str]:
    """Paths of the cut marks and of the lines to fold along, around the cards of a page."""
    first, last = min(p.column for p in placed), max(p.column for p in placed) + 1
    rows = max(p.row for p in placed) + 1
    left, right = sheet.left + first * CARD_WIDTH, sheet.left + last * CARD_WIDTH
    top, bottom = sheet.top, sheet.top + rows * CARD_HEIGHT
    folds = style == "fold"
    across = [
        sheet.left + c * CARD_WIDTH for c in range(first, last + 1) if not folds or c % 2 == 0
    ]
    down = [sheet.top + row * CARD_HEIGHT for row in range(rows + 1)]
    off, end = MARK_OFF, MARK_OFF + MARK
    cut = [f"M{n(x)} {n(y)}v{n(MARK)}" for x in across for y in (top - end, bottom + off)]
    cut += [f"M{n(x)} {n(y)}h{n(MARK)}" for y in down for x in (left - end, right + off)]
    cut += [
        f"M{n(x - CROSS)} {n(y)}h{n(2 * CROSS)}M{n(x)} {n(y - CROSS)}v{n(2 * CROSS)}"
        for x in across[1:-1]
        for y in down[1:-1]
    ]
    fold = [
        f"M{n(sheet.left + (p.column + 1) * CARD_WIDTH)} {n(sheet.top + p.row * CARD_HEIGHT)}"
        f"v{n(CARD_HEIGHT)}"
        for p in placed
        if folds and p.is_front
    ]
    return "".join(cut), "".join(fold)


def _ink(placed: Sequence[PlacedCard], sheet: CardPaper, style: Style) -> Markup:
    """Everything on a page that is no text, as one drawing."""
    cuts, folds = _marks(placed, sheet, style)
    drawing = Drawing()
    for each in placed:
        x = sheet.left + each.column * CARD_WIDTH
        y = sheet.top + each.row * CARD_HEIGHT
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
