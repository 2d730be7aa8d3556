"""What holds for every kind of paper: text that can be read back whole, sizes, structure."""

from __future__ import annotations

import io
import re
import shutil

import pytest
from pypdf import PdfReader
from weasyprint import HTML

from app import create_app
from tests.builders import CATALOG
from tests.thorough import THOROUGH, some
from tests.tournament.results import seated
from tests.web.every_paper import (
    CODE,
    HOST,
    KINDS,
    ROUNDS,
    a_night,
    asked_in,
    font_sizes,
    paper_of,
    read_paper,
    scanned,
)
from tests.web.full_kingdoms import (
    asked,
    bank_and_hermit,
    fates,
    overfull,
    rare,
    rice_and_fishmonger,
)
from tests.web.furnished import LINK
from tests.web.printed_cards import read_pages
from web.language.card_names import naming
from web.links.night_link import is_night
from web.printing.documents import name_style, sheet
from web.printing.pdf import render
from web.printing.pdf.assets import FACES
from web.printing.sheet.document import make_sheet
from web.printing.text import JOINED
from web.store import get_store

pytestmark = pytest.mark.prints
every_paper = pytest.mark.parametrize(("kind", "language", "paper"), ROUNDS)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    database = tmp_path_factory.mktemp("every") / "piles.db"
    return create_app({"DATABASE": database, "RATE_LIMITS": False})


def letters_of(reader) -> dict[str, dict[str, str]]:
    """What each glyph of each font is read as, by the name of the font."""
    fonts = {}
    for page in reader.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            told = font.get_object()["/ToUnicode"].get_data().decode()
            pairs = re.findall(r"<([0-9A-Fa-f]+)>\s+<([0-9A-Fa-f]*)>", told)
            fonts[font.get_object()["/BaseFont"]] = dict(pairs[1:])  # the first is the code space
    return fonts


def texts_of(html: str) -> list[str]:
    """What each element of a document says, pictures aside."""
    body = HTML(string=html).etree_element.find("body")
    for picture in list(body.iter("{http://www.w3.org/2000/svg}svg")):
        tail = picture.tail
        picture.clear()
        picture.tail = tail
    return [text for text in body.itertext() if text.strip()]


def squeezed(text: str) -> str:
    """Without what differs where text is broken into lines."""
    return re.sub(r"[\s\N{SOFT HYPHEN}\N{HYPHEN}-]", "", text)


class TestText:
    @every_paper
    def test_every_glyph_is_read_as_a_letter(self, app, kind, language, paper):
        for font, letters in letters_of(read_paper(app, kind, language, paper)).items():
            assert letters, font
            assert all(letters.values()), font

    @pytest.mark.parametrize(
        ("kind", "language", "paper"), dict.fromkeys([*ROUNDS, ("sheet-six", "en", "letter")])
    )
    def test_nothing_of_a_document_is_missing_on_its_paper(self, app, kind, language, paper):
        with asked_in(app, language):
            document = KINDS[kind](paper)
        pages = read_paper(app, kind, language, paper).pages
        text = squeezed("".join(page.extract_text() for page in pages))
        for part in texts_of(document.html):
            assert squeezed(part) in text, part

    def test_the_names_of_all_cards_come_back_whole(self, app, tmp_path):
        names = {
            naming(CATALOG, language)(thing.name)
            for language in ("en", "cs", "de")
            for thing in (*CATALOG.cards.values(), *CATALOG.landscapes.values())
        }
        in_order = some(sorted(names, key=lambda name: ("fi" not in name.lower(), name)), 4)
        faces = [f'font:{weight} 8pt "{family}"' for family, weight, _file in FACES]
        lines = "".join(
            f"<p style='{face};margin:0;white-space:nowrap'>{name}</p>"
            for face in faces
            for name in in_order
        )
        html = f'<html lang="en"><title>-</title>{lines}</html>'
        reader = PdfReader(io.BytesIO(render(html, "Names")))
        read = "\n".join(page.extract_text() for page in reader.pages).split("\n")
        for name in in_order:
            assert read.count(name) == len(faces), name


class TestSizes:
    @every_paper
    def test_no_letter_is_smaller_than_7_points(self, app, kind, language, paper):
        assert min(font_sizes(read_paper(app, kind, language, paper))) >= 7


