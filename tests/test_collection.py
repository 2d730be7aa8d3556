"""The shelf: boxes once or twice, shelves joined, and what lies in them."""

from collections import Counter

import pytest

from setup_rules.collection import Collection, gather
from setup_rules.rules import TOKEN_VALUES
from tests.builders import (
    ALL_BOXES,
    CATALOG,
    card,
    codes,
    fetched,
    landscape,
    plan_for,
    problem,
    thing,
)


def shelf(*boxes: str) -> Collection:
    """The shelf with these boxes."""
    return gather(CATALOG, boxes)


class TestBoxes:
    """A box may be there twice; the shelf has an order of its own."""

    def test_boxes_stand_in_shelf_order_however_they_are_named(self):
        one = shelf("promo-stash", "dark-ages", "dominion-2e", "seaside-1e")
        other = shelf("seaside-1e", "dominion-2e", "promo-stash", "dark-ages")
        order = ["dominion-2e", "seaside-1e", "dark-ages", "promo-stash"]
        assert [box.id for box in one.boxes] == [box.id for box in other.boxes] == order

    def test_a_box_named_twice_stands_there_once_with_two_copies(self):
        twice = shelf("dominion-2e", "alchemy", "dominion-2e")
        assert [box.id for box in twice.boxes] == ["dominion-2e", "alchemy"]
        assert twice.copies == {"dominion-2e": 2, "alchemy": 1}

    def test_two_copies_hold_twice_as_much_of_everything(self):
        for box in CATALOG.boxes.values():
            once, twice = shelf(box.id), shelf(box.id, box.id)
            assert once.stock == dict(box.stock)
            assert twice.stock == {name: 2 * count for name, count in once.stock.items()}
            assert twice.cards == once.cards
            assert twice.landscapes == once.landscapes

    def test_an_empty_shelf_has_nothing(self):
        empty = shelf()
        assert empty.boxes == empty.cards == empty.landscapes == ()
        assert empty.stock == {}
        assert empty.basic_sets == 0
        assert codes(plan_for(boxes=()))["check-no-basic-cards"] == "error"

    def test_all_boxes_together_hold_every_card_and_landscape(self):
        everything = shelf(*ALL_BOXES)
        assert set(everything.cards) == set(CATALOG.cards.values())
        assert set(everything.landscapes) == set(CATALOG.landscapes.values())


class TestCards:
    """Each pile once, from whatever edition."""

    def test_a_pile_of_two_editions_is_there_once(self):
        both = shelf("seaside-1e", "seaside-2e", "seaside-update-pack")
        names = [c.name for c in both.cards]
        assert len(names) == len(set(names)) == 26 + 9
        assert names.count("Island") == 1

    def test_an_edition_and_its_update_pack_together_have_what_both_editions_have(self):
        assert shelf("seaside-1e", "seaside-update-pack").cards == (
            shelf("seaside-1e", "seaside-2e").cards
        )

    @pytest.mark.parametrize(
        ("name", "boxes", "owned"),
        [
            ("Astrolabe", ("seaside-1e",), False),
            ("Astrolabe", ("seaside-2e",), True),
            ("Astrolabe", ("seaside-update-pack",), True),
            ("Embargo", ("seaside-2e",), False),
            ("Embargo", ("seaside-1e",), True),
            ("Tournament", ("cornucopia",), True),
            ("Tournament", ("cornucopia-guilds-1e",), True),
            ("Tournament", ("cornucopia-guilds-2e",), False),
            ("Dame Anna", ("dark-ages",), True),
            ("Platinum", ("base-cards",), True),
            ("Platinum", ("prosperity-update-pack",), False),
            ("Summon", ("promo-summon",), True),
            ("Summon", ("adventures",), False),
        ],
    )
    def test_what_is_owned(self, name, boxes, owned):
        assert shelf(*boxes).owns(thing(name)) is owned

    def test_landscapes_are_owned_with_their_box(self):
        assert shelf("adventures").owns(landscape("Alms"))
        assert not shelf("empires").owns(landscape("Alms"))
        assert landscape("Alms") in shelf("adventures").landscapes


