"""Seaside (2009, 2022): mats together; each alone, and Embargo: what_cards_bring.toml."""

from tests.builders import plan_for, up_to_six, yes


class TestIsland:
    """Complete Annotated Rules 2013, Island and section 1 (Mats)."""

    @yes("island-mat")
    @up_to_six
    def test_mats_are_fetched_for_all_players(self, players):
        plan = plan_for("Island", players=players, boxes=["dominion-2e"] * 2 + ["seaside-2e"])
        seaside = next(box for box in plan.fetch if box.box == "seaside-2e")
        assert {item.what: item.count for item in seaside.items}["Island mat"] == players


class TestNativeVillage:
    """Complete Annotated Rules 2013, Native Village and section 1 (Mats)."""

    @yes("native-village-mat", "island-mat")
    def test_it_stands_beside_the_mat_of_island(self):
        plan = plan_for("Native Village", "Island")
        assert set(plan.player_mats) == {"Island", "Native Village"}
