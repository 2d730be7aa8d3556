"""Menagerie (2020): Horses, Exile mats and the card of Way of the Mouse."""

import pytest

from setup_rules.rule_index import rules_of
from setup_rules.slots import candidates
from tests.builders import (
    CATALOG,
    all_that,
    aside,
    beside,
    codes,
    game_for,
    in_every_role,
    no,
    plan_for,
    plan_using,
    supply,
    yes,
)

HORSES = (
    *("Cavalry", "Groom", "Hostelry", "Livery", "Paddock", "Scrap", "Sleigh", "Supplies"),
    *("Bargain", "Demand", "Ride", "Stampede"),
)
EXILE = (
    *("Bounty Hunter", "Camel Train", "Cardinal", "Coven", "Displace", "Gatekeeper"),
    *("Sanctuary", "Stockpile", "Banish", "Enclave", "Invest", "Transport"),
    *("Way of the Camel", "Way of the Worm"),
)
MOUSE = ("Way of the Mouse",)


def mice(*names, landscapes=MOUSE, **how):
    """The piles a card may be set aside from for Way of the Mouse."""
    draw = next(draw for draw in rules_of(CATALOG).draws if draw.key == "mouse")
    return {card.name for card in candidates(game_for(*names, landscapes=landscapes, **how), draw)}


class TestHorses:
    """Menagerie rulebook 2020, pages 2 and 4."""

    @yes("horses")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*HORSES))
    def test_a_card_that_speaks_of_horses_puts_all_30_beside_the_supply(self, name, role):
        plan = plan_using(name, role)
        assert beside(plan)["Horse"] == 30
        assert plan.because["Horse"] == (name,)
        assert "Horse" not in supply(plan)

    @yes("horses")
    @pytest.mark.parametrize("players", range(2, 8))
    def test_30_for_any_number_of_players_and_cards(self, players):
        plan = plan_for("Scrap", "Groom", landscapes=["Ride"], players=players)
        assert beside(plan) == {"Horse": 30}
        assert plan.because["Horse"] == ("Groom", "Ride", "Scrap")

    @no("horses")
    def test_no_other_card_or_landscape_asks_for_them(self):
        assert all_that(lambda plan: "Horse" in beside(plan)) == set(HORSES)

    @no("horses")
    def test_way_of_the_horse_does_not(self):
        assert beside(plan_for(landscapes=["Way of the Horse"])) == {}

    @no("horses")
    @pytest.mark.parametrize("name", ["Horse Traders", "Camel Train", "Destrier", "Falconer"])
    def test_without_such_a_card_they_stay_in_the_box(self, name):
        assert "Horse" not in beside(plan_for(name))

    @no("horses")
    def test_they_never_go_into_the_black_market_deck(self):
        plan = plan_for("Scrap", "Black Market", deck=["Horse"])
        assert codes(plan)["check-bm-non-supply"] == "error"


class TestExile:
    """Menagerie rulebook 2020, pages 2 and 3."""

    @yes("exile")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*EXILE))
    def test_each_player_takes_an_exile_mat(self, name, role):
        plan = plan_using(name, role)
        assert plan.player_mats == ("Exile",)
        assert plan.because["Exile"] == (name,)

    @yes("exile")
    def test_one_each_however_many_cards_speak_of_it(self):
        plan = plan_for("Coven", "Cardinal", landscapes=["Way of the Worm"])
        assert plan.player_mats == ("Exile",)
        assert plan.because["Exile"] == ("Cardinal", "Coven", "Way of the Worm")

    @no("exile")
    def test_no_other_card_or_landscape_asks_for_it(self):
        assert all_that(lambda plan: "Exile" in plan.player_mats) == set(EXILE)

    @no("exile")
    @pytest.mark.parametrize("name", ["Scrap", "Black Cat", "Sheepdog", "Wayfarer", "Island"])
    def test_without_such_a_card_the_mats_stay_in_the_box(self, name):
        assert "Exile" not in plan_for(name).player_mats


class TestWayOfTheMouse:
    """Menagerie rulebook 2020, pages 2 and 14."""

    @yes("way-of-the-mouse")
    @pytest.mark.parametrize("players", range(2, 7))
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
        assert mice("Cellar") == expected - {"Cellar"}

    @yes("way-of-the-mouse")
    @pytest.mark.parametrize(
        "name", ["Chapel", "Village", "Great Hall", "Doctor", "Infirmary", "Black Market", "Moat"]
    )
    def test_such_cards_fit(self, name):
        assert name in mice()
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
        assert name not in mice()
        assert codes(plan_for(landscapes=MOUSE, mouse=name))["check-mouse-invalid"] == "error"

    @no("way-of-the-mouse")
    def test_no_card_that_is_in_use_in_any_role(self):
        pool = mice(
            *("Chapel", "Young Witch", "Black Market", "Ferryman"),
            bane="Moat",
            ferryman="Workshop",
            deck=["Village"],
        )
        used = {"Chapel", "Black Market", "Moat", "Workshop", "Village"}
        assert used & pool == set()
        assert used <= mice()

    @no("way-of-the-mouse")
    @pytest.mark.parametrize(
        "name", ["Wizards", "Forts", "Catapult/Rocks", "Encampment/Plunder", "Townsfolk"]
    )
    def test_piles_of_different_cards_are_not_drawn(self, name):
        assert name not in mice()

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
