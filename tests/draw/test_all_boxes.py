"""On all piles: realistic wishes are drawn or refuted, and hard ones never lie."""

from dataclasses import replace
from itertools import combinations
from math import comb
from random import Random

import pytest

from setup_rules.chance import Chance
from setup_rules.draw.conflict import find_conflict
from setup_rules.draw.exact.conditions import state_constraints
from setup_rules.draw.exact.counting import count_exactly
from setup_rules.draw.exact.sampler import WORK_LIMIT, Answer, prepare
from setup_rules.draw.wishes import Bounds, ListLimit, Wishes
from tests.draw.referee import fits
from tests.draw.reroll import reroll, reroll_one
from tests.draw.wish_sets import all_cards, bane, count, realistic_wishes
from tests.thorough import THOROUGH, cases

BIG = 10**9


def exactly(pool, wishes):
    problem = state_constraints(pool, wishes)
    return count_exactly(problem, problem.conditions, BIG)


@pytest.mark.parametrize("number", range(cases(120)))
def test_realistic_wishes_are_drawn_or_refuted_and_none_is_broken(number):
    pool, wishes = realistic_wishes(Random(number), heavy=number % 4 == 0)
    prepared = prepare(pool, wishes)
    tally = count(pool, wishes)
    assert prepared.answer is not Answer.UNDECIDED
    if prepared.answer is Answer.IMPOSSIBLE:
        assert tally.exact == 0
        assert find_conflict(pool, wishes).proved
        return
    assert tally.exact is None or tally.exact > 0
    kingdoms = [prepared.draw(Chance(f"{number} {seed}")) for seed in range(4)]
    assert all(fits(kingdom, pool, wishes) for kingdom in kingdoms)
    out = kingdoms[0][number % 10]
    if out.id not in wishes.pinned:
        new = reroll_one(kingdoms[0], out, pool, wishes, Chance("swap"))
        assert new is None or fits(new, pool, wishes)
    gone = [card for card in kingdoms[0] if card.id not in wishes.pinned][:3]
    new = reroll(kingdoms[0], gone, pool, wishes, Chance("swap three"))
    assert new is None or fits(new, pool, wishes)


def hard_request(seed, lists=12):
    """Exact counts for many unrelated lists, all true of one kingdom that is thus a witness."""
    random = Random(seed)
    pool = all_cards()
    witness = random.sample(pool, 10)
    marked = []
    limits = []
    for number in range(lists):
        names = random.sample(pool, random.randint(40, 200))
        met = sum(card in names for card in witness)
        marked.append((f"list-{number}", frozenset(card.id for card in names), met))
        limits.append(ListLimit(f"list {number}", tuple(card.id for card in names), met))
    families = {min(card.families) for card in witness}
    pool = tuple(
        replace(card, tags=card.tags | {name for name, ids, _ in marked if card.id in ids})
        for card in pool
    )
    wishes = Wishes(
        tags=tuple((name, Bounds(met, met)) for name, _, met in marked),
        list_limits=tuple(limits),
        boxes_used=Bounds(0, len(families)),
    )
    ids = {card.id for card in witness}
    return pool, wishes, tuple(card for card in pool if card.id in ids)


class TestHardRequests:
    @pytest.mark.parametrize("seed", range(3 if THOROUGH else 1))
    @pytest.mark.parametrize("lists", [3, 6, 14])
    def test_are_never_called_impossible_where_a_kingdom_fits(self, seed, lists):
        pool, wishes, witness = hard_request(seed, lists)
        assert fits(witness, pool, wishes)
        limit = 25_000
        prepared = prepare(pool, wishes, limit=limit)
        assert prepared.answer is not Answer.IMPOSSIBLE
        assert prepared.work < limit + 1_000
        if prepared.answer is Answer.POSSIBLE:
            assert fits(prepared.draw(Chance("hard")), pool, wishes)
        else:
            assert 0 < len(prepared.hardest) <= 5

    def test_left_undecided_the_conflict_names_the_hardest_wishes_and_claims_nothing(
        self, monkeypatch
    ):
        pool, wishes, _ = hard_request(1, 14)
        monkeypatch.setattr("setup_rules.draw.conflict.REFUTE_LIMIT", 20_000)
        conflict = find_conflict(pool, wishes)
        assert conflict is not None
        assert not conflict.proved
        assert conflict.ways_out == ()
        assert conflict.wishes

    def test_the_limit_is_one_of_work_and_not_of_time(self):
        pool, wishes, _ = hard_request(2, 10)
        first, second = (prepare(pool, wishes, limit=12_000) for _ in range(2))
        assert (first.answer, first.work, first.hardest) == (
            second.answer,
            second.work,
            second.hardest,
        )
        assert first.work <= WORK_LIMIT


