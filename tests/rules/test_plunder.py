"""Plunder (2022): Loot and Traits; cases: plunder.toml."""

import pytest

from tests.builders import CATALOG, beside, codes, fetched, no, plan_for, supply, up_to_six, yes

TRAITS = tuple(
    landscape.name for landscape in CATALOG.landscapes.values() if landscape.kind == "trait"
)


class TestLoot:
    """Plunder rulebook 2022, pages 2 and 3."""

    @yes("loot-pile")
    def test_there_are_two_each_of_fifteen_shuffled_face_down(self):
        assert plan_for("Search").pile_notes["Loot"] == "shuffle, face down"
        assert [loot.copies for loot in CATALOG.groups["Loot"]] == [2] * 15


class TestTraits:
    """Plunder rulebook 2022, pages 2 to 4."""

    @yes("trait-placement")
    @pytest.mark.parametrize("name", TRAITS)
    def test_each_trait_lies_on_one_pile(self, name):
        plan = plan_for("Village", landscapes=[name], traits={name: "Village"})
        assert plan.traits == {"Village": name}
        assert f"Trait: {name}" in plan.pile_notes["Village"]
        assert not {"check-trait-invalid", "check-trait-pile"} & set(codes(plan))

    @no("trait-placement")
    def test_a_pile_named_for_a_trait_that_is_not_there_carries_none(self):
        plan = plan_for("Village", landscapes=["Alms"], traits={"Pious": "Village"})
        assert plan.traits == {}
        assert plan.pile_notes == {}


class TestInherited:
    """The Trait Inherited; Plunder rulebook 2022, page 8."""

    def plan(self, pile, *names, **how):
        named = {"landscapes": ["Inherited"], "traits": {"Inherited": pile}}
        return plan_for(pile, *names, **named, **how)

    @yes("trait-inherited")
    @up_to_six
    def test_each_player_takes_a_card_of_the_pile_in_place_of_a_starting_card(self, players):
        plan = self.plan("Village", players=players, inherited_replaces="Copper")
        assert plan.starting_deck == {"Copper": 6, "Estate": 3, "Village": 1}
        assert supply(plan)["Village"] == 10 - players
        assert fetched(plan)["dominion-1e"]["Village"] == 10

    @yes("trait-inherited")
    @pytest.mark.parametrize(("players", "left"), [(2, 6), (3, 9), (4, 8), (5, 7), (6, 6)])
    def test_a_victory_pile_starts_lower_too(self, players, left):
        assert supply(self.plan("Nobles", players=players))["Nobles"] == left

    @yes("trait-inherited")
    @pytest.mark.parametrize(("players", "coppers"), [(2, 48), (3, 42), (4, 36)])
    def test_a_replaced_copper_goes_to_the_copper_pile(self, players, coppers):
        plan = self.plan("Village", players=players, inherited_replaces="Copper")
        assert supply(plan)["Copper"] == coppers

    @yes("trait-inherited")
    @pytest.mark.parametrize("shelter", ["Hovel", "Necropolis", "Overgrown Estate"])
    def test_a_shelter_may_be_replaced(self, shelter):
        plan = self.plan("Village", shelters=True, inherited_replaces=shelter)
        left = {"Hovel": 1, "Necropolis": 1, "Overgrown Estate": 1}
        del left[shelter]
        assert plan.starting_deck == {"Copper": 7, "Village": 1, **left}
        assert "check-trait-invalid" not in codes(plan)
        assert plan.status == "ok"

    @yes("trait-inherited")
    def test_each_player_is_reminded_to_choose_in_turn_order(self):
        (text,) = self.plan("Village").reminders
        assert text.startswith("Inherited: In turn order, each player")
        assert self.plan("Village", inherited_replaces="Estate").reminders == ()

    @yes("trait-inherited")
    @pytest.mark.parametrize(
        ("name", "players", "left"),
        [("Knights", 4, 6), ("Forts", 3, 13), ("Forts", 6, 10), ("Encampment/Plunder", 6, 4)],
    )
    def test_of_a_mixed_pile_the_cards_go_out_from_the_top(self, name, players, left):
        plan = self.plan(name, players=players)
        assert supply(plan)[name] == left
        assert "the top" in plan.pile_notes[name]
        assert sum(plan.starting_deck.values()) == 10

    @yes("trait-inherited")
    def test_the_players_start_with_the_top_card_where_there_are_enough(self):
        assert self.plan("Forts", players=4).starting_deck["Tent"] == 1
        assert self.plan("Encampment/Plunder", players=5).starting_deck["Encampment"] == 1

    @yes("trait-inherited")
    def test_it_combines_with_all_seven_heirlooms(self):
        heirlooms = ("Cemetery", "Fool", "Pixie", "Pooka", "Secret Cave", "Shepherd", "Tracker")
        plan = self.plan("Village", *heirlooms, inherited_replaces="Estate")
        assert plan.starting_deck["Village"] == 1
        assert plan.starting_deck["Estate"] == 2
        assert "Copper" not in plan.starting_deck
        assert sum(plan.starting_deck.values()) == 10

    @no("trait-inherited")
    @pytest.mark.parametrize("name", [name for name in TRAITS if name != "Inherited"])
    def test_no_other_trait_changes_pile_or_starting_deck(self, name):
        plan = plan_for("Village", landscapes=[name], traits={name: "Village"})
        assert supply(plan)["Village"] == 10
        assert plan.starting_deck == {"Copper": 7, "Estate": 3}


class TestCheap:
    """Plunder rulebook 2022, page 7."""

    @no("trait-cheap")
    def test_it_sets_nothing_out(self):
        plan = plan_for("Village", landscapes=["Cheap"], traits={"Cheap": "Village"})
        bare = plan_for("Village")
        assert supply(plan) == supply(bare)
        assert plan.because == bare.because
        assert beside(plan) == beside(bare)
