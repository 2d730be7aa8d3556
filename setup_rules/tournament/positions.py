"""Who starts first: orders players at their tables so that everybody has every position in turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from setup_rules.chance import Dice, shuffled
from setup_rules.tournament.tables import MOST_AT_A_TABLE

Table = tuple[int, ...]
"""Players in starting order."""
Round = tuple[Table, ...]
Seating = tuple[Round, ...]

_MOST_STARTS = 10
"""Orders from which it is begun, where the first does not lead to the best."""
_MOST_PASSES = 30
"""Rounds of small changes after which positions are left as they are."""
_REPEATED = 1_000
"""A position had again weighs more than any lean."""

_Counts = dict[int, list[int]]


def seat_counts(rounds: Seating, players: Iterable[int]) -> _Counts:
    """How often each player starts first, second, third and fourth."""
    counts = {player: [0] * MOST_AT_A_TABLE for player in players}
    for table in _tables(rounds):
        for seat, player in enumerate(table):
            if player in counts:
                counts[player][seat] += 1
    return counts


def leans(rounds: Seating, players: Iterable[int]) -> dict[int, int]:
    """How many more opponents each player has had behind than before himself."""
    sums = dict.fromkeys(players, 0)
    for table in _tables(rounds):
        for seat, player in enumerate(table):
            if player in sums:
                sums[player] += _lean(seat, len(table))
    return sums


def repeated_seats(counts: _Counts) -> int:
    """How often a player has a position that he had before: pairs of rounds with the same one."""
    return sum(_pairs(count) for seats in counts.values() for count in seats)


def fewest_repeated(before: Seating, sizes: Sequence[int], rounds: int, here: Sequence[int]) -> int:
    """A bound below the repeated positions of any plan with so many more rounds.

    Proof: each round has a k-th position at every table of k or more players. However these go
    to the players, the pairs of equal positions in total are fewest when each goes to a player
    who has had the fewest so far, as the n-th time costs n - 1 more, which only grows. Taking the
    positions each for itself forgets that a player has just one in a round, and so can only make
    the sum smaller.
    """
    counts = seat_counts(before, here)
    total = 0
    for seat in range(MOST_AT_A_TABLE):
        had = [counts[player][seat] for player in here]
        for _ in range(rounds * sum(size > seat for size in sizes)):
            least = min(range(len(had)), key=had.__getitem__)
            had[least] += 1
        total += sum(map(_pairs, had))
    return total


def balance(
    rounds: Seating, before: Seating, here: Sequence[int], least: int, dice: Dice
) -> Seating:
    """The same tables, each in an order that repeats few positions and leans nobody far.

    Where there are more repeated than `least`, it begins some more times from other orders.
    """
    best: tuple[int, int] | None = None
    for _ in range(_MOST_STARTS):
        balanced = _balanced(rounds, before, here)
        repeated = repeated_seats(seat_counts((*before, *balanced), here))
        lean = sum(one**2 for one in leans((*before, *balanced), here).values())
        if best is None or (repeated, lean) < best:
            best, found = (repeated, lean), balanced
        if best[0] <= least:
            break
        rounds = tuple(tuple(shuffled(table, dice) for table in tables) for tables in rounds)
    return found


def _balanced(rounds: Seating, before: Seating, here: Sequence[int]) -> Seating:
    counts = seat_counts((*before, *rounds), here)
    tables = [list(table) for table in _tables(rounds)]
    for _ in range(_MOST_PASSES):
        pairs = combinations(range(MOST_AT_A_TABLE), 2)
        changed = [_even_out(tables, counts, *pair) for pair in pairs]
        if not any(changed):
            break
    _straighten(tables, counts, leans((*before, *_as_rounds(tables, rounds)), here))
    return _as_rounds(tables, rounds)


def _even_out(tables: list[list[int]], counts: _Counts, one: int, other: int) -> bool:
    """Make two positions equally often for everybody, as far as that goes; whether any changed.

    A table leads from who has the one position to who has the other, and swapping them turns it
    round. Turning all tables of a path changes only its ends, so a path from somebody who has the
    one too often to somebody who has the other too often makes both better.
    """
    changed = False
    while True:
        leads: dict[int, list[list[int]]] = {}
        for table in tables:
            if len(table) > other:
                leads.setdefault(table[one], []).append(table)
        for start in sorted(leads, key=lambda p: counts[p][other] - counts[p][one]):
            path = _path(start, leads, counts, one, other)
            if path:
                break
        else:
            return changed
        changed = True
        counts[path[0][one]][one] -= 1
        counts[path[0][one]][other] += 1
        counts[path[-1][other]][other] -= 1
        counts[path[-1][other]][one] += 1
        for table in path:
            table[one], table[other] = table[other], table[one]


def _path(
    start: int, leads: dict[int, list[list[int]]], counts: _Counts, one: int, other: int
) -> list[list[int]]:
    """The tables from a player to one whose surplus is smaller by more than two; empty if none."""
    enough = counts[start][one] - counts[start][other] - 2
    came: dict[int, list[int]] = {}
    reached = deque([start])
    while reached:
        player = reached.popleft()
        if counts[player][one] - counts[player][other] < enough:
            path: list[list[int]] = []
            while player != start:
                path.append(came[player])
                player = came[player][one]
            return path[::-1]
        for table in leads.get(player, ()):
            if table[other] not in came and table[other] != start:
                came[table[other]] = table
                reached.append(table[other])
    return []


def _straighten(tables: list[list[int]], counts: _Counts, lean: dict[int, int]) -> None:
    """Order one table after the other so that nobody is much more before than behind others."""
    for _ in range(_MOST_PASSES):
        changed = False
        for table in tables:
            size = len(table)
            for seat, player in enumerate(table):
                counts[player][seat] -= 1
                lean[player] -= _lean(seat, size)
            best = min(permutations(table), key=lambda order: _cost(order, counts, lean))
            if _cost(best, counts, lean) < _cost(table, counts, lean):
                table[:] = best
                changed = True
            for seat, player in enumerate(table):
                counts[player][seat] += 1
                lean[player] += _lean(seat, size)
        if not changed:
            return


def _cost(order: Sequence[int], counts: _Counts, lean: dict[int, int]) -> int:
    """What an order at a table adds: positions had before, and leans squared."""
    size = len(order)
    return sum(
        _REPEATED * counts[player][seat] + (lean[player] + _lean(seat, size)) ** 2
        for seat, player in enumerate(order)
    )


def _lean(seat: int, size: int) -> int:
    """Opponents behind less opponents before."""
    return size - 1 - 2 * seat


def _pairs(number: int) -> int:
    return number * (number - 1) // 2


def _tables(rounds: Seating) -> Iterable[Table]:
    return (table for tables in rounds for table in tables)


def _as_rounds(tables: Iterable[Sequence[int]], rounds: Seating) -> Seating:
    """The tables one after the other, in as many rounds as there were."""
    each = iter(tables)
    return tuple(tuple(tuple(next(each)) for _ in tables_) for tables_ in rounds)
