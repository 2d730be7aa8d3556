"""The pre-final of nine and the final of three: who sits where, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from setup_rules.chance import Chance, shuffled
from setup_rules.sentences import Code, Sentence, say, say_number
from setup_rules.tournament.positions import Table
from setup_rules.tournament.scoring import Score
from setup_rules.tournament.standings import Standing

GO_ON = 9
"""Section 5, Preliminary Rounds 3: so many go on to the pre-final."""
FINALISTS = 3
PRE_FINAL, FINAL = 5, 6
"""The rounds' numbers."""


class Lot(NamedTuple):
    """A shared rank that had to be put in order."""

    rank: int
    order: tuple[int, ...]
    """The players in the order drawn."""
    go_on: int
    """So many of them go on."""
    says: Sentence


class Finals(NamedTuple):
    """How it goes on after the preliminary rounds."""

    ranking: tuple[int, ...]
    """Everybody who has not left, best first, shared ranks in the order of the lot."""
    groups: tuple[Table, ...]
    """The tables of the pre-final in starting order; none if there are fewer than nine players."""
    finalists: Table
    """Who goes straight into the final, in starting order; nobody if there is a pre-final."""
    lots: tuple[Lot, ...]
    says: Sentence


class FinalPlace(NamedTuple):
    """A player's place at a table of the finals."""

    place: int
    player: int
    says: Sentence
    """What decided against the player above."""


def plan_finals(table: Sequence[Standing], seed: str) -> Finals:
    """Groups 1-4-7, 2-5-8, 3-6-9 of the best nine who are here, or the final at once.

    Section 5, Preliminary Rounds 3 and Pre-Final Round 1 and 2. Who shares a rank after all
    tie-breakers is put in order by lot, drawn from the seed. Who has `left` in the table left
    before the pre-final was seated; the groups stay when somebody leaves after that.
    """
    dice = Chance(seed, "tournament lots")
    here = [line for line in table if not line.left]
    going = GO_ON if len(here) >= GO_ON else FINALISTS
    ranking: list[int] = []
    lots = []
    for rank, sharing in groupby(here, key=lambda line: line.rank):
        order = shuffled([line.player for line in sharing], dice)
        if len(order) > 1 and len(ranking) < going:
            lots.append(_lot(rank, order, min(going - len(ranking), len(order)), dice.seed))
        ranking += order
    if len(here) >= GO_ON:
        groups = tuple(tuple(ranking[first:GO_ON:FINALISTS]) for first in range(FINALISTS))
        says = say(
            "The top 9 play the pre-final in 3 groups: 1st, 4th and 7th; 2nd, 5th and 8th; "
            "3rd, 6th and 9th."
        )
        return Finals(tuple(ranking), groups, (), tuple(lots), says)
    return Finals(
        tuple(ranking), (), tuple(ranking[:FINALISTS]), tuple(lots), _straight(len(ranking))
    )


def _lot(rank: int, order: tuple[int, ...], go_on: int, seed: str) -> Lot:
    if go_on < len(order):
        says = say_number(
            "{sharing} players share rank {rank}, but only {number} of them goes on, drawn by "
            "lot (seed {seed}).",
            "{sharing} players share rank {rank}, but only {number} of them go on, drawn by "
            "lot (seed {seed}).",
            go_on,
            sharing=len(order),
            rank=rank,
            seed=Code(seed),
        )
    else:
        says = say_number(
            "{number} player has rank {rank}, drawn by lot (seed {seed}).",
            "{number} players share rank {rank}: their order was drawn by lot (seed {seed}).",
            len(order),
            rank=rank,
            seed=Code(seed),
        )
    return Lot(rank, order, go_on, says)


def _straight(here: int) -> Sentence:
    """What is done where there are too few for a pre-final."""
    if here >= FINALISTS:
        return say_number(
            "A pre-final takes 9 players, but there’s only {number}: the top 3 go straight to "
            "the final.",
            "A pre-final takes 9 players, but there are only {number}: the top 3 go straight "
            "to the final.",
            here,
        )
    if here == 2:
        return say("2 players are left: they play the final.")
    if here == 1:
        return say("Only 1 player is left and wins without a final.")
    return say("Nobody is left to play a final.")


def seat_final(winners: Sequence[int], ranking: Sequence[int]) -> Table:
    """The finalists in starting order: the best of the preliminary rounds goes first."""
    return tuple(sorted(winners, key=ranking.index))


def rank_group(scores: Sequence[Score], ranking: Sequence[int]) -> tuple[FinalPlace, ...]:
    """A table of the pre-final, winner first: victory points, then the rank before it.

    Section 5, Pre-Final Round 3.
    """
    return tuple(_placed(scores, {}, ranking))


def rank_final(
    scores: Sequence[Score], totals: Mapping[int, Fraction], ranking: Sequence[int]
) -> tuple[FinalPlace, ...]:
    """The final, champion first: victory points, percentage total with the pre-final, rank.

    Section 5, Final Round; `totals` are `percentage_totals` of all games before the final. The
    rank after the preliminary rounds is the last resort, of which the rules say nothing.
    """
    return tuple(_placed(scores, totals, ranking))


class Reason(NamedTuple):
    """Something that decides a game of the finals, as told of who is better and who is less."""

    better: Sentence
    less: Sentence


VICTORY_POINTS = Reason(say("Most victory points."), say("Fewer victory points."))
PERCENTAGE = Reason(
    say("Tied on victory points, but a higher percentage total before the final."),
    say("Tied on victory points, but a lower percentage total before the final."),
)
RANK = Reason(
    say("Tied with the next player, but ranked higher after the preliminary rounds."),
    say("Tied with the player above, but ranked lower after the preliminary rounds."),
)


_Merit = tuple[bool, int, Fraction, int]


def _placed(
    scores: Sequence[Score], totals: Mapping[int, Fraction], ranking: Sequence[int]
) -> Iterator[FinalPlace]:
    """The players from the best to the last, each with the first thing that decided."""
    merits: dict[int, _Merit] = {}
    for score in scores:
        # Who left in the middle of the game comes after all who ended it.
        points = 0 if score.left else score.points
        total = totals.get(score.player, Fraction())
        merits[score.player] = (not score.left, points, total, -ranking.index(score.player))
    order = sorted(merits, key=merits.__getitem__, reverse=True)
    for number, player in enumerate(order):
        if number:
            says = _reason(merits[order[number - 1]], merits[player]).less
        else:
            says = _reason(merits[player], merits[order[1]]).better
        yield FinalPlace(number + 1, player, says)


def _reason(above: _Merit, below: _Merit) -> Reason:
    """The first thing in which two players differ."""
    if above[:2] != below[:2]:
        return VICTORY_POINTS
    return PERCENTAGE if above[2] != below[2] else RANK
