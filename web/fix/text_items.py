"""Cuts pasted text into items: a name with the brackets after it, by line and cell."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

MOST_TEXT = 10_000
"""Characters of a text that are read."""

_LEAD = re.compile(
    r"(?:[\s\"“”„«»*_#>+~•·▪◦‣☐☑✓✔\-–—.]+|\d{1,3}\s*[.):x×]\s*|\d{1,3}\s+(?=\D)"
    r"|\$\d{1,2}[PD*+]*\s*[:\-–]?\s*|\[[ xX✓]?\]\s*)+"
)
_TRAIL = re.compile(
    r"(?:[\s\"“”„«»*_.!:=\-–—]+|\s+[x×]\s*\d{1,3}|\s*×\s*\d{1,3}|\s+\d{1,2}[PD*+]?"
    r"|\s*\$\d{1,2}[PD*+]*)+$"
)
_COLON = re.compile(r":(?!//)|：|=(?=\s*\S)")
_ADDRESS = re.compile(r"://|[?&]\w+=")
_OPEN, _CLOSE = "([", ")]"
BREAKS = re.compile(r"[\n\r,;|•▪◦‣\t]|\s[-–—]+\s|\s·\s")


Span = tuple[int, int]


class TextItem(NamedTuple):
    """A name with the brackets after it, and how it stands in its line."""

    start: int
    end: int
    brackets: tuple[Span, ...]
    line: int
    cell: int
    """Which cell of a row with tabs; 0 for the first, and where there are no tabs."""
    labelled: bool
    """Whether a colon follows it."""


def text_items(text: str) -> Iterator[TextItem]:
    """Names with the brackets after them, wherever something stands between."""
    text, line, cell, start = text[:MOST_TEXT], 0, 0, 0
    pairs = _bracket_pairs(text)
    cuts = [match for match in BREAKS.finditer(text) if not _is_inside(match.start(), pairs)]
    for cut in (*cuts, None):
        end = cut.start() if cut else len(text)
        first, last = bisect_left(pairs, (start,)), bisect_left(pairs, (end,))
        brackets = [pair for pair in pairs[first:last] if pair[1] <= end]
        yield from _items_between(text, (start, end), brackets, (line, cell))
        if cut is None:
            return
        start = cut.end()
        if cut[0] in "\n\r":
            line, cell = line + 1, 0
        elif cut[0] == "\t":
            cell += 1


def _bracket_pairs(text: str) -> list[Span]:
    """Pairs of brackets on one line, the outer ones; one left open is none."""
    pairs, opened = [], -1
    for place, char in enumerate(text):
        if char in _OPEN and opened < 0:
            opened = place
        elif char in _CLOSE and opened >= 0:
            pairs.append((opened, place + 1))
            opened = -1
        elif char == "\n":
            opened = -1
    return pairs


def _is_inside(place: int, pairs: list[Span]) -> bool:
    before = bisect_left(pairs, (place,))
    return before > 0 and place < pairs[before - 1][1]


def _items_between(
    text: str, span: Span, brackets: list[Span], position: tuple[int, int]
) -> Iterator[TextItem]:
    """The names between two breaks; brackets and colons part them."""
    place, end = span
    waiting: TextItem | None = None
    for bracket in (*brackets, (end, end)):
        for first, last, labelled in _stretches(text, place, bracket[0]):
            if waiting:
                yield waiting
            waiting = TextItem(first, last, (), *position, labelled)
        if waiting and bracket[0] < end:
            waiting = waiting._replace(brackets=(*waiting.brackets, bracket))
        place = bracket[1]
    if waiting:
        yield waiting


def _stretches(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """A name, or a label and the name behind its colon; trimmed, and not if they are empty."""
    colon = _COLON.search(text, start, end)
    parts = [(start, end, False)]
    link = _ADDRESS.search(text, start, end)
    if colon and not link and text[start : colon.start()].strip(" \t0123456789"):
        parts = [(start, colon.start(), True), (colon.end(), end, False)]
    for first, last, labelled in parts:
        first, last = trimmed(text, first, last)
        if first < last:
            yield first, last, labelled


def trimmed(text: str, start: int, end: int) -> Span:
    """A stretch without numbers, bullets, costs and marks around the name in it."""
    lead = _LEAD.match(text, start, end)
    if lead and lead.end() < end:
        start = lead.end()
    trail = _TRAIL.search(text, start, end)
    if trail and (trail.start() > start or not text[start:end].strip(' *_.-–—"')):
        end = trail.start()
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def parts_between_commas(text: str, start: int, end: int) -> Iterator[Span]:
    """The stretches between commas, semicolons and bars."""
    place = start
    for cut in (*re.finditer(r"[,;|]", text[start:end]), None):
        last = start + cut.start() if cut else end
        stretch = text[place:last]
        if stretch.strip():
            first = place + len(stretch) - len(stretch.lstrip())
            yield first, first + len(stretch.strip())
        place = start + cut.end() if cut else end
