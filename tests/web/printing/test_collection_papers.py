"""Checklist, randomizer cards and dividers of a shelf: real PDFs, read back."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise, product

import pytest
from flask import session

from app import create_app
from tests.builders import ALL_BOXES, CATALOG
from tests.thorough import THOROUGH, some
from tests.web.printed_cards import cut_lines, read_pages
from web.language.card_names import naming
from web.printing.collection.checklist import checklist_columns
from web.printing.collection.dividers import TAB, divided_piles
from web.printing.collection.pile_cards import randomizer_piles
from web.printing.collection.shelf_piles import each_once, shelf_boxes
from web.printing.documents import checklist, dividers, name_style, randomizers
from web.printing.pdf import render
from web.setup_sheet.reader import NameStyle

SIZES = {"plain": (59, 91), "sleeved": (61.5, 94), "poker": (63.5, 88.9)}
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}
SHELF = ("dominion-2e", "nocturne", "empires")
READER = NameStyle(naming(CATALOG, "en"), beside=False)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return create_app({"DATABASE": tmp_path_factory.mktemp("collection") / "piles.db"})


@pytest.fixture(autouse=True)
def here(app):
    with app.test_request_context():
        yield


def joined(texts):
    """Text as it is read: words of a name that stands on two lines belong together."""
    return re.sub(r"[\s\N{NO-BREAK SPACE}]+", " ", " ".join(texts))


def squeezed(text):
    """Letters alone, however a name is broken into lines."""
    return re.sub(r"[\s\N{HYPHEN}-]", "", text)


_PRINTED: dict[str, tuple] = {}


def pages_of(document):
    if document.html not in _PRINTED:
        _PRINTED[document.html] = read_pages(render(document.html, document.title))
    return _PRINTED[document.html]


@cache
def page_of_dividers(paper, size):
    return pages_of(dividers(("dominion-2e",), paper, size, "sides"))


class TestPiles:
    def test_every_card_and_landscape_of_a_box_is_in_one_of_its_piles(self):
        for shown in shelf_boxes(ALL_BOXES, CATALOG, str):
            box = CATALOG.boxes[shown.spine.box]
            names = {pile.name for pile in shown.piles}
            names |= {name for pile in shown.piles for name in pile.contains}
            things = (*box.piles, *box.landscapes, *box.others)
            assert {thing.name for thing in things} <= names, box.name

    def test_what_two_editions_share_gets_one_card(self):
        boxes = each_once(shelf_boxes(("dominion-1e", "dominion-2e"), CATALOG, str))
        names = [pile.name for box in boxes for pile in box.piles]
        assert len(names) == len(set(names))
        assert {"Chancellor", "Vassal", "Copper"} <= set(names)

    def test_a_box_that_is_there_twice_is_listed_once_with_its_number(self):
        (box,) = shelf_boxes(("alchemy", "alchemy"), CATALOG, str)
        assert box.copies == 2


@pytest.mark.prints
class TestChecklist:
    @pytest.mark.parametrize(
        ("paper", "language"), some([("a4", "en"), ("letter", "de"), ("a4", "cs")])
    )
    def test_has_a_line_with_a_box_to_tick_for_each_pile(self, paper, language):
        session.update(language=language, names=language)
        pages = pages_of(checklist(SHELF, paper))
        says = [text for page in pages for text in page.says]
        piles = [p for box in shelf_boxes(SHELF, CATALOG, name_style().name) for p in box.piles]
        for pile in piles:
            assert pile.name in says
        for page in pages:
            assert (page.width, page.height) == pytest.approx(PAPERS[paper], abs=0.2)
            assert min(text.points for text in page.texts) >= 7.49
            assert max(text.right for text in page.texts) < page.width - 11.5
            assert max(text.bottom for text in page.texts) < page.height - 9

    def test_no_two_lines_of_a_column_overlap(self):
        for page in pages_of(checklist(SHELF, "a4")):
            for column in range(3):
                left = 12 + column * 63.7
                lines = sorted(t.line for t in page.texts if abs(t.left - left - 5.2) < 0.3)
                assert all(after - before > 4.3 for before, after in pairwise(lines))

    def test_a_box_that_goes_on_says_so_and_no_heading_stands_alone(self):
        pages = pages_of(checklist(SHELF, "letter"))
        assert "continued" in " ".join(text for page in pages for text in page.says)

    @pytest.mark.parametrize("language", ["en", "cs", "de"])
    def test_no_line_stands_alone_under_a_heading(self, language):
        session.update(language=language, names=language)
        shelf = shelf_boxes(ALL_BOXES, CATALOG, name_style().name)
        for paper in PAPERS:
            for column in checklist_columns(shelf, paper):
                for box in column:
                    whole = not box.is_continued and len(box.lines) == 1
                    assert whole or len(box.lines) > 1, box.name

    def test_the_second_page_says_what_it_belongs_to(self):
        _first, second = pages_of(checklist((*SHELF, "adventures", "seaside-2e"), "a4"))
        assert second.find("Collection checklist").line < 12
        assert "2/2" in second.says

    def test_the_name_of_a_box_that_goes_on_does_not_meet_the_word_for_it(self):
        session.update(language="de", names="de")
        (page,) = pages_of(checklist(("dominion-2e", "cornucopia-guilds-2e"), "a4"))
        word = page.find("Fortsetzung")
        beside = [t for t in page.texts if abs(t.line - word.line) < 2 and t is not word]
        assert not [text for text in beside if text.right > word.left and text.left < word.right]


@pytest.mark.prints
class TestRandomizers:
    @pytest.mark.parametrize(("size", "paper"), some(product(SIZES, PAPERS)))
    def test_are_as_large_as_chosen_between_their_marks(self, paper, size):
        page = pages_of(randomizers(("alchemy",), paper, "duplex", size))[0]
        cuts = cut_lines(page)
        for places, length in ((cuts.xs, SIZES[size][0]), (cuts.ys, SIZES[size][1])):
            steps = [after - before for before, after in pairwise(places)]
            assert steps == pytest.approx([length] * len(steps), abs=0.02)

    def test_every_kingdom_pile_and_landscape_has_one_with_cost_types_and_box(self):
        pages = pages_of(randomizers(("empires",), "a4", "duplex", "plain"))
        box = CATALOG.boxes["empires"]
        fronts = pages[::2]
        text = squeezed(joined(says for page in fronts for says in page.says))
        for thing in (*box.piles, *box.landscapes):
            assert squeezed(thing.name) in text
        number = len(box.piles) + len(box.landscapes)
        letters = sum(page.says.count("Em") for page in fronts)
        assert letters == number == len(randomizer_piles(("empires",), CATALOG, READER))
        assert len(pages) == 2 * -(-number // 9)

    def test_backs_have_nothing_to_read_and_lie_behind_all_fronts(self):
        front, back = pages_of(randomizers(("alchemy",), "a4", "duplex", "plain"))[:2]
        assert back.texts == ()
        assert front.texts

    def test_a_front_tells_name_cost_and_types(self):
        page = pages_of(randomizers(("alchemy",), "a4", "fold", "plain"))[0]
        cuts = cut_lines(page)
        card = [t.says for t in page.within(cuts.xs[0], cuts.ys[0], cuts.xs[0] + 59, cuts.ys[1])]
        assert card == ["3", "Alchemist", "Action", "Al", "Alchemy"]


@pytest.mark.prints
class TestDividers:
    @pytest.mark.parametrize(("size", "paper"), some(product(SIZES, PAPERS)))
    def test_are_as_large_as_the_cards_with_a_tab_above(self, paper, size):
        page = page_of_dividers(paper, size)[0]
        cuts = cut_lines(page)
        wide = [after - before for before, after in pairwise(cuts.xs)]
        high = [after - before for before, after in pairwise(cuts.ys)]
        assert wide == pytest.approx([SIZES[size][0]] * len(wide), abs=0.02)
        assert high == pytest.approx([SIZES[size][1] + TAB] * len(high), abs=0.02)

    def test_tabs_stand_in_turns_on_the_left_and_on_the_right(self):
        cuts = cut_lines(page_of_dividers("a4", "plain")[0])
        beside = [
            (stroke.x, stroke.to_x)
            for stroke in page_of_dividers("a4", "plain")[0].strokes
            if stroke.y == stroke.to_y and stroke.length == pytest.approx(29.5, abs=0.01)
        ]
        lefts = {
            round(min(ends) - x, 1) for ends in beside for x in cuts.xs if 0 <= min(ends) - x < 59
        }
        assert lefts == {0, 29.5}, "the part that is cut off is on either side"

    def test_a_box_without_piles_counts_only_what_it_has(self):
        says = pages_of(dividers(("promo-summon",), "a4", "plain", "sides"))[0].says
        assert "1 landscape" in says
        assert not any("pile" in text for text in says)

    @pytest.mark.parametrize(
        ("tabs", "language"),
        [("sides", "de"), *[("wide", "cs"), ("sides", "cs"), ("wide", "de")][: 3 * THOROUGH]],
    )
    def test_every_pile_has_one_and_no_tab_is_cut_or_crossed(self, tabs, language):
        session.update(language=language, names=language)
        boxes = ALL_BOXES if THOROUGH else SHELF
        piles = divided_piles(boxes, CATALOG, name_style())
        pages = pages_of(dividers(boxes, "a4", "plain", tabs))
        assert len(pages) == -(-len(piles) // 6)
        for number, page in enumerate(pages):
            cuts = cut_lines(page)
            assert min(text.points for text in page.texts) >= 6.99
            for place, (box, pile) in enumerate(piles[6 * number : 6 * number + 6]):
                x, y = cuts.xs[place % 3], cuts.ys[place // 3]
                tab = page.within(x, y, x + 59, y + TAB)
                name = pile.name if pile else box.name
                assert squeezed(name) in squeezed(joined(t.says for t in tab)), name
                assert box.spine.letters in [t.says for t in tab]
                room = 59 if tabs == "wide" or pile is None else 29.5
                assert max(t.right for t in tab) - min(t.left for t in tab) < room
                assert all(t.right < x + 59 - 1 for t in tab)

    def test_a_pile_of_different_cards_lists_them(self):
        says = joined(
            t
            for page in pages_of(dividers(("empires",), "a4", "plain", "sides"))
            for t in page.says
        )
        assert "Catapult, Rocks" in says
        assert "13 Events" in says
        assert "Humble Castle, Crumbling Castle" in says

    def test_a_list_that_is_too_long_ends_in_how_many_more_there_are(self):
        session.update(language="de", names="de")
        html = dividers(("empires", "allies"), "a4", "plain", "sides").html
        assert "…" not in html
        lists = {
            box.spine.letters: pile.contains
            for box, pile in divided_piles(("empires", "allies"), CATALOG, name_style())
            if pile and len(pile.contains) > 21
        }
        assert set(lists) == {"Ay"}, "23 Allies"
        listed = joined(re.findall(r'<p class="lines[^"]*">([^<]*)</p>', html))
        for cards in lists.values():
            shown, more = re.search(rf"({cards[0]}.*?) und (\d+) weitere", listed).groups()
            assert len(shown.split(", ")) + int(more) == len(cards)

    def test_a_list_that_is_too_long_keeps_its_apostrophes(self):
        pages = pages_of(dividers(("nocturne",), "a4", "plain", "sides"))
        assert "The Sea's Gift" in joined(text for page in pages for text in page.says)

    def test_a_number_on_a_tab_is_not_parted_from_what_it_counts(self):
        session.update(language="de", names="de")
        html = dividers(("empires",), "a4", "plain", "sides").html
        assert html.count("21\N{NO-BREAK SPACE}Landmarken</h1>") == 1

    def test_what_a_pile_has_ends_above_the_letters_of_its_box(self):
        session.update(language="cs", names="cs")
        boxes = ("allies", "menagerie")
        seen = 0
        for page in pages_of(dividers(boxes, "a4", "poker", "sides")):
            for letters in page.texts:
                foot = [t for t in page.texts if t.says in ("Allies", "Menagerie")]
                if not any(0 < t.line - letters.line < 6 and _over(t, letters) for t in foot):
                    continue
                seen += 1
                above = (t for t in page.texts if _over(t, letters) and t.line < letters.line)
                assert all(letters.line - t.line > 4 for t in above), letters
        piles = divided_piles(boxes, CATALOG, name_style())
        assert seen == sum(pile is not None for _box, pile in piles)


def _over(one, other):
    """Whether one of two texts is above the other."""
    return one is not other and one.left < other.right and other.left < one.right
