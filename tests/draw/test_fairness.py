"""Every kingdom that fits is dealt equally often: chi-square against the list of them all."""

from collections import Counter
from math import sqrt
from random import Random

import pytest

from setup_rules.chance import Chance
from setup_rules.draw.exact.conditions import state_constraints
from setup_rules.draw.exact.counting import count_exactly
from setup_rules.draw.exact.sampler import prepare
from setup_rules.draw.wishes import Bounds, Needs, Wishes
from tests.draw.referee import all_fitting, fits, weight_of
from tests.draw.reroll import reroll, reroll_one
from tests.draw.wish_sets import all_cards, bane
from tests.thorough import THOROUGH


def chi_square_z(seen, expected):
    """How far the counts are from what was expected, in standard deviations of a fair draw.

    The Wilson–Hilferty form, good from some ten degrees of freedom on.
    """
    assert min(expected.values()) >= 5
    assert set(seen) <= set(expected)
    total = sum((seen[key] - wanted) ** 2 / wanted for key, wanted in expected.items())
    free = len(expected) - 1
    return ((total / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))


def key_of(kingdom):
    return tuple(sorted(card.id for card in kingdom))


def shelf(*families, size):
    cards = [card for card in all_cards() if min(card.families) in families]
    return tuple(Random(size).sample(cards, size))


WISH_SETS = {
    "three tags": (
        shelf("dominion", size=13),
        Wishes(tags=(("village", Bounds(1)), ("trasher", Bounds(1)), ("plus_buy", Bounds(1, 2)))),
    ),
    "boxes": (
        shelf("dominion", "seaside", "plunder", size=15),
        Wishes(boxes_used=Bounds(2, 3), min_per_used_box=3, tags=(("attack", Bounds(0, 2)),)),
    ),
    "Potions and costs": (
        shelf("alchemy", "dominion", size=14),
        Wishes(potion_cards=(0, 3), costs=((5, Bounds(2, 3)),), cost_at_least=((4, Bounds(4)),)),
    ),
    "an answer to attacks, and pairs": (
        shelf("dominion", "hinterlands", size=13),
        Wishes(
            attack_needs_answer=True,
            answers="reaction",
            not_together=(("moat", "witch"), ("village", "smithy")),
            pinned=(shelf("dominion", "hinterlands", size=13)[0].id,),
        ),
    ),
}
YOUNG_WITCH = next(card for card in all_cards() if card.id == "young-witch")
WISH_SETS["a Bane that may run out"] = (
    (pool := (*shelf("cornucopia-guilds", size=12), YOUNG_WITCH)),
    Wishes(needs=(Needs("young-witch", frozenset(sorted(bane(pool).eligible)[:3]), 1),)),
)
del pool


def weighted(pool, wishes):
    weights = tuple((card.id, 1 + place % 3) for place, card in enumerate(pool))
    return Wishes(
        **{name: getattr(wishes, name) for name in wishes.__slots__ if name != "weights"},
        weights=weights,
    )


