"""What holds for any results of any number of players: random tournaments of 6 to 60."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setup_rules.tournament.finals import (
    FINALISTS,
    GO_ON,
    PRE_FINAL,
    plan_finals,
    rank_final,
    rank_group,
    seat_final,
)
from setup_rules.tournament.scoring import (
    Score,
    largest_table,
    percentage_totals,
    places,
    shares,
    tournament_points,
)
from setup_rules.tournament.standings import Decided, standings
from setup_rules.tournament.tables import FEWEST, MOST
from tests.thorough import cases, some
from tests.tournament.results import random_game, random_tournament
from tests.untranslated import untranslated

SUMS = {2: 8, 3: 9, 4: 11}
"""The points that a table earns in all."""

MANY = settings(max_examples=cases(160))

tables = st.integers(2, 4).flatmap(
    lambda size: st.tuples(
        *(
            st.builds(
                Score, st.just(player), st.integers(-20, 120), st.integers(1, 40), st.booleans()
            )
            for player in range(size)
        )
    )
)


class TestOneTable:
    @MANY
    @given(tables)
    def test_its_points_add_up(self, scores):
        assert sum(tournament_points(scores).values()) == SUMS[len(scores)]

    @MANY
    @given(tables)
    def test_a_better_place_never_earns_less(self, scores):
        earned, place = tournament_points(scores), places(scores)
        for one in place:
            for other in place:
                if place[one] == place[other]:
                    assert earned[one] == earned[other]
                elif place[one] < place[other]:
                    assert earned[one] > earned[other]

    @MANY
    @given(tables, st.integers(3, 4))
    def test_its_shares_add_up_to_its_size_over_the_largest(self, scores, largest):
        if len(scores) <= largest:
            parts = shares(scores, largest)
            assert sum(parts.values()) == Fraction(len(scores), largest)
            assert min(parts.values()) >= 0

    @MANY
    @given(tables)
    def test_more_victory_points_never_have_a_smaller_share(self, scores):
        parts = shares(scores, 4)
        for one in scores:
            for other in scores:
                if one.points > other.points:
                    assert parts[one.player] >= parts[other.player]

    @MANY
    @given(tables)
    def test_the_finals_leave_no_tie_and_say_what_decided(self, scores):
        ranking = tuple(score.player for score in scores)
        for placed in (rank_group(scores, ranking), rank_final(scores, {}, ranking)):
            assert sorted(line.player for line in placed) == sorted(ranking)
            assert [line.place for line in placed] == list(range(1, len(scores) + 1))
            assert all(line.says for line in placed)


def check_standings(table, played, players):
    """Everything a list of standings promises, worked out again from the games."""
    assert sorted(line.player for line in table) == list(range(players))
    earned = Counter()
    for game in played:
        earned.update(tournament_points(game.scores))
    for line in table:
        assert line.points == earned[line.player]
        assert line.games == 4
        better = [other for other in table if other.merit > line.merit]
        assert line.rank == len(better) + 1
    for above, below in pairwise(table):
        assert above.merit >= below.merit
        differ = [one != other for one, other in zip(above.merit, below.merit, strict=True)]
        expected = list(Decided)[1 + differ.index(True)] if any(differ) else Decided.NOTHING
        assert below.decided is expected


@pytest.mark.parametrize("players", some(range(FEWEST, MOST + 1), 5))
def test_standings_and_groups_are_right_for_any_results(players):
    for seed in range(cases(4)):
        played = random_tournament(players, seed)
        table = standings(range(players), played)
        check_standings(table, played, players)
        sizes = Counter(len(game.scores) for game in played)
        assert sum(line.points for line in table) == sum(SUMS[n] * sizes[n] for n in sizes)
        largest = largest_table(played)
        assert largest == (4 if sizes[4] else 3)
        assert sum(line.share for line in table) == Fraction(4 * players, largest)
        check_finals(table, played, Random(seed))


def check_finals(table, played, random):
    """From the standings to a champion."""
    finals = plan_finals(table, "lots")
    ranks = {line.player: line.rank for line in table}
    assert sorted(finals.ranking) == sorted(ranks)
    assert [ranks[p] for p in finals.ranking] == sorted(ranks.values())
    if len(table) < GO_ON:
        assert finals.groups == ()
        finalists = finals.finalists
        assert finalists == finals.ranking[:FINALISTS]
    else:
        best = finals.ranking
        assert finals.groups == tuple((best[n], best[n + 3], best[n + 6]) for n in range(3))
        games = [random_game(PRE_FINAL, n, group, random) for n, group in enumerate(finals.groups)]
        winners = [rank_group(game.scores, finals.ranking)[0].player for game in games]
        assert [winner in group for winner, group in zip(winners, finals.groups, strict=True)] == [
            True
        ] * 3
        finalists = seat_final(winners, finals.ranking)
        played = [*played, *games]
    assert [ranks[p] for p in finalists] == sorted(ranks[p] for p in finalists)
    last = random_game(6, 1, finalists, random)
    champion = rank_final(last.scores, percentage_totals(played), finals.ranking)[0].player
    stayed = [score for score in last.scores if not score.left] or list(last.scores)
    most = max(0 if score.left else score.points for score in stayed)
    assert champion in {s.player for s in stayed if s.left or s.points == most}


def level_games(players, seed, rounds=4):
    """Games in which nearly everything is level, so that the last tie-breakers are needed."""
    random = Random(seed)
    played = []
    for game in random_tournament(players, seed, rounds):
        turns = [random.randint(9, 11) for _ in game.scores]
        scores = tuple(Score(s.player, 5, t) for s, t in zip(game.scores, turns, strict=True))
        played.append(type(game)(game.round, game.table, scores))
    return played


def test_every_tie_breaker_is_reached():
    """Among random results and among those that are nearly level, each decides somewhere."""
    reached = Counter()
    for players in (9, 13, 14, 22, 40):
        for seed in range(3):
            for played in (random_tournament(players, seed), level_games(players, seed)):
                table = standings(range(players), played)
                check_standings(table, played, players)
                reached.update(line.decided for line in table)
    assert set(reached) == set(Decided)


def test_lots_are_reached_too():
    cut = inside = 0
    for seed in range(cases(40)):
        played = level_games(27, seed, rounds=1)
        finals = plan_finals(standings(range(27), played), str(seed))
        cut += any(lot.go_on < len(lot.order) for lot in finals.lots)
        inside += any(lot.go_on == len(lot.order) for lot in finals.lots)
        assert [left for lot in finals.lots for left in untranslated(lot.says)] == []
        assert untranslated(finals.says) == []
    assert cut
    assert inside


@settings(max_examples=cases(60))
@given(st.integers(FEWEST, MOST), st.integers(0, 4), st.data())
def test_standings_are_there_after_any_number_of_rounds_and_drop_outs(players, rounds, data):
    played = random_tournament(players, 1)
    so_far = [game for game in played if game.round <= rounds]
    left = data.draw(st.frozensets(st.integers(0, players - 1), max_size=players))
    table = standings(range(players), so_far, left=left)
    assert len(table) == players
    assert {line.games for line in table} == {rounds}
    assert {line.player for line in table if line.left} == left
    assert table[0].rank == 1
    finals = plan_finals(table, "s")
    assert set(finals.ranking) == set(range(players)) - left
    going = [p for group in finals.groups for p in group] or list(finals.finalists)
    assert len(going) == (GO_ON if players - len(left) >= GO_ON else min(3, players - len(left)))
