"""Landscapes: how many turn up among the randomizers, which ones, and what limits them.

Setup rules, section 4: choose-landscapes (Adventures, Empires, Renaissance, Menagerie, Plunder and
Rising Sun rulebooks, p. 2), choose-way-limit (Menagerie rulebook, p. 2).
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from setup_rules.cards import MAIN_LANDSCAPES
from setup_rules.chance import Chance
from setup_rules.draw.completion import AS_PRINTED, Dealing, LandscapeWish, draw_landscapes
from setup_rules.draw.drawing import count_kingdoms, draw_kingdom, explain
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import Bounds, Wishes
from tests.builders import DULL, card, landscape
from tests.draw.dealt import SHELF, all_but, odds_of, plan_of, shelf_of
from tests.draw.test_fairness import chi_square_z

TEN = tuple(card(name) for name in DULL[:10])
VICTORY_AND_NIGHT = (
    "Cemetery", "Changeling", "Cobbler", "Crypt", "Duke", "Feodum", "Gardens", "Guardian", "Raider",
)  # fmt: skip
"""Piles that carry no Trait: neither Actions nor Treasures."""
EVENTS = ("Alms", "Borrow", "Quest", "Save", "Tax", "Wedding")
WAYS = ("Way of the Ox", "Way of the Pig", "Way of the Sheep")


def deck_of(*names):
    """Bans that leave these landscapes of all."""
    kept = {landscape(name).id for name in names}
    return frozenset(chances.id for chances in SHELF.landscapes) - kept


def odds(randomizers, names, wish=AS_PRINTED, ten=TEN):
    """The exact odds of each set of landscapes."""
    how = Dealing(banned=deck_of(*names), landscapes=wish)

    def drawn(chance):
        chances = draw_landscapes(randomizers, SHELF, how, chance, ten)
        assert len(set(chances)) == len(chances)
        return frozenset(one.name for one in chances)

    return odds_of(drawn, "landscapes")


def numbers(odds_of_sets):
    """The odds of each number of landscapes."""
    chances = Counter()
    for names, chance in odds_of_sets.items():
        chances[len(names)] += chance
    return dict(chances)


def turned_up(randomizers, landscapes):
    """How many landscapes lie above the tenth pile, in every order of the deck there is."""
    chances = Counter()
    for places in combinations(range(randomizers + landscapes), landscapes):
        piles = above = 0
        for place in range(randomizers + landscapes):
            if place in places:
                above += 1
            else:
                piles += 1
            if piles == 10:
                break
        chances[above] += Fraction(1, comb(randomizers + landscapes, landscapes))
    return chances


def at_most(most, chances):
    """The same when those beyond the most are skipped."""
    capped = Counter()
    for number, chance in chances.items():
        capped[min(number, most)] += chance
    return dict(capped)


class TestHowManyTurnUp:
    """Shuffled among the randomizers and turned up until the tenth pile; two at most."""

    @pytest.mark.parametrize(
        ("randomizers", "landscapes"), [(10, 1), (10, 3), (11, 2), (12, 3), (13, 2), (14, 1)]
    )
    def test_is_as_in_every_order_of_the_deck(self, randomizers, landscapes):
        chances = numbers(odds(randomizers, EVENTS[:landscapes]))
        assert chances == at_most(2, turned_up(randomizers, landscapes))

    def test_further_ones_than_two_are_skipped(self):
        plain = turned_up(10, 3)
        assert plain[3] > 0
        assert numbers(odds(10, EVENTS[:3]))[2] == plain[2] + plain[3]

    @pytest.mark.parametrize("most", [0, 1, 3])
    def test_ends_at_the_most_that_is_wished(self, most):
        chances = numbers(odds(11, EVENTS[:3], LandscapeWish(most=most)))
        assert chances == at_most(most, turned_up(11, 3))

    def test_from_the_least_that_is_wished_keeps_the_odds_to_each_other(self):
        plain = at_most(2, turned_up(12, 3))
        chances = numbers(odds(12, EVENTS[:3], LandscapeWish(least=1)))
        assert chances == {number: plain[number] / (1 - plain[0]) for number in (1, 2)}

    def test_is_all_there_are_when_more_are_wished(self):
        assert numbers(odds(12, EVENTS[:1], LandscapeWish(least=2))) == {1: 1}
        assert numbers(odds(12, (), LandscapeWish(least=1))) == {0: 1}
        assert numbers(odds(12, (), LandscapeWish(always=True))) == {0: 1}

    def test_is_certain_when_least_and_most_are_the_same(self):
        assert numbers(odds(11, EVENTS[:3], LandscapeWish(2, 2))) == {2: 1}

    def test_on_a_shelf_of_ten_piles_or_fewer_all_landscapes_turn_up(self):
        assert numbers(odds(10, EVENTS[:1])) == {0: Fraction(1, 11), 1: Fraction(10, 11)}
        assert numbers(odds(8, EVENTS[:1])) == numbers(odds(10, EVENTS[:1]))

    def test_on_all_boxes_is_as_the_formula_says(self):
        """Of n piles and m landscapes, k turn up in C(k+9, k) C(n-10+m-k, m-k) of C(n+m, m)."""
        request = DrawRequest(SHELF, 2)
        seen = Counter(
            len(draw_kingdom(request, f"how many {seed}").kingdom.landscapes) for seed in range(700)
        )
        piles = len(SHELF.cards)
        deck = sum(landscape.kind in MAIN_LANDSCAPES for landscape in SHELF.landscapes)
        none, one = (
            comb(k + 9, k) * comb(piles - 10 + deck - k, deck - k) / comb(piles + deck, deck)
            for k in (0, 1)
        )
        expected = {0: 700 * none, 1: 700 * one, 2: 700 * (1 - none - one)}
        assert -3 < chi_square_z(seen, expected) < 3

    def test_counts_the_piles_that_may_be_dealt_only(self):
        """A card that is never dealt has no randomizer in the deck."""
        shelf = shelf_of("dominion-2e", "adventures")
        banned = frozenset(pile.id for pile in shelf.cards[12:])
        request = DrawRequest(shelf, 2, Wishes(banned=tuple(banned)), Dealing(banned=banned))
        draws = 250
        seen = sum(not draw_kingdom(request, str(seed)).kingdom.landscapes for seed in range(draws))
        none = comb(12 - 10 + 20, 20) / comb(12 + 20, 20)
        assert abs(seen - draws * none) < 4 * (draws * none) ** 0.5 + 3


class TestADeckOfTheirOwn:
    """“Separate landscape deck, always one or two.”"""

    def test_gives_one_or_two_alike(self):
        chances = odds(12, EVENTS[:4], LandscapeWish(always=True))
        assert numbers(chances) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
        assert {chance for names, chance in chances.items() if len(names) == 2} == {Fraction(1, 12)}

    def test_does_not_care_how_many_piles_there_are(self):
        assert odds(400, EVENTS[:4], LandscapeWish(always=True)) == odds(
            10, EVENTS[:4], LandscapeWish(always=True)
        )

    def test_keeps_the_least_and_the_most(self):
        assert numbers(odds(12, EVENTS[:4], LandscapeWish(2, 2, always=True))) == {2: 1}
        assert numbers(odds(12, EVENTS[:4], LandscapeWish(0, 1, always=True))) == {1: 1}
        assert numbers(odds(12, EVENTS[:4], LandscapeWish(0, 0, always=True))) == {0: 1}


class TestWhichOnes:
    def test_each_set_of_a_size_is_equally_likely(self):
        chances = odds(11, EVENTS[:3])
        for size in (0, 1, 2):
            assert len({chance for names, chance in chances.items() if len(names) == size}) == 1
        assert len(chances) == 1 + 3 + 3

    def test_both_orders_of_two_are_equally_likely(self):
        how = Dealing(banned=deck_of(*EVENTS[:2]), landscapes=LandscapeWish(2, 2))
        chances = odds_of(
            lambda chance: draw_landscapes(12, SHELF, how, chance, TEN)[0].name, "landscapes"
        )
        assert chances == {"Alms": Fraction(1, 2), "Borrow": Fraction(1, 2)}

    def test_only_kinds_that_are_wished(self):
        names = ("Alms", "Aqueduct", "Canal", "Way of the Ox", "Cheap")
        chances = odds(12, names, LandscapeWish(kinds=("landmark", "trait")))
        assert set().union(*chances) == {"Aqueduct", "Cheap"}
        assert numbers(chances) == at_most(2, turned_up(12, 2))

    def test_neither_allies_nor_prophecies(self):
        """They come from decks of their own (Allies rulebook p. 3, Rising Sun rulebook p. 2)."""
        chance = Chance("kinds")
        how = Dealing(landscapes=LandscapeWish(2, 2))
        kinds = Counter(
            one.kind
            for seed in range(300)
            for one in draw_landscapes(498, SHELF, how, Chance(f"{chance.seed} {seed}"), TEN)
        )
        assert set(kinds) == {"event", "landmark", "project", "way", "trait"}

    def test_never_one_that_is_banned(self):
        request = DrawRequest(SHELF, 2, how=Dealing(banned=deck_of("Alms", "Cheap")))
        for seed in range(40):
            names = {one.name for one in draw_kingdom(request, f"ban {seed}").kingdom.landscapes}
            assert names <= {"Alms", "Cheap"}

    def test_the_sets_of_a_shelf_are_dealt_alike_by_real_chance(self):
        """Chi-square over all pairs of Plunder's Events and of one Way with an Event."""
        shelf = shelf_of("dominion-2e", "plunder")
        how = Dealing(landscapes=LandscapeWish(2, 2, kinds=("event",)))
        draws = 15 * comb(15, 2)
        seen = Counter(
            frozenset(one.id for one in draw_landscapes(66, shelf, how, Chance(f"pairs {n}"), TEN))
            for n in range(draws)
        )
        events = [one.id for one in shelf.landscapes if one.kind == "event"]
        expected = {frozenset(pair): draws / comb(15, 2) for pair in combinations(events, 2)}
        assert -3.5 < chi_square_z(seen, expected) < 3.5


