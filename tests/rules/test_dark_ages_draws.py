"""Dark Ages: Shelters, the published ways to decide on them, and the shuffled Knights.

Cases: dark_ages_draws.toml.
"""

from fractions import Fraction
from functools import partial

import pytest

from setup_rules.rule_index import rules_of
from setup_rules.slots import candidates
from tests.builders import (
    CATALOG,
    DARK_AGES,
    DULL,
    beside,
    card,
    chance_of,
    codes,
    every_count,
    fetched,
    game_for,
    no,
    plan_for,
    supply,
    up_to_six,
    yes,
)

SHELTERS = {"Hovel": 1, "Necropolis": 1, "Overgrown Estate": 1}

chance = partial(chance_of, "shelters")


class TestShelters:
    """Annotated rules 2013, section 1, Shelter Cards."""

    @yes("draw-shelters")
    @every_count
    def test_the_estate_pile_keeps_its_size(self, players):
        piles = supply(plan_for("Altar", players=players, shelters=True))
        assert piles["Estate"] == (8 if players == 2 else 12)

    @no("draw-shelters")
    @every_count
    def test_shelters_have_no_pile(self, players):
        plan = plan_for("Altar", players=players, shelters=True)
        assert not set(SHELTERS) & {*supply(plan), *beside(plan)}
        assert len(plan.supply) == 17

    @yes("draw-shelters")
    @up_to_six
    def test_one_of_each_is_fetched_for_every_player(self, players):
        boxes = fetched(plan_for("Altar", players=players, shelters=True))
        assert {name: boxes["dark-ages"][name] for name in SHELTERS} == dict.fromkeys(
            SHELTERS, players
        )

    @yes("draw-shelters")
    def test_they_combine_with_heirlooms(self):
        deck = plan_for("Altar", "Tracker", "Fool", shelters=True).starting_deck
        assert deck == {"Copper": 5, "Pouch": 1, "Lucky Coin": 1, **SHELTERS}

    def test_the_card_that_decided_is_named_as_the_reason(self):
        plan = plan_for(*DARK_AGES[:3], shelters=True, shelters_card="Altar")
        assert {plan.because[name] for name in SHELTERS} == {("Altar",)}


class TestLandscapesAreSkipped:
    """Renaissance rulebook 2018; Menagerie 2020; Plunder 2022; Rising Sun 2024, p. 2."""

    @yes("draw-skip-landscapes")
    def test_landscapes_are_not_counted_among_the_cards_that_decide(self):
        plain = plan_for("Bank", *DARK_AGES[:3])
        laid_out = plan_for("Bank", *DARK_AGES[:3], landscapes=("Alms", "Fair"))
        assert laid_out.odds == plain.odds
        assert laid_out.odds.shelters == Fraction(3, 10)

    @yes("draw-skip-landscapes")
    def test_no_landscape_is_offered_as_a_bane(self):
        game = game_for("Young Witch")
        bane = next(draw for draw in rules_of(CATALOG).draws if draw.key == "bane")
        offered = candidates(game, bane)
        assert offered
        assert all(c.id in CATALOG.cards for c in offered)

    @no("draw-skip-landscapes")
    def test_a_kingdom_pile_of_the_same_cost_is_offered(self):
        game = game_for("Young Witch")
        bane = next(draw for draw in rules_of(CATALOG).draws if draw.key == "bane")
        assert card("Cellar") in candidates(game, bane)
        assert "check-bane-invalid" not in codes(plan_for("Young Witch", bane="Cellar"))


class TestRandomCard:
    """Annotated rules 2013, section 1: in proportion to the Dark Ages cards in use."""

    @yes("shelters:random-card")
    @pytest.mark.parametrize("of_ten", range(1, 10))
    def test_the_chance_is_the_share_of_dark_ages_cards(self, of_ten):
        assert chance("random-card", *DARK_AGES[:of_ten]) == Fraction(of_ten, 10)
        assert plan_for(*DARK_AGES[:of_ten]).odds.shelters == Fraction(of_ten, 10)

    @no("shelters:random-card")
    def test_cards_outside_the_supply_do_not_decide(self):
        assert chance("random-card", "Ferryman", ferryman="Armory") == 0
        assert chance("random-card", "Riverboat", riverboat="Mystic") == 0
        assert chance("random-card", "Black Market", deck=DARK_AGES) == 0
        mouse = {"landscapes": ("Way of the Mouse",), "mouse": "Sage"}
        assert chance("random-card", **mouse) == 0


class TestLastRandomizer:
    """Annotated rules 2013, section 1: the last card dealt decides."""

    @no("shelters:last-randomizer")
    def test_a_bane_is_not_dealt_among_the_ten(self):
        assert chance("last-randomizer", *DULL[:9], "Young Witch", bane="Sage") == 0
        names = ("Young Witch", *DULL[:8], "Altar")
        assert chance("last-randomizer", *names, bane="Cellar") == 1


class TestAllDarkAges:
    """Annotated rules 2013, section 1: only Kingdom cards from Dark Ages."""

    @yes("shelters:all-dark-ages")
    def test_ten_of_ten_always_use_them(self):
        assert chance("all-dark-ages", *DARK_AGES) == 1
        assert plan_for(*DARK_AGES).odds == (0, 1, 0, 0)

    @no("shelters:all-dark-ages")
    def test_nine_of_ten_and_a_dark_ages_bane_do_not(self):
        assert chance("all-dark-ages", *DARK_AGES[:9], "Young Witch", bane="Sage") == 0


class TestAgreement:
    """German Dark Ages rulebook 2019, p. 4: with a mixed Kingdom the players agree."""

    @yes("shelters:agreement")
    def test_the_rule_gives_no_odds_because_the_players_agree(self):
        assert chance("agreement", *DARK_AGES[:3]) is None


class TestKnights:
    """Annotated rules 2013, section 1, Knights Pile; Knights in section 7."""

    @yes("knights-shuffle")
    def test_so_they_are_as_the_pile_of_approaching_army(self):
        plan = plan_for("Poet", prophecy="Approaching Army", army="Knights")
        assert plan.pile_notes["Knights"].startswith("shuffle, face down, top card face up")
