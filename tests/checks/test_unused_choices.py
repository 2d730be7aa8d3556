"""Checks on choices that nothing in the kingdom asks for; cases: unused_choices.toml."""

import pytest

from setup_rules.plan import SetupPlan
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import ASKED_BY
from tests.builders import CATALOG, aside, beside, codes, expect, no, plan_for, supply, yes

BOONS = ["The Sea's Gift", "The Sun's Gift", "The Sky's Gift"]
WITHOUT = {
    "bane": ({"bane": "Cellar"}, "Young Witch"),
    "ferryman": ({"ferryman": "Village"}, "Ferryman"),
    "mouse": ({"mouse": "Village"}, "Way of the Mouse"),
    "riverboat": ({"riverboat": "Witch"}, "Riverboat"),
    "army": ({"army": "Witch"}, "Approaching Army"),
    "ally": ({"ally": "Village"}, "Liaison"),
    "prophecy": ({"prophecy": "Village"}, "Omen"),
    "obelisk": ({"obelisk": "Smithy"}, "Obelisk"),
    "druid_boons": ({"boons": BOONS}, "Druid"),
    "inherited_replaces": ({"inherited_replaces": "Estate"}, "Inherited"),
    "black_market_deck": ({"deck": ["Village", "Moat"]}, "Black Market"),
    "traits": ({"traits": {"Pious": "Smithy"}}, "Pious"),
}
"""A choice without the card that asks for it, and which card that is."""
WITH = {
    "bane": {"names": ["Young Witch"]},
    "ferryman": {"names": ["Ferryman"]},
    "mouse": {"landscapes": ["Way of the Mouse"]},
    "riverboat": {"names": ["Riverboat"]},
    "army": {"names": ["Tea House"], "prophecy": "Approaching Army"},
    "ally": {"names": ["Bauble"], "ally": "Architects' Guild"},
    "prophecy": {"names": ["Tea House"], "prophecy": "Growth"},
    "obelisk": {"landscapes": ["Obelisk"]},
    "druid_boons": {"names": ["Druid"]},
    "inherited_replaces": {"landscapes": ["Inherited"], "traits": {"Inherited": "Smithy"}},
    "black_market_deck": {"names": ["Black Market"]},
    "traits": {"landscapes": ["Pious"]},
}
"""What makes the same choice one that is asked for."""


def set_out(plan: SetupPlan) -> tuple[object, ...]:
    """All that a choice could change."""
    return (
        *(supply(plan), beside(plan), aside(plan), plan.starting_deck, plan.pile_notes),
        *(plan.landscapes, plan.traits, plan.named_piles, plan.because, plan.fetch, plan.reminders),
    )


class TestChoiceUnused:
    """check-choice-unused: a choice, a slot or a Black Market deck that nothing in the kingdom asks
    for is not used, and that is said: each of them is set up only with its card.

    Cornucopia & Guilds rulebook 2023, p. 2; Menagerie rulebook 2020, p. 2; Rising Sun rulebook
    2024, p. 2; Nocturne rulebook 2017, p. 5; Plunder rulebook 2022, p. 2–4; Allies rulebook 2021,
    p. 3; Annotated rules 2013, section 1; the cards.
    """

    def test_every_choice_there_is_has_a_case_here(self):
        assert {*WITHOUT} == {*ASKED_BY, "traits"} == {*WITH}
        assert {*rules_of(CATALOG).slots} <= {*ASKED_BY}

    @yes("check-choice-unused")
    @pytest.mark.parametrize("choice", WITHOUT)
    def test_a_choice_without_its_card_is_told_and_not_used(self, choice):
        how, asks = WITHOUT[choice]
        plan = plan_for(**how)
        (issue,) = plan.problems
        assert (issue.code, issue.severity.value) == ("check-choice-unused", "advice")
        assert issue.choice == choice
        assert issue.cards
        assert any(words in issue.message for words in ("isn’t used", "aren’t used"))
        assert asks in issue.message
        assert asks in issue.fix
        assert plan.status == "ok"
        assert set_out(plan) == set_out(plan_for())

    @no("check-choice-unused")
    @pytest.mark.parametrize("choice", WITHOUT)
    def test_with_its_card_it_is_used(self, choice):
        how = {**WITHOUT[choice][0], **WITH[choice]}
        assert "check-choice-unused" not in codes(plan_for(*how.pop("names", ()), **how))

    @yes("check-choice-unused")
    def test_a_long_deck_is_not_listed_whole(self):
        deck = [card.name for card in CATALOG.cards.values() if not card.is_mixed][:40]
        plan = plan_for(deck=deck)
        issue = expect(plan, "check-choice-unused", "advice", *deck, fix="Black Market")
        assert "34 more" in issue.message
