"""When no kingdom fits, the player learns why, and what would help."""

import pytest

from setup_rules.chance import Chance
from setup_rules.draw.conflict import find_conflict
from setup_rules.draw.exact.sampler import Answer, prepare
from setup_rules.draw.wishes import Bounds, Needs, Wishes
from tests.draw.reroll import reroll, reroll_one
from tests.draw.wish_sets import all_cards, bane, count

CARDS = {card.id: card for card in all_cards()}


def boxes(*families):
    return tuple(card for card in all_cards() if min(card.families) in families)


def keys(conflict):
    return [wish.key for wish in conflict.wishes]


class TestEachImpossibleRequest:
    def check(self, pool, wishes, expected, **options):
        assert prepare(pool, wishes).answer is Answer.IMPOSSIBLE
        assert count(pool, wishes).exact == 0
        conflict = find_conflict(pool, wishes, **options)
        assert conflict is not None
        assert conflict.proved
        assert keys(conflict) == expected
        return conflict

    def test_fewer_than_ten_piles(self):
        pool = boxes("dominion")[:9]
        conflict = self.check(pool, Wishes(), ["boxes"])
        assert conflict.wishes[0].says == "only the boxes chosen, with 9 piles"
        assert conflict.ways_out == ()

    def test_fewer_than_ten_piles_offers_a_box_that_is_enough(self):
        pool = boxes("promo-stash", "promo-envoy")
        names = {"dominion": "Dominion"}
        conflict = self.check(
            pool, Wishes(), ["boxes"], everything=(*pool, *boxes("dominion")), names=names
        )
        (way,) = conflict.ways_out
        assert way.changes == ("add Dominion",)
        assert way.more_boxes == ("dominion",)
        assert way.tally.exact == count((*pool, *boxes("dominion")), Wishes()).exact

    def test_young_witch_pinned_without_any_possible_bane(self):
        pool = tuple(c for c in boxes("dominion", "cornucopia-guilds") if c.cost.coin > 3)
        wishes = Wishes(pinned=("young-witch",), needs=(bane(all_cards()),))
        conflict = self.check(pool, wishes, ["pinned", "needs.young-witch"])
        assert [wish.says for wish in conflict.wishes] == [
            "Young Witch is pinned",
            "Young Witch needs a Bane costing $2 or $3",
        ]
        assert [way.changes for way in conflict.ways_out] == [("unpin Young Witch",)]

    def test_young_witch_pinned_with_every_bane_banned(self):
        pool = boxes("dominion", "cornucopia-guilds")
        cheap = tuple(sorted(bane(pool).eligible))
        wishes = Wishes(pinned=("young-witch",), banned=cheap, needs=(bane(pool),))
        conflict = self.check(pool, wishes, ["pinned", "banned", "needs.young-witch"])
        assert [way.changes for way in conflict.ways_out] == [
            ("unpin Young Witch",),
            (f"allow {CARDS[cheap[0]].name}",),
            (f"allow {CARDS[cheap[1]].name}",),
        ]

    def test_young_witch_pinned_with_the_last_bane_pinned_too(self):
        pool = (*(c for c in boxes("dominion", "cornucopia-guilds") if c.cost.coin > 3),)
        pool = (*pool, CARDS["moat"])
        wishes = Wishes(pinned=("young-witch", "moat"), needs=(bane(pool),))
        self.check(pool, wishes, ["pinned", "pinned", "needs.young-witch"])
        elsewhere = Needs("young-witch", bane(pool).eligible, 1, "a Bane", frozenset({"chapel"}))
        assert prepare(pool, Wishes(pinned=wishes.pinned, needs=(elsewhere,))).answer is (
            Answer.POSSIBLE
        )

    def test_more_pins_than_ten(self):
        pool = boxes("dominion")
        conflict = self.check(
            pool, Wishes(pinned=tuple(card.id for card in pool[:13])), ["pinned"] * 11
        )
        assert all(len(way.changes) == 3 for way in conflict.ways_out)

    @pytest.mark.parametrize(
        "wishes",
        [
            Wishes(tags=(("village", Bounds(3, 2)),)),
            Wishes(costs=((5, Bounds(3, 2)),)),
            Wishes(cost_at_least=((5, Bounds(3, 2)),)),
            Wishes(per_box=(("dominion", Bounds(3, 2)),)),
            Wishes(boxes_used=Bounds(2, 1)),
        ],
        ids=lambda wishes: next(name for name in wishes.__slots__ if getattr(wishes, name)),
    )
    def test_a_least_above_the_most(self, wishes):
        conflict = find_conflict(boxes("dominion", "seaside"), wishes)
        assert len(conflict.wishes) == 1
        assert conflict.ways_out[0].tally.exact > 0
        assert "will do" in conflict.ways_out[0].changes[0]
        assert "are fine" in conflict.ways_out[1].changes[0]

    def test_a_card_both_pinned_and_banned(self):
        wishes = Wishes(pinned=("witch", "moat"), banned=("chapel", "witch"))
        conflict = self.check(boxes("dominion"), wishes, ["pinned", "banned"])
        assert [way.changes for way in conflict.ways_out] == [("unpin Witch",), ("allow Witch",)]

    def test_a_pinned_card_of_weight_zero(self):
        wishes = Wishes(pinned=("witch",), weights=(("witch", 0), ("moat", 2)))
        conflict = self.check(boxes("dominion"), wishes, ["pinned", "weights"])
        assert conflict.ways_out[1].wishes.weights == (("moat", 2),)

    def test_weights_of_zero_for_all_but_nine(self):
        pool = boxes("dominion")
        wishes = Wishes(weights=tuple((card.id, 0) for card in pool[9:]))
        conflict = self.check(pool, wishes, ["weights"])
        assert [(way.changes, way.tally.exact) for way in conflict.ways_out] == [
            ((f"allow {card.name}",), 1) for card in pool[9:12]
        ]

    def test_a_pinned_card_that_is_in_none_of_the_boxes(self):
        wishes = Wishes(pinned=("goons",))
        conflict = self.check(boxes("dominion"), wishes, ["pinned", "boxes"])
        assert conflict.ways_out[0].changes == ("unpin Goons",)
        conflict = self.check(
            boxes("dominion"), wishes, ["pinned", "boxes"], everything=all_cards()
        )
        assert [way.changes for way in conflict.ways_out] == [("unpin Goons",), ("add Prosperity",)]

    def test_no_number_of_potion_cards_at_all(self):
        self.check(boxes("alchemy"), Wishes(potion_cards=()), ["potion_cards"])

    def test_more_cards_wanted_from_each_box_than_a_kingdom_has(self):
        conflict = self.check(boxes("dominion"), Wishes(min_per_used_box=11), ["min_per_used_box"])
        assert conflict.ways_out[0].changes == ("at least 10 cards from each box used will do",)

    def test_absurd_numbers_take_no_longer_than_others(self):
        wishes = Wishes(
            tags=(("village", Bounds(10**9, 10**12)),),
            boxes_used=Bounds(10**9),
            min_per_used_box=10**9,
        )
        assert prepare(boxes("dominion"), wishes).answer is Answer.IMPOSSIBLE
        assert find_conflict(boxes("dominion"), wishes).ways_out


