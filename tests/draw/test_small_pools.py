"""On pools of up to 16 cards everything is compared with every kingdom there is."""

from dataclasses import replace
from functools import cache
from math import comb, prod
from random import Random

import pytest

from setup_rules.chance import Chance
from setup_rules.draw.conflict import find_conflict
from setup_rules.draw.exact.conditions import bits_of, state_constraints
from setup_rules.draw.exact.count_table import build_table
from setup_rules.draw.exact.counting import count_exactly
from setup_rules.draw.exact.packed_count import count_packed
from setup_rules.draw.exact.sampler import Answer, Tally, estimate, prepare
from setup_rules.draw.exact.state_count import count_by_states
from setup_rules.draw.wishes import Bounds, ListLimit, Needs, Wishes, list_wishes, without
from tests.draw.referee import all_fitting, fits, weight_of
from tests.draw.reroll import reroll_one
from tests.draw.wish_sets import all_cards, count, small_pool, small_wishes
from tests.thorough import THOROUGH

SETS = range(160 if THOROUGH else 48)
BUDGET = 2_500_000


@cache
def request_of(number):
    random = Random(number)
    pool = small_pool(random)
    wishes = small_wishes(random, pool, random.choice((0.08, 0.15, 0.25, 0.4)))
    return pool, wishes, tuple(all_fitting(pool, wishes))


@pytest.mark.parametrize("number", SETS)
def test_the_count_the_table_and_the_draw_agree_with_every_kingdom_listed(number):
    pool, wishes, kingdoms = request_of(number)
    problem = state_constraints(pool, wishes)
    weight = sum(weight_of(kingdom, wishes) for kingdom in kingdoms)
    for count_in_its_way in (count_packed, count_by_states):
        plain = count_in_its_way(problem, problem.conditions, BUDGET)
        heavy = count_in_its_way(problem, problem.conditions, BUDGET, weighted=True)
        assert plain in (len(kingdoms), None)
        assert heavy in (weight, None)
    if problem.refuted_by is None:
        table, _ = build_table(problem, problem.conditions, 10**6, 10**7)
        assert table is not None
        pins = prod(problem.weights[place] for place in bits_of(problem.pinned))
        assert table.total * pins == weight
    prepared = prepare(pool, wishes)
    assert prepared.answer is (Answer.POSSIBLE if kingdoms else Answer.IMPOSSIBLE)
    if kingdoms:
        assert find_conflict(pool, wishes) is None
        for seed in "abc":
            assert fits(prepared.draw(Chance(seed)), pool, wishes)


@pytest.mark.parametrize("number", [n for n in SETS if n % 2])
def test_a_conflict_is_minimal_and_its_ways_out_are_counted(number):
    pool, wishes, kingdoms = request_of(number)
    conflict = find_conflict(pool, wishes)
    if kingdoms:
        assert conflict is None
        return
    assert conflict is not None
    assert conflict.proved
    in_core = {wish.identity for wish in conflict.wishes}
    others = [wish for wish in list_wishes(wishes) if wish.identity not in in_core]
    core = without(wishes, others)
    assert not any(True for _ in all_fitting(pool, core))
    for wish in conflict.wishes:
        if wish.key != "boxes":
            assert any(True for _ in all_fitting(pool, without(core, [wish]))), wish.key
    for way in conflict.ways_out:
        assert way.tally.exact == sum(1 for _ in all_fitting(pool, way.wishes))
        assert way.tally.exact
    changes = [len(way.changes) for way in conflict.ways_out]
    assert changes == sorted(changes)


def test_little_work_is_enough_for_most_counts():
    known = 0
    for number in SETS:
        pool, wishes, _ = request_of(number)
        problem = state_constraints(pool, wishes)
        known += count_exactly(problem, problem.conditions, BUDGET) is not None
    assert known > 0.9 * len(SETS)


@pytest.mark.parametrize("number", [n for n in SETS if n % 8 == 0])
def test_how_large_a_table_may_be_changes_no_answer(number, monkeypatch):
    monkeypatch.setattr("setup_rules.draw.exact.sampler.FIRST_STATES", 12)
    monkeypatch.setattr("setup_rules.draw.exact.sampler.COUNT_BUDGET", 1_000)
    pool, wishes, kingdoms = request_of(number)
    prepared = prepare(pool, wishes)
    assert prepared.answer is (Answer.POSSIBLE if kingdoms else Answer.IMPOSSIBLE)
    if kingdoms:
        assert fits(prepared.draw(Chance("small table")), pool, wishes)


@pytest.mark.parametrize("number", [n for n in SETS if n % 4 == 0])
def test_a_re_roll_finds_a_card_exactly_when_there_is_one(number):
    pool, wishes, kingdoms = request_of(number)
    if not kingdoms:
        return
    kingdom = kingdoms[number % len(kingdoms)]
    out = kingdom[number % 10]
    nine = {card.id for card in kingdom} - {out.id}
    choices = {
        card.id
        for other in kingdoms
        for card in other
        if {c.id for c in other} - {card.id} == nine and card.id != out.id
    }
    new = reroll_one(kingdom, out, pool, wishes, Chance(str(number)))
    if new is None:
        assert not choices
    else:
        assert new[number % 10].id in choices
        assert [card for card in new if card not in kingdom] == [new[number % 10]]


