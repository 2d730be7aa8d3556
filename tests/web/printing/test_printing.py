"""Paper: real PDFs are read back, bad ones cost one sentence, and long work can be waited for."""

from __future__ import annotations

import errno
import functools
import io
import logging
import multiprocessing
import multiprocessing.process
import os
import re
import signal
import socket
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import _cffi_backend
import pytest
from flask import Flask
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from app import create_app
from setup_rules.catalog import load_catalog
from setup_rules.engine import plan_setup
from tests.web.every_paper import scanned
from web.draw.published import asked_for, playable_kingdoms
from web.printing import pdf as printing
from web.printing.jobs.orders import MOST_KINGDOMS
from web.printing.pdf import (
    PrintFailed,
    PrintMissing,
    assets,
    cache,
    jobs,
    libraries,
    printer,
)
from web.printing.pdf.locks import FileLock
from web.printing.pdf.printer import Printer, PrintStopped, PrintWarning
from web.store import Store, evenings

TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"/kingdom/{TEN}?players=3&boxes=dominion-1e"
SHEET = f"/kingdom/{TEN}/sheet.pdf?players=3&boxes=dominion-1e"
CARDS = SHEET.replace("sheet.pdf", "cards.pdf")
SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}
STYLE = '@page{size:A4}body{font-family:"TP Fira"}h1{font-family:"TP Grenze"}'


def a_page(body: str, title: str = "A page") -> str:
    return (
        f'<!doctype html><html lang="en"><head><title>{title}</title><style>{STYLE}</style></head>'
        f"<body>{body}</body></html>"
    )


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def size_of(page) -> tuple[float, float]:
    """Width and height in millimetres."""
    return tuple(round(float(side) / 72 * 25.4, 1) for side in page.mediabox[2:])


def fonts_of(reader: PdfReader) -> dict[str, object]:
    """The fonts of a file by name, each with what it is drawn from."""
    found = {}
    for page in reader.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            for inner in font.get_object().get("/DescendantFonts", [font]):
                described = inner.get_object()["/FontDescriptor"]
                found[str(font.get_object()["/BaseFont"])] = described
    return found


@pytest.fixture(scope="module")
def papers(tmp_path_factory) -> Path:
    """The same for all tests here, so that what is the same is printed once."""
    return tmp_path_factory.mktemp("papers")


@pytest.fixture
def app(database: Path, papers: Path) -> Flask:
    return create_app({"DATABASE": database, "PAPERS": papers})


@pytest.fixture(scope="module")
def small_printer():
    """A printer of which nobody else knows, so that it may be killed."""
    own = Printer()
    yield own
    own.close()


