"""Names as people paste them: every format, five languages, and what was not understood."""

import json
import tomllib
from pathlib import Path

import pytest

from setup_rules.cascade import settle
from setup_rules.catalog import load_catalog
from setup_rules.collection import gather
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.names import names_of
from tests.builders import ALL_BOXES
from web.fix.pasting import MOST_NAMES, read_names
from web.fix.text import added, kingdom_text, removed, replaced, with_slot, writing
from web.links.codes import read_code
from web.links.kingdom_link import read_address
from web.links.online_text import online_text
from web.own.foreign_links import expand
from web.reading.name_list import split_names

CATALOG = load_catalog()
THREE = ["Cellar", "City-state", "Way of the Ox"]
FIRST = "Cellar Market Militia Mine Moat Remodel Smithy Village Woodcutter Workshop"
CODES = {"4F7K2Q": "/kingdom/moat.young-witch?players=3&boxes=dominion-1e&bane=cellar"}


def lookup(code: str) -> str:
    """The link of a code, as the store knows it."""
    return CODES.get(read_code(code) or "", "")


def understood(text: str, language: str = "en"):
    """What a text says once its links are read."""
    expanded = expand(text, CATALOG, writing(CATALOG, language), lookup)
    return read_names(expanded.text, CATALOG, language)


def in_names(pasted) -> dict[str, object]:
    """What a text said, by its printed names; only what is there."""
    kingdom = pasted.kingdom
    parts = {
        "piles": " ".join(sorted(pile.name.replace(" ", "-") for pile in kingdom.piles)),
        "landscapes": " ".join(sorted(ls.name.replace(" ", "-") for ls in kingdom.landscapes)),
        **{slot: thing.name for slot, thing in kingdom.drawn.items()},
        "deck": [thing.name for thing in kingdom.deck],
        "boons": [boon.name for boon in kingdom.boons],
        "traits": {trait: pile.name for trait, pile in kingdom.traits.items()},
        "colony": kingdom.platinum_colony,
        "shelters": kingdom.shelters,
        "unknown": [piece.text for piece in pasted.unknown],
    }
    return {key: value for key, value in parts.items() if value not in ("", [], {}, None)}


PASTED = tomllib.loads(Path(__file__).with_name("pasted.toml").read_text(encoding="utf-8"))
LISTS = PASTED["first_game"]
"""The First Game, as people write it."""


class TestLists:
    @pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
    def test_are_the_first_game(self, text):
        assert in_names(understood(text)) == {"piles": FIRST}

    @pytest.mark.parametrize("language", ["de", "cs", "fr", "nl"])
    def test_are_read_whatever_language_the_reader_likes(self, language):
        for text in LISTS.values():
            assert in_names(understood(text, language)) == {"piles": FIRST}


@pytest.mark.parametrize("row", PASTED["text"], ids=lambda row: row["name"])
def test_each_thing_goes_where_it_belongs(row):
    assert in_names(understood(row["pasted"])) == row["means"]


class TestUnknownWords:
    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("Knigts", "Knights"),
            ("Vilage", "Village"),
            ("Throne Rom", "Throne Room"),
            ("Labratory", "Laboratory"),
            ("Mountbank", "Mountebank"),
            ("Way of the Mose", "Way of the Mouse"),
            ("Schmide", "Smithy"),
            ("Burgraben", "Moat"),
            ("Holzfeller", "Woodcutter"),
            ("Vesnce", "Village"),
            ("Carodejnyce", "Witch"),
            ("Trunni sall", "Throne Room"),
            ("Forgerron", "Smithy"),
            ("Bibliotèqe", "Library"),
            ("Slotgrach", "Moat"),
            ("Tronzaal", "Throne Room"),
            ("Lab", "Laboratory"),
        ],
    )
    def test_each_gets_its_suggestion(self, typed, meant):
        pasted = understood(f"Village, {typed}, Smithy")
        assert [piece.text for piece in pasted.unknown] == [typed]
        near = names_of(CATALOG).nearest(typed)
        assert meant in [one.thing.name for one in near]
        assert near[0].thing.name == meant or near[0].likeness < 0.9

    def test_nothing_is_suggested_for_what_is_like_nothing(self):
        assert names_of(CATALOG).nearest("qwrtzpsd") == ()

    def test_they_stand_where_they_stand(self):
        text = "1. Cellar ($2)\n2. Knigts ($5)\n3. Village"
        (piece,) = understood(text).unknown
        assert text[piece.start : piece.end] == piece.text == "Knigts"

    def test_one_in_a_row_of_words_is_found_among_them(self):
        pasted = understood("Village Smithy Knigts Market Mine")
        assert [piece.text for piece in pasted.unknown] == ["Knigts"]
        assert len(pasted.kingdom.piles) == 4

    def test_one_for_a_slot_knows_what_it_is_for(self):
        (piece,) = understood("Young Witch (Gardns)").unknown
        assert (piece.text, piece.of) == ("Gardns", "bane")

    def test_a_name_of_several_cards_asks_which(self):
        (piece,) = understood("Centinela").unknown
        assert {thing.name for thing in piece.maybe} == {"Sentry", "Gatekeeper"}

    def test_the_language_of_the_others_decides(self):
        french = understood("Charlatan, Forgeron, Marché noir, Atelier")
        assert "Mountebank" in in_names(french)["piles"]
        assert "Charlatan" in in_names(understood("Charlatan, Smithy, Workshop"))["piles"]


