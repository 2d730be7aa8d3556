"""Setup cards: real PDFs, read back."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from flask import current_app
from PIL import Image, ImageChops
from pypdf import PdfReader

from app import create_app
from setup_rules.engine import plan_setup
from setup_rules.plan_request import PlanRequest
from tests.builders import CATALOG, game_for
from tests.web.every_paper import artificers
from tests.web.full_kingdoms import DECK, bank_and_hermit, rare
from tests.web.printed_cards import on_cards, read_pages
from web.draw.published import asked_for
from web.language.card_names import naming
from web.printing.cards.back import BOTTOM, DENSE_SIZES, SIZES, TOP
from web.printing.cards.back_text import PLAYERS
from web.printing.cards.card_sheets import card_sheet
from web.printing.cards.cards import CARD_HEIGHT, CARD_WIDTH, cards_html, setup_card
from web.printing.pdf import render
from web.printing.text import JOINED, with_numbers
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.setup_sheet import setup_sheet
from web.setup_sheet.spines import box_of, spine

GOLDEN = Path(__file__).parents[1] / "golden_pictures"
INSET = 4.0
CODES = "ABCDEFGHJK"
READERS = {
    code: NameStyle(naming(CATALOG, code), beside=False) for code in ("en", "de", "fr", "pl")
}
PICTURED = (
    *("first-game", "forbidden-arts", "beginners", "bounty-of-the-hunt", "grim-parade"),
    *("chivalry-and-revelry", "victory-dance", "the-jesters-workshop"),
)
prints = pytest.mark.prints


def asked_of(game):
    boxes = tuple(box.id for box in game.collection.boxes)
    return PlanRequest(game.kingdom, game.asked_players, boxes, None)


def published(id_):
    kingdom = CATALOG.published[id_]
    return asked_for(kingdom, 4, tuple({*kingdom.some_boxes, "dominion-1e"}))


@cache
def fullest():
    """Every further pile there is, many landscapes, tokens of all kinds, a filled trash."""
    return rare(DECK)


@cache
def too_much():
    """More piles and landscapes than any game has."""
    piles = [card.name for card in CATALOG.boxes["plunder"].piles]
    landscapes = [each.name for each in CATALOG.boxes["empires"].landscapes]
    return asked_of(game_for(*piles, landscapes=landscapes, fill=False))


@cache
def ten():
    """Those of the pictures, which fill a sheet of A4, and one more."""
    kingdoms = (bank_and_hermit(), *map(published, PICTURED), published("interaction"))
    return tuple(
        (kingdom, f"1A{place:02}{CODES[place]}C") for place, kingdom in enumerate(kingdoms)
    )


def html_of(kingdoms, paper="a4", style="duplex", language="en"):
    return cards_html(kingdoms, CATALOG, paper, style, READERS[language])


@pytest.fixture(scope="module", autouse=True)
def request_context(tmp_path_factory):
    """Sentences are in the language of whoever asks for a page."""
    app = create_app(
        {"DATABASE": tmp_path_factory.mktemp("cards") / "piles.db", "RATE_LIMITS": False}
    )
    with app.test_request_context():
        yield


def printed(html):
    return render(html, "Setup cards")


def pdf_of(kingdoms, *how):
    key = (tuple((id(asked), code) for asked, code in kingdoms), how)
    if key not in _MADE:
        _MADE[key] = printed(html_of(kingdoms, *how)), kingdoms
    return _MADE[key][0]


_MADE = {}
"""Documents that were printed, so that each is printed once."""


def pages_of(kingdoms, *how):
    return read_pages(pdf_of(kingdoms, *how))


def card_at(page, column, row, paper="a4", style="duplex"):
    """What is written on one card of a page."""
    sheet = card_sheet(paper, style)
    left, top = sheet.left + column * CARD_WIDTH, sheet.top + row * CARD_HEIGHT
    return page.within(left, top, left + CARD_WIDTH, top + CARD_HEIGHT)


def faults_of(page, paper="a4", style="duplex"):
    """Everything that is written outside its card's live area, or over something else."""
    sheet = card_sheet(paper, style)
    for text in on_cards(page):
        column = int((text.left - sheet.left) / CARD_WIDTH)
        row = int((text.line - sheet.top) / CARD_HEIGHT)
        left = sheet.left + column * CARD_WIDTH + INSET - 0.05
        top = sheet.top + row * CARD_HEIGHT + INSET - 0.3
        right, bottom = left + CARD_WIDTH - 2 * INSET + 0.1, top + CARD_HEIGHT - 2 * INSET + 1.2
        if not (left <= text.left and text.right <= right and top <= text.top):
            yield f"{text} is outside its card"
        if text.bottom > bottom:
            yield f"{text} is below its card"
    for one, other in combinations(page.texts, 2):
        apart = one.right < other.left + 0.2 or other.right < one.left + 0.2
        if abs(one.line - other.line) < 0.3 and not apart:
            yield f"{one} runs into {other}"


