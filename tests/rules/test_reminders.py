"""Sentences that hold for the whole game and need no components."""

import pytest

from tests.builders import (
    CATALOG,
    EVERYTHING,
    alone,
    in_every_role,
    plan_for,
    plan_using,
    roles_for,
)

PROPHECIES = tuple(
    landscape.name for landscape in CATALOG.landscapes.values() if landscape.kind == "prophecy"
)


def about(name, plan):
    """What the plan says about a card."""
    return [text for text in plan.reminders if text.startswith(f"{name}: ")]


class TestDuchess:
    """Complete Annotated Rules 2013, Duchess."""

    @pytest.mark.parametrize("role", ["ten", "bane"])
    def test_with_a_duchess_in_the_supply_gaining_a_duchy_may_bring_one(self, role):
        (text,) = about("Duchess", plan_using("Duchess", role))
        assert "Duchy" in text

    @pytest.mark.parametrize("role", ["deck", "mouse"])
    def test_a_duchess_outside_the_supply_has_no_special_effect(self, role):
        assert plan_using("Duchess", role).reminders == ()

    def test_in_the_supply_and_nowhere_else_is_every_role_it_can_have(self):
        assert roles_for("Duchess") == ("ten", "bane", "mouse", "deck")


class TestCharlatan:
    """Prosperity rulebook 2022, page 4."""

    @pytest.mark.parametrize(("name", "role"), in_every_role("Charlatan"))
    def test_a_curse_is_also_a_treasure_worth_1(self, name, role):
        (text,) = about(name, plan_using(name, role))
        assert "Curse" in text
        assert "Treasure" in text
        assert "$1" in text


class TestOtherCards:
    """The cards that say “in games using this”."""

    @pytest.mark.parametrize(("name", "role"), in_every_role("Changeling", "Footpad"))
    def test_in_any_role_they_are_remembered(self, name, role):
        assert len(about(name, plan_using(name, role))) == 1

    @pytest.mark.parametrize("role", ["ten", "bane", "deck"])
    def test_shaman_is_remembered(self, role):
        (text,) = about("Shaman", plan_using("Shaman", role))
        assert "trash" in text

    def test_each_is_said_once(self):
        plan = plan_for("Charlatan", "Shaman", "Black Market", deck=["Charlatan", "Shaman"])
        assert len(plan.reminders) == 2

    def test_a_card_of_a_deck_counts_only_with_black_market_in_the_game(self):
        assert plan_for("Village", deck=["Charlatan"]).reminders == ()


class TestWayOfTheMouse:
    """Menagerie rulebook 2020, page 14: text below a dividing line has no effect."""

    def test_shaman_set_aside_for_it_changes_no_turn(self):
        assert plan_using("Shaman", "mouse").reminders == ()


class TestFerryman:
    """Cornucopia & Guilds rulebook 2023, p. 5: gain one when you gain a Ferryman."""

    @pytest.mark.parametrize("role", ["ten", "deck"])
    def test_a_ferryman_brings_a_card_of_its_pile(self, role):
        (text,) = about("Ferryman", plan_using("Ferryman", role, ferryman="Island"))
        assert "gains a Ferryman" in text
        assert "Island" in text

    def test_without_a_pile_there_is_nothing_to_gain(self):
        assert plan_for("Ferryman").reminders == ()


class TestTradeRoute:
    """Prosperity rulebook 2016, Trade Route: the token moves when the first card is gained."""

    @pytest.mark.parametrize(("name", "role"), in_every_role("Trade Route"))
    def test_the_token_of_a_pile_moves_to_the_mat_at_the_first_gain(self, name, role):
        (text,) = about(name, plan_using(name, role))
        assert "first time somebody gains a card" in text
        assert "mat" in text


class TestTax:
    """The Event Tax: who buys from a pile takes the debt on it."""

    def test_the_buyer_takes_the_debt(self):
        (text,) = about("Tax", plan_for(landscapes=["Tax"]))
        assert "buys" in text
        assert "debt" in text


class TestProphecies:
    """Rising Sun rulebook 2024, p. 3: a Prophecy takes effect when its last Sun is removed."""

    @pytest.mark.parametrize("name", PROPHECIES)
    def test_each_waits_for_the_last_sun(self, name):
        (text,) = about(name, plan_for("Tea House", prophecy=name))
        assert "last Sun" in text

    def test_without_an_omen_there_is_none(self):
        assert plan_for(prophecy="Growth").reminders == ()


class TestBacks:
    """Annotated rules 2013, section 1, Stash; Rising Sun rulebook 2024, p. 4, Shadow cards."""

    OWN_BACKS = ("Stash", "Alley", "Fishmonger", "Ninja", "Ronin", "Tanuki")

    def test_these_have_backs_of_their_own(self):
        assert {card.name for card in CATALOG.cards.values() if card.own_back} == {*self.OWN_BACKS}

    @pytest.mark.parametrize("name", OWN_BACKS)
    @pytest.mark.parametrize("role", ["ten", "deck"])
    def test_a_card_that_players_gain_is_recognised_by_its_back(self, name, role):
        assert [text for text in plan_using(name, role).reminders if name in text] == [
            f"{name} has a different back: you can spot it in any deck."
        ]

    def test_several_are_told_at_once(self):
        (text,) = plan_for("Ninja", "Stash", "Alley").reminders
        assert text == (
            "Alley, Ninja and Stash have different backs: you can spot them in any deck."
        )

    @pytest.mark.parametrize(("name", "role"), [("Fishmonger", "mouse"), ("Ronin", "riverboat")])
    def test_a_card_set_aside_is_in_nobodys_deck(self, name, role):
        assert plan_using(name, role).reminders == ()


class TestNoOthers:
    """Only what the rulebooks name is remembered."""

    def test_no_other_card_has_a_sentence_of_its_own(self):
        telling = {name for name in EVERYTHING if about(name, alone(name))}
        assert telling == {
            *("Duchess", "Charlatan", "Changeling", "Footpad", "Shaman"),
            *("Trade Route", "Tax", *PROPHECIES),
        }

    def test_a_dull_kingdom_needs_none(self):
        assert plan_for().reminders == ()
