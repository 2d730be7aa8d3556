"""Requests for a draw that ask for much: a large shelf, and wishes that are hard to meet."""

from __future__ import annotations

import random
from typing import Any

from setup_rules.cards import TYPE_TAGS
from setup_rules.catalog import load_catalog
from setup_rules.facts.schema import TAGS

LARGE = [
    *("base-cards", "dominion-2e", "dominion-2e", "seaside-2e", "alchemy", "prosperity-2e"),
    *("cornucopia-guilds-2e", "dark-ages", "adventures", "empires", "nocturne", "renaissance"),
    *("menagerie", "allies", "plunder", "rising-sun", "promo-black-market"),
]


def adversarial(number: int) -> dict[str, Any]:
    """A dozen exact counts and more around ten cards that fit, or all but one of them."""
    catalog, dice = load_catalog(), random.Random(number)
    cards = sorted(catalog.cards.values(), key=lambda card: card.id)
    ten = dice.sample(cards, 10)
    tags = dice.sample([*TAGS, *TYPE_TAGS], (12, 28)[number % 2])
    exact = {tag: sum(tag in card.tags for card in ten) for tag in tags}
    if number % 3 == 0:
        exact[tags[0]] += 1
    costs = {str(n): sum(card.cost.is_exactly(n) for card in ten) for n in range(2, 7)}
    lately = [card.id for card in dice.sample(cards, 150)]
    pairs = [[a.id, b.id] for a, b in (dice.sample(cards, 2) for _ in range(100))]
    wishes: dict[str, Any] = {
        "tags": {tag: {"min": n, "max": n} for tag, n in exact.items()},
        "costs": {cost: {"min": n, "max": n} for cost, n in costs.items()},
        "recently_played": {"cards": lately, "most": sum(card.id in lately for card in ten)},
        "not_together": [pair for pair in pairs if not {*pair} <= {card.id for card in ten}],
        "weights": {card.id: dice.randint(1, 1000) / 1000 for card in cards},
    }
    if number % 4 == 1:
        wishes["boxes_used"] = {"max": len({min(card.families) for card in ten})}
    if number % 4 == 3:
        wishes["random_boxes"] = 20
    return {"boxes": [*catalog.boxes], "players": 4, "wishes": wishes}
