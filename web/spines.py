"""How boxes look on a shelf: the letters on a spine, its colour class, and the edition in words."""

from __future__ import annotations

from typing import NamedTuple

from setup_rules.cards import Box, Card, Landscape
from setup_rules.catalog import load_catalog
from setup_rules.collection import Collection
from web.naming import naming
from web.translation import gettext as _
from web.visitor import reading

LETTERS = {
    "dominion": "D",
    "intrigue": "I",
    "seaside": "S",
    "alchemy": "Al",
    "prosperity": "P",
    "cornucopia": "Co",
    "guilds": "Gu",
    "cornucopia-guilds": "CG",
    "hinterlands": "H",
    "base-cards": "BC",
    "dark-ages": "DA",
    "adventures": "Ad",
    "empires": "Em",
    "nocturne": "No",
    "renaissance": "Re",
    "menagerie": "Me",
    "allies": "Ay",
    "plunder": "Pl",
    "rising-sun": "RS",
}
"""The letters of a game's spine; promos have their own initials."""

PROMO = "promo"


class Spine(NamedTuple):
    """A box as one sees it on the shelf."""

    box: str
    letters: str
    """With the edition as a digit where the game has several: D1, D2, D+."""
    colour: str
    """The class that colours it."""
    name: str
    edition: str
    """Which one it is, where the game has several: `1st`, `2nd`, `Pack`."""


def game_of(box: Box) -> str:
    """The game a box belongs to by its look; the two halves of one family may look different."""
    if box.kind == "promo":
        return PROMO
    if box.id in ("cornucopia", "guilds"):
        return box.id
    return box.family


def spine(box: Box) -> Spine:
    """The spine of a box."""
    game = game_of(box)
    if game == PROMO:
        initials = "".join(word[0] for word in box.name.replace("/", " ").split())
        letters = initials if len(initials) > 1 else box.name[:2]
        card = naming(load_catalog(), reading().names)
        return Spine(box.id, letters, PROMO, card(box.name), "")
    edition, digit = "", ""
    if box.kind == "update pack":
        edition, digit = "Pack", "+"
    elif "edition)" in box.title:
        edition, digit = f"{box.edition}{'st' if box.edition == 1 else 'nd'}", str(box.edition)
    name = _(box.name.removesuffix(" Update Pack"))
    return Spine(box.id, LETTERS[game] + digit, game, name, edition)


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
