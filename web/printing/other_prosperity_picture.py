"""Two pictures of the other Prosperity: the table, and where a player's cubes and discs go.

They are drawn in units of which a phone is 390 wide. On a screen the style sheet colours them; on
paper they are millimetres of black lines, and colours are hatched as engravers do.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from web.language.translation import gettext as _
from web.language.translation import pgettext
from web.printing.hatching import hatch
from web.printing.sheet.pen import FACES
from web.setup_sheet.other_prosperity import OtherPage, colour_names
from web.setup_sheet.text_width import Face, fit

WIDTH, TABLE_HEIGHT, BOARD_HEIGHT = 390.0, 350.0, 200.0
SIZES = (15, 14, 13, 12, 11)
LEVELS, CELL, LANE = 6, 18.0, 11.0
"""Rows of the Research board as they are drawn; how tall one is, and how wide a score track is."""
FIELD_OF = {"blue": "reaction", "red": "attack", "green": "victory", "yellow": "treasure"}
"""The colours as heraldry has them."""
ON_PAPER = {
    "board": 'fill="#fff" stroke="#111" stroke-width=".3"',
    "cell": 'fill="#fff" stroke="#111" stroke-width=".16"',
    "sunk": 'fill="#fff" stroke="#555" stroke-width=".16" stroke-dasharray=".9 .7"',
    "start": 'fill="#9A1F25" stroke="#111" stroke-width=".16"',
    "disc": 'fill="#111" stroke="#fff" stroke-width=".16"',
    "dark": 'fill="#444" stroke="none"',
    "silver": 'fill="#E6E6E6" stroke="none"',
    "frame": 'fill="none" stroke="#111" stroke-width=".3"',
    "dash": 'fill="none" stroke="#555" stroke-width=".2" stroke-dasharray=".9 .7"',
    "label": 'fill="#fff" stroke="none"',
    "cube": 'fill="#fff" stroke="#111" stroke-width=".25"',
}
"""What is drawn how on paper, in millimetres; on a screen these are classes."""


class Sketch:
    """Draws in units; `scale` is what one of them is on paper, in millimetres; 0 on a screen."""

    def __init__(self, scale: float = 0) -> None:
        self._scale = scale
        self._parts: list[str] = []

    def drawn(self) -> Markup:
        """All of it."""
        return Markup("".join(self._parts))  # noqa: S704  our own drawing; its texts are escaped

    def _n(self, number: float) -> str:
        return f"{number * (self._scale or 1):.2f}".rstrip("0").rstrip(".")

    def _ink(self, role: str) -> str:
        return ON_PAPER[role] if self._scale else f'class="{role}"'

    def box(
        self, role: str, x: float, y: float, width: float, height: float, round_: float = 0
    ) -> None:
        """A rectangle."""
        n = self._n
        corner = f' rx="{n(round_)}"' if round_ else ""
        self._parts.append(
            f'<rect {self._ink(role)} x="{n(x)}" y="{n(y)}" width="{n(width)}" '
            f'height="{n(height)}"{corner}/>'
        )

    def disc(self, x: float, y: float, radius: float) -> None:
        """A Pollution disc."""
        n = self._n
        self._parts.append(f'<circle {self._ink("disc")} cx="{n(x)}" cy="{n(y)}" r="{n(radius)}"/>')

    def lines(self, role: str, points: Sequence[tuple[float, float]]) -> None:
        """Straight lines from point to point, and back to the first."""
        path = "L".join(f"{self._n(x)} {self._n(y)}" for x, y in points)
        self._parts.append(f'<path {self._ink(role)} d="M{path}z"/>')

    def colour(self, colour: str, x: float, y: float, width: float, height: float) -> None:
        """A field in a player's colour."""
        if not self._scale:
            self._parts.append(
                f'<rect class="f {colour}" x="{x:g}" y="{y:g}" width="{width:g}" '
                f'height="{height:g}"/>'
            )
            return
        s = self._scale
        self.box("cell", x, y, width, height)
        self._parts.append(hatch(FIELD_OF[colour], x * s, y * s, width * s, height * s))

    def words(
        self, text: str, x: float, y: float, room: float, *, kind: str = "", lines: int = 2
    ) -> None:
        """A name around a middle, on one line or two, as large as fits."""
        size, fitted = fit(text, room, Face.NAMES, SIZES, (lines,) * len(SIZES))
        step = size * 1.05
        top = y - (len(fitted) - 1) * step / 2 + size * 0.33
        for place, line in enumerate(fitted):
            self._text(line, x, top + place * step, size, kind, Face.NAMES)

    def number(self, text: object, x: float, y: float, size: float, kind: str = "") -> None:
        """A number around a middle."""
        self._text(str(text), x, y + size * 0.35, size, f"k {kind}".strip(), Face.BOLD)

    def _text(self, text: str, x: float, y: float, size: float, kind: str, face: Face) -> None:
        n = self._n
        fill = "#fff" if "w" in kind.split() else "#111"
        how = f'{FACES[face]} fill="{fill}" text-anchor="middle"' if self._scale else ""
        named = f' class="{kind}"' if kind and not self._scale else ""
        self._parts.append(
            f'<text{named} x="{n(x)}" y="{n(y)}" font-size="{n(size)}" {how}>{escape(text)}</text>'
        )


