"""How boxes look on a shelf: the letters on a spine, its colour, and the edition in words."""

from __future__ import annotations

from typing import NamedTuple

from setup_rules.cards import Box, Card, Landscape
from setup_rules.collection import Collection
from web.http.visitor import names_here
from web.language.translation import gettext as _


class Spine(NamedTuple):
    """A box as one sees it on the shelf."""

    box: str
    letters: str
    """With the edition as a digit where the game has several: D1, D2, D+."""
    colour: str
    """As a page writes it: `#39506f`."""
    name: str
    edition: str
    """Which one it is, where the game has several: `1st`, `2nd`, `3`, `Pack`."""
    promo: bool
    added: bool
    """Whether the host of this app added it."""


def spine(box: Box) -> Spine:
    """The spine of a box."""
    edition, digit = "", ""
    if box.kind == "promo":
        name = names_here()(box.name)
    else:
        name = _(box.name.removesuffix(" Update Pack"))
        if box.kind == "update pack":
            edition, digit = "Pack", "+"
        elif box.title != box.name:
            digit = str(box.edition)
            edition = {1: "1st", 2: "2nd"}.get(box.edition, digit)
    letters, colour = box.letters + digit, box.colour.lower()
    return Spine(box.id, letters, colour, name, edition, box.kind == "promo", box.added)


def edition_in_words(look: Spine) -> str:
    """`1st edition`, `Update Pack`; empty where the game has one edition."""
    words = {"": "", "1st": _("1st edition"), "2nd": _("2nd edition"), "Pack": _("Update Pack")}
    if look.edition in words:
        return words[look.edition]
    return _("edition {number}", number=look.edition)


def short_edition(look: Spine) -> str:
    """`1st`, `+Pack`; empty where the game has one edition."""
    words = {"1st": _("1st"), "2nd": _("2nd"), "Pack": _("+Pack")}
    return words.get(look.edition, look.edition)


def box_name(box: Box) -> str:
    """A box as one says it: `Seaside 2nd`, `Empires`."""
    look = spine(box)
    return f"{look.name} {short_edition(look)}".strip()


def spines(shelf: Collection) -> list[Spine]:
    """The boxes on a shelf; one that is there twice stands there twice."""
    return [spine(box) for box in shelf.boxes for _copy in range(shelf.copies[box.id])]


def box_of(thing: Card | Landscape, shelf: Collection) -> Box | None:
    """The box on the shelf that holds a card, or else the one it is known from."""
    for box in shelf.boxes:
        if box.id in thing.boxes:
            return box
    known = shelf.catalog.boxes
    return known[thing.boxes[-1]] if thing.boxes else None
