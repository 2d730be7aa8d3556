"""From wishes to whole kingdoms: the draw, the count and the explanation, with all the rules."""

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import pytest

from setup_rules.budget import Budget, limited
from setup_rules.collection import gather
from setup_rules.draw import drawing
from setup_rules.draw.completion import Dealing, LandscapeWish
from setup_rules.draw.drawing import count_kingdoms, count_or_explain, draw_kingdom, explain
from setup_rules.draw.exact.sampler import Tally, prepare
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import Bounds, ListLimit, Wishes, list_wishes, without
from tests.builders import ALL_BOXES, CATALOG, DULL, card
from tests.draw.dealt import (
    SHELF,
    all_but,
    ids,
    in_use,
    landscapes_of_kind,
    piles_that,
    plan_of,
    shelf_of,
    tens_that_can_be_completed,
)
from tests.draw.referee import fits
from tests.draw.test_fairness import chi_square_z
from tests.draw.wish_sets import realistic_wishes
from tests.thorough import THOROUGH, cases

NO_LANDSCAPES = LandscapeWish(most=0)
DEAR = (
    "Festival", "Market", "Mine", "Adventurer", "Gold Mine", "Harem", "Nobles", "Witch", "Library",
    "Council Room", "Altar", "Hoard",
)  # fmt: skip
"""Piles of $5 and more that ask for nothing."""


def request_of(*names, **more):
    """A request to a shelf of these piles only: all others are never dealt."""
    banned = all_but(*names)
    wishes = Wishes(banned=tuple(sorted(banned)), **more)
    return DrawRequest(SHELF, 2, wishes, Dealing(banned=banned, landscapes=NO_LANDSCAPES))


def ten_of(kingdom):
    return frozenset(pile.id for pile in kingdom.piles)


def shelf_with(shelf, families):
    """The shelf and every box of these families."""
    owned = [id_ for id_, copies in shelf.copies.items() for _ in range(copies)]
    more = [box.id for box in CATALOG.boxes.values() if box.family in families]
    return gather(CATALOG, (*owned, *more))


