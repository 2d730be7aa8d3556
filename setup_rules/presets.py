"""Wishes ready made: “as the rulebooks like it”, worked out from the published kingdoms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from setup_rules.cards import TYPE_TAGS, Card
from setup_rules.catalog import Catalog
from setup_rules.schema import TAGS
from setup_rules.wishes import KINGDOM_SIZE, Bounds, Wishes

MIDDLE = (5, 95)
"""The share of published kingdoms, in percent, between which the ranges lie."""


def spread(counts: Sequence[int]) -> Bounds:
    """From the fifth to the ninety-fifth percentile of some counts."""
    ordered = sorted(counts)
    low, high = (ordered[(len(ordered) - 1) * share // 100] for share in MIDDLE)
    return Bounds(low, high if high < KINGDOM_SIZE else None)


@cache
def as_published(catalog: Catalog) -> Wishes:
    """The ranges in which the middle nine tenths of all published kingdoms lie, wish by wish."""
    kingdoms = [kingdom.cards for kingdom in catalog.published.values()]

    def bounds(fits: Callable[[Card], bool]) -> Bounds:
        return spread([sum(map(fits, cards)) for cards in kingdoms])

    used = [{family for card in cards for family in card.families} for cards in kingdoms]
    fewest = [
        min(sum(family in card.families for card in cards) for family in families)
        for cards, families in zip(kingdoms, used, strict=True)
    ]
    potions = {sum(card.cost.potion for card in cards) for cards in kingdoms}
    return Wishes(
        tags=tuple(
            (tag, bounds(lambda card, tag=tag: tag in card.tags))  # type: ignore[misc]
            for tag in sorted((*TAGS, *TYPE_TAGS))
        ),
        costs=tuple(
            (coins, bounds(lambda card, coins=coins: card.cost.is_exactly(coins)))  # type: ignore[misc]
            for coins in range(2, 8)
        ),
        cost_at_least=((5, bounds(lambda card: card.cost.coin >= 5)),),
        potion_cards=tuple(sorted(potions)),
        boxes_used=spread([len(families) for families in used]),
        min_per_used_box=spread(fewest).least,
    )
