"""The published tournament rules, rule by rule: annotated rules of 2013, section 5."""

from fractions import Fraction

import pytest

from setup_rules.chance import Chance
from setup_rules.tournament.finals import (
    FINAL,
    PERCENTAGE,
    PRE_FINAL,
    RANK,
    VICTORY_POINTS,
    plan_finals,
    rank_final,
    rank_group,
    seat_final,
)
from setup_rules.tournament.scoring import (
    Played,
    Score,
    percentage_totals,
    places,
    shares,
    tournament_points,
)
from setup_rules.tournament.seating import ROUNDS
from setup_rules.tournament.sets import SUGGESTED, copies_needed, say_copies, setup_players
from setup_rules.tournament.standings import Decided, standings
from setup_rules.tournament.tables import FEWEST, MOST, table_sizes
from tests.thorough import some
from tests.tournament.results import best_seating, game, scored, seated

TOTALS = {0: Fraction(2), 1: Fraction(3), 2: Fraction(2)}
"""Percentage totals of three finalists, two of them level."""


def in_turn(round_, players):
    """A game with victory points equal, and places by turns in this order."""
    return Played(round_, 1, tuple(Score(p, 5, turns) for turns, p in enumerate(players, 9)))


class TestRounds:
    """Section 5, Tournament Overview 1."""

    def test_there_are_four_preliminary_rounds_a_pre_final_and_a_final(self):
        assert (ROUNDS, PRE_FINAL, FINAL) == (4, 5, 6)
        assert len(seated(12).seating) == 4

    def test_of_nine_players_everybody_meets_everybody(self):
        result = best_seating(9, Chance("nine", "seating"))
        assert (result.quality.fewest_opponents, result.quality.repeats) == (8, 0)


class TestTables:
    """Section 5, Tournament Overview 2."""

    @pytest.mark.parametrize(
        ("players", "sizes"),
        [
            (6, (3, 3)),
            (7, (4, 3)),
            (8, (4, 4)),
            (9, (3, 3, 3)),
            (10, (4, 3, 3)),
            (11, (4, 4, 3)),
            (60, (3,) * 20),
        ],
    )
    def test_three_sit_at_a_table_and_four_only_where_it_cannot_be_helped(self, players, sizes):
        assert table_sizes(players) == sizes

    @pytest.mark.parametrize("players", some(range(FEWEST, MOST + 1), 5))
    def test_there_are_as_few_fours_as_possible(self, players):
        sizes = table_sizes(players)
        assert sum(sizes) == players
        assert set(sizes) <= {3, 4}
        fewest = min(f for f in range(players) if players >= 4 * f and not (players - 4 * f) % 3)
        assert sizes.count(4) == fewest

    @pytest.mark.parametrize(("players", "sizes"), [(5, (3, 2)), (4, (4,)), (3, (3,)), (2, (2,))])
    def test_after_drop_outs_fewer_than_six_play_on(self, players, sizes):
        assert table_sizes(players) == sizes

    @pytest.mark.parametrize("players", [1, 0, -3])
    def test_nobody_plays_alone(self, players):
        with pytest.raises(ValueError, match="two players"):
            table_sizes(players)


class TestSameKingdom:
    """Section 5, Tournament Overview 3."""

    def test_each_table_needs_a_copy_of_the_boxes(self):
        assert [copies_needed(tables) for tables in (1, 2, 20)] == [1, 2, 20]
        assert say_copies(1) == "There’s only 1 table: 1 copy of each box in use is enough."
        assert say_copies(4).startswith("All tables play the same kingdom at once: 4 tables")

    def test_the_kingdom_is_set_up_for_each_size_of_table(self):
        assert setup_players(table_sizes(12)) == (3,)
        assert setup_players(table_sizes(13)) == (3, 4)


