"""Text on paper: broken into lines before it is printed, so that it is known how tall it gets."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import unescape
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup, escape

from web.language.translation import ngettext
from web.setup_sheet.text_width import Face, width

POINT = 25.4 / 72
"""A point in millimetres."""
JOINED = "\N{NO-BREAK SPACE}"
SPARE = 0.3
"""Left free at the end of each line, in millimetres, for what measuring rounds off."""


class Run(NamedTuple):
    """Letters of one face."""

    text: str
    face: Face


_NUMBER = re.compile(rf"(?:\w{JOINED})?[^\w\s]*[0-9]+×?")
_NUMBER_BEFORE = re.compile(f"(?:(?<= )|^)({_NUMBER.pattern}) ")
_LAST_NUMBER = re.compile(r"[0-9]+[.,:;)]+")
_LAST_AFTER = re.compile(f" (?={_LAST_NUMBER.pattern}(?: |$))")

Word = tuple[Run, ...]
"""What stands between two spaces."""


def across(text: str, points: float, face: Face) -> float:
    """How wide a line is, in millimetres."""
    return width(text, points * POINT, face)


def largest(text: str, room: float, face: Face, sizes: Sequence[float]) -> float:
    """The largest size in points in which it fits on one line, or else the smallest."""
    fitting = (size for size in sizes if across(text, size, face) <= room - SPARE)
    return next(fitting, sizes[-1])


def some_boxes(letters: Sequence[str], fits: Callable[[str], bool]) -> str:
    """The letters of boxes, as many as fit, and how many more there are; empty if none fit."""
    shorter = (
        ngettext(
            "{boxes} and {number} more",
            "{boxes} and {number} more",
            left_out,
            boxes=" ".join(letters[:-left_out]),
        )
        for left_out in range(1, len(letters))
    )
    return next(filter(fits, (" ".join(letters), *shorter)), "")


@lru_cache(maxsize=2048)
def lines_of(text: str, room: float, points: float) -> tuple[Markup, ...]:
    """A sentence in Fira Sans, with `<b>` in it, on as many lines as it takes."""
    room -= SPARE
    space = across(" ", points, Face.TEXT)
    lines: list[list[Word]] = [[]]
    used = 0.0
    for word in _words(text):
        for part in _parts(word, room, points):
            long = _across(part, points)
            if lines[-1] and used + space + long > room:
                lines.append([])
                used = 0.0
            used += long + (space if lines[-1] else 0)
            lines[-1].append(part)
    return tuple(_markup(line) for line in lines if line)


@lru_cache(maxsize=1024)
def _words(text: str) -> list[Word]:
    """The words of a sentence; a comma after a bold word belongs to it."""
    words: list[list[Run]] = [[]]
    face = Face.TEXT
    for part in re.split(r"(</?[bi]>)", str(escape(text))):
        if part in ("<b>", "</b>"):
            face = Face.BOLD if part == "<b>" else Face.TEXT
        elif part not in ("<i>", "</i>"):
            for number, letters in enumerate(re.split(r"[ \n]+", unescape(part))):
                if number:
                    words.append([])
                if letters:
                    words[-1].append(Run(letters, face))
    return _with_numbers([tuple(word) for word in words if word])


def _with_numbers(words: list[Word]) -> list[Word]:
    """The words; a number and what it counts are one, so that no line ends between them.

    At the end of a sentence it stays with the word before it.
    """
    joined: list[Word] = []
    number: Word = ()
    for word in words:
        text = "".join(run.text for run in word)
        if joined and not number and _LAST_NUMBER.fullmatch(text):
            number = joined.pop()
        if number:
            word = (*number, Run(JOINED, number[-1].face), *word)
        number = word if _NUMBER.fullmatch(text) else ()
        if not number:
            joined.append(word)
    return [*joined, number] if number else joined


def with_numbers(text: str) -> str:
    """A text in which each number is joined to what it counts, a last one to what it ends."""
    return _LAST_AFTER.sub(JOINED, _NUMBER_BEFORE.sub(rf"\1{JOINED}", text))


def _across(word: Word, points: float) -> float:
    return sum(across(run.text, points, run.face) for run in word)


def _parts(word: Word, room: float, points: float) -> list[Word]:
    """A word, broken after a slash or anywhere if it is too long for a line."""
    if _across(word, points) <= room:
        return [word]
    parts: list[Word] = []
    for run in word:
        rest = run.text
        while rest:
            end = len(rest)
            while end > 1 and across(rest[:end], points, run.face) > room:
                end -= 1
            slash = rest.rfind("/", 0, end) + 1
            if end < len(rest) and slash:
                end = slash
            parts.append((Run(rest[:end], run.face),))
            rest = rest[end:]
    return parts


def _markup(line: list[Word]) -> Markup:
    spaced = [
        Run(" ", Face.BOLD if word[0].face is Face.BOLD is line[place - 1][-1].face else Face.TEXT)
        if run is None
        else run
        for place, word in enumerate(line)
        for run in ((None, *word) if place else word)
    ]
    markup = Markup("")
    for face, runs in groupby(spaced, key=lambda run: run.face):
        text = "".join(run.text for run in runs)
        markup += Markup("<b>{}</b>").format(text) if face is Face.BOLD else escape(text)
    return markup
