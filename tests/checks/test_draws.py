"""Checks on Platinum and Colony, on Shelters, and on the choice between yes and no."""

from __future__ import annotations

import pytest

from tests.builders import codes, expect, no, plan_for, supply, yes

PROSPERITY_TEN = (
    *("Anvil", "Bank", "Bishop", "City", "Expand", "Forge", "Grand Market", "Hoard"),
    *("King's Court", "Peddler"),
)
DARK_AGES_TEN = (
    *("Altar", "Armory", "Beggar", "Catacombs", "Count", "Counterfeit", "Forager", "Fortress"),
    *("Graverobber", "Ironmonger"),
)
SHELTERS = {"Hovel": 1, "Necropolis": 1, "Overgrown Estate": 1}


class TestColonyMissing:
    """check-colony-missing: Platinum and Colony lie in Prosperity and in Base Cards. Wanted
    without either is an error; a draw nobody has decided is skipped, which is advice.

    Prosperity rulebook 2016; Annotated rules 2013, section 1.
    """

    @no("draw-platinum-colony")
    @yes("check-colony-missing")
    def test_wanted_and_in_no_box(self):
        plan = plan_for(boxes=["dominion-2e"], platinum_colony=True)
        expect(plan, "check-colony-missing", "error", fix=("Prosperity", "Base Cards"))

    @yes("check-colony-missing")
    def test_wanted_and_only_the_update_pack_is_there(self):
        plan = plan_for(
            "Anvil", boxes=["dominion-2e", "prosperity-update-pack"], platinum_colony=True
        )
        expect(plan, "check-colony-missing", "error", "Anvil", fix="Base Cards")

    @yes("check-colony-missing")
    @no("check-choice-open", "draw-platinum-colony")
    def test_an_open_draw_is_skipped(self):
        plan = plan_for(
            "Anvil", boxes=["dominion-2e", "prosperity-update-pack"], platinum_colony=None
        )
        expect(plan, "check-colony-missing", "advice", "Anvil", fix="Base Cards")
        assert codes(plan) == {"check-colony-missing": "advice"}
        assert "Colony" not in supply(plan)

    @no("check-colony-missing")
    def test_decided_against_nothing_is_missing(self):
        plan = plan_for(
            "Anvil", boxes=["dominion-2e", "prosperity-update-pack"], platinum_colony=False
        )
        assert codes(plan) == {}

    @no("check-colony-missing", "draw-platinum-colony")
    def test_without_a_card_of_prosperity_there_is_nothing_to_draw(self):
        assert codes(plan_for(boxes=["dominion-2e"], platinum_colony=None)) == {}

    @no("check-colony-missing")
    @pytest.mark.parametrize("box", ["prosperity-1e", "prosperity-2e", "base-cards"])
    def test_each_box_that_has_them_is_enough(self, box):
        plan = plan_for(boxes=["dominion-2e", box], platinum_colony=True)
        assert codes(plan) == {}
        assert supply(plan)["Platinum"] == 12


class TestSheltersMissing:
    """check-shelters-missing: Shelters lie in Dark Ages, six of each. Wanted without the box or
    by more than six players is an error; a draw nobody has decided is skipped, which is advice.

    Annotated rules 2013, section 1, Shelter Cards, and the contents of Dark Ages.
    """

    @no("draw-shelters")
    @yes("check-shelters-missing")
    def test_wanted_and_in_no_box(self):
        plan = plan_for(boxes=["dominion-2e"], shelters=True)
        expect(plan, "check-shelters-missing", "error", fix=("Dark Ages", "Estates"))

    @no("draw-shelters")
    @yes("check-shelters-missing")
    def test_wanted_by_seven_players(self):
        plan = plan_for(
            "Rats", boxes=["dominion-2e", "base-cards", "dark-ages"], shelters=True, players=7
        )
        issue = expect(plan, "check-shelters-missing", "error", "Rats", fix="Estates")
        assert "7" in issue.message

    @yes("check-shelters-missing")
    @no("check-choice-open", "draw-shelters")
    def test_an_open_draw_of_seven_players_is_skipped(self):
        plan = plan_for(
            "Rats", boxes=["dominion-2e", "base-cards", "dark-ages"], shelters=None, players=7
        )
        expect(plan, "check-shelters-missing", "advice", "Rats", fix="Estates")
        assert "check-choice-open" not in codes(plan)
        assert plan.starting_deck == {"Copper": 7, "Estate": 3}

    @no("shelters:all-dark-ages")
    @yes("check-shelters-missing")
    def test_even_ten_cards_of_dark_ages_bring_seven_players_no_shelters(self):
        plan = plan_for(*DARK_AGES_TEN, shelters=None, players=7)
        assert codes(plan)["check-shelters-missing"] == "advice"
        assert plan.starting_deck == {"Copper": 7, "Estate": 3}

    @yes("check-shelters-missing")
    @pytest.mark.parametrize("players", [0, 1, 2, 9])
    def test_an_open_draw_without_the_box_is_skipped_for_any_number_asked(self, players):
        plan = plan_for(*DARK_AGES_TEN, boxes=["dominion-2e"], shelters=None, players=players)
        expect(plan, "check-shelters-missing", "advice", *DARK_AGES_TEN, fix="Dark Ages")
        assert plan.starting_deck == {"Copper": 7, "Estate": 3}

    @no("check-shelters-missing")
    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_one_box_serves_six(self, players):
        plan = plan_for("Rats", shelters=True, players=players)
        assert "check-shelters-missing" not in codes(plan)
        assert plan.starting_deck == {"Copper": 7, **SHELTERS}

    @no("check-shelters-missing")
    def test_decided_against_nothing_is_missing(self):
        assert codes(plan_for(boxes=["dominion-2e"], shelters=False)) == {}

    @no("check-shelters-missing")
    def test_without_a_card_of_dark_ages_there_is_nothing_to_draw(self):
        assert codes(plan_for(boxes=["dominion-2e"], shelters=None)) == {}


