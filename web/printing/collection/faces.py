"""The face of a pile on a randomizer card or a divider: field with cost, name, types, box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.printing.cards.ink import Drawing
from web.printing.collection.shelf_piles import ShelfBox, ShelfPile
from web.printing.text import POINT, across, lines_of, with_numbers
from web.setup_sheet.text_width import Face, fit

ROOM = 51.0
"""How wide everything on a face is at most, in millimetres, whatever the size of the card."""
FIELD_TOP, FIELD_WIDE, FIELD_HIGH, COIN, CHARGE = 5.0, 36.0, 13.0, 5.2, 9.0
"""Of the field: where it begins, width, height; the radius of a coin in it, the size of a glyph."""
NAME_SIZES: Final = (200, 190, 180, 170, 160, 150, 140, 130, 120, 110, 100)
"""In tenths of a point."""
GLYPHS_TOP, GLYPH, GLYPH_PITCH = 36.0, 5.0, 8.0
TEXT_SIZE, MOST_LINES, INSTEAD_OF_GLYPHS = 9.5, 7, 2
"""Types, number and cards: their size; so many lines end above the letters of the box, and so many
more have room where there are no glyphs above them."""
LETTERS_SIZE, LETTERS_PAD, LETTERS_UP = 7.5, 0.9, 11.6
"""The letters of the box: size, beside them in their frame, and how far up their middle is."""
TENTH = POINT / 10


class PileFace(NamedTuple):
    """A pile with what is written on its face."""

    pile: ShelfPile
    name: tuple[str, ...]
    """Its name on one or two lines."""
    name_size: float
    lines: tuple[str, ...]
    """Its types; on dividers also how many cards it has, and which."""
    letters: str
    box: str

    @property
    def is_higher(self) -> bool:
        """Whether its lines stand higher: no glyphs and no second line of the name above them."""
        return not self.pile.cost and len(self.name) == 1

    @property
    def costs(self) -> tuple[str, ...]:
        """The numbers in its coin and its hexagon."""
        cost = self.pile.cost
        return tuple(filter(None, (cost.coin, cost.debt))) if cost else ()


def face_of(pile: ShelfPile, box: ShelfBox, *, counted: bool) -> PileFace:
    """The face of a pile; `counted` says whether its cards are."""
    name = fit(with_numbers(pile.name), (ROOM - 1) / TENTH, Face.NAMES, NAME_SIZES)
    face = PileFace(pile, name.lines, name.size / 10, (), box.spine.letters, box.name)
    lines = _lines(face) if counted else ()
    return face._replace(lines=tuple(filter(None, (pile.in_words, *lines))))


def _lines(face: PileFace) -> tuple[str, ...]:
    pile, most = face.pile, MOST_LINES + (INSTEAD_OF_GLYPHS if face.is_higher else 0)
    number = () if pile.is_landscape else (ngettext("{number} card", "{number} cards", pile.cards),)
    return (*number, *_cards_listed(pile.contains, most - 1 - len(number)))


def _cards_listed(cards: Sequence[str], most: int) -> tuple[str, ...]:
    """Cards on so many lines at most, and how many more there are."""
    lines = lines_of(", ".join(cards), ROOM, TEXT_SIZE)
    shown = len(cards)
    while len(lines) > most:
        shown -= 1
        some, more = ", ".join(cards[:shown]), len(cards) - shown
        listed = _("{some} and {number} more", some=some, number=more)
        lines = lines_of(listed, ROOM, TEXT_SIZE)
    return lines


def draw_face(
    drawing: Drawing, face: PileFace, x: float, y: float, size: tuple[float, float]
) -> None:
    """Everything of a face that is no text, on a card of this size whose corner is there."""
    pile, middle = face.pile, x + size[0] / 2
    left = middle - FIELD_WIDE / 2
    drawing.field(pile.bands, left, y + FIELD_TOP, FIELD_WIDE, FIELD_HIGH)
    down = y + FIELD_TOP + FIELD_HIGH / 2
    if pile.cost:
        drawing.cost(pile.cost, middle, down, COIN, COIN + 0.4)
    elif pile.types:
        drawing.glyph(pile.types[0].glyph, middle - CHARGE / 2, down - CHARGE / 2, CHARGE)
    glyphs = [type_.glyph for type_ in pile.types] if pile.cost else []
    first = middle - ((len(glyphs) - 1) * GLYPH_PITCH + GLYPH) / 2
    for place, glyph in enumerate(glyphs):
        drawing.glyph(glyph, first + place * GLYPH_PITCH, y + GLYPHS_TOP, GLYPH)
    wide = across(face.letters, LETTERS_SIZE, Face.BOLD) + 2 * LETTERS_PAD
    drawing.code_frame(middle - wide / 2, y + size[1] - LETTERS_UP, wide, 4)
