"""What is drawn on setup cards: hatched fields, coins, glyphs and frames, in few strokes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

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
from web.printing.hatching import FRAME, INK, hatched_field
from web.printing.styles import n
from web.setup_sheet.glyphs import GLYPHS

INSET = 4.0
"""How far the content of a card is from its cut, in millimetres."""
RULE, TITLE_RULE, FOOT_RULE = 0.3, 10.55, 79.64
"""How thick a rule is, and where rules are on a front."""
CODE_HEIGHT, CORNER = 3.35, 0.45
PATHS = re.compile(r'<path ([^>]+?) d="([^"]*)"/>')
"""The parts of a hatched field and of a glyph: how each is drawn, and its path."""


class Drawing:
    """Gathers what is drawn alike, because a path with many lines is drawn faster than many.

    So coins are very short lines with round ends, black ones and then narrower white ones; and
    frames with round corners are made of thick lines in the same way.
    """

    def __init__(self) -> None:
        self._layers: tuple[dict[str, list[str]], ...] = ({}, {}, {}, {})

    def parts(self) -> Iterator[str]:
        """Everything, in the order in which it is drawn."""
        for layer in self._layers:
            for how, paths in layer.items():
                yield f'<path {how} d="{"".join(paths)}"/>'

    def _draw(self, layer: int, how: str, path: str) -> None:
        self._layers[layer].setdefault(how, []).append(path)

    def _line(self, layer: int, thick: float, path: str, ink: str = INK) -> None:
        self._draw(layer, f'fill="none" stroke="{ink}" stroke-width="{n(thick)}"', path)

    def _outlined(self, thick: float, path: str, what: Literal["join", "cap"]) -> None:
        """A shape with a thick round line around it, all white but for the edge."""
        for layer, edge, ink in ((1, FRAME, INK), (2, -FRAME, "#fff")):
            ends = f'stroke-width="{n(thick + edge)}" stroke-line{what}="round"'
            self._draw(layer, f'fill="{ink}" stroke="{ink}" {ends}', path)

    def rule(self, x: float, y: float) -> None:
        """A rule across a card whose corner is there."""
        self._line(0, RULE, f"M{n(x + INSET)} {n(y)}h{n(ROOM)}")

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
        field = hatched_field(line.fields, x, y, FIELD, height, framed=False)
        for how, path in PATHS.findall(field):
            self._draw(0, how, path)
        self._line(0, FRAME, _rectangle(x, y, FIELD, height))
        self._cost(line, x + FIELD / 2, middle, pitch)
        if line.charge:
            self._glyph(line.charge, x + (FIELD - GLYPH) / 2, middle - GLYPH / 2)
        for place, glyph in enumerate(reversed(line.glyphs)):
            at = x + line.last_glyph - place * GLYPH_PITCH
            self._glyph(glyph, at, middle - GLYPH / 2)
        if line.code:
            self._code_frame(x + ROOM - line.code_width, middle, line.code_width, height)

    def _code_frame(self, x: float, middle: float, across: float, height: float) -> None:
        high, r = min(CODE_HEIGHT, height) - 2 * CORNER, CORNER
        frame = _rectangle(x + r, middle - high / 2, across - 2 * r, high)
        self._outlined(2 * r, frame, "join")

    def _cost(self, line: FrontLine, x: float, y: float, pitch: float) -> None:
        if line.cost is None:
            return
        radius = COIN * pitch / PITCH
        coin, potion, debt, _words = line.cost
        aside = apart(pitch) if coin and debt else 0
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
        for _how, path in glyph_at("potion", x, y, size):
            self._line(2, 5 * size / 24, path, ink="#fff")
        self._glyph("potion", x, y, size)

    def _glyph(self, glyph: str, x: float, y: float, size: float = GLYPH) -> None:
        for how, path in glyph_at(glyph, x, y, size):
            self._draw(3, how, path)


def glyph_at(glyph: str, x: float, y: float, size: float) -> Iterator[tuple[str, str]]:
    """The paths of a glyph at its place, each with how it is drawn."""
    scale = size / 24
    for how, steps in _glyph_steps(glyph, round(scale, 5)):
        yield (
            how,
            "".join(step if isinstance(step, str) else step.moved(x, y, scale) for step in steps),
        )


class _PathStep(NamedTuple):
    """A step of a path that says where to go, and not how far."""

    command: str
    numbers: tuple[float, ...]

    def moved(self, x: float, y: float, scale: float) -> str:
        """The same step from another place."""
        origin = ORIGINS.get(self.command, "xy")
        steps = []
        for place, number in enumerate(self.numbers):
            start = {"x": x, "y": y}.get(origin[place % len(origin)], 0)
            steps.append(number if origin[place % len(origin)] == "=" else number * scale + start)
        return self.command + " ".join(map(n, steps))


ORIGINS = {"V": "y", "H": "x", "A": "..===xy"}
"""What each number of a step is counted from: x, y, nothing; some are never scaled."""


@lru_cache(maxsize=256)
def _glyph_steps(glyph: str, scale: float) -> tuple[tuple[str, tuple[str | _PathStep, ...]], ...]:
    """The steps of a glyph's paths; those that say how far to go are done once and for all."""
    paths = []
    for how, path in PATHS.findall(GLYPHS[glyph]):
        if thick := re.search(r'stroke-width="([\d.]+)"', how):
            how = how.replace(thick[0], f'stroke-width="{n(float(thick[1]) * scale)}"')
        steps: list[str | _PathStep] = []
        for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
            numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
            if command.isupper():
                steps.append(_PathStep(command, tuple(numbers)))
            else:
                fixed = ORIGINS["A"] if command == "a" else "."
                scaled = (
                    n(number if fixed[place % len(fixed)] == "=" else number * scale, 3)
                    for place, number in enumerate(numbers)
                )
                steps.append(command + " ".join(scaled))
        paths.append((how.replace("currentColor", INK), tuple(steps)))
    return tuple(paths)


def _rectangle(x: float, y: float, across: float, high: float) -> str:
    return f"M{n(x)} {n(y)}h{n(across)}v{n(high)}h{n(-across)}z"


def _hexagon(x: float, y: float, r: float) -> str:
    side = 0.866 * r
    return (
        f"M{n(x)} {n(y - r)}l{n(side)} {n(r / 2)}v{n(r)}l{n(-side)} {n(r / 2)}"
        f"l{n(-side)} {n(-r / 2)}v{n(-r)}z"
    )
