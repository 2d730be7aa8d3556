"""Seaside (1st edition) (2009): Pirate Ship mats and Embargo tokens."""

import pytest

from tests.builders import all_that, in_every_role, no, plan_for, plan_using, yes


class TestPirateShip:
    """Seaside rulebook 2009; Complete Annotated Rules 2013, Pirate Ship and section 1 (Mats)."""

    @yes("pirate-ship-mat")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Pirate Ship"))
    def test_each_player_takes_a_mat_and_coin_tokens_lie_at_hand(self, name, role):
        plan = plan_using(name, role)
        assert plan.player_mats == ("Pirate Ship",)
        assert plan.token_reserves == ("Coin",)
        assert plan.because["Coin"] == ("Pirate Ship",)
        assert "Pirate Ship" in plan.because["Pirate Ship"]

    @yes("pirate-ship-mat")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_all_start_without_tokens_on_the_mat(self, players):
        plan = plan_for("Pirate Ship", players=players)
        assert plan.player_tokens == {}
        assert plan.pile_tokens == {}

    @no("pirate-ship-mat")
    def test_no_other_card_asks_for_the_mat(self):
        assert all_that(lambda plan: "Pirate Ship" in plan.player_mats) == {"Pirate Ship"}

    @no("pirate-ship-mat")
    @pytest.mark.parametrize("name", ["Pirate", "Sea Hag", "Cutpurse", "Corsair"])
    def test_without_it_mats_and_tokens_stay_in_the_box(self, name):
        plan = plan_for(name)
        assert plan.player_mats == ()
        assert plan.token_reserves == ()


class TestEmbargo:
    """Seaside rulebook 2009; Complete Annotated Rules 2013, Embargo."""

    @yes("embargo-tokens")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Embargo"))
    def test_embargo_tokens_lie_at_hand(self, name, role):
        plan = plan_using(name, role)
        assert plan.token_reserves == ("Embargo",)
        assert "Embargo" in plan.because["Embargo"]

    @yes("embargo-tokens")
    @pytest.mark.parametrize("players", range(2, 7))
    def test_none_starts_on_a_pile_or_with_a_player(self, players):
        plan = plan_for("Embargo", players=players)
        assert plan.pile_tokens == {}
        assert plan.player_tokens == {}

    @no("embargo-tokens")
    def test_no_other_card_asks_for_them(self):
        assert all_that(lambda plan: "Embargo" in plan.token_reserves) == {"Embargo"}

    @no("embargo-tokens")
    def test_without_it_the_tokens_stay_in_the_box(self):
        assert plan_for("Sea Hag").token_reserves == ()