class TestWays:
    """Menagerie rulebook, p. 2: at most one Way."""

    def test_never_two(self):
        chances = odds(10, (*WAYS[:2], "Alms"))
        assert all(len(names & set(WAYS)) <= 1 for names in chances)
        chances = odds(10, (*WAYS, *EVENTS), LandscapeWish(always=True))
        assert all(len(names & set(WAYS)) <= 1 for names in chances)

    def test_each_set_with_one_way_at_most_is_equally_likely(self):
        chances = odds(10, (*WAYS[:2], *EVENTS[:2]), LandscapeWish(2, 2, always=True))
        pairs = [
            {"Alms", "Borrow"},
            {"Alms", "Way of the Ox"},
            {"Alms", "Way of the Pig"},
            {"Borrow", "Way of the Ox"},
            {"Borrow", "Way of the Pig"},
        ]
        assert chances == {frozenset(pair): Fraction(1, 5) for pair in pairs}

    def test_alone_on_the_shelf_give_one_landscape(self):
        chances = odds(12, WAYS, LandscapeWish(2, 2))
        assert chances == {frozenset({way}): Fraction(1, 3) for way in WAYS}

    def test_may_be_two_or_none_when_that_is_wished(self):
        two = odds(12, WAYS, LandscapeWish(2, 2, most_ways=2))
        assert numbers(two) == {2: 1}
        assert len(two) == 3
        assert numbers(odds(12, WAYS, LandscapeWish(2, 2, most_ways=0))) == {0: 1}