class TestAWholeDraw:
    def test_has_no_error_and_nothing_twice(self):
        request = DrawRequest(SHELF, 4)
        for seed in range(cases(240)):
            drawn = draw_kingdom(request, f"whole {seed}")
            plan = plan_of(drawn.kingdom, 4)
            assert plan.status != "error", f"seed {seed}: {plan.problems}"
            assert max(in_use(drawn.kingdom, 4).values()) == 1

    def test_says_how_many_there_are(self):
        assert draw_kingdom(DrawRequest(SHELF, 2), "x").tally == Tally(comb(len(SHELF.cards), 10))

    def test_is_the_same_for_the_same_seed_with_spaces_around_it(self):
        request = DrawRequest(SHELF, 2)
        one, other = draw_kingdom(request, "friday"), draw_kingdom(request, "  friday ")
        assert one.kingdom == other.kingdom
        assert one.kingdom != draw_kingdom(request, "saturday").kingdom

    def test_keeps_every_wish_with_the_ten(self):
        """Random requests on shelves of all sizes, judged by plain loops."""
        drawn = Counter()
        for number in range(cases(90)):
            pool, wishes = realistic_wishes(Random(900 + number))
            families = {min(pile.families) for pile in pool}
            boxes = [box.id for box in CATALOG.boxes.values() if box.family in families]
            shelf = gather(CATALOG, ("base-cards", *boxes))
            assert set(shelf.cards) == set(pool)
            banned = frozenset(wishes.banned)
            answer = draw_kingdom(
                DrawRequest(shelf, 3, wishes, Dealing(banned=banned)), f"w {number}"
            )
            if answer.kingdom is None:
                assert answer.undecided or answer.tally.exact == 0
                drawn["none"] += 1
                continue
            drawn["kingdom"] += 1
            assert fits(answer.kingdom.piles, pool, wishes), f"request {number}"
            assert plan_of(answer.kingdom, 3, shelf).status != "error", f"request {number}"
            assert not banned & set(in_use(answer.kingdom, 3, shelf)), f"request {number}"
            assert answer.tally.exact != 0
        assert drawn["kingdom"] > 0.6 * cases(90)

    def test_tells_of_extras_from_other_boxes_where_boxes_are_limited(self):
        """Alchemy and Young Witch only: the Bane costs $2 or $3 without Potion."""
        shelf = shelf_of("alchemy", "cornucopia", "prosperity-2e")
        per_box = (("cornucopia-guilds", Bounds(1, 1)), ("prosperity", Bounds(0, 0)))
        wishes = Wishes(pinned=("young-witch", "herbalist"), per_box=per_box)
        others = frozenset(
            pile.id for pile in piles_that("bane")
            if shelf.owns(pile) and "prosperity" not in pile.families
        )  # fmt: skip
        how = Dealing(banned=others - {"herbalist"}, near=True)
        drawn = draw_kingdom(DrawRequest(shelf, 2, wishes, how), "note")
        assert drawn.kingdom.drawn["bane"].families == {"prosperity"}
        assert any("Young Witch comes from Prosperity" in note for note in drawn.notes)

    @pytest.mark.parametrize(
        "names",
        [
            ("Young Witch", "Cellar"),
            *[("Ferryman", "Village", "Smithy"), ("Black Market", "Knights")][: 2 * THOROUGH],
        ],
        ids=" ".join,
    )
    def test_every_ten_with_a_completion_is_equally_likely(self, names):
        """Chi-square on a shelf where the extra may run out."""
        request = request_of(*names, *DEAR[: 13 - len(names)])
        good = tens_that_can_be_completed(SHELF, request.how.banned)
        assert 10 < len(good) <= comb(13, 10)
        draws = 7 * len(good)
        seen = Counter(ten_of(draw_kingdom(request, f"f {n}").kingdom) for n in range(draws))
        assert -3.5 < chi_square_z(seen, dict.fromkeys(good, 7)) < 3.5


