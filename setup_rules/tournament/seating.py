"""Searches a seating plan: many different opponents, then balanced seats, then fair fours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import ceil
from typing import NamedTuple

from setup_rules.chance import Dice, shuffled
from setup_rules.sentences import Sentence, say, say_number
from setup_rules.tournament.grouping import (
    Grouping,
    Merit,
    count_meetings,
    count_unusual,
    even_spread,
)
from setup_rules.tournament.known import KNOWN
from setup_rules.tournament.positions import (
    Seating,
    balance,
    fewest_repeated,
    leans,
    repeated_seats,
    seat_counts,
)
from setup_rules.tournament.tables import USUAL, table_sizes

ROUNDS = 4
"""Section 5, Overview 1: the preliminary rounds."""
WORK = 300_000
"""Swaps that are looked at before the search ends."""
TRY = 5_000
"""Swaps after which it starts again from other tables."""


class Quality(NamedTuple):
    """How good a seating is, beside the best that any could be."""

    meetings: int
    """Pairs of players at one table, in all rounds together."""
    distinct: int
    """Pairs that meet at least once."""
    bound: int
    """More distinct pairs no plan can have: see `most_distinct`."""
    fewest_opponents: int
    """Different opponents of those who meet the fewest."""
    meeting_least: tuple[int, ...]
    """The players who meet so few."""
    imbalance: int
    """How often a player has a starting position that he had before, all together."""
    best_imbalance: int
    """Less than this no plan can have: see `fewest_repeated`."""
    lean: int
    """The most opponents that somebody has more behind than before himself, or the other way."""
    fours: tuple[int, int]
    """How often players sit at a table of four: the least and the most."""

    @property
    def repeats(self) -> int:
        """Meetings of two who met before."""
        return self.meetings - self.distinct

    @property
    def short(self) -> int:
        """Distinct pairs that may be missing to the best possible."""
        return self.bound - self.distinct

    @property
    def says(self) -> tuple[Sentence, ...]:
        """The quality in sentences: meetings, opponents, positions, and fours if there are any."""
        return tuple(_told(self))


def _told(quality: Quality) -> Iterator[Sentence]:
    yield from _told_of_meetings(quality)
    if quality.imbalance <= quality.best_imbalance:
        yield say("Starting positions are as balanced as possible.")
    else:
        yield say_number(
            "{number} starting position is a repeat; the fewest possible is {best}.",
            "{number} starting positions are repeats; the fewest possible is {best}.",
            quality.imbalance,
            best=quality.best_imbalance,
        )
    fewest, most = quality.fours
    if most and fewest == most:
        yield say_number(
            "Everybody sits at a table of 4 in 1 round.",
            "Everybody sits at a table of 4 in {number} rounds.",
            most,
        )
    elif most:
        yield say(
            "Everybody sits at a table of 4 in {fewest} to {most} rounds.", fewest=fewest, most=most
        )


def _told_of_meetings(quality: Quality) -> Iterator[Sentence]:
    if not quality.repeats:
        yield say("Nobody plays the same opponent twice.")
    else:
        yield say_number(
            "{number} pairing is a repeat.", "{number} pairings are repeats.", quality.repeats
        )
        if not quality.short:
            yield say_number(
                "{number} pair meets; no seating could have more.",
                "{number} different pairs meet; no seating could have more.",
                quality.distinct,
            )
        else:
            yield say_number(
                "{number} pair meets; no seating could have more than {bound}.",
                "{number} different pairs meet; no seating could have more than {bound}.",
                quality.distinct,
                bound=quality.bound,
            )
    yield say_number(
        "Everybody plays at least {number} opponent.",
        "Everybody plays at least {number} different opponents.",
        quality.fewest_opponents,
    )


class Found(NamedTuple):
    """The best seating so far."""

    seating: Seating
    quality: Quality
    done: float
    """How much of the search is done; 1.0 at the end."""


def search_seating(
    players: int,
    chance: Dice,
    *,
    rounds: int = ROUNDS,
    before: Seating = (),
    out: frozenset[int] = frozenset(),
    work: int = WORK,
) -> Iterator[Found]:
    """Better and better seatings of players 0 to n - 1; the last one has `done` = 1.0.

    The rounds `before` stay as they were played; players `out` sit in none of the others. The
    search swaps players of a round between tables, sometimes for the worse, and starts again
    every so often; it ends after so much `work`, or when nothing better is possible. Where a good
    plan is known, players are put into it by chance.
    """
    here = [player for player in range(players) if player not in out]
    if rounds <= len(before):
        yield Found(before, judge(before, players, before=len(before), out=out), 1.0)
    elif not before and rounds == ROUNDS and len(here) in KNOWN:
        seating = _taken_over(KNOWN[len(here)], shuffled(here, chance))
        yield Found(seating, judge(seating, players, out=out), 1.0)
    else:
        yield from _search(players, here, chance, rounds - len(before), before, out, work)


def _search(
    players: int,
    here: Sequence[int],
    chance: Dice,
    to_seat: int,
    before: Seating,
    out: frozenset[int],
    work: int,
) -> Iterator[Found]:
    """Better and better seatings, each of several tries begun from other tables."""
    sizes = table_sizes(len(here))
    unusual = count_unusual(before, players)
    seats = to_seat * sum(size for size in sizes if size != USUAL)
    spread = even_spread((unusual[player] for player in here), seats)
    repeats = sum(max(n - 1, 0) for row in count_meetings(before, players) for n in row) // 2
    least = fewest_repeated(before, sizes, to_seat, here)
    best: tuple[Merit, Seating] | None = None
    spent = 0
    done = 0.0
    while done < 1:
        grouping = Grouping(here, sizes, to_seat, before, chance)
        swaps = min(TRY, work - spent)
        better = grouping.improve(swaps, free=spent % (2 * TRY) > 0)
        spent += max(swaps, 1)
        if best is None or better[0] < best[0]:
            best = better
            seating = (*before, *balance(best[1], before, here, least, chance))
            quality = judge(seating, players, before=len(before), out=out)
        nothing_better = best[0].repeats == repeats and best[0].spread <= spread
        done = 1.0 if nothing_better or spent >= work else spent / work
        yield Found(seating, quality, done)


def _taken_over(plan: Seating, players: Sequence[int]) -> Seating:
    """A plan with these players for its numbers."""
    return tuple(
        tuple(tuple(players[number] for number in table) for table in tables) for tables in plan
    )


def judge(
    seating: Seating, players: int, *, before: int = 0, out: frozenset[int] = frozenset()
) -> Quality:
    """The quality of any seating; its first rounds, `before` of them, could not be changed.

    Opponents, positions and fours are those of the players who are not out.
    """
    here = [player for player in range(players) if player not in out]
    met = count_meetings(seating, players)
    opponents = {player: sum(map(bool, met[player])) for player in here}
    fewest = min(opponents.values())
    fours = [sum(p in table for r in seating for table in r if len(table) == 4) for p in here]
    played, rest = seating[:before], seating[before:]
    sizes = [len(table) for table in rest[0]] if rest else []
    return Quality(
        meetings=sum(map(sum, met)) // 2,
        distinct=sum(map(bool, (n for row in met for n in row))) // 2,
        bound=most_distinct(played, sizes, len(rest), here, players),
        fewest_opponents=fewest,
        meeting_least=tuple(p for p, number in opponents.items() if number == fewest),
        imbalance=repeated_seats(seat_counts(seating, here)),
        best_imbalance=fewest_repeated(played, sizes, len(rest), here),
        lean=max(map(abs, leans(seating, here).values())),
        fours=(min(fours), max(fours)),
    )


def most_distinct(
    before: Seating, sizes: Sequence[int], rounds: int, here: Sequence[int], players: int
) -> int:
    """A bound above the distinct pairs of any plan with so many more rounds of these tables.

    Proof: new pairs are at most the pairs of players here who have not met. They are also at most
    the meetings of the new rounds less those that must be repeats: the s players of a table sit
    at the t tables of another round, so where s > t some of them sit together in both. A pair
    that meets in m of the rounds meets in m(m - 1)/2 pairs of rounds and has m - 1 repeats, so
    repeats are at least 2/m, and m is at most the number of rounds, of those meetings.
    """
    met = count_meetings(before, players)
    known = sum(map(bool, (n for row in met for n in row))) // 2
    strangers = sum(not met[one][other] for one, other in combinations(here, 2))
    meetings = rounds * sum(size * (size - 1) // 2 for size in sizes)
    again = 0
    for size in sizes:
        each, more = divmod(size, len(sizes))
        again += len(sizes) * (each * (each - 1) // 2) + more * each
    repeats = ceil(again * (rounds * (rounds - 1) // 2) * 2 / rounds) if rounds else 0
    return known + min(strangers, meetings - repeats)