class TestTraits:
    """Plunder rulebook, p. 2–4: a Trait lies on an Action or Treasure pile."""

    none_carries = tuple(card(name) for name in (*VICTORY_AND_NIGHT, "Tunnel"))
    one_carries = tuple(card(name) for name in (*VICTORY_AND_NIGHT, "Smithy"))

    def test_are_drawn_where_a_pile_can_carry_one(self):
        assert odds(12, ("Cheap",), LandscapeWish(1), self.one_carries) == {
            frozenset({"Cheap"}): Fraction(1)
        }

    def test_are_not_in_the_deck_where_no_pile_can(self):
        chances = odds(12, ("Cheap", "Pious", "Alms"), AS_PRINTED, self.none_carries)
        assert set().union(*chances) == {"Alms"}
        assert numbers(chances) == at_most(2, turned_up(12, 1))

    def test_are_as_many_as_there_are_piles_to_carry_them(self):
        """One pile that can carry a Trait, one landscape at the least, and Traits only."""
        pins = tuple(pile.id for pile in self.one_carries)
        how = Dealing(landscapes=LandscapeWish(least=1, kinds=("trait",)))
        for seed in range(12):
            drawn = draw_kingdom(DrawRequest(SHELF, 2, Wishes(pinned=pins), how), str(seed)).kingdom
            assert plan_of(drawn).status != "error"
            assert len(drawn.landscapes) == 1, f"seed {seed}"