class TestStock:
    """How much of everything lies in the boxes."""

    def test_basic_cards_add_up_over_the_boxes(self):
        four = shelf("dominion-1e", "dominion-2e", "intrigue-1e", "base-cards")
        assert {name: four.stock[name] for name in ("Copper", "Estate", "Province", "Curse")} == {
            "Copper": 240,
            "Estate": 96,
            "Province": 48,
            "Curse": 120,
        }

    @pytest.mark.parametrize(
        ("boxes", "platinum", "potions"),
        [
            (("prosperity-1e",), 12, 0),
            (("prosperity-2e", "base-cards"), 24, 16),
            (("alchemy", "base-cards"), 12, 32),
            (("prosperity-update-pack",), 0, 0),
        ],
    )
    def test_platinum_and_potions(self, boxes, platinum, potions):
        stock = shelf(*boxes).stock
        assert stock.get("Platinum", 0) == stock.get("Colony", 0) == platinum
        assert stock.get("Potion", 0) == potions

    @pytest.mark.parametrize(
        ("box", "name", "count"),
        [
            ("dominion-2e", "Smithy", 10),
            ("dominion-2e", "Gardens", 12),
            ("dark-ages", "Rats", 20),
            ("dark-ages", "Knights", 10),
            ("dark-ages", "Dame Anna", 1),
            ("dark-ages", "Ruins", 50),
            ("dark-ages", "Survivors", 10),
            ("dark-ages", "Hovel", 6),
            ("empires", "Castles", 12),
            ("empires", "Catapult/Rocks", 10),
            ("empires", "Rocks", 5),
            ("allies", "Wizards", 16),
            ("allies", "Student", 4),
            ("adventures", "Port", 12),
            ("adventures", "Alms", 1),
            ("adventures", "Tavern mat", 6),
            ("nocturne", "Boons", 12),
            ("plunder", "Loot", 30),
            ("cornucopia-guilds-2e", "Rewards", 12),
            ("cornucopia-guilds-2e", "Renown", 2),
        ],
    )
    def test_piles_groups_single_cards_landscapes_and_mats(self, box, name, count):
        assert shelf(box).stock[name] == count

    def test_holders_are_named_in_shelf_order_with_what_each_holds(self):
        held = shelf("base-cards", "intrigue-1e", "dominion-2e", "intrigue-1e", "alchemy").holders
        assert [(box.id, count) for box, count in held["Copper"]] == [
            ("dominion-2e", 60),
            ("intrigue-1e", 120),
            ("base-cards", 60),
        ]
        assert [(box.id, count) for box, count in held["Potion"]] == [
            ("alchemy", 16),
            ("base-cards", 16),
        ]
        assert "Platinum" in held
        assert "Colony" in held
        assert "Hovel" not in held

    def test_holders_and_stock_agree(self):
        everything = shelf(*ALL_BOXES, *ALL_BOXES)
        for name, held in everything.holders.items():
            assert everything.stock[name] == sum(count for _, count in held)


class TestBasicSets:
    """Dominion 1E and 2E, Intrigue 1E and Base Cards hold one basic set each."""

    @pytest.mark.parametrize("box", CATALOG.boxes)
    def test_four_boxes_hold_a_basic_set(self, box):
        holds = box in ("dominion-1e", "dominion-2e", "intrigue-1e", "base-cards")
        assert shelf(box).basic_sets == (1 if holds else 0)

    @pytest.mark.parametrize(
        ("boxes", "sets"),
        [
            (("dominion-2e", "dominion-2e"), 2),
            (("dominion-1e", "intrigue-1e"), 2),
            (("dominion-2e", "intrigue-2e"), 1),
            (("dominion-1e", "dominion-2e", "intrigue-1e", "base-cards", "base-cards"), 5),
            (("prosperity-1e", "alchemy"), 0),
        ],
    )
    def test_sets_add_up(self, boxes, sets):
        assert shelf(*boxes).basic_sets == sets

    @pytest.mark.parametrize("players", [5, 6])
    def test_the_same_box_twice_serves_five_or_six(self, players):
        plan = plan_for(players=players, boxes=("dominion-2e", "dominion-2e"))
        assert plan.status == "ok"
        assert fetched(plan)["dominion-2e"]["Province"] == 3 * players

    @pytest.mark.parametrize(
        ("players", "needs"),
        [
            (
                5,
                (
                    "15× Province (you have 12)",
                    "27× Estate (you have 24)",
                    "40× Curse (you have 30)",
                ),
            ),
            (
                6,
                (
                    "18× Province (you have 12)",
                    "30× Estate (you have 24)",
                    "50× Curse (you have 30)",
                ),
            ),
        ],
    )
    def test_the_box_once_does_not(self, players, needs):
        plan = plan_for(players=players, boxes=("dominion-2e",))
        assert codes(plan)["check-treasure-sets"] == "error"
        message = next(p.message for p in plan.problems if p.code == "check-basic-shortage")
        assert all(need in message for need in needs)