@prints
class TestFronts:
    def test_every_pile_is_there_with_its_cost_and_box(self):
        front = pages_of(ten())[0]
        for place, (asked, _code) in enumerate(ten()[:9]):
            game = asked.game(CATALOG)
            texts = card_at(front, place % 3, place // 3)
            says = [text.says for text in texts]
            codes = "\n".join(says)
            for card in game.ten:
                row = next(text for text in texts if text.says == card.name)
                beside = [text for text in texts if abs(text.line - row.line) < 0.3]
                assert str(card.cost.coin) in [text.says for text in beside], card.name
                assert spine(box_of(card, game.collection)).letters in codes

    def test_the_foot_tells_of_the_draws_the_boxes_and_the_code(self):
        says = " ".join(text.says for text in card_at(pages_of(ten())[0], 0, 0))
        assert "Platinum & Colony yes" in says
        assert "Shelters no" in says
        assert "6 boxes: Al, BM, Co, D1, DA, P1" in says
        assert "1A00 AC" in says

    def test_letters_at_the_rows_are_those_of_the_boxes_to_open(self):
        front = setup_card(artificers(), CODES, CATALOG, READERS["en"]).front
        assert front.boxes == "2 boxes: Ad, D2"
        assert {line.code for group in front.groups for line in group.lines} == {"Ad", "D2"}

    def test_a_list_of_boxes_that_is_too_long_ends_in_how_many_more_there_are(self):
        front = setup_card(fullest(), "4F7K2Q", CATALOG, READERS["en"]).front
        listed, more = re.fullmatch(r"([\w ]+) and (\d+) more", front.boxes).groups()
        opened = setup_sheet(fullest(), CATALOG, READERS["en"]).fetch.sides[0].boxes
        assert len(listed.split()) + int(more) == len({box.spine.letters for box in opened})

    def test_the_bane_is_an_eleventh_row_and_says_so(self):
        texts = card_at(pages_of(ten())[0], 0, 0)
        (bane,) = (text for text in texts if text.says == "Bane")
        (cellar,) = (text for text in texts if text.says == "Cellar")
        assert abs(bane.line - cellar.line) < 0.3
        assert cellar.line > max(text.line for text in texts if text.says == "Bank") + 5.62

    def test_a_trait_stands_at_its_pile(self):
        front = setup_card(rare(), CODES, CATALOG, READERS["en"]).front
        tags = {line.name: line.tag for group in front.groups for line in group.lines}
        assert (tags["Peasant"], tags["Cellar"]) == ("Inherited", "Bane · Pious")

    def test_a_tag_that_has_no_room_beside_its_name_is_told_under_the_rows(self):
        asked = asked_of(game_for(landscapes=["Way of the Mouse"], mouse="Caravan Guard"))
        page = pages_of([(asked, "")])[0]
        assert "Caravan Guard" in page.says
        assert "Caravan Guard (Way of the Mouse)." in page.says
        assert "Way of the Mouse" in page.says
        assert list(faults_of(page)) == []

    def test_rows_are_562_apart_and_names_of_11_points(self):
        texts = card_at(pages_of(ten())[0], 1, 0)
        names = [card.name for card in CATALOG.published["first-game"].cards]
        lines = sorted(text.line for text in texts if text.says in names)
        steps = [after - before for before, after in pairwise(lines)]
        assert steps == pytest.approx([5.62] * 9, abs=0.02)
        sizes = [text.points for text in texts if text.says in names]
        assert sizes == pytest.approx([11] * 10, abs=0.01)

    def test_a_long_name_gets_smaller_and_stays_on_its_line(self):
        asked = asked_of(game_for("Settlers/Bustling Village", "Encampment/Plunder"))
        page = pages_of([(asked, "")], "a4", "duplex", "fr")[0]
        name = READERS["fr"].name("Settlers/Bustling Village")
        assert page.find(name).points < 11
        assert list(faults_of(page)) == []

    def test_costs_with_potion_debt_and_both_have_their_numbers(self):
        asked = asked_of(
            game_for("Vineyard", "Possession", "Overlord", landscapes=["Wedding", "Donate"])
        )
        texts = pages_of([(asked, "")])[0].texts
        beside = {
            name: {
                text.says
                for text in texts
                if any(abs(text.line - row.line) < 0.3 for row in texts if row.says == name)
            }
            for name in ("Vineyard", "Possession", "Overlord", "Wedding", "Donate")
        }
        assert "6" in beside["Possession"]
        assert "8" in beside["Overlord"]
        assert {"4", "3"} <= beside["Wedding"]
        assert "8" in beside["Donate"]
        assert not any(said.isdigit() for said in beside["Vineyard"])


@prints
@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("Shuffle, draw 5.", "Shuffle, draw~5."),
        ("Take 7 Copper (2 each)", "Take 7~Copper (2~each)"),
    ],
)
def test_a_number_is_joined_to_what_it_counts_or_ends(text, joined):
    assert with_numbers(text) == joined.replace("~", JOINED)


