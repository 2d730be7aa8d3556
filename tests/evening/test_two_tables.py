"""Two tables: two kingdoms at once out of the same boxes, and nothing is needed twice."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from setup_rules.budget import REQUEST_WORK, Budget, limited
from setup_rules.cards import BASIC_CARDS
from setup_rules.collection import piece_of
from setup_rules.evening.fetch_tables import fetch_apart
from setup_rules.evening.night import Short, repeated
from setup_rules.evening.two_tables import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    at_both,
    draw_two_tables,
    games_at_tables,
    pick_seats,
    redraw_table,
    split_players,
)
from setup_rules.fetch import DECK, TRASH
from setup_rules.kingdom import pile_id
from setup_rules.rules import TOKEN_VALUES
from tests.builders import ALL_BOXES, CATALOG
from tests.thorough import cases
from web.reading.draw_reading import read_draw

BASICS = [box.id for box in CATALOG.boxes.values() if box.has_basic_cards]
TWO_SETS = ("dominion-2e", "base-cards")
WISHES = (
    {},
    {"draws": {"platinum_colony": "always"}},
    {"draws": {"shelters": "always"}},
    {"wishes": {"landscapes": {"min": 1}}},
    {"wishes": {"tags": {"village": {"min": 1}, "attack": {"min": 1}}}},
    {"wishes": {"boxes_used": {"max": 2}}},
    {"pinned": ["Young Witch", "Black Market"]},
)


def request_for(boxes=ALL_BOXES, **fields):
    return read_draw({"boxes": list(boxes), "players": 4, **fields}, CATALOG).asked


@cache
def evening(number):
    """Random boxes, players and wishes, and the tables drawn of them."""
    random = Random(number)
    boxes = random.choices(ALL_BOXES, k=random.choice((1, 2, 3, 5, 8, 20)))
    boxes += random.choices(BASICS, k=random.choice((0, 1, 2, 2, 2, 2)))
    owned = [box for box in ALL_BOXES for _ in range(min(boxes.count(box), 4))]
    request = request_for(owned, **random.choice(WISHES))
    players = random.randint(FEWEST_PLAYERS, MOST_PLAYERS)
    with limited(Budget()) as budget:
        tables = draw_two_tables(request, players, str(number))
    assert budget.spent <= REQUEST_WORK
    return request, players, tables


def plans_of(request, players, kingdoms):
    return games_at_tables(kingdoms, split_players(players), request.shelf)


def needs_of(plan):
    """What one table needs, counted from its plan alone; tokens of a kind by their worth."""
    needs = Counter({pile.name: pile.count + pile.dealt for pile in plan.supply})
    dealt = [pile.card for pile in plan.supply if pile.card and pile.dealt]
    from_piles = {name.name for card in dealt for name in (card, *card.contains)}
    for name, each in plan.starting_deck.items():
        if name not in from_piles:
            needs[name] += each * plan.players
    for pile in (*plan.beside, *plan.aside):
        needs.update(dict(pile.takes) or {pile.name: pile.count})
    needs.update(plan.trash)
    needs.update(landscape.name for landscape in plan.landscapes)
    needs.update({f"{mat} mat": plan.players for mat in plan.player_mats})
    needs.update(f"{mat} mat" for mat in plan.shared_mats)
    for kind, worth in plan.tokens_placed.items():
        needs[f"{kind} tokens" if kind in TOKEN_VALUES else piece_of(kind)] += max(worth, 1)
    return needs


def there_is(shelf, what):
    """How many of a thing the boxes hold, or what its tokens are worth."""
    kind = what.removesuffix(" tokens")
    return shelf.worth(TOKEN_VALUES[kind]) if kind != what else shelf.stock.get(what, 0)


EVENINGS = range(cases(360))


class TestRandomShelves:
    @pytest.mark.parametrize("number", EVENINGS)
    def test_both_tables_together_take_no_more_than_the_boxes_hold(self, number):
        request, players, tables = evening(number)
        if not tables.kingdoms:
            return
        total = Counter()
        for _, plan in plans_of(request, players, tables.kingdoms):
            total.update(needs_of(plan))
        owned = {what: there_is(request.shelf, what) for what in total}
        assert {w: n for w, n in total.items() if owned[w] and n > owned[w]} == {}

    @pytest.mark.parametrize("number", EVENINGS)
    def test_nothing_is_at_both_tables_and_each_can_be_played(self, number):
        request, players, tables = evening(number)
        if not tables.kingdoms:
            return
        assert at_both(tables.kingdoms) == frozenset()
        assert repeated(tables.kingdoms) == ()
        for game, plan in plans_of(request, players, tables.kingdoms):
            assert len(game.ten) == 10
            assert plan.status != "error"

    @pytest.mark.parametrize("number", EVENINGS)
    def test_the_fetch_list_gives_each_table_what_it_needs_out_of_what_is_there(self, number):
        request, players, tables = evening(number)
        if not tables.kingdoms:
            return
        games = plans_of(request, players, tables.kingdoms)
        given = [Counter(), Counter()]
        for box in fetch_apart(games):
            stock = request.shelf.catalog.boxes[box.box].stock
            for item in box.items:
                assert sum(item.shares) == item.count
                there = stock.get(item.what, item.count) * request.shelf.copies[box.box]
                assert item.count <= there
                for table, share in enumerate(item.shares):
                    given[table][item.what] += share
        for table, (_, plan) in enumerate(games):
            self.assert_given(given[table], needs_of(plan), request.shelf)

    def assert_given(self, given, needs, shelf):
        for kind, worths in TOKEN_VALUES.items():
            needed = needs.pop(f"{kind} tokens", 0)
            split = sum(given.pop(piece, 0) * worth for piece, worth in worths.items())
            whole = given.pop(f"{kind} tokens", 0)
            assert not needed or not shelf.worth(TOKEN_VALUES[kind]) or whole or split >= needed
        decks = given.pop(DECK, 0)
        for mark in TRASH:
            given.pop(mark, None)
        owned = Counter({what: n for what, n in needs.items() if shelf.stock.get(what)})
        assert given <= owned
        assert (owned - given).total() == decks

    @pytest.mark.parametrize("number", EVENINGS)
    def test_where_there_are_none_there_is_one_reason(self, number):
        _, _, tables = evening(number)
        known = tables.missing and not tables.undecided
        reasons = [*tables.kingdoms[:1], tables.clash, tables.undecided, tables.shortage, known]
        assert sum(map(bool, reasons)) == 1

    def test_most_evenings_with_enough_basic_cards_have_two_tables(self):
        drawn = [bool(evening(number)[2].kingdoms) for number in EVENINGS]
        assert sum(drawn) > len(drawn) // 3


@pytest.mark.parametrize("players", range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
def test_tables_are_as_even_as_can_be_and_the_larger_is_first(players):
    first, second = split_players(players)
    assert first + second == players
    assert 0 <= first - second <= 1


def test_the_same_seed_gives_the_same_tables():
    request = request_for()
    assert draw_two_tables(request, 6, "a") == draw_two_tables(request, 6, "a")
    assert draw_two_tables(request, 6, "a") != draw_two_tables(request, 6, "b")


class TestWhatCannotBeSplit:
    def test_boons_are_at_one_table(self):
        for seed in "abcdef":
            request = request_for((*TWO_SETS, "nocturne"))
            games = plans_of(request, 6, draw_two_tables(request, 6, seed).kingdoms)
            assert sum("Boons" in needs_of(plan) for _, plan in games) <= 1

    def test_platinum_and_colony_are_at_one_table_unless_there_are_two_boxes_of_them(self):
        wish = {"draws": {"platinum_colony": "always"}}
        one = draw_two_tables(
            request_for(("dominion-2e", "dominion-2e", "prosperity-2e"), **wish), 6, "a"
        )
        assert {(short.what, short.needed, short.there) for short in one.missing} == {
            ("Platinum", 24, 12),
            ("Colony", 24, 12),
        }
        two = draw_two_tables(request_for((*TWO_SETS, "prosperity-2e"), **wish), 6, "a")
        assert all(kingdom.platinum_colony for kingdom in two.kingdoms)

    def test_shelters_serve_six_players_at_two_tables_and_not_seven(self):
        request = request_for((*TWO_SETS, "dark-ages"), draws={"shelters": "always"})
        assert draw_two_tables(request, 6, "a").kingdoms
        assert {short.what for short in draw_two_tables(request, 7, "a").missing} == {
            "Hovel",
            "Necropolis",
            "Overgrown Estate",
        }

    def test_where_half_of_the_cards_need_one_thing_a_table_does_without_it(self):
        boxes = ("dominion-2e", "dominion-2e", "alchemy")
        plain = [card.name for card in request_for(boxes).shelf.cards if not card.cost.potion]
        request = request_for(boxes, banned=plain[11:])
        for seed in "abc":
            games = plans_of(request, 5, draw_two_tables(request, 5, seed).kingdoms)
            assert sorted("Potion" in needs_of(plan) for _, plan in games) == [False, True]


class TestNotEnough:
    def test_one_basic_set_is_too_little(self):
        tables = draw_two_tables(request_for(("dominion-2e", "seaside-2e")), 8, "a")
        assert {short.what for short in tables.missing} == {*BASIC_CARDS}
        assert all(short.needed == 2 * short.there for short in tables.missing)

    def test_too_few_piles_are_counted(self):
        request = request_for(("cornucopia", "base-cards", "base-cards"))
        shortage = draw_two_tables(request, 5, "a").shortage
        piles = len(request.shelf.cards)
        assert (shortage.what, shortage.needed, shortage.there) == (Short.PILES, 20, piles)

    def test_what_most_cards_lack_is_told_where_no_pair_is_found(self):
        shelf = ("dominion-1e", "base-cards", "renaissance")
        tables = draw_two_tables(request_for(shelf, wishes={"landscapes": {"min": 1}}), 8, "a")
        assert tables.undecided
        assert ("Project cube", 16, 12) in tables.missing

    def test_a_spent_budget_is_no_exception(self):
        with limited(Budget(1000)):
            assert draw_two_tables(request_for(), 6, "a").undecided


class TestPins:
    def test_what_is_pinned_comes_to_the_first_table(self):
        request = request_for(pinned=["Young Witch", "Black Market", "Cheap"])
        for seed in "abc":
            first, second = draw_two_tables(request, 7, seed).kingdoms
            assert {*request.wishes.pinned} <= {pile_id(thing) for thing in first.piles}
            assert {*request.pinned_landscapes} <= {*first.landscapes}
            assert not {*request.pinned_landscapes} & {*second.landscapes}


class TestSeats:
    def test_everybody_sits_once_and_the_same_seed_seats_the_same(self):
        names = ("Ann", "Bob", "Cat")
        tables = pick_seats(names, (3, 2), "a")
        assert list(map(len, tables)) == [3, 2]
        assert sorted(name for table in tables for name in table) == ["4", "5", *names]
        assert tables == pick_seats(names, (3, 2), "a")
        assert any(tables != pick_seats(names, (3, 2), seed) for seed in "bcd")

    def test_nobody_who_is_named_is_left_out(self):
        tables = pick_seats([f"P{number}" for number in range(7)], (3, 3), "a")
        assert sorted(name for table in tables for name in table) == list("123456")


class TestOneTableAgain:
    @pytest.mark.parametrize("place", [0, 1])
    def test_the_other_table_stays_and_everything_still_fits(self, place):
        request = request_for((*TWO_SETS, "nocturne", "menagerie", "alchemy"))
        for seed in "abc":
            before = draw_two_tables(request, 7, seed).kingdoms
            new = redraw_table(request, (4, 3), before, place, seed)
            after = [new, before[1]] if place == 0 else [before[0], new]
            assert {pile_id(one) for one in new.piles} != {pile_id(o) for o in before[place].piles}
            assert at_both(after) == frozenset()
            total = Counter()
            for _, plan in plans_of(request, 7, after):
                total.update(needs_of(plan))
            assert all(n <= (there_is(request.shelf, what) or n) for what, n in total.items())

    def test_where_there_is_no_other_kingdom_there_is_none(self):
        request = request_for((*TWO_SETS, "promo-stash"))
        names = sorted(card.name for card in request.shelf.cards)
        request = request_for((*TWO_SETS, "promo-stash"), banned=names[20:])
        before = draw_two_tables(request, 5, "a").kingdoms
        assert redraw_table(request, (3, 2), before, 0, "b") is None
