"""Wishes in plain values: stored ones are read straight, and a request is read to the same draw."""

from dataclasses import replace

import pytest

from setup_rules.collection import gather
from setup_rules.draw.completion import LandscapeWish
from setup_rules.draw.plain_request import plain_request
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import TABLE, Bounds, ListLimit, WishType
from tests.builders import CATALOG
from tests.draw.test_wish_table import VALUES
from web.reading.draw_reading import read_draw
from web.reading.wish_reading import wish_faults

BOXES = ("dominion-2e", "seaside-2e", "empires")
SHELF = gather(CATALOG, BOXES)


def read(**values) -> DrawRequest:
    return plain_request(values, SHELF, 3)


@pytest.mark.parametrize("line", TABLE, ids=lambda line: line.name)
def test_stored_wishes_are_what_a_request_asks_for(line: WishType):
    kept = {
        "wishes": {line.name: VALUES.get(line.name, line.example)},
        "pinned": ["Chapel", "Obelisk"],
        "banned": ["moat", "Tax", "Moat"],
        "draws": {"shelters": "never"},
        "black_market_size": 20,
    }
    assert wish_faults(kept, CATALOG) == ()
    request = read_draw({"boxes": list(BOXES), "players": 3, **kept}, CATALOG).asked
    assert request.shelf.ids == BOXES
    assert read(**kept) == replace(request, shelf=SHELF) != DrawRequest(SHELF, 3)


class TestWhatIsNoLongerKnown:
    """A box that was taken away leaves its names in the stored wishes."""

    def test_is_left_out_and_the_rest_stays(self):
        request = read(
            pinned=["Nobody Knows", "chapel"],
            banned=["moat", "Nobody Knows"],
            wishes={
                "tags": {"village": {"min": 1}, "gone": {"min": 1}},
                "costs": {"5": {"max": 2}, "five": {"max": 2}},
                "per_box": {"seaside-1e": {"min": 2}, "gone": {"min": 2}},
                "not_together": [["moat", "gone"], ["moat", "mine"]],
                "weights": {"mine": 2, "gone": 0},
                "recently_played": {"cards": ["mine", "gone"], "most": 0},
                "gone": True,
            },
            draws={"shelters": "gone", "gone": "never"},
        )
        assert request.wishes.pinned == ("chapel",)
        assert request.wishes.banned == ("moat",)
        assert request.wishes.tags == (("village", Bounds(1)),)
        assert request.wishes.costs == ((5, Bounds(0, 2)),)
        assert request.wishes.per_box == (("seaside", Bounds(2)),)
        assert request.wishes.not_together == (("moat", "mine"),)
        assert request.wishes.weights == (("mine", 2),)
        assert request.wishes.list_limits == (ListLimit("recently played", ("mine",), 0),)
        assert request.how.shelters == "random-card"

    def test_is_told_by_the_check(self):
        kept = {"banned": ["Nobody Knows"], "wishes": {"tags": {"gone": {}}}}
        assert [fault.field for fault in wish_faults(kept, CATALOG)] == [
            "banned[0]",
            "wishes.tags.gone",
        ]


class TestLandscapes:
    def test_pinned_ones_raise_the_number_as_printed(self):
        assert read(pinned=["Tax", "Obelisk", "Wall"]).how.landscapes == LandscapeWish(most=3)

    def test_a_wished_number_stands(self):
        assert read(wishes={"landscapes": {"max": 0}}).how.landscapes == LandscapeWish(most=0)
