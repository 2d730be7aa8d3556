"""The sizes of cards, measured between the cut marks of real PDFs."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product

import pytest

from app import create_app
from tests.builders import CATALOG
from tests.thorough import some
from tests.web.every_paper import paper_of
from tests.web.printed_cards import cut_lines, on_cards, read_pages, scale_bars
from web.draw.published import asked_for
from web.language.card_names import naming
from web.printing.cards.cards import cards_html
from web.printing.pdf import render
from web.printing.styles import PAPERS, STYLES, BackOffset
from web.setup_sheet.reader import NameStyle

SIZES = {"plain": (59, 91), "sleeved": (61.5, 94), "poker": (63.5, 88.9)}
READER = NameStyle(naming(CATALOG, "en"), beside=False)
EDGE = 4.9
"""What printers leave blank at the edges of a sheet, to a tenth of a millimetre."""


@pytest.fixture(scope="module", autouse=True)
def request_context(tmp_path_factory):
    app = create_app({"DATABASE": tmp_path_factory.mktemp("sizes") / "piles.db"})
    with app.test_request_context():
        yield app


def kingdom():
    published = CATALOG.published["first-game"]
    return asked_for(published, 4, published.some_boxes)


@cache
def pages(paper, style, size):
    html = cards_html([(kingdom(), "4F7K2Q")] * 9, CATALOG, paper, style, READER, size)
    return read_pages(render(html, "Setup cards"))


@pytest.mark.prints
class TestSetupCards:
    @pytest.mark.parametrize(("size", "paper"), some(product(SIZES, PAPERS)))
    def test_are_as_large_as_chosen_between_their_marks(self, paper, size):
        for page in pages(paper, "duplex", size)[:2]:
            cuts = cut_lines(page)
            across = [after - before for before, after in pairwise(cuts.xs)]
            high = [after - before for before, after in pairwise(cuts.ys)]
            assert across == pytest.approx([SIZES[size][0]] * len(across), abs=0.02)
            assert high == pytest.approx([SIZES[size][1]] * len(high), abs=0.02)
            assert len(across) * len(high) >= 8

    @pytest.mark.parametrize(("paper", "style", "size"), some(product(PAPERS, STYLES, SIZES), 7))
    def test_no_mark_is_where_printers_do_not_print(self, paper, style, size):
        page = pages(paper, style, size)[0]
        for stroke in page.strokes:
            assert min(stroke.x, stroke.to_x, stroke.y, stroke.to_y) > EDGE, stroke
            assert max(stroke.x, stroke.to_x) < page.width - EDGE, stroke
            assert max(stroke.y, stroke.to_y) < page.height - EDGE, stroke

    @pytest.mark.parametrize("size", some(SIZES))
    def test_what_is_written_is_at_least_two_and_a_half_millimetres_inside_the_cut(self, size):
        for page in pages("a4", "duplex", size)[:2]:
            cuts = cut_lines(page)
            for text in on_cards(page):
                left = max(x for x in cuts.xs if x < text.left)
                top = max(y for y in cuts.ys if y < text.top)
                assert text.left - left > 2.5
                assert text.right < left + SIZES[size][0] - 2.5
                assert text.top - top > 2.5
                assert text.line < top + SIZES[size][1] - 2.5


@pytest.mark.prints
class TestScaleBar:
    WORDS = "If this bar is 50 mm long, nothing was scaled."

    @pytest.mark.parametrize(
        ("kind", "paper"),
        some(product(("cards", "cards-fold", "randomizers", "dividers"), PAPERS), 5),
    )
    def test_is_50_mm_long_beside_the_cards(self, request_context, kind, paper):
        page = read_pages(paper_of(request_context, kind, "en", paper))[0]
        (bar,) = scale_bars(page)
        assert bar.length == pytest.approx(50, abs=0.02)
        words = page.find(self.WORDS)
        assert words.bottom < min(text.top for text in on_cards(page)) - 2.5
        assert words.right < page.width - EDGE
        upright = [s for s in page.strokes if s.x == s.to_x and min(s.y, s.to_y) < words.bottom]
        assert not [s for s in upright if words.left - 1 < s.x < words.right + 1]

    def test_is_on_fronts_only(self):
        assert [len(scale_bars(page)) for page in pages("a4", "duplex", "plain")[:2]] == [1, 0]


@pytest.mark.prints
class TestBackOffset:
    def test_moves_backs_and_their_marks_but_not_fronts(self):
        cards = [(kingdom(), "4F7K2Q")]
        plain, moved = (
            read_pages(
                render(cards_html(cards, CATALOG, "a4", "duplex", READER, "plain", offset), "Card")
            )
            for offset in (BackOffset(), BackOffset(1.5, -3))
        )
        assert len(moved) == 2
        assert moved[0] == plain[0]
        for before, after in zip(plain[1].strokes, moved[1].strokes, strict=True):
            assert after.x - before.x == pytest.approx(1.5, abs=0.02)
            assert after.y - before.y == pytest.approx(-3, abs=0.02)
        for before, after in zip(plain[1].texts, moved[1].texts, strict=True):
            assert after.left - before.left == pytest.approx(1.5, abs=0.02)
            assert after.line - before.line == pytest.approx(-3, abs=0.02)

    def test_is_remembered_and_the_test_page_has_it(self, client, press):
        press(client, "/papers", "/paper", right="-1,5", down="0.5")
        page = client.get(TestChoosing.LINK.replace("/kingdom/", "/share/")).text
        assert 'name="right" step="0.5" type="number" value="-1.5"' in page
        front, back = read_pages(client.get("/paper/offset-test.pdf?paper=a4").data)
        assert "Moved −1.5 mm to the right and 0.5 mm down." in back.says
        level, upright = back.strokes
        assert level.y == pytest.approx(front.height / 2 + 0.5, abs=0.02)
        assert upright.x == pytest.approx(front.width / 2 - 1.5, abs=0.02)
        marks = {round(s.x - front.width / 2, 1) for s in front.strokes if s.y > 100}
        assert set(range(-10, 11)) <= marks
        path, query = TestChoosing.LINK.split("?")
        cards = read_pages(client.get(f"{path}/cards.pdf?{query}&paper=a4").data)
        right_edge = cards[0].width - cut_lines(cards[0]).xs[0]
        assert cut_lines(cards[1]).xs[-1] == pytest.approx(right_edge - 1.5, abs=0.02)

    @pytest.mark.parametrize("wrong", ["3.5", "0.3", "nan", "much", ""])
    def test_what_backs_cannot_be_moved_by_is_told(self, client, press, wrong):
        press(client, "/papers", "/paper", right="1", down="1")
        press(client, "/papers", "/paper", right=wrong, down="2")
        page = client.get(TestChoosing.LINK.replace("/kingdom/", "/share/")).text
        assert "Backs can be moved by −3 to 3 mm" in page
        assert 'name="right" step="0.5" type="number" value="1"' in page


@pytest.mark.prints
class TestChoosing:
    LINK = (
        "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
        "?players=3&boxes=dominion-1e"
    )

    def test_the_size_is_remembered_and_the_page_says_what_it_is(self, client, press):
        share = self.LINK.replace("/kingdom/", "/share/")
        press(client, share, "/paper", size="sleeved")
        page = client.get(share).text
        assert "61.5 × 94 mm" in page
        assert "flipped on the short edge" in page, "A4 lies on its side for these"
        address = press(client, share, "/print", link=self.LINK, what="cards").location
        cuts = cut_lines(read_pages(client.get(address).data)[0])
        assert cuts.xs[1] - cuts.xs[0] == pytest.approx(61.5, abs=0.02)

    def test_an_unknown_size_in_an_address_is_told_and_in_a_form_passed_over(self, client, press):
        path, query = self.LINK.split("?")
        answer = client.get(f"{path}/cards.pdf?{query}&size=tarot")
        assert answer.status_code == 422
        assert "“sleeved”" in answer.text
        assert press(client, "/papers", "/paper", size="tarot").status_code == 303
        assert (
            'value="plain" aria-pressed="true"'
            in client.get(self.LINK.replace("kingdom", "share")).text
        )