class TestPinnedLandscapes:
    def names(self, seed, *pinned, **wish):
        how = Dealing(landscapes=LandscapeWish(**wish))
        request = DrawRequest(SHELF, 2, how=how, pinned_landscapes=tuple(map(landscape, pinned)))
        return [one.name for one in draw_kingdom(request, str(seed)).kingdom.landscapes]

    def test_are_always_there_and_once(self):
        for seed in range(30):
            names = self.names(seed, "Alms", kinds=("event",), least=2)
            assert names[0] == "Alms"
            assert len(set(names)) == len(names) == 2

    def test_count_towards_the_two(self):
        assert all(len(self.names(seed, "Alms", "Canal")) == 2 for seed in range(20))
        assert {len(self.names(seed, "Alms")) for seed in range(40)} == {1, 2}

    def test_more_than_two_stay_where_so_many_are_wished(self):
        pinned = ("Alms", "Canal", "Aqueduct")
        assert self.names(1, *pinned, most=3) == [*pinned]

    def test_a_pinned_way_is_the_only_one(self):
        for seed in range(30):
            names = self.names(seed, "Way of the Ox", kinds=("way", "landmark"), least=2)
            assert sum(name.startswith("Way") for name in names) == 1
            assert len(names) == 2

    def test_fill_the_least_that_is_wished(self):
        numbers_ = Counter(len(self.names(seed, "Alms", least=1)) for seed in range(60))
        assert set(numbers_) == {1, 2}

    def test_with_a_deck_of_their_own_are_one_or_two_with_those_drawn(self):
        numbers_ = {len(self.names(seed, "Alms", always=True)) for seed in range(40)}
        assert numbers_ <= {1, 2}


class TestWayOfTheMouse:
    """Section 6.4: when no card can be set aside for it, drop the Way."""

    def drawn(self, seed, **wish):
        kept = [card(name).name for name in DULL[:10]]
        banned = all_but(*kept) | deck_of("Way of the Mouse", "Alms", "Quest")
        how = Dealing(banned=banned, landscapes=LandscapeWish(**wish))
        drawn = draw_kingdom(DrawRequest(SHELF, 2, Wishes(banned=tuple(banned)), how), str(seed))
        return {one.name for one in drawn.kingdom.landscapes}

    def test_is_dropped_when_nothing_can_be_set_aside_for_it(self):
        assert all("Way of the Mouse" not in self.drawn(seed) for seed in range(25))

    def test_dropping_it_keeps_the_least_that_is_wished(self):
        for seed in range(25):
            assert self.drawn(seed, least=1) - {"Way of the Mouse"}, f"seed {seed}"


class TestLandscapesThatCannotBeHad:
    """docs/draw.md: what cannot be had is a conflict with ways out, for landscapes as well."""

    TWO = Dealing(landscapes=LandscapeWish(least=2, most=2))

    def request_for(self, *boxes, how=TWO, pinned=()):
        return DrawRequest(shelf_of(*boxes), players=3, how=how, pinned_landscapes=pinned)

    def test_a_shelf_without_any_is_told_of_with_a_box_that_helps(self):
        drawn = draw_kingdom(self.request_for("dominion-2e"), "seed")
        assert drawn.kingdom is None
        assert drawn.tally.exact == 0
        assert [wish.key for wish in drawn.conflict] == ["landscapes", "boxes"]
        assert drawn.ways_out
        assert all(way.tally.exact for way in drawn.ways_out)

    def test_the_count_says_so_too(self):
        request = self.request_for("dominion-2e")
        assert count_kingdoms(request).exact == 0
        assert explain(request)[0] == draw_kingdom(request, "seed").conflict

    def test_a_pinned_one_that_is_banned_clashes_with_the_ban(self):
        tax = landscape("Tax")
        how = Dealing(banned=frozenset({tax.id}))
        drawn = draw_kingdom(
            self.request_for("dominion-2e", "empires", how=how, pinned=(tax,)), "seed"
        )
        assert drawn.kingdom is None
        assert {wish.key for wish in drawn.conflict} == {"pinned", "banned"}

    def test_as_many_as_the_shelf_has_are_drawn(self):
        drawn = draw_kingdom(self.request_for("dominion-2e", "empires"), "seed")
        assert drawn.kingdom is not None
        assert len(drawn.kingdom.landscapes) == 2