class TestSameDrawCard:
    """check-same-draw-card: the card that decides Shelters is never the one that decided Platinum
    and Colony. Annotated rules 2013, section 1, Shelter Cards.
    """

    @yes("check-same-draw-card", "draw-different-cards")
    @pytest.mark.parametrize("colony", [True, False])
    @pytest.mark.parametrize("shelters", [True, False])
    def test_one_card_for_both_draws(self, colony, shelters):
        plan = plan_for(
            "Rats",
            "City",
            platinum_colony=colony,
            shelters=shelters,
            platinum_colony_card="Smithy",
            shelters_card="Smithy",
        )
        expect(plan, "check-same-draw-card", "error", "Smithy", fix="a different card")

    @yes("check-same-draw-card")
    def test_both_halves_of_a_split_pile_are_one_card(self):
        plan = plan_for(
            "Encampment", platinum_colony_card="Encampment", shelters_card="Encampment/Plunder"
        )
        assert codes(plan)["check-same-draw-card"] == "error"

    @no("check-same-draw-card", "draw-different-cards")
    def test_two_cards_for_two_draws(self):
        plan = plan_for(
            "Rats",
            "City",
            platinum_colony=True,
            shelters=True,
            platinum_colony_card="City",
            shelters_card="Rats",
        )
        assert codes(plan) == {}

    @no("check-same-draw-card")
    def test_the_cards_that_decided_need_not_be_named(self):
        assert codes(plan_for("Rats", "City", platinum_colony=True, shelters=True)) == {}


class TestChoiceOpenOnTheDraws:
    """check-choice-open, a warning for Platinum/Colony and Shelters: a mixed kingdom needs the
    draw; until it is made, the plan assumes neither.

    Annotated rules 2013, section 1; Prosperity rulebook 2016.
    """

    @yes("check-choice-open")
    def test_the_platinum_and_colony_draw_of_a_mixed_kingdom_is_open(self):
        plan = plan_for("City", "Bank", "Forge", platinum_colony=None)
        issue = expect(plan, "check-choice-open", "warning", "City", "Bank", "Forge", fix="3/10")
        assert "Colony" in issue.message
        assert "Colony" not in supply(plan)

    @yes("check-choice-open")
    def test_the_shelter_draw_of_a_mixed_kingdom_is_open(self):
        plan = plan_for("Rats", "Altar", shelters=None)
        issue = expect(plan, "check-choice-open", "warning", "Rats", "Altar", fix="1/5")
        assert "Shelters" in issue.message
        assert plan.starting_deck == {"Copper": 7, "Estate": 3}

    @yes("check-choice-open")
    def test_both_draws_are_told(self):
        plan = plan_for("Rats", "City", shelters=None, platinum_colony=None)
        about = sorted(it.cards for it in plan.problems if it.code == "check-choice-open")
        assert about == [("City",), ("Rats",)]

    @yes("check-choice-open")
    def test_the_bane_counts_in_the_draw(self):
        plan = plan_for("Young Witch", bane="Trade Route", platinum_colony=None)
        expect(plan, "check-choice-open", "warning", "Trade Route", fix="1/11")

    @no("check-choice-open")
    @pytest.mark.parametrize("decided", [True, False])
    def test_a_decided_draw_is_not_open(self, decided):
        plan = plan_for("City", "Rats", platinum_colony=decided, shelters=decided)
        assert codes(plan) == {}

    @no("check-choice-open")
    def test_ten_cards_of_prosperity_leave_nothing_to_draw(self):
        plan = plan_for(*PROSPERITY_TEN, platinum_colony=None)
        assert codes(plan) == {}
        assert supply(plan)["Colony"] == 8

    @no("check-choice-open")
    def test_ten_cards_of_dark_ages_leave_nothing_to_draw(self):
        plan = plan_for(*DARK_AGES_TEN, shelters=None)
        assert codes(plan) == {}
        assert plan.starting_deck == {"Copper": 7, **SHELTERS}

    @no("check-choice-open")
    def test_a_card_only_in_the_black_market_deck_asks_for_no_draw(self):
        plan = plan_for("Black Market", deck=["City", "Rats"], platinum_colony=None, shelters=None)
        assert "check-choice-open" not in codes(plan)

    @no("check-choice-open")
    def test_promos_and_other_boxes_ask_for_no_draw(self):
        plan = plan_for("Envoy", "Sailor", platinum_colony=None, shelters=None)
        assert codes(plan) == {}


class TestDecidingCard:
    """A random Kingdom card in use decides a draw: Prosperity rulebook 2016, Annotated rules 2013,
    section 1.
    """

    def test_platinum_and_colony_are_there_because_of_the_card_that_decided(self):
        plan = plan_for("City", "Bank", platinum_colony=True, platinum_colony_card="Bank")
        assert plan.because["Colony"] == ("Bank",)

    @pytest.mark.parametrize("slot", ["platinum_colony_card", "shelters_card"])
    def test_a_card_that_is_not_in_use_is_no_reason(self, slot):
        plan = plan_for("City", "Rats", platinum_colony=True, shelters=True, **{slot: "Cellar"})
        assert all("Cellar" not in cards for cards in plan.because.values())