class TestTheCount:
    """Tens without any legal completion are no kingdoms: they are not counted."""

    @pytest.mark.parametrize(
        "names",
        [
            ("Young Witch", "Cellar"),
            ("Young Witch", "Cellar", "Moat"),
            ("Ferryman", "Village"),
            ("Riverboat", "Chapel"),
            ("Black Market",),
            ("Black Market", "Knights", "Wizards"),
            ("Tea House", "Bauble", "Cultist"),
        ],
        ids=" ".join,
    )
    def test_is_that_of_all_tens_that_can_be_completed(self, names):
        request = request_of(*names, *DEAR[: 12 - len(names)])
        good = tens_that_can_be_completed(SHELF, request.how.banned)
        assert count_kingdoms(request) == Tally(len(good))

    def test_holds_on_random_small_shelves(self):
        """One card that asks for another, and few cards that it may ask for."""
        for number in range(cases(42)):
            random = Random(number)
            asking = random.choice(("Young Witch", "Ferryman", "Riverboat", "Black Market"))
            quiet = [
                pile.name for pile in SHELF.cards
                if pile.name not in ("Young Witch", "Ferryman", "Riverboat", "Black Market")
            ]  # fmt: skip
            request = request_of(asking, *random.sample(quiet, random.choice((10, 11))))
            good = tens_that_can_be_completed(SHELF, request.how.banned)
            assert count_kingdoms(request).exact == len(good), f"shelf {number}"

    @pytest.mark.parametrize(
        "names",
        [
            ("Young Witch", "Riverboat", "Chapel"),
            ("Young Witch", "Ferryman", "Chapel", "Village"),
            ("Black Market", "Riverboat", "Young Witch"),
        ],
        ids=" ".join,
    )
    def test_leaves_out_tens_whose_extras_ask_for_cards_that_are_not_there(self, names):
        """Where the only card left for Ferryman is Young Witch, that one needs a Bane in turn."""
        request = request_of(*names, *DEAR[: 12 - len(names)])
        good = tens_that_can_be_completed(SHELF, request.how.banned)
        assert count_kingdoms(request) == Tally(len(good))

    def test_of_one_box_with_the_bane_and_ferryman_pinned_is_exact(self):
        """Eight of 24 more piles, but no ten that has every card for the Bane or for Ferryman.

        Seven cards cost $2 or $3: these and one of 17 others leave no Bane. Eight cost $3 or $4:
        these alone leave none for Ferryman. Cornucopia & Guilds rulebook 2023, p. 2.
        """
        shelf = gather(CATALOG, ("base-cards", "cornucopia-guilds-2e"))
        wishes = Wishes(pinned=("young-witch", "ferryman"))
        assert comb(24, 8) == 735_471
        assert count_kingdoms(DrawRequest(shelf, 2, wishes)) == Tally(735_471 - 17 - 1)

    def test_looks_only_at_tens_that_leave_few_plain_cards(self, monkeypatch):
        """The same number though not all tens may be looked at, some of which fail."""
        cheap = ("Village", "Workshop", "Shanty Town", "Chapel", "Moat", "Smithy", "Militia")
        request = request_of("Young Witch", "Ferryman", *cheap, *DEAR[:6])
        good = tens_that_can_be_completed(SHELF, request.how.banned)
        monkeypatch.setattr(drawing, "MOST_TENS", comb(15, 10) - 1)
        drawing._count.cache_clear()
        tally = count_kingdoms(request)
        drawing._count.cache_clear()
        assert tally == Tally(len(good))
        assert len(good) < comb(15, 10)

    def test_past_the_limit_of_tens_is_an_estimate_that_says_so(self, monkeypatch):
        request = request_of("Young Witch", "Ferryman", "Chapel", "Village", *DEAR[:8])
        good = len(tens_that_can_be_completed(SHELF, request.how.banned))
        monkeypatch.setattr(drawing, "MOST_TENS", 1)
        drawing._count.cache_clear()
        tally = count_kingdoms(request)
        drawing._count.cache_clear()
        assert tally.exact is None
        assert 0 < tally.error < 0.2
        assert abs(tally.about - good) <= 4 * tally.error * good + 1

    @pytest.mark.parametrize("units", range(0, 2_000, 100))
    def test_past_the_limit_of_tens_ends_with_the_budget(self, monkeypatch, units):
        request = request_of("Young Witch", "Ferryman", "Chapel", "Village", *DEAR[:8])
        monkeypatch.setattr(drawing, "MOST_TENS", 1)
        drawing._count.cache_clear()
        drawing._prepare.cache_clear()
        with limited(Budget(units)) as budget:
            tally = count_kingdoms(request)
        drawing._count.cache_clear()
        assert (tally == Tally(None)) == budget.is_over

    def test_explains_nothing_where_there_are_kingdoms(self):
        request = DrawRequest(SHELF, 2, Wishes(boxes_used=Bounds(2, 3)))
        with limited(Budget()) as counting:
            tally = count_kingdoms(request)
        with limited(Budget()) as telling:
            assert count_or_explain(request, "x") == drawing.Drawn(None, "x", tally)
        assert tally.exact
        assert telling.spent == counting.spent

    def test_is_not_known_where_no_draw_could_be_completed(self, monkeypatch):
        request = request_of("Black Market", "Riverboat", "Young Witch", *DEAR[:9])
        monkeypatch.setattr(drawing, "MOST_TENS", 1)
        drawing._count.cache_clear()
        tally = count_kingdoms(request)
        drawing._count.cache_clear()
        assert tally == Tally(None)

    @pytest.mark.parametrize(("kind", "name"), [("ally", "Bauble"), ("prophecy", "Tea House")])
    def test_leaves_out_tens_that_ask_for_landscapes_which_are_all_banned(self, kind, name):
        request = request_of(name, *DULL[:11])
        banned = request.how.banned | {one.id for one in landscapes_of_kind(SHELF, kind)}
        request = DrawRequest(
            SHELF, 2, Wishes(banned=tuple(sorted(banned))), Dealing(banned=banned)
        )
        assert count_kingdoms(request) == Tally(comb(11, 10))

    def test_is_that_of_the_wishes_as_well(self):
        request = request_of(
            "Young Witch", "Cellar", *DULL[:10], tags=(("attack", Bounds(1, 1)),),
            costs=((5, Bounds(4)),),
        )  # fmt: skip
        pool = [pile for pile in SHELF.cards if pile.id not in request.how.banned]
        good = tens_that_can_be_completed(
            SHELF, request.how.banned, lambda ten: fits(ten, pool, request.wishes)
        )
        assert 0 < len(good) < comb(12, 10)
        assert count_kingdoms(request) == Tally(len(good))

    def test_does_not_depend_on_the_seed_or_the_landscapes(self):
        one = DrawRequest(SHELF, 2, how=Dealing(landscapes=LandscapeWish(2, 2)))
        assert count_kingdoms(one) == draw_kingdom(DrawRequest(SHELF, 2), "any").tally


