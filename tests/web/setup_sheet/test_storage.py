"""Fetching from where the cards are kept: every card in one place, and as few places as can be."""

from collections import Counter

import pytest

from app import create_app
from setup_rules.catalog import load_catalog
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.engine import gather, plan_setup, settle
from setup_rules.fetch import TRASH, fetch_list
from setup_rules.plan_request import PlanRequest
from setup_rules.rules import TOKEN_VALUES
from tests.builders import game_for
from tests.thorough import THOROUGH
from web.setup_sheet.fetch_list import slug
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.setup_sheet import sheet_of
from web.setup_sheet.storage import PlaceKind, groups, letters_in, place_finder, storage_for_friends
from web.store.households import A_TO_Z, BY_COST, CASES, IN_BOXES, Case, Storage

CATALOG = load_catalog()
EVERY_BOX = tuple(CATALOG.boxes)
LETTERS = Storage(CASES, (Case("Front", (), "A–M"), Case("Back", (), "N–Z")))
MIXED = Storage(
    CASES, (Case("Old ones", ("dominion-1e", "intrigue-1e")), Case("Rest", ("empires",), "S–Z"))
)
WAYS = (Storage(A_TO_Z), Storage(BY_COST), LETTERS, MIXED)
AT_HAND = {f"{kind} tokens" for kind in TOKEN_VALUES}
"""Of these a box gives all it has, so that their number hangs on the box."""
NOT_COUNTED = AT_HAND | set(TRASH)


@pytest.fixture(autouse=True, scope="module")
def spoken(tmp_path_factory):
    """Sentences can be said: they ask the app for the visitor's language."""
    app = create_app({"DATABASE": tmp_path_factory.mktemp("app") / "piles.db"})
    with app.test_request_context("/"):
        yield


def drawn(seed):
    """A kingdom of all boxes, drawn by chance."""
    shelf = gather(CATALOG, EVERY_BOX)
    players = 2 + seed % 5
    kingdom = draw_kingdom(DrawRequest(shelf, players=players), seed=f"storage {seed}").kingdom
    return settle(kingdom, players=players, collection=shelf)


def sheet(game, storage, boxes=EVERY_BOX, marks=None):
    asked = PlanRequest(game.kingdom, game.players, tuple(boxes), None)
    reader = NameStyle(str, beside=False, storage=storage)
    return sheet_of(asked, game, plan_setup(game), reader).marked(marks or {}, read_only=False)


def counts(side):
    """How many of each thing, wherever they are from; but for what hangs on the box."""
    numbers = Counter()
    for box in side.boxes:
        for line in box.lines:
            numbers[line.item.rpartition(":")[2]] += line.number
    return {what: n for what, n in numbers.items() if what not in set(map(slug, NOT_COUNTED))}


def titles(sheet):
    return [box.spine.name for box in sheet.fetch.sides[0].boxes]


def lines(sheet, title):
    (box,) = (box for box in sheet.fetch.sides[0].boxes if box.spine.name == title)
    return [line.name for line in box.lines]


@pytest.mark.parametrize("seed", range(40 if THOROUGH else 10))
@pytest.mark.parametrize("storage", WAYS)
class TestAnyKingdom:
    def test_every_item_is_in_exactly_one_group(self, seed, storage):
        game = drawn(seed)
        find = place_finder(storage, CATALOG, str)
        fetch = fetch_list(game, plan_setup(game), find)
        taken = Counter((box.box, item.what) for box in fetch for item in box.items)
        grouped = Counter(
            (box, entry.item.what)
            for group in groups(fetch, storage, CATALOG, str)
            for entry in group.entries
            for box in entry.boxes
        )
        assert grouped == taken
        assert set(taken.values()) == {1}

    def test_there_is_as_much_of_everything_as_from_boxes(self, seed, storage):
        game = drawn(seed)
        boxes, stored = sheet(game, IN_BOXES).fetch, sheet(game, storage).fetch
        for side in (0, 1):
            assert counts(stored.sides[side]) == counts(boxes.sides[side])
            keys = [line.item for box in stored.sides[side].boxes for line in box.lines]
            assert len(keys) == len(set(keys))


class TestInBoxes:
    def test_items_of_ticks_are_what_they_always_were(self):
        game = game_for("Moat", boxes=("dominion-1e",))
        found = sheet(game, IN_BOXES, ("dominion-1e",)).fetch.shown
        assert found == ""
        marks = {"f:dominion-1e:moat": "1", "a:dominion-1e:copper": "1"}
        shown = sheet(game, IN_BOXES, ("dominion-1e",), marks).fetch.shown
        assert set(shown.split()) == set(marks)