@pytest.mark.parametrize(
    ("name", "weigh"),
    [
        *((name, False) for name in WISH_SETS),
        *((name, True) for name in WISH_SETS if THOROUGH or name == "three tags"),
    ],
)
def test_each_kingdom_is_as_likely_as_it_should_be(name, weigh):
    pool, wishes = WISH_SETS[name]
    if weigh:
        wishes = weighted(pool, wishes)
    kingdoms = {key_of(k): weight_of(k, wishes) for k in all_fitting(pool, wishes)}
    assert 50 < len(kingdoms) < 2000
    whole = sum(kingdoms.values())
    lightest = min(kingdoms.values())
    draws = max(4_000, min(20_000, -(-6 * whole // lightest)))
    expected = {key: draws * weight / whole for key, weight in kingdoms.items()}
    small = [key for key, wanted in expected.items() if wanted < 5]
    prepared = prepare(pool, wishes)
    chance = Chance(f"fair {name}")
    problem = prepared.constraints
    seen = Counter(key_of(problem.cards_of(prepared.draw_set(chance))) for _ in range(draws))
    if small:
        seen = Counter({"rare" if key in small else key: 0 for key in seen}) + _pooled(seen, small)
        expected = dict(_pooled(expected, small))
    assert -3.5 < chi_square_z(seen, expected) < 3.5


def _pooled(numbers, small):
    pooled = Counter()
    for key, number in numbers.items():
        pooled["rare" if key in small else key] += number
    return pooled


def test_the_same_test_rejects_locking_a_card_for_each_wish_and_filling_up():
    pool, wishes = WISH_SETS["three tags"]
    kingdoms = [key_of(kingdom) for kingdom in all_fitting(pool, wishes)]
    random = Random(7)
    seen = Counter()
    draws = 6_000
    while seen.total() < draws:
        locked = {random.choice([c for c in pool if tag in c.tags]) for tag, _ in wishes.tags}
        rest = [card for card in pool if card not in locked]
        kingdom = [*locked, *random.sample(rest, 10 - len(locked))]
        if fits(kingdom, pool, wishes):
            seen[key_of(kingdom)] += 1
    assert chi_square_z(seen, dict.fromkeys(kingdoms, draws / len(kingdoms))) > 8


def test_every_order_of_the_ten_is_dealt_alike():
    pool, wishes = WISH_SETS["three tags"]
    prepared = prepare(pool, wishes)
    chance = Chance("order")
    seen = Counter()
    for _ in range(6000):
        dealt = prepared.draw(chance)
        ranks = sorted(range(10), key=lambda place: dealt[place].id)
        seen[ranks[0], ranks[9]] += 1
    expected = {(a, b): 6000 / 90 for a in range(10) for b in range(10) if a != b}
    assert -3.5 < chi_square_z(seen, expected) < 3.5


class TestReRolls:
    @pytest.mark.parametrize("weigh", [False, True], ids=["unweighted", "weighted"])
    def test_one_card_is_fair_among_all_that_fit(self, weigh):
        pool = tuple(card for card in all_cards() if min(card.families) in ("dominion", "seaside"))
        wishes = Wishes(tags=(("village", Bounds(1)), ("attack", Bounds(0, 2))))
        if weigh:
            wishes = weighted(pool, wishes)
        kingdom = prepare(pool, wishes).draw(Chance("start"))
        out = kingdom[4]
        nine = [card for card in kingdom if card is not out]
        weights = dict(wishes.weights)
        fitting = {
            card.id: weights.get(card.id, 1)
            for card in pool
            if card not in kingdom and fits([*nine, card], pool, wishes)
        }
        chance = Chance("swap")
        draws = 1200 if THOROUGH else 600
        seen = Counter(reroll_one(kingdom, out, pool, wishes, chance)[4].id for _ in range(draws))
        whole = sum(fitting.values())
        expected = {id_: draws * weight / whole for id_, weight in fitting.items()}
        assert -3.5 < chi_square_z(seen, expected) < 3.5

    @pytest.mark.parametrize("may_return", [False, True])
    def test_several_cards_are_fair_too_and_may_return_only_if_said(self, may_return):
        pool, wishes = WISH_SETS["boxes"]
        kingdom = prepare(pool, wishes).draw(Chance("start"))
        gone = kingdom[:3]
        fitting = [
            key_of(other)
            for other in all_fitting(pool, wishes)
            if set(kingdom[3:]) <= set(other) and (may_return or not set(gone) & set(other))
        ]
        chance = Chance("swap three")
        if not fitting:
            assert reroll(kingdom, gone, pool, wishes, chance, may_return=may_return) is None
            return
        draws = (20 if THOROUGH else 8) * len(fitting)
        seen = Counter()
        for _ in range(draws):
            new = reroll(kingdom, gone, pool, wishes, chance, may_return=may_return)
            assert new[3:] == kingdom[3:]
            seen[key_of(new)] += 1
        assert set(seen) <= set(fitting)
        if len(fitting) > 10:
            expected = dict.fromkeys(fitting, draws / len(fitting))
            assert -3.5 < chi_square_z(seen, expected) < 3.5


def test_on_all_boxes_each_card_is_as_frequent_as_the_exact_counts_say():
    pool = all_cards()
    tags = (("village", Bounds(1, 2)), ("trasher", Bounds(1)), ("attack", Bounds(1, 2)))
    wishes = Wishes(tags=tags, boxes_used=Bounds(0, 3), min_per_used_box=2)
    problem = state_constraints(pool, wishes)
    whole = count_exactly(problem, problem.conditions, 10**9)
    prepared = prepare(pool, wishes)
    chance = Chance("frequencies")
    draws = 8000 if THOROUGH else 3000
    seen = Counter(
        card.id for _ in range(draws) for card in problem.cards_of(prepared.draw_set(chance))
    )
    squares = []
    for card in pool[:: 9 if THOROUGH else 36]:
        with_it = state_constraints(pool, Wishes(
            tags=tags, boxes_used=Bounds(0, 3), min_per_used_box=2, pinned=(card.id,)
        ))  # fmt: skip
        share = count_exactly(with_it, with_it.conditions, 10**9) / whole
        if share:
            squares.append((seen[card.id] - draws * share) ** 2 / (draws * share * (1 - share)))
        else:
            assert not seen[card.id]
    assert max(squares) < 3.9**2
    low, high = (0.6, 1.5) if THOROUGH else (0.3, 2.2)  # of few cards the mean varies more
    assert low < sum(squares) / len(squares) < high
