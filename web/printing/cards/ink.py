"""What is drawn on setup cards: hatched fields, coins, glyphs and frames, in few strokes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from web.printing.cards.back_text import ROOM
from web.printing.cards.front import (
    BETWEEN,
    COIN,
    FIELD,
    GLYPH,
    GLYPH_PITCH,
    PITCH,
    Front,
    FrontLine,
    apart,
)
from web.printing.hatching import DOTTED, FRAME, INK, LINED, field_paths
from web.printing.styles import n
from web.setup_sheet.glyphs import GLYPHS
from web.setup_sheet.sheet import CostMark

INSET = 4.0
"""How far the content of a card is from its cut, in millimetres."""
RULE, TITLE_RULE, FOOT_RULE = 0.3, 10.55, 79.64
"""How thick a rule is, and where rules are on a front."""
CODE_HEIGHT, CORNER = 3.35, 0.45


class Drawing:
    """Gathers what is drawn alike, because a path with many lines is drawn faster than many.

    So coins are very short lines with round ends, black ones and then narrower white ones; and
    frames with round corners are made of thick lines in the same way.
    """

    def __init__(self) -> None:
        self._layers: tuple[dict[str, list[str]], ...] = ({}, {}, {})
        self._glyphs: list[str] = []

    def parts(self) -> Iterator[str]:
        """Everything, in the order in which it is drawn."""
        for layer in self._layers:
            for how, paths in layer.items():
                yield f'<path {how} d="{"".join(paths)}"/>'
        yield "".join(self._glyphs).replace("currentColor", INK)

    def _draw(self, layer: int, how: str, path: str) -> None:
        if path:
            self._layers[layer].setdefault(how, []).append(path)

    def line(self, layer: int, thick: float, path: str, ink: str = INK) -> None:
        """A path of lines; the lines of a higher layer are drawn above those of a lower one."""
        self._draw(layer, f'fill="none" stroke="{ink}" stroke-width="{n(thick)}"', path)

    def _outlined(self, thick: float, path: str, what: Literal["join", "cap"]) -> None:
        """A shape with a thick round line around it, all white but for the edge."""
        for layer, edge, ink in ((1, FRAME, INK), (2, -FRAME, "#fff")):
            ends = f'stroke-width="{n(thick + edge)}" stroke-line{what}="round"'
            self._draw(layer, f'fill="{ink}" stroke="{ink}" {ends}', path)

    def rule(self, x: float, y: float) -> None:
        """A rule across a card whose corner is there."""
        self.line(0, RULE, f"M{n(x + INSET)} {n(y)}h{n(ROOM)}")

    def front(self, front: Front, x: float, y: float) -> None:
        """All of a front whose corner is there."""
        self.rule(x, y + TITLE_RULE)
        self.rule(x, y + FOOT_RULE)
        for group in front.groups:
            for place, line in enumerate(group.lines):
                self._row(line, x + INSET, y + group.top + place * front.pitch, front.pitch)

    def _row(self, line: FrontLine, x: float, y: float, pitch: float) -> None:
        height = pitch - BETWEEN
        middle = y + height / 2
        self.field(line.fields, x, y, FIELD, height)
        if line.cost:
            self.cost(line.cost, x + FIELD / 2, middle, COIN * pitch / PITCH, apart(pitch))
        if line.charge:
            self.glyph(line.charge, x + (FIELD - GLYPH) / 2, middle - GLYPH / 2)
        for place, glyph in enumerate(reversed(line.glyphs)):
            at = x + line.last_glyph - place * GLYPH_PITCH
            self.glyph(glyph, at, middle - GLYPH / 2)
        if line.code:
            self.code_frame(x + ROOM - line.code_width, middle, line.code_width, height)

    def field(self, types: Sequence[str], x: float, y: float, across: float, high: float) -> None:
        """A hatched field with its frame."""
        field = field_paths(types, x, y, across, high)
        self._draw(0, LINED, field.lines)
        self._draw(0, DOTTED, field.dots)
        self.line(0, FRAME, field.parting + _rectangle(x, y, across, high))

    def code_frame(self, x: float, middle: float, across: float, height: float) -> None:
        """The frame around the letters of a box."""
        high, r = min(CODE_HEIGHT, height) - 2 * CORNER, CORNER
        frame = _rectangle(x + r, middle - high / 2, across - 2 * r, high)
        self._outlined(2 * r, frame, "join")

    def cost(self, mark: CostMark, x: float, y: float, radius: float, apart: float) -> None:
        """A coin, a hexagon for debt or both, each so far from the middle; a flask for Potion."""
        coin, potion, debt, _words = mark
        aside = apart if coin and debt else 0
        if coin:
            path = f"M{n(x - aside)} {n(y)}h.01"
            self._outlined(2 * radius, path, "cap")
        if debt:
            how = f'fill="#fff" stroke="{INK}" stroke-width="{FRAME}"'
            self._draw(2, how, _hexagon(x + aside, y, radius))
        if potion:
            size = radius if coin else 1.7 * radius
            at = (x + 0.5 * radius, y + 0.15 * radius) if coin else (x - size / 2, y - size / 2)
            self._potion(*at, size)

    def _potion(self, x: float, y: float, size: float) -> None:
        """A flask with a white edge, so that it stands out from coin and hatching."""
        edge = 'stroke="#fff" stroke-width="5"'
        self._glyphs.append(_placed(GLYPHS["potion"].replace("<path", f"<path {edge}"), x, y, size))
        self.glyph("potion", x, y, size)

    def glyph(self, glyph: str, x: float, y: float, size: float = GLYPH) -> None:
        """The glyph of a type in a square whose corner is there."""
        self._glyphs.append(_placed(GLYPHS[glyph], x, y, size))


def _placed(drawing: str, x: float, y: float, size: float) -> str:
    """A drawing on a square of 24 units at its place; one path needs no group around it."""
    at = f'transform="translate({n(x)} {n(y)}) scale({n(size / 24, 5)})"'
    if drawing.startswith("<path") and drawing.count("<") == 1:
        return drawing.replace("<path", f"<path {at}", 1)
    return f"<g {at}>{drawing}</g>"


def _rectangle(x: float, y: float, across: float, high: float) -> str:
    return f"M{n(x)} {n(y)}h{n(across)}v{n(high)}h{n(-across)}z"


def _hexagon(x: float, y: float, r: float) -> str:
    side = 0.866 * r
    return (
        f"M{n(x)} {n(y - r)}l{n(side)} {n(r / 2)}v{n(r)}l{n(-side)} {n(r / 2)}"
        f"l{n(-side)} {n(-r / 2)}v{n(-r)}z"
    )
