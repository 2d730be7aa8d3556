"""The back of a setup card: its text broken into lines, in the largest size that fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from setup_rules.plan import SetupPlan
from web.language.card_names import Name
from web.language.translation import gettext as _
from web.printing.cards.back_text import (
    PLAYERS,
    ROOM,
    BackSection,
    BackText,
    CountRow,
    DeckDetail,
    text_width,
)
from web.printing.text import JOINED, POINT, SPARE, with_numbers
from web.setup_sheet.setup_sheet import SetupSheet
from web.setup_sheet.text_width import Face, width, wrapped

SIZES, DENSE_SIZES = (10.2, 9.9, 9.6, 9.3, 9.0, 8.7, 8.4), (9.0, 8.7, 8.4, 8.1, 7.8)
SMALL_SIZES = (7.8, 7.5, 7.2, 7.0)
"""Of the text, in points; the first one in which everything fits is taken.

If none does, headings go into the lines of their text.
"""
DETAILS = (
    (DeckDetail.LISTED, True, SIZES, False),
    (DeckDetail.LISTED, True, DENSE_SIZES, True),
    (DeckDetail.POINTED_AT, True, DENSE_SIZES, True),
    (DeckDetail.COUNTED, True, SMALL_SIZES, True),
    (DeckDetail.COUNTED, False, SMALL_SIZES[-1:], True),
)
"""The ways to fit the text, from the roomiest: how the deck is told, whether reminders are listed,
sizes, and whether headings are within the text."""
LINE, HEADING, ABOVE_HEADING, UNDER_HEAD = 1.215, 1.624, 0.2, 0.215
"""Heights in sizes of the text: a line, a heading, what is free above it and under the players."""
DENSE_LINE, ABOVE_PART = 1.16, 0.22
"""The same where headings are within the text: a line, and what is free above each part."""
TOP, BOTTOM = 11.5, 83.6
"""Where the text may begin and must end, in millimetres from the upper cut."""
COLUMN, HEAD = 5.1, -1
"""From one number of a row to the next; HEAD stands for the numbers of players above them."""
PARTING = (",", ".", ";")
"""What ends a thing of a list, or a sentence."""
LABEL_SIZES = (1.0, 0.95, 0.9, 0.87)
"""Of a label beside numbers, in sizes of the text."""


class Label(NamedTuple):
    """The lines of a label, and its size in sizes of the text."""

    lines: tuple[str, ...]
    size: float


class FittedRow(NamedTuple):
    """A line of the table as it is printed."""

    label: Label
    numbers: tuple[int, ...]

    @property
    def digits(self) -> int:
        """How many digits each number has, the first one aside; 0 if some have more than others."""
        digits = {len(str(number)) for number in self.numbers[1:]}
        return digits.pop() if len(digits) == 1 else 0


class Lines(NamedTuple):
    """Rows of the table that are alike."""

    labels: str
    rule: str
    """The size of the labels, where that is another one than the text has."""
    numbers: str
    digits: int

    @property
    def columns(self) -> tuple[str, ...]:
        """The numbers column by column."""
        rows = [line.split(" ") for line in self.numbers.split("\n")]
        places = range(max(map(len, rows)))
        return tuple(
            "\n".join(row[place] if len(row) > place else "" for row in rows) for place in places
        )


class FittedPart(NamedTuple):
    """A heading and the lines under it."""

    heading: str
    lines: tuple[str, ...]


class Back(NamedTuple):
    """A back that fits: `size` is that of its text, in points."""

    size: float
    is_dense: bool
    """Whether headings stand in the lines of their text."""
    rows: tuple[FittedRow, ...]
    note: tuple[str, ...]
    """What is said under the table."""
    parts: tuple[FittedPart, ...]

    @property
    def height(self) -> float:
        """How tall the text is, in millimetres."""
        lines = sum(len(row.label.lines) for row in self.rows) + 1 + len(self.note)
        lines += sum(len(part.lines) for part in self.parts)
        if self.is_dense:
            sizes = lines * DENSE_LINE + len(self.parts) * ABOVE_PART + UNDER_HEAD
        else:
            headings = len(self.parts) + 1
            above = len(self.parts) * ABOVE_HEADING
            sizes = lines * LINE + headings * HEADING + above + UNDER_HEAD
        return sizes * self.size * POINT

    @property
    def fits(self) -> bool:
        """Whether there is room for it on a card."""
        return self.height <= BOTTOM - TOP

    @property
    def table(self) -> Iterator[Lines]:
        """The rows of the table; those that are alike together, because that is printed faster."""
        line = DENSE_LINE if self.is_dense else LINE
        for (size, digits), some in groupby(
            self.rows, key=lambda row: (row.label.size, row.digits)
        ):
            rows = tuple(some)
            rule = f"font-size:{size}em;line-height:{line / size:.4f}em" if size != 1 else ""
            yield Lines(
                labels="\n".join(line for row in rows for line in row.label.lines),
                rule=rule,
                numbers="\n".join(
                    " ".join(map(str, row.numbers)) + "\n" * (len(row.label.lines) - 1)
                    for row in rows
                ),
                digits=digits,
            )

    def apart_rule(self, digits: int) -> str:
        """How far apart numbers of one digit or two are, so that they stand under each other."""
        face = Face.BOLD if digits == HEAD else Face.TEXT
        across = width("0" * max(digits, 1) + " ", self.size * POINT, face)
        return f"word-spacing:{COLUMN - across:.3f}mm"


def card_back(sheet: SetupSheet, plans: Sequence[SetupPlan], name: Name) -> Back:
    """The back of a kingdom's card; the plans are those for each number of PLAYERS."""
    text = BackText(sheet, plans, name)
    rows, note = text.rows(), text.note()
    for deck, reminders, sizes, is_dense in DETAILS:
        sections = text.sections(deck, reminders=reminders)
        for size in sizes:
            back = _set(rows, note, sections, size, is_dense=is_dense)
            if back.fits:
                return back
    return _cut(back)