def families_of(kingdom):
    return {min(pile.families) for pile in kingdom.piles}


class TestSevenPlayers:
    """Boxes have mats, tokens and Heirlooms for six; cubes and tokens may not be substituted."""

    shelf = gather(CATALOG, (*ALL_BOXES, "dominion-2e"))

    def test_get_no_card_whose_parts_are_too_few(self):
        how = Dealing(landscapes=LandscapeWish(least=2))
        for seed in range(cases(120)):
            drawn = draw_kingdom(DrawRequest(self.shelf, 7, how=how), f"seven {seed}")
            plan = plan_of(drawn.kingdom, 7, self.shelf)
            assert plan.status != "error", [problem.message for problem in plan.problems]

    def test_may_have_it_from_two_boxes(self):
        two = gather(CATALOG, (*ALL_BOXES, "nocturne", "adventures", "renaissance"))
        assert {"pixie", "ranger", "canal"} <= drawing.parts_short(self.shelf, 7)
        assert drawing.parts_short(two, 7) == frozenset()

    def test_keep_what_they_pinned(self):
        drawn = draw_kingdom(DrawRequest(self.shelf, 7, Wishes(pinned=("pixie",))), "pinned")
        assert "pixie" in ten_of(drawn.kingdom)

    def test_is_not_about_six(self):
        assert drawing.parts_short(self.shelf, 6) == frozenset()