@pytest.mark.prints
class TestWhatIsPrinted:
    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_a_sheet_is_one_page_of_the_paper_asked_for(self, client, paper):
        answer = client.get(f"{SHEET}&paper={paper}")
        assert answer.status_code == 200, answer.text
        assert answer.mimetype == "application/pdf"
        [page] = read(answer.data).pages
        assert size_of(page) == pytest.approx(SIZES[paper], abs=0.2)

    def test_it_has_a_title_a_language_and_tags(self, client):
        reader = read(client.get(SHEET).data)
        assert reader.metadata.title == "First Game: setup sheet"
        root = reader.trailer["/Root"]
        assert root["/Lang"] == "en"
        assert root["/MarkInfo"]["/Marked"]
        assert root["/StructTreeRoot"]["/K"]
        assert root["/ViewerPreferences"]["/DisplayDocTitle"]
        assert b"pdfuaid:part" in root["/Metadata"].get_data()
        assert [mark["/Title"] for mark in reader.outline]

    def test_it_is_real_text_in_our_fonts_which_are_inside_and_no_larger_than_needed(self, client):
        reader = read(client.get(SHEET).data)
        text = reader.pages[0].extract_text()
        for name in ("Cellar", "Market", "Militia", "Workshop", "Province"):
            assert name in text
        fonts = fonts_of(reader)
        assert fonts
        for name, described in fonts.items():
            assert re.fullmatch(r"/[A-Z]{6}\+TP-(Grenze|Fira).*", name), name
            assert "/FontFile2" in described
            assert len(described["/FontFile2"].get_data()) < 45_000

    def test_a_browser_shows_it_under_a_name_that_says_what_it_is(self, client):
        headers = client.get(SHEET).headers
        assert headers["Content-Disposition"] == 'inline; filename="first-game-3-players-sheet.pdf"'
        headers = client.get(CARDS).headers
        assert headers["Content-Disposition"] == 'inline; filename="first-game-card.pdf"'

    @pytest.mark.parametrize("style", ["duplex", "fold"])
    def test_cards_are_printed_in_both_styles(self, client, style):
        reader = read(client.get(f"{CARDS}&style={style}").data)
        assert len(reader.pages) == (2 if style == "duplex" else 1)
        assert "Militia" in reader.pages[0].extract_text()

    def test_paper_we_have_none_of_is_told_in_a_sentence(self, client):
        answer = client.get(f"{SHEET}&paper=a3")
        assert answer.status_code == 422
        assert "Paper must be “a4” or “letter”" in answer.text

    def test_a_broken_link_is_told_in_a_sentence(self, client):
        assert client.get("/kingdom/nobody/sheet.pdf?players=2").status_code == 404

    @pytest.mark.parametrize("players", [0, 99])
    def test_a_kingdom_that_cannot_be_played_is_printed_with_what_is_wrong(self, client, players):
        link = SHEET.replace("players=3", f"players={players}")
        assert len(read(client.get(link).data).pages) == 1
        assert client.get(link.replace("sheet.pdf", "cards.pdf")).status_code == 200

    def test_names_are_in_the_language_of_the_reader(self, client):
        with client.session_transaction() as session:
            session["names"], session["beside"] = "de", False
        text = read(client.get(SHEET).data).pages[0].extract_text()
        assert "Miliz" in text
        assert "Militia" not in text

    @pytest.mark.parametrize("what", ["card", "crib"])
    def test_a_shelf_is_printed_for_its_household(self, at_home, what):
        answer = at_home(("dominion-2e", "prosperity-2e")).get(f"/shelf/{what}.pdf")
        assert answer.status_code == 200
        assert "Prosperity" in read(answer.data).pages[0].extract_text()

    def test_who_has_no_box_is_led_to_the_shelf(self, client):
        answer = client.get("/shelf/card.pdf")
        assert (answer.status_code, answer.location) == (303, "/shelf")


@pytest.mark.prints
class TestSameInputSameBytes:
    def test_another_process_prints_the_same(self, small_printer):
        html = a_page("<h1>Ten Piles</h1><p>0123456789 Žluťoučký kůň</p>")
        assert small_printer.render(html, "Same") == printer.printer().render(html, "Same")

    def test_a_tag_spares_those_who_have_it(self, client):
        first = client.get(SHEET)
        again = client.get(SHEET, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert client.get(SHEET).data == first.data

    def test_other_paper_has_another_tag(self, client):
        tags = {client.get(f"{SHEET}&paper={paper}").headers["ETag"] for paper in SIZES}
        assert len(tags) == 2

    def test_what_was_printed_is_not_printed_again(self, client, monkeypatch):
        first = client.get(SHEET).data
        monkeypatch.setattr(Printer, "render", None)
        assert client.get(SHEET).data == first

    def test_nor_is_it_laid_out_again(self, client, monkeypatch):
        first = client.get(SHEET)
        monkeypatch.setattr("web.printing.sheet.document.sheet_html", None)
        again = client.get(SHEET)
        assert again.data == first.data
        names = [answer.headers["Content-Disposition"] for answer in (first, again)]
        assert names[0] == names[1]

    def test_whatever_it_hangs_on_makes_another_one(self, app):
        client = app.test_client()
        how = ({}, {"headers": {"Accept-Language": "de"}}, {"base_url": "http://other.example"})
        tags = {client.get(SHEET, **one).get_etag()[0] for one in how}
        with client.session_transaction() as session:
            session["names"] = "cs"
        tags.add(client.get(SHEET).get_etag()[0])
        assert len(tags) == len(how) + 1

    def test_of_many_who_ask_at_once_one_is_printed_for(self, tmp_path, monkeypatch):
        rendered = []

        def render(self, html, title):
            rendered.append(title)
            time.sleep(0.1)
            return b"%PDF"

        monkeypatch.setattr(Printer, "render", render)
        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(cache.printed, tmp_path, "<p>", "Once") for _ in range(4)]
            assert [answer.result() for answer in asked] == [b"%PDF"] * 4
        assert rendered == ["Once"]

    def test_too_many_who_wait_are_asked_to_come_again(self, client, monkeypatch):
        monkeypatch.setattr(printer, "MOST_WAITING", 1)
        busy = Printer()
        monkeypatch.setattr(cache, "printer", lambda: busy)
        with busy.place():
            answer = client.get(f"{SHEET}&sets=3")
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "5"
        assert "Too many people are printing right now." in answer.text