class TestNobodyWithdraws:
    """Section 5, Tournament Overview 4: against the rules, but it happens."""

    def test_who_left_is_ranked_and_does_not_go_on(self):
        played = [game(1, {0: 30, 1: 20, 2: 10}, table=1)] + [
            game(1, {3 * n: 9, 3 * n + 1: 6, 3 * n + 2: 3}, table=1 + n) for n in (1, 2, 3)
        ]
        table = standings(range(12), played, left=frozenset({0}))
        line = next(line for line in table if line.player == 0)
        assert (line.rank, line.left) == (1, True)
        finals = plan_finals(table, "seed")
        assert 0 not in finals.ranking
        assert sorted(p for group in finals.groups for p in group) == sorted(finals.ranking[:9])
        assert len(finals.ranking) == 11

    def test_who_left_in_the_middle_of_a_game_is_last_with_its_point(self):
        scores = (Score(0, 40, 10, left=True), Score(1, 12, 20), Score(2, 20, 20))
        assert places(scores) == {2: 1, 1: 2, 0: 3}
        assert tournament_points(scores) == {2: 5, 1: 3, 0: 1}

    def test_two_who_left_share_the_last_places(self):
        scores = (
            *(Score(0, 40, 10, left=True), Score(1, 2, 11, left=True)),
            *(Score(2, 20, 20), Score(3, 9, 20)),
        )
        assert places(scores) == {2: 1, 3: 2, 0: 3, 1: 3}
        assert tournament_points(scores)[0] == tournament_points(scores)[1] == Fraction(3, 2)

    def test_a_table_of_two_plays_for_five_and_three(self):
        assert tournament_points(scored(20, 25)) == {0: 3, 1: 5}
        assert tournament_points(scored(20, 20)) == {0: 4, 1: 4}

    def test_in_the_finals_who_left_loses_to_everybody_else(self):
        scores = (Score(0, 99, 5, left=True), Score(1, -4, 20), Score(2, -5, 20))
        assert [placed.player for placed in rank_group(scores, (0, 1, 2))] == [1, 2, 0]
        assert [placed.player for placed in rank_final(scores, {}, (0, 1, 2))] == [1, 2, 0]

    @pytest.mark.parametrize("players", [(0,), (0, 1, 2, 3, 4), (0, 1, 1)])
    def test_a_result_has_two_to_four_different_players(self, players):
        with pytest.raises(ValueError):
            Played(1, 1, tuple(Score(player, 1, 1) for player in players))


class TestFixturePlan:
    """Section 5, Preliminary Rounds 1."""

    @pytest.mark.parametrize("players", [6, 9, 12, 15, 30])
    def test_in_threes_everybody_has_each_starting_position_once_or_twice(self, players):
        for player in range(players):
            seats = [t.index(player) for r in seated(players).seating for t in r if player in t]
            assert sorted(seats.count(seat) for seat in range(3)) == [1, 1, 2]

    @pytest.mark.parametrize("players", [7, 8, 10, 11, 13, 20, 32])
    def test_nobody_is_fourth_twice(self, players):
        fourth = [table[3] for r in seated(players).seating for table in r if len(table) == 4]
        assert len(fourth) == len(set(fourth))


class TestTournamentPoints:
    """Section 5, Preliminary Rounds 2."""

    def test_three_players_earn_five_three_and_one(self):
        assert tournament_points(scored(30, 42, 18)) == {0: 3, 1: 5, 2: 1}

    def test_four_players_earn_five_three_two_and_one(self):
        assert tournament_points(scored(30, 42, 18, 24)) == {0: 3, 1: 5, 2: 1, 3: 2}

    def test_a_tie_goes_to_who_had_the_fewest_turns(self):
        scores = scored(30, 30, 18, turns=(21, 20, 21))
        assert places(scores) == {1: 1, 0: 2, 2: 3}
        assert tournament_points(scores) == {1: 5, 0: 3, 2: 1}

    def test_turns_do_not_matter_without_a_tie(self):
        assert places(scored(30, 29, 18, turns=(30, 10, 5))) == {0: 1, 1: 2, 2: 3}

    @pytest.mark.parametrize(
        ("points", "earned"),
        [
            ((30, 30, 10), (4, 4, 1)),
            ((30, 10, 10), (5, 2, 2)),
            ((10, 10, 10), (3, 3, 3)),
            ((30, 30, 10, 5), (4, 4, 2, 1)),
            ((30, 10, 10, 5), (5, Fraction(5, 2), Fraction(5, 2), 1)),
            ((30, 10, 5, 5), (5, 3, Fraction(3, 2), Fraction(3, 2))),
            ((30, 30, 30, 5), (Fraction(10, 3),) * 3 + (1,)),
            ((30, 5, 5, 5), (5, 2, 2, 2)),
            ((7, 7, 7, 7), (Fraction(11, 4),) * 4),
            ((30, 30, 5, 5), (4, 4, Fraction(3, 2), Fraction(3, 2))),
        ],
    )
    def test_with_equal_turns_they_share_the_points_of_their_places(self, points, earned):
        assert tuple(tournament_points(scored(*points)).values()) == earned

    def test_points_below_zero_are_points(self):
        assert places(scored(-3, 0, -7)) == {1: 1, 0: 2, 2: 3}

    def test_after_a_shared_first_place_comes_the_third(self):
        assert places(scored(30, 30, 10)) == {0: 1, 1: 1, 2: 3}