class TestRandomBoxes:
    """Draw the ten from so many boxes, chosen at random first."""

    def test_uses_no_more_than_so_many(self):
        request = DrawRequest(SHELF, 2, random_boxes=3)
        for seed in range(40):
            assert len(families_of(draw_kingdom(request, str(seed)).kingdom)) <= 3

    def test_each_choice_of_boxes_that_can_do_it_is_equally_likely(self):
        shelf = shelf_of("dominion-2e", "seaside-2e", "alchemy", "promo-envoy", "promo-stash")
        request = DrawRequest(shelf, 2, random_boxes=1)
        seen = Counter(
            *[[min(families_of(draw_kingdom(request, str(s)).kingdom)) for s in range(240)]]
        )
        assert set(seen) == {"dominion", "seaside", "alchemy"}
        assert all(55 < number < 105 for number in seen.values())

    def test_more_than_there_are_is_all_of_them(self):
        shelf = shelf_of("dominion-2e", "alchemy")
        drawn = draw_kingdom(DrawRequest(shelf, 2, random_boxes=9), "all")
        assert drawn.tally == Tally(comb(38, 10))

    def test_the_count_is_of_all_kingdoms_that_can_come_up(self):
        shelf = shelf_of("dominion-2e", "alchemy")
        counted = count_kingdoms(DrawRequest(shelf, 2, random_boxes=1))
        assert counted == Tally(comb(26, 10) + comb(12, 10))

    def test_keeps_a_narrower_wish_for_boxes(self):
        wishes = Wishes(boxes_used=Bounds(1, 2))
        assert DrawRequest(SHELF, 2, wishes, random_boxes=5).counted.boxes_used == Bounds(1, 2)
        wishes = Wishes(boxes_used=Bounds(2))
        assert DrawRequest(SHELF, 2, wishes, random_boxes=5).counted.boxes_used == Bounds(2, 5)

    def test_an_extra_may_come_from_a_box_that_was_not_chosen(self):
        """Alchemy and the pinned Young Witch: all kingdoms come up, Herbalist or not.

        Of these boxes Herbalist alone could be the Bane; another one is in Dominion.
        """
        shelf = shelf_of("alchemy", "dominion-2e", "promo-stash", "cornucopia")
        others = {pile.id for pile in shelf_of("cornucopia").cards} - {"young-witch"}
        wishes = Wishes(
            pinned=("young-witch",), banned=tuple(others), per_box=(("alchemy", Bounds(9)),)
        )
        how = Dealing(banned=frozenset(others))
        request = DrawRequest(shelf, 2, wishes, how, random_boxes=1)
        seen = Counter(
            "herbalist" in ten_of(draw_kingdom(request, str(seed)).kingdom) for seed in range(40)
        )
        assert seen[True] > seen[False] > 0, "nine of Alchemy's twelve have Herbalist mostly"

    def test_a_pin_from_another_box_is_counted_as_it_is_drawn(self):
        """A pin overrides the choice of boxes."""
        shelf = shelf_of("dominion-2e", "seaside-2e")
        request = DrawRequest(shelf, 2, Wishes(pinned=("witch", "lookout")), random_boxes=1)
        drawn = draw_kingdom(request, "pins")
        assert (drawn.kingdom is None) == (drawn.tally.exact == 0)

    def test_that_no_choice_can_do_is_explained(self):
        shelf = shelf_of("dominion-2e", "seaside-2e")
        drawn = draw_kingdom(
            DrawRequest(shelf, 2, Wishes(boxes_used=Bounds(2)), random_boxes=1), "no"
        )
        assert drawn.kingdom is None
        assert not drawn.undecided
        assert [wish.key for wish in drawn.conflict] == ["boxes_used"]

    def test_falls_back_on_all_boxes_when_no_choice_tried_could(self, monkeypatch):
        monkeypatch.setattr(drawing, "MOST_TRIES", 1)
        promos = [box.id for box in CATALOG.boxes.values() if box.family.startswith("promo")]
        request = DrawRequest(shelf_of("dominion-2e", *promos), 2, random_boxes=1)
        drawn = draw_kingdom(request, "fallback")
        assert families_of(drawn.kingdom) == {"dominion"}


class TestAPinThatIsNotOwned:
    shelf = shelf_of("dominion-2e")
    request = DrawRequest(
        shelf, 2, Wishes(pinned=("witch", "goons"), tags=(("village", Bounds(1)),))
    )

    def test_clashes_with_the_choice_of_boxes(self):
        drawn = draw_kingdom(self.request, "x")
        assert drawn.kingdom is None
        assert not drawn.undecided
        assert drawn.tally == count_kingdoms(self.request) == Tally(0)
        assert [(wish.key, wish.cards) for wish in drawn.conflict] == [
            ("pinned", ("goons",)),
            ("boxes", ()),
        ]
        assert drawn.conflict[0].says == "Goons is pinned"

    def test_has_two_ways_out_with_their_counts(self):
        _, ways_out, undecided = explain(self.request)
        assert not undecided
        without_it, with_box = ways_out
        assert without_it.changes == ("without Goons",)
        assert without_it.wishes.pinned == ("witch",)
        assert without_it.tally == count_kingdoms(DrawRequest(self.shelf, 2, without_it.wishes))
        assert with_box.changes == ("add Prosperity (1st edition)",)
        assert with_box.more_boxes == ("prosperity",)
        more = shelf_of("dominion-2e", "prosperity-1e")
        assert with_box.tally == count_kingdoms(DrawRequest(more, 2, with_box.wishes))
        assert with_box.tally.exact > without_it.tally.exact > 0

    def test_two_of_them_are_named_together(self):
        request = DrawRequest(self.shelf, 2, Wishes(pinned=("bishop", "goons")))
        conflict, (way,), _ = explain(request)
        assert conflict[0].cards == ("bishop",)
        assert way.changes == ("without Bishop and Goons",)
        assert way.tally == Tally(comb(26, 10))

    def test_no_way_out_leads_nowhere(self):
        """Nine piles are left even without the pin, but enough with its box."""
        banned = tuple(pile.id for pile in self.shelf.cards[9:])
        _, ways_out, _ = explain(
            DrawRequest(self.shelf, 2, Wishes(pinned=("goons",), banned=banned))
        )
        assert [way.changes for way in ways_out] == [("add Prosperity (1st edition)",)]


