"""How many tables of three and of four a number of players makes."""

from __future__ import annotations

FEWEST, MOST = 6, 60
"""So many players may enter a tournament."""
FEWEST_AT_A_TABLE, MOST_AT_A_TABLE = 2, 4
USUAL = 3
"""Section 5, Overview 2: players at a table where their number allows it."""


def table_sizes(players: int) -> tuple[int, ...]:
    """The tables of one round, fours first: threes, and as few fours as the number demands.

    Every number from six on is threes and at most two fours. After drop-outs four players sit
    together; five, for whom neither is possible, make a table of three and one of two.
    """
    if players < FEWEST_AT_A_TABLE:
        raise ValueError(f"a round needs two players: {players}")
    if players == 2:
        return (2,)
    if players == 5:
        return (3, 2)
    fours = players % USUAL
    return (4,) * fours + (USUAL,) * ((players - 4 * fours) // USUAL)
