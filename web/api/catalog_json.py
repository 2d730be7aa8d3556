"""The catalog as the JSON interface answers it: boxes, Kingdom piles, landscapes, kingdoms."""

from __future__ import annotations

from typing import Any

from setup_rules.cards import Card
from setup_rules.catalog import Catalog, PublishedKingdom
from setup_rules.rules import DEALT_KINDS


def catalog_answer(catalog: Catalog) -> dict[str, Any]:
    """The answer of GET /api/catalog."""
    return {
        "boxes": [
            picked(box, "id", "name", "edition", "year", "kind") for box in catalog.boxes.values()
        ],
        "cards": [_card(card) for _, card in sorted(catalog.cards.items())],
        "landscapes": [
            picked(ls, "id", "name", "kind", "boxes")
            for _, ls in sorted(catalog.landscapes.items())
        ],
        "kingdoms": [_kingdom(kingdom) for kingdom in catalog.published.values()],
    }


def _card(card: Card) -> dict[str, Any]:
    return {
        **picked(card, "id", "name"),
        "cost": picked(card.cost, "coin", "potion", "debt"),
        **picked(card, "types"),
        "tags": sorted(card.tags),
        **picked(card, "boxes"),
    }


def picked(thing: object, *names: str) -> dict[str, Any]:
    """Some attributes of a thing by their names."""
    return {name: getattr(thing, name) for name in names}


def _kingdom(kingdom: PublishedKingdom) -> dict[str, Any]:
    """A published kingdom, with its choices in the form that POST /api/plan takes."""
    dealt = {ls.kind: ls.id for ls in kingdom.landscapes if ls.kind in DEALT_KINDS}
    drawn = {slot: card.id for slot, card in kingdom.drawn.items()}
    return {
        **picked(kingdom, "id", "name"),
        "boxes": list(kingdom.some_boxes),
        "box_choices": [[list(choice) for choice in choices] for choices in kingdom.boxes],
        "cards": [card.id for card in kingdom.cards],
        "landscapes": [landscape.id for landscape in kingdom.landscapes],
        "bane": drawn.get("bane"),
        **picked(kingdom, "platinum_colony", "shelters"),
        "choices": {
            **drawn,
            **dealt,
            **picked(kingdom, "platinum_colony", "shelters"),
            "druid_boons": [boon.id for boon in kingdom.boons],
            "traits": {trait: pile.id for trait, pile in kingdom.traits.items()},
        },
        "source": list(kingdom.source),
    }
