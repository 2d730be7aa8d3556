"""Sentences that hold for the whole game and need no components."""

import pytest

from tests.builders import EVERYTHING, alone, in_every_role, plan_for, plan_using, roles_for


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


class TestNoOthers:
    """Only what the rulebooks name is remembered."""

    def test_no_other_card_has_a_sentence_of_its_own(self):
        telling = {name for name in EVERYTHING if about(name, alone(name))}
        assert telling == {
            *("Duchess", "Charlatan", "Changeling", "Footpad", "Shaman"),
            "Divine Wind",
        }

    def test_a_dull_kingdom_needs_none(self):
        assert plan_for().reminders == ()
