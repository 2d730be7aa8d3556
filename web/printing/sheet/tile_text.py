"""Fits the name and the tag of a pile onto its tile on paper."""

from __future__ import annotations

from typing import NamedTuple

from web.printing.text import POINT, SPARE, across
from web.setup_sheet.table.facts import TablePile
from web.setup_sheet.text_width import Face, Fitted, fit, width

ROOM_FOR_TWO = 12.0
"""The height of a tile from which a name may stand on two lines in its full size."""
NAME_SIZES, TAG_SIZES = (105, 100, 95, 90, 85), (80, 75)
LOW_SIZES, LOW_LINES = (100, 95, 90, 85, 75, 70), (1, 1, 1, 1, 2, 2)
"""Of names on tiles with one line, and how many lines they may take."""
GLYPH = 2.7
BETWEEN = " · "


class Written(NamedTuple):
    """How a name and its tag stand on a tile: lines with their size in points."""

    name: tuple[str, ...]
    name_size: float
    tag: tuple[str, ...]
    """The last line stands at the foot, one before it above."""
    tag_size: float
    glyphs: bool


def write(tile: TablePile, room: float, foot: float, height: float) -> Written:
    """How to write a tile: the name as large as can be, with room for the tag.

    `room` is free across the tile, `foot` at its foot beside count and tokens.
    """
    pictures = len(tile.glyphs) * (GLYPH + 0.4) + 0.2
    tag = BETWEEN.join(tile.tags)
    above = room if height >= ROOM_FOR_TWO or not tile.tokens else foot
    name = _fit_name(tile.name, room, 2)
    if not tag:
        if len(name.lines) > 1 and height < ROOM_FOR_TWO:
            name = _fit_name(tile.name, room, 2, LOW_SIZES[-2:])
        return Written(name.lines, name.size / 10, (), 0, pictures - 0.2 <= foot)
    for with_glyphs in (True, False):
        free = foot - pictures if with_glyphs else foot
        for size in TAG_SIZES:
            points = size / 10
            if across(tag, points, Face.BOLD) + SPARE <= free:
                return Written(name.lines, name.size / 10, (tag,), points, with_glyphs)
            halves = _two_lines(tag, above, free, points)
            if halves:
                sizes = NAME_SIZES if height >= ROOM_FOR_TWO else NAME_SIZES[3:]
                name = _fit_name(tile.name, room, 1, sizes + LOW_SIZES[-2:])
                return Written(name.lines, name.size / 10, halves, points, with_glyphs)
    cut = fit(tag, foot / POINT * 10, Face.BOLD, TAG_SIZES[-1:], (1,))
    return Written(name.lines, name.size / 10, cut.lines[:1], TAG_SIZES[-1] / 10, False)


def _fit_name(name: str, room: float, lines: int, sizes: tuple[int, ...] = NAME_SIZES) -> Fitted:
    """The name on one line in a good size, else on two, else in any size."""
    tenths = (room - SPARE) / POINT * 10
    for size in sizes[:3]:
        if width(name, size, Face.NAMES) <= tenths:
            return Fitted(size, (name,))
    return fit(name, tenths, Face.NAMES, sizes, (lines,) * len(sizes))


def _two_lines(tag: str, above: float, below: float, points: float) -> tuple[str, ...]:
    """A tag on two lines of different room, or nothing."""
    words = tag.split(" ")
    for end in range(len(words), -1, -1):
        first, second = " ".join(words[:end]), " ".join(words[end:])
        if (
            across(first, points, Face.BOLD) + SPARE <= above
            and across(second, points, Face.BOLD) + SPARE <= below
        ):
            return (first.strip(BETWEEN), second.strip(BETWEEN)) if first else (second,)
    return ()
