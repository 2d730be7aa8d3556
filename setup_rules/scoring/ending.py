"""score_game(): the points, places and winners of a game, and what is odd about the counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from setup_rules.engine import plan_setup
from setup_rules.kingdom import Game
from setup_rules.problems import Problem
from setup_rules.scoring.inputs import Input, inputs_of
from setup_rules.scoring.oddities import Ending, find_oddities
from setup_rules.scoring.player_counts import PlayerCounts, PlayerEnd
from setup_rules.scoring.scorers import Scorer
from setup_rules.scoring.table import ScoreTable, score_table


class PlayerScore(NamedTuple):
    """A player's points."""

    name: str
    total: int
    place: int
    parts: Mapping[str, int]
    """What gave or took points, zeros left out."""


class GameScores(NamedTuple):
    """The end of a game."""

    inputs: tuple[Input, ...]
    scores: tuple[PlayerScore, ...]
    winners: tuple[str, ...]
    problems: tuple[Problem, ...]


def score_game(game: Game, players: Sequence[PlayerEnd], empty: Sequence[str] = ()) -> GameScores:
    """The points of each player in the order given; `empty` are Supply piles by name."""
    plan = plan_setup(game)
    in_game = score_table(game, plan, empty)
    inputs = inputs_of(in_game)
    missing = tuple(in_game.missing(_keys_given(players), game.collection.catalog))
    table = in_game.with_things((card for player in players for card in player.cards), missing)
    counted = [PlayerCounts(table, player, inputs) for player in players]
    parts = [_parts(table, counted, one) for one in counted]
    totals = [sum(points.values()) for points in parts]
    places = places_of(totals, [player.turns for player in players])
    scores = tuple(map(PlayerScore, (player.name for player in players), totals, places, parts))
    winners = tuple(score.name for score in scores if score.place == 1)
    problems = tuple(find_oddities(Ending(plan, in_game, missing, inputs, players, empty)))
    return GameScores(inputs, scores, winners, problems)


def _keys_given(players: Sequence[PlayerEnd]) -> list[str]:
    return [key for player in players for key, number in player.counts.items() if number]


def _parts(table: ScoreTable, counted: Sequence[PlayerCounts], own: PlayerCounts) -> dict[str, int]:
    """A player's points by what gives them."""
    others = [one for one in counted if one is not own]
    parts: dict[str, int] = {}
    for scorer in table.scorers:
        if points := _points(scorer, own, others):
            parts[scorer.name] = points
    return parts


def _points(scorer: Scorer, own: PlayerCounts, others: Sequence[PlayerCounts]) -> int:
    times = 1 if scorer.copies is None else own.value(scorer.copies)
    if not times:
        return 0
    numbers = [[one.value(count) for count in scorer.counts] for one in (own, *others)]
    return times * scorer.points(numbers[0], numbers[1:])


def places_of(totals: Sequence[int], turns: Sequence[int | None]) -> list[int]:
    """Most points first, then fewest turns; who ties on points with somebody whose turns are not
    known shares the place."""
    unknown = {total for total, taken in zip(totals, turns, strict=True) if taken is None}
    ranks = [
        (-total, 0 if total in unknown else taken or 0)
        for total, taken in zip(totals, turns, strict=True)
    ]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]
