"""The banner of a kingdom: the fields of its ten piles in roll order, five beside five."""

from __future__ import annotations

from collections.abc import Iterable

from setup_rules.cards import Card
from web.setup_sheet.sheet import colours


def banner(cards: Iterable[Card]) -> tuple[str, ...]:
    """The classes of each field, in the order of the roll; a field of two types is parted."""
    ordered = sorted(cards, key=lambda card: card.roll_order)
    return tuple(colours(card.types) for card in ordered)
