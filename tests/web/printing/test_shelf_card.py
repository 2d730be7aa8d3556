"""The shelf card and the rules of setup for a shelf: real PDFs, read back."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO

import pytest
from pypdf import PdfReader

from app import create_app
from setup_rules.collection import gather
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import Rule, SlotDraw
from tests.builders import ALL_BOXES, CATALOG
from tests.web.printed_cards import read_pages
from web.language.card_names import naming
from web.printing.pdf import render
from web.printing.rules_summary import HEIGHTS, LAYOUTS, rules_pages, rules_summary_html
from web.printing.shelf_card import shelf_html
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.spines import spine

ENGLISH = NameStyle(naming(CATALOG, "en"), beside=False)
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SOME = ("dominion-2e", "dark-ages", "nocturne", "guilds")
MARGIN = 12.0
prints = pytest.mark.prints
papers = pytest.mark.parametrize("paper", ["a4", "letter"])


@pytest.fixture(scope="module", autouse=True)
def request_context(tmp_path_factory):
    """Sentences are in the language of whoever asks for a page."""
    app = create_app(
        {"DATABASE": tmp_path_factory.mktemp("shelf") / "piles.db", "RATE_LIMITS": False}
    )
    with app.test_request_context():
        yield


def shelf(boxes, paper="a4"):
    return shelf_html(boxes, CATALOG, paper)


def crib(boxes, paper="a4"):
    return rules_summary_html(boxes, CATALOG, paper, ENGLISH)


@cache
def printed(html):
    return render(html, "Paper")


def one_page(html, paper):
    """The only page, once it is seen to be one of that paper with nothing outside its margins."""
    (page,) = read_pages(printed(html))
    assert (page.width, page.height) == pytest.approx(SIZES[paper], abs=0.05)
    for text in page.texts:
        assert text.left >= MARGIN - 0.1, text
        assert text.right <= page.width - MARGIN + 0.1, text
        assert text.top >= MARGIN - 1, text
        assert text.bottom <= page.height - MARGIN + 0.5, text
    return page


def said_on(page):
    return " ".join(page.says)


@prints
class TestShelfCard:
    @papers
    def test_all_boxes_fit_on_one_page_with_their_piles(self, paper):
        page = one_page(shelf(ALL_BOXES, paper), paper)
        page_text = said_on(page)
        for id_ in ALL_BOXES:
            box = CATALOG.boxes[id_]
            (letters,) = (t for t in page.texts if t.says == spine(box).letters and t.left < 25)
            beside = " ".join(t.says for t in page.texts if abs(t.line - letters.line) < 1.2)
            assert spine(box).name in beside
            assert (str(len(box.piles)) if box.piles else "–") in beside.split()
        facts = (
            f"{len(ALL_BOXES)} boxes · {len(CATALOG.cards)} Kingdom piles · "
            f"{len(CATALOG.landscapes)} landscapes"
        )
        assert facts in page_text
        assert "13 Events and 21 Landmarks" in page_text

    def test_a_box_that_is_there_twice_says_so_and_a_pile_counts_once(self):
        page_text = said_on(one_page(shelf(("dominion-2e", "dominion-2e", "dominion-1e")), "a4"))
        assert "Dominion 2nd edition × 2" in page_text
        piles = len(gather(CATALOG, ("dominion-1e", "dominion-2e")).cards)
        assert f"3 boxes · {piles} Kingdom piles" in page_text

    def test_an_empty_shelf_is_a_page_too(self):
        assert "No boxes yet." in said_on(one_page(shelf(()), "a4"))

    def test_is_tagged_as_a_table(self):
        reader = PdfReader(BytesIO(printed(shelf(SOME))))
        root = reader.trailer["/Root"]
        assert root["/Lang"] == "en"
        assert root["/MarkInfo"]["/Marked"]
        assert "/Table" in _tags(root["/StructTreeRoot"])


def _tags(element, tags=None):
    tags = set() if tags is None else tags
    element = element.get_object() if hasattr(element, "get_object") else element
    if isinstance(element, list):
        for child in element:
            _tags(child, tags)
    elif isinstance(element, dict):
        tags.add(element.get("/S"))
        if "/K" in element:
            _tags(element["/K"], tags)
    return tags


@prints
class TestRulesOfSetup:
    @papers
    def test_all_rules_of_all_boxes_are_there_on_as_many_pages_as_are_told(self, paper):
        html = crib(ALL_BOXES, paper)
        pages = read_pages(printed(html))
        assert len(pages) == rules_pages(ALL_BOXES, CATALOG, paper, ENGLISH) > 1
        text = " ".join(said_on(page) for page in pages)
        for words in ("Every game", "Rising Sun", "Black Market"):
            assert words in text
        assert "more in the app" not in text
        assert min(text.points for page in pages for text in page.texts) >= 7.49

    def test_only_rules_that_cards_in_those_boxes_can_set_off_are_there(self):
        page_text = said_on(one_page(crib(SOME), "a4"))
        for words in ("Spoils", "Madmen", "Ruins", "Boons", "Zombies", "Coffers"):
            assert words in page_text
        for other in ("Loot cards", "Horses", "Embargo", "Prizes", "Joust", "Footpad", "Favor"):
            assert other not in page_text
        assert "more in the app" not in page_text

    def test_a_rule_of_a_newer_edition_stands_under_the_box_that_is_there(self):
        page = one_page(crib(("dominion-2e", "guilds")), "a4")
        assert "Guilds" in page.says
        assert "Cornucopia & Guilds" not in page.says

    def test_rules_that_differ_in_a_word_are_said_once(self):
        page_text = said_on(one_page(crib(("dominion-2e", "nocturne")), "a4"))
        assert (
            page_text.count("Each player starts with a Haunted Mirror (Cemetery), Lucky Coin") == 1
        )
        assert page_text.count("instead of 1 Copper") == 1

    def test_a_further_sentence_beside_what_sets_a_rule_off_begins_as_one(self):
        html = re.sub(r"\s|<[^>]*>", " ", crib(("dominion-2e", "adventures")))
        assert "Pilgrimage. It starts face up)" in " ".join(html.split())

    def test_every_rule_of_a_single_box_is_said_in_its_own_words(self):
        """For each box alone, whatever its cards set off is there, by its beginning."""
        by_thing = rules_of(CATALOG).by_thing
        for id_ in ("seaside-1e", "empires", "renaissance", "menagerie", "allies", "plunder"):
            box = CATALOG.boxes[id_]
            html = re.sub(r"\s", " ", crib(("dominion-2e", id_))).replace("</b>", "")
            html = html.replace("<b>", "").replace("&#39;", "'")
            for thing in (*box.piles, *box.landscapes):
                for due in by_thing.get(thing.id, ()):
                    if isinstance(due, Rule | SlotDraw):
                        assert " ".join(due.says.split()[:2]) in html, due.says

    def test_few_boxes_have_larger_letters(self):
        few = one_page(crib(("dominion-2e",)), "a4")
        assert max(set(map(_size, few.texts)), key=list(map(_size, few.texts)).count) == 10
        assert LAYOUTS[0] == (2, 10.0)
        assert HEIGHTS["letter"] < HEIGHTS["a4"]

    def test_an_empty_shelf_still_has_the_rules_of_every_game(self):
        assert "Every game" in said_on(one_page(crib(()), "a4"))


def _size(text):
    return round(text.points)
