"""The blind veto: the surplus fits, the ten left over are drawn fairly, and wishes are kept."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from setup_rules.cards import Card
from setup_rules.collection import gather
from setup_rules.draw.completion import Dealing, NoCompletion, can_be_completed
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import Bounds, ListLimit, Wishes
from setup_rules.evening.veto import TooFewPiles, deal_surplus, judge
from setup_rules.kingdom import Kingdom
from tests.builders import CATALOG, card
from tests.draw.referee import fits
from tests.draw.test_fairness import chi_square_z, key_of
from tests.thorough import THOROUGH

DOMINION = gather(CATALOG, ("dominion-1e",))
THREE = gather(CATALOG, ("dominion-2e", "seaside-2e", "cornucopia"))
VILLAGES = Wishes(tags=(("village", Bounds(1)), ("attack", Bounds(1, 2))))


def dealt_for(request, surplus, seed):
    drawn = draw_kingdom(request, seed)
    ten = [pile for pile in drawn.kingdom.piles if isinstance(pile, Card)]
    return ten, deal_surplus(request, ten, surplus, seed)


def fitting(request, left, struck=()):
    """All tens of the piles left that fit the wishes and can be completed, by looking at each."""
    how = Dealing(banned=frozenset(struck))
    return [
        ten
        for ten in combinations(left, 10)
        if fits(ten, left, request.wishes)
        and can_be_completed(Kingdom(ten), request.players, request.shelf, how)
    ]


class TestTheDeal:
    @pytest.mark.parametrize("surplus", [2, 5, 14])
    def test_gives_so_many_more_piles_and_none_twice(self, surplus):
        ten, more = dealt_for(DrawRequest(DOMINION, 4), surplus, "friday")
        assert len({*ten, *more}) == 10 + surplus
        assert all(pile in DOMINION.cards for pile in more)

    def test_each_pile_of_the_surplus_could_stand_in_for_one_of_the_ten(self):
        wishes = Wishes(
            boxes_used=Bounds(2, 2), tags=(("village", Bounds(2)), ("attack", Bounds(1, 1)))
        )
        for seed in ("a", "b", "c"):
            ten, more = dealt_for(DrawRequest(THREE, 3, wishes), 6, seed)
            for new in more:
                assert any(
                    fits([new, *(pile for pile in ten if pile is not old)], THREE.cards, wishes)
                    for old in ten
                )

    def test_a_pile_that_is_never_dealt_is_not_in_the_surplus(self):
        wishes = Wishes(banned=("moat", "chapel"), weights=(("witch", 0),))
        for seed in map(str, range(20)):
            _ten, more = dealt_for(DrawRequest(DOMINION, 6, wishes), 12, seed)
            assert not {"moat", "chapel", "witch"} & {pile.id for pile in more}

    def test_is_the_same_for_the_same_seed(self):
        assert dealt_for(DrawRequest(THREE, 3), 3, "x") == dealt_for(DrawRequest(THREE, 3), 3, "x")

    def test_is_refused_where_the_shelf_has_too_few_piles(self):
        cards = [pile.id for pile in DOMINION.cards][:10]
        request = DrawRequest(DOMINION, 4, Wishes(banned=tuple(cards)))
        ten = [pile for pile in DOMINION.cards if pile.id not in cards][:10]
        with pytest.raises(TooFewPiles) as refused:
            deal_surplus(request, ten, 8, "friday")
        assert refused.value.there == 15

    def test_gives_likely_piles_more_often(self):
        ten = DOMINION.cards[:10]
        request = DrawRequest(DOMINION, 2, Wishes(weights=(("witch", 5),)))
        seen = Counter(deal_surplus(request, ten, 1, str(n))[0].id for n in range(1000))
        assert 200 < seen["witch"] < 300, "5 of 19 shares, 263"

    def test_takes_what_there_is_where_nothing_can_stand_in(self):
        ten = DOMINION.cards[:10]
        pinned = tuple(pile.id for pile in ten)
        limits = (ListLimit("all", tuple(p.id for p in DOMINION.cards[10:]), 0),)
        request = DrawRequest(DOMINION, 2, Wishes(pinned=pinned, list_limits=limits))
        assert len(set(deal_surplus(request, ten, 3, "friday"))) == 3


class TestAfterTheStrikes:
    def test_the_ten_that_are_left_are_played(self):
        ten, more = dealt_for(DrawRequest(DOMINION, 3), 3, "friday")
        struck = [ten[0].id, ten[4].id, more[1].id]
        verdict = judge(DrawRequest(DOMINION, 3), (*ten, *more), struck, "saturday")
        assert {pile.id for pile in verdict.kingdom.piles} == {
            pile.id for pile in (*ten, *more) if pile.id not in struck
        }
        assert verdict.unkept == ()

    def test_strikes_that_collide_are_filled_from_the_surplus_every_ten_equally_likely(self):
        request = DrawRequest(DOMINION, 3, VILLAGES)
        pool = [
            *map(card, ("Village", "Festival", "Witch", "Militia", "Moat", "Smithy", "Market")),
            *map(card, ("Mine", "Cellar", "Chapel", "Gardens", "Library", "Remodel")),
        ]
        struck = ["chapel"]
        expected = fitting(request, [pile for pile in pool if pile.id not in struck], struck)
        assert 40 < len(expected) < 70
        draws = (15 if THOROUGH else 6) * len(expected)
        seen = Counter(
            key_of(judge(request, pool, struck, str(n)).kingdom.piles) for n in range(draws)
        )
        fair = {key_of(ten): draws / len(expected) for ten in expected}
        assert abs(chi_square_z(seen, fair)) < 3.3

    def test_weights_do_not_count_any_more(self):
        pool = DOMINION.cards[:11]
        request = DrawRequest(DOMINION, 2, Wishes(weights=((pool[0].id, 50),)))
        without = sum(
            pool[0] not in judge(request, pool, (), str(n)).kingdom.piles for n in range(330)
        )
        assert 15 < without < 48, "one ten in eleven lacks it"

    @pytest.mark.parametrize(
        "wishes",
        [
            VILLAGES,
            Wishes(boxes_used=Bounds(2, 2), min_per_used_box=3, pinned=("moat",)),
            Wishes(
                costs=((5, Bounds(3)),), attack_needs_answer=True, tags=(("attack", Bounds(1)),)
            ),
            Wishes(
                not_together=(("moat", "witch"),),
                list_limits=(ListLimit("played", ("village", "smithy", "harvest"), 1),),
                per_box=(("seaside", Bounds(7)),),
            ),
        ],
        ids=["kinds", "boxes", "answers", "lists"],
    )
    def test_whatever_is_struck_the_wishes_are_kept_exactly_when_they_can_be(self, wishes):
        dice = Random(4)
        request = DrawRequest(THREE, 3, wishes)
        kept = 0
        for number in range(14):
            ten, more = dealt_for(request, 3, str(number))
            dealt = [*ten, *more]
            struck = {pile.id for pile in dice.sample(dealt, dice.randint(1, 3))}
            left = [pile for pile in dealt if pile.id not in struck]
            verdict = judge(request, dealt, struck, str(number))
            possible = bool(fitting(request, left, struck))
            assert bool(verdict.unkept) != possible
            assert set(verdict.kingdom.piles) <= set(left)
            if possible:
                assert fits(verdict.kingdom.piles, left, wishes)
            kept += possible
        assert 3 < kept < 14, "both cases are met"

    def test_a_wish_that_cannot_be_kept_is_named_and_the_others_are_kept(self):
        wishes = Wishes(tags=(("attack", Bounds(1, 1)), ("village", Bounds(2))))
        pool = [
            *map(card, ("Village", "Festival", "Witch", "Militia", "Moat", "Smithy", "Market")),
            *map(card, ("Mine", "Cellar", "Chapel", "Gardens", "Library", "Remodel")),
        ]
        verdict = judge(DrawRequest(DOMINION, 3, wishes), pool, ["village"], "friday")
        lost = [(lost.wish.key, lost.there) for lost in verdict.unkept]
        assert lost == [("tags.village", 1)]
        assert sum("attack" in pile.tags for pile in verdict.kingdom.piles) == 1

    def test_of_wishes_that_clash_one_is_given_up_and_the_others_named(self):
        wishes = Wishes(boxes_used=Bounds(1, 1), tags=(("village", Bounds(3)),))
        villages = [
            pile
            for family in ("dominion", "seaside")
            for pile in THREE.cards
            if family in pile.families and "village" in pile.tags
        ]
        plain = [p for p in THREE.cards if "dominion" in p.families and "village" not in p.tags]
        here = [pile for pile in villages if "dominion" in pile.families][:2]
        there = [pile for pile in villages if "seaside" in pile.families][:1]
        verdict = judge(DrawRequest(THREE, 2, wishes), [*here, *there, *plain[:9]], (), "friday")
        (lost,) = verdict.unkept
        assert lost.wish.key == "tags.village"
        assert lost.there == 3
        assert [wish.key for wish in lost.beside] == ["boxes_used"]
        assert {min(pile.families) for pile in verdict.kingdom.piles} == {"dominion"}

    def test_a_pinned_pile_that_was_struck_is_named(self):
        request = DrawRequest(DOMINION, 2, Wishes(pinned=("witch",)))
        ten, more = dealt_for(request, 2, "friday")
        verdict = judge(request, (*ten, *more), ["witch"], "friday")
        assert [(lost.wish.cards, lost.struck) for lost in verdict.unkept] == [(("witch",), True)]
        assert "witch" not in {pile.id for pile in verdict.kingdom.piles}

    def test_a_pile_that_was_struck_comes_back_as_no_bane(self):
        young_witch = card("Young Witch")
        cheap = [p for p in THREE.cards if p.cost.is_exactly(2, 3) and p is not young_witch]
        dear = [p for p in THREE.cards if p.cost.coin > 3 and p is not young_witch][:8]
        dealt = [young_witch, *dear, *cheap[:3]]
        struck = {cheap[1].id, cheap[2].id}
        for seed in map(str, range(60)):
            bane = judge(DrawRequest(THREE, 2), dealt, struck, seed).kingdom.drawn["bane"]
            assert bane.id not in struck

    def test_a_struck_pile_serves_as_bane_only_where_nothing_else_could(self):
        young_witch = card("Young Witch")
        cheap = [p.id for p in THREE.cards if p.cost.is_exactly(2, 3) and p is not young_witch]
        dear = [p for p in THREE.cards if p.cost.coin > 3 and p is not young_witch][:9]
        request = DrawRequest(
            THREE, 2, Wishes(banned=tuple(cheap[1:])), Dealing(banned=frozenset(cheap[1:]))
        )
        dealt = [young_witch, *dear, CATALOG.cards[cheap[0]]]
        verdict = judge(request, dealt, [cheap[0]], "friday")
        assert verdict.kingdom.drawn["bane"].id == cheap[0]

    def test_there_may_be_none_that_can_be_played(self, monkeypatch):
        young_witch = card("Young Witch")
        cheap = [p for p in THREE.cards if p.cost.is_exactly(2, 3) and p is not young_witch]
        dear = [p for p in THREE.cards if p.cost.coin > 3 and p is not young_witch][:9]
        banned = tuple(pile.id for pile in cheap[1:])
        request = DrawRequest(THREE, 2, Wishes(banned=banned), Dealing(banned=frozenset(banned)))
        verdict = judge(request, [young_witch, *dear, cheap[0]], [dear[0].id], "friday")
        assert verdict.kingdom is None, "the only Bane left is one of the ten"
        assert len(verdict.left) == 10

        def never(*_given):
            raise NoCompletion

        monkeypatch.setattr("setup_rules.draw.drawing.complete", never)
        assert judge(DrawRequest(THREE, 2), THREE.cards[:12], (), "friday").kingdom is None

    def test_the_same_seed_gives_the_same_kingdom(self):
        pool = THREE.cards[:16]
        first = judge(DrawRequest(THREE, 2), pool, (), "friday").kingdom
        assert judge(DrawRequest(THREE, 2), pool, (), "friday").kingdom == first
        others = {
            key_of(judge(DrawRequest(THREE, 2), pool, (), str(n)).kingdom.piles) for n in range(9)
        }
        assert len(others) > 1
