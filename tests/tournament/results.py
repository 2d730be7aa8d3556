"""Builders for tests of a tournament: games in a few words, and whole ones by chance."""

from functools import cache
from random import Random
from typing import Any

from setup_rules.chance import Chance
from setup_rules.tournament.scoring import Played, Score
from setup_rules.tournament.seating import Found, search_seating

LITTLE_WORK = 400
"""Enough for a seating that is a seating; its quality does not matter everywhere."""


def scored(*results, turns=None):
    """A table's scores from victory points; players are 0, 1, 2 …, turns equal if not told."""
    turns = turns or [20] * len(results)
    return tuple(
        Score(player, points, turn)
        for player, (points, turn) in enumerate(zip(results, turns, strict=True))
    )


def game(round_, results, *, table=1, turns=20):
    """A played game: victory points by player, all with the same number of turns."""
    return Played(
        round_, table, tuple(Score(player, points, turns) for player, points in results.items())
    )


def best_seating(players: int, chance: Chance, **more: Any) -> Found:
    """The last and best seating of the search."""
    *_, last = search_seating(players, chance, **more)
    return last


@cache
def seated(players, seed="chairs", **more):
    """The seating that a little work finds."""
    return best_seating(players, Chance(seed, "seating"), work=LITTLE_WORK, **more)


def random_game(round_, table, players, random):
    """Results as games have them: often close, at times level, seldom below zero."""
    spread = random.choice((1, 3, 40))
    least = random.choice((0, 20, -3))
    turns = random.randint(12, 25)
    scores = tuple(
        Score(
            player,
            least + random.randint(0, spread),
            turns - random.randint(0, 1),
            left=random.random() < 0.01,
        )
        for player in players
    )
    return Played(round_, table, scores)


def random_tournament(players, seed, rounds=4):
    """All games of the preliminary rounds."""
    random = Random(f"{players} {seed}")
    return [
        random_game(number, place, table, random)
        for number, tables in enumerate(seated(players, rounds=rounds).seating, 1)
        for place, table in enumerate(tables, 1)
    ]