class TestFilesKept:
    def test_the_oldest_make_room(self, tmp_path):
        for age, name in enumerate(("c", "b", "a")):
            path = tmp_path / f"{name}.pdf"
            path.write_bytes(b"x" * 100)
            os.utime(path, (time.time() - 60 * age, time.time() - 60 * age))
        cache.tidy(tmp_path, most=250)
        assert sorted(path.stem for path in tmp_path.iterdir()) == ["b", "c"]

    def test_they_go_after_a_day(self, tmp_path):
        cache.keep(tmp_path, "old", b"%PDF")
        long_ago = time.time() - cache.A_DAY - 1
        os.utime(tmp_path / "old.pdf", (long_ago, long_ago))
        cache.keep(tmp_path, "new", b"%PDF")
        assert [path.name for path in tmp_path.iterdir()] == ["new.pdf"]

    def test_they_go_a_day_after_a_clock_ahead_was_set_right(self, tmp_path, monkeypatch):
        cache.keep(tmp_path, "ahead", b"%PDF")
        os.utime(tmp_path / "ahead.pdf", (time.time() + 1e9, time.time() + 1e9))
        cache.tidy(tmp_path)
        assert (tmp_path / "ahead.pdf").exists()
        later = time.time() + cache.A_DAY + 60
        monkeypatch.setattr("time.time", lambda: later)
        cache.tidy(tmp_path)
        assert [*tmp_path.iterdir()] == []

    def test_they_lie_beside_the_database(self, database):
        app = create_app({"DATABASE": database})
        assert app.config["PAPERS"] == database.parent / "papers"


class TestPrintFonts:
    """Made by tools/print_fonts.py from the fonts of the screen."""

    @pytest.fixture(params=[file for _family, _weight, file in assets.FACES])
    def path(self, request) -> Path:
        return assets.STATIC / "fonts/print" / request.param

    def test_they_are_small_and_hold_every_letter_of_every_name(self, path):
        assert path.stat().st_size <= 60_000
        with TTFont(path) as font:
            letters = set(font.getBestCmap())
        names = {
            local.name for names in load_catalog().local_names.values() for local in names.values()
        }
        assert {letter for name in names for letter in name if ord(letter) not in letters} == set()

    def test_figures_are_lining_and_of_one_width_without_being_asked(self, path):
        with TTFont(path) as font:
            figures = [font.getBestCmap()[ord(figure)] for figure in "0123456789"]
            assert len({font["hmtx"][figure][0] for figure in figures}) == 1
            assert all(font["glyf"][figure].yMin > -50 for figure in figures)


@pytest.mark.prints
class TestCodesOnPaper:
    """All paper leads back to its kingdom, by a code of the household or of nobody."""

    def test_paper_gets_a_code_but_whoever_looks_no_household(self, client, store, tmp_path):
        read_codes = [scanned(client.get(SHEET).data, tmp_path) for _twice in range(2)]
        client.get(CARDS)
        (kept,) = store._rows("select * from code")
        assert read_codes == [[f"HTTP://LOCALHOST/K/{kept['code']}"]] * 2
        assert (kept["link"], kept["household"]) == (LINK, None)
        assert store._rows("select * from household") == []

    def test_where_no_code_is_left_there_is_no_qr_code_but_a_sheet(
        self, client, monkeypatch, tmp_path
    ):
        monkeypatch.setattr(evenings, "MOST_LOOSE_CODES", 0)
        assert scanned(client.get(SHEET).data, tmp_path) == []

    def test_the_button_makes_one_and_leads_to_the_paper(self, client, press, store):
        answer = press(client, LINK, "/print", link=LINK, what="sheet")
        assert answer.status_code == 303
        code = re.search("&code=([0-9A-Z]{6})$", answer.location)[1]
        assert store.shared(code).link == LINK
        assert answer.location == f"{SHEET}&paper=a4&code={code}"
        text = read(client.get(answer.location).data).pages[0].extract_text()
        assert f"{code[:4]} {code[4:]}" in text

    def test_an_app_of_the_home_screen_saves_the_file(self, client, press):
        """It has no buttons of a browser, so nothing would lead back from a PDF that is shown."""
        answer = press(client, LINK, "/print?save=1", link=LINK, what="sheet")
        headers = client.get(answer.location).headers
        assert headers["Content-Disposition"].startswith("attachment; filename=")

    def test_cards_follow_the_chosen_style(self, client, press):
        press(client, "/papers", "/paper", style="fold", paper="letter")
        answer = press(client, LINK, "/print", link=LINK, what="cards")
        assert f"{CARDS}&paper=letter&style=fold&size=plain&code=" in answer.location

    def test_a_code_of_another_kingdom_is_not_printed(self, client, press):
        other = LINK.replace("players=3", "players=4")
        address = press(client, LINK, "/print", link=other, what="sheet").location
        code = address[-6:]
        text = read(client.get(f"{SHEET}&code={code}").data).pages[0].extract_text()
        assert f"{code[:4]} {code[4:]}" not in text