class TestNumbersOfEachKind:
    """A wish for so many Events, Landmarks, Projects, Ways or Traits."""

    POOL = ("Alms", "Borrow", "Quest", "Baths", "Tower", "Way of the Ox", "Way of the Pig")
    KIND = {name: landscape(name).kind for name in POOL}  # noqa: RUF012

    def fits(self, names, each, most):
        kinds = Counter(self.KIND[name] for name in names)
        bounds = {**{kind: Bounds() for kind in MAIN_LANDSCAPES}, **each}
        return len(names) <= most and all(
            one.least <= kinds[kind] <= (99 if one.most is None else one.most)
            for kind, one in bounds.items()
        )

    @pytest.mark.parametrize(
        ("each", "most", "ways"),
        [
            ({"event": Bounds(1, 1)}, 2, 1),
            ({"event": Bounds(2)}, 3, 1),
            ({"event": Bounds(1), "landmark": Bounds(1)}, 2, 1),
            ({"way": Bounds(2, 2)}, 2, 2),
            ({"landmark": Bounds(0, 0)}, 2, 1),
        ],
    )
    def test_every_set_of_a_size_is_as_likely(self, each, most, ways):
        wish = LandscapeWish(most=most, most_ways=ways, always=True, each=tuple(each.items()))
        chances = odds(12, self.POOL, wish)
        sets = {
            frozenset(names)
            for size in range(1, most + 1)
            for names in combinations(self.POOL, size)
            if self.fits(names, each, most)
            and sum(self.KIND[name] == "way" for name in names) <= ways
        }
        assert set(chances) == sets
        for size in range(most + 1):
            assert len({chance for names, chance in chances.items() if len(names) == size}) <= 1

    def test_pinned_ones_count(self):
        alms = landscape("Alms")
        wish = LandscapeWish(most=2, each=(("event", Bounds(1, 1)),))
        how = Dealing(banned=deck_of(*self.POOL), landscapes=wish)
        for seed in range(20):
            request = DrawRequest(SHELF, 2, how=how, pinned_landscapes=(alms,))
            names = [one.name for one in draw_kingdom(request, str(seed)).kingdom.landscapes]
            assert [name for name in names if self.KIND[name] == "event"] == ["Alms"]

    def test_more_than_a_shelf_has_is_a_conflict_with_ways_out(self):
        how = Dealing(landscapes=LandscapeWish(each=(("project", Bounds(1)),)))
        request = DrawRequest(shelf_of("dominion-2e", "empires"), players=3, how=how)
        drawn = draw_kingdom(request, "seed")
        assert drawn.kingdom is None
        assert "landscapes" in {wish.key for wish in drawn.conflict}
        assert all(way.tally.exact for way in drawn.ways_out)
        assert count_kingdoms(request).exact == 0

    def test_more_of_kinds_than_there_may_be_is_a_conflict(self):
        each = (("event", Bounds(2)), ("landmark", Bounds(1)))
        how = Dealing(landscapes=LandscapeWish(most=2, each=each))
        request = DrawRequest(shelf_of("dominion-2e", "empires"), players=3, how=how)
        assert draw_kingdom(request, "seed").kingdom is None

    def test_they_change_no_count_of_tens(self):
        shelf = shelf_of("dominion-2e", "empires")
        wished = Dealing(landscapes=LandscapeWish(each=(("event", Bounds(1)),)))
        plain = count_kingdoms(DrawRequest(shelf, players=3))
        assert count_kingdoms(DrawRequest(shelf, players=3, how=wished)) == plain


class TestTheirOwnBoxes:
    def test_they_come_from_these_alone(self):
        shelf = shelf_of("dominion-2e", "empires", "adventures")
        how = Dealing(landscapes=LandscapeWish(least=2, boxes=("adventures",)))
        for seed in range(20):
            drawn = draw_kingdom(DrawRequest(shelf, players=3, how=how), str(seed))
            assert len(drawn.kingdom.landscapes) == 2
            assert all("adventures" in one.boxes for one in drawn.kingdom.landscapes)

    def test_boxes_without_any_are_a_conflict(self):
        how = Dealing(landscapes=LandscapeWish(least=1, boxes=("seaside",)))
        request = DrawRequest(shelf_of("dominion-2e", "empires"), players=3, how=how)
        assert draw_kingdom(request, "seed").kingdom is None
