"""The boxes on the shelf tonight, and the cards, mats and tokens that lie in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from setup_rules.cards import Box, Card, Landscape, Thing
from setup_rules.catalog import Catalog


def piece_of(token: str) -> str:
    """What a token is called in its box."""
    return token if token.endswith(" cube") else f"{token} token"


@dataclass(frozen=True, slots=True, eq=False)
class Collection:
    """A shelf: each box once in shelf order, with how often it is there."""

    catalog: Catalog
    boxes: tuple[Box, ...]
    copies: Mapping[str, int]
    cards: tuple[Card, ...]
    """The Kingdom piles in the boxes, each once, by id."""
    landscapes: tuple[Landscape, ...]
    stock: Mapping[str, int]
    holders: Mapping[str, Sequence[tuple[Box, int]]]
    """The boxes that hold a thing, in shelf order, each with how many, copies of it counted."""
    basic_sets: int

    @property
    def ids(self) -> tuple[str, ...]:
        """The boxes by id, in shelf order; a box that is there twice is named twice."""
        return tuple(id_ for id_, number in self.copies.items() for _ in range(number))

    def owns(self, thing: Thing) -> bool:
        """Whether it lies in one of the boxes."""
        return not self.copies.keys().isdisjoint(thing.boxes)

    def worth(self, values: Mapping[str, int]) -> int:
        """The value of all pieces here, by what one of each is worth."""
        return sum(self.stock.get(piece, 0) * value for piece, value in values.items())


@lru_cache(maxsize=512)
def gather(catalog: Catalog, boxes: tuple[str, ...]) -> Collection:
    """The Collection of these box ids; a box named twice is there twice."""
    copies: dict[str, int] = {}
    for id_ in catalog.boxes:
        if id_ in boxes:
            copies[id_] = boxes.count(id_)
    on_shelf = tuple(catalog.boxes[id_] for id_ in copies)
    holders: dict[str, list[tuple[Box, int]]] = {}
    for box in on_shelf:
        for name, count in box.stock.items():
            holders.setdefault(name, []).append((box, count * copies[box.id]))
    return Collection(
        catalog=catalog,
        boxes=on_shelf,
        copies=copies,
        cards=tuple(sorted({c for box in on_shelf for c in box.piles}, key=lambda c: c.id)),
        landscapes=tuple(
            sorted({ls for box in on_shelf for ls in box.landscapes}, key=lambda ls: ls.id)
        ),
        stock={name: sum(count for _, count in held) for name, held in holders.items()},
        holders=holders,
        basic_sets=sum(copies[box.id] for box in on_shelf if box.has_basic_cards),
    )
