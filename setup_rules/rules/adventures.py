"""Adventures: Port; Travellers, Tavern mats and tokens are stated in its data."""

from __future__ import annotations

from setup_rules.cards import Card
from setup_rules.rulebook import Rulebook

book = Rulebook("adventures")


@book.pile("pile-port", "port", source="Adventures rulebook 2015; the card")
def port(card: Card, players: int) -> tuple[int, str]:
    """The Port pile has 12 cards."""
    return 12, ""
