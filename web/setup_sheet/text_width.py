"""How wide words are in the two faces, and how a name is broken to fit a place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from web.http.visitor import reading

if TYPE_CHECKING:
    from pyphen import Pyphen

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts" / "print"
"""The faces as they are printed; those on screen have the same widths, with tabular figures."""
EM = 1000
"""Advances are counted in thousandths of the size."""
UNKNOWN_ADVANCE = 650
"""Of a letter that a face does not have."""
FEWEST_LETTERS = 3
"""On either side of a hyphen."""


class Face(Enum):
    """What is measured: Grenze 600, Fira Sans 400 or Fira Sans 600."""

    NAMES = "tp-grenze-600.ttf"
    TEXT = "tp-fira-400.ttf"
    BOLD = "tp-fira-600.ttf"


class Fitted(NamedTuple):
    """Lines that fit, all of one size."""

    size: int
    lines: tuple[str, ...]


def width(text: str, size: float, face: Face) -> float:
    """How wide a line is, in the unit of its size; kerning, which narrows it, is left out."""
    return _advances_of(text, face) * size / EM


@lru_cache(maxsize=8192)
def _advances_of(text: str, face: Face) -> float:
    """How wide it is in a size of EM: the same words are measured in many sizes."""
    return sum(_advance(letter, face) for letter in text)


def fit(
    text: str, room: float, face: Face, sizes: tuple[int, ...], most_lines: tuple[int, ...] = ()
) -> Fitted:
    """The text in the largest size that fits: on one line, else on two, else hyphenated.

    `most_lines` has the lines there is height for at each size; two where nothing is said.
    What cannot fit at all ends in three dots.
    """
    heights = most_lines or (2,) * len(sizes)
    for size, lines in zip(sizes, heights, strict=True):
        for broken in ((text,), _halved(text, size, face))[:lines]:
            if all(width(line, size, face) <= room for line in broken):
                return Fitted(size, broken)
    for size, lines in zip(sizes, heights, strict=True):
        filled = _filled(text, room, size, face)
        if len(filled) <= lines:
            return Fitted(size, filled)
    lines = max(heights[-1], 1)
    return Fitted(sizes[-1], (*filled[: lines - 1], _cut(filled[lines - 1], room, sizes[-1], face)))


def wrapped(text: str, room: float, size: float, face: Face) -> tuple[str, ...]:
    """A sentence on as many lines as it takes."""
    return _filled(text, room, size, face)


@cache
def _advance(letter: str, face: Face) -> float:
    advances = _advances(face)
    if letter in advances:
        return advances[letter]
    return advances.get(unicodedata.normalize("NFD", letter)[0], UNKNOWN_ADVANCE)


@cache
def _advances(face: Face) -> Mapping[str, float]:
    """The advance of every letter that a face has."""
    # Imported here, because it takes a while and few pages need it.
    from fontTools.ttLib import TTFont

    with TTFont(FONTS / face.value, lazy=True) as font:
        em, metrics = font["head"].unitsPerEm, font["hmtx"]
        return {
            chr(code): metrics[glyph][0] * EM / em for code, glyph in font.getBestCmap().items()
        }


def _halved(text: str, size: int, face: Face) -> tuple[str, ...]:
    """Two lines as even as spaces, slashes and hyphens allow."""
    halves = [
        (text[: gap.end()].strip(), text[gap.end() :].strip())
        for gap in re.finditer(r"[ /-]+", text)
        if gap.end() < len(text)
    ]
    return min(halves, key=lambda pair: max(width(h, size, face) for h in pair), default=(text,))


def _filled(text: str, room: float, size: float, face: Face) -> tuple[str, ...]:
    """Lines filled word by word; a word that is too long for a line is hyphenated."""
    lines = [""]
    words = re.findall(r"[^ /-]*(?:[ /-]+|$)", text)
    while words:
        word = words.pop(0)
        if width((lines[-1] + word).rstrip(), size, face) <= room:
            lines[-1] += word
        elif width(word.rstrip(), size, face) <= room:
            lines.append(word)
        elif head := _head(word, room - width(lines[-1], size, face), size, face):
            lines[-1] += f"{head}-"
            lines.append("")
            words.insert(0, word[len(head) :])
        elif lines[-1]:
            lines.append("")
            words.insert(0, word)
        else:
            lines[-1] = word
    return tuple(line.strip() for line in lines if line.strip())


def _head(word: str, room: float, size: float, face: Face) -> str:
    """The longest beginning that fits with a hyphen, at the end of a syllable if there is one."""
    fitting = [
        end
        for end in range(FEWEST_LETTERS, len(word.rstrip(" /-")) - FEWEST_LETTERS + 1)
        if width(f"{word[:end]}-", size, face) <= room
    ]
    breaks = _dictionary(reading().names).positions(word.rstrip(" /-"))
    ends = [end for end in fitting if end in breaks] or fitting
    return word[: max(ends, default=0)]


@cache
def _dictionary(language: str) -> Pyphen:
    """Where words of a language are hyphenated."""
    from pyphen import Pyphen, language_fallback  # as above

    return Pyphen(lang=language_fallback(language), left=FEWEST_LETTERS, right=FEWEST_LETTERS)


def _cut(text: str, room: float, size: float, face: Face) -> str:
    while text and width(f"{text}…", size, face) > room:
        text = text[:-1]
    return f"{text.rstrip(' -')}…"
