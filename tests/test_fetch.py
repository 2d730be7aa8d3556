"""The fetch list takes out what a plan sets out, and opens no box in vain; cases: fetch.toml."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

import pytest

from setup_rules.engine import plan_setup
from setup_rules.kingdom import Game
from setup_rules.plan import SetupPlan
from setup_rules.rules import TOKEN_VALUES
from tests.builders import ALL_BOXES, CATALOG, fetched, game_for, plan_for, set_out
from tests.thorough import some

PIECES = {kind: f"{kind} tokens" for kind in TOKEN_VALUES}
TRASH = ("Trash card", "Trash mat")


def opened(plan: SetupPlan) -> list[str]:
    return [box.box for box in plan.fetch]


def taken(plan: SetupPlan) -> Counter[str]:
    """What the fetch list takes out in total; the Black Market deck card by card."""
    total: Counter[str] = Counter()
    for box in plan.fetch:
        for item in box.items:
            if item.what == "Black Market deck":
                names = item.note.removeprefix("1 each: ").split(", ")
                assert len(names) == item.count
                total.update(names)
            else:
                total[item.what] += item.count
    return total


class TestBoxes:
    """Everything to take out is grouped by box, in shelf order, each box once."""

    def test_each_thing_comes_once_in_a_box(self):
        plan = plan_for(
            "Druid", "Fool", "Cemetery", "Exorcist", landscapes=["Arena", "Tax"], shelters=True
        )
        for box in plan.fetch:
            names = [item.what for item in box.items]
            assert len(names) == len(set(names))

    def test_each_shelf_gives_its_own_list_whatever_was_asked_before(self):
        shelves = (["dominion-1e"], ["dominion-2e"], ["dominion-2e", "base-cards"])
        for boxes in (*shelves, *reversed(shelves)):
            plan = plan_for("Village", boxes=boxes)
            assert set(opened(plan)) <= set(boxes)
            assert "Village" in fetched(plan)[boxes[0]]


class TestFewBoxes:
    """A card that several boxes hold is taken from the box that is opened anyway."""

    def test_a_second_box_is_opened_when_the_tokens_of_one_are_too_few(self):
        victory = ("Gardens", "Duke", "Great Hall", "Harem", "Nobles", "Silk Road")
        plan = plan_for(
            "Trade Route",
            *victory,
            boxes=["dominion-1e", "intrigue-1e", "hinterlands-1e", "prosperity-1e", "seaside-1e"],
        )
        coins = [items.get("Coin tokens", 0) for items in fetched(plan).values()]
        assert sum(coins) >= 9


class TestTwoBasicSets:
    """Five players and more take two basic sets; a box that is there twice gives both."""

    def test_three_sets_on_the_shelf_are_not_all_opened(self):
        plan = plan_for(boxes=["dominion-1e", "intrigue-1e", "base-cards"], players=5)
        assert len(opened(plan)) == 2


def random_game(chance: random.Random, boxes: Iterable[str]) -> Game:
    """A kingdom of cards and landscapes that lie in these boxes, with some choices made."""
    boxes = tuple(boxes)
    cards = sorted({card.name for box in boxes for card in CATALOG.boxes[box].piles})
    shapes = sorted({shape.name for box in boxes for shape in CATALOG.boxes[box].landscapes})
    ten = chance.sample(cards, min(10, len(cards)))
    rest = [name for name in cards if name not in ten] or cards
    two = chance.sample(shapes, min(2, len(shapes)))
    traits = [name for name in two if CATALOG.by_name[name].kind == "trait"]
    return game_for(
        *ten,
        fill=False,
        boxes=boxes,
        players=chance.randint(2, 6),
        landscapes=two,
        deck=chance.sample(rest, min(len(rest), chance.choice((0, 3, 15)))),
        traits={trait: chance.choice(ten) for trait in traits},
        platinum_colony=chance.random() < 0.3,
        shelters=chance.random() < 0.3,
        bane=chance.choice(rest),
        ferryman=chance.choice(rest),
        mouse=chance.choice(rest),
        riverboat=chance.choice(rest),
        army=chance.choice(rest),
        obelisk=chance.choice(ten),
        inherited_replaces=chance.choice(("Copper", "Estate")),
    )


def wanted(game: Game, plan: SetupPlan) -> list[tuple[int, dict[str, int]]]:
    """Each thing to take out: how much of it, and how much of it each box has."""
    copies = game.collection.copies

    def holders(worth: Mapping[str, int]) -> dict[str, int]:
        boxes = (CATALOG.boxes[box] for box in copies)
        sums = {
            box.id: copies[box.id]
            * sum(box.stock.get(name, 0) * each for name, each in worth.items())
            for box in boxes
        }
        return {box: there for box, there in sums.items() if there}

    demands = [(count, holders({name: 1})) for name, count in set_out(plan).items()]
    demands.append((1, holders(dict.fromkeys(TRASH, 1))))
    for kind, value in plan.tokens_placed.items():
        piece = "Project cube" if kind == "Project cube" else f"{kind} token"
        demands.append((max(value, 1), holders(TOKEN_VALUES.get(kind, {piece: 1}))))
    return demands


def suffice(boxes: Iterable[str], things: list[tuple[int, dict[str, int]]]) -> bool:
    """Whether these boxes give as much of everything as the whole shelf could."""
    boxes = set(boxes)
    return all(
        sum(there for box, there in holders.items() if box in boxes)
        >= min(count, sum(holders.values()))
        for count, holders in things
    )


class TestNoBoxInVain:
    """The opened boxes are enough, and without any one of them something would be missing."""

    @pytest.mark.parametrize("seed", some(range(60)))
    def test_every_opened_box_is_needed(self, seed):
        chance = random.Random(seed)
        shelf = [
            *chance.sample(ALL_BOXES, chance.randint(1, 6)),
            chance.choice(["base-cards", "dominion-2e"]),
        ]
        game = random_game(chance, sorted(shelf, key=ALL_BOXES.index))
        plan = plan_setup(game)
        things = wanted(game, plan)
        assert suffice(opened(plan), things)
        for box in opened(plan):
            assert not suffice([other for other in opened(plan) if other != box], things), box

    @pytest.mark.parametrize("seed", some(range(20)))
    def test_as_few_boxes_are_opened_as_possible(self, seed):
        chance = random.Random(1000 + seed)
        shelf = [*chance.sample(ALL_BOXES, 6), chance.choice(["base-cards", "dominion-1e"])]
        game = random_game(chance, sorted(set(shelf), key=ALL_BOXES.index))
        plan = plan_setup(game)
        things = wanted(game, plan)
        boxes = list(game.collection.copies)
        fewest = next(
            size
            for size in range(len(boxes) + 1)
            if any(suffice(some, things) for some in combinations(boxes, size))
        )
        assert len(opened(plan)) == fewest


class TestSums:
    """What the boxes give adds up to what the plan sets out, as far as the boxes hold it."""

    @pytest.mark.parametrize("seed", some(range(150)))
    def test_the_list_takes_out_what_the_plan_sets_out(self, seed):
        chance = random.Random(seed)
        boxes = ALL_BOXES if seed % 2 else chance.sample(ALL_BOXES, 8)
        game = random_game(chance, sorted([*boxes, "base-cards"], key=ALL_BOXES.index))
        plan = plan_setup(game)
        stock = game.collection.stock
        expected = {
            name: min(count, stock[name]) for name, count in set_out(plan).items() if name in stock
        }
        got = taken(plan)
        assert sum(got.pop(name, 0) for name in TRASH) == 1
        tokens = {name: got.pop(name) for name in list(got) if name.endswith((" tokens", " token"))}
        cubes = got.pop("Project cube", 0)
        assert got == expected
        assert cubes == plan.players * plan.player_tokens.get("Project cube", 0)
        for kind in plan.token_reserves:
            there = game.collection.worth(TOKEN_VALUES[kind])
            assert (tokens.get(PIECES[kind], 0) > 0) == (there > 0)

    @pytest.mark.parametrize("seed", some(range(60)))
    def test_no_box_gives_more_than_lies_in_it(self, seed):
        chance = random.Random(seed)
        boxes = sorted([*chance.choices(ALL_BOXES, k=8), "dominion-2e"], key=ALL_BOXES.index)
        game = random_game(chance, dict.fromkeys(boxes))
        plan = plan_setup(game)
        for box in plan.fetch:
            stock = CATALOG.boxes[box.box].stock
            for item in box.items:
                assert item.count > 0
                if item.what in stock:
                    assert item.count <= stock[item.what] * game.collection.copies[box.box]
                    assert item.whole == (item.count == stock[item.what])
