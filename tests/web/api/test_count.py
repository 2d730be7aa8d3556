"""POST /api/count: the same request, and only how many kingdoms there are."""

from math import comb

import pytest

from tests.web.hard_draws import LARGE, adversarial
from web.api.openapi_draw import EXAMPLE_DRAW, EXAMPLE_IMPOSSIBLE

KEYS = ["matching", "matching_about", "conflict", "ways_out", "undecided"]


class TestAnswer:
    def test_has_every_key_and_no_other_whatever_the_number(self, count):
        assert list(count()) == KEYS
        assert list(count(boxes=[])) == KEYS

    def test_is_the_number_of_all_kingdoms_without_wishes(self, count, catalog):
        assert count()["matching"] == str(comb(26, 10))
        assert count(boxes=[*catalog.boxes])["matching"] == str(comb(len(catalog.cards), 10))

    def test_nothing_clashes_where_there_are_kingdoms(self, count):
        answer = count(**EXAMPLE_DRAW)
        assert int(answer["matching"]) > 0
        assert answer["matching_about"] is None
        assert answer["conflict"] == answer["ways_out"] == []
        assert answer["undecided"] is False

    def test_is_an_estimate_where_the_budget_ends(self, count):
        answer = count(boxes=LARGE, wishes={"preset": "as-published"})
        assert answer["matching"] is None
        assert answer["matching_about"]["value"].isdecimal()
        assert answer["conflict"] == []

    def test_is_the_same_bytes_with_any_seed_or_none(self, api):
        request = {"boxes": ["dominion-2e"], "players": 2}
        answers = {
            api.post("/api/count", json=request | seed).data
            for seed in ({}, {"seed": "a"}, {"seed": None}, {})
        }
        assert len(answers) == 1


class TestSameAsTheDraw:
    """A count tells what a draw would tell beside the kingdom."""

    @pytest.mark.parametrize(
        "changes",
        [
            {},
            EXAMPLE_DRAW,
            EXAMPLE_IMPOSSIBLE,
            {"boxes": []},
            {"pinned": ["Mountebank"]},
            {"pinned": ["Alms"]},
            {"pinned": ["Moat"], "banned": ["Moat"]},
            {"wishes": {"landscapes": {"min": 2, "max": 1}}},
            {"wishes": {"costs": {"5": {"min": 5, "max": 4}}}},
            {"boxes": LARGE, "wishes": {"random_boxes": 3, "tags": {"curser": {"min": 2}}}},
            {"boxes": LARGE, "wishes": {"preset": "as-published"}},
        ],
    )
    def test_in_every_case(self, count, draw, changes):
        drawn = draw(**changes)
        assert count(**changes) == {key: drawn[key] for key in KEYS}


class TestBoundedWork:
    @pytest.mark.parametrize("number", [2, 3])
    def test_a_dozen_exact_counts_come_to_an_end(self, count, number):
        request = adversarial(number)
        answer = count(**request)
        if answer["undecided"]:
            assert answer["matching"] is None
            assert answer["matching_about"] is None
            assert answer["conflict"]
