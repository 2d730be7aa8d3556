"""The papers of a tournament: slips for tables, standings, seats; real PDFs, read back."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from itertools import combinations, product

import pytest
from pypdf import PdfReader

from app import create_app
from setup_rules.tournament.finals import FINAL, PRE_FINAL, plan_finals
from setup_rules.tournament.standings import standings
from tests.thorough import THOROUGH, some
from tests.tournament.results import random_tournament, seated
from tests.web.furnished import LINK
from tests.web.printed_cards import read_pages
from tests.web.pseudo import CLOSE, OPEN, Pseudo
from web.language.translation import translate
from web.printing.pdf import render
from web.printing.qr import qr_drawing
from web.printing.tournament import kingdom_sheet, seating_plan, standings_list, table_sheets

LANGUAGES = ("en", "cs", "de")
TITLE, CODE, HOST = "Autumn Cup", "4F7K2Q", "https://piles.example.org"
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 12.0
WIDE = "W" * 30
OTHER_SCRIPTS = ("Дмитрий Иванов", "山田太郎", "🦊 Fox", "‏דוד", "Ἀριστοτέλης")
prints = pytest.mark.prints


def where_there_is_time(*more):
    """Cases that are looked at where there is time."""
    return more if THOROUGH else ()


papers = pytest.mark.parametrize("paper", SIZES)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return create_app(
        {"DATABASE": tmp_path_factory.mktemp("cup") / "piles.db", "RATE_LIMITS": False}
    )


@contextmanager
def asked_by(app, spoken="en"):
    """A request that asks for a paper in a language."""
    with app.test_request_context(f"/?lang={spoken}", base_url=HOST):
        yield


@pytest.fixture
def english(app):
    with asked_by(app):
        yield


def called(players):
    """Names of different lengths, by number."""
    return {number: f"Player {chr(97 + number % 26) * (number % 9 + 1)}{number}" for number in
            range(players)}  # fmt: skip


@cache
def table_after(players):
    played = random_tournament(players, 1)
    return standings(range(players), played, left=frozenset({2}))


def slips(players, paper="a4", number=1, names=None):
    return table_sheets(
        TITLE, number, seated(players).seating[0], names or called(players), CODE, paper
    )


def listed(players, paper="a4", names=None, notes=()):
    return standings_list(TITLE, 4, table_after(players), names or called(players), paper, notes)


def plan(players, paper="a4", names=None):
    rounds = list(enumerate(seated(players).seating, 1))
    notes = [translate(said) for said in seated(players).quality.says]
    return seating_plan(TITLE, rounds, names or called(players), paper, notes)


MAKERS = {"slips": slips, "standings": listed, "seats": plan}
every_paper = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


@cache
def printed(html):
    """WeasyPrint's warnings are errors here."""
    return render(html, "Paper")


def pages_of(document, paper):
    """The pages, once they are seen to be of that paper with nothing outside their margins."""
    pages = read_pages(printed(document.html))
    for page in pages:
        assert (page.width, page.height) == pytest.approx(SIZES[paper], abs=0.05)
        for text in page.texts:
            assert text.left >= MARGIN - 0.1, text
            assert text.right <= page.width - MARGIN + 0.1, text
            assert text.bottom <= page.height - MARGIN + 0.5, text
    return pages


def overlapping(page):
    """Texts that are written over each other."""
    return [
        (one.says, other.says)
        for one, other in combinations(page.texts, 2)
        if abs(one.line - other.line) < 1.5
        and one.left < other.right - 0.3
        and other.left < one.right - 0.3
    ]


def said_on(pages):
    return " ".join(text for page in pages for text in page.says)


@prints
@pytest.mark.usefixtures("english")
class TestTableSheets:
    @pytest.mark.parametrize(
        ("players", "pages", "paper"),
        [(6, 1, "a4"), (13, 2, "a4"), *where_there_is_time((60, 10, "letter"))],
    )
    def test_there_are_two_tables_to_a_page(self, players, pages, paper):
        made = pages_of(slips(players, paper), paper)
        assert len(made) == pages
        tables = seated(players).seating[0]
        assert re.findall(r"Table \d+", said_on(made)) == [
            f"Table {number}" for number in range(1, len(tables) + 1)
        ]

    @papers
    def test_forms_stand_at_the_same_height_on_every_page_with_a_line_only_between_them(
        self, paper
    ):
        made = pages_of(slips(13, paper), paper)
        heights = [[text.line for text in page.texts if text.says == "Order"] for page in made]
        assert heights[1] == pytest.approx(heights[0], abs=0.02)
        for page in made:
            cuts = [s.y for s in page.strokes if s.y == s.to_y and s.length > 180]
            assert cuts
            assert cuts == pytest.approx([page.height / 2] * len(cuts), abs=0.3)

    def test_players_stand_in_starting_order_with_room_for_points_and_turns(self):
        page = pages_of(slips(13), "a4")[0]
        first = seated(13).seating[0][0]
        upper = [text for text in page.texts if text.line < page.height / 2]
        names = [text.says for text in upper if text.says in called(13).values()]
        assert names == [called(13)[player] for player in first]
        for column in ("Victory points", "Turns"):
            assert column in {text.says for text in upper}
        assert slips(13).html.count("<i></i>") == 2 * 13

    def test_each_leads_to_the_result_of_its_table(self):
        html = slips(13).html
        for place in range(1, 5):
            address = f"{HOST}/tournament/at/{CODE}/1/{place}"
            assert str(qr_drawing(address, "")) in html
        assert "scan the code, or type 4F7K 2Q at piles.example.org/k." in said_on(
            pages_of(slips(13), "a4")
        )

    @pytest.mark.parametrize(
        ("number", "name", "tie"),
        [
            (2, "Round 2", "whoever had fewer turns is ahead"),
            (PRE_FINAL, "Pre-final", "whoever ranked higher after the preliminary rounds is ahead"),
            (FINAL, "Final", "whoever has the higher percentage total of victory points is ahead"),
        ],
    )
    def test_they_name_the_round_and_what_breaks_a_tie(self, number, name, tie):
        html = slips(9, number=number).html
        assert f">{name}<" in html
        assert tie in html


