"""Checks on the number of players and on the ten piles themselves."""

from __future__ import annotations

import pytest

from setup_rules.engine import plan_setup
from tests.builders import (
    DULL,
    codes,
    expect,
    game_for,
    no,
    plan_for,
    problem,
    supply,
    ten_with,
    yes,
)

TEN = DULL[:10]


class TestPlayerCount:
    """check-player-count: below 2 or above 7 players nothing can be played; seven exist only as a
    footnote (two basic sets, 21 Provinces, 60 Curses), without Sun count, end or components.

    Annotated rules 2013, section 1, note 2.
    """

    @yes("check-player-count")
    @pytest.mark.parametrize("players", [0, 1])
    def test_fewer_than_two_are_an_error(self, players):
        expect(
            plan_for(players=players), "check-player-count", "error", fix="Choose 2 to 6 players"
        )

    @yes("check-player-count")
    @pytest.mark.parametrize("players", [8, 9, 99])
    def test_more_than_seven_are_an_error(self, players):
        issue = expect(plan_for(players=players), "check-player-count", "error", fix="2 tables")
        assert str(players) in issue.message

    @yes("check-player-count")
    def test_seven_are_a_warning_that_tells_what_is_needed(self):
        plan = plan_for(players=7)
        expect(
            plan,
            "check-player-count",
            "warning",
            fix=("2 tables", "2 sets of basic cards", "21 Provinces", "60 Curses"),
        )
        assert plan.status == "warning"

    @no("check-player-count")
    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_two_to_six_are_what_the_game_is_made_for(self, players):
        plan = plan_for(players=players)
        assert "check-player-count" not in codes(plan)
        assert plan.status == "ok"

    @pytest.mark.parametrize(("players_asked", "planned"), [(0, 2), (1, 2), (8, 7), (99, 7)])
    def test_an_impossible_number_is_planned_for_the_nearest_possible_one(
        self, players_asked, planned
    ):
        plan, nearest = plan_for(players=players_asked), plan_for(players=planned)
        assert plan.players == planned
        assert supply(plan) == supply(nearest)
        assert plan.fetch == nearest.fetch


class TestEndUndefined:
    """check-end-undefined: no end condition is published for seven players; four empty piles are
    assumed. Annotated rules 2013, section 1, note 2.
    """

    @yes("check-end-undefined")
    def test_the_end_of_a_game_of_seven_is_assumed(self):
        plan = plan_for(players=7)
        issue = expect(plan, "check-end-undefined", "warning", fix="Agree")
        assert "4 empty piles" in issue.message
        assert plan.empty_piles == 4

    @no("check-end-undefined")
    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_the_end_of_smaller_games_is_printed(self, players):
        assert "check-end-undefined" not in codes(plan_for(players=players))


class TestFivePlus:
    """check-five-plus: above four players two separate tables are recommended.

    Intrigue rulebook 2009, Rules for playing with more than 4 players.
    """

    @yes("check-five-plus", "base-more-than-4")
    @pytest.mark.parametrize("players", [5, 6])
    def test_two_tables_are_advised_for_five_and_six(self, players):
        plan = plan_for(players=players)
        expect(plan, "check-five-plus", "advice", fix="2 tables")
        assert codes(plan) == {"check-five-plus": "advice"}
        assert plan.status == "ok"

    @no("check-five-plus", "base-more-than-4")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_up_to_four_fit_one_table(self, players):
        assert codes(plan_for(players=players)) == {}

    @no("check-five-plus")
    def test_seven_have_a_warning_of_their_own_instead(self):
        assert "check-five-plus" not in codes(plan_for(players=7))


