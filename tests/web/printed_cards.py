"""Reads printed pages back: what is written where, and which lines are drawn, in millimetres."""

import re
from functools import cache
from io import BytesIO
from typing import NamedTuple

from pypdf import PdfReader

from web.setup_sheet.text_width import Face, width

MM = 25.4 / 72
SCALE = 96 / 72
"""Pages are written in pixels, of which there are 96 to an inch."""

SCALE_BOTTOM = 8.0
"""Where the bar to measure with and its words end, from the upper edge."""


class Text(NamedTuple):
    """Letters that are written together: from where on the line to where, and how large."""

    says: str
    left: float
    line: float
    right: float
    points: float

    @property
    def top(self) -> float:
        return self.line - 0.75 * self.points * MM

    @property
    def bottom(self) -> float:
        return self.line + 0.25 * self.points * MM


class Stroke(NamedTuple):
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float

    @property
    def length(self) -> float:
        return abs(self.to_x - self.x) + abs(self.to_y - self.y)


class Printed(NamedTuple):
    """A page."""

    width: float
    height: float
    texts: tuple[Text, ...]
    strokes: tuple[Stroke, ...]

    @property
    def says(self) -> list[str]:
        return [text.says for text in self.texts]

    def find(self, says: str) -> Text:
        (found,) = (text for text in self.texts if text.says == says)
        return found

    def within(self, left: float, top: float, right: float, bottom: float) -> list[Text]:
        """What begins in a rectangle."""
        return [t for t in self.texts if left <= t.left < right and top <= t.line < bottom]


@cache
def read_pages(pdf: bytes) -> tuple[Printed, ...]:
    """All pages of a document."""
    return tuple(_read(page) for page in PdfReader(BytesIO(pdf)).pages)


def _read(page) -> Printed:
    texts: list[Text] = []
    strokes: list[Stroke] = []
    at = [0.0, 0.0]
    height = float(page.mediabox.height)

    def place(x, y, matrix):
        across = matrix[0] * x + matrix[2] * y + matrix[4]
        return across * MM, (height - (matrix[1] * x + matrix[3] * y + matrix[5])) * MM

    def on_text(chunk, cm, tm, font, size):
        says = re.sub(r"[\s\N{NO-BREAK SPACE}]+", " ", chunk)
        if says.strip():
            left, line = place(tm[4], tm[5], cm)
            points = size / SCALE
            base = font["/BaseFont"]
            face = Face.NAMES if "Grenze" in base else Face.TEXT
            face = Face.BOLD if re.search("Semi|600|Bold", base) and face is Face.TEXT else face
            right = left + width(says, points * MM, face)
            texts.append(Text(says.strip(), left, line, right, points))

    def on_operation(operator, values, cm, _tm):
        if operator == b"m":
            at[:] = place(float(values[0]), float(values[1]), cm)
        elif operator == b"l":
            there = place(float(values[0]), float(values[1]), cm)
            strokes.append(Stroke(*at, *there))
            at[:] = there

    page.extract_text(visitor_text=on_text, visitor_operand_before=on_operation)
    box = page.mediabox
    return Printed(float(box.width) * MM, height * MM, tuple(texts), tuple(strokes))


class CutLines(NamedTuple):
    """Where a sheet is cut, from its left and upper edge."""

    xs: list[float]
    ys: list[float]


def on_cards(page: Printed) -> list[Text]:
    """What is written on cards, not beside the bar to measure with."""
    return [text for text in page.texts if text.line > SCALE_BOTTOM]


def scale_bars(page: Printed) -> list[Stroke]:
    """The level lines in the margin above the cards."""
    level = (s for s in page.strokes if s.y == s.to_y and s.y < SCALE_BOTTOM)
    return [s for s in level if s.length > 10]


def cut_lines(page: Printed) -> CutLines:
    """The places of the cut marks above and left of everything that is written on cards."""
    left = min(text.left for text in on_cards(page)) - 2
    top = min(text.top for text in on_cards(page)) - 2
    short = [s for s in page.strokes if 1 < s.length < 4.1]
    bars = scale_bars(page)
    marks = [s for s in short if not any(bar.x - 1 < s.x < bar.to_x + 1 for bar in bars)]
    upright = {round(s.x, 3) for s in marks if s.x == s.to_x and max(s.y, s.to_y) < top}
    level = {round(s.y, 3) for s in marks if s.y == s.to_y and max(s.x, s.to_x) < left}
    return CutLines(sorted(upright), sorted(level))
