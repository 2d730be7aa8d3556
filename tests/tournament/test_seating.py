"""Seating plans: who meets whom, who starts first, and what is done when somebody leaves."""

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest

from setup_rules.chance import Chance
from setup_rules.tournament.positions import Seating
from setup_rules.tournament.seating import Found, judge, search_seating
from setup_rules.tournament.tables import FEWEST, MOST, table_sizes
from tests.thorough import cases, some
from tests.tournament.results import best_seating, seated
from tests.untranslated import untranslated

NUMBERS = some(range(FEWEST, MOST + 1), 5)
SHORT = {11: 3}
"""Distinct pairs that the plan of eleven players lacks to the simple bound; others lack none."""


@cache
def found_for(players: int) -> Found:
    return best_seating(players, Chance("a hall", "seating"))


def pairs_met(seating: Seating) -> Counter[tuple[int, int]]:
    """How often each pair sits at one table, counted without the engine."""
    return Counter(
        pair for tables in seating for table in tables for pair in combinations(sorted(table), 2)
    )


def most_pairs(players: int, rounds: int = 4) -> int:
    """No more pairs can meet than there are, nor more than there are meetings."""
    fours = players % 3
    threes = (players - 4 * fours) // 3
    return min(players * (players - 1) // 2, rounds * (6 * fours + 3 * threes))


def positions(seating: Seating, player: int) -> list[int]:
    return [table.index(player) for tables in seating for table in tables if player in table]


def faults(seating: Seating, players: int) -> set[str]:
    """What is wrong with a plan, judged without the engine: nothing for the plans we promise."""
    seating_found = set()
    if len(pairs_met(seating)) < most_pairs(players) - SHORT.get(players, 0):
        seating_found.add("opponents")
    for player in range(players):
        counts = Counter(positions(seating, player))
        if max(counts[seat] for seat in range(3)) > 2 or counts[3] > 1:
            seating_found.add("positions")
    repeated = sum(
        count * (count - 1) // 2
        for player in range(players)
        for count in Counter(positions(seating, player)).values()
    )
    # One position comes twice in four rounds, unless one of them was the fourth of a table.
    if repeated > players - sum(len(table) == 4 for tables in seating for table in tables):
        seating_found.add("positions")
    return seating_found


class TestEveryNumber:
    """Numbers of players from 6 to 60."""

    @pytest.mark.parametrize("players", NUMBERS)
    def test_everybody_sits_once_a_round_at_tables_of_the_right_size(self, players):
        seating = seated(players).seating
        assert len(seating) == 4
        for tables in seating:
            assert sorted(player for table in tables for player in table) == list(range(players))
            assert sorted(map(len, tables), reverse=True) == list(table_sizes(players))

    @pytest.mark.parametrize("players", NUMBERS)
    def test_positions_are_balanced_even_with_little_work(self, players):
        quality = seated(players).quality
        assert quality.imbalance == quality.best_imbalance
        assert "positions" not in faults(seated(players).seating, players)

    @pytest.mark.parametrize("players", NUMBERS)
    def test_as_many_pairs_meet_as_any_plan_can_have(self, players):
        seating_found = found_for(players)
        assert faults(seating_found.seating, players) == set()
        assert len(pairs_met(seating_found.seating)) == seating_found.quality.distinct
        assert seating_found.quality.short == (2 if players == 11 else 0)


class TestDistinctOpponents:
    """The numbers that clubs have: the distance to a bound computed here is nought."""

    @pytest.mark.parametrize("players", [12, 18, 24, 27, 36])
    @pytest.mark.parametrize("seed", ["one", "two"])
    def test_nobody_meets_anybody_twice(self, players, seed):
        seating_found = best_seating(players, Chance(seed, "seating"))
        assert len(pairs_met(seating_found.seating)) == most_pairs(players)
        assert set(pairs_met(seating_found.seating).values()) == {1}
        assert seating_found.quality.repeats == 0
        assert seating_found.quality.fewest_opponents == 8
        assert faults(seating_found.seating, players) == set()

    def test_six_players_all_meet(self):
        assert found_for(6).quality.fewest_opponents == 5

    @pytest.mark.parametrize("players", [16, 19, 20, 22, 32, 58])
    def test_fours_are_evenly_spread(self, players):
        fewest, most = found_for(players).quality.fours
        assert most - fewest <= 1


class TestBadPlans:
    """A plan that is planted bad is told from a good one, by the engine and by these tests."""

    def test_the_same_tables_in_every_round_meet_too_few(self):
        bad = (found_for(12).seating[0],) * 4
        quality = judge(bad, 12)
        assert (quality.distinct, quality.repeats, quality.short) == (12, 36, 36)
        assert quality.fewest_opponents == 2
        assert quality.meeting_least == tuple(range(12))
        assert quality.imbalance > quality.best_imbalance
        assert faults(bad, 12) == {"opponents", "positions"}

    def test_always_the_same_order_is_out_of_balance(self):
        good = found_for(12).seating
        bad = tuple(tuple(tuple(sorted(table)) for table in tables) for tables in good)
        quality = judge(bad, 12)
        assert quality.repeats == 0
        assert quality.imbalance > quality.best_imbalance
        assert quality.lean > 2
        assert faults(bad, 12) == {"positions"}

    def test_one_swap_too_many_is_seen(self):
        first, second, *more = found_for(12).seating
        (a, b, c), (d, e, f), *rest = second
        bad = (first, ((d, b, c), (a, e, f), *rest), *more)
        assert judge(bad, 12).repeats > 0
        assert "opponents" in faults(bad, 12)


class TestBounds:
    """The bounds that a quality names hold for plans by chance."""

    @pytest.mark.parametrize("players", range(6, 20))
    def test_no_random_plan_beats_them(self, players):
        random = Random(players)
        for _ in range(cases(40)):
            plan = tuple(random_round(range(players), random) for _ in range(4))
            quality = judge(plan, players)
            assert quality.distinct <= quality.bound <= most_pairs(players)
            assert quality.imbalance >= quality.best_imbalance

    def test_of_eleven_players_some_must_meet_twice(self):
        """Four at a table come from three tables of another round, so two met there."""
        assert most_pairs(11) == 55
        assert found_for(11).quality.bound == 54
        assert found_for(11).quality.distinct == 52

    @pytest.mark.parametrize("players", [7, 9, 13])
    def test_they_hold_for_what_is_left_of_a_tournament(self, players):
        random = Random(players)
        for _ in range(cases(40)):
            plan = tuple(random_round(range(players), random) for _ in range(4))
            for before in range(5):
                quality = judge(plan, players, before=before)
                assert quality.distinct <= quality.bound
                assert quality.imbalance >= quality.best_imbalance
            assert judge(plan, players, before=4).short == 0


def random_round(players, random):
    """Tables of the right sizes, everybody somewhere."""
    order = random.sample(list(players), len(players))
    return tuple(tuple(order.pop() for _ in range(size)) for size in table_sizes(len(players)))


class TestSearch:
    def test_the_same_chance_gives_the_same_seating(self):
        for players in (12, 13):
            one, other = (best_seating(players, Chance("x", "seating")) for _ in range(2))
            assert one == other
            assert best_seating(players, Chance("y", "seating")).seating != one.seating

    def test_it_gets_better_and_says_how_far_it_is(self):
        before = found_for(14).seating[:1]
        steps = list(
            search_seating(14, Chance("x"), before=before, out=frozenset({3}), work=30_000)
        )
        assert len(steps) > 2
        assert all(one.done < other.done for one, other in pairwise(steps))
        assert all(one.quality.repeats >= two.quality.repeats for one, two in pairwise(steps))
        assert steps[-1].done == 1.0

    def test_little_work_is_enough_for_a_seating(self):
        (seating_found,) = search_seating(60, Chance("x"), work=1)
        assert seating_found.done == 1.0
        assert len(seating_found.seating) == 4

    def test_it_ends_early_when_nothing_better_is_possible(self):
        assert len(list(search_seating(30, Chance("x")))) == 1


class TestDropOuts:
    """Section 5, Tournament Overview 4 forbids leaving; the rest of the plan is made again."""

    @pytest.mark.parametrize("players", [6, 9, 10, 13, 24, 31])
    @pytest.mark.parametrize("played", [1, 2, 3])
    def test_played_rounds_never_change_and_who_left_sits_nowhere(self, players, played):
        random = Random(players * played)
        before = seated(players).seating[:played]
        out = frozenset(random.sample(range(players), random.randint(1, 3)))
        seating_found = seated(players, before=before, out=out)
        assert seating_found.seating[:played] == before
        assert len(seating_found.seating) == 4
        here = sorted(set(range(players)) - out)
        for tables in seating_found.seating[played:]:
            assert sorted(player for table in tables for player in table) == here
            assert sorted(map(len, tables), reverse=True) == list(table_sizes(len(here)))

    def test_the_rest_avoids_those_met_before(self):
        before = found_for(24).seating[:2]
        seating_found = best_seating(24, Chance("x"), before=before, out=frozenset({0, 7, 11}))
        assert seating_found.quality.repeats == 0
        assert seating_found.quality.short == 0

    def test_positions_go_on_being_balanced(self):
        before = found_for(24).seating[:2]
        seating_found = best_seating(24, Chance("x"), before=before, out=frozenset({0, 7, 11}))
        assert seating_found.quality.imbalance == seating_found.quality.best_imbalance

    def test_down_to_two_players_there_is_a_table(self):
        before = found_for(6).seating[:1]
        seating_found = seated(6, before=before, out=frozenset({0, 1, 2, 3}))
        assert [sorted(table) for tables in seating_found.seating[1:] for table in tables] == [
            [4, 5]
        ] * 3

    def test_when_all_rounds_are_played_nothing_is_left_to_search(self):
        seating = found_for(9).seating
        (seating_found,) = search_seating(9, Chance("x"), before=seating, out=frozenset({1}))
        assert (seating_found.seating, seating_found.done) == (seating, 1.0)


class TestWords:
    """What a page says of a plan."""

    def test_a_plan_that_cannot_be_better(self):
        assert found_for(12).quality.says == (
            "Nobody plays the same opponent twice.",
            "Everybody plays at least 8 different opponents.",
            "Starting positions are as balanced as possible.",
        )

    def test_repeats_that_no_plan_avoids(self):
        assert found_for(6).quality.says[:2] == (
            "9 pairings are repeats.",
            "15 different pairs meet; no seating could have more.",
        )

    def test_repeats_that_a_plan_might_avoid(self):
        assert found_for(11).quality.says[:2] == (
            "8 pairings are repeats.",
            "52 different pairs meet; no seating could have more than 54.",
        )

    def test_fours(self):
        assert found_for(8).quality.says[-1] == "Everybody sits at a table of 4 in 4 rounds."
        assert found_for(16).quality.says[-1] == "Everybody sits at a table of 4 in 1 round."
        assert found_for(20).quality.says[-1] == "Everybody sits at a table of 4 in 1 to 2 rounds."

    def test_positions_out_of_balance(self):
        tables = found_for(12).seating
        bad = tuple(tuple(tuple(sorted(table)) for table in round_) for round_ in tables)
        assert "starting positions are repeats" in judge(bad, 12).says[-1]

    def test_all_of_it_can_be_translated(self):
        qualities = [found_for(n).quality for n in (6, 8, 11, 12, 16, 20)]
        qualities.append(judge((found_for(12).seating[0],) * 4, 12))
        assert [
            left for quality in qualities for s in quality.says for left in untranslated(s)
        ] == []