class TestKingdomSize:
    """check-kingdom-size: a kingdom has exactly ten different Kingdom piles.

    Intrigue rulebook 2009, Preparation; Annotated rules 2013, section 1.
    """

    @no("base-kingdom")
    @yes("check-kingdom-size")
    @pytest.mark.parametrize(("named", "missing"), [(0, 10), (1, 9), (9, 1)])
    def test_too_few_piles(self, named, missing):
        plan = plan_for(*TEN[:named], fill=False)
        expect(plan, "check-kingdom-size", "error", fix=f"Add {missing} more")

    @no("base-kingdom")
    @yes("check-kingdom-size")
    @pytest.mark.parametrize(("named", "extra"), [(11, 1), (12, 2)])
    def test_too_many_piles(self, named, extra):
        plan = plan_for(*DULL[:named], fill=False)
        expect(plan, "check-kingdom-size", "error", fix=f"Take out {extra}")

    @no("choose-kingdom")
    @yes("check-kingdom-size")
    @pytest.mark.parametrize("stranger", ["Copper", "Province", "Platinum", "Madman", "Hovel"])
    def test_a_card_that_is_no_kingdom_pile_is_no_tenth_pile(self, stranger):
        plan = plan_for(*TEN[:9], stranger, fill=False)
        expect(plan, "check-kingdom-size", "error", stranger, fix=f"Take {stranger} out")

    @no("choose-landscapes", "choose-kingdom")
    @yes("check-kingdom-size")
    @pytest.mark.parametrize("stranger", ["Alms", "Arena", "Academy", "Way of the Ox", "Cheap"])
    def test_a_landscape_is_no_tenth_pile_and_belongs_elsewhere(self, stranger):
        plan = plan_for(*TEN[:9], stranger, fill=False)
        issue = expect(plan, "check-kingdom-size", "error", stranger, fix="to the landscapes")
        assert stranger in issue.fix

    @yes("check-kingdom-size")
    def test_a_stranger_beside_ten_good_piles_is_told_too(self):
        plan = plan_for(*TEN, "Copper", fill=False)
        expect(plan, "check-kingdom-size", "error", "Copper", fix="Take Copper out")

    @yes("check-kingdom-size")
    def test_a_stranger_among_too_few_piles_does_not_hide_that_piles_are_missing(self):
        plan = plan_for(*TEN[:5], "Copper", fill=False)
        fixes = [it.fix for it in plan.problems if it.code == "check-kingdom-size"]
        assert any("Take Copper out" in fix for fix in fixes)
        assert any("Add 5 more" in fix for fix in fixes)

    @no("check-kingdom-size")
    def test_ten_different_piles_are_right(self):
        assert codes(plan_for(*TEN, fill=False)) == {}

    @no("check-kingdom-size")
    def test_the_bane_and_the_army_pile_are_no_eleventh_of_the_ten(self):
        plan = plan_for(
            "Young Witch", "Poet", bane="Cellar", prophecy="Approaching Army", army="Witch"
        )
        assert codes(plan) == {}

    def test_what_is_there_is_planned_all_the_same(self):
        plan = plan_for("Smithy", "Gardens", "Copper", fill=False)
        assert supply(plan)["Smithy"] == 10
        assert supply(plan)["Gardens"] == 8
        assert plan.status == "error"


