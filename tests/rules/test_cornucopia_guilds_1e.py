"""Cornucopia (2011) and Guilds (2013), also as one box: Bane, Prizes, coin tokens, Baker."""

import pytest

from tests.builders import (
    CATALOG,
    beside,
    in_every_role,
    no,
    plan_for,
    plan_using,
    supply,
    up_to_six,
    yes,
)

OLD_BOXES = ("dominion-2e", "guilds", "promo-black-market")
COIN_CARDS = ("Baker", "Butcher", "Candlestick Maker", "Merchant Guild", "Plaza")
PRIZES = ("Bag of Gold", "Diadem", "Followers", "Princess", "Trusty Steed")


class TestBane:
    """Complete Annotated Rules 2013, section 1, Bane Pile; Cornucopia & Guilds rulebook 2023."""

    @yes("bane-pile")
    @pytest.mark.parametrize(("name", "role"), in_every_role("Young Witch"))
    def test_young_witch_in_any_role_adds_a_pile_to_the_supply(self, name, role):
        plan = plan_using(name, role, bane="Cellar")
        assert supply(plan)["Cellar"] == 10
        assert plan.because["Cellar"] == ("Young Witch",)
        assert "Bane" in plan.pile_notes["Cellar"]

    @yes("bane-pile")
    def test_it_is_an_eleventh_kingdom_pile(self):
        assert len(plan_for("Young Witch", bane="Cellar").supply) == 7 + 11

    @yes("bane-pile")
    def test_it_is_marked_with_the_young_witch_randomizer_sideways(self):
        plan = plan_for("Young Witch", bane="Cellar", boxes=["dominion-2e", "cornucopia"])
        note = plan.pile_notes["Cellar"]
        assert "Young Witch randomizer sideways" in note
        assert "Bane marker" not in note

    @yes("bane-pile")
    def test_the_combined_box_of_2018_has_a_marker_for_it(self):
        plan = plan_for("Young Witch", bane="Cellar", boxes=["dominion-2e", "cornucopia-guilds-1e"])
        assert "Bane marker" in plan.pile_notes["Cellar"]

    @yes("bane-pile")
    @pytest.mark.parametrize(("players", "count"), [(2, 8), (3, 12), (4, 12), (5, 12), (6, 12)])
    def test_a_victory_bane_has_the_size_of_a_victory_pile(self, players, count):
        assert supply(plan_for("Young Witch", bane="Tunnel", players=players))["Tunnel"] == count

    @yes("bane-pile")
    @pytest.mark.parametrize(
        ("name", "players", "count"),
        [
            ("Castles", 2, 8),
            ("Castles", 3, 12),
            ("Wizards", 4, 16),
            ("Encampment/Plunder", 4, 10),
            ("Chapel", 6, 10),
        ],
    )
    def test_any_other_has_the_size_it_always_has(self, name, players, count):
        assert supply(plan_for("Young Witch", bane=name, players=players))[name] == count

    @yes("bane-pile")
    def test_it_does_its_own_setup(self):
        """Druid aside all of it is in test_what_cards_bring.py."""
        assert plan_for("Young Witch", bane="Druid").aside[0].count == 3

    @yes("bane-pile")
    @pytest.mark.parametrize("name", ["Sycophant", "Underling", "Bauble", "Wizards", "Importer"])
    def test_a_liaison_as_the_bane_brings_an_ally(self, name):
        plan = plan_for("Young Witch", bane=name, ally="Cave Dwellers")
        assert plan.because["Cave Dwellers"] == (name,)
        assert plan.player_mats == ("Favors",)

    @yes("bane-pile")
    def test_black_market_as_the_bane_brings_its_deck(self):
        plan = plan_for("Young Witch", bane="Black Market", deck=["Cellar", "Chapel"])
        assert beside(plan)["Black Market deck"] == 2

    @yes("bane-pile")
    def test_riverboat_as_the_bane_brings_its_card(self):
        plan = plan_for("Young Witch", bane="Riverboat", riverboat="Bazaar")
        assert [(pile.name, pile.card) for pile in plan.aside] == [("Riverboat", "Bazaar")]

    @yes("bane-pile")
    def test_there_is_one_bane_however_often_young_witch_is_in_use(self):
        plan = plan_for("Young Witch", "Black Market", deck=["Young Witch"], bane="Cellar")
        assert len(plan.supply) == 7 + 11
        assert plan.because["Cellar"] == ("Young Witch",)

    @no("bane-pile")
    @pytest.mark.parametrize("name", ["Witch", "Sea Witch", "Witch's Hut", "Old Witch", "Moat"])
    def test_without_young_witch_no_pile_is_added(self, name):
        plan = plan_for(name, bane="Cellar")
        assert len(plan.supply) == 7 + 10
        assert "Cellar" not in supply(plan)

    @no("bane-pile")
    def test_a_young_witch_deck_card_counts_only_with_black_market_in_the_game(self):
        assert "Cellar" not in supply(plan_for("Village", deck=["Young Witch"], bane="Cellar"))


class TestPrizes:
    """Complete Annotated Rules 2013, section 1, Prize Pile."""

    @yes("prizes")
    def test_they_are_one_each_of_five_cards(self):
        prizes = CATALOG.groups["Prizes"]
        assert {prize.name: prize.copies for prize in prizes} == dict.fromkeys(PRIZES, 1)

    @yes("prizes")
    def test_they_do_not_lie_face_down(self):
        assert "face down" not in plan_for("Tournament").pile_notes.get("Prizes", "")


class TestCoinTokens:
    """Annotated Rules 2013, sections 1 and 4, Coin Tokens; Cornucopia & Guilds rulebook 2023."""

    @yes("coin-tokens-guilds")
    @pytest.mark.parametrize("name", COIN_CARDS)
    @pytest.mark.parametrize("box", ["cornucopia-guilds-1e", "cornucopia-guilds-2e"])
    def test_each_player_takes_a_coffers_mat_where_the_box_has_them(self, name, box):
        plan = plan_for(name, boxes=["dominion-2e", box])
        assert plan.player_mats == ("Coffers",)
        assert plan.because["Coffers"] == (name,)

    @no("coin-tokens-guilds")
    @pytest.mark.parametrize("name", COIN_CARDS)
    def test_guilds_of_2013_has_no_mats(self, name):
        plan = plan_for(name, boxes=OLD_BOXES)
        assert plan.player_mats == ()
        assert plan.token_reserves == ("Coin",)

    @yes("coin-tokens-guilds")
    @pytest.mark.parametrize("name", COIN_CARDS)
    def test_the_mat_of_renaissance_serves_where_it_is_the_only_kind_owned(self, name):
        plan = plan_for(name, boxes=[*OLD_BOXES, "renaissance"])
        assert plan.player_mats == ("Coffers/Villagers",)


class TestBaker:
    """Annotated Rules 2013, section 1 (Coin Tokens) and Baker."""

    @yes("baker-token")
    @up_to_six
    def test_it_is_one_each_for_any_number_of_players(self, players):
        plan = plan_for("Baker", players=players)
        assert plan.player_tokens == {"Coin": 1}
        assert plan.tokens_placed == {"Coin": players}

    @yes("baker-token")
    def test_baker_in_the_black_market_deck_is_enough(self):
        plan = plan_for("Black Market", deck=["Baker", "Chapel"], boxes=OLD_BOXES)
        assert plan.player_tokens == {"Coin": 1}