@pytest.mark.prints
class TestChoosingPaper:
    def test_it_is_remembered(self, client, press):
        answer = press(client, "/papers", "/paper", paper="letter", back="/shelf")
        assert (answer.status_code, answer.location) == (303, "/shelf")
        assert size_of(read(client.get(SHEET).data).pages[0]) == pytest.approx(
            SIZES["letter"], abs=0.2
        )

    @pytest.mark.parametrize(
        ("language", "paper"), [("en-US,en", "letter"), ("en-GB", "a4"), ("de", "a4"), ("", "a4")]
    )
    def test_at_first_it_is_what_printers_there_hold(self, client, language, paper):
        page = client.get(f"/share/{TEN}?players=3", headers={"Accept-Language": language}).text
        assert re.search(f'value="{paper}" aria-pressed="true"', page)

    def test_the_page_says_how_to_turn_the_sheet(self, client, press):
        share = f"/share/{TEN}?players=3&boxes=dominion-1e"
        page = client.get(share).text
        assert "flipped on the long edge" in page
        assert "scale of 100%" in page
        assert "9 cards per sheet" in page
        press(client, share, "/paper", paper="letter")
        page = client.get(share).text
        assert "flipped on the short edge" in page
        assert "8 cards per sheet" in page
        press(client, share, "/paper", style="fold")
        assert "4 cards per sheet" in client.get(share).text


HOSTILE = {
    "html": '<img src="file:///etc/passwd"><script>x</script><style>*{display:none}</style>',
    "an http address": "http://127.0.0.1:{port}/x",
    "marks over marks": "Z̴̡͝" * 200,
    "right to left": "\u202eשלום\u202c" * 50,
    "10 kB in one word": "W" * 10_000,
    "10 kB in many": "Ten piles \U0001f451 " * 700,
    "control characters": "\x01\x07\ufffe\u2028\x1b[0m",
}


@pytest.mark.prints
class TestHostileText:
    """Whatever a name says, no file is read, nothing is connected to, and it is done in time."""

    @pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
    def test_as_text_it_is_only_text(self, app, small_printer, text):
        with app.app_context():
            body = app.jinja_env.from_string("<h1>{{ text }}</h1>").render(text=text)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PrintWarning)  # no font has all of these
            pdf = small_printer.render(a_page(body), text[:200], seconds=10)
        assert read(pdf).pages
        assert b"root:" not in pdf

    @pytest.mark.parametrize(
        "body",
        [
            '<img src="{url}">',
            '<object data="{url}"></object>',
            '<embed src="{url}">',
            '<link rel="stylesheet" href="{url}">',
            '<link rel="attachment" href="{url}">',
            "<style>@import url({url})</style>",
            "<p style=\"background:url('{url}')\">x</p>",
            "<style>p::before{{content:url({url})}}</style><p>x</p>",
            '<style>@font-face{{font-family:F;src:url("{url}")}}p{{font-family:F}}</style><p>x</p>',
            '<svg width="9" height="9"><title>x</title><image href="{url}"/></svg>',
            '<svg width="9" height="9"><title>x</title><use href="{url}#x"/></svg>',
            '<base href="{url}"><img src="x">',
        ],
    )
    @pytest.mark.parametrize("where", ["file", "http"])
    def test_even_as_html_it_reaches_no_file_and_no_network(
        self, small_printer, tmp_path, body, where
    ):
        secret = tmp_path / "secret.svg"
        secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text>S3CRET</text></svg>')
        with socket.create_server(("127.0.0.1", 0)) as trap:
            trap.settimeout(0)
            port = trap.getsockname()[1]
            url = secret.as_uri() if where == "file" else f"http://127.0.0.1:{port}/x.svg"
            try:
                pdf = small_printer.render(a_page(body.format(url=url)), "Hostile", seconds=10)
            except (PrintFailed, PrintWarning):
                pdf = b""
            with pytest.raises(BlockingIOError):
                trap.accept()
        assert not pdf or "S3CRET" not in read(pdf).pages[0].extract_text()

    def test_a_bomb_is_stopped_and_the_next_page_is_printed(self, small_printer, monkeypatch):
        """By the system, when the process has worked for long enough, whatever the clock shows."""
        monkeypatch.setattr(printer, "PATIENCE", 60)
        bomb = a_page('<table><tr><td colspan="1000000">x</td></tr></table>')
        with pytest.raises(PrintFailed, match=f"took too long.*{-signal.SIGXCPU}"):
            small_printer.render(bomb, "Bomb", seconds=1)
        assert read(small_printer.render(a_page("<p>next</p>"), "Next")).pages

    @pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
    def test_the_time_of_a_page_begins_with_it(self, small_printer):
        """A process that has worked for longer than that prints another one."""
        worked = 0.0
        while worked < 1.5:
            page = a_page('<table><tr><td colspan="5000">x</td></tr></table>')
            small_printer.render(page, "Long")
            usage = Path(f"/proc/{small_printer._process.pid}/stat").read_text().split()
            worked = int(usage[13]) / os.sysconf("SC_CLK_TCK")
        assert small_printer.render(a_page("<p>next</p>"), "Next", seconds=1)

    @pytest.mark.skipif(sys.platform != "linux", reason="Other systems do not limit memory.")
    def test_a_page_that_wants_all_memory_gets_none_of_it(self, small_printer):
        """Its only word has 800 million letters; the process may have 700 MB."""
        long = "@counter-style long{system:symbolic;symbols:'x';range:1 infinite}"
        word = "p{counter-reset:n 800000000}p::before{content:counter(n,long)}"
        with pytest.raises(PrintFailed, match="MemoryError"):
            small_printer.render(a_page(f"<style>{long}{word}</style><p>x</p>"), "Long", seconds=2)
        assert read(small_printer.render(a_page("<p>next</p>"), "Next")).pages


