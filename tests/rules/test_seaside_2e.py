"""Seaside (2nd edition) (2022): the mats of Island and Native Village."""

import pytest

from tests.builders import all_that, in_every_role, no, plan_for, plan_using, yes


class TestIsland:
    """Complete Annotated Rules 2013, Island and section 1 (Mats)."""

    @yes("island-mat")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Island"))
    def test_each_player_has_a_mat_ready(self, name, role):
        plan = plan_using(name, role)
        assert plan.player_mats == ("Island",)
        assert plan.because["Island"] == ("Island",)

    @yes("island-mat")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_mats_are_fetched_for_all_players(self, players):
        plan = plan_for("Island", players=players, boxes=["dominion-2e"] * 2 + ["seaside-2e"])
        seaside = next(box for box in plan.fetch if box.box == "seaside-2e")
        assert {item.what: item.count for item in seaside.items}["Island mat"] == players

    @no("island-mat")
    def test_no_other_card_asks_for_it(self):
        assert all_that(lambda plan: "Island" in plan.player_mats) == {"Island"}

    @no("island-mat")
    def test_without_it_the_mats_stay_in_the_box(self):
        assert plan_for("Native Village").player_mats == ("Native Village",)


class TestNativeVillage:
    """Complete Annotated Rules 2013, Native Village and section 1 (Mats)."""

    @yes("native-village-mat")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Native Village"))
    def test_each_player_has_a_mat_ready(self, name, role):
        plan = plan_using(name, role)
        assert plan.player_mats == ("Native Village",)
        assert "Native Village" in plan.because["Native Village"]

    @yes("native-village-mat", "island-mat")
    def test_it_stands_beside_the_mat_of_island(self):
        plan = plan_for("Native Village", "Island")
        assert set(plan.player_mats) == {"Island", "Native Village"}

    @no("native-village-mat")
    def test_no_other_card_asks_for_it(self):
        assert all_that(lambda plan: "Native Village" in plan.player_mats) == {"Native Village"}

    @no("native-village-mat", "island-mat")
    @pytest.mark.parametrize("name", ["Fishing Village", "Haven", "Village", "Treasury"])
    def test_without_it_the_mats_stay_in_the_box(self, name):
        assert plan_for(name).player_mats == ()
