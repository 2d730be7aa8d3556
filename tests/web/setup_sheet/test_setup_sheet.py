"""The plan in readers' words: costs, colours, a kingdom's name, ways to decide."""

import pytest

from setup_rules.cards import Cost
from setup_rules.engine import plan_setup
from setup_rules.problems import Severity
from tests.builders import game_for
from web.reading.plan_reading import read_request
from web.setup_sheet.draws import ways_to_decide
from web.setup_sheet.sheet import colours, cost_mark, kingdom_name, problem_row, quiet_notes


@pytest.fixture
def game(catalog):
    def make(kingdom, boxes=("dominion-2e",), players=2):
        body = {"kingdom": list(kingdom), "boxes": list(boxes), "players": players}
        return read_request(body, catalog).game(catalog)

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
    def test_of_a_published_kingdom_is_its_own(self, game, catalog):
        ten = [card.name for card in catalog.published["first-game"].cards]
        assert kingdom_name(game(ten)) == "First Game"

    def test_of_another_is_its_dearest_and_cheapest_card(self, game):
        ten = ["Smithy", "Cellar", "Adventurer", "Moat", "Familiar"]
        assert kingdom_name(game(ten)) == "Adventurer & Moat"
        assert kingdom_name(game(ten), str.upper) == "ADVENTURER & MOAT"

    def test_of_one_pile_is_the_pile(self, game):
        assert kingdom_name(game(["Smithy"])) == "Smithy"

    def test_of_none_says_so(self, game):
        assert kingdom_name(game([])) == "A kingdom without piles"


class TestWaysToDecide:
    def test_all_published_ways_are_named_with_their_chance(self, game):
        mixed = game(["Bank", "Marauder", "Moat"], boxes=["prosperity-1e", "dark-ages"])
        colony = list(ways_to_decide("platinum_colony", mixed))
        shelters = list(ways_to_decide("shelters", mixed))
        chances = {way.chance for way in colony}
        assert chances == {"1 in 3 chance", "yes", "no", "your choice"}
        assert (len(colony), len(shelters)) == (6, 4)


class TestProblems:
    def test_have_their_sign_and_the_readers_names(self):
        plan = plan_setup(game_for("Young Witch", boxes=["dominion-1e"]))
        rows = [problem_row(problem, str.upper) for problem in plan.problems]
        assert "YOUNG WITCH isn’t in your boxes." in [row.message for row in rows]
        assert rows[0].kind == "bad"
        assert plan.problems[0].severity is Severity.ERROR

    def test_a_quiet_one_is_a_line_of_its_own(self):
        plan = plan_setup(game_for("Familiar"))
        (line,) = quiet_notes(plan.problems, str.upper)
        assert line.startswith("FAMILIAR is the only Alchemy card. 3 to 5 work better")
        assert quiet_notes(plan_setup(game_for()).problems, str) == ()