class TestCompetingNeeds:
    """Several cards that each need a card left over, from few that serve."""

    pool = tuple(card for card in all_cards() if min(card.families) == "dominion")[:14]
    ids = tuple(card.id for card in pool)

    @pytest.mark.parametrize("seed", range(40))
    def test_are_met_exactly_when_the_cards_can_be_shared_out(self, seed):
        random = Random(seed)
        needs = tuple(
            Needs(trigger, frozenset(random.sample(self.ids, random.randint(1, 5))), how_many)
            for trigger, how_many in zip(random.sample(self.ids, 3), (1, 2, 1), strict=True)
        )
        wishes = Wishes(needs=needs, pinned=(needs[0].trigger,))
        kingdoms = tuple(all_fitting(self.pool, wishes))
        assert count(self.pool, wishes).exact == len(kingdoms)


class TestTallOrders:
    """At least so many of nearly everything, which is counted by what is left out."""

    @pytest.mark.parametrize("least", [8, 9, 10])
    def test_are_counted_like_all_others(self, least):
        random = Random(least)
        cantrips = [card for card in all_cards() if "cantrip" in card.tags]
        steady = [c for c in all_cards() if "nonterminal" in c.tags and "cantrip" not in c.tags]
        others = [card for card in all_cards() if "nonterminal" not in card.tags]
        pool = (*random.sample(cantrips, 8), *random.sample(steady, 4), *random.sample(others, 3))
        tags = ("nonterminal", Bounds(least)), ("cantrip", Bounds(6)), ("coins", Bounds(0, 6))
        wishes = Wishes(tags=tags)
        kingdoms = sum(1 for _ in all_fitting(pool, wishes))
        assert kingdoms
        assert count(pool, wishes).exact == kingdoms


class TestATableThatMustGrow:
    """Twenty cards in ten pairs, one card of each pair, at most one of the first ten."""

    pool = all_cards()[:20]
    firsts = tuple(card.id for card in pool[:10])
    seconds = tuple(card.id for card in pool[10:])
    pairs = tuple(zip(firsts, seconds, strict=True))

    @pytest.fixture(autouse=True)
    def _small_tables(self, monkeypatch):
        monkeypatch.setattr("setup_rules.draw.exact.sampler.FIRST_STATES", 2)

    def test_grows_until_one_of_the_eleven_kingdoms_is_found(self):
        wishes = Wishes(not_together=self.pairs, list_limits=(ListLimit("a", self.firsts, 1),))
        prepared = prepare(self.pool, wishes)
        assert prepared.answer is Answer.POSSIBLE
        drawn = {prepared.draw_set(Chance(str(seed))) for seed in range(120)}
        assert len(drawn) == 11

    def test_is_not_needed_where_the_count_shows_that_there_is_none(self):
        limits = ListLimit("a", self.firsts, 1), ListLimit("b", self.seconds, 8)
        wishes = Wishes(not_together=self.pairs, list_limits=limits)
        assert prepare(self.pool, wishes).answer is Answer.IMPOSSIBLE

    def test_ends_undecided_at_its_limit(self):
        wishes = Wishes(not_together=self.pairs, list_limits=(ListLimit("a", self.firsts, 1),))
        prepared = prepare(self.pool, wishes, limit=200)
        assert prepared.answer is Answer.UNDECIDED
        assert prepared.hardest[0].key == "list_limits.a"


class TestThePastBudgetEstimate:
    def test_is_exact_where_none_can_fit_or_the_table_holds_all(self):
        pool = request_of(0)[0]
        nothing = prepare(pool, Wishes(tags=(("village", Bounds(2, 1)),)))
        assert estimate(nothing).exact == 0
        assert estimate(prepare(pool, Wishes())).exact == comb(len(pool), 10)

    def test_is_not_known_where_even_that_is_not_decided(self):
        prepared = replace(prepare(request_of(0)[0], Wishes()), table=None)
        assert estimate(prepared) == Tally(None)

    def test_says_that_it_is_one_and_how_far_it_may_be_off(self):
        for number in (n for n in SETS if len(request_of(n)[2]) > 300):
            pool, wishes, _ = request_of(number)
            wishes = Wishes(tags=wishes.tags, costs=wishes.costs, not_together=wishes.not_together)
            prepared = prepare(pool, wishes)
            tally = estimate(prepared)
            if prepared.tests:
                truth = count(pool, wishes).exact
                assert tally.exact is None
                assert abs(tally.about - truth) <= 5 * tally.error * truth + 1
            else:
                assert tally.about is None


class TestWholeShelves:
    """Numbers that a formula gives, as large as they get."""

    cards = all_cards()

    def packed(self, **wishes):
        problem = state_constraints(self.cards, Wishes(**wishes))
        return count_packed(problem, problem.conditions, BUDGET)

    def test_pairs_without_a_common_card(self):
        ids = [card.id for card in self.cards[:8]]
        pairs = tuple(zip(ids[::2], ids[1::2], strict=True))
        with_pairs = (
            (-1) ** k * comb(4, k) * comb(len(self.cards) - 2 * k, 10 - 2 * k) for k in range(5)
        )
        assert self.packed(not_together=pairs) == sum(with_pairs)

    def test_pairs_with_a_common_card(self):
        one, two, three = (card.id for card in self.cards[:3])
        number = len(self.cards)
        without_it, with_it = comb(number - 1, 10), comb(number - 3, 9)
        assert self.packed(not_together=((one, two), (one, three))) == without_it + with_it

    def test_a_pin_that_is_banned_leaves_none(self):
        assert self.packed(pinned=("moat",), banned=("moat",)) == 0