class TestJoinedShelves:
    """Several people bring their boxes to one table."""

    MINE = ("dominion-2e", "seaside-2e", "prosperity-1e")
    YOURS = ("intrigue-1e", "prosperity-2e", "seaside-2e")

    def test_what_both_bring_adds_up(self):
        joined = shelf(*self.MINE, *self.YOURS)
        both = Counter(shelf(*self.MINE).stock) + Counter(shelf(*self.YOURS).stock)
        assert joined.stock == dict(both)
        assert joined.basic_sets == 2

    def test_a_box_that_both_bring_is_there_twice(self):
        joined = shelf(*self.MINE, *self.YOURS)
        assert joined.copies["seaside-2e"] == 2
        assert joined.stock["Island"] == 24
        assert joined.stock["Island mat"] == 12

    def test_a_card_that_both_bring_can_be_chosen_once(self):
        joined = shelf(*self.MINE, *self.YOURS)
        assert [c.name for c in joined.cards].count("Island") == 1
        assert set(joined.cards) == {*shelf(*self.MINE).cards, *shelf(*self.YOURS).cards}

    def test_who_brings_what_does_not_matter(self):
        assert shelf(*self.MINE, *self.YOURS).stock == shelf(*self.YOURS, *self.MINE).stock

    def test_alone_neither_can_seat_six_and_together_they_can(self):
        alone = plan_for(players=6, boxes=("dominion-2e",))
        together = plan_for(players=6, boxes=("dominion-2e", "intrigue-1e"))
        assert alone.status == "error"
        assert together.status == "ok"


class TestTokenValues:
    """Tokens count by what is printed on them; coin tokens of all boxes are alike."""

    @pytest.mark.parametrize(
        ("boxes", "kind", "value"),
        [
            (("prosperity-1e",), "VP", 16 + 15 * 5),
            (("prosperity-2e",), "VP", 16 + 15 * 5),
            (("empires",), "VP", 24 + 12 * 2 + 20 * 5),
            (("prosperity-2e", "empires"), "VP", 91 + 148),
            (("seaside-1e",), "Coin", 25),
            (("seaside-2e",), "Coin", 0),
            (("prosperity-1e",), "Coin", 8),
            (("prosperity-2e",), "Coin", 0),
            (("guilds",), "Coin", 25),
            (("cornucopia-guilds-1e",), "Coin", 25),
            (("cornucopia-guilds-2e",), "Coin", 35),
            (("renaissance",), "Coin", 35),
            (("allies",), "Coin", 35),
            (("seaside-1e", "prosperity-1e", "guilds", "renaissance", "allies"), "Coin", 128),
            (("allies", "allies"), "Coin", 70),
            (("empires",), "Debt", 40),
            (("rising-sun",), "Debt", 40),
            (("empires", "rising-sun"), "Debt", 80),
            (("seaside-1e",), "Embargo", 15),
            (("seaside-2e",), "Embargo", 0),
            ((), "VP", 0),
        ],
    )
    def test_the_value_of_all_tokens_of_a_kind(self, boxes, kind, value):
        assert shelf(*boxes).worth(TOKEN_VALUES[kind]) == value

    def test_tokens_of_another_box_serve_a_card(self):
        alone = plan_for("Baker", boxes=("dominion-2e", "guilds"), players=4)
        assert "check-tokens-short" not in codes(alone)
        pack = ("dominion-2e", "cornucopia-guilds-update-pack")
        without = plan_for("Footpad", boxes=pack)
        lent = plan_for("Footpad", boxes=(*pack, "seaside-1e"))
        assert "coin tokens" in problem(without, "check-update-pack-parts").message
        assert "coin tokens" not in problem(lent, "check-update-pack-parts").message


def test_the_same_boxes_are_the_same_shelf():
    """Gathered once, so that what is known of a shelf need not be worked out again."""
    assert shelf("dominion-2e", "alchemy") is shelf("dominion-2e", "alchemy")
    assert card("Smithy") in shelf("dominion-2e").cards
