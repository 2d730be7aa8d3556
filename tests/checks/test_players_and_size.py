"""Checks on the number of players and on the ten piles themselves.

Cases: players_and_size.toml.
"""

import pytest

from setup_rules.engine import plan_setup
from tests.builders import DULL, codes, expect, game_for, no, plan_for, supply, ten_with, yes

TEN = DULL[:10]


class TestPlayerCount:
    """check-player-count: below 2 or above 7 players nothing can be played; seven exist only as a
    footnote (two basic sets, 21 Provinces, 60 Curses), without Sun count, end or components.

    Annotated rules 2013, section 1, note 2.
    """

    @yes("check-player-count")
    @pytest.mark.parametrize("players", [8, 9, 99])
    def test_more_than_seven_are_an_error(self, players):
        issue = expect(plan_for(players=players), "check-player-count", "error", fix="2 tables")
        assert str(players) in issue.message

    @pytest.mark.parametrize(("players_asked", "planned"), [(0, 2), (1, 2), (8, 7), (99, 7)])
    def test_an_impossible_number_is_planned_for_the_nearest_possible_one(
        self, players_asked, planned
    ):
        plan, nearest = plan_for(players=players_asked), plan_for(players=planned)
        assert plan.players == planned
        assert supply(plan) == supply(nearest)
        assert plan.fetch == nearest.fetch


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
    def test_a_stranger_among_too_few_piles_does_not_hide_that_piles_are_missing(self):
        plan = plan_for(*TEN[:5], "Copper", fill=False)
        fixes = [it.fix for it in plan.problems if it.code == "check-kingdom-size"]
        assert any("Take Copper out" in fix for fix in fixes)
        assert any("Add 5 more" in fix for fix in fixes)


class TestDuplicatePile:
    """check-duplicate-pile: the same pile twice, under whatever name: one pile is one pile in all
    editions and update packs, in both halves, in each Knight, Castle or Allies card, and Harem is
    Farm. With ten names listed the missing tenth is not told as well.

    Annotated rules 2013, section 1; Allies rulebook 2021, p. 2–3; Intrigue rulebook, newest
    printing.
    """

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