DOMINION = shelf_of("dominion-2e")
IMPOSSIBLE = {
    "fewer than ten piles": DrawRequest(shelf_of("promo-envoy", "promo-stash"), 2),
    "Young Witch without any Bane": request_of("Young Witch", *DULL[:11], pinned=("young-witch",)),
    "Ferryman without a pile": request_of(
        "Ferryman", "Market", "Mine", "Library", "Witch", "Adventurer", "Festival", "Harem", "Duke",
        "Nobles", "Council Room", pinned=("ferryman",),
    ),
    "more pins than ten": DrawRequest(
        DOMINION, 2, Wishes(pinned=tuple(pile.id for pile in DOMINION.cards[:11]))
    ),
    "min above max": DrawRequest(DOMINION, 2, Wishes(tags=(("village", Bounds(3, 2)),))),
    "pinned and banned": DrawRequest(DOMINION, 2, Wishes(pinned=("witch",), banned=("witch",))),
    "weights of zero": DrawRequest(
        DOMINION, 2, Wishes(weights=tuple((pile.id, 0) for pile in DOMINION.cards[:20]))
    ),
    "a box that has too few": DrawRequest(
        shelf_of("alchemy"), 2, Wishes(per_box=(("cornucopia-guilds", Bounds(5)),))
    ),
    "no attack, and Militia pinned": DrawRequest(
        DOMINION, 2, Wishes(pinned=("militia",), tags=(("attack", Bounds(0, 0)),))
    ),
}  # fmt: skip


class TestTheImpossible:
    """Each is explained, and no way out promises what it does not keep."""

    @pytest.mark.parametrize("name", IMPOSSIBLE)
    def test_gets_no_kingdom_and_a_reason(self, name):
        drawn = draw_kingdom(IMPOSSIBLE[name], "x")
        assert drawn.kingdom is None
        assert not drawn.undecided
        assert drawn.tally == Tally(0) == count_kingdoms(IMPOSSIBLE[name])
        assert drawn.conflict
        assert all(wish.says for wish in drawn.conflict)
        assert drawn.ways_out
        assert (drawn.conflict, drawn.ways_out, False) == explain(IMPOSSIBLE[name])

    @pytest.mark.parametrize("name", IMPOSSIBLE)
    def test_each_way_out_gives_the_kingdoms_it_says(self, name):
        request = IMPOSSIBLE[name]
        for way in draw_kingdom(request, "x").ways_out:
            shelf = shelf_with(request.shelf, way.more_boxes)
            banned = frozenset(way.wishes.banned)
            then = DrawRequest(shelf, 2, way.wishes, Dealing(banned=banned))
            assert way.tally.exact > 0
            assert way.tally == count_kingdoms(then), way.changes
            assert draw_kingdom(then, "out").kingdom is not None, way.changes

    @pytest.mark.parametrize("name", IMPOSSIBLE)
    def test_the_wishes_named_clash_by_themselves(self, name):
        """All other wishes dropped, and all boxes on the shelf unless the boxes are named."""
        request = IMPOSSIBLE[name]
        conflict, _, _ = explain(request)
        named = {wish.identity for wish in conflict}
        others = [w for w in list_wishes(request.wishes) if w.identity not in named]
        wishes = without(request.wishes, others)
        shelf = request.shelf if ("boxes", ()) in named else SHELF
        assert count_kingdoms(DrawRequest(shelf, 2, wishes)).exact == 0, [w.says for w in conflict]

    @pytest.mark.parametrize("name", IMPOSSIBLE)
    def test_dropping_any_one_of_them_makes_the_rest_possible(self, name):
        request = IMPOSSIBLE[name]
        conflict, _, _ = explain(request)
        for dropped in (wish for wish in conflict if not wish.is_rule):
            kept = {wish.identity for wish in conflict} - {dropped.identity}
            others = [w for w in list_wishes(request.wishes) if w.identity not in kept]
            shelf = request.shelf if ("boxes", ()) in kept else SHELF
            possible = count_kingdoms(DrawRequest(shelf, 2, without(request.wishes, others)))
            assert possible.exact != 0, dropped.says

    def test_what_is_possible_is_not_explained(self):
        assert explain(DrawRequest(SHELF, 2)) == ((), (), False)