def table_picture(page: OtherPage, scale: float = 0) -> Markup:
    """The Research board, the tiles beside it, deck and reserve, and a board for each player."""
    sketch = Sketch(scale)
    sketch.words(_("Energy tiles"), 68, 20, 116)
    sketch.words(_("Research board"), 195, 20, 124)
    sketch.words(_("Ecology tiles"), 322, 20, 116)
    _tiles_beside(sketch)
    _research_board(sketch, page.wanted.colours)
    _deck(sketch, page)
    _reserve(sketch, page)
    _boards(sketch, page)
    return sketch.drawn()


def _tiles_beside(sketch: Sketch) -> None:
    for row in range(LEVELS):
        y = 46 + row * CELL
        for x in (16, 70):
            sketch.box("cell", x, y, 48, CELL - 3, 2)
            sketch.colour("blue", x, y, 8, CELL - 3)
        for x in (272, 326):
            sketch.box("cell", x, y, 48, CELL - 3, 2)
            sketch.colour("green", x + 40, y, 8, CELL - 3)


def _research_board(sketch: Sketch, colours: Sequence[str]) -> None:
    sketch.box("board", 130, 38, 130, LEVELS * CELL + 14, 4)
    for x, colour in ((137, "blue"), (229, "green")):
        for row in range(LEVELS):
            sketch.box("cell", x, 45 + row * CELL, 24, CELL)
        sketch.colour(colour, x if colour == "blue" else x + 21, 45, 3, LEVELS * CELL)
        for place, owner in enumerate(colours):
            across, down = divmod(place, 2)
            left = x + (5 if colour == "blue" else 3) + across * 8
            sketch.colour(owner, left, 45 + (LEVELS - 1) * CELL + 2 + down * 7.5, 6.5, 6.5)
    start = 195 - len(colours) * (LANE + 3) / 2 + 1.5
    for place, owner in enumerate(colours):
        lane = start + place * (LANE + 3)
        sketch.box("cell", lane, 45, LANE, LEVELS * CELL)
        sketch.colour(owner, lane + 1.5, 45 + LEVELS * CELL - 9.5, 8, 8)


def _deck(sketch: Sketch, page: OtherPage) -> None:
    for place in range(6, -1, -1):
        sketch.box("board", 36, 176 + place * 2.5, 64, 44, 3)
    sketch.number(page.setup.turns, 68, 198, 22)
    sketch.words(pgettext("of tiles, not of cards", "Deck"), 68, 249, 116)


def _reserve(sketch: Sketch, page: OtherPage) -> None:
    for place in range(3):
        sketch.disc(290 + place * 5, 206 - place * 5, 15)
    sketch.number(page.setup.reserve_discs, 300, 196, 13, "w")
    for place, value in enumerate(reversed(page.setup.reserve_notes)):
        sketch.box("board", 322 + place * 4, 178 + place * 13, 44, 21, 2)
        sketch.number(value, 344 + place * 4, 185 + place * 13, 11)
    sketch.words(_("Reserve"), 322, 249, 116)


def _boards(sketch: Sketch, page: OtherPage) -> None:
    colours = page.wanted.colours
    wide = 84.0
    start = (WIDTH - len(colours) * (wide + 9) + 9) / 2
    for place, colour in enumerate(colours):
        x = start + place * (wide + 9)
        sketch.box("silver", x, 274, wide, 68, 4)
        if not page.setup.first_game:
            sketch.box("dark", x + wide / 2, 274, wide / 2, 68, 4)
        sketch.colour(colour, x, 274, wide, 22)
        sketch.box("frame", x, 274, wide, 68, 4)
        sketch.box("label", x + 9, 277, wide - 18, 16, 3)
        sketch.words(colour_names()[colour], x + wide / 2, 285, wide - 24, lines=1)
        sketch.box("label", x + 6, 304, wide - 12, 30, 3)
        sketch.words(page.side, x + wide / 2, 319, wide - 18)


def board_picture(page: OtherPage, scale: float = 0) -> Markup:
    """The five cubes of a player by number, and the discs on the Pollution track."""
    sketch = Sketch(scale)
    sketch.words(_("Research board"), 66, 14, 124)
    sketch.words(_("Player board"), 266, 14, 220)
    sketch.box("board", 8, 30, 116, 148, 4)
    for x, role in ((18, "blue"), (56, ""), (94, "green")):
        height = 132.0 / LEVELS if role else 132.0
        for row in range(LEVELS if role else 1):
            sketch.box("cell", x, 38 + row * height, 20, height)
    for x, colour in ((18, "blue"), (94, "green")):
        sketch.colour(colour, x if colour == "blue" else x + 17, 38, 3, 132)
    for number, x in ((1, 66), (2, 28), (3, 104)):
        _cube(sketch, number, x, 159)
    sketch.box("board", 142, 30, 240, 148, 4)
    for number, y, name in ((4, 78, _("Energy")), (5, 142, _("Ecology"))):
        sketch.words(name, 229, y - 22, 160, lines=1)
        for place in range(8):
            sketch.box("start" if place == 3 else "cell", 153 + place * 19, y - 9.5, 19, 19)
        _cube(sketch, number, 153 + 3.5 * 19, y)
    sketch.lines("cell", [(347, 38), (357, 54), (337, 54)])
    sketch.box("dash", 340, 56, 14, 12, 6)
    for place in range(page.setup.box.player_discs):
        sketch.disc(347, 169 - place * 13, 6)
    sketch.words(_("Pollution"), 347, 189, 80, lines=1)
    return sketch.drawn()


def _cube(sketch: Sketch, number: int, x: float, y: float) -> None:
    sketch.box("cube", x - 7, y - 7, 14, 14, 1.5)
    sketch.number(number, x, y, 11, "c")
