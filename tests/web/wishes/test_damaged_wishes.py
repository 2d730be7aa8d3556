"""Wishes that were damaged in the file: what can be read counts, and no page fails."""

from __future__ import annotations

import math

import pytest

from setup_rules.draw.wishes import TABLE
from tests.web.furnished import LINK

PAGES = (
    "/",
    "/wishes",
    LINK,
    LINK.replace("?", "/instead/moat?"),
    "/night",
    "/two-tables",
    "/veto/new",
    "/settings/file",
)
WRONG = ("often", 5, -1, 1.5, math.inf, math.nan, True, ["x", 1, None], [["x"]], [[1, 2]], None)
WRONG_INSIDE = [
    {
        "x": {"min": wrong, "max": wrong},
        "village": wrong,
        "moat": wrong,
        "cards": wrong,
        "3": wrong,
        "3x": wrong,
    }
    | {"min": wrong, "most": wrong, "kinds": wrong, "each": {"way": wrong}, "boxes": wrong}
    for wrong in WRONG
]
"""Objects with keys of every kind of wish."""


@pytest.mark.parametrize("wrong", [*WRONG, *WRONG_INSIDE], ids=str)
def test_every_page_opens_and_a_kingdom_is_drawn(at_home, press, wrong):
    wishes = {
        "pinned": wrong,
        "banned": wrong,
        "wishes": {line.name: wrong for line in TABLE},
        "draws": {"shelters": wrong, "platinum_colony": wrong},
        "black_market_size": wrong,
    }
    phone = at_home(wishes=wishes)
    pages = {page: phone.get(page).status_code for page in PAGES}
    assert set(pages.values()) == {200}, pages
    answers = (
        press(phone, "/", "/draw", seed="friday"),
        press(phone, LINK, "/kingdom/change", link=LINK, seed="friday", do="again"),
        press(phone, "/wishes", "/wishes", **{"tags.village": "1-"}),
    )
    assert {answer.status_code for answer in answers} == {303}


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_so_it_is_where_the_whole_is_something_else(at_home, wrong):
    for wishes in (wrong, {"wishes": wrong}, {"draws": wrong}):
        phone = at_home(wishes=wishes)
        assert {phone.get(page).status_code for page in ("/", "/wishes")} == {200}


def test_the_other_wishes_still_count(at_home):
    wishes = {
        "banned": ["moat", 7],
        "wishes": {
            "weights": {"militia": "often", "witch": 3},
            "tags": {"village": {"min": 2}, "attack": "few"},
        },
    }
    page = at_home(("dominion-2e",), wishes=wishes).get("/wishes").text
    for words in ("never Moat", "Witch more often", "+2 Actions"):
        assert words in page
    assert "Militia more often" not in page
