"""Prosperity (2010): Trade Route tokens; victory point tokens: what_cards_bring.toml."""

import pytest

from tests.builders import (
    VICTORY_PILES,
    card,
    every_count,
    in_every_role,
    no,
    plan_for,
    plan_using,
    supply,
    yes,
)

BASIC = {"Estate": 1, "Duchy": 1, "Province": 1}
ALLIES_PILES = ("Townsfolk", "Augurs", "Clashes", "Forts", "Odysseys", "Wizards")


def tokens(plan):
    """Trade Route's coin tokens, by pile."""
    return plan.pile_tokens.get("Coin", {})


class TestTradeRoute:
    """Prosperity rulebook 2016, Preparation; Czech rulebook 2010; Annotated Rules 2013."""

    @yes("trade-route-tokens")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Trade Route"))
    def test_in_any_role_it_puts_out_the_mat_and_a_token_on_each_victory_pile(self, name, role):
        plan = plan_using(name, role)
        assert plan.shared_mats == ("Trade Route",)
        assert tokens(plan) == BASIC
        assert plan.because["Coin"] == ("Trade Route",)

    @yes("trade-route-tokens")
    @every_count
    def test_the_number_of_players_changes_nothing(self, players):
        assert tokens(plan_for("Trade Route", "Gardens", players=players)) == {
            **BASIC,
            "Gardens": 1,
        }

    @yes("trade-route-tokens")
    def test_tokens_are_not_limited_to_the_eight_of_the_box(self):
        plan = plan_for("Trade Route", *VICTORY_PILES[:9], platinum_colony=True)
        assert sum(tokens(plan).values()) == 4 + 9


class TestPilesWithATradeRouteToken:
    """Prosperity rulebook 2016; Annotated Rules 2013, Trade Route, Young Witch and Knights."""

    @yes("trade-route-tokens")
    @pytest.mark.parametrize("name", [*VICTORY_PILES, "Castles"])
    def test_a_kingdom_pile_with_victory_on_its_randomizer_gets_one(self, name):
        assert tokens(plan_for("Trade Route", name)) == {**BASIC, card(name).name: 1}

    @yes("trade-route-tokens")
    def test_colony_gets_one_when_it_is_used(self):
        assert tokens(plan_for("Trade Route", platinum_colony=True)) == {**BASIC, "Colony": 1}

    @yes("trade-route-tokens")
    @pytest.mark.parametrize("name", ["Tunnel", "Great Hall", "Castles"])
    def test_a_victory_bane_gets_one(self, name):
        plan = plan_for("Trade Route", "Young Witch", bane=name)
        assert tokens(plan) == {**BASIC, name: 1}

    @yes("trade-route-tokens")
    def test_trade_route_as_the_bane_puts_tokens_on_all_victory_piles(self):
        plan = plan_for("Young Witch", "Gardens", bane="Trade Route")
        assert tokens(plan) == {**BASIC, "Gardens": 1}

    @yes("trade-route-tokens")
    def test_trade_route_in_the_black_market_deck_does_too(self):
        plan = plan_for("Black Market", "Gardens", deck=["Trade Route"])
        assert tokens(plan) == {**BASIC, "Gardens": 1}

    @yes("trade-route-tokens")
    def test_the_estate_pile_keeps_its_token_in_games_with_shelters(self):
        assert tokens(plan_for("Trade Route", shelters=True)) == BASIC

    @no("trade-route-tokens")
    def test_knights_never_get_one(self):
        assert tokens(plan_for("Trade Route", "Knights")) == BASIC

    @no("trade-route-tokens")
    @pytest.mark.parametrize("name", ALLIES_PILES)
    def test_piles_of_four_different_cards_get_none_for_the_victory_cards_inside(self, name):
        assert tokens(plan_for("Trade Route", name)) == BASIC

    @no("trade-route-tokens")
    @pytest.mark.parametrize(
        "name",
        [
            *("Encampment/Plunder", "Patrician/Emporium", "Settlers/Bustling Village"),
            *("Catapult/Rocks", "Gladiator/Fortune", "Sauna/Avanto"),
        ],
    )
    def test_split_piles_of_two_get_none(self, name):
        assert tokens(plan_for("Trade Route", name)) == BASIC

    @no("trade-route-tokens")
    def test_curse_treasures_potion_and_ruins_get_none(self):
        plan = plan_for("Trade Route", "Golem", "Marauder", platinum_colony=True)
        assert {"Curse", "Potion", "Ruins", "Platinum"} <= set(supply(plan))
        assert tokens(plan) == {**BASIC, "Colony": 1}

    @no("trade-route-tokens")
    def test_colony_gets_none_when_it_is_not_used(self):
        assert "Colony" not in tokens(plan_for("Trade Route"))

    @no("trade-route-tokens")
    def test_heirlooms_have_no_pile_for_a_token(self):
        plan = plan_for("Trade Route", "Shepherd")
        assert plan.starting_deck["Pasture"] == 1
        assert tokens(plan) == BASIC

    @no("trade-route-tokens")
    @pytest.mark.parametrize("name", ["Great Hall", "Island", "Gardens", "Tunnel", "Castles"])
    def test_ferrymans_pile_is_not_in_the_supply_and_gets_none(self, name):
        assert tokens(plan_for("Trade Route", "Ferryman", ferryman=name)) == BASIC

    @no("trade-route-tokens")
    def test_rewards_get_none(self):
        assert tokens(plan_for("Trade Route", "Joust")) == BASIC

    @no("trade-route-tokens")
    @pytest.mark.parametrize("name", ["Gardens", "Nobles", "Humble Castle", "Dame Josephine"])
    def test_a_victory_card_in_the_black_market_deck_has_no_pile_and_gets_none(self, name):
        plan = plan_for("Trade Route", "Black Market", deck=[name])
        assert tokens(plan) == BASIC
        assert name not in supply(plan)

    @no("trade-route-tokens")
    def test_victory_cards_set_aside_for_way_of_the_mouse_get_none(self):
        plan = plan_for("Trade Route", landscapes=["Way of the Mouse"], mouse="Great Hall")
        assert tokens(plan) == BASIC