class TestBacks:
    def test_counts_for_2_to_6_players_are_those_of_the_plans(self):
        backs = pages_of(ten())[1]
        for place, (asked, _code) in enumerate(ten()[:9]):
            texts = card_at(backs, 2 - place % 3, place // 3)
            says = [text.says for text in texts]
            plans = [plan_setup(asked._replace(players=n).game(CATALOG)) for n in PLAYERS]
            for pile in ("Estate", "Province", "Curse"):
                counts = [next(p.count for p in plan.supply if p.name == pile) for plan in plans]
                assert " ".join(map(str, counts)) in says, (asked, pile)

    def test_all_of_the_pictures_kingdom_is_told(self):
        texts = card_at(pages_of(ten())[1], 2, 0)
        says = " ".join(text.says for text in texts)
        for told in (
            *("Estate, Duchy, Colony", "Curse, Ruins", "Platinum 12 and Colony", "Potion 16"),
            *("Cellar 10 as Bane", "Prizes 5", "Spoils 15", "Madman 10", "Mercenary 10"),
            *("Black Market deck 15", "7× Copper, 3× Estate", "Province or Colony empty"),
            *("2 sets of Treasures", "4 with 5 or 6 players"),
        ):
            assert told in says

    def test_shelters_rats_and_knights(self):
        says = " ".join(t.says for t in card_at(pages_of(ten())[1], 2, 2))
        assert "7× Copper, Hovel, Necropolis, Overgrown Estate" in says
        assert "Rats 20" in says
        assert "Knights: shuffle, face down, top card face up" in says

    @pytest.mark.parametrize(
        ("names", "how", "told"),
        [
            (("Castles",), {}, ("Castles", (8, 12, 12, 12, 12))),
            ((), {"landscapes": ["Arena"]}, ("VP on Arena", (12, 18, 24, 30, 36))),
            (
                ("Tea House",),
                {"prophecy": "Great Leader"},
                ("Suns on Great Leader", (5, 8, 10, 12, 13)),
            ),
            (("Peasant",), {"landscapes": ["Inherited"], "traits": {"Inherited": "Peasant"}},
             ("Peasant", (8, 7, 6, 5, 4))),
            (("Gardens", "Duke"), {}, ("Gardens, Duke", (8, 12, 12, 12, 12))),
        ],
    )  # fmt: skip
    def test_what_depends_on_the_players_stands_in_the_table(self, names, how, told):
        back = back_of(asked_of(game_for(*names, **how)))
        rows = {" ".join(row.label.lines): row.numbers for row in back.rows}
        assert rows[told[0]] == told[1]

    @pytest.mark.parametrize(
        ("names", "how", "told"),
        [
            ((), {"landscapes": ["Tax"]}, "1 debt token on every Supply pile."),
            ((), {"landscapes": ["Aqueduct"]}, "8 VP on Silver and Gold."),
            (("Trade Route", "Gardens", "Duke"), {}, "1 coin token on each Victory pile."),
            ((), {"landscapes": ["Defiled Shrine"]}, "2 VP on each Action pile."),
            (("Necromancer",), {}, "In the trash: Zombie Apprentice, Zombie Mason and Zombie Spy."),
            (
                ("Castles",),
                {},
                "Castles: 1 of each for 2 players, all for more, by cost, cheapest on top",
            ),
            (("Joust",), {}, "Rewards: 1 of each for 2 players, 2 of each for more."),
            (("Riverboat",), {"riverboat": "Bazaar"}, "Bazaar for Riverboat."),
            (("Tracker",), {}, "6× Copper, 3× Estate, Pouch."),
            (("Island", "Baker"), {}, "Island mat"),
            ((), {"landscapes": ["Obelisk"], "obelisk": "Smithy"}, "Obelisk counts Smithy"),
            ((), {"landscapes": ["Pious"], "traits": {"Pious": "Smithy"}}, "Pious on Smithy"),
        ],
    )
    def test_what_else_there_is_to_do_is_said(self, names, how, told):
        back = back_of(asked_of(game_for(*names, **how)))
        assert told in said_on(back)

    def test_sentences_begin_with_capitals_where_things_do_not(self):
        czech = current_app.test_request_context(headers={"Accept-Language": "cs"})
        with current_app.app_context(), czech:
            assert "doberte si 5. Podložka Ostrov." in said_on(
                back_of(asked_of(game_for("Island")))
            )

    def test_the_black_market_deck_is_listed_where_there_is_room(self):
        back = back_of(asked_of(game_for("Black Market", deck=DECK)))
        assert ", ".join(DECK) in said_on(back)

    def test_text_is_as_large_as_there_is_room_for(self):
        assert back_of(published("first-game")).size == 10.2
        assert back_of(bank_and_hermit()).size >= 7.8
        backs = [back_of(published(id_)) for id_ in PICTURED]
        assert min(back.size for back in backs) >= 8.4
        for back in backs:
            largest = (DENSE_SIZES if back.is_dense else SIZES)[0]
            assert back.size == largest or back.height > (BOTTOM - TOP) * 0.7

    def test_the_fullest_kingdom_fits_with_a_hint_at_the_sheet(self):
        back = back_of(fullest())
        assert back.fits
        assert back.is_dense
        assert "see the sheet" in said_on(back)
        rows = [" ".join(row.label.lines) for row in back.rows]
        assert {"Province", "Curse"} <= set(rows)

    def test_what_is_cut_ends_after_a_whole_thing(self):
        cut = [line for part in back_of(fullest()).parts for line in part.lines if "…" in line]
        assert cut
        for line in cut:
            assert re.fullmatch(r"(.*[,.;] )?… see the sheet\.", line), line

    @pytest.mark.parametrize("language", ["en", "cs", "de"])
    def test_no_line_ends_between_a_number_and_what_it_counts(self, language):
        with current_app.test_request_context(headers={"Accept-Language": language}):
            backs = [back_of(asked) for asked in (fullest(), *(asked for asked, _code in ten()))]
        lines = [line for back in backs for part in back.parts for line in part.lines]
        assert [line for line in lines if re.search(r"(?:^| )\(?[0-9]+×?$", line)] == []

    def test_every_published_kingdom_fits_without_any_cut(self):
        for id_ in list(CATALOG.published)[::18]:
            back = back_of(published(id_))
            assert back.fits
            assert "… see" not in said_on(back), id_


def back_of(asked):
    return setup_card(asked, "4F7K2Q", CATALOG, READERS["en"]).back


def said_on(back):
    joined = " ".join(line for part in back.parts for line in part.lines)
    return joined.replace("\N{NO-BREAK SPACE}", " ")


@prints
class TestSheets:
    @pytest.mark.parametrize(
        ("paper", "style", "number", "pages"),
        [
            ("a4", "duplex", 1, 2),
            ("a4", "duplex", 9, 2),
            ("a4", "duplex", 10, 4),
            ("letter", "duplex", 8, 2),
            ("letter", "duplex", 9, 4),
            ("a4", "fold", 4, 1),
            ("letter", "fold", 5, 2),
        ],
    )
    def test_any_number_of_cards_fills_as_many_pages_as_it_needs(self, paper, style, number, pages):
        html = html_of((ten()[1],) * number, paper, style)
        assert html.count('<section class="page">') == pages
        assert html.count("<article") == 2 * number

    @pytest.mark.parametrize(
        ("paper", "style", "number", "pages"),
        [("a4", "duplex", 10, 4), ("letter", "duplex", 9, 4), ("a4", "fold", 3, 1)],
    )
    def test_pages_are_of_that_paper_and_nothing_leaves_its_card(self, paper, style, number, pages):
        printed = pages_of(ten()[:number], paper, style)
        assert len(printed) == pages
        sheet = card_sheet(paper, style)
        for page in printed:
            assert (page.width, page.height) == pytest.approx((sheet.width, sheet.height), abs=0.05)
            assert list(faults_of(page, paper, style)) == []
        assert sum(page.says.count("How to set up") for page in printed) == number

    @pytest.mark.parametrize(
        ("paper", "left", "top"), [("a4", 16.5, 12.0), ("letter", 21.7, 16.95)]
    )
    def test_cards_begin_where_the_design_says(self, paper, left, top):
        sheet = card_sheet(paper, "duplex")
        assert (sheet.left, sheet.top) == pytest.approx((left, top))

    @pytest.mark.parametrize(("paper", "number"), [("a4", 10), ("letter", 9)])
    def test_backs_lie_behind_their_fronts(self, paper, number):
        """Measured in the PDF: the code of each card, mirrored to a tenth of a millimetre."""
        pages = pages_of(ten()[:number], paper)
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            codes = [text for text in front.texts if re.fullmatch(r"1A\d\d .C", text.says)]
            assert len(codes) == front.says.count("Shelters")
            for code in codes:
                behind = back.find(code.says)
                (left, top), (left_behind, top_behind) = (
                    _corner(code, paper),
                    _corner(behind, paper),
                )
                turned = back.width - left_behind - CARD_WIDTH
                assert (turned, top_behind) == pytest.approx((left, top), abs=0.1)
                within = code.left - left, code.line - top
                assert within == pytest.approx(
                    (behind.left - left_behind, behind.line - top_behind), abs=0.1
                )

    @pytest.mark.parametrize(("paper", "number"), [("a4", 10), ("letter", 9)])
    def test_cut_marks_are_3_off_the_cards_and_4_long(self, paper, number):
        sheet = card_sheet(paper, "duplex")
        for page in pages_of(ten()[:number], paper)[:2]:
            marks = {
                (round(min(s.x, s.to_x), 2), round(min(s.y, s.to_y), 2), s.y == s.to_y)
                for s in page.strokes
                if s.length == pytest.approx(4, abs=0.01)
            }
            bottom, right = sheet.height - sheet.top, sheet.width - sheet.left
            wanted = set()
            for column in range(sheet.columns + 1):
                x = round(sheet.left + column * CARD_WIDTH, 2)
                wanted |= {(x, round(sheet.top - 7, 2), False), (x, round(bottom + 3, 2), False)}
            for row in range(sheet.rows + 1):
                y = round(sheet.top + row * CARD_HEIGHT, 2)
                wanted |= {(round(sheet.left - 7, 2), y, True), (round(right + 3, 2), y, True)}
            assert all(any(_near(mark, want) for mark in marks) for want in wanted)
            assert min(mark[0] for mark in marks) >= 5 - 0.01
            assert min(mark[1] for mark in marks) >= 5 - 0.01

    def test_inner_corners_have_crosses(self):
        sheet = card_sheet("a4", "duplex")
        arms = [s for s in pages_of(ten())[0].strokes if s.length == pytest.approx(2, abs=0.01)]
        middles = {(round((s.x + s.to_x) / 2, 1), round((s.y + s.to_y) / 2, 1)) for s in arms}
        for column in (1, 2):
            for row in (1, 2):
                x, y = sheet.left + column * CARD_WIDTH, sheet.top + row * CARD_HEIGHT
                assert any(abs(x - mx) < 0.11 and abs(y - my) < 0.11 for mx, my in middles)

    def test_nothing_is_drawn_near_the_cut_lines(self):
        """So that two millimetres of misregistration show nothing."""
        sheet = card_sheet("a4", "duplex")
        for page in pages_of(ten())[:2]:
            for stroke in page.strokes:
                if stroke.length < 4.01 and stroke.length > 1.99:
                    continue  # cut marks and crosses have a test of their own
                x = (stroke.x - sheet.left) % CARD_WIDTH
                y = (stroke.y - sheet.top) % CARD_HEIGHT
                assert 2 < x < CARD_WIDTH - 2, stroke
                assert 2 < y < CARD_HEIGHT - 2, stroke

    def test_folded_cards_have_both_sides_beside_each_other_and_a_line_between(self):
        (page,) = pages_of(ten()[:3], "a4", "fold")
        sheet = card_sheet("a4", "fold")
        for place in range(3):
            row, column = divmod(place, 2)
            front = [t.says for t in card_at(page, 2 * column, row, "a4", "fold")]
            back = [t.says for t in card_at(page, 2 * column + 1, row, "a4", "fold")]
            assert "How to set up" in back
            assert "How to set up" not in front
            assert front[-1] == back[-1], "both end in the code"
        folds = {round(s.x, 1) for s in page.strokes if s.length == pytest.approx(91, abs=0.1)}
        wanted = {round(sheet.left + column * CARD_WIDTH, 1) for column in (1, 3)}
        assert folds == wanted


def _near(mark, want):
    return mark[2] == want[2] and all(abs(mark[i] - want[i]) < 0.02 for i in (0, 1))


def _corner(text, paper):
    """The corner of the card on which something is written."""
    sheet = card_sheet(paper, "duplex")
    column = int((text.left - sheet.left) / CARD_WIDTH)
    row = int((text.line - sheet.top) / CARD_HEIGHT)
    return sheet.left + column * CARD_WIDTH, sheet.top + row * CARD_HEIGHT


@prints
class TestExtremes:
    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_nothing_leaves_its_card(self, language):
        nothing = asked_of(game_for(fill=False))
        kingdoms = ((fullest(), "4F7K2Q"), (too_much(), "4F7K2Q"), (nothing, ""))
        for page in pages_of(kingdoms, "a4", "duplex", language):
            assert list(faults_of(page)) == []

    def test_what_has_no_row_is_named_and_the_rest_counted(self):
        front = setup_card(too_much(), "", CATALOG, READERS["en"]).front
        full = setup_card(fullest(), "", CATALOG, READERS["en"]).front
        shown = sum(len(group.lines) for group in front.groups)
        names = " ".join(front.more)
        counted = int(re.search(r"and (\d+)\smore: see the sheet", names)[1])
        assert shown + counted + names.count(",") == 40 + 34
        assert "Approaching Army" in " ".join(full.more)
        assert "see the sheet" not in " ".join(full.more)

    def test_hostile_names_are_text(self):
        """Names are of the catalog; should one ever hold markup, it is written out."""
        evil = '<img src="http://example.org/x"><style>*{display:none}</style>'
        reader = NameStyle(lambda name: evil if name == "Smithy" else name, beside=False)
        html = cards_html([(asked_of(game_for()), "")], CATALOG, "a4", "duplex", reader)
        assert "<img" not in html
        assert "&lt;img" in html


@prints
class TestDocument:
    def test_is_tagged_titled_and_in_its_language(self):
        reader = PdfReader(BytesIO(pdf_of(ten())))
        root = reader.trailer["/Root"]
        assert root["/MarkInfo"]["/Marked"]
        assert root["/Lang"] == "en"
        assert reader.metadata.title == "Setup cards"
        assert [mark.title for mark in reader.outline][:2] == ["Bank & Hermit", "First Game"]

    def test_has_no_fonts_but_ours_and_all_embedded(self):
        fonts = {}
        for page in PdfReader(BytesIO(pdf_of(ten()))).pages:
            fonts |= page["/Resources"]["/Font"]
        assert fonts
        for font in fonts.values():
            base = font.get_object()
            descriptor = base["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            assert re.search("Grenze|Fira", base["/BaseFont"])
            assert "/FontFile2" in descriptor or "/FontFile3" in descriptor

    def test_is_the_same_every_time(self):
        assert html_of(ten()) == html_of(ten())
        assert render(html_of(ten()[:1]), "Setup cards") == pdf_of(ten()[:1])

    def test_names_are_in_the_readers_language(self):
        page = pages_of(ten()[1:2], "a4", "duplex", "de")[0]
        german = READERS["de"].name("Village")
        assert german != "Village"
        assert german in page.says


@pytest.mark.skipif(
    not shutil.which("pdftoppm"),
    reason="Poppler is not installed; `tools/setup.sh dev` says how to install it",
)
@prints
class TestPictures:
    """Both sides as pictures, compared with those that were looked at beside the design."""

    @pytest.mark.parametrize(("page", "name"), [(1, "cards-front"), (2, "cards-back")])
    def test_looks_as_it_did(self, page, name, tmp_path):
        file = tmp_path / "cards.pdf"
        file.write_bytes(pdf_of(ten()))
        subprocess.run(
            [
                *("pdftoppm", "-r", "50", "-gray", "-png", "-f", str(page), "-singlefile"),
                *(file, tmp_path / name),
            ],
            check=True,
        )
        seen = Image.open(tmp_path / f"{name}.png").convert("L")
        wanted = Image.open(GOLDEN / f"{name}.png").convert("L")
        assert seen.size == wanted.size
        difference = ImageChops.difference(seen, wanted)
        mean = sum(level * number for level, number in enumerate(difference.histogram()))
        assert mean / (seen.width * seen.height) < 1.0, f"look at {name}, then keep it"