@pytest.mark.prints
class TestAPrinterThatDies:
    def test_costs_one_sentence(self, client, monkeypatch, small_printer, caplog):
        small_printer.render(a_page("<p>a</p>"), "Warm")
        killed = small_printer._process.pid

        class Killing(Printer):
            def _wait(self, *args):
                os.kill(self._process.pid, signal.SIGKILL)
                return super()._wait(*args)

        monkeypatch.setattr(small_printer, "__class__", Killing)
        monkeypatch.setattr(cache, "printer", lambda: small_printer)
        with caplog.at_level(logging.CRITICAL):
            answer = client.get(f"{SHEET}&sets=2")
        assert answer.status_code == 503
        assert "printing crashed" in answer.text
        monkeypatch.setattr(small_printer, "__class__", Printer)
        assert client.get(f"{SHEET}&sets=2").status_code == 200
        assert small_printer._process.pid != killed

    def test_that_cannot_be_started_costs_one_sentence(self, monkeypatch):
        """A machine with no process or memory left prints again as soon as it has some."""
        own, start = Printer(), multiprocessing.process.BaseProcess.start

        def fail(_process: object) -> None:
            raise OSError(errno.EAGAIN, "no more processes")

        monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", fail)
        for _ in range(2):
            with pytest.raises(PrintFailed, match="no more processes"):
                own.render(a_page("<p>x</p>"), "None")
        monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", start)
        assert own.render(a_page("<p>x</p>"), "One")
        own.close()

    def test_while_nobody_prints_costs_nothing(self, small_printer):
        small_printer.render(a_page("<p>a</p>"), "Warm")
        os.kill(small_printer._process.pid, signal.SIGKILL)
        small_printer._process.join()
        assert small_printer.render(a_page("<p>b</p>"), "Next")

    def test_a_page_that_fails_says_so_and_warnings_are_told(self, small_printer):
        with pytest.raises(PrintWarning, match="colour"):
            small_printer.render(a_page('<p style="colour: red">x</p>'), "Warned")
        with pytest.raises(PrintFailed, match="refused"):
            small_printer.render(a_page('<img src="asset:nothing">'), "Refused")

    def test_says_which_page_is_laid_out_and_drawn(self, small_printer):
        told = []
        body = '<p style="break-after:page">x</p>' * 2 + "<p>x</p>"
        small_printer.render(a_page(body), "Pages", watch=lambda at: told.append(at) or True)
        steps = list(dict.fromkeys(at for at in told if at.laid))
        assert [at.laid for at in steps if not at.drawn] == [1, 2, 3]
        assert [(at.drawn, at.pages) for at in steps if at.drawn] == [(1, 3), (2, 3), (3, 3)]

    def test_whoever_watches_can_stop_it(self, small_printer):
        with pytest.raises(PrintStopped):
            small_printer.render(a_page("<p>x</p>"), "Stopped", watch=lambda _progress: False)


