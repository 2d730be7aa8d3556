"""Hatched fields: the types of cards on paper, drawn as engravers draw the colours of heraldry.

All lengths are millimetres. Every line is drawn by itself, because pattern fills print badly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, floor
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup

from web.printing.styles import n

INK = "#111"
LINE, FRAME = 0.13, 0.22
"""How thick the lines of a hatching are, and those around a field."""
PITCH, SLANTING, WIDE = 0.62, 0.9, 1.24
"""From line to line; slanting lines are counted along the edge they cross."""
DOT, DOTS_ACROSS, DOTS_DOWN = 0.4, 2.06, 0.96
"""How thick a dot is, and from dot to dot in a row and from row to row."""


LINED = f'fill="none" stroke="{INK}" stroke-width="{LINE:g}"'
DOTTED = f'fill="none" stroke="{INK}" stroke-width="{DOT:g}" stroke-linecap="round"'


class HatchedField(NamedTuple):
    """A place to fill."""

    x: float
    y: float
    width: float
    height: float


Lines = Callable[[HatchedField], Iterator[str]]
"""Draws the lines of a field as parts of a path."""


def _places(length: float, pitch: float) -> list[float]:
    """Where lines cross a length, as far from one end of it as from the other."""
    number = max(1, floor(length / pitch))
    first = (length - (number - 1) * pitch) / 2
    return [first + place * pitch for place in range(number)]


def _upright(field: HatchedField, pitch: float = PITCH) -> Iterator[str]:
    for place in _places(field.width, pitch):
        yield f"M{n(field.x + place)} {n(field.y)}v{n(field.height)}"


def _wide(field: HatchedField) -> Iterator[str]:
    return _upright(field, WIDE)


def _level(field: HatchedField) -> Iterator[str]:
    for place in _places(field.height, PITCH):
        yield f"M{n(field.x)} {n(field.y + place)}h{n(field.width)}"


def _falling(field: HatchedField) -> Iterator[str]:
    """Slanting as in `\\`: from the lower left corner to the upper right one."""
    x, y, width, height = field
    for number in range(ceil(-height / SLANTING), ceil(width / SLANTING)):
        begins = number * SLANTING
        left, right = max(0, begins), min(width, begins + height)
        if right - left > LINE:
            size = right - left
            yield f"M{n(x + left)} {n(y + left - begins)}l{n(size)} {n(size)}"


def _rising(field: HatchedField) -> Iterator[str]:
    """Slanting as in `/`."""
    x, y, width, height = field
    for number in range(ceil(-height / SLANTING), ceil(width / SLANTING)):
        begins = number * SLANTING
        left, right = max(0, begins), min(width, begins + height)
        if right - left > LINE:
            size = right - left
            yield f"M{n(x + left)} {n(y + height - left + begins)}l{n(size)} {n(-size)}"


def _both(*several: Lines) -> Lines:
    return lambda field: (line for lines in several for line in lines(field))


def _dots(field: HatchedField) -> Iterator[str]:
    """Rows of dots, each dot between two of the row above; drawn as very short lines."""
    inside = field.width - DOT, field.height - DOT
    for row, down in enumerate(_places(inside[1] + DOTS_DOWN, DOTS_DOWN)):
        shorter = DOTS_ACROSS if row % 2 else 0
        for across in _places(inside[0] + DOTS_ACROSS - shorter, DOTS_ACROSS):
            x = field.x + DOT / 2 + across - (DOTS_ACROSS - shorter) / 2
            y = field.y + DOT / 2 + down - DOTS_DOWN / 2
            yield f"M{n(x)} {n(y)}h.01"


def _none(_field: HatchedField) -> Iterator[str]:
    return iter(())


HATCHINGS: Mapping[str, Lines] = MappingProxyType(
    {
        "action": _none,
        "attack": _upright,
        "reaction": _level,
        "duration": _both(_level, _falling),
        "treasure": _dots,
        "victory": _falling,
        "curse": _rising,
        "night": _both(_upright, _level),
        "reserve": _wide,
        "ruins": _both(_falling, _rising),
        "shelter": _both(_falling, _rising),
        "landscape": _none,
    }
)
"""How a field of each type is drawn; the names are those of the colours on the screen."""


def hatch(type_: str, x: float, y: float, width: float, height: float) -> Markup:
    """The lines of one type within a rectangle, without a frame; nothing for a plain one."""
    return drawn_hatching(hatch_path(type_, x, y, width, height), dotted=is_dotted(type_))


@lru_cache(maxsize=4096)
def hatch_path(type_: str, x: float, y: float, width: float, height: float) -> str:
    """The same as the outline of a path, so that many fields can be drawn as one."""
    return "".join(HATCHINGS[type_.lower()](HatchedField(x, y, width, height)))


def is_dotted(type_: str) -> bool:
    """Whether a hatching is drawn as dots, which are thicker than lines."""
    return HATCHINGS[type_.lower()] is _dots


def drawn_hatching(path: str, *, dotted: bool) -> Markup:
    """Lines or dots with their thickness; nothing if there are none."""
    return Markup(f'<path {DOTTED if dotted else LINED} d="{path}"/>' if path else "")  # noqa: S704


class FieldPaths(NamedTuple):
    """The hatching of a field as lines and dots, and the line that parts it."""

    lines: str
    dots: str
    parting: str


def field_paths(
    types: Sequence[str], x: float, y: float, width: float, height: float
) -> FieldPaths:
    """A field of one type, or one parted down the middle."""
    parts = types[:2] or ("action",)
    each = width / len(parts)
    paths = {False: "", True: ""}
    for place, type_ in enumerate(parts):
        paths[is_dotted(type_)] += hatch_path(type_, x + place * each, y, each, height)
    parting = f"M{n(x + each)} {n(y)}v{n(height)}" if len(parts) > 1 else ""
    return FieldPaths(paths[False], paths[True], parting)
