"""PlanRequest: everything a plan depends on, and how much of it anybody may ask for."""

from __future__ import annotations

from typing import NamedTuple

from setup_rules.cascade import settle
from setup_rules.catalog import Catalog
from setup_rules.collection import gather
from setup_rules.kingdom import Game, Kingdom

MOST_PLAYERS_ASKED = 99
"""More than there are rules for: a plan says so, and is made for the nearest number."""
MOST_SETS = 9
MOST_BOXES = 200
MOST_PILES = 40
MOST_LANDSCAPES = 40
MOST_IN_DECK = 600
MOST_BOONS = 12
MOST_TRAITS = 40


class PlanRequest(NamedTuple):
    """A kingdom, the players and their boxes."""

    kingdom: Kingdom
    players: int
    boxes: tuple[str, ...]
    """Ids in shelf order; a box that is there twice is named twice."""
    basic_sets: int | None

    def game(self, catalog: Catalog) -> Game:
        """The game that was asked for."""
        return settle(self.kingdom, self.players, gather(catalog, self.boxes), self.basic_sets)
