"""Cornucopia & Guilds (2023): Ferryman's pile; Rewards and Coffers also: what_cards_bring.toml.

Cases: cornucopia_guilds_2e.toml.
"""

import pytest

from tests.builders import CATALOG, beside, no, plan_for, supply, yes

COFFERS = ("Baker", "Butcher", "Candlestick Maker", "Footpad", "Joust", "Merchant Guild", "Plaza")
REWARDS = ("Coronet", "Courser", "Demesne", "Housecarl", "Huge Turnip", "Renown")


class TestFerryman:
    """Cornucopia & Guilds rulebook 2023, pages 2 and 5."""

    @yes("ferryman-pile")
    @pytest.mark.parametrize(("players", "count"), [(2, 8), (3, 12), (4, 12), (5, 12), (6, 12)])
    @pytest.mark.parametrize("name", ["Gardens", "Great Hall", "Castles"])
    def test_a_victory_pile_has_8_or_12_cards(self, name, players, count):
        plan = plan_for("Ferryman", ferryman=name, players=players)
        assert beside(plan) == {f"Ferryman pile: {name}": count}

    @no("ferryman-pile")
    def test_it_gets_no_token_of_trade_route_tax_or_defiled_shrine(self):
        plan = plan_for(
            "Ferryman", "Trade Route", ferryman="Island", landscapes=["Tax", "Defiled Shrine"]
        )
        for on_piles in plan.pile_tokens.values():
            assert "Island" not in on_piles
            assert set(on_piles) <= set(supply(plan))


class TestRewards:
    """Cornucopia & Guilds rulebook 2023, pages 2, 6 and 8."""

    @yes("joust-rewards")
    def test_there_are_six_different_rewards(self):
        rewards = CATALOG.groups["Rewards"]
        assert {reward.name: reward.copies for reward in rewards} == dict.fromkeys(REWARDS, 2)


class TestCoffers:
    """Cornucopia & Guilds rulebook 2023, page 2; Renaissance rulebook 2018, page 2."""

    @yes("coffers-cg2")
    @pytest.mark.parametrize("name", COFFERS)
    def test_the_coffers_and_villagers_mat_serves_when_a_renaissance_card_asks_too(self, name):
        plan = plan_for(name, "Ducat")
        assert plan.player_mats == ("Coffers/Villagers",)
        assert set(plan.because["Coffers/Villagers"]) == {name, "Ducat"}
        assert "Coffers" not in plan.because