@prints
@pytest.mark.usefixtures("english")
class TestStandings:
    @papers
    @pytest.mark.parametrize(("players", "most"), [(60, 2), *where_there_is_time((24, 1))])
    def test_sixty_players_fit_on_two_pages_with_what_is_to_be_told(self, players, most, paper):
        finals = plan_finals(standings(range(players), []), "seed")
        notes = [finals.says, *(lot.says for lot in finals.lots)] * 3
        pages = pages_of(listed(players, paper, notes=notes), paper)
        assert len(pages) <= most
        said = said_on(pages)
        for name in called(players).values():
            assert name in said
        assert said.count("drawn by lot") == 3
        assert all("Player" in page.says and "Decided by" in page.says for page in pages)

    def test_a_line_has_all_columns_and_what_decided(self):
        (page,) = pages_of(listed(13), "a4")
        for line in table_after(13)[1:]:
            name = page.find(called(13)[line.player])
            beside = [text.says for text in page.texts if abs(text.line - name.line) < 1.2]
            for number in (line.rank, line.victories, line.seconds, line.thirds, line.games):
                assert str(number) in beside
            assert str(line.decided.value) in beside
            assert f"{float(100 * line.share):.2f}%" in beside
            assert ("has left" in beside) == (line.player == 2)


@prints
@pytest.mark.usefixtures("english")
class TestSeats:
    @pytest.mark.parametrize(
        ("players", "most", "paper"),
        [(7, 1, "a4"), *where_there_is_time((13, 1, "letter"), (60, 3, "letter"))],
    )
    def test_everybody_finds_their_tables_by_name(self, players, most, paper):
        pages = pages_of(plan(players, paper), paper)
        assert len(pages) <= most
        seating = seated(players).seating
        for player, name in called(players).items():
            found = next(text for text in pages[0].texts if text.says == name)
            beside = [
                text.says
                for text in sorted(pages[0].texts, key=lambda text: text.left)
                if abs(text.line - found.line) < 1.2 and found.left < text.left < found.left + 90
            ]
            expected = []
            for tables in seating:
                number, table = next((n, t) for n, t in enumerate(tables, 1) if player in t)
                expected += [str(number), f"{table.index(player) + 1}."]
            assert beside == expected

    def test_names_are_sorted_as_readers_look_for_them(self):
        names = dict(enumerate(("Šimon", "Zoe", "adam", "Łukasz", "Ätna", "Milan")))
        (page,) = pages_of(plan(6, names=names), "a4")
        listed_there = [text for text in page.texts if text.says in names.values()][:6]
        assert [text.says for text in listed_there] == [
            "adam", "Ätna", "Łukasz", "Milan", "Šimon", "Zoe",
        ]  # fmt: skip

    def test_numbers_in_names_are_sorted_by_their_value(self):
        names = dict(enumerate(f"Player {number}" for number in (10, 2, 1, 9, 100, 11)))
        (page,) = pages_of(plan(6, names=names), "a4")
        listed_there = [text.says for text in page.texts if text.says in names.values()][:6]
        assert listed_there == [f"Player {number}" for number in (1, 2, 9, 10, 11, 100)]

    def test_each_table_is_there_in_each_round_with_its_players(self):
        html = plan(13).html
        for number, tables in enumerate(seated(13).seating, 1):
            part = html.split(f"<h2>Round {number}</h2>")[1].split("<h2>")[0]
            assert part.count("<h3>") == len(tables)
            for table in tables:
                for player in table:
                    assert f"</i>{called(13)[player]}</li>" in part

    def test_the_finals_are_listed_by_table_only(self):
        rounds = [*enumerate(seated(9).seating, 1), (PRE_FINAL, ((0, 3, 6), (1, 4, 7), (2, 5, 8)))]
        html = seating_plan(TITLE, rounds, called(9), "a4").html
        assert html.count('<th class="seat"') == 2 * 4
        assert html.split("<h2>Pre-final</h2>")[1].count("<h3>") == 3

    def test_how_good_it_is_is_said(self):
        assert "Starting positions are as balanced as possible." in said_on(pages_of(plan(7), "a4"))

    def test_who_left_has_no_seat(self):
        seating = seated(9, before=seated(9).seating[:2], out=frozenset({4})).seating
        html = seating_plan(TITLE, list(enumerate(seating, 1)), called(9), "a4").html
        row = re.search(rf"{called(9)[4]}</span></td>(.*?)</tr>", html)[1]
        assert re.findall(r">(\d+|–)<", row)[2:] == ["–", "–"]


