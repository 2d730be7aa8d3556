"""Deals the piles of a veto: ten by tonight's wishes, and the surplus to strike from."""

from __future__ import annotations

from typing import Any

from setup_rules.cards import Card
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.evening.veto import deal_surplus
from web.veto.snapshot import packed


class NoMatch(Exception):
    """No ten piles match tonight's wishes."""


def deal_piles(asked: DrawRequest, strikes: int, seed: str) -> dict[str, Any]:
    """What a room keeps of a veto; raises NoMatch or TooFewPiles."""
    drawn = draw_kingdom(asked, seed)
    if drawn.kingdom is None:
        raise NoMatch
    ten = [pile for pile in drawn.kingdom.piles if isinstance(pile, Card)]
    more = deal_surplus(asked, ten, asked.players * strikes, seed)
    dealt = sorted(card.id for card in (*ten, *more))
    return {"request": packed(asked), "dealt": dealt, "strikes": strikes}