class TestTooMuch:
    @pytest.mark.parametrize(
        "text",
        [
            "Village, " * 2000,
            "x" * 10_000,
            "Knigts " * 1500,
            "(" * 5000 + ")" * 5000,
            "a(b[c" * 2000,
            "Village\n" * 1300,
            ", ; | : = - " * 800,
            "\u202e\ud800\x00" * 3000,
            "supply=" + "village," * 1200,
            "Cheap " * 1600,
            "1. " * 3000,
            "Bane: " * 1500,
        ],
        ids=range(12),
    )
    def test_is_read_as_far_as_a_kingdom_goes(self, text):
        pasted = understood(text)
        assert len(pasted.pieces) <= 2 * MOST_NAMES + 200

    def test_is_told_and_kept(self):
        pasted = understood("Village, " * 2000)
        assert pasted.too_long
        assert pasted.left_over
        assert pasted.text == "Village, " * 2000


@pytest.fixture(scope="module")
def kingdoms():
    """Drawn ones, and those of the golden links."""
    shelf = gather(CATALOG, ALL_BOXES)
    drawn = [draw_kingdom(DrawRequest(shelf, 4), f"{seed}").kingdom for seed in range(12)]
    path = Path(__file__).parents[1] / "golden_links.json"
    golden = json.loads(path.read_text(encoding="utf-8")).values()
    return [*drawn, *(read_address(one["link"], CATALOG).kingdom for one in golden)]


class TestRoundTrips:
    @pytest.mark.parametrize("language", ["en", "de", "cs", "fr", "nl"])
    def test_a_kingdom_as_text_is_the_same_kingdom(self, kingdoms, language):
        written = writing(CATALOG, language)
        for kingdom in kingdoms:
            read = read_names(kingdom_text(kingdom, written), CATALOG, language)
            assert in_names(read) == in_names(read.__class__("", (), kingdom))

    def test_the_text_for_the_online_game_is_the_same_kingdom(self, kingdoms):
        shelf = gather(CATALOG, ALL_BOXES)
        for kingdom in kingdoms:
            text = online_text(settle(kingdom, 4, shelf))
            read = read_names(text, CATALOG).kingdom
            assert set(read.piles) == set(settle(kingdom, 4, shelf).ten)
            assert read.boons == kingdom.boons or not read.boons
            assert all(kingdom.drawn.get(slot) is thing for slot, thing in read.drawn.items())


class TestChanges:
    """A text is changed in its own places."""

    TEXT = "1. Cellar ($2), Young Witch (Moat), Knigts, 4. Village"

    @pytest.mark.parametrize(
        ("name", "left"),
        [
            ("Cellar", "Young Witch (Moat), Knigts, 4. Village"),
            ("Young Witch", "1. Cellar ($2), Knigts, 4. Village"),
            ("Moat", "1. Cellar ($2), Young Witch, Knigts, 4. Village"),
            ("Knigts", "1. Cellar ($2), Young Witch (Moat), 4. Village"),
            ("Village", "1. Cellar ($2), Young Witch (Moat), Knigts"),
        ],
    )
    def test_a_name_is_taken_out_with_what_goes_with_it(self, name, left):
        pasted = understood(self.TEXT)
        assert removed(pasted, [p for p in pasted.pieces if p.text == name]) == left

    def test_a_name_is_replaced(self):
        pasted = understood(self.TEXT)
        assert "Knights, 4." in replaced(pasted, pasted.unknown, "Knights")

    def test_a_slot_is_filled_behind_its_host_or_at_the_end(self):
        assert with_slot(understood("Young Witch, Moat"), "bane", "Cellar") == (
            "Young Witch (Cellar), Moat"
        )
        assert with_slot(understood("Young Witch (Moat)"), "bane", "Cellar") == (
            "Young Witch (Cellar)"
        )
        assert with_slot(understood("Moat"), "bane", "Cellar") == "Moat, Bane: Cellar"
        assert with_slot(understood("Moat, Cheap"), "trait:cheap", "Moat") == "Moat, Cheap (Moat)"

    def test_names_are_added_as_the_others_are_written(self):
        assert added("Cellar, Moat", ["Village"]) == "Cellar, Moat, Village"
        assert added("Cellar\nMoat\n", ["Village", "Mine"]) == "Cellar\nMoat\nVillage\nMine"
        assert added("", ["Village"]) == "Village"


class TestSplitting:
    """Names between marks, where only names are typed."""

    @pytest.mark.parametrize(
        "text",
        [
            "Cellar\nCity-state\nWay of the Ox",
            "Cellar, City-state, Way of the Ox",
            "Cellar; City-state;Way of the Ox;",
            "Cellar – City-state — Way of the Ox",
            "1. Cellar\n2. City-state\n3. Way of the Ox",
            "* Cellar\n- City-state\n• Way of the Ox",
            "10 Cellar\n10x City-state\n10 × Way of the Ox",
            "Cellar ($2)\nCity-state [Allies]\nWay of the Ox (Way)",
        ],
    )
    def test_finds_them_whatever_is_around_them(self, text):
        assert split_names(text) == THREE

    @pytest.mark.parametrize("text", ["", "  \n ", ",;,", "- \n*", "\n\n"])
    def test_of_nothing_finds_none(self, text):
        assert split_names(text) == []

    def test_split_piles_and_apostrophes_stay_whole(self):
        for thing in CATALOG.by_name.values():
            assert split_names(thing.name) == [thing.name]
            assert in_names(understood(thing.name)).get("unknown") is None
