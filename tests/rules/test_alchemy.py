"""Alchemy (2010): the Potion pile."""

import pytest

from tests.builders import all_that, in_every_role, no, plan_for, plan_using, supply, yes

POTION_CARDS = (
    "Transmute",
    "Vineyard",
    "Apothecary",
    "Scrying Pool",
    "University",
    "Alchemist",
    "Familiar",
    "Philosopher's Stone",
    "Golem",
    "Possession",
)


class TestPotions:
    """Complete Annotated Rules 2013, section 1, Potion Cards."""

    @yes("potion-pile")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*POTION_CARDS))
    def test_a_card_with_a_potion_in_its_cost_brings_the_pile(self, name, role):
        plan = plan_using(name, role)
        assert supply(plan)["Potion"] == 16
        assert plan.because["Potion"] == (name,)

    @yes("potion-pile")
    @pytest.mark.parametrize("players", range(2, 8))
    def test_all_16_lie_there_for_any_number_of_players(self, players):
        assert supply(plan_for("Golem", players=players))["Potion"] == 16

    @yes("potion-pile")
    def test_it_is_one_pile_however_many_cards_ask_for_it(self):
        plan = plan_for("Golem", "Familiar", "Black Market", deck=["Possession", "Cellar"])
        assert [pile.name for pile in plan.supply].count("Potion") == 1
        assert plan.because["Potion"] == ("Familiar", "Golem", "Possession")

    @yes("potion-pile")
    def test_it_takes_no_place_of_the_ten_kingdom_piles(self):
        assert len(plan_for("Golem").supply) == 7 + 1 + 10

    @yes("potion-pile")
    def test_a_card_that_is_only_in_the_black_market_deck_brings_the_pile(self):
        plan = plan_for("Black Market", deck=["Vineyard", "Cellar"])
        assert supply(plan)["Potion"] == 16
        assert "Vineyard" not in supply(plan)

    @no("potion-pile")
    def test_no_other_card_or_landscape_brings_it(self):
        assert all_that(lambda plan: "Potion" in supply(plan)) == set(POTION_CARDS)

    @no("potion-pile")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Apprentice", "Herbalist"))
    def test_the_alchemy_cards_that_cost_only_coins_do_not(self, name, role):
        assert "Potion" not in supply(plan_using(name, role))

    @no("potion-pile")
    def test_a_black_market_deck_without_such_a_card_does_not(self):
        assert "Potion" not in supply(plan_for("Black Market", deck=["Apprentice", "Herbalist"]))

    @no("potion-pile")
    def test_a_deck_counts_only_with_black_market_in_the_game(self):
        assert "Potion" not in supply(plan_for("Village", deck=["Golem"]))