@prints
class TestAllPapers:
    @pytest.mark.parametrize(("make", "says"), [(listed, "After 4 rounds"), (plan, "60 players")])
    def test_further_pages_say_what_they_belong_to(self, app, make, says):
        with asked_by(app):
            first, *others = pages_of(make(60), "a4")
        assert others
        for page in others:
            head = " ".join(text.says for text in page.texts if text.line < MARGIN)
            assert head.startswith(TITLE)
            assert says in head
        assert not [text for text in first.texts if text.line < MARGIN]

    @pytest.mark.parametrize(
        ("make", "spoken", "paper"), some(product(MAKERS.values(), LANGUAGES, SIZES), 5)
    )
    def test_nothing_is_written_over_anything_else(self, app, make, spoken, paper):
        with asked_by(app, spoken):
            document = make(7, paper)
        for page in pages_of(document, paper):
            assert overlapping(page) == []

    @every_paper
    def test_the_longest_names_fit(self, app, make):
        with asked_by(app):
            document = make(7, "letter", names=dict.fromkeys(range(7), WIDE))
        for page in pages_of(document, "letter"):
            assert overlapping(page) == []

    @pytest.mark.parametrize("long", ["Wolfgang-Wilhelm Wawrzyniak", "W" * 27])
    @every_paper
    def test_long_names_that_differ_at_their_end_stay_whole(self, app, make, long):
        """Broken onto two lines, if need be, and never between the last word and its number."""
        names = {number: f"{long} {number + 1}" for number in range(13)}
        with asked_by(app):
            document = make(13, "letter", names=names)
        for page in pages_of(document, "letter"):
            assert overlapping(page) == []
        said = re.sub(r"[\s-]", "", document.html)
        for name in names.values():
            assert f">{re.sub('[ -]', '', name)}<" in re.sub("<i>[0-9]+</i>", "", said), name
        assert not re.search(r"\n[0-9]+<", document.html)

    @pytest.mark.filterwarnings("ignore:.*notdef glyph")
    @every_paper
    def test_names_in_other_scripts_do_not_stop_the_printer(self, app, make):
        names = {number: OTHER_SCRIPTS[number % 5] for number in range(7)}
        with asked_by(app):
            assert len(PdfReader(BytesIO(printed(make(7, "a4", names=names).html))).pages)

    @pytest.mark.parametrize(("make", "spoken"), some(product(MAKERS.values(), ("cs", "de"))))
    def test_are_tagged_in_their_language(self, app, make, spoken):
        with asked_by(app, spoken):
            root = PdfReader(BytesIO(printed(make(7, "a4").html))).trailer["/Root"]
        assert root["/Lang"] == spoken
        assert root["/MarkInfo"]["/Marked"]

    @every_paper
    def test_what_somebody_typed_is_only_text(self, app, make):
        names = dict.fromkeys(range(6), "<b>&amp;{x}</b>")
        with asked_by(app):
            assert "&lt;b&gt;&amp;amp;{x}&lt;/b&gt;" in make(6, "a4", names=names).html


class TestKingdomSheet:
    def test_is_the_setup_sheet_for_tables_of_that_size(self, app):
        with asked_by(app):
            for players in (3, 4):
                html = kingdom_sheet("", LINK, players, "a4").html
                assert f"<b>{players} players</b>" in html
                assert "The turn order is on the table" in html
                assert "last winner" not in html


class TestEverySentence:
    """In the language of brackets nothing is left that was not said."""

    @every_paper
    def test_is_said(self, app, make, monkeypatch):
        monkeypatch.setitem(app.extensions["translations"], "en", Pseudo())
        with asked_by(app):
            document = make(13, "a4")
        assert document.title.startswith(OPEN)
        body = re.sub(r"<(?:style|title)>.*?</(?:style|title)>", "", document.html, flags=re.S)
        text = re.sub(r"<[^>]*>", " ", body)
        while OPEN in text:
            text = re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", text)
        for name in sorted((TITLE, *called(13).values()), key=len, reverse=True):
            text = text.replace(name, " ")
        left = set(re.findall(r"[^\W\d]{2,}", text)) - {"html", "doctype"}
        assert left <= {"4F7K"}