class TestBestNine:
    """Section 5, Preliminary Rounds 3."""

    def nine_of(self, players):
        """Everybody plays once; in each table of three the first number wins, then the second."""
        played = [
            game(1, {t: 30 - t, t + 1: 20 - t, t + 2: 1}, table=1 + t // 3)
            for t in range(0, players, 3)
        ]
        return plan_finals(standings(range(players), played), "seed")

    def test_the_best_nine_by_tournament_points_go_on(self):
        finals = self.nine_of(30)
        going = {player for group in finals.groups for player in group}
        assert going <= {player for player in range(30) if player % 3 == 0}
        assert len(going) == 9
        assert finals.finalists == ()

    @pytest.mark.parametrize("players", [6, 7, 8])
    def test_of_fewer_than_nine_the_best_three_go_straight_into_the_final(self, players):
        finals = plan_finals(standings(range(players), []), "seed")
        assert finals.groups == ()
        assert finals.finalists == finals.ranking[:3]
        assert finals.says == (
            f"A pre-final takes 9 players, but there are only {players}: the top 3 go straight to "
            "the final."
        )

    @pytest.mark.parametrize(
        ("here", "says"),
        [
            (2, "2 players are left: they play the final."),
            (1, "Only 1 player is left and wins without a final."),
            (0, "Nobody is left to play a final."),
        ],
    )
    def test_of_fewer_than_three_it_says_what_is_done(self, here, says):
        table = standings(range(6), [], left=frozenset(range(here, 6)))
        finals = plan_finals(table, "seed")
        assert (len(finals.finalists), finals.says) == (here, says)

    def test_a_rank_shared_across_the_cut_is_drawn_by_lot_and_told(self):
        table = standings(range(12), [game(1, {0: 3, 1: 2, 2: 1})])
        finals = plan_finals(table, "seed")
        assert finals.ranking[:3] == (0, 1, 2)
        (lot,) = finals.lots
        assert (lot.rank, lot.go_on) == (4, 6)
        assert lot.go_on < len(lot.order)
        assert lot.order == finals.ranking[3:]
        assert lot.says == (
            "9 players share rank 4, but only 6 of them go on, drawn by lot (seed seed)."
        )

    def test_a_rank_shared_inside_the_nine_is_put_in_order_by_lot(self):
        played = [game(1, {t: 9, t + 1: 5, t + 2: 1}, table=t) for t in (0, 3, 6)]
        finals = plan_finals(standings(range(9), played), "seed")
        assert [(lot.rank, lot.go_on < len(lot.order)) for lot in finals.lots] == [
            (1, False), (4, False), (7, False),
        ]  # fmt: skip
        assert finals.lots[0].says.startswith(
            "3 players share rank 1: their order was drawn by lot"
        )

    def test_lots_come_from_the_seed(self):
        table = standings(range(30), [])
        drawn = {plan_finals(table, str(seed)).ranking for seed in range(10)}
        assert len(drawn) == 10
        assert plan_finals(table, "a") == plan_finals(table, "a")

    def test_a_shared_rank_behind_those_who_go_on_is_not_drawn(self):
        played = [game(1, {t: 30 - t, t + 1: 20 - t, t + 2: 1}, table=t) for t in (0, 3, 6)]
        assert plan_finals(standings(range(14), played), "seed").lots == ()


class TestPercentageTotal:
    """Section 5, Preliminary Rounds 4."""

    def test_shares_of_victory_points_are_added_up(self):
        played = [game(1, {0: 30, 1: 20, 2: 10}), game(2, {0: 5, 1: 10, 2: 5})]
        assert percentage_totals(played) == {
            0: Fraction(1, 2) + Fraction(1, 4),
            1: Fraction(1, 3) + Fraction(1, 2),
            2: Fraction(1, 6) + Fraction(1, 4),
        }

    def test_the_higher_total_breaks_a_tie_in_points(self):
        played = [game(1, {0: 30, 1: 20, 2: 10}), game(1, {3: 31, 4: 20, 5: 10}, table=2)]
        table = standings(range(6), played)
        assert [line.player for line in table][:2] == [3, 0]
        assert table[1].decided is Decided.SHARE

    def test_beside_fours_the_pool_of_a_three_is_raised_by_its_average(self):
        """30 + 20 + 10 are 60; raised by their average of 20 the pool is 80."""
        three, four = scored(30, 20, 10), scored(30, 20, 10, 20)
        assert shares(three, 4) == {0: Fraction(3, 8), 1: Fraction(1, 4), 2: Fraction(1, 8)}
        assert shares(four, 4) == {
            0: Fraction(3, 8), 1: Fraction(1, 4), 2: Fraction(1, 8), 3: Fraction(1, 4),
        }  # fmt: skip

    def test_without_fours_nothing_is_raised(self):
        assert shares(scored(30, 20, 10), 3)[0] == Fraction(1, 2)

    def test_one_four_player_game_raises_the_pools_of_all_rounds(self):
        three = game(1, {0: 30, 1: 20, 2: 10})
        four = game(2, {0: 10, 1: 10, 2: 10, 3: 10})
        assert percentage_totals([three])[0] == Fraction(1, 2)
        assert percentage_totals([three, four])[0] == Fraction(3, 8) + Fraction(1, 4)

    def test_the_pool_of_a_table_of_two_is_raised_for_each_player_it_lacks(self):
        assert shares(scored(30, 10), 3) == {0: Fraction(30, 60), 1: Fraction(10, 60)}
        assert shares(scored(30, 10), 4) == {0: Fraction(30, 80), 1: Fraction(10, 80)}

    def test_points_below_zero_count_as_zero(self):
        assert shares(scored(30, -5, 10), 3) == {0: Fraction(3, 4), 1: 0, 2: Fraction(1, 4)}

    @pytest.mark.parametrize("points", [(0, 0, 0), (-1, -7, 0), (-2, -2, -2)])
    def test_where_nobody_has_any_points_all_have_the_same_share(self, points):
        assert set(shares(scored(*points), 3).values()) == {Fraction(1, 3)}
        assert set(shares(scored(*points), 4).values()) == {Fraction(1, 4)}


class TestLastTieBreakers:
    """Section 5, Preliminary Rounds 5."""

    def lines(self, *games):
        """Standings of players of games whose shares are equal by design."""
        return {line.player: line for line in standings(range(9), list(games))}

    def test_victories_come_next(self):
        """A victory, a third and a shared first place against three shared ones: 9 points each."""
        level = [game(n, {1: 5, 4: 5, 5: 5}, table=2) for n in (1, 2, 3)]
        mixed = [in_turn(1, (0, 2, 3)), in_turn(2, (3, 2, 0)), game(3, {0: 5, 2: 5, 3: 5})]
        lines = self.lines(*mixed, *level)
        assert lines[0].points == lines[1].points == 9
        assert lines[0].share == lines[1].share == 1
        assert (lines[0].victories, lines[1].victories) == (2, 3)
        assert lines[0].decided is Decided.VICTORIES

    def test_second_places_come_after_victories(self):
        """At fours a second and a fourth place are worth 3 + 1, two third places 2 + 2."""
        lines = self.lines(in_turn(1, (4, 5, 6, 7)), in_turn(2, (7, 4, 6, 5)))
        assert lines[5].points == lines[6].points == 4
        assert lines[5].share == lines[6].share
        assert (lines[5].victories, lines[6].victories) == (0, 0)
        assert (lines[5].seconds, lines[6].seconds) == (1, 0)
        assert lines[6].decided is Decided.SECONDS

    def test_third_places_come_last(self):
        """The third of a three and the fourth of a four both earn one point."""
        lines = self.lines(in_turn(1, (0, 1, 2)), in_turn(1, (3, 4, 5, 6)))
        assert lines[2].points == lines[6].points == 1
        assert lines[2].share == lines[6].share == Fraction(1, 4)
        assert (lines[2].seconds, lines[6].seconds) == (0, 0)
        assert (lines[2].thirds, lines[6].thirds) == (1, 0)
        assert lines[6].decided is Decided.THIRDS

    def test_a_shared_place_counts_as_that_place_for_all_who_share_it(self):
        lines = self.lines(game(1, {0: 5, 1: 5, 2: 1}))
        assert [lines[player].victories for player in (0, 1, 2)] == [1, 1, 0]
        assert lines[2].thirds == 1

    def test_still_level_is_a_shared_rank(self):
        lines = standings(range(6), [game(1, {0: 5, 1: 3, 2: 1}), game(1, {3: 5, 4: 3, 5: 1})])
        assert [line.rank for line in lines] == [1, 1, 3, 3, 5, 5]
        assert [line.decided for line in lines[1::2]] == [Decided.NOTHING] * 3
        assert [line.decided for line in lines[2::2]] == [Decided.POINTS] * 2
        assert lines[0].decided is Decided.FIRST

    def test_everybody_is_told_in_a_sentence_what_decided(self):
        assert len({decided.says for decided in Decided}) == len(Decided)
        assert Decided.SHARE.says == (
            "Same tournament points as the player above, but a lower percentage total of "
            "victory points."
        )


class TestGroups:
    """Section 5, Pre-Final Round 1 and 2."""

    def test_ranks_meet_in_their_groups_and_the_best_goes_first(self):
        played = [
            game(1, {t: 30 - t, t + 1: 20 - t, t + 2: 9 - t // 3}, table=t) for t in (0, 3, 6)
        ]
        table = standings(range(9), played)
        assert [line.rank for line in table] == list(range(1, 10))
        one, two, three, four, five, six, seven, eight, nine = (line.player for line in table)
        finals = plan_finals(table, "seed")
        assert finals.groups == ((one, four, seven), (two, five, eight), (three, six, nine))
        assert finals.lots == ()


class TestPreFinalTie:
    """Section 5, Pre-Final Round 3."""

    def test_the_better_standing_breaks_a_tie_and_turns_do_not(self):
        scores = (Score(4, 20, 30), Score(7, 20, 10), Score(1, 5, 10))
        placed = rank_group(scores, (1, 4, 7))
        assert [line.player for line in placed] == [4, 7, 1]
        assert [line.says for line in placed] == [RANK.better, RANK.less, VICTORY_POINTS.less]

    def test_without_a_tie_victory_points_decide(self):
        placed = rank_group((Score(4, 20, 30), Score(7, 21, 31), Score(1, 5, 10)), (1, 4, 7))
        assert [(line.place, line.player) for line in placed] == [(1, 7), (2, 4), (3, 1)]
        assert placed[0].says == VICTORY_POINTS.better


class TestFinalists:
    """Section 5, Pre-Final Round 4."""

    def test_the_three_winners_sit_down_in_the_order_of_their_ranks(self):
        assert seat_final((8, 2, 5), (5, 1, 8, 2, 9)) == (5, 8, 2)


class TestFinal:
    """Section 5, Final Round."""

    def test_victory_points_make_the_champion(self):
        placed = rank_final(scored(40, 30, 20), TOTALS, (2, 1, 0))
        assert [line.player for line in placed] == [0, 1, 2]
        assert [line.says for line in placed][:2] == [VICTORY_POINTS.better, VICTORY_POINTS.less]

    def test_a_tie_goes_to_the_higher_percentage_total(self):
        placed = rank_final(scored(30, 30, 20), TOTALS, (0, 1, 2))
        assert [line.player for line in placed] == [1, 0, 2]
        assert [line.says for line in placed][:2] == [PERCENTAGE.better, PERCENTAGE.less]

    def test_the_total_includes_the_pre_final(self):
        before = [game(1, {0: 20, 1: 10, 2: 30}), game(PRE_FINAL, {1: 30, 3: 10, 4: 20})]
        before.append(game(PRE_FINAL, {0: 20, 5: 20, 6: 20}, table=2))
        totals = percentage_totals(before)
        assert totals[0] == Fraction(1, 3) + Fraction(1, 3)
        assert totals[1] == Fraction(1, 6) + Fraction(1, 2)
        assert percentage_totals(before[:1])[0] > percentage_totals(before[:1])[1]
        both = rank_final(scored(30, 30, 20), totals, (1, 0, 2))
        assert both[0].says == RANK.better

    def test_level_in_everything_the_better_standing_wins(self):
        placed = rank_final(scored(30, 20, 30), TOTALS, (2, 1, 0))
        assert [line.player for line in placed] == [2, 0, 1]
        assert [line.says for line in placed][:2] == [RANK.better, RANK.less]


class TestSuggestedCardSets:
    """Section 5, Suggested Cardsets."""

    @pytest.mark.parametrize(
        ("number", "titles", "platinum_colony", "shelters"),
        [
            (1, ("Dominion", "Alchemy"), False, False),
            (2, ("Intrigue", "Guilds"), False, False),
            (3, ("Seaside", "Cornucopia"), False, False),
            (4, ("Dominion", "Prosperity"), True, False),
            (5, ("Dominion", "Hinterlands"), False, False),
            (6, ("Dominion", "Dark Ages"), False, True),
        ],
    )
    def test_each_round_has_five_cards_of_two_titles(
        self, number, titles, platinum_colony, shelters
    ):
        suggested = SUGGESTED[number - 1]
        assert suggested.round == number
        assert tuple(half.title for half in suggested.halves) == titles
        assert (suggested.platinum_colony, suggested.shelters) == (platinum_colony, shelters)
        assert suggested.says.startswith(f"5 cards from {titles[0]} and 5 from {titles[1]}")
