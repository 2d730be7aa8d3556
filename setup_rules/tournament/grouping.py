"""Who sits together: swaps players between tables until few of them meet twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from setup_rules.chance import Dice, shuffled
from setup_rules.tournament.positions import Seating
from setup_rules.tournament.tables import USUAL

_ADDED = (0, *range(6, 36))
"""What one more meeting of two costs who met so often before: most of all that they met before."""
_UNUSUAL = 2
"""What it costs to sit at a table that is not of three, for each time before."""
_ODDS = (4096, 2484, 1507, 914, 554, 336, 204, 124, 75, 46, 28, 17, 10, 6, 4, 2, 1)
"""In so many of 4096 cases a swap that makes it worse by 0, 1, 2 … is made all the same."""

Meetings = list[list[int]]


class Merit(NamedTuple):
    """What makes tables better, the most important first; less is better."""

    repeats: int
    """Meetings of two who met before."""
    fewest_opponents: int
    """The different opponents of those who meet the fewest, below zero so that less is better."""
    spread: int
    """How much more often one sits at an unusual table than another."""
    unevenness: int
    """How unevenly repeats and unusual tables are spread in all."""


def count_meetings(rounds: Seating, players: int) -> Meetings:
    """How often each player meets each other one."""
    met = [[0] * players for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for one, other in combinations(table, 2):
                met[one][other] += 1
                met[other][one] += 1
    return met


def count_unusual(rounds: Seating, players: int) -> list[int]:
    """How often each player sits at a table that is not of three."""
    counts = [0] * players
    for tables in rounds:
        for table in tables:
            if len(table) != USUAL:
                for player in table:
                    counts[player] += 1
    return counts


def even_spread(counts: Iterable[int], more: int) -> int:
    """The difference between the most and the least when so many more go where there are fewest."""
    had = sorted(counts)
    for _ in range(more):
        had[0] += 1
        had.sort()
    return had[-1] - had[0]


class Grouping:
    """Tables of some rounds, begun by chance with the unusual tables evenly spread."""

    def __init__(
        self, here: Sequence[int], sizes: Sequence[int], rounds: int, before: Seating, dice: Dice
    ) -> None:
        everybody = 1 + max(*here, *(p for tables in before for table in tables for p in table), 0)
        self._here = here
        self._dice = dice
        self._rounds = rounds
        self._met = count_meetings(before, everybody)
        self._unusual = count_unusual(before, everybody)
        self._tables = [self._begin(sizes) for _ in range(rounds)]
        self._meetings = sum(map(sum, self._met)) // 2
        self._cost = sum(
            sum(_ADDED[:count]) for one in here for count in self._met[one][:one]
        ) + _UNUSUAL * sum(count * (count - 1) // 2 for count in self._unusual)

    def _begin(self, sizes: Sequence[int]) -> list[list[int]]:
        """A round by chance; those who sat least often at unusual tables sit there."""
        order = sorted(shuffled(self._here, self._dice), key=self._unusual.__getitem__)
        tables = []
        for size in sorted(sizes, key=lambda size: size == USUAL):
            table, order = order[:size], order[size:]
            tables.append(table)
            for one, other in combinations(table, 2):
                self._met[one][other] += 1
                self._met[other][one] += 1
            if size != USUAL:
                for player in table:
                    self._unusual[player] += 1
        return tables

    def improve(self, work: int, *, free: bool) -> tuple[Merit, Seating]:
        """Look at so many swaps, and give the best tables there were.

        Unless it is free, who sits at unusual tables stays as it was begun.
        """
        best = self._merit(), self._copy()
        lowest = self._cost
        here, below = self._here, self._dice.below
        number = len(here)
        choices = number * number * self._rounds
        seats = [{player: table for table in tables for player in table} for tables in self._tables]
        for _ in range(work):
            rest, place = divmod(below(choices), number)
            one = here[place]
            round_, place = divmod(rest, number)
            other = here[place]
            seat = seats[round_]
            table, to = seat[one], seat[other]
            if table is to or not (free or len(table) == len(to)):
                continue
            change = self._change(one, other, table, to)
            if change > 0 and (change >= len(_ODDS) or below(_ODDS[0]) >= _ODDS[change]):
                continue
            self._swap(one, other, table, to)
            seat[one], seat[other] = to, table
            self._cost += change
            if self._cost < lowest:
                lowest = self._cost
                best = min(best, (self._merit(), self._copy()))
                if not best[0].unevenness:
                    break
        return best

    def _change(self, one: int, other: int, table: list[int], to: list[int]) -> int:
        """By how much the cost changes when two players swap their places."""
        of_one, of_other = self._met[one], self._met[other]
        change = 0
        for player in table:
            if player != one:
                change += _ADDED[of_other[player]] - _ADDED[of_one[player] - 1]
        for player in to:
            if player != other:
                change += _ADDED[of_one[player]] - _ADDED[of_other[player] - 1]
        if (len(table) == USUAL) != (len(to) == USUAL):
            comes, goes = (one, other) if len(table) == USUAL else (other, one)
            change += _UNUSUAL * (self._unusual[comes] - self._unusual[goes] + 1)
        return change

    def _swap(self, one: int, other: int, table: list[int], to: list[int]) -> None:
        met = self._met
        for player in table:
            if player != one:
                met[one][player] -= 1
                met[player][one] -= 1
                met[other][player] += 1
                met[player][other] += 1
        for player in to:
            if player != other:
                met[other][player] -= 1
                met[player][other] -= 1
                met[one][player] += 1
                met[player][one] += 1
        if (len(table) == USUAL) != (len(to) == USUAL):
            comes, goes = (one, other) if len(table) == USUAL else (other, one)
            self._unusual[comes] += 1
            self._unusual[goes] -= 1
        table[table.index(one)] = other
        to[to.index(other)] = one

    def _merit(self) -> Merit:
        opponents = [len(row) - row.count(0) for row in self._met]
        unusual = [self._unusual[player] for player in self._here]
        return Merit(
            self._meetings - sum(opponents) // 2,
            -min(opponents[player] for player in self._here),
            max(unusual) - min(unusual),
            self._cost,
        )

    def _copy(self) -> Seating:
        return tuple(tuple(tuple(table) for table in tables) for tables in self._tables)