class TestAConflict:
    def test_names_only_the_wishes_that_clash(self):
        wishes = Wishes(
            tags=(("hand_attack", Bounds(2)), ("attack", Bounds(0, 1)), ("village", Bounds(1))),
            boxes_used=Bounds(0, 2),
            costs=((5, Bounds(2)),),
            banned=("smithy",),
        )
        pool = boxes("dominion", "seaside", "hinterlands")
        conflict = find_conflict(pool, wishes)
        assert keys(conflict) == ["tags.attack", "tags.hand_attack"]
        assert [way.changes for way in conflict.ways_out] == [
            ("at most 2 attacks are fine",),
            ("at least 1 discard attack will do",),
        ]
        for way in conflict.ways_out:
            assert way.tally.exact == count(pool, way.wishes).exact > 0

    def test_offers_the_ways_out_of_two_reactions_from_one_box(self):
        pool = boxes("dark-ages", "seaside")
        reactions = [card.id for card in boxes("dark-ages") if "reaction" in card.tags]
        assert len(reactions) == 2
        wishes = Wishes(
            tags=(("reaction", Bounds(2)),), boxes_used=Bounds(0, 1), banned=(reactions[0],)
        )
        conflict = find_conflict(pool, wishes)
        assert "tags.reaction" in keys(conflict)
        changes = {change for way in conflict.ways_out for change in way.changes}
        assert f"allow {CARDS[reactions[0]].name}" in changes
        assert "at least 1 Reaction will do" in changes

    def test_two_conflicts_at_once_need_two_changes(self):
        wishes = Wishes(tags=(("village", Bounds(3, 2)),), costs=((5, Bounds(4, 2)),))
        conflict = find_conflict(boxes("dominion", "seaside"), wishes)
        assert len(conflict.wishes) == 1
        assert [len(way.changes) for way in conflict.ways_out] == [2]
        assert conflict.ways_out[0].tally.exact > 0

    def test_is_none_when_a_kingdom_fits(self):
        assert find_conflict(boxes("dominion"), Wishes()) is None

    def test_keeps_the_places_of_pairs(self):
        wishes = Wishes(
            pinned=("witch", "moat"), not_together=(("village", "smithy"), ("witch", "moat"))
        )
        conflict = find_conflict(boxes("dominion"), wishes)
        assert keys(conflict) == ["pinned", "pinned", "not_together.1"]


class TestDrawingTheImpossible:
    def test_is_refused(self):
        prepared = prepare(boxes("dominion"), Wishes(tags=(("curser", Bounds(4)),)))
        with pytest.raises(ValueError, match="impossible"):
            prepared.draw(Chance("x"))

    def test_swapping_a_pinned_card_finds_nothing(self):
        pool, wishes = boxes("dominion"), Wishes(pinned=("witch",))
        kingdom = prepare(pool, wishes).draw(Chance("x"))
        assert reroll_one(kingdom, CARDS["witch"], pool, wishes, Chance("x")) is None

    def test_swapping_several_finds_nothing_where_nothing_fits(self):
        pool = boxes("dominion")
        kingdom = prepare(pool, Wishes()).draw(Chance("x"))
        wishes = Wishes(tags=(("curser", Bounds(4)),))
        assert reroll(kingdom, kingdom[:2], pool, wishes, Chance("x")) is None

    def test_a_banned_card_may_stay_while_another_is_swapped(self):
        pool = boxes("dominion")
        kingdom = prepare(pool, Wishes(pinned=("witch",))).draw(Chance("x"))
        out = next(card for card in kingdom if card.id != "witch")
        new = reroll_one(kingdom, out, pool, Wishes(banned=("witch",)), Chance("y"))
        assert CARDS["witch"] in new
        assert out not in new
