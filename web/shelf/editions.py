"""Which edition of a game somebody has: years, numbers of cards, and what only one edition has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from setup_rules.cards import Box
from web.http.visitor import names_here
from web.language.card_names import Name
from web.language.phrases import in_order
from web.setup_sheet.spines import Spine, edition_in_words, spine


class Edition(NamedTuple):
    """What tells a box from the other editions of its game."""

    look: Spine
    words: str
    year: int
    printed_cards: int | None
    is_pack: bool
    piles: tuple[str, ...]
    """The piles that no other edition has; those of an Update Pack."""


def editions_of(games: Sequence[Sequence[Box]]) -> list[list[Edition]]:
    """The games that have several boxes, each with its editions."""
    name = names_here()
    several = (boxes for boxes in games if len(boxes) > 1)
    return [[_edition(box, boxes, name) for box in boxes] for boxes in several]


def _edition(box: Box, boxes: Sequence[Box], name: Name) -> Edition:
    look, is_pack = spine(box), box.kind == "update pack"
    others = {
        pile.id
        for other in boxes
        for pile in other.piles
        if other is not box and other.kind != "update pack" and not is_pack
    }
    piles = in_order(name(pile.name) for pile in box.piles if pile.id not in others)
    words = edition_in_words(look) or look.name
    words = words[:1].upper() + words[1:]
    return Edition(look, words, box.year, box.printed_cards, is_pack, piles)
