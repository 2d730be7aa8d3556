"""Menagerie (2020): Horses, Exile mats and the card of Way of the Mouse."""

import pytest

from tests.builders import (
    CATALOG,
    all_that,
    aside,
    beside,
    codes,
    no,
    plan_for,
    pool,
    supply,
    up_to_six,
    yes,
)

MOUSE = ("Way of the Mouse",)


class TestWayOfTheMouse:
    """Menagerie rulebook 2020, pages 2 and 14."""

    @yes("way-of-the-mouse")
    @up_to_six
    def test_one_unused_card_is_set_aside(self, players):
        plan = plan_for(landscapes=MOUSE, mouse="Village", players=players)
        assert aside(plan) == {"Way of the Mouse": "Village"}
        assert [pile.count for pile in plan.aside] == [1]
        assert plan.because["Way of the Mouse"] == ("Way of the Mouse",)

    @yes("way-of-the-mouse")
    def test_its_own_setup_is_done(self):
        assert beside(plan_for(landscapes=MOUSE, mouse="Hermit"))["Madman"] == 10
        assert plan_for(landscapes=MOUSE, mouse="Fool").starting_deck["Lucky Coin"] == 1
        assert beside(plan_for(landscapes=MOUSE, mouse="Leprechaun"))["Hexes"] == 12
        assert plan_for(landscapes=MOUSE, mouse="Trade Route").shared_mats == ("Trade Route",)
        assert plan_for(landscapes=MOUSE, mouse="Pixie").starting_deck["Goat"] == 1
        deck = plan_for(landscapes=MOUSE, mouse="Black Market", deck=["Moat", "Golem"])
        assert supply(deck)["Potion"] == 16

    @yes("way-of-the-mouse")
    @pytest.mark.parametrize("name", ["Sycophant", "Underling"])
    def test_a_liaison_brings_an_ally(self, name):
        plan = plan_for(landscapes=MOUSE, mouse=name, ally="Cave Dwellers")
        assert plan.because["Cave Dwellers"] == (name,)
        assert plan.player_tokens == {"Favor": 1}

    @no("way-of-the-mouse")
    def test_the_card_is_in_no_supply_pile(self):
        plan = plan_for(landscapes=MOUSE, mouse="Village")
        assert len(plan.supply) == 7 + 10
        assert "Village" not in supply(plan)

    @no("way-of-the-mouse")
    def test_it_does_not_count_in_the_draws(self):
        assert plan_for(landscapes=MOUSE, mouse="Trade Route").odds.platinum_colony == 0
        assert plan_for(landscapes=MOUSE, mouse="Hermit").odds.shelters == 0

    @no("way-of-the-mouse")
    @pytest.mark.parametrize("name", ["Way of the Rat", "Way of the Mole", "Alms"])
    def test_without_the_way_nothing_is_set_aside(self, name):
        plan = plan_for(landscapes=[name], mouse="Hermit")
        assert plan.aside == ()
        assert beside(plan) == {}

    @no("way-of-the-mouse")
    def test_no_other_card_or_landscape_asks_for_one(self):
        asking = all_that(
            lambda plan: any("Way of the Mouse" in problem.cards for problem in plan.problems)
        )
        assert asking == {"Way of the Mouse"}


class TestWhoMayBeSetAsideForTheMouse:
    """Menagerie rulebook 2020, pages 2 and 14; Durations left out as in later printings."""

    @yes("way-of-the-mouse")
    def test_every_unused_action_that_is_no_duration_and_costs_exactly_2_or_3(self):
        expected = {
            card.name
            for card in CATALOG.cards.values()
            if (card.cost.coin, card.cost.potion, card.cost.debt) in ((2, 0, 0), (3, 0, 0))
            and "Action" in card.types
            and "Duration" not in card.types
            and not card.contains
        }
        assert pool("mouse", "Cellar", landscapes=MOUSE) == expected - {"Cellar"}

    @yes("way-of-the-mouse")
    @pytest.mark.parametrize(
        "name", ["Chapel", "Village", "Great Hall", "Doctor", "Infirmary", "Black Market", "Moat"]
    )
    def test_such_cards_fit(self, name):
        assert name in pool("mouse", landscapes=MOUSE)
        assert "check-mouse-invalid" not in codes(plan_for(landscapes=MOUSE, mouse=name))

    @no("way-of-the-mouse")
    @pytest.mark.parametrize(
        "name",
        [
            *("Lighthouse", "Fishing Village", "Riverboat", "Secret Cave", "Amulet"),
            *("Gardens", "Remake", "Poor House", "Baker"),
            *("Loan", "Coin of the Realm", "Tunnel", "Guardian", "Changeling", "Bauble"),
            *("Apothecary", "University", "Engineer"),
        ],
    )
    def test_no_duration_no_other_cost_no_other_type(self, name):
        assert name not in pool("mouse", landscapes=MOUSE)
        assert codes(plan_for(landscapes=MOUSE, mouse=name))["check-mouse-invalid"] == "error"

    @no("way-of-the-mouse")
    def test_no_card_that_is_in_use_in_any_role(self):
        may_be = pool(
            *("mouse", "Chapel", "Young Witch", "Black Market", "Ferryman"),
            bane="Moat",
            ferryman="Workshop",
            deck=["Village"],
            landscapes=MOUSE,
        )
        used = {"Chapel", "Black Market", "Moat", "Workshop", "Village"}
        assert used & may_be == set()
        assert used <= pool("mouse", landscapes=MOUSE)

    @no("way-of-the-mouse")
    @pytest.mark.parametrize(
        "name", ["Wizards", "Forts", "Catapult/Rocks", "Encampment/Plunder", "Townsfolk"]
    )
    def test_piles_of_different_cards_are_not_drawn(self, name):
        assert name not in pool("mouse", landscapes=MOUSE)

    @yes("way-of-the-mouse")
    @pytest.mark.parametrize(
        ("name", "top"),
        [
            ("Forts", "Tent"),
            ("Catapult/Rocks", "Catapult"),
            ("Encampment/Plunder", "Encampment"),
            ("Townsfolk", "Town Crier"),
        ],
    )
    def test_such_a_pile_named_by_hand_is_planned_with_its_top_card_and_a_warning(self, name, top):
        plan = plan_for(landscapes=MOUSE, mouse=name)
        assert aside(plan) == {"Way of the Mouse": top}
        assert codes(plan) == {"check-mouse-invalid": "warning"}
        assert plan.token_reserves == ()

    @yes("way-of-the-mouse")
    def test_student_on_top_of_the_wizards_is_a_liaison(self):
        plan = plan_for(landscapes=MOUSE, mouse="Wizards", ally="Cave Dwellers")
        assert aside(plan) == {"Way of the Mouse": "Student"}
        assert plan.player_mats == ("Favors",)
