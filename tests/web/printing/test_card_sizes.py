"""The sizes of cards, measured between the cut marks of real PDFs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app import create_app
from tests.builders import CATALOG
from tests.web.printed_cards import cut_lines, read_pages
from web.draw.published import asked_for
from web.language.card_names import naming
from web.printing.cards.cards import cards_html
from web.printing.pdf import render
from web.printing.styles import PAPERS, STYLES
from web.setup_sheet.reader import NameStyle

SIZES = {"plain": (59, 91), "sleeved": (61.5, 94), "poker": (63.5, 88.9)}
READER = NameStyle(naming(CATALOG, "en"), beside=False)
EDGE = 4.9
"""What printers leave blank at the edges of a sheet, to a tenth of a millimetre."""


@pytest.fixture(scope="module", autouse=True)
def request_context(tmp_path_factory):
    app = create_app({"DATABASE": tmp_path_factory.mktemp("sizes") / "piles.db"})
    with app.test_request_context():
        yield


def kingdom():
    published = CATALOG.published["first-game"]
    return asked_for(published, 4, published.some_boxes)


def pages(paper, style, size):
    html = cards_html([(kingdom(), "4F7K2Q")] * 9, CATALOG, paper, style, READER, size)
    return read_pages(render(html, "Setup cards"))


@pytest.mark.prints
class TestSetupCards:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("paper", PAPERS)
    def test_are_as_large_as_chosen_between_their_marks(self, paper, size):
        for page in pages(paper, "duplex", size)[:2]:
            cuts = cut_lines(page)
            across = [after - before for before, after in pairwise(cuts.xs)]
            high = [after - before for before, after in pairwise(cuts.ys)]
            assert across == pytest.approx([SIZES[size][0]] * len(across), abs=0.02)
            assert high == pytest.approx([SIZES[size][1]] * len(high), abs=0.02)
            assert len(across) * len(high) >= 8

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("style", STYLES)
    @pytest.mark.parametrize("paper", PAPERS)
    def test_no_mark_is_where_printers_do_not_print(self, paper, style, size):
        page = pages(paper, style, size)[0]
        for stroke in page.strokes:
            assert min(stroke.x, stroke.to_x, stroke.y, stroke.to_y) > EDGE, stroke
            assert max(stroke.x, stroke.to_x) < page.width - EDGE, stroke
            assert max(stroke.y, stroke.to_y) < page.height - EDGE, stroke

    @pytest.mark.parametrize("size", SIZES)
    def test_what_is_written_is_at_least_two_and_a_half_millimetres_inside_the_cut(self, size):
        for page in pages("a4", "duplex", size)[:2]:
            cuts = cut_lines(page)
            for text in page.texts:
                left = max(x for x in cuts.xs if x < text.left)
                top = max(y for y in cuts.ys if y < text.top)
                assert text.left - left > 2.5
                assert text.right < left + SIZES[size][0] - 2.5
                assert text.top - top > 2.5
                assert text.line < top + SIZES[size][1] - 2.5


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