class TestTheUndecided:
    """Where the work limit ends first, the answer is never “impossible”."""

    pool = SHELF.cards[:20]
    firsts = tuple(pile.id for pile in pool[:10])
    pairs = tuple(zip(firsts, (pile.id for pile in pool[10:]), strict=True))
    wishes = Wishes(
        not_together=pairs,
        list_limits=(ListLimit("a", firsts, 1),),
        banned=tuple(pile.id for pile in SHELF.cards[20:]),
    )

    @pytest.fixture
    def little_work(self, monkeypatch):
        monkeypatch.setattr("setup_rules.draw.exact.sampler.FIRST_STATES", 2)
        monkeypatch.setattr(drawing, "prepare", lambda *args, **_: prepare(*args, limit=200))
        drawing._prepare.cache_clear()
        drawing._count.cache_clear()
        yield
        drawing._prepare.cache_clear()
        drawing._count.cache_clear()

    def test_is_said_with_the_hardest_wishes(self, little_work):
        drawn = draw_kingdom(DrawRequest(SHELF, 2, self.wishes), "hard")
        assert drawn.kingdom is None
        assert drawn.undecided
        assert drawn.tally == Tally(None), "a count that is not known is not shown"
        assert drawn.conflict[0].key == "list_limits.a"
        assert drawn.ways_out == ()

    def test_an_explanation_that_is_not_proved_says_so(self, monkeypatch):
        """The draw refuted it, and the search for the conflict ran into its limit."""
        monkeypatch.setattr("setup_rules.draw.conflict.REFUTE_LIMIT", 0)
        monkeypatch.setattr("setup_rules.draw.exact.sampler.count_exactly", lambda *_, **__: None)
        request = DrawRequest(DOMINION, 2, Wishes(tags=(("village", Bounds(1)),)))
        wishes, ways_out, undecided = explain(request)
        assert (ways_out, undecided) == ((), True)
        assert [wish.key for wish in wishes] == ["tags.village"]

    def test_is_the_answer_when_no_ten_tried_could_be_completed(self):
        """Every Ally is banned and a Liaison is pinned."""
        banned = frozenset(one.id for one in landscapes_of_kind(SHELF, "ally"))
        request = DrawRequest(DOMINION, 2, Wishes(), Dealing(banned=banned))
        assert draw_kingdom(request, "fine").kingdom is not None
        request = DrawRequest(SHELF, 2, Wishes(pinned=("bauble",)), Dealing(banned=banned))
        drawn = draw_kingdom(request, "none")
        assert drawn.kingdom is None
        assert drawn.undecided or drawn.tally.exact == 0


def test_no_wish_breaks_what_tonights_shelf_can_give():
    """Ten of eleven piles, each kingdom is one of the eleven combinations."""
    request = request_of(*DULL[:11])
    pool = sorted(ids(*DULL[:11]))
    every = {frozenset(ten) for ten in combinations(pool, 10)}
    seen = {ten_of(draw_kingdom(request, str(seed)).kingdom) for seed in range(120)}
    assert seen == every
    assert all(card(name).id in pool for name in DULL[:11])
