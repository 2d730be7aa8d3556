"""Wishes ready made: “as the rulebooks like it”, worked out from the published kingdoms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from setup_rules.catalog import Catalog
from setup_rules.draw.wish_kinds import ALL_TAGS, ByPart
from setup_rules.draw.wishes import KINGDOM_SIZE, Bounds, Wishes, of_kind

_Part = TypeVar("_Part", str, int)

MIDDLE = (5, 95)
"""The share of published kingdoms, in percent, between which the ranges lie."""

READY_MADE: Mapping[str, Mapping[str, str]] = {
    "as-published": {"preset": "as-published"},
    "first": {
        "tags.attack": "-0",
        "potion_cards": "0",
        "boxes_used": "-2",
        "landscapes": "-0",
        "draws.platinum_colony": "never",
        "draws.shelters": "never",
    },
    "gentle": {"tags.attack": "-0"},
    "engine": {
        "tags.village": "2-",
        "tags.draw": "2-",
        "tags.plus_buy": "1-",
        "tags.trasher": "1-",
    },
}
"""Wishes ready made, as the controls of the screen would set them."""


def spread(counts: Sequence[int]) -> Bounds:
    """From the fifth to the ninety-fifth percentile of some counts."""
    ordered = sorted(counts)
    low, high = (ordered[(len(ordered) - 1) * share // 100] for share in MIDDLE)
    return Bounds(low, high if high < KINGDOM_SIZE else None)


@cache
def as_published(catalog: Catalog) -> Wishes:
    """The ranges in which the middle nine tenths of all published kingdoms lie, wish by wish."""
    kingdoms = [kingdom.cards for kingdom in catalog.published.values()]
    kinds = {line.name: line.kind for line in of_kind(ByPart)}

    def by_part(name: str, parts: Iterable[_Part]) -> tuple[tuple[_Part, Bounds], ...]:
        fits = kinds[name].fits
        return tuple(
            (part, spread([sum(fits(card, part) for card in cards) for cards in kingdoms]))
            for part in parts
        )

    used = [{family for card in cards for family in card.families} for cards in kingdoms]
    fewest = [
        min(sum(family in card.families for card in cards) for family in families)
        for cards, families in zip(kingdoms, used, strict=True)
    ]
    potions = {sum(card.cost.potion for card in cards) for cards in kingdoms}
    return Wishes(
        tags=by_part("tags", ALL_TAGS),
        costs=by_part("costs", range(2, 8)),
        cost_at_least=by_part("cost_at_least", (5,)),
        potion_cards=tuple(sorted(potions)),
        boxes_used=spread([len(families) for families in used]),
        min_per_used_box=spread(fewest).least,
    )
