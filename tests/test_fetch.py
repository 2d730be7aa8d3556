"""The fetch list: everything a plan sets out, by box, no box opened twice and none in vain."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

import pytest

from setup_rules.engine import plan_setup
from setup_rules.kingdom import Game
from setup_rules.plan import FetchItem, SetupPlan
from setup_rules.rules import TOKEN_VALUES
from tests.builders import ALL_BOXES, CATALOG, DULL, fetched, game_for, plan_for, set_out

PIECES = {kind: f"{kind} tokens" for kind in TOKEN_VALUES}
TRASH = ("Trash card", "Trash mat")
FIFTEEN = (
    *("Cellar", "Chapel", "Moat", "Village", "Workshop", "Bandit", "Artisan", "Harbinger"),
    *("Merchant", "Poacher", "Sentry", "Vassal", "Witch", "Gardens", "Chancellor"),
)


def line(plan: SetupPlan, box: str, what: str) -> FetchItem:
    items = next(opened.items for opened in plan.fetch if opened.box == box)
    (item,) = (item for item in items if item.what == what)
    return item


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

    def test_boxes_come_in_shelf_order_whatever_order_they_are_named_in(self):
        boxes = ["rising-sun", "dark-ages", "empires", "seaside-2e", "dominion-2e"]
        plan = plan_for("Rats", "Alley", "Island", boxes=boxes)
        assert opened(plan) == sorted(opened(plan), key=ALL_BOXES.index)
        assert set(opened(plan)) == {"rising-sun", "dark-ages", "seaside-2e", "dominion-2e"}

    def test_each_box_comes_once_even_if_it_is_there_twice(self):
        plan = plan_for(boxes=["dominion-2e", "dominion-2e"], players=5)
        assert opened(plan) == ["dominion-2e"]

    def test_each_thing_comes_once_in_a_box(self):
        plan = plan_for(
            "Druid", "Fool", "Cemetery", "Exorcist", landscapes=["Arena", "Tax"], shelters=True
        )
        for box in plan.fetch:
            names = [item.what for item in box.items]
            assert len(names) == len(set(names))

    def test_nothing_is_taken_out_of_boxes_that_are_not_there(self):
        plan = plan_for("Rats", "Island", boxes=["dominion-2e"])
        assert opened(plan) == ["dominion-2e"]
        assert "Rats" not in fetched(plan)["dominion-2e"]

    def test_an_empty_shelf_gives_an_empty_list(self):
        assert plan_for(boxes=[]).fetch == ()

    def test_each_shelf_gives_its_own_list_whatever_was_asked_before(self):
        shelves = (["dominion-1e"], ["dominion-2e"], ["dominion-2e", "base-cards"])
        for boxes in (*shelves, *reversed(shelves)):
            plan = plan_for("Village", boxes=boxes)
            assert set(opened(plan)) <= set(boxes)
            assert "Village" in fetched(plan)[boxes[0]]


class TestFewBoxes:
    """A card that several boxes hold is taken from the box that is opened anyway."""

    @pytest.mark.parametrize(
        ("cards", "shelf", "opens"),
        [
            ((), ["dominion-1e", "dominion-2e"], 1),
            (("Sentry",), ["dominion-1e", "dominion-2e"], ["dominion-2e"]),
            (("Chancellor",), ["dominion-1e", "dominion-2e"], ["dominion-1e"]),
            (("Sentry",), ["dominion-2e", "dominion-update-pack"], ["dominion-2e"]),
            (
                ("Sea Hag", "Lighthouse"),
                ["dominion-2e", "seaside-1e", "seaside-2e"],
                ["dominion-2e", "seaside-1e"],
            ),
            (
                ("Sailor", "Lighthouse"),
                ["dominion-2e", "seaside-1e", "seaside-2e"],
                ["dominion-2e", "seaside-2e"],
            ),
        ],
    )
    def test_the_box_that_is_opened_anyway_gives_the_card(self, cards, shelf, opens):
        plan = plan_for(*cards, boxes=shelf)
        if isinstance(opens, int):
            assert len(opened(plan)) == opens
        else:
            assert opened(plan) == opens

    @pytest.mark.parametrize("more", ["base-cards", "intrigue-1e"])
    def test_basic_cards_come_from_the_box_that_is_opened_anyway(self, more):
        plan = plan_for("Sentry", boxes=["dominion-2e", more])
        assert opened(plan) == ["dominion-2e"]

    def test_no_box_is_opened_only_to_mark_the_trash(self):
        plan = plan_for("Sentry", boxes=["dominion-2e", "base-cards"])
        assert fetched(plan)["dominion-2e"]["Trash mat"] == 1
        assert "base-cards" not in fetched(plan)

    def test_potions_come_from_alchemy_when_it_is_opened_anyway(self):
        plan = plan_for("Golem", boxes=["dominion-2e", "base-cards", "alchemy"])
        assert fetched(plan)["alchemy"]["Potion"] == 16

    def test_platinum_and_colony_come_from_prosperity_when_it_is_opened_anyway(self):
        plan = plan_for(
            "City", "Sentry", boxes=["dominion-2e", "prosperity-2e"], platinum_colony=True
        )
        assert fetched(plan)["prosperity-2e"] == {"City": 10, "Platinum": 12, "Colony": 8}

    def test_tokens_come_from_the_box_of_their_card(self):
        plan = plan_for("Baker", boxes=["dominion-1e", "seaside-1e", "guilds", "allies"])
        assert opened(plan) == ["dominion-1e", "guilds"]
        assert fetched(plan)["guilds"] == {"Baker": 10, "Coin tokens": 25}

    def test_the_value_of_tokens_counts_so_that_no_second_box_is_opened_for_more(self):
        plan = plan_for(
            landscapes=["Arena", "Basilica"],
            players=6,
            boxes=["dominion-1e", "intrigue-1e", "prosperity-1e", "empires"],
        )
        assert opened(plan) == ["dominion-1e", "intrigue-1e", "empires"]
        assert fetched(plan)["empires"]["VP tokens"] == 56

    def test_a_second_box_is_opened_when_the_tokens_of_one_are_too_few(self):
        victory = ("Gardens", "Duke", "Great Hall", "Harem", "Nobles", "Silk Road")
        plan = plan_for(
            "Trade Route",
            *victory,
            boxes=["dominion-1e", "intrigue-1e", "hinterlands-1e", "prosperity-1e", "seaside-1e"],
        )
        coins = [items.get("Coin tokens", 0) for items in fetched(plan).values()]
        assert sum(coins) >= 9

    def test_mats_come_from_the_box_of_their_card(self):
        plan = plan_for("Sailor", "Island", boxes=["dominion-1e", "seaside-1e", "seaside-2e"])
        assert fetched(plan)["seaside-2e"]["Island mat"] == 2
        assert "seaside-1e" not in fetched(plan)


class TestCopperAndEstates:
    """Uses of one card are merged into one line that tells the split."""

    @pytest.mark.parametrize(
        ("players", "copper", "estate", "curse"), [(2, 46, 8, 10), (3, 39, 12, 20), (4, 32, 12, 30)]
    )
    def test_the_pile_and_the_starting_decks_are_one_line(self, players, copper, estate, curse):
        plan = plan_for(boxes=["dominion-1e"], players=players)
        assert line(plan, "dominion-1e", "Copper") == FetchItem(
            "Copper", 60, True, f"{copper} in the pile, 7 per player"
        )
        assert line(plan, "dominion-1e", "Estate") == FetchItem(
            "Estate",
            estate + 3 * players,
            estate + 3 * players == 24,
            f"{estate} in the pile, 3 per player",
        )
        assert line(plan, "dominion-1e", "Curse") == FetchItem("Curse", curse, curse == 30, "")

    def test_seven_heirlooms_leave_no_copper_to_deal(self):
        heirs = ["Cemetery", "Fool", "Pixie", "Pooka", "Secret Cave", "Shepherd", "Tracker"]
        plan = plan_for(*heirs, boxes=["dominion-1e", "nocturne"], players=3)
        assert line(plan, "dominion-1e", "Copper") == FetchItem("Copper", 60, True, "")
        for heirloom in ("Haunted Mirror", "Lucky Coin", "Goat", "Cursed Gold"):
            assert line(plan, "nocturne", heirloom) == FetchItem(heirloom, 3, False, "1 per player")

    @pytest.mark.parametrize(("players", "whole"), [(2, False), (6, True)])
    def test_shelters_come_out_instead_of_estates_and_the_estate_pile_stays(self, players, whole):
        plan = plan_for("Rats", shelters=True, players=players)
        for shelter in ("Hovel", "Necropolis", "Overgrown Estate"):
            assert line(plan, "dark-ages", shelter) == FetchItem(
                shelter, players, whole, "1 per player"
            )
        assert taken(plan)["Estate"] == (8 if players == 2 else 12)


class TestTwoBasicSets:
    """Five players and more take two basic sets; a box that is there twice gives both."""

    @pytest.mark.parametrize(("players", "copper"), [(5, 85), (6, 78), (7, 71)])
    def test_the_treasures_of_two_boxes_are_combined(self, players, copper):
        plan = plan_for(boxes=["dominion-1e", "intrigue-1e"], players=players)
        for box in ("dominion-1e", "intrigue-1e"):
            item = line(plan, box, "Copper")
            assert (item.count, item.whole) == (60, True)
            assert f"{copper} in the pile, 7 per player" in item.note
            assert "120" in item.note
            assert line(plan, box, "Silver").count == 40
            assert line(plan, box, "Gold").count == 30

    def test_victory_cards_and_curses_are_counted_off_two_boxes(self):
        plan = plan_for(boxes=["dominion-1e", "intrigue-1e"], players=5)
        one, other = (fetched(plan)[box] for box in ("dominion-1e", "intrigue-1e"))
        assert one["Province"] + other["Province"] == 15
        assert one["Estate"] + other["Estate"] == 27
        assert one["Curse"] + other["Curse"] == 40
        assert one["Duchy"] + other.get("Duchy", 0) == 12

    def test_three_sets_on_the_shelf_are_not_all_opened(self):
        plan = plan_for(boxes=["dominion-1e", "intrigue-1e", "base-cards"], players=5)
        assert len(opened(plan)) == 2

    def test_the_same_box_twice_gives_both_sets_in_one_line(self):
        plan = plan_for(boxes=["dominion-1e", "dominion-1e"], players=5)
        item = line(plan, "dominion-1e", "Copper")
        assert (item.count, item.whole) == (120, True)
        assert line(plan, "dominion-1e", "Province").count == 15

    def test_one_set_of_several_serves_four(self):
        plan = plan_for(boxes=["dominion-1e", "intrigue-1e"], players=4)
        assert taken(plan)["Silver"] == 40


class TestAllOrCount:
    """ "All" where a whole pile leaves the box, "count" where some of it stays there."""

    @pytest.mark.parametrize(
        ("name", "box", "players", "count", "whole"),
        [
            ("Smithy", "dominion-2e", 2, 10, True),
            ("Gardens", "dominion-2e", 2, 8, False),
            ("Gardens", "dominion-2e", 3, 12, True),
            ("Rats", "dark-ages", 2, 20, True),
            ("Port", "adventures", 2, 12, True),
            ("Castles", "empires", 2, 8, False),
            ("Castles", "empires", 3, 12, True),
            ("Encampment/Plunder", "empires", 2, 10, True),
            ("Forts", "allies", 2, 16, True),
            ("Knights", "dark-ages", 4, 10, True),
        ],
    )
    def test_kingdom_piles(self, name, box, players, count, whole):
        plan = plan_for(name, boxes=dict.fromkeys(["dominion-2e", box]), players=players)
        item = line(plan, box, name)
        assert (item.count, item.whole) == (count, whole)

    @pytest.mark.parametrize(("players", "count", "whole"), [(2, 10, False), (6, 50, True)])
    def test_ruins(self, players, count, whole):
        item = line(plan_for("Cultist", players=players), "dark-ages", "Ruins")
        assert (item.count, item.whole) == (count, whole)
        assert "shuffle" in item.note

    @pytest.mark.parametrize(("players", "count", "whole"), [(2, 6, False), (3, 12, True)])
    def test_rewards(self, players, count, whole):
        plan = plan_for("Joust", players=players, boxes=["dominion-2e", "cornucopia-guilds-2e"])
        item = line(plan, "cornucopia-guilds-2e", "Rewards")
        assert (item.count, item.whole) == (count, whole)

    def test_a_whole_pile_of_one_of_two_equal_boxes_need_not_be_counted(self):
        plan = plan_for("Gardens", boxes=["dominion-2e", "dominion-2e"], players=5)
        for name in ("Smithy", "Market", "Gardens", "Duchy"):
            assert line(plan, "dominion-2e", name).whole
        for name in ("Province", "Estate", "Curse"):
            assert not line(plan, "dominion-2e", name).whole

    def test_colonies(self):
        plan = plan_for("City", boxes=["dominion-1e", "prosperity-1e"], platinum_colony=True)
        assert line(plan, "prosperity-1e", "Colony") == FetchItem("Colony", 8, False, "")
        assert line(plan, "prosperity-1e", "Platinum") == FetchItem("Platinum", 12, True, "")


class TestBlackMarketDeck:
    """The deck is one line for each box: how many cards, and which."""

    def test_a_line_for_each_box_that_is_opened(self):
        plan = plan_for(
            "Black Market",
            deck=[*FIFTEEN, "Rats", "Dame Anna"],
            boxes=["dominion-1e", "dominion-2e", "dark-ages", "promo-black-market"],
        )
        assert line(plan, "dark-ages", "Black Market deck") == FetchItem(
            "Black Market deck", 2, False, "1 each: Dame Anna, Rats"
        )
        singles = sum(items.get("Black Market deck", 0) for items in fetched(plan).values())
        assert singles == 17

    def test_a_mixed_pile_gives_its_top_card_and_the_knights_any(self):
        plan = plan_for(
            "Black Market",
            deck=["Encampment/Plunder", "Knights"],
            boxes=["dominion-1e", "empires", "dark-ages", "promo-black-market"],
        )
        assert line(plan, "empires", "Black Market deck").note == "1 each: Encampment"
        assert line(plan, "dark-ages", "Black Market deck").note == "1 each: Knights"

    def test_cards_come_from_boxes_that_are_opened_anyway(self):
        plan = plan_for(
            "Black Market",
            "Sea Hag",
            deck=["Lighthouse", "Island"],
            boxes=["dominion-1e", "seaside-1e", "seaside-2e", "promo-black-market"],
        )
        assert line(plan, "seaside-1e", "Black Market deck").count == 2
        assert "seaside-2e" not in fetched(plan)

    def test_what_the_deck_brings_is_taken_out_too(self):
        plan = plan_for(
            "Black Market",
            deck=["Golem", "Hermit", "Tournament"],
            boxes=["dominion-1e", "alchemy", "dark-ages", "cornucopia", "promo-black-market"],
        )
        assert fetched(plan)["alchemy"] == {"Potion": 16, "Black Market deck": 1}
        assert fetched(plan)["dark-ages"] == {"Madman": 10, "Black Market deck": 1}
        assert fetched(plan)["cornucopia"] == {"Prizes": 5, "Black Market deck": 1}


class TestTheRest:
    """Inherited, mats, tokens, landscapes, the trash and cards set aside."""

    @pytest.mark.parametrize("players", [2, 4])
    def test_the_cards_of_inherited_are_part_of_their_pile(self, players):
        plan = plan_for(
            landscapes=["Inherited"],
            traits={"Inherited": "Market"},
            inherited_replaces="Estate",
            boxes=["dominion-1e", "plunder"],
            players=players,
        )
        item = line(plan, "dominion-1e", "Market")
        assert (item.count, item.whole) == (10, True)
        assert f"{10 - players} in the pile, 1 per player" in item.note
        estates = 8 if players == 2 else 12
        assert taken(plan)["Estate"] == estates + 2 * players

    def test_inherited_on_a_split_pile_takes_one_pile(self):
        plan = plan_for("Forts", landscapes=["Inherited"], traits={"Inherited": "Forts"}, players=4)
        assert taken(plan)["Forts"] == 16
        assert "Tent" not in taken(plan)

    def test_a_mat_for_each_player_and_those_in_the_middle(self):
        plan = plan_for("Island", "Trade Route", "Guide", players=3)
        assert taken(plan)["Island mat"] == 3
        assert taken(plan)["Tavern mat"] == 3
        assert taken(plan)["Trade Route mat"] == 1

    @pytest.mark.parametrize("players", [2, 6])
    def test_tokens_that_each_player_has_are_counted(self, players):
        plan = plan_for("Ranger", landscapes=["Canal"], players=players)
        assert taken(plan)["Journey token"] == players
        assert taken(plan)["Project cube"] == 2 * players

    def test_suns_are_counted(self):
        plan = plan_for("Poet", prophecy="Growth", players=3)
        assert line(plan, "rising-sun", "Sun token") == FetchItem("Sun token", 8, False, "")

    def test_tokens_kept_at_hand_leave_the_box_whole(self):
        plan = plan_for("Embargo", boxes=["dominion-1e", "seaside-1e"])
        assert line(plan, "seaside-1e", "Embargo tokens") == FetchItem(
            "Embargo tokens", 15, True, ""
        )

    def test_landscapes_tell_their_kind(self):
        plan = plan_for("Bauble", landscapes=["Alms", "Canal"], ally="Architects' Guild")
        assert line(plan, "adventures", "Alms").note == "Event"
        assert line(plan, "renaissance", "Canal").note == "Project"
        assert line(plan, "allies", "Architects' Guild").note == "Ally"

    @pytest.mark.parametrize(
        ("box", "what"),
        [
            ("dominion-1e", "Trash card"),
            ("dominion-2e", "Trash mat"),
            ("intrigue-1e", "Trash card"),
            ("base-cards", "Trash card"),
        ],
    )
    def test_the_trash_is_marked_with_what_the_box_has(self, box, what):
        plan = plan_for(boxes=[box, "dominion-update-pack"])
        assert fetched(plan)[box][what] == 1

    def test_the_young_witch_brings_her_randomizer_to_mark_the_bane(self):
        plan = plan_for("Young Witch", bane="Cellar", boxes=["dominion-1e", "cornucopia"])
        assert "randomizer" in line(plan, "cornucopia", "Young Witch").note
        assert "Bane" in line(plan, "dominion-1e", "Cellar").note

    def test_ferrymans_pile_lies_beside_the_supply(self):
        plan = plan_for("Ferryman", ferryman="Gardens")
        assert taken(plan)["Gardens"] == 8
        (item,) = (i for box in plan.fetch for i in box.items if i.what == "Gardens")
        assert "beside the Supply" in item.note

    def test_cards_set_aside_are_single(self):
        plan = plan_for(
            "Riverboat", landscapes=["Way of the Mouse"], riverboat="Bazaar", mouse="Cellar"
        )
        assert taken(plan)["Bazaar"] == 1
        assert taken(plan)["Cellar"] == 1

    def test_zombies_go_into_the_trash(self):
        item = line(plan_for("Necromancer"), "nocturne", "Zombie Spy")
        assert (item.count, item.note) == (1, "face up in the trash")

    def test_druids_boons_come_out_with_the_others(self):
        plan = plan_for("Druid", boons=["The Sea's Gift", "The Sky's Gift", "The Sun's Gift"])
        item = line(plan, "nocturne", "Boons")
        assert (item.count, item.whole) == (12, True)
        assert "Druid" in item.note


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

    @pytest.mark.parametrize("seed", range(60))
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

    @pytest.mark.parametrize("seed", range(20))
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

    @pytest.mark.parametrize("seed", range(150))
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

    @pytest.mark.parametrize("seed", range(60))
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

    def test_a_dull_kingdom_takes_out_its_seventeen_piles_and_the_trash(self):
        plan = plan_for(boxes=["dominion-2e"])
        assert set(fetched(plan)["dominion-2e"]) == {
            *DULL[:10],
            *("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse", "Trash mat"),
        }
