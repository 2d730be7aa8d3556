"""Names as people paste them."""

import pytest

from web.pasting import split_names, split_pairs

THREE = ["Cellar", "City-state", "Way of the Ox"]


class TestNames:
    @pytest.mark.parametrize(
        "text",
        [
            "Cellar\nCity-state\nWay of the Ox",
            "Cellar, City-state, Way of the Ox",
            "Cellar; City-state;Way of the Ox;",
            "Cellar - City-state - Way of the Ox",
            "Cellar – City-state — Way of the Ox",
            "1. Cellar\n2. City-state\n3. Way of the Ox",
            "1) Cellar 2\n10) City-state\r\n\r\n3: Way of the Ox".replace(" 2", ""),
            "* Cellar\n- City-state\n• Way of the Ox",
            "10 Cellar\n10x City-state\n10 × Way of the Ox",
            "Cellar ($2)\nCity-state [Allies]\nWay of the Ox (Way)",
            "  Cellar \t City-state|Way of the Ox  ",
        ],
    )
    def test_are_found_whatever_is_around_them(self, text):
        assert split_names(text) == THREE

    @pytest.mark.parametrize("text", ["", "  \n ", ",;,", "- \n*", "\n\n"])
    def test_of_nothing_are_none(self, text):
        assert split_names(text) == []

    def test_split_piles_and_apostrophes_stay_whole(self, catalog):
        for thing in catalog.by_name.values():
            assert split_names(thing.name) == [thing.name]


class TestPairs:
    def test_are_split_at_the_colon(self):
        text = "Cheap: Market\n- Rich : Moat\n\nFated"
        assert split_pairs(text) == [("Cheap", "Market"), ("Rich", "Moat"), ("Fated", "")]