class TestDuplicatePile:
    """check-duplicate-pile: the same pile twice, under whatever name: one pile is one pile in all
    editions and update packs, in both halves, in each Knight, Castle or Allies card, and Harem is
    Farm. With ten names listed the missing tenth is not told as well.

    Annotated rules 2013, section 1; Allies rulebook 2021, p. 2–3; Intrigue rulebook, newest
    printing.
    """

    @no("base-kingdom")
    @yes("check-duplicate-pile")
    def test_one_card_named_twice(self):
        plan = plan_for(*TEN[:9], "Smithy", fill=False)
        issue = expect(
            plan, "check-duplicate-pile", "error", "Smithy", fix="choose different piles"
        )
        assert "edition" in issue.message

    @yes("check-duplicate-pile")
    def test_a_card_on_the_shelf_in_two_editions_is_one_pile(self):
        shelf = ["dominion-1e", "dominion-2e", "dominion-update-pack"]
        plan = plan_for(*TEN[:8], "Artisan", "Artisan", fill=False, boxes=shelf)
        expect(plan, "check-duplicate-pile", "error", "Artisan", fix="choose different piles")

    @yes("check-duplicate-pile")
    def test_harem_and_farm_are_one_pile(self):
        plan = plan_for(*TEN[:8], "Harem", "Farm", fill=False)
        expect(plan, "check-duplicate-pile", "error", "Harem", fix="choose different piles")

    @yes("check-duplicate-pile")
    def test_both_halves_of_a_split_pile_are_one_pile(self):
        plan = plan_for(*TEN[:8], "Encampment", "Plunder", fill=False)
        issue = expect(
            plan,
            "check-duplicate-pile",
            "error",
            "Encampment",
            "Plunder",
            fix="choose different piles",
        )
        assert "Encampment/Plunder" in issue.message

    @yes("check-duplicate-pile")
    def test_a_half_and_its_pile_are_one_pile(self):
        plan = plan_for(*TEN[:8], "Avanto", "Sauna/Avanto", fill=False)
        expect(
            plan,
            "check-duplicate-pile",
            "error",
            "Avanto",
            "Sauna/Avanto",
            fix="choose different piles",
        )

    @yes("check-duplicate-pile")
    @pytest.mark.parametrize(
        ("single", "pile"),
        [
            ("Dame Anna", "Knights"),
            ("Sir Martin", "Knights"),
            ("Humble Castle", "Castles"),
            ("King's Castle", "Castles"),
            ("Student", "Wizards"),
            ("Territory", "Clashes"),
            ("Town Crier", "Townsfolk"),
        ],
    )
    def test_a_single_card_of_a_mixed_pile_is_no_pile(self, single, pile):
        plan = plan_for(*TEN[:9], single, fill=False)
        expect(plan, "check-duplicate-pile", "error", single, pile, fix=f"Choose {pile} once")

    @yes("check-duplicate-pile")
    def test_a_knight_beside_the_knights_is_told(self):
        plan = plan_for(*TEN[:8], "Knights", "Dame Anna", fill=False)
        assert codes(plan)["check-duplicate-pile"] == "error"
        assert any("Dame Anna" in it.cards for it in plan.problems)

    @no("check-kingdom-size")
    @pytest.mark.parametrize("last", [("Smithy",), ("Dame Anna",)])
    def test_with_ten_names_the_missing_pile_is_not_told_as_well(self, last):
        plan = plan_for(*TEN[:9], *last, fill=False)
        assert set(codes(plan)) == {"check-duplicate-pile"}

    @yes("check-kingdom-size", "check-duplicate-pile")
    def test_with_nine_names_both_are_told(self):
        plan = plan_for(*TEN[:8], "Smithy", fill=False)
        assert codes(plan) == {"check-duplicate-pile": "error", "check-kingdom-size": "error"}
        assert "Add 2 more" in problem(plan, "check-kingdom-size").fix

    @yes("check-duplicate-pile")
    @no("check-kingdom-size")
    def test_a_double_beside_ten_different_piles_is_all_that_is_wrong(self):
        assert set(codes(plan_for(*TEN, "Smithy", fill=False))) == {"check-duplicate-pile"}

    @no("check-duplicate-pile")
    @pytest.mark.parametrize("name", ["Encampment", "Rocks", "Avanto", "Plunder/Encampment"])
    def test_either_half_alone_names_its_pile(self, name):
        assert codes(plan_for(name)) == {}

    @no("check-duplicate-pile")
    @pytest.mark.parametrize("name", ["Knights", "Castles", "Wizards"])
    def test_a_mixed_pile_by_its_own_name_is_one_pile(self, name):
        plan = plan_for(name, ally="Architects' Guild")
        assert "check-duplicate-pile" not in codes(plan)
        assert list(supply(plan)).count(name) == 1

    @no("check-duplicate-pile")
    def test_cards_of_like_names_are_different_piles(self):
        plan = plan_for("Witch", "Young Witch", "Sea Witch", "Snake Witch", bane="Cellar")
        assert codes(plan) == {}

    def test_the_pile_is_set_out_once(self):
        game = game_for(*TEN[:8], "Encampment", "Plunder", fill=False)
        assert len(game.ten) == 9
        assert supply(plan_setup(game))["Encampment/Plunder"] == 10


class TestEverythingAtOnce:
    """All problems are told at once, worst first, never only the first one found."""

    @pytest.mark.parametrize(("players_asked", "planned"), [(8, 7), (20, 7), (1, 2)])
    def test_the_plan_for_another_number_of_players_is_told_first(self, players_asked, planned):
        boxes = ["intrigue-2e", "nocturne"]
        plan = plan_for("Fool", players=players_asked, boxes=boxes, shelters=True)
        first, *others = plan.problems
        assert first.code == "check-player-count"
        assert f"this setup is for {planned}" in first.fix
        assert any(f"{planned} players" in it.message for it in others) or players_asked == 1

    def test_every_fault_of_a_bad_request_is_told(self):
        plan = plan_for(
            *ten_with("Young Witch", "Black Market", "Possession", "Copper", "Alms")[:9],
            fill=False,
            players=7,
            boxes=["dominion-2e"],
            platinum_colony=True,
            shelters=True,
        )
        assert {
            *("check-player-count", "check-end-undefined", "check-kingdom-size", "check-not-owned"),
            *("check-treasure-sets", "check-basic-shortage", "check-colony-missing"),
            *("check-shelters-missing", "check-bane-missing", "check-bm-deck-missing"),
            "check-alchemy-few",
        } <= set(codes(plan))
        ranks = [it.severity.rank for it in plan.problems]
        assert ranks == sorted(ranks)