class TestPages:
    @pytest.mark.parametrize(
        ("kind", "language"),
        [
            *[("sheet-rare", "de"), ("sheet-overfull", "cs")],
            *[("sheet-rare", "cs"), ("sheet-overfull", "de")][: 2 * THOROUGH],
        ],
    )
    def test_the_fullest_sheets_have_table_and_fetch_list_on_the_first_of_two(
        self, app, kind, language
    ):
        first, second = (page.extract_text() for page in read_paper(app, kind, language).pages)
        fetch, ends = {"cs": ("Co vyndat", "Hra končí"), "de": ("Holen", "Spielende")}[language]
        assert fetch in first
        assert ends in second

    def test_a_remark_with_no_room_under_the_name_is_not_cut_in_two(self, app):
        with asked_in(app, "de"):
            asked = fates()._replace(players=6)
            layout = make_sheet(asked, CATALOG, name_style(), "", "").layout
            last = layout.content.remarks[-1]
        assert layout.remarks
        assert " ".join(layout.more_remarks).replace(JOINED, " ") == last

    def test_a_long_box_of_a_full_night_goes_on_where_there_is_room(self, app):
        games = (overfull(), bank_and_hermit(), rice_and_fishmonger(), rare(), fates())
        with asked_in(app, "de"):
            document = a_night("letter", *games)
        pages = read_pages(render(document.html, document.title))
        assert len(pages) > 2
        for page in pages[:-1]:
            assert max(text.line for text in page.texts) > page.height - 30
        headings = [text for page in pages for text in page.texts if text.says == "Dominion"]
        assert len(headings) > 1, "the head of a box stands again where it goes on"

    def test_a_night_says_what_its_games_lack(self, app):
        with asked_in(app, "en"):
            short = asked("Cellar", players=6, boxes=("dominion-2e",))
            playable = asked("Moat", players=4, boxes=("dominion-2e",))
            document = a_night("a4", short, playable)
            errors = make_sheet(short, CATALOG, name_style(), "", "").layout.content.sheet.errors
        pages = read_pages(render(document.html, document.title))
        text = " ".join(says for page in pages for says in page.says)
        assert errors
        for error in errors:
            assert text.count(f"Game 1: {error.message} {error.fix}") == 1
        assert text.count("Fix first") == 1
        assert text.index("Fix first") < text.index("Game 1:") < text.index("Fetch for all games")

    @pytest.mark.parametrize(
        ("kind", "title"), [("night", "A night of 3 games"), ("rules", "Setup rules")]
    )
    def test_pages_after_the_first_say_what_they_belong_to(self, app, kind, title):
        first, *others = read_pages(paper_of(app, kind, "en", "letter"))
        assert first.says.count(title) == 1
        assert others
        for number, page in enumerate(others, 2):
            assert page.find(title).line < 12
            assert page.find(f"{number}/{len(others) + 1}").line < 12
        assert f"1/{len(others) + 1}" not in first.says

    @pytest.mark.parametrize("kind", ["sheet-rare", "sheet-overfull"])
    @pytest.mark.parametrize("language", ["cs", "de"])
    def test_a_section_of_the_second_page_stays_in_its_column(self, app, kind, language):
        _first, second = read_pages(paper_of(app, kind, language))
        right = [text for text in second.texts if text.left > second.width / 2]
        assert right[0].points == pytest.approx(12, abs=0.1), "it begins with a heading"


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler is not installed")
class TestScanning:
    """Every QR code opens what its words say, even from a bad picture of the paper."""

    def opened(self, app, kind, folder):
        """The addresses to which the QR codes of a paper lead."""
        read = scanned(paper_of(app, kind), folder)
        pages = []
        for address in read:
            assert address.upper().startswith(HOST.upper())
            answer = app.test_client().get(address[len(HOST) :])
            pages.append(answer.location or answer.request.full_path)
        return pages

    def test_the_sheet_of_a_round_opens_its_kingdom_for_that_many_players(self, app, tmp_path):
        (address,) = scanned(paper_of(app, "round"), tmp_path)
        with asked_in(app, "en"):
            shared = get_store().shared(address.removeprefix(f"{HOST}/K/".upper()))
        assert shared.link == LINK.replace("players=2", "players=3")

    def test_slips_open_the_result_of_their_table(self, app, tmp_path):
        pages = self.opened(app, "tables", tmp_path)
        numbers = range(1, len(seated(13).seating[0]) + 1)
        assert sorted(pages) == [f"/tournament/at/{CODE}/1/{number}?" for number in numbers]

    def test_the_other_prosperity_opens_its_setup(self, app, tmp_path):
        assert self.opened(app, "other-prosperity", tmp_path) == [
            "/other-prosperity?players=3&game=first"
        ]

    def test_the_paper_of_a_night_opens_its_games(self, app, tmp_path):
        (address,) = scanned(paper_of(app, "night"), tmp_path)
        with asked_in(app, "en"):
            shared = get_store().shared(address.removeprefix(f"{HOST}/K/".upper()))
        assert is_night(shared.link)

    @pytest.mark.parametrize("kind", some(["sheet-two", "sheet-overfull"]))
    def test_sheets_open_their_code(self, app, tmp_path, kind):
        assert scanned(paper_of(app, kind), tmp_path) == [f"{HOST}/k/{CODE}".upper()]

    def test_without_a_code_there_is_none_for_the_link_would_be_too_dense(self, app):
        with asked_in(app, "en"):
            assert 'class="qr"' in sheet(rare(), "a4", CODE).html
            assert 'class="qr"' not in sheet(rare(), "a4", "").html