def _set(
    rows: Iterable[CountRow],
    note: str,
    parts: Iterable[BackSection],
    size: float,
    *,
    is_dense: bool,
) -> Back:
    """The same broken into lines."""
    room = ROOM - (len(PLAYERS) - 1) * COLUMN - width("00", size * POINT, Face.TEXT) - 1
    fitted = []
    for part in parts:
        before = width(f"{part.heading}  ", size * POINT, Face.BOLD) if is_dense else 0
        lines = filled(part.text, ROOM, size, taken=before)
        fitted.append(FittedPart(part.heading, lines))
    return Back(
        size,
        is_dense,
        tuple(FittedRow(_label(row.label, room, size), row.numbers) for row in rows),
        filled(note, ROOM, size),
        tuple(fitted),
    )


def _cut(back: Back) -> Back:
    """Without the lines there is no room for, each part that lost some saying where they are."""
    rows, parts = list(back.rows), list(back.parts)
    while not back.fits:
        longest = max(range(len(parts)), key=lambda place: len(parts[place].lines))
        heading, lines = parts[longest]
        if len(lines) > 2:
            parts[longest] = FittedPart(heading, (*lines[:-2], _shortened(lines[-2], back.size)))
        else:
            rows.pop()
        back = back._replace(rows=tuple(rows), parts=tuple(parts))
    return back


def _shortened(line: str, size: float) -> str:
    """A line that ends in where to read the rest, after the last thing it says whole."""
    rest = _("… see the sheet.")
    room = ROOM - SPARE - text_width(f" {rest}", size)
    words = line.removesuffix(rest).split(" ")
    while words and (text_width(" ".join(words), size) > room or words[-1][-1:] not in PARTING):
        words.pop()
    return " ".join((*words, rest)).strip()


def filled(text: str, room: float, size: float, taken: float = 0) -> tuple[str, ...]:
    """A text on as many lines as it takes; none ends within what is joined or after a number.

    `taken` is how much of the first line something else takes.
    """
    lines, free, used = [""], room - SPARE - taken, 0.0
    space = text_width(" ", size)
    for word in with_numbers(text).split(" "):
        across = text_width(word, size)
        if lines[-1] and used + space + across <= free:
            lines[-1] += f" {word}"
            used += space + across
            continue
        if lines[-1] or across > free:
            free = room - SPARE
            lines.append("")
        parts: tuple[str, ...] = (word,)
        if across > free:
            parts = wrapped(word.replace(JOINED, " "), free, size * POINT, Face.TEXT)
        lines[-1:] = parts
        used = text_width(parts[-1], size)
    return tuple(line for place, line in enumerate(lines) if line or (taken and not place))


def _label(text: str, room: float, size: float) -> Label:
    parts = [part for part in LABEL_SIZES if part == 1 or size * part >= SMALL_SIZES[-1]]
    for part in parts:
        if text_width(text, size * part) <= room:
            return Label((text,), part)
    return Label(filled(text, room + SPARE, size * parts[-1]), parts[-1])
