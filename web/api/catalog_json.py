"""The catalog as the JSON interface answers it: boxes, Kingdom piles, landscapes, kingdoms."""

from __future__ import annotations

from typing import Any

from setup_rules.cards import Box, Card, Landscape
from setup_rules.catalog import Catalog, PublishedKingdom
from setup_rules.rules import DEALT_KINDS


def catalog_answer(catalog: Catalog) -> dict[str, Any]:
    """The answer of GET /api/catalog."""
    return {
        "boxes": [_box(box) for box in catalog.boxes.values()],
        "cards": [_card(card) for _, card in sorted(catalog.cards.items())],
        "landscapes": [_landscape(ls) for _, ls in sorted(catalog.landscapes.items())],
        "kingdoms": [_kingdom(kingdom) for kingdom in catalog.published.values()],
    }


def _box(box: Box) -> dict[str, Any]:
    return {
        "id": box.id,
        "name": box.name,
        "edition": box.edition,
        "year": box.year,
        "kind": box.kind,
    }


def _card(card: Card) -> dict[str, Any]:
    cost = card.cost
    return {
        "id": card.id,
        "name": card.name,
        "cost": {"coin": cost.coin, "potion": cost.potion, "debt": cost.debt},
        "types": list(card.types),
        "tags": sorted(card.tags),
        "boxes": list(card.boxes),
    }


def _landscape(landscape: Landscape) -> dict[str, Any]:
    return {
        "id": landscape.id,
        "name": landscape.name,
        "kind": landscape.kind,
        "boxes": list(landscape.boxes),
    }


def _kingdom(kingdom: PublishedKingdom) -> dict[str, Any]:
    """A published kingdom, with its choices in the form that POST /api/plan takes."""
    dealt = {ls.kind: ls.id for ls in kingdom.landscapes if ls.kind in DEALT_KINDS}
    drawn = {slot: card.id for slot, card in kingdom.drawn.items()}
    return {
        "id": kingdom.id,
        "name": kingdom.name,
        "boxes": list(kingdom.some_boxes),
        "box_choices": [[list(choice) for choice in choices] for choices in kingdom.boxes],
        "cards": [card.id for card in kingdom.cards],
        "landscapes": [landscape.id for landscape in kingdom.landscapes],
        "bane": drawn.get("bane"),
        "platinum_colony": kingdom.platinum_colony,
        "shelters": kingdom.shelters,
        "choices": {
            **drawn,
            **dealt,
            "platinum_colony": kingdom.platinum_colony,
            "shelters": kingdom.shelters,
            "druid_boons": [boon.id for boon in kingdom.boons],
            "traits": {trait: pile.id for trait, pile in kingdom.traits.items()},
        },
        "source": list(kingdom.source),
    }