class TestWithoutPango:
    @pytest.fixture(autouse=True)
    def _none(self, monkeypatch):
        for module in (
            "web.printing.documents",
            "web.api.plan_json",
            "web.printing.answers",
            "web.printing.views",
            "web.printing.pdf.printer",
        ):
            monkeypatch.setattr(f"{module}.printing_available", lambda: False)

    def test_the_buttons_say_what_to_install(self, at_home):
        for page in (f"/share/{TEN}?players=3&boxes=dominion-1e", "/papers"):
            text = at_home().get(page).text
            assert "Printing needs Pango." in text
            assert libraries.how_to_install() in text
            assert 'value="sheet"' not in text
            assert 'value="booklet"' not in text

    def test_addresses_of_paper_say_it_too(self, client, at_home, press):
        assert client.get(SHEET).status_code == 503
        answer = press(at_home(), "/papers", "/papers", kind="booklet")
        assert answer.status_code == 503
        assert "Printing needs Pango." in answer.text

    def test_a_library_that_is_installed_while_it_runs_is_noticed(self, monkeypatch, tmp_path):
        later = tmp_path / "library"
        monkeypatch.setattr(libraries, "_names", lambda: (str(later),))
        monkeypatch.setattr(
            libraries, "_libraries", functools.cache(libraries._libraries.__wrapped__)
        )
        assert libraries.printing_available() is False
        later.symlink_to(_cffi_backend.__file__)  # any library will do
        assert libraries.printing_available() is True

    def test_the_line_to_type_is_for_this_machine(self, monkeypatch):
        monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
        monkeypatch.setattr("os.geteuid", lambda: 0)
        assert libraries.how_to_install().endswith(f"run: apt-get install {libraries.PACKAGES}")
        monkeypatch.setattr("os.geteuid", lambda: 1000)
        assert "run: sudo apt-get install" in libraries.how_to_install()
        monkeypatch.setattr("shutil.which", lambda name: None if name == "sudo" else name)
        assert "run as root: apt-get install" in libraries.how_to_install()
        monkeypatch.setattr("sys.platform", "darwin")
        assert libraries.how_to_install().endswith("brew install pango")
        monkeypatch.setattr("sys.platform", "linux")
        monkeypatch.setattr("shutil.which", lambda name: None)
        assert "your package manager" in libraries.how_to_install()

    def test_setup_and_app_name_the_same_packages(self):
        script = Path(__file__).parents[3] / "tools/setup.sh"
        assert f'print_packages="{libraries.PACKAGES}"' in script.read_text()

    def test_whoever_prints_in_python_is_told(self):
        with pytest.raises(PrintMissing, match="Printing needs Pango"):
            printing.render("<p>", "Nothing")


def wait_for(client, address: str) -> str:
    """The page of a job once it is finished; it never takes long here."""
    for _ in range(600):
        page = client.get(address).text
        if '<div class="job" data-job>' not in page:
            return page
        time.sleep(0.1)
    raise AssertionError("a job that does not end")


@pytest.fixture
def no_thread(monkeypatch):
    """Nobody does the work: it waits."""
    monkeypatch.setattr("web.printing.views.resume", lambda app: None)


