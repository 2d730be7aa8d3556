"""Allies (2021): Liaisons, Allies and Favors; coin tokens for Garrisons."""

import pytest

from tests.builders import (
    codes,
    fetched,
    in_every_role,
    no,
    plan_for,
    plan_using,
    up_to_six,
    yes,
)

LIAISONS = (
    *("Bauble", "Broker", "Contract", "Emissary", "Guildmaster", "Importer", "Sycophant"),
    *("Underling", "Wizards"),
)


class TestAlly:
    """Allies rulebook 2021, pages 2 and 3."""

    @yes("liaison-ally")
    @pytest.mark.parametrize(("name", "role"), in_every_role(*LIAISONS))
    def test_a_liaison_in_any_role_brings_an_ally_mats_and_favors(self, name, role):
        plan = plan_using(name, role, ally="Cave Dwellers")
        assert "Cave Dwellers" in {landscape.name for landscape in plan.landscapes}
        assert plan.because["Cave Dwellers"] == (name,)
        assert plan.player_mats == ("Favors",)
        assert plan.because["Favors"] == plan.because["Favor"] == (name,)
        assert plan.token_reserves == ("Coin",)

    @yes("liaison-ally")
    @up_to_six
    def test_each_player_starts_with_1_favor(self, players):
        plan = plan_for("Bauble", ally="Cave Dwellers", players=players)
        assert plan.player_tokens == {"Favor": 1}
        assert plan.tokens_placed == {"Coin": players}

    @yes("liaison-ally")
    def test_there_is_one_ally_and_1_favor_however_many_liaisons_there_are(self):
        plan = plan_for("Bauble", "Broker", "Wizards", ally="Cave Dwellers")
        assert [landscape.kind for landscape in plan.landscapes] == ["ally"]
        assert plan.player_tokens == {"Favor": 1}
        assert plan.because["Cave Dwellers"] == ("Bauble", "Broker", "Wizards")

    @yes("liaison-ally")
    def test_the_ally_is_fetched(self):
        plan = plan_for("Bauble", ally="Cave Dwellers", players=3)
        taken = fetched(plan)["allies"]
        assert taken["Cave Dwellers"] == 1
        assert taken["Favors mat"] == 3

    @yes("liaison-ally")
    def test_mats_and_favors_are_the_same_while_the_ally_is_open(self):
        plan = plan_for("Bauble")
        assert plan.player_mats == ("Favors",)
        assert plan.player_tokens == {"Favor": 1}
        assert codes(plan)["check-choice-open"] == "error"

    @no("liaison-ally")
    @pytest.mark.parametrize("name", ["Town", "Courier", "Augurs", "Forts", "Clashes", "Odysseys"])
    def test_without_a_liaison_none_is_dealt(self, name):
        plan = plan_for(name, ally="Cave Dwellers")
        assert plan.landscapes == ()
        assert plan.player_mats == ()
        assert plan.player_tokens == {}


class TestImporter:
    """Allies rulebook 2021, pages 2 and 5; the card."""

    @yes("importer-favors")
    @up_to_six
    def test_it_is_5_each_for_any_number_of_players(self, players):
        plan = plan_for("Importer", ally="Cave Dwellers", players=players)
        assert plan.player_tokens == {"Favor": 5}
        assert plan.tokens_placed == {"Coin": 5 * players}

    @yes("importer-favors")
    def test_it_is_5_with_other_liaisons_too(self):
        plan = plan_for("Importer", "Bauble", "Wizards", ally="Cave Dwellers")
        assert plan.player_tokens == {"Favor": 5}


class TestGarrison:
    """The card Garrison in the pile Forts."""

    @yes("garrison-tokens")
    def test_garrison_alone_in_the_black_market_deck_wants_them(self):
        assert plan_for("Black Market", deck=["Garrison"]).token_reserves == ("Coin",)

    @no("garrison-tokens")
    @pytest.mark.parametrize("name", ["Tent", "Hill Fort", "Stronghold"])
    def test_the_other_forts_alone_do_not(self, name):
        assert plan_for("Black Market", deck=[name]).token_reserves == ()
