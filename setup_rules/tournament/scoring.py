"""What one game gives: places, tournament points, and shares of the victory points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from setup_rules.tournament.tables import FEWEST_AT_A_TABLE, MOST_AT_A_TABLE, USUAL

POINTS: Mapping[int, tuple[int, ...]] = {2: (5, 3), 3: (5, 3, 1), 4: (5, 3, 2, 1)}
"""Section 5, Preliminary Rounds 2; a table of two, unknown to the rules, plays for 5 and 3."""


class Score(NamedTuple):
    """How a player ended a game; victory points may be negative."""

    player: int
    points: int
    turns: int
    left: bool = False
    """Whether the player left in the middle: the last place, whatever the points and turns."""


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a table; rounds and tables are numbered from 1, as readers see them."""

    round: int
    table: int
    scores: tuple[Score, ...]

    def __post_init__(self) -> None:
        if not FEWEST_AT_A_TABLE <= len(self.scores) <= MOST_AT_A_TABLE:
            raise ValueError(f"a table has two to four players: {len(self.scores)}")
        if len({score.player for score in self.scores}) < len(self.scores):
            raise ValueError(f"somebody sits twice at table {self.table} of round {self.round}")


def places(scores: Sequence[Score]) -> dict[int, int]:
    """The place of each player: victory points, then fewest turns, else the place is shared.

    After two on a shared first place comes the third. Who left is last; several share that.
    """
    keys = {score.player: _key(score) for score in scores}
    return {player: 1 + sum(other < key for other in keys.values()) for player, key in keys.items()}


def _key(score: Score) -> tuple[bool, int, int]:
    return (True, 0, 0) if score.left else (False, -score.points, score.turns)


def tournament_points(scores: Sequence[Score]) -> dict[int, Fraction]:
    """5/3/1 or 5/3/2/1; on a shared place, the points of the places taken up divided evenly."""
    worth = POINTS[len(scores)]
    place_of = places(scores)
    sharing = Counter(place_of.values())
    return {
        player: Fraction(sum(worth[place - 1 : place - 1 + sharing[place]]), sharing[place])
        for player, place in place_of.items()
    }


def largest_table(played: Iterable[Played]) -> int:
    """The size to which the pools of smaller tables are raised: four if any game had four."""
    return max((USUAL, *(len(game.scores) for game in played)))


def shares(scores: Sequence[Score], largest: int) -> dict[int, Fraction]:
    """Each player's part of the table's pool of victory points, as exact fractions.

    For each player that the table has fewer than the largest one, the pool is raised by the
    average of the points obtained at it. So the shares of a table add up to its size divided by
    the largest size: 1 for a four, 3/4 for a three beside fours, 1 for a three where all are.
    Points below zero count as zero; where nobody has any, all have the same share.
    """
    obtained = {score.player: max(score.points, 0) for score in scores}
    total = sum(obtained.values())
    size = len(scores)
    if not total:
        return {player: Fraction(1, largest) for player in obtained}
    pool = total + (largest - size) * Fraction(total, size)
    return {player: points / pool for player, points in obtained.items()}


def percentage_totals(played: Sequence[Played]) -> dict[int, Fraction]:
    """The shares of all their games added up, for everybody who played; 1 is 100 %."""
    largest = largest_table(played)
    totals: dict[int, Fraction] = {}
    for game in played:
        for player, share in shares(game.scores, largest).items():
            totals[player] = totals.get(player, Fraction()) + share
    return totals
