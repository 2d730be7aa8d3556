"""Alchemy (2010): the Potion pile."""

from tests.builders import no, plan_for, supply, yes


class TestPotions:
    """Complete Annotated Rules 2013, section 1, Potion Cards."""

    @yes("potion-pile")
    def test_it_is_one_pile_however_many_cards_ask_for_it(self):
        plan = plan_for("Golem", "Familiar", "Black Market", deck=["Possession", "Cellar"])
        assert [pile.name for pile in plan.supply].count("Potion") == 1
        assert plan.because["Potion"] == ("Familiar", "Golem", "Possession")

    @yes("potion-pile")
    def test_it_takes_no_place_of_the_ten_kingdom_piles(self):
        assert len(plan_for("Golem").supply) == 7 + 1 + 10

    @no("potion-pile")
    def test_a_black_market_deck_without_such_a_card_does_not(self):
        assert "Potion" not in supply(plan_for("Black Market", deck=["Apprentice", "Herbalist"]))

    @no("potion-pile")
    def test_a_deck_counts_only_with_black_market_in_the_game(self):
        assert "Potion" not in supply(plan_for("Village", deck=["Golem"]))
