"""Setup sheets and booklets: real PDFs, read back."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from markupsafe import Markup
from pypdf import PdfReader

from app import create_app
from setup_rules.engine import plan_setup
from setup_rules.kingdom import Kingdom
from setup_rules.plan_request import PlanRequest
from tests.builders import ALL_BOXES, CATALOG, thing
from tests.test_published_kingdoms import boxes_for, kingdom_of
from tests.thorough import THOROUGH
from tests.web.full_kingdoms import (
    asked,
    bank_and_hermit,
    fates,
    overfull,
    rare,
    rice_and_fishmonger,
)
from web.language.card_names import naming
from web.printing.hatching import HATCHINGS, field_paths, hatch
from web.printing.pdf import render
from web.printing.sheet import document
from web.printing.sheet.content import TICK_SIGN
from web.printing.sheet.document import booklet_html, fits, make_sheet, sheet_html
from web.printing.sheet.layout import LIVE_HEIGHT, THIRD
from web.printing.sheet.sizes import STEPS
from web.printing.sheet.tile_text import write
from web.printing.text import JOINED, across, lines_of
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.table.facts import TablePile
from web.setup_sheet.text_width import Face

ADDRESS, CODE = "http://ten-piles.local:5000/k/4F7K2Q", "4F7K2Q"
ENGLISH = NameStyle(naming(CATALOG, "en"), beside=False)
GERMAN = NameStyle(naming(CATALOG, "de"), beside=False)
SIZES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
MARGIN = 12 / 25.4 * 72
GOLDEN = Path(__file__).parents[1] / "golden_pictures"
GOLDEN_WIDTH = 360
NO_POPPLER = "poppler is not installed; `tools/setup.sh dev` says how to install it"
prints = pytest.mark.prints
reads = pytest.mark.skipif(not shutil.which("pdftotext"), reason=NO_POPPLER)


def published(id_, players=4):
    found = CATALOG.published[id_]
    return PlanRequest(kingdom_of(found), players, boxes_for(found), None)


SHEETS = {
    "bank-and-hermit": bank_and_hermit(),
    "rice-and-fishmonger": rice_and_fishmonger(),
    "rare": rare(),
    "fates": fates(),
    "overfull": overfull(),
    "first-game": published("first-game", 2),
    "shipmates": published("shipmates", 6),
}
ON_PAPER = [(name, ("a4", "letter")[place % 2]) for place, name in enumerate(SHEETS)]
USUALLY = ("bank-and-hermit", "rice-and-fishmonger", "first-game", "overfull")
PRINTED = [one for one in ON_PAPER if THOROUGH or one[0] in USUALLY]
"""What is printed to see that it fits; `make bench` prints all published kingdoms."""


@cache
def an_app(folder):
    return create_app({"DATABASE": folder / "piles.db", "RATE_LIMITS": False})


@pytest.fixture(scope="module", autouse=True)
def page(tmp_path_factory):
    """Sentences and templates are there as for a visitor."""
    with an_app(tmp_path_factory.getbasetemp()).test_request_context():
        yield


def pdf_of(name, paper="a4"):
    return _printed(name, paper)


@cache
def _printed(name, paper):
    return render(sheet_html(SHEETS[name], CATALOG, paper, ENGLISH, ADDRESS, CODE), name)


class Word(NamedTuple):
    """A word of a page and where it stands, in points."""

    left: float
    top: float
    right: float
    bottom: float
    text: str


WORD = re.compile(
    r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>'
)


def words_of(pdf: bytes, folder: Path) -> list[Word]:
    file = folder / "sheet.pdf"
    file.write_bytes(pdf)
    said = subprocess.run(
        ["pdftotext", "-bbox", str(file), "-"], capture_output=True, text=True, check=True
    )
    return [
        Word(*(float(n) for n in found.groups()[:4]), unescape(found[5]))
        for found in WORD.finditer(said.stdout)
    ]


def overlapping(words: list[Word]) -> list[tuple[str, str]]:
    """Words whose letters touch; what fonts leave free above and below is left out."""
    boxes = sorted(
        (
            word._replace(
                left=word.left + 0.3,
                right=word.right - 0.3,
                top=word.top + (word.bottom - word.top) * 0.34,
                bottom=word.bottom - (word.bottom - word.top) * 0.28,
            )
            for word in words
        ),
        key=lambda word: word.top,
    )
    found = []
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            if other.top >= one.bottom:
                break
            if one.left < other.right and other.left < one.right:
                found.append((one.text, other.text))
    return found


def text_of(pdf: bytes, folder: Path) -> str:
    return " ".join(word.text for word in words_of(pdf, folder))


class TestTheTrash:
    """Cards that lie there at the start are on the table of the sheet, not only in the list."""

    @staticmethod
    def drawn_on(kingdom):
        drawing = make_sheet(kingdom, CATALOG, ENGLISH, ADDRESS, CODE).drawing
        return [unescape(text) for text in re.findall("<text[^>]*>(.*?)</text>", drawing)]

    def test_names_them(self):
        texts = self.drawn_on(asked("Necromancer"))
        after = texts[texts.index("Trash") + 1 :]
        zombies = "Zombie Apprentice Zombie Mason Zombie Spy"
        assert " ".join(after).replace(",", "").startswith(zombies)

    def test_takes_the_room_of_two_tiles_where_they_are_low(self):
        texts = self.drawn_on(rare())
        assert texts[texts.index("Trash") + 1] == "Zombie Apprentice, Zombie Mason, Zombie Spy"


class TestLandscapes:
    @pytest.mark.parametrize("players", [2, 6])
    def test_a_number_on_one_stays_with_its_word_and_nothing_is_cut(self, app, players):
        with app.test_request_context("/?lang=de"):
            kingdom = rice_and_fishmonger(players)
            drawing = make_sheet(kingdom, CATALOG, GERMAN, ADDRESS, CODE).drawing
        texts = [unescape(text) for text in re.findall("<text[^>]*>(.*?)</text>", drawing)]
        (suns,) = (text for text in texts if "Sonnenmarker" in text)
        assert re.fullmatch(rf"(.* · )?[0-9]+{JOINED}Sonnenmarker( darauflegen)?", suns)
        assert "…" not in "".join(texts)
        assert "darauflegen" in "".join(texts)


class TestWhatIsSaid:
    @staticmethod
    def sections(kingdom):
        layout = make_sheet(kingdom, CATALOG, ENGLISH, ADDRESS, CODE).layout
        return {
            part.heading: [Markup(" ").join(item).striptags() for item in part.items]
            for part in (*layout.sections, *layout.below)
        }

    @staticmethod
    def remarks(kingdom):
        layout = make_sheet(kingdom, CATALOG, ENGLISH, ADDRESS, CODE).layout
        lines = (*layout.remarks, *layout.more_remarks)
        return Markup(" ").join(lines).striptags().replace(JOINED, " ")

    def test_tokens_on_piles_are_a_step_and_not_kept_at_hand(self):
        sections = self.sections(rare())
        assert "1 debt token on every Supply pile" in sections["Place tokens"]
        assert not [item for item in sections["Keep at hand"] if "Supply pile" in item]

    def test_a_problem_and_its_remedy_are_one_sentence_after_the_other(self):
        kingdom = published("first-game", 6)
        treasures, _cards = self.sections(kingdom)["Fix first"]
        assert "but only 1 is in use. Add another box: Dominion" in treasures
        assert "Add another box" not in self.remarks(kingdom)

    def test_on_the_fullest_sheets_problems_with_their_remedies_stand_under_the_name(self):
        assert not {"Fix first", "Watch out"} & set(self.sections(rare()))
        assert self.remarks(rare()).startswith("Watch out: The Black Market deck has 1 card")
        assert "15 or more are recommended. Add more" in self.remarks(rare())

    def test_a_box_of_the_black_market_deck_stays_with_its_tick_box_and_its_first_card(self):
        layout = make_sheet(overfull(), CATALOG, ENGLISH, ADDRESS, CODE).layout
        (deck,) = next(part.items for part in layout.over if part.heading == "Black Market deck")
        assert len(deck) > 5
        for line in deck:
            assert not re.search(f"({TICK_SIGN}|</b>)$", line.strip())

    def test_a_long_name_of_a_box_takes_two_lines_and_is_not_cut(self, app):
        with app.test_request_context("/?lang=de"):
            layout = make_sheet(rare(), CATALOG, GERMAN, ADDRESS, CODE).layout
        names = [box.names for column in layout.columns for box in column]
        assert ("Reiche Ernte", "& Die Gilden") in names

    def test_events_are_not_called_unsold(self):
        for kingdom, is_bought in ((rare(), True), (asked("Hermit"), False)):
            texts = TestTheTrash.drawn_on(kingdom)
            assert any("never counts as an empty pile" in text for text in texts)
            assert any("not for sale" in text for text in texts) != is_bought

    def test_a_number_stays_with_its_card(self):
        text = Markup(
            "Each takes <b>7× Copper</b> and 3 Estates and (1 Hovel), draws 5, in game 2: draws 6, "
            "a\N{NO-BREAK SPACE}50× Kletba (have 24), a „+1 Kauf“-Marker and {tick}+1 Buy."
        )
        text = text.format(tick=TICK_SIGN)
        for room in range(30, 60):
            for line in lines_of(text, room, 9):
                assert not re.search(r"[0-9]×?(</b>)?$", line)
                assert not re.match(r"[0-9]+[.,:)]", line)

    def test_a_list_of_contents_is_not_cut_where_there_is_room(self):
        sheet = make_sheet(bank_and_hermit(), CATALOG, ENGLISH, ADDRESS, CODE)
        assert sheet.summary == "4 players · D1 Al P1 Co DA BM"

    def test_a_list_of_contents_says_how_many_more_boxes_there_are(self):
        sheet = make_sheet(rare(), CATALOG, ENGLISH, ADDRESS, CODE)
        boxes = sheet.layout.content.boxes
        listed, more = re.fullmatch(r"4 players · ([\w ]+) and (\d+) more", sheet.summary).groups()
        assert len(listed.split()) + int(more) == len(boxes)

    def test_a_number_after_a_sign_stays_with_its_word(self):
        text = f"Für jeden ein Marker: {TICK_SIGN}„+1 Kauf“ oder −1 Karte oder (2 Würfel)"
        for room in range(15, 60):
            assert not any(re.search(r"[0-9]$", line) for line in lines_of(text, room, 9))


@prints
class TestASheet:
    @pytest.mark.parametrize(("name", "paper"), PRINTED)
    def test_is_one_page_of_the_paper_chosen(self, name, paper):
        pages = PdfReader(BytesIO(pdf_of(name, paper))).pages
        assert len(pages) == (2 if name == "overfull" else 1)
        box = pages[0].mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(SIZES[paper], abs=0.1)

    @reads
    @pytest.mark.parametrize(("name", "paper"), [one for one in PRINTED if one[0] != "overfull"])
    def test_has_no_text_that_overlaps_or_leaves_the_margins(self, name, paper, tmp_path):
        words = words_of(pdf_of(name, paper), tmp_path)
        assert len(words) > 100
        width, height = SIZES[paper]
        outside = [
            word.text
            for word in words
            if word.left < MARGIN - 1
            or word.right > width - MARGIN + 1
            or word.top < MARGIN - 6
            or word.bottom > height - MARGIN + 4
        ]
        assert outside == []
        assert overlapping(words) == []

    def test_continues_on_another_page_before_text_gets_too_small(self):
        pages = PdfReader(BytesIO(pdf_of("overfull"))).pages
        first, second = (page.extract_text() for page in pages)
        assert "Vampire & Page, continued" in second
        for heading in ("Black Market deck", "Keep at hand"):
            assert heading in second
        assert "Keep at hand" not in first

    def test_notices_when_words_overlap(self):
        assert overlapping([Word(0, 0, 20, 10, "a"), Word(10, 2, 30, 12, "b")]) == [("a", "b")]
        assert overlapping([Word(0, 0, 20, 10, "a"), Word(0, 9, 20, 19, "b")]) == []

    @reads
    @pytest.mark.parametrize("name", ["bank-and-hermit", "rice-and-fishmonger", "fates"])
    def test_has_every_pile_with_its_count(self, name, tmp_path):
        plan = plan_setup(SHEETS[name].game(CATALOG))
        text = text_of(pdf_of(name, dict(ON_PAPER)[name]), tmp_path).replace(" ", "")
        for pile in (*plan.supply, *plan.beside):
            for part in pile.name.split(": ")[-1].split("/"):
                assert part.replace(" ", "") in text
            assert str(pile.count) in text
        for box in plan.fetch:
            for item in box.items:
                assert item.what.replace(" ", "") in text

    @reads
    def test_has_every_card_of_the_black_market_deck_however_many(self, tmp_path):
        text = text_of(pdf_of("overfull"), tmp_path).replace(" ", "")
        for card in SHEETS["overfull"].kingdom.deck:
            assert card.name.replace(" ", "") in text

    @reads
    def test_tells_tokens_draws_shuffles_who_begins_and_how_it_ends(self, tmp_path):
        text = text_of(pdf_of("bank-and-hermit"), tmp_path)
        for said in (
            "Bank & Hermit",
            "4 players · 6 boxes · 22 piles in the Supply, 5 beside it",
            "4F7K 2Q",
            "Each of the 4 players takes",
            "7× Copper, 3× Estate",
            "Platinum & Colony: yes",
            "Bane: Cellar",
            "Ruins: all 50, count out 30",
            "Left of the last winner",
            "Province",
            "Winner",
        ):
            assert said in text
        assert "13 Suns on Approaching Army" in text_of(
            pdf_of("rice-and-fishmonger", "letter"), tmp_path
        )

    @pytest.mark.parametrize("name", ["first-game", "shipmates", "rice-and-fishmonger"])
    def test_has_a_line_for_the_winner_on_both_papers(self, name):
        for paper in ("a4", "letter"):
            html = sheet_html(SHEETS[name], CATALOG, paper, ENGLISH, ADDRESS, CODE)
            assert "Winner" in html

    def test_has_no_line_for_the_winner_on_letter_where_there_is_no_room(self):
        sheet = make_sheet(SHEETS["fates"], CATALOG, ENGLISH, ADDRESS, CODE, "letter")
        assert not sheet.has_played_line

    def test_is_tagged_with_title_language_headings_and_figure(self):
        reader = PdfReader(BytesIO(pdf_of("bank-and-hermit")))
        root = reader.trailer["/Root"]
        assert root["/Lang"] == "en"
        assert root["/MarkInfo"]["/Marked"]
        kinds = [str(kind) for kind in _structure(root["/StructTreeRoot"])]
        assert kinds.count("/H1") == 1
        assert kinds.count("/H2") >= 6
        assert kinds.count("/H3") == 6
        assert kinds.count("/Figure") == 2
        assert [entry.title for entry in reader.outline] == ["Bank & Hermit"]

    def test_needs_black_and_one_red_only(self):
        html = sheet_html(SHEETS["rare"], CATALOG, "a4", ENGLISH, ADDRESS, CODE)
        colours = {colour.lower() for colour in re.findall(r"#[0-9A-Fa-f]{3,6}\b", html)}
        assert colours - {"#9a1f25"} <= {"#000", "#111", "#444", "#999", "#fff"}

    def test_is_in_the_readers_language(self):
        html = sheet_html(SHEETS["first-game"], CATALOG, "a4", GERMAN, ADDRESS, CODE)
        assert "Kupfer" in html
        assert ">Copper<" not in html

    @reads
    def test_opens_that_kingdom_when_its_code_is_scanned(self, tmp_path):
        zxingcpp = pytest.importorskip("zxingcpp")
        (read,) = zxingcpp.read_barcodes(_picture(pdf_of("bank-and-hermit"), tmp_path, 1240))
        assert read.text == ADDRESS.upper()

    @reads
    @pytest.mark.parametrize("name", ["bank-and-hermit", "rice-and-fishmonger", "first-game"])
    def test_looks_as_it_did(self, name, tmp_path):
        from PIL import Image, ImageChops

        paper = dict(ON_PAPER)[name]
        found = _picture(pdf_of(name, paper), tmp_path, GOLDEN_WIDTH)
        kept = Image.open(GOLDEN / f"sheet-{name}.png").convert("L")
        assert found.size == kept.size
        differs = ImageChops.difference(found, kept).point(lambda grey: 255 * (grey > 96))
        assert sum(differs.histogram()[255:]) < found.width * found.height / 200


def _structure(element):
    """The types of all elements of a structure tree, top down."""
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        if hasattr(kid := kid.get_object(), "get"):
            if "/S" in kid:
                yield kid["/S"]
            yield from _structure(kid)


def _picture(pdf: bytes, folder: Path, width: int):
    from PIL import Image

    file = folder / "page.pdf"
    file.write_bytes(pdf)
    to = ["-png", "-singlefile", "-gray", "-scale-to-x", str(width), "-scale-to-y", "-1"]
    subprocess.run(["pdftoppm", *to, str(file), str(folder / "page")], check=True)
    return Image.open(folder / "page.png").convert("L")


class TestFitting:
    """Measured before it is printed: the roomiest of the steps that leaves one page."""

    @pytest.mark.parametrize("name", [name for name in SHEETS if name != "overfull"])
    def test_finds_a_step_for_every_kingdom(self, name):
        assert fits(SHEETS[name], CATALOG, ENGLISH) < len(STEPS)

    def test_a_usual_kingdom_has_large_names(self):
        assert fits(published("first-game", 2), CATALOG, ENGLISH) == 0
        assert STEPS[0].name > 12.9
        assert STEPS[fits(bank_and_hermit(), CATALOG, ENGLISH)].name == 11

    def test_no_heading_is_wider_than_its_column(self, app):
        boxes = ("dominion-2e", "cornucopia")
        kingdom = asked("Young Witch", "Moat", players=2, boxes=boxes, bane="Cellar")
        with app.test_request_context("/?lang=de"):
            layout = make_sheet(kingdom, CATALOG, GERMAN, ADDRESS, CODE).layout
        headings = [section.heading for section in layout.sections]
        assert "Für dieses Königreich ausgelost" in headings
        assert layout.sizes.heading > 14
        for heading in headings:
            assert across(heading, layout.heading, Face.NAMES) <= THIRD

    @pytest.mark.parametrize("id_", list(CATALOG.published)[::24])
    def test_published_kingdoms_keep_their_picture_and_readable_sizes(self, id_):
        sizes = STEPS[fits(published(id_, 4), CATALOG, GERMAN)]
        assert not sizes.table.as_text
        assert not sizes.run_in
        assert (sizes.name, sizes.note, sizes.text) >= (8.5, 7.5, 7.5)

    def test_even_what_nobody_plays_has_its_table_on_one_page(self):
        cards = [card for card in CATALOG.cards.values() if not card.is_mixed]
        kingdom = Kingdom(
            piles=tuple(cards[:40]),
            landscapes=tuple(CATALOG.landscapes.values())[:40],
            deck=(thing("Black Market"), *cards[40:]),
        )
        fits(PlanRequest(kingdom, 6, ALL_BOXES, None), CATALOG, ENGLISH)

    def test_a_kingdom_of_nothing_is_a_page_too(self):
        fits(PlanRequest(Kingdom(()), 2, (), None), CATALOG, ENGLISH)

    def test_long_black_market_lists_run_under_both_columns_before_names_shrink(self):
        below = [sizes.deck_below for sizes in STEPS]
        shrink = next(place for place, sizes in enumerate(STEPS) if sizes.name < 11)
        assert STEPS[4].note == 7.5
        assert below.index(True) < shrink

    @pytest.mark.parametrize("name", SHEETS)
    def test_a_column_of_boxes_stands_under_a_heading(self, name):
        html = sheet_html(SHEETS[name], CATALOG, "a4", ENGLISH, ADDRESS, CODE)
        columns = len(re.findall('<div class="column', html))
        assert html.count('<h2 class="fetch-head') == columns
        assert html.count(">Fetch, continued<") == columns - 1

    def test_boxes_stand_unbroken_in_even_columns(self):
        sheet = make_sheet(bank_and_hermit(), CATALOG, ENGLISH, ADDRESS, CODE).layout
        assert sum(len(column) for column in sheet.columns) == 6
        left, right = (sum(box.height for box in column) for column in sheet.columns)
        assert abs(left - right) < 20
        assert sheet.height <= LIVE_HEIGHT

    def test_lines_keep_bold_words_and_break_at_spaces(self):
        from markupsafe import Markup

        text = Markup("<b>Bane:</b> Cellar &amp; more, with the randomizer")
        assert "".join(f"{line}|" for line in lines_of(text, 30, 9)).startswith("<b>Bane:</b> ")
        assert len(lines_of(text, 30, 9)) > 1
        assert lines_of("a<b", 30, 9) == ("a&lt;b",)
        assert "".join(lines_of("x" * 200, 30, 9)) == "x" * 200


@prints
class TestABooklet:
    def test_has_contents_with_links_and_pages_and_a_bookmark_for_each_sheet(self):
        ids = ("first-game", "size-distortion", "village-square")
        entries = [
            (number, published(id_, 2), ADDRESS, CODE)
            for number, id_ in zip((7, 3, 5), ids, strict=True)
        ]
        html = booklet_html(entries, CATALOG, "letter", ENGLISH, "Evenings <with> friends")
        assert "Evenings &lt;with&gt; friends" in html
        reader = PdfReader(BytesIO(render(html, "booklet")))
        assert len(reader.pages) == 4
        names = [CATALOG.published[id_].name for id_ in (ids[1], ids[2], ids[0])]
        assert [entry.title for entry in reader.outline][1:] == names
        first = reader.pages[0].extract_text()
        assert [first.index(name) for name in names] == sorted(first.index(name) for name in names)
        assert len(reader.pages[0]["/Annots"]) == 3
        assert "No. 3" in reader.pages[1].extract_text()

    def test_lists_many_on_several_pages(self, monkeypatch):
        monkeypatch.setattr(document, "LISTED", 2)
        entries = [(n, published("first-game", 2), ADDRESS, CODE) for n in range(1, 8)]
        html = booklet_html(entries, CATALOG, "a4", ENGLISH, "All")
        assert html.count('class="front"') == 2
        assert html.index(">Contents<") < html.index(">Contents (continued)<")
        assert html.count("<article") == 7
        assert "<b>9</b>" in html


class TestHatching:
    @pytest.mark.parametrize("type_", HATCHINGS)
    def test_stays_within_its_field(self, type_):
        path = re.search(r' d="([^"]*)"', str(hatch(type_, 10, 20, 7.2, 12.6)))
        for x, y, kind, *by in re.findall(
            r"M([-\d.]+) ([-\d.]+)([vhl])([-\d.]+) ?([-\d.]*)", path[1] if path else ""
        ):
            across = float(by[0]) if kind in "hl" else 0
            down = float(by[1]) if kind == "l" else float(by[0]) if kind == "v" else 0
            assert 10 <= float(x) <= float(x) + across <= 17.21
            assert min(float(y), float(y) + down) >= 20
            assert max(float(y), float(y) + down) <= 32.61

    def test_tells_all_types_apart_but_those_of_one_colour(self):
        drawn = {type_: str(hatch(type_, 0, 0, 7.2, 12.6)) for type_ in HATCHINGS}
        assert drawn["action"] == drawn["landscape"] == ""
        assert drawn["ruins"] == drawn["shelter"]
        assert len(set(drawn.values())) == len(drawn) - 2

    def test_parts_a_field_down_the_middle(self):
        assert field_paths(("action", "victory"), 0, 0, 8, 10).parting == "M4 0v10"
        assert field_paths(("attack",), 0, 0, 8, 10).parting == ""


def test_a_name_beside_a_tag_of_two_lines_stays_whole():
    tile = TablePile(
        "", "", "Coin of the Realm", 10, (), ("treasure",), ("coin", "draw"), tags=("Prokletí",)
    )
    assert write(tile, 18.4, 9, 12).name == ("Coin of the Realm",)
