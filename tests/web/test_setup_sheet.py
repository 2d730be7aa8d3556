"""The plan in readers' words."""

import pytest

from setup_rules.cards import Cost
from web.reading import read_request
from web.setup_sheet import colours, cost_mark, make_sheet


@pytest.fixture
def sheet(catalog):
    def make(kingdom, boxes=("dominion-2e",), players=2, **more):
        body = {"kingdom": list(kingdom), "boxes": list(boxes), "players": players, **more}
        return make_sheet(read_request(body, catalog), catalog)

    return make


class TestCosts:
    @pytest.mark.parametrize(
        ("cost", "drawn", "words"),
        [
            (Cost(4), ("4", False, ""), "costs $4"),
            (Cost(0), ("0", False, ""), "costs $0"),
            (Cost(3, 1), ("3", True, ""), "costs $3 and Potion"),
            (Cost(0, 1), ("", True, ""), "costs Potion"),
            (Cost(0, 0, 8), ("", False, "8"), "costs 8 debt"),
            (Cost(8, 0, 8), ("8", False, "8"), "costs $8 and 8 debt"),
            (Cost(4, mark="+"), ("4+", False, ""), "costs $4+"),
        ],
    )
    def test_are_drawn_and_read_out(self, cost, drawn, words):
        assert cost_mark(cost) == (*drawn, words)


class TestColours:
    @pytest.mark.parametrize(
        ("types", "classes"),
        [
            (("Action",), "a-action"),
            (("Action", "Attack"), "a-attack"),
            (("Action", "Attack", "Duration"), "a-attack b-duration"),
            (("Action", "Victory"), "a-action b-victory"),
            (("Treasure", "Victory"), "a-treasure b-victory"),
            (("Action", "Treasure", "Victory"), "a-treasure b-victory"),
            (("Night", "Attack", "Duration"), "a-night b-attack"),
            (("Event",), "a-action"),
        ],
    )
    def test_follow_the_types(self, types, classes):
        assert colours(types) == classes


class TestName:
    def test_of_a_published_kingdom_is_its_own(self, sheet, catalog):
        ten = [card.name for card in catalog.published["first-game"].cards]
        assert sheet(ten).name == "First Game"

    def test_of_another_is_its_dearest_and_cheapest_card(self, sheet):
        assert sheet(["Smithy", "Cellar", "Adventurer", "Moat", "Familiar"]).name == (
            "Adventurer & Moat"
        )

    def test_of_one_pile_is_the_pile(self, sheet):
        assert sheet(["Smithy"]).name == "Smithy"


class TestDraws:
    def test_all_published_ways_are_named_with_their_chance(self, sheet):
        drawn = sheet(["Bank", "Marauder", "Moat"], boxes=["prosperity-1e", "dark-ages"]).draws
        colony, shelters = drawn
        assert {way.chance for way in colony.ways} == {
            "yes in 1 of 3 cases",
            "yes",
            "no",
            "as you like",
        }
        assert len(colony.ways) == 6
        assert len(shelters.ways) == 4
        assert (colony.answer, shelters.answer) == ("not decided", "not decided")

    def test_all_ten_from_prosperity_decide_for_it(self, sheet, catalog):
        ten = [card.name for card in catalog.boxes["prosperity-2e"].piles[:10]]
        colony = sheet(ten, boxes=["prosperity-2e"]).draws[0]
        assert (colony.answer, colony.why) == ("yes", "all ten are from Prosperity")

    def test_without_a_card_of_the_box_it_is_no(self, sheet):
        colony, shelters = sheet(["Moat"]).draws
        assert (colony.answer, colony.why) == ("no", "no pile is from Prosperity")
        assert shelters.answer == "no"

    def test_the_card_that_decided_is_named(self, sheet):
        choices = {"shelters": True, "shelters_card": "Marauder"}
        shelters = sheet(["Marauder"], boxes=["dark-ages"], choices=choices).draws[1]
        assert (shelters.answer, shelters.why) == ("yes", "Marauder decided")


class TestLines:
    def test_tokens_and_mats_of_each_player(self, sheet):
        lines = sheet(["Baker", "Island"], boxes=["guilds", "seaside-1e"]).each_player
        assert ("1 Coin token", "for Baker") in lines
        assert ("Island mat", "") in lines

    def test_landscapes_say_what_lies_on_them(self, sheet):
        lines = sheet(["Moat"], boxes=["empires"], landscapes=["Arena", "Tax"]).landscapes
        assert ("Arena", "Landmark, 12 VP tokens on it") in lines

    def test_a_trait_says_its_pile(self, sheet):
        (line,) = sheet(
            ["Moat"],
            boxes=["plunder"],
            landscapes=["Cheap"],
            choices={"traits": {"Cheap": "Moat"}},
        ).landscapes
        assert line == ("Cheap", "Trait, on Moat")

    def test_copies_of_a_box_are_counted(self, sheet):
        twice = sheet(["Moat"], boxes=["dominion-2e", "dominion-2e"], players=6)
        assert twice.boxes == "Dominion (2nd edition) (twice)"
        assert twice.fetch[0].copies == 2
        assert sheet(["Moat"], boxes=["dominion-2e"] * 3).boxes.endswith("(3 times)")

    def test_six_players_end_with_four_piles(self, sheet):
        ends = sheet(["Moat"], players=6).ends
        assert ends == ("the Province pile is empty", "any four Supply piles are empty")


class TestEveryPublishedKingdom:
    def test_has_a_sheet(self, sheet, catalog):
        for published in list(catalog.published.values())[::5]:
            made = sheet(
                [card.id for card in published.cards],
                boxes=published.some_boxes,
                players=4,
                landscapes=[landscape.id for landscape in published.landscapes],
            )
            assert made.name
            assert len(made.kingdom_piles) >= 10
