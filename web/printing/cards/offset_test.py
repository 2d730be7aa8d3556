"""A test page for card backs: a cross on each side, to measure how far apart they are."""

from __future__ import annotations

from web.language.translation import grouped
from web.printing.cards.card_sheets import HAIR, CardSheet, card_sheet, duplex_of, scale_bar
from web.printing.hatching import INK
from web.printing.styles import BackOffset, CardSize, Paper, document_html, n

ARM, BACK_ARM = 10, 20.0
"""How far the crosses reach from the middle, in millimetres; the front has a mark at each."""
MARK, FIFTH_MARK = 0.75, 1.5


def offset_test_html(paper: Paper, size: CardSize, offset: BackOffset) -> str:
    """Both sides as a document to print, on a sheet that is turned like that of the cards."""
    sheet = card_sheet(paper, "duplex", size)
    return document_html(
        "offset_test",
        "cards",
        paper=paper,
        sheet=sheet,
        stroke={"stroke": INK, "stroke-width": HAIR, "fill": "none"},
        front=_cross(sheet, ARM) + _ruler(sheet) + scale_bar(sheet),
        back=_cross(sheet, BACK_ARM),
        duplex=duplex_of(sheet, "duplex"),
        offset=offset,
        right=_signed(offset.right),
        down=_signed(offset.down),
    )


def _cross(sheet: CardSheet, arm: float) -> str:
    x, y = sheet.width / 2, sheet.height / 2
    return f"M{n(x - arm)} {n(y)}h{n(2 * arm)}M{n(x)} {n(y - arm)}v{n(2 * arm)}"


def _ruler(sheet: CardSheet) -> str:
    """A mark at each millimetre of a cross, a longer one at each fifth."""
    x, y = sheet.width / 2, sheet.height / 2
    marks = ((at, MARK if at % 5 else FIFTH_MARK) for at in range(-ARM, ARM + 1) if at)
    return "".join(
        f"M{n(x + at)} {n(y - long)}v{n(2 * long)}M{n(x - long)} {n(y + at)}h{n(2 * long)}"
        for at, long in marks
    )


def _signed(number: float) -> str:
    return grouped(number).replace("-", "\N{MINUS SIGN}")