class TestOneCase:
    def test_a_to_z_is_sorted_and_has_basic_cards_under_a_heading_of_their_own(self):
        boxes = ("dominion-2e", "seaside-2e", "empires")
        game = game_for("Wharf", "Cellar", "Charm", "Island", boxes=boxes)
        shown = sheet(game, Storage(A_TO_Z), boxes)
        assert titles(shown) == ["Cards A–Z", "Basic cards, tokens and mats"]
        cards = lines(shown, "Cards A–Z")
        assert cards == sorted(cards)
        assert {"Wharf", "Cellar", "Island"} <= set(cards)
        assert {"Copper", "Curse", "Island mat"} <= set(lines(shown, titles(shown)[1]))

    def test_by_cost_has_a_part_for_each_cost_from_the_cheapest(self):
        boxes = ("dominion-2e", "alchemy", "empires")
        game = game_for("Cellar", "Familiar", "Engineer", landscapes=["Tax"], boxes=boxes)
        found = titles(sheet(game, Storage(BY_COST), boxes))
        costs = [title for title in found if title.startswith("Cost")]
        assert costs[0] == "Cost $2"
        assert costs[-1] == "Cost 4 debt"
        assert "Cost $3 + Potion" in costs
        assert found[-2:] == ["Landscapes", "Basic cards, tokens and mats"]

    def test_what_lies_in_two_boxes_is_one_line(self):
        boxes = ("dominion-1e", "dominion-2e")
        shown = sheet(game_for(players=6, boxes=boxes), Storage(A_TO_Z), boxes)
        basics = shown.fetch.sides[0].boxes[-1]
        (copper,) = (line for line in basics.lines if line.name == "Copper")
        assert (copper.number, copper.note) == (120, "78 in the pile, 7 per player")

    def test_the_deck_of_the_black_market_is_one_line(self):
        boxes = ("dominion-1e", "seaside-1e", "promo-black-market")
        deck = ("Chapel", "Bazaar", "Cutpurse")
        game = game_for("Black Market", deck=deck, boxes=boxes)
        for storage in (Storage(A_TO_Z), Storage(BY_COST)):
            found = [
                line
                for box in sheet(game, storage, boxes).fetch.sides[0].boxes
                for line in box.lines
                if line.deck_cards
            ]
            assert [(line.number, sorted(line.deck_cards.split(", "))) for line in found] == [
                (3, sorted(deck))
            ]


class TestCases:
    def test_a_card_goes_by_its_box_then_by_its_letter_then_stays_in_its_box(self):
        boxes = ("dominion-1e", "empires", "seaside-2e")
        game = game_for("Moat", "Charm", "Wharf", "Bazaar", boxes=boxes)
        shown = sheet(game, MIXED, boxes)
        assert titles(shown) == ["Old ones", "Rest", "Seaside"]
        assert "Moat" in lines(shown, "Old ones")
        assert {"Charm", "Wharf"} <= set(lines(shown, "Rest"))
        assert "Bazaar" in lines(shown, "Seaside")

    def test_as_few_cases_as_possible_are_opened(self):
        boxes = ("dominion-1e", "dominion-2e", "seaside-2e")
        ten = ("Cellar", "Market", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village")
        game = game_for(*ten, "Wharf", "Bazaar", boxes=boxes)
        # Both editions have the eight; the one that is in the case of Seaside is taken.
        for other, one in (("dominion-1e", "dominion-2e"), ("dominion-2e", "dominion-1e")):
            storage = Storage(CASES, (Case("Far", (other,)), Case("Near", (one, "seaside-2e"))))
            assert titles(sheet(game, storage, boxes)) == ["Near"]

    def test_put_away_goes_backwards(self):
        game = game_for(boxes=("dominion-2e",))
        fetch, back = sheet(game, LETTERS, ("dominion-2e",)).fetch.sides
        assert [box.spine for box in back.boxes] == [box.spine for box in reversed(fetch.boxes)]
        assert fetch.says[fetch.left] == "3 boxes/cases left"

    def test_each_says_what_to_close(self):
        shown = sheet(game_for(boxes=("dominion-2e",)), LETTERS, ("dominion-2e",))
        found = {box.kind: box.closing for box in shown.fetch.sides[0].boxes}
        assert found == {PlaceKind.CASE: "close the case", PlaceKind.BOX: "close the box"}

    @pytest.mark.parametrize(
        ("text", "letters"),
        [
            ("A–F", "abcdef"),
            ("a - c", "abc"),
            ("A, B, C", "abc"),
            ("ÄB x–z", "abxyz"),
            ("F–A", ""),
            ("1–9", ""),
            ("", ""),
        ],
    )
    def test_letters_are_read_as_people_write_them(self, text, letters):
        assert "".join(letters_in(text)) == letters


def test_friends_see_no_cases():
    assert [storage_for_friends(way).how for way in WAYS] == ["a-z", "cost", "boxes", "boxes"]
    assert storage_for_friends(MIXED) == IN_BOXES
