"""Checks on Platinum and Colony, on Shelters, and on the choice between yes and no.

Cases: draws.toml.
"""

import pytest

from tests.builders import codes, expect, no, plan_for, yes

DARK_AGES_TEN = (
    *("Altar", "Armory", "Beggar", "Catacombs", "Count", "Counterfeit", "Forager", "Fortress"),
    *("Graverobber", "Ironmonger"),
)


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
    def test_decided_against_nothing_is_missing(self):
        assert codes(plan_for(boxes=["dominion-2e"], shelters=False)) == {}


class TestDecidingCard:
    """A random Kingdom card in use decides a draw: Prosperity rulebook 2016, Annotated rules 2013,
    section 1.
    """

    @pytest.mark.parametrize("slot", ["platinum_colony_card", "shelters_card"])
    def test_a_card_that_is_not_in_use_is_no_reason(self, slot):
        plan = plan_for("City", "Rats", platinum_colony=True, shelters=True, **{slot: "Cellar"})
        assert all("Cellar" not in cards for cards in plan.because.values())
