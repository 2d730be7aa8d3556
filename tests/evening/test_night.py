"""A night: several kingdoms at once, no card twice, few boxes, each as wished."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from setup_rules.collection import gather
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import Bounds, Wishes
from setup_rules.engine import plan_setup, settle
from setup_rules.evening.night import (
    FEW_PILES,
    MOST_GAMES,
    SPARE_BOXES,
    Short,
    draw_night,
    most_games,
    redraw,
    repeated,
    shelf_of,
)
from setup_rules.fetch import DECK, fetch_together
from setup_rules.kingdom import Kingdom, pile_id
from tests.builders import ALL_BOXES, CATALOG, DARK_AGES, thing
from web.reading.draw_reading import read_draw

MAIN = [
    box.id for box in CATALOG.boxes.values() if box.kind in ("base", "expansion", "basic cards")
]
SMALL = ("dominion-2e", "seaside-2e", "alchemy", "empires")


def request_for(boxes=ALL_BOXES, players=4, **fields):
    return read_draw({"boxes": list(boxes), "players": players, **fields}, CATALOG).asked


def tens_of(night):
    return [{pile_id(thing) for thing in kingdom.piles} for kingdom in night.kingdoms]


def games_of(kingdoms, players, shelf):
    """Each game of a night with its plan."""
    games = [settle(kingdom, players, shelf) for kingdom in kingdoms]
    return [(game, plan_setup(game)) for game in games]


def opened(request, night):
    """The boxes of the fetch list, which are those that are really opened."""
    games = games_of(night.kingdoms, request.players, shelf_of(request, night.boxes))
    return {box.box for box in fetch_together(games)}


WISHES = {
    "none": {},
    "as published": {"wishes": {"preset": "as-published"}},
    "tags": {"wishes": {"tags": {"village": {"min": 2}, "attack": {"min": 1, "max": 2}}}},
    "boxes": {"wishes": {"boxes_used": {"max": 2}, "min_per_used_box": 2}},
    "landscapes": {"wishes": {"landscapes": {"min": 1}}},
    "draws": {"draws": {"platinum_colony": "always", "shelters": "always"}},
    "bans": {"banned": ["Chapel", "Witch", "Hunting Lodge"]},
    "pins": {"pinned": ["Young Witch", "Black Market", "Cheap"]},
}
"""Requests from none at all to cards that open boxes of their own."""


@cache
def night_of(wish, games, players, seed):
    request = request_for(players=players, **WISHES[wish])
    return request, draw_night(request, games, seed)


@pytest.mark.parametrize(("games", "players"), [(2, 2), (6, 6)])
@pytest.mark.parametrize("wish", WISHES)
class TestFromAllBoxes:
    def test_no_pile_is_in_two_games(self, wish, games, players):
        _, night = night_of(wish, games, players, "a")
        assert len(night.kingdoms) == games
        assert set(Counter(id_ for ten in tens_of(night) for id_ in ten).values()) == {1}
        assert all(len(ten) == 10 for ten in tens_of(night))

    def test_extras_and_landscapes_are_kept_apart_too(self, wish, games, players):
        _, night = night_of(wish, games, players, "a")
        assert repeated(night.kingdoms) == ()

    def test_each_game_can_be_played(self, wish, games, players):
        request, night = night_of(wish, games, players, "a")
        for shelf in (request.shelf, shelf_of(request, night.boxes)):
            statuses = {plan_setup(settle(k, players, shelf)).status for k in night.kingdoms}
            assert "error" not in statuses

    def test_at_most_one_box_more_than_the_fewest_is_opened(self, wish, games, players):
        request, night = night_of(wish, games, players, "a")
        assert night.fewest <= len(opened(request, night)) <= night.fewest + SPARE_BOXES
        assert opened(request, night) <= set(night.boxes)

    def test_each_game_is_as_wished(self, wish, games, players):
        request, night = night_of(wish, games, players, "a")
        for number, kingdom in enumerate(night.kingdoms):
            ten = [CATALOG.cards[pile_id(thing)] for thing in kingdom.piles]
            for tag, bounds in request.wishes.tags:
                number_of = sum(tag in card.tags for card in ten)
                assert bounds.least <= number_of <= (10 if bounds.most is None else bounds.most)
            assert not {card.id for card in ten} & set(request.wishes.banned)
            assert (number > 0) or set(request.wishes.pinned) <= {card.id for card in ten}
            assert len(kingdom.landscapes) >= request.how.landscapes.least
            if wish == "boxes":
                families = Counter(min(card.families) for card in ten)
                assert len(families) <= 2
                assert min(families.values()) >= 2
            if wish == "draws":
                assert kingdom.platinum_colony
                assert kingdom.shelters


def test_the_same_seed_gives_the_same_night():
    request, night = night_of("none", 3, 4, "a")
    assert draw_night(request, 3, "a") == night
    assert draw_night(request, 3, "b") != night


class TestFewestBoxes:
    """Compared with every choice of boxes of small shelves."""

    @pytest.mark.parametrize("number", range(12))
    def test_the_bound_holds_on_small_shelves(self, number):
        random = Random(number)
        boxes = tuple(sorted(random.sample(MAIN, random.randint(3, 6)), key=ALL_BOXES.index))
        games = random.choice((2, 3, 4))
        tags = tuple(
            (tag, Bounds(random.choice((0, 1, 2)), random.choice((None, 3, 4))))
            for tag in random.sample(
                ("village", "attack", "trasher", "draw"), random.choice((0, 2))
            )
        )
        request = DrawRequest(gather(CATALOG, boxes), 3, Wishes(tags=tags))
        night = draw_night(request, games, str(number))
        fewest = fewest_by_trying_all(boxes, games, tags)
        if fewest is None:
            assert not night.kingdoms
            assert night.shortage
        else:
            assert night.kingdoms
            assert night.fewest <= fewest
            assert len(opened(request, night)) <= fewest + SPARE_BOXES

    def test_with_one_box_fewer_than_the_fewest_it_says_how_many_are_needed(self):
        request = request_for()
        night = draw_night(request, 4, "a", most_boxes=1)
        assert night.shortage is not None
        assert (night.shortage.what, night.shortage.needed) == (Short.BOXES, 2)
        assert len(draw_night(request, 4, "a", most_boxes=2).boxes) == 2

    @pytest.mark.parametrize("most", [3, 5, 8])
    def test_the_boxes_asked_for_are_the_most_that_are_opened(self, most):
        request = request_for()
        night = draw_night(request, 3, "b", most_boxes=most)
        assert len(opened(request, night)) <= most

    def test_boxes_of_a_few_cards_are_opened_only_where_they_are_needed(self):
        request = request_for()
        for seed in "abcd":
            boxes = draw_night(request, 3, seed).boxes
            for box in boxes:
                others = {c for other in boxes if other != box for c in CATALOG.boxes[other].piles}
                more = set(CATALOG.boxes[box].piles) - others
                assert len(more) >= FEW_PILES or CATALOG.boxes[box].has_basic_cards

    def test_each_pair_of_boxes_that_suffices_comes_up_equally_often(self):
        request = DrawRequest(
            gather(CATALOG, ("dominion-1e", "seaside-1e", "dark-ages", "hinterlands-1e")), 2
        )
        number_of = Counter(draw_night(request, 2, str(n), most_boxes=2).boxes for n in range(60))
        assert set(number_of) == {
            ("dominion-1e", other) for other in ("seaside-1e", "dark-ages", "hinterlands-1e")
        }
        squares = sum((count - 20) ** 2 / 20 for count in number_of.values())
        assert squares < 13.8, "one in a thousand"


def fewest_by_trying_all(boxes, games, tags):
    """The fewest boxes from which so many disjoint tens can be taken, basic cards included."""
    for size in range(1, len(boxes) + 1):
        for choice in combinations(boxes, size):
            shelf = gather(CATALOG, choice)
            if shelf.basic_sets and can_be_parted(shelf.cards, games, tags):
                return size
    return None


def can_be_parted(cards, games, tags):
    """Whether the cards can be parted into so many tens: a search over kinds of cards."""
    kinds = Counter(tuple(tag in card.tags for tag, _ in tags) for card in cards)
    names, there = list(kinds), tuple(kinds.values())
    shapes = []
    for shape in product(*(range(min(count, 10) + 1) for count in there)):
        if sum(shape) == 10:
            counts = [sum(n for n, kind in zip(shape, names, strict=True) if kind[at])
                      for at in range(len(tags))]  # fmt: skip
            if all(
                bounds.least <= count <= (10 if bounds.most is None else bounds.most)
                for count, (_, bounds) in zip(counts, tags, strict=True)
            ):
                shapes.append(shape)

    @cache
    def parted(left, more):
        if not more:
            return True
        return any(
            parted(tuple(a - b for a, b in zip(left, shape, strict=True)), more - 1)
            for shape in shapes
            if all(a >= b for a, b in zip(left, shape, strict=True))
        )

    return parted(there, games)


class TestFairness:
    def test_each_card_is_dealt_equally_often(self):
        """Dominion has no card that asks for another one, and 25 piles."""
        request = DrawRequest(gather(CATALOG, ("dominion-1e",)), 2)
        nights, piles = 150, len(request.shelf.cards)
        number_of = Counter(
            card.id
            for number in range(nights)
            for card in draw_night(request, 2, str(number)).kingdoms[1].piles
        )
        share = 10 / piles
        variance = nights * share * (1 - share) * piles / (piles - 1)
        squares = sum(
            (number_of[c.id] - nights * share) ** 2 / variance for c in request.shelf.cards
        )
        assert squares < 51, "one in a thousand, with 24 degrees of freedom"


class TestTightNights:
    def test_a_scarce_kind_is_spread_over_all_games(self):
        """Seaside, Alchemy and Empires with Dominion: just enough villages for four games."""
        villages = sum("village" in card.tags for card in gather(CATALOG, SMALL).cards)
        games = 4
        each = villages // games
        assert each >= 2
        request = request_for(SMALL, wishes={"tags": {"village": {"min": each}}})
        for seed in "abc":
            night = draw_night(request, games, seed, most_boxes=4)
            counts = [sum("village" in card.tags for card in k.piles) for k in night.kingdoms]
            assert min(counts) >= each

    def test_every_pile_of_a_shelf_can_be_used(self):
        shelf = gather(CATALOG, ("intrigue-1e", "alchemy", "guilds"))
        games = len(shelf.cards) // 10
        request = request_for(("intrigue-1e", "alchemy", "guilds"), players=2)
        night = draw_night(request, games, "all")
        assert len({id_ for ten in tens_of(night) for id_ in ten}) == 10 * games

    def test_an_extra_repeats_a_card_only_where_there_is_no_other(self):
        """Cornucopia and Dominion: Young Witch wants a Bane."""
        boxes = ("dominion-1e", "cornucopia")
        request = request_for(boxes, players=2, pinned=["Young Witch"])
        night = draw_night(request, 3, "x")
        bane = night.kingdoms[0].drawn["bane"]
        assert bane.id not in set().union(*tens_of(night))


class TestImpossibleNights:
    def test_too_few_piles(self):
        night = draw_night(request_for(("dominion-2e",)), 3, "a")
        assert not night.kingdoms
        assert night.shortage is not None
        assert night.shortage[:3] == (Short.PILES, 30, 26)
        assert most_games(request_for(("dominion-2e",))) == 2

    def test_too_few_cards_of_a_wish(self):
        night = draw_night(request_for(wishes={"potion_cards": [3, 4]}), 6, "a")
        assert night.shortage is not None
        assert night.shortage.what is Short.WISH
        assert (night.shortage.needed, night.shortage.there) == (18, 10)
        assert night.shortage.wish is not None
        assert night.shortage.wish.key == "potion_cards"

    def test_too_few_other_cards(self):
        """At most two dear cards in each game: the cheap ones do not suffice for two games."""
        request = request_for(("dominion-2e",), wishes={"cost_at_least": {"4": {"max": 2}}})
        night = draw_night(request, 2, "a")
        assert night.shortage is not None
        assert (night.shortage.what, night.shortage.other) == (Short.WISH, True)
        assert night.shortage.needed == 16

    def test_no_basic_cards(self):
        night = draw_night(request_for(("seaside-2e", "empires")), 2, "a")
        assert night.shortage is not None
        assert night.shortage.what is Short.BASIC_CARDS

    def test_too_few_landscapes(self):
        boxes = ("dominion-2e", "seaside-2e", "promo-summon")
        night = draw_night(request_for(boxes, wishes={"landscapes": {"min": 1}}), 3, "a")
        assert night.shortage is not None
        assert night.shortage[:3] == (Short.LANDSCAPES, 3, 1)

    def test_wishes_that_no_kingdom_meets(self):
        night = draw_night(
            request_for(("dominion-2e",), wishes={"tags": {"night": {"min": 1}}}), 2, "a"
        )
        assert night.clash
        assert not night.kingdoms

    def test_a_landscape_that_is_not_here(self):
        night = draw_night(request_for(("dominion-2e", "seaside-2e"), pinned=["Cheap"]), 2, "a")
        assert night.clash


class TestDrawingOneAgain:
    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_the_others_stay_and_no_pile_is_used_twice(self, place):
        request, night = night_of("tags", 3, 4, "a")
        new = redraw(request, night.kingdoms, place, night.boxes, "again")
        assert new is not None
        kingdoms = [*night.kingdoms]
        kingdoms[place] = new
        assert repeated(kingdoms) == ()
        assert {t.id for t in new.piles} != {t.id for t in night.kingdoms[place].piles}
        shelf = shelf_of(request, night.boxes)
        assert plan_setup(settle(new, 4, shelf)).status != "error"

    def test_pinned_cards_stay_in_the_first_game(self):
        request, night = night_of("pins", 2, 2, "a")
        for place in (0, 1):
            new = redraw(request, night.kingdoms, place, night.boxes, "again")
            assert new is not None
            pinned = {*request.wishes.pinned, *(ls.id for ls in request.pinned_landscapes)}
            there = {thing.id for thing in (*new.piles, *new.landscapes)}
            assert pinned & there == (pinned if place == 0 else set())

    def test_where_no_other_is_left_there_is_none(self):
        request = request_for(("dominion-1e",), players=2)
        pool = request.shelf.cards
        night = draw_night(replace(request), 2, "a")
        used = {id_ for ten in tens_of(night) for id_ in ten}
        banned = tuple(card.id for card in pool if card.id not in used)
        tight = replace(request, wishes=Wishes(banned=banned))
        assert redraw(tight, night.kingdoms, 1, night.boxes, "b") is None


class TestFetchingTogether:
    @pytest.mark.parametrize("seed", "abc")
    def test_the_list_has_what_each_game_needs(self, seed):
        request, night = night_of("none", MOST_GAMES, 6, seed)
        games = games_of(night.kingdoms, 6, shelf_of(request, night.boxes))
        together = totals(fetch_together(games))
        for _game, plan in games:
            for what, count in totals(plan.fetch).items():
                if what not in ("Trash mat", "Trash card"):
                    assert together[what] >= count, what

    @pytest.mark.parametrize("seed", "abc")
    def test_of_each_thing_it_has_no_more_than_the_largest_game_needs(self, seed):
        request, night = night_of("none", MOST_GAMES, 6, seed)
        games = games_of(night.kingdoms, 6, shelf_of(request, night.boxes))
        for what, count in totals(fetch_together(games)).items():
            if what != DECK and not what.endswith("tokens"):
                assert count == max(totals(plan.fetch)[what] for _game, plan in games), what

    def test_one_game_has_the_list_it_has_alone(self):
        request, night = night_of("pins", 3, 4, "a")
        games = games_of(night.kingdoms, 4, shelf_of(request, night.boxes))
        for one in games:
            assert fetch_together([one]) == one[1].fetch

    def test_a_note_stays_only_where_all_games_that_need_the_thing_have_it(self):
        shelf = gather(CATALOG, ("dominion-2e", "dark-ages", "cornucopia"))
        young_witch = (thing("Young Witch"), *map(thing, DARK_AGES[:9]))
        kingdoms = (
            Kingdom(young_witch, drawn={"bane": thing("Cellar")}),
            Kingdom((thing("Cellar"), *map(thing, DARK_AGES[:9])), shelters=True),
        )
        games = games_of(kingdoms, 4, shelf)
        alone = [
            {item.what: item.note for box in plan.fetch for item in box.items} for _, plan in games
        ]
        together = {item.what: item.note for box in fetch_together(games) for item in box.items}
        assert alone[0]["Cellar"] != alone[1]["Cellar"]
        assert alone[0]["Estate"] != alone[1]["Estate"]
        assert together["Cellar"] == together["Estate"] == ""
        assert together["Copper"] == alone[0]["Copper"] == alone[1]["Copper"]
        assert together["Young Witch"] == alone[0]["Young Witch"] != ""


def totals(fetch):
    number_of = Counter()
    for box in fetch:
        for item in box.items:
            number_of[item.what] += item.count
    return number_of
