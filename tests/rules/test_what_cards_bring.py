"""Piles, mats and tokens that a card brings by its mere presence; the table names its sources."""

from functools import reduce
from operator import or_

import pytest

from setup_rules.cards import BASIC_CARDS, Card
from tests.builders import (
    CATALOG,
    EVERYTHING,
    all_that,
    alone,
    codes,
    plan_for,
    plan_using,
    roles_for,
    supply,
    thing,
)
from tests.rules.what_cards_bring import COMPONENTS, ROWS, Brings, set_out

every_row = pytest.mark.parametrize("row", ROWS, ids=str)
THINGS = sorted({(part, name) for row in ROWS for part in row.things for name in row.things[part]})
DEALT = ("ally", "prophecy")
OUTSIDE = ("beside", "trash", "starting_deck")
"""Parts of the table with cards that are no Supply piles."""


def check(row: Brings, plan, players: int, askers: tuple[str, ...]) -> None:
    """All things of a row lie in their part of the table, and the plan says for whom."""
    for part in row.things:
        counts = row.counts(part, players)
        there = set_out(plan, part)
        assert {name: there.get(name) for name in counts} == counts, askers
        for name in counts:
            if name in askers:  # a pile of the same name may be there for another reason
                assert set(askers) <= set(plan.because[name])
            else:
                assert plan.because[name] == askers
            assert part not in OUTSIDE or name not in supply(plan), askers


@every_row
def test_each_card_brings_it_in_whatever_role_it_is(row):
    for name in row.cards:
        for role in roles_for(name):
            check(row, plan_using(name, role), 2, (name,))


@every_row
def test_it_comes_once_for_any_number_of_players_however_many_of_the_cards_are_there(row):
    piles = [name for name in row.cards if isinstance(thing(name), Card)]
    landscapes = [name for name in row.cards if name not in piles]
    landscapes = [name for name in landscapes if thing(name).kind not in DEALT]
    for players in range(2, 8):
        plan = plan_for(*piles, landscapes=landscapes, players=players, fill=False)
        check(row, plan, players, tuple(sorted((*piles, *landscapes))))


@pytest.mark.parametrize(("part", "name"), THINGS)
def test_no_other_card_or_landscape_brings_it(part, name):
    rows = (set(row.cards) for row in ROWS if name in row.things.get(part, ()))
    assert all_that(lambda plan: name in set_out(plan, part)) == reduce(or_, rows)


@every_row
def test_cards_that_sound_like_it_leave_it_in_the_box(row):
    for other in row.not_by:
        for part in row.things:
            assert not set(row.things[part]) & set(set_out(alone(other), part)), other


def test_there_is_nothing_else_that_a_card_brings():
    named = {*THINGS, ("starting_deck", "Copper"), ("starting_deck", "Estate")}
    for name in EVERYTHING:
        plan = alone(name)
        brought = {(part, one) for part in COMPONENTS[1:] for one in set_out(plan, part)}
        piles = {pile.name for pile in plan.supply if pile.card is None} - set(BASIC_CARDS)
        assert brought | {("supply", pile) for pile in piles} <= named, name


def test_what_lies_beside_the_supply_never_goes_into_the_black_market_deck():
    for row in ROWS:
        for name in row.things.get("beside", ()):
            for single in CATALOG.groups.get(name) or (thing(name),):
                plan = plan_for("Black Market", deck=[single.name])
                assert codes(plan)["check-bm-non-supply"] == "error", single.name


def test_only_these_put_tokens_on_piles():
    assert all_that(lambda plan: plan.pile_tokens) == {"Trade Route", "Aqueduct", "Tax"}