class TestCountsThatBelongTogether:
    """Relations between counts that hold whatever the cards are."""

    pool = all_cards()
    wishes = Wishes(
        tags=(("village", Bounds(1, 2)), ("trasher", Bounds(1)), ("attack", Bounds(0, 2))),
        costs=((2, Bounds(1)), (5, Bounds(2, 4))),
        potion_cards=(0, 3, 4, 5),
        attack_needs_answer=True,
        answers="reaction",
    )
    by_box = Wishes(
        tags=(("village", Bounds(1)), ("attack", Bounds(0, 2))),
        boxes_used=Bounds(2, 3),
        min_per_used_box=2,
        per_box=(("alchemy", Bounds(0, 4)),),
    )

    def test_without_wishes_it_is_the_binomial_coefficient(self):
        assert count(self.pool, Wishes()).exact == comb(len(self.pool), 10)

    @pytest.mark.parametrize("name", ["wishes", "by_box"])
    @pytest.mark.parametrize("card", ["village", "witch", "familiar", "moat"])
    def test_with_a_card_and_without_it_add_up(self, name, card):
        wishes = getattr(self, name)
        pinned = exactly(self.pool, replace(wishes, pinned=(card,)))
        banned = exactly(self.pool, replace(wishes, banned=(card,)))
        assert pinned + banned == exactly(self.pool, wishes)

    @pytest.mark.parametrize("name", ["wishes", "by_box"])
    def test_pinning_each_card_in_turn_counts_each_kingdom_ten_times(self, name):
        wishes = getattr(self, name)
        pool = tuple(c for c in self.pool if min(c.families) in ("dominion", "alchemy", "allies"))
        pinned = sum(exactly(pool, replace(wishes, pinned=(card.id,))) for card in pool)
        assert pinned == 10 * exactly(pool, wishes) > 0

    def test_a_new_wish_never_raises_the_count(self):
        fewer = replace(self.wishes, cost_at_least=((6, Bounds(1)),))
        assert exactly(self.pool, fewer) < exactly(self.pool, self.wishes)

    @pytest.mark.parametrize("tag", ["village", "curser", "duration", "cantrip"])
    @pytest.mark.parametrize("split", [1, 2, 4])
    def test_a_wish_and_its_opposite_add_up(self, tag, split):
        base = replace(self.wishes, tags=self.wishes.tags[1:])
        few = replace(base, tags=(*base.tags, (tag, Bounds(0, split - 1))))
        many = replace(base, tags=(*base.tags, (tag, Bounds(split))))
        assert exactly(self.pool, few) + exactly(self.pool, many) == exactly(self.pool, base)

    def test_box_by_box_and_box_set_by_box_set_agree(self):
        """Counting each set of boxes alone, every box of it used, gives the same sum."""
        titles = ("dominion", "alchemy", "allies", "seaside", "empires")
        pool = tuple(card for card in self.pool if min(card.families) in titles)
        wishes = replace(self.by_box, per_box=())
        total = 0
        for size in (2, 3):
            for chosen in combinations(titles, size):
                within = tuple(card for card in pool if min(card.families) in chosen)
                each = tuple((family, Bounds(2)) for family in chosen)
                total += exactly(within, Wishes(tags=wishes.tags, per_box=each))
        assert total == exactly(pool, wishes)

    def test_boxes_not_owned_do_not_matter_and_neither_does_any_order(self):
        random = Random(3)
        tags = list(self.by_box.tags)
        for wishes in (self.wishes, self.by_box):
            shuffled_pool = random.sample(self.pool, len(self.pool))
            other = replace(wishes, tags=tuple(reversed(wishes.tags)))
            assert exactly(shuffled_pool, other) == exactly(self.pool, wishes)
            one = prepare(self.pool, wishes).draw(Chance("order"))
            assert one == prepare(shuffled_pool, other).draw(Chance("order"))
        assert list(self.by_box.tags) == tags

    def test_all_weights_times_three_change_no_draw(self):
        weights = tuple((card.id, 1 + place % 4) for place, card in enumerate(self.pool))
        thrice = tuple((id_, 3 * weight) for id_, weight in weights)
        pool = tuple(card for card in self.pool if min(card.families) == "dominion")
        problems = [
            state_constraints(pool, replace(self.by_box, boxes_used=None, weights=each))
            for each in (weights, thrice)
        ]
        light, heavy = (
            count_exactly(problem, problem.conditions, BIG, weighted=True) for problem in problems
        )
        assert heavy == 3**10 * light

    def test_a_bane_that_cannot_run_out_changes_nothing(self):
        with_bane = replace(self.wishes, needs=(bane(self.pool),))
        assert exactly(self.pool, with_bane) == exactly(self.pool, self.wishes)


class TestSpeedByWork:
    """Counts of work, not of seconds, so that the figures hold on any machine."""

    def test_nearly_all_ordinary_counts_stay_within_the_budget(self):
        known = 0
        for number in range(cases(120)):
            pool, wishes = realistic_wishes(Random(1000 + number))
            known += count(pool, wishes).exact is not None
        assert known >= 0.9 * cases(120)
