"""Dark Ages: Shelters, the published ways to decide on them, and the shuffled Knights."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from setup_rules.engine import candidates
from setup_rules.rule_index import rules_of
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
    @up_to_six
    def test_each_deck_has_one_of_each_instead_of_three_estates(self, players):
        plan = plan_for("Altar", players=players, shelters=True)
        assert plan.starting_deck == {"Copper": 7, **SHELTERS}
        assert plan.status == "ok"

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

    @no("draw-shelters")
    def test_decks_start_with_estates_without_them(self):
        assert plan_for("Altar", shelters=False).starting_deck == {"Copper": 7, "Estate": 3}

    @yes("draw-shelters")
    def test_they_combine_with_heirlooms(self):
        deck = plan_for("Altar", "Tracker", "Fool", shelters=True).starting_deck
        assert deck == {"Copper": 5, "Pouch": 1, "Lucky Coin": 1, **SHELTERS}

    def test_the_card_that_decided_is_named_as_the_reason(self):
        plan = plan_for(*DARK_AGES[:3], shelters=True, shelters_card="Altar")
        assert {plan.because[name] for name in SHELTERS} == {("Altar",)}


class TestDifferentCards:
    """Annotated rules 2013, section 1: never the same card for both draws."""

    @no("draw-different-cards")
    def test_one_draw_alone_cannot_clash(self):
        assert "check-same-draw-card" not in codes(plan_for("Bank", platinum_colony_card="Bank"))
        assert "check-same-draw-card" not in codes(plan_for("Bank", shelters_card="Bank"))

    @yes("draw-different-cards")
    def test_the_odds_of_both_are_those_of_two_different_cards(self):
        odds = plan_for("Bank", "City", "Forge", *DARK_AGES[:4]).odds
        assert odds.both == Fraction(3 * 4, 10 * 9)
        assert odds.neither == 1 - Fraction(3, 10) - Fraction(4, 10) + Fraction(12, 90)


class TestLandscapesAreSkipped:
    """Renaissance rulebook 2018; Menagerie 2020; Plunder 2022; Rising Sun 2024, p. 2."""

    @yes("draw-skip-landscapes")
    def test_landscapes_are_not_counted_among_the_cards_that_decide(self):
        plain = plan_for("Bank", *DARK_AGES[:3])
        laid_out = plan_for("Bank", *DARK_AGES[:3], landscapes=("Alms", "Fair"))
        assert laid_out.odds == plain.odds
        assert laid_out.odds.shelters == Fraction(3, 10)

    @yes("draw-skip-landscapes")
    def test_a_landscape_can_never_be_the_bane(self):
        plan = plan_for("Young Witch", bane="Expedition")
        assert codes(plan)["check-bane-invalid"] == "error"
        assert "Expedition" not in supply(plan)

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
    def test_no_dark_ages_card_no_chance(self):
        assert chance("random-card") == 0

    @yes("shelters:random-card")
    def test_a_bane_is_a_kingdom_card_in_use(self):
        names = (*DARK_AGES[:4], "Young Witch")
        assert chance("random-card", *names, bane="Cellar") == Fraction(4, 11)
        assert chance("random-card", *names, bane="Vagrant") == Fraction(5, 11)

    @yes("shelters:random-card")
    def test_so_is_the_attack_pile_of_approaching_army(self):
        names = (*DARK_AGES[:4], "Poet")
        army = {"prophecy": "Approaching Army"}
        assert chance("random-card", *names, **army, army="Witch") == Fraction(4, 11)
        assert chance("random-card", *names, **army, army="Rogue") == Fraction(5, 11)

    @no("shelters:random-card")
    def test_cards_outside_the_supply_do_not_decide(self):
        assert chance("random-card", "Ferryman", ferryman="Armory") == 0
        assert chance("random-card", "Riverboat", riverboat="Mystic") == 0
        assert chance("random-card", "Black Market", deck=DARK_AGES) == 0
        mouse = {"landscapes": ("Way of the Mouse",), "mouse": "Sage"}
        assert chance("random-card", **mouse) == 0

    @no("shelters:random-card")
    def test_ruins_are_no_kingdom_pile(self):
        assert chance("random-card", "Cultist") == Fraction(1, 10)
        assert "Ruins" in supply(plan_for("Cultist"))


class TestLastRandomizer:
    """Annotated rules 2013, section 1: the last card dealt decides."""

    @yes("shelters:last-randomizer")
    def test_a_dark_ages_card_dealt_last_decides_for_them(self):
        assert chance("last-randomizer", *DULL[:9], "Altar") == 1

    @no("shelters:last-randomizer")
    def test_one_dealt_earlier_does_not(self):
        assert chance("last-randomizer", *DARK_AGES[:9], "Smithy") == 0

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

    @yes("shelters:all-dark-ages")
    @up_to_six
    def test_without_a_word_all_ten_are_played_with_them(self, players):
        plan = plan_for(*DARK_AGES, players=players, shelters=None)
        assert plan.starting_deck == {"Copper": 7, **SHELTERS}
        assert "check-choice-open" not in codes(plan)

    @no("shelters:all-dark-ages")
    def test_nine_of_ten_do_not(self):
        assert chance("all-dark-ages", *DARK_AGES[:9]) == 0

    @yes("shelters:all-dark-ages")
    def test_a_foreign_bane_does_not_matter(self):
        how = {
            "landscapes": ("Way of the Mouse",),
            "mouse": "Black Market",
            "deck": ("Young Witch",),
            "bane": "Cellar",
        }
        assert chance("all-dark-ages", *DARK_AGES, **how) == 1
        plan = plan_for(*DARK_AGES, **how, shelters=None)
        assert "Cellar" in supply(plan)
        assert "Hovel" in plan.starting_deck

    @no("shelters:all-dark-ages")
    def test_nine_of_ten_and_a_dark_ages_bane_do_not(self):
        assert chance("all-dark-ages", *DARK_AGES[:9], "Young Witch", bane="Sage") == 0


class TestAgreement:
    """German Dark Ages rulebook 2019, p. 4: with a mixed Kingdom the players agree."""

    @yes("shelters:agreement")
    def test_the_rule_gives_no_odds_because_the_players_agree(self):
        assert chance("agreement", *DARK_AGES[:3]) is None

    @yes("shelters:agreement")
    def test_they_may_agree_on_shelters(self):
        plan = plan_for(*DARK_AGES[:1], shelters=True)
        assert "Hovel" in plan.starting_deck
        assert plan.problems == ()

    @no("shelters:agreement")
    def test_they_may_agree_on_estates(self):
        plan = plan_for(*DARK_AGES[:9], shelters=False)
        assert "Hovel" not in plan.starting_deck
        assert plan.problems == ()


class TestKnights:
    """Annotated rules 2013, section 1, Knights Pile; Knights in section 7."""

    @yes("knights-shuffle")
    @every_count
    def test_they_are_shuffled_and_the_top_one_lies_face_up(self, players):
        note = plan_for("Knights", players=players).pile_notes["Knights"]
        assert note == "shuffle, face down, top card face up"

    @yes("knights-shuffle")
    def test_so_they_are_as_the_pile_of_approaching_army(self):
        plan = plan_for("Poet", prophecy="Approaching Army", army="Knights")
        assert plan.pile_notes["Knights"].startswith("shuffle, face down, top card face up")

    @no("knights-shuffle")
    def test_they_never_get_a_trade_route_token(self):
        tokens = plan_for("Knights", "Trade Route", "Gardens").pile_tokens["Coin"]
        assert tokens == {"Estate": 1, "Duchy": 1, "Province": 1, "Gardens": 1}

    @no("knights-shuffle")
    def test_a_knight_in_the_black_market_deck_is_one_card_and_no_pile(self):
        plan = plan_for("Black Market", deck=("Dame Anna",))
        assert "Knights" not in supply(plan)
        assert "Knights" not in plan.pile_notes
        assert beside(plan)["Black Market deck"] == 1