class TestPreferences:
    @every_paper
    def test_nothing_is_scaled_and_cards_are_turned_as_they_lie(self, app, kind, language, paper):
        preferences = read_paper(app, kind, language, paper).trailer["/Root"]["/ViewerPreferences"]
        assert preferences["/PrintScaling"] == "/None"
        duplex = {
            ("cards", "a4"): "/DuplexFlipLongEdge",
            ("cards", "letter"): "/DuplexFlipShortEdge",
            ("cards-fold", paper): "/Simplex",
            ("randomizers", "a4"): "/DuplexFlipLongEdge",
            ("randomizers", "letter"): "/DuplexFlipShortEdge",
            ("offset-test", "a4"): "/DuplexFlipLongEdge",
            ("offset-test", "letter"): "/DuplexFlipShortEdge",
        }
        if kind.startswith("cards") or kind in ("sheet", "night", "randomizers", "offset-test"):
            assert preferences.get("/Duplex") == duplex.get((kind, paper))


class TestStructure:
    """What a screen reader is told.

    What veraPDF found, which needs Java and checks all rules of PDF/UA-1, is in docs/printing.md.
    """

    @every_paper
    def test_is_tagged_titled_and_in_its_language(self, app, kind, language, paper):
        reader = read_paper(app, kind, language, paper)
        root = reader.trailer["/Root"]
        assert root["/MarkInfo"]["/Marked"]
        assert root["/Lang"] == language
        assert root["/ViewerPreferences"]["/DisplayDocTitle"]
        assert reader.metadata.title
        for element in elements_of(root["/StructTreeRoot"]):
            if element["/S"] == "/Figure":
                assert element["/Alt"].strip()

    @pytest.mark.parametrize("kind", ["score", "seating", "shelf", "standings", "tables"])
    def test_cells_of_tables_name_their_headers(self, app, kind):
        elements = list(elements_of(read_paper(app, kind).trailer["/Root"]["/StructTreeRoot"]))
        headers = {one["/ID"] for one in elements if one["/S"] == "/TH"}
        cells = [one for one in elements if one["/S"] == "/TD"]
        assert cells
        for cell in cells:
            assert cell["/A"]["/Headers"]
            assert headers.issuperset(cell["/A"]["/Headers"])

    def test_the_picture_of_the_table_lists_its_piles(self, app):
        root = read_paper(app, "sheet-two").trailer["/Root"]
        alts = [one["/Alt"] for one in elements_of(root["/StructTreeRoot"]) if "/Alt" in one]
        (table,) = (alt for alt in alts if "Artificer" in alt)
        for pile in ("Copper", "Moat", "Province", "Curse"):
            assert pile in table

    def test_links_of_contents_have_the_names_of_what_they_open(self, app):
        contents = read_paper(app, "booklet", "cs").pages[0]
        links = [one.get_object() for one in contents["/Annots"]]
        assert links[0]["/Contents"] == "1. Banka & Poustevník"
        assert len(links) == 4


def elements_of(element):
    """All elements of a structure tree."""
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        if hasattr(kid := kid.get_object(), "get") and "/S" in kid:
            yield kid
            yield from elements_of(kid)
