"""Checks a typed kingdom against a shelf: what was understood, what was not, and its plan."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection, gather
from setup_rules.draw.wishes import KINGDOM_SIZE
from setup_rules.engine import plan_setup
from setup_rules.kingdom import Game
from setup_rules.names import LIKE, Near, names_of
from setup_rules.plan import SetupPlan
from setup_rules.plan_request import PlanRequest
from setup_rules.rules import DEALT_KINDS, PILE_SLOTS, SLOTS
from web.catalog import app_catalog
from web.fix.pasting import Pasted, Piece, read_names
from web.fix.text import Written, with_words, writing
from web.language.card_names import Name, naming
from web.links.slot_words import BOON

MOST_UNKNOWN = 20
"""Unknown words that are told one by one; each takes a while to find the nearest names for."""
SURELY = 0.8
"""How like a name a word is that all corrections at once include."""
KEY = 60
"""Characters by which a button names a piece of the text."""


_CARD_CHOICES = tuple(
    slot.key for slot in SLOTS if slot.asked_by and not slot.is_extra and slot.key not in PILE_SLOTS
)
"""Slots that name a card which is no pile, such as one of the starting deck."""


class OwnInput(NamedTuple):
    """What was typed and chosen: everything the page depends on."""

    names: str
    players: int
    boxes: tuple[str, ...]
    sets: int | None = None
    left: tuple[str, ...] = ()
    """Warnings and hints that were left as they are, by code."""


class Mark(NamedTuple):
    """A stretch of the text, and whether it is underlined."""

    text: str
    wrong: bool


@dataclass(frozen=True)
class Checked:
    """A text that was read and checked against a shelf."""

    table: OwnInput
    catalog: Catalog
    pasted: Pasted
    name: Name
    written: Written

    @property
    def shelf(self) -> Collection:
        """The boxes it is checked against."""
        return gather(self.catalog, self.table.boxes)

    @cached_property
    def mixed(self) -> tuple[Piece, ...]:
        """Cards of a pile of different cards that were named as a pile."""
        return tuple(
            piece
            for piece in self.pasted.pieces
            if piece.role == "pile" and isinstance(piece.thing, OtherCard)
        )

    @cached_property
    def asked(self) -> PlanRequest:
        """The kingdom without what is no pile; what the engine says of that is told by us."""
        kingdom = self.pasted.kingdom
        piles = tuple(pile for pile in kingdom.piles if isinstance(pile, Card))
        return PlanRequest(
            kingdom._replace(piles=piles), self.table.players, self.table.boxes, self.table.sets
        )

    @cached_property
    def game(self) -> Game:
        """The game it is about."""
        return self.asked.game(self.catalog)

    @cached_property
    def plan(self) -> SetupPlan:
        """Its setup, with all that the engine finds wrong."""
        return plan_setup(self.game)

    @cached_property
    def near(self) -> dict[str, tuple[Near, ...]]:
        """What unknown words may mean, for the first of them."""
        near: dict[str, tuple[Near, ...]] = {}
        for piece in self.pasted.unknown:
            if piece.text not in near and len(near) < MOST_UNKNOWN:
                near[piece.text] = self._meant(piece)
        return near

    def _meant(self, piece: Piece) -> tuple[Near, ...]:
        if piece.maybe:
            return tuple(Near(thing, 1) for thing in piece.maybe)
        known = names_of(self.catalog)
        if piece.of in (BOON, *_CARD_CHOICES):
            return known.nearest(piece.text, (OtherCard,))
        if piece.of and piece.of not in DEALT_KINDS:
            return known.nearest(piece.text, (Card,))
        return known.nearest(piece.text, (Card, Landscape))

    @cached_property
    def free(self) -> int:
        """Places among the ten that no name stands for, known or not; below 0: too many.

        Words that are not understood take places, but only known piles can be too many: which
        one is left out can be decided once all are known.
        """
        waiting = {piece.text for piece in self.pasted.unknown if not piece.of}
        places = KINGDOM_SIZE - len(self.game.ten)
        return places if places < 0 else max(places - len(waiting), 0)

    @property
    def corrections(self) -> list[tuple[Piece, Thing]]:
        """The unknown words that surely mean something, and what that is."""
        first = ((piece, self.near.get(piece.text, ())[:1]) for piece in self.pasted.unknown)
        return [
            (piece, near.thing)
            for piece, nearest in first
            for near in nearest
            if near.likeness >= SURELY and not piece.maybe
        ]

    @property
    def corrected(self) -> str:
        """The text with every unknown word that surely means something replaced by that."""
        words = {piece: self.written(thing) for piece, thing in self.corrections}
        return with_words(self.pasted.text, words)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed."""
        return not self.pasted.text.strip()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The text, with what was not understood marked."""
        wrong = [*self.pasted.unknown, *self.mixed]
        marks, place, text = [], 0, self.pasted.text
        for piece in sorted({p[:2] for p in wrong}):
            start, end = piece
            if start >= place:
                marks += [Mark(text[place:start], False), Mark(text[start:end], True)]
                place = end
        return tuple(mark for mark in (*marks, Mark(text[place:], False)) if mark.text)


def check(table: OwnInput, language: str) -> Checked:
    """Read and check what was typed; `language` is the one the reader likes names in."""
    catalog = app_catalog()
    return Checked(
        table,
        catalog,
        read_names(table.names, catalog, language),
        naming(catalog, language),
        writing(catalog, language),
    )


def key_of(piece: Piece) -> str:
    """How a button names a piece."""
    return piece.text[:KEY]


def clearly_meant(near: tuple[Near, ...]) -> Thing | None:
    """What an unknown word surely means, if anything."""
    return near[0].thing if near and near[0].likeness >= LIKE else None


def boxes_for(on: Checked) -> tuple[str, ...]:
    """Few boxes that hold everything named and a basic set, beside those that are here."""
    catalog = on.catalog
    things = [use.thing for use in on.game.uses if not on.shelf.owns(use.thing)]
    chosen: list[str] = []
    while things:
        held = {box: sum(box in thing.boxes for thing in things) for box in catalog.boxes}
        best = max(held, key=lambda box: (held[box], catalog.boxes[box].year))
        chosen.append(best)
        things = [thing for thing in things if best not in thing.boxes]
    boxes = (*on.table.boxes, *chosen)
    if not gather(catalog, boxes).basic_sets:
        chosen.append("dominion-2e")
    order = list(catalog.boxes)
    return tuple(sorted(chosen, key=order.index))