@pytest.mark.prints
class TestLongWork:
    @pytest.fixture(autouse=True)
    def _one_printer(self, monkeypatch, small_printer):
        """A printer that stays, so that not every test has to wait for a new one."""
        monkeypatch.setattr(jobs, "patient_printer", lambda: small_printer)
        monkeypatch.setattr(Printer, "close", lambda self: None)

    LINKS = tuple(LINK.replace("players=3", f"players={players}") for players in (2, 3, 4))

    def test_cards_of_a_selection_are_made_and_kept(self, at_home, press, store):
        client = at_home()
        answer = press(client, "/papers", "/papers", kind="cards", link=list(self.LINKS))
        assert answer.status_code == 303
        page = wait_for(client, answer.location)
        assert "It’s ready, and kept for a day." in page
        file = client.get(f"{answer.location}/file.pdf")
        assert file.headers["Content-Disposition"] == 'inline; filename="setup-cards.pdf"'
        assert len(read(file.data).pages) == 2
        assert all(store.code_of(client.home, link) for link in self.LINKS)
        assert (
            client.get(
                f"{answer.location}/file.pdf", headers={"If-None-Match": file.headers["ETag"]}
            ).status_code
            == 304
        )

    def test_a_booklet_has_bookmarks_and_a_page_for_each_kingdom(
        self, at_home, press, app, monkeypatch
    ):
        pauses: list[str] = []
        precedence = app.extensions["precedence"]
        monkeypatch.setattr(precedence, "let_light_ones_pass", lambda: pauses.append("pause"))
        client = at_home()
        answer = press(client, "/papers", "/papers", kind="booklet", link=list(self.LINKS[:2]))
        wait_for(client, answer.location)
        reader = read(client.get(f"{answer.location}/file.pdf").data)
        assert len(reader.pages) == 3
        assert len(reader.outline) >= 2
        assert reader.metadata.title == "Kingdoms for your shelf"
        assert len(pauses) >= 2, "pages of others wait while it is laid out"

    def test_a_booklet_of_a_night_is_called_that_also_when_made_again(self, at_home, press):
        client = at_home()
        fields = {"kind": "booklet", "link": list(self.LINKS), "of": "night"}
        job = press(client, "/papers", "/papers", **fields).location
        for again in (job, ""):
            address = (
                again
                or press(
                    client, "/papers", "/papers", kind="booklet", again=job.rpartition("/")[2]
                ).location
            )
            wait_for(client, address)
            reader = read(client.get(f"{address}/file.pdf").data)
            assert reader.metadata.title == "A night of 3 games"

    def test_published_kingdoms_are_those_the_shelf_can_play(
        self, at_home, press, store, no_thread
    ):
        client = at_home(("dominion-2e", "prosperity-2e"), players=4)
        answer = press(client, "/papers", "/papers", kind="cards")
        links = store.job(client.home, answer.location.removeprefix("/papers/")).request["links"]
        found = playable_kingdoms(load_catalog(), ("dominion-2e", "prosperity-2e"))
        assert len(links) == len(found) > 5
        assert "players=4&boxes=dominion-2e.prosperity-2e" in links[0]

    def test_more_than_a_hundred_are_offered_in_parts(self, at_home, press, store, no_thread):
        client = at_home(tuple(load_catalog().boxes))
        page = client.get("/papers").text
        number = len(load_catalog().published)
        assert f"{number} kingdoms you can play with your boxes" in page
        last = (number - 1) // MOST_KINGDOMS
        begins = last * MOST_KINGDOMS + 1
        assert f'<option value="{last + 1}">{begins} to {number}</option>' in page
        answer = press(client, "/papers", "/papers", kind="booklet", part=str(last + 1))
        job = store.job(client.home, answer.location.removeprefix("/papers/"))
        assert len(job.request["links"]) == number - begins + 1

    def test_more_than_a_hundred_at_once_are_refused(self, at_home, press, no_thread):
        links = [f"{LINK}&landscapes=&sets={n}" for n in range(1, 10)]
        links = [
            link.replace("players=3", f"players={players}")
            for players in range(1, 13)
            for link in links
        ]
        answer = press(at_home(), "/papers", "/papers", kind="cards", link=links)
        assert answer.status_code == 422
        assert "Too many kingdoms to print at once; the limit is 100." in answer.text

    @pytest.mark.parametrize(
        "fields",
        [{"kind": "poster"}, {"kind": "cards", "part": "9"}, {"kind": "cards", "link": "x"}],
    )
    def test_what_cannot_be_printed_is_told(self, at_home, press, fields):
        answer = press(at_home(), "/papers", "/papers", **fields)
        assert answer.status_code == 422
        assert 'class="refused"' in answer.text

    def test_a_household_has_two_at_most(self, at_home, press, no_thread):
        client = at_home()
        for _ in range(2):
            assert press(client, "/papers", "/papers", kind="cards", link=LINK).status_code == 303
        answer = press(client, "/papers", "/papers", kind="cards", link=LINK)
        assert answer.status_code == 429
        assert "2 of your printouts are already being made." in answer.text

    def test_all_together_have_ten_at_most(self, at_home, press, no_thread):
        for _ in range(5):
            client = at_home()
            for _ in range(2):
                press(client, "/papers", "/papers", kind="cards", link=LINK)
        answer = press(at_home(), "/papers", "/papers", kind="cards", link=LINK)
        assert answer.status_code == 429
        assert "Too many printouts are being made right now." in answer.text

    def test_it_can_be_stopped_before_its_turn(self, at_home, press, store, no_thread):
        client = at_home()
        address = press(client, "/papers", "/papers", kind="cards", link=LINK).location
        assert press(client, address, f"{address}/stop").status_code == 303
        assert "It was stopped." in client.get(address).text
        assert client.get(f"{address}/file.pdf").status_code == 303
        again = press(client, address, "/papers", kind="cards", again=address[-12:])
        assert store.job(client.home, again.location[-12:]).request["links"] == [LINK]

    def test_it_can_be_stopped_while_it_is_printed(self, app, at_home, press, store, monkeypatch):
        begun = threading.Event()

        def render(self, html, title, seconds, watch):
            begun.set()
            while watch(printer.Progress(1)):
                time.sleep(0.05)
            raise PrintStopped(printer.STOPPED)

        monkeypatch.setattr(Printer, "render", render)
        client = at_home()
        address = press(client, "/papers", "/papers", kind="cards", link=LINK).location
        assert begun.wait(10)
        page = client.get(address).text
        assert " of 2 pages laid out" in page
        assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page
        press(client, address, f"{address}/stop")
        assert "It was stopped." in client.get(address).text
        assert wait_until_idle(app)

    def test_one_that_fails_says_why_and_the_next_is_made(self, at_home, press, app, monkeypatch):
        def render(self, *args):
            raise PrintFailed(printer.DIED)

        client = at_home()
        with monkeypatch.context() as patched:
            patched.setattr(Printer, "render", render)
            address = press(client, "/papers", "/papers", kind="cards", link=LINK).location
            assert "printing crashed" in wait_for(client, address)
            assert wait_until_idle(app)
        address = press(client, "/papers", "/papers", kind="cards", link=LINK).location
        assert "It’s ready" in wait_for(client, address)

    def test_it_goes_on_after_the_server_was_started_again(
        self, at_home, press, store, database, papers, no_thread
    ):
        client = at_home()
        address = press(client, "/papers", "/papers", kind="cards", link=LINK).location
        store.keep_progress(address[-12:], 1, 4)  # and then the server died
        jobs.resume(create_app({"DATABASE": database, "PAPERS": papers}))
        assert "It’s ready" in wait_for(client, address)

    def test_one_process_at_a_time_does_the_work(self, app, at_home, press, store, no_thread):
        other = FileLock(Path(app.config["PAPERS"]) / "jobs.lock")
        assert other.take(wait=False)
        client = at_home()
        address = press(client, "/papers", "/papers", kind="cards", link=LINK).location
        jobs.resume(app)
        assert store.job(client.home, address[-12:]).state == "waiting"
        other.let_go()
        jobs.resume(app)
        assert "It’s ready" in wait_for(client, address)

    def test_a_file_that_is_gone_can_be_made_again(self, app, at_home, press):
        client = at_home()
        address = press(client, "/papers", "/papers", kind="cards", link=LINK).location
        wait_for(client, address)
        for file in Path(app.config["PAPERS"]).glob("*.pdf"):
            file.unlink()
        assert "The file is gone" in client.get(address).text

    def test_it_is_forgotten_after_a_day(self, at_home, store: Store):
        home = at_home().home
        old = store.add_job(home, "cards", {"links": [LINK]}, 100)
        assert store.job(home, old)
        store._write("update paper_job set made = '2020-01-01'")
        store.tidy("today")
        assert store.job(home, old) is None

    def test_todays_papers_are_listed(self, at_home, press, no_thread):
        client = at_home()
        address = press(client, "/papers", "/papers", kind="booklet", link=LINK).location
        page = client.get("/papers").text
        assert f'href="{address}"' in page
        assert "A booklet: 1 kingdom" in page


def wait_until_idle(app) -> bool:
    """Whether the thread that does the work has ended."""
    for _ in range(100):
        lock = FileLock(Path(app.config["PAPERS"]) / "jobs.lock")
        if lock.take(wait=False):
            lock.let_go()
            return True
        time.sleep(0.1)
    return False


class TestPublishedKingdoms:
    def test_all_are_playable_with_all_boxes(self):
        catalog = load_catalog()
        assert set(playable_kingdoms(catalog, tuple(catalog.boxes))) == set(
            catalog.published.values()
        )

    def test_none_is_without_basic_cards(self):
        assert playable_kingdoms(load_catalog(), ("prosperity-2e",)) == ()

    def test_each_can_be_set_up_with_these_boxes(self):
        catalog, boxes = load_catalog(), ("dominion-1e", "seaside-1e", "prosperity-1e")
        for published in playable_kingdoms(catalog, boxes):
            plan = plan_setup(asked_for(published, 3, boxes).game(catalog))
            assert plan.status != "error", published.name
