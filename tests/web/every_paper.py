"""Every kind of paper that can be printed, as documents and as PDFs, for tests that hold for all.

Whoever adds a kind of paper adds a line to KINDS.
"""

import io
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import zxingcpp
from flask import Flask
from PIL import Image, ImageFilter
from pypdf import PdfReader
from werkzeug.datastructures import MultiDict

from setup_rules.plan_request import PlanRequest
from setup_rules.tournament.standings import standings
from tests.builders import ALL_BOXES
from tests.thorough import THOROUGH
from tests.tournament.results import random_tournament, seated
from tests.web.full_kingdoms import (
    asked,
    bank_and_hermit,
    fates,
    overfull,
    rare,
    rice_and_fishmonger,
)
from tests.web.furnished import LINK
from web.catalog import app_catalog
from web.links.kingdom_link import link_for
from web.links.night_link import night_link
from web.night.page import NightBook
from web.printing.documents import (
    Document,
    booklet,
    cards,
    checklist,
    crib,
    dividers,
    offset_test,
    other_sheet,
    player_aid,
    randomizers,
    score_sheet,
    sheet,
    shelf_card,
)
from web.printing.night import night_paper
from web.printing.pdf import render
from web.printing.qr import code_or_none
from web.printing.styles import BackOffset, Paper
from web.printing.tournament import kingdom_sheet, seating_plan, standings_list, table_sheets
from web.setup_sheet.other_prosperity import read_wanted
from web.setup_sheet.reader import reader_here
from web.store import PlannedNight, get_store

HOST = "https://piles.example.org"
CODE = "4F7K2Q"
NAMES = {number: f"Player {number}" for number in range(13)}

KINDS: dict[str, Callable[[Paper], Document]] = {
    "sheet-two": lambda paper: sheet(artificers(), paper, CODE),
    "sheet": lambda paper: sheet(bank_and_hermit(), paper, CODE),
    "sheet-six": lambda paper: sheet(rice_and_fishmonger(), paper, CODE),
    "sheet-rare": lambda paper: sheet(rare(), paper, CODE),
    "sheet-overfull": lambda paper: sheet(overfull(), paper, CODE),
    "cards": lambda paper: cards(_kingdoms(), paper, "duplex"),
    "cards-fold": lambda paper: cards(_kingdoms(), paper, "fold"),
    "booklet": lambda paper: booklet(_kingdoms(), paper),
    "score": lambda paper: score_sheet(bank_and_hermit(), paper, CODE),
    "score-rare": lambda paper: score_sheet(rare(), paper, CODE),
    "aids": lambda paper: player_aid(bank_and_hermit(), paper),
    "aids-rare": lambda paper: player_aid(rare(), paper),
    "checklist": lambda paper: checklist(("dominion-2e", "nocturne"), paper),
    "randomizers": lambda paper: randomizers(("alchemy",), paper, "duplex", "poker"),
    "dividers": lambda paper: dividers(("alchemy", "allies"), paper, "sleeved", "sides"),
    "offset-test": lambda paper: offset_test(paper, "plain", BackOffset(-1.5, 0.5)),
    "shelf": lambda paper: shelf_card(ALL_BOXES, paper),
    "rules": lambda paper: crib(ALL_BOXES, paper),
    "other-prosperity": lambda paper: other_sheet(read_wanted(MultiDict(), 3), paper),
    "tables": lambda paper: table_sheets("Cup", 1, seated(13).seating[0], NAMES, CODE, paper),
    "standings": lambda paper: standings_list(
        "Cup", 4, standings(range(13), random_tournament(13, 1)), NAMES, paper, ["Table 1 is last."]
    ),
    "seating": lambda paper: seating_plan(
        "Cup", list(enumerate(seated(13).seating, 1)), NAMES, paper, ["Nobody meets twice."]
    ),
    "night": lambda paper: a_night(paper),
    "round": lambda paper: kingdom_sheet("", LINK, 3, paper),
}
"""By its name, how a kind of paper is made within a request."""
LANGUAGES = ("en", "cs", "de")
ROUNDS = [
    (kind, LANGUAGES[(place + more) % 3], ("a4", "letter")[(place + more) % 2])
    for more in (range(6) if THOROUGH else range(1))
    for place, kind in enumerate(KINDS)
]
"""Kinds with a language and a paper: each once, and all of them where there is time."""
FIRST_ROUND = {kind: how for kind, *how in ROUNDS[: len(KINDS)]}


def a_night(paper: Paper, *games: PlanRequest) -> Document:
    """These games, or else three, one of them with much beside."""
    games = games or (artificers(), rice_and_fishmonger(2), rare())
    links = tuple(link_for(*game) for game in games)
    book = NightBook(PlannedNight("", links, (), 0, ""), app_catalog(), reader_here())
    code = code_or_none(get_store(), "", night_link(links))
    return night_paper(book.on_paper(), book.errors(), book.fetch({}), 2, code, paper)


def artificers():
    """An ordinary kingdom for two; the first f of its paper stands before an i."""
    cheap = ("Moat", "Cellar", "Village", "Smithy", "Militia", "Workshop", "Merchant", "Vassal")
    return asked("Artificer", *cheap, "Remodel", players=2)


def _kingdoms():
    return [
        (kingdom, CODE) for kingdom in (bank_and_hermit(), rice_and_fishmonger(), fates(), rare())
    ]


@contextmanager
def asked_in(app: Flask, language: str) -> Iterator[None]:
    """A request in a language."""
    with app.test_request_context(f"/?lang={language}", base_url=HOST):
        yield


def paper_of(app: Flask, kind: str, language: str = "", paper: Paper | None = None) -> bytes:
    """A kind of paper as PDF, as in its first round unless told; each is printed once."""
    first_language, first_paper = FIRST_ROUND[kind]
    return _paper_of(app, kind, language or first_language, paper or first_paper)


@cache
def _paper_of(app: Flask, kind: str, language: str, paper: Paper) -> bytes:
    with asked_in(app, language):
        document = KINDS[kind](paper)
    return render(document.html, document.title)


def scanned(pdf: bytes, folder: Path, dpi: int = 200) -> list[str]:
    """What a phone reads of the QR codes of all pages: scanned coarsely, blurred and turned."""
    (folder / "scanned.pdf").write_bytes(pdf)
    picture = [*("pdftoppm", "-r", str(dpi), "-png", "-gray"), "scanned.pdf", "scanned"]
    subprocess.run(picture, cwd=folder, check=True)
    read: list[str] = []
    for file in sorted(folder.glob("scanned-*.png")):
        page = Image.open(file).rotate(7, expand=True, fillcolor=255, resample=Image.BICUBIC)
        codes = zxingcpp.read_barcodes(page.filter(ImageFilter.GaussianBlur(1.2)))
        read += [code.text for code in codes]
    return read


@cache
def read_paper(app: Flask, kind: str, *how: str) -> PdfReader:
    """The same, to be read."""
    return PdfReader(io.BytesIO(paper_of(app, kind, *how)))


def font_sizes(reader: PdfReader) -> set[float]:
    """The sizes of all letters in points, rounded; pictures have scales of their own."""
    sizes = set()
    for page in reader.pages:
        scale, font, line, kept = 1.0, 0.0, 1.0, []
        for operation in page.get_contents().get_data().splitlines():  # as WeasyPrint writes them
            *values, operator = operation.split() or [b""]
            if operator == b"q":
                kept.append(scale)
            elif operator == b"Q":
                scale = kept.pop()
            elif operator == b"cm":
                scale *= abs(float(values[3]))
            elif operator == b"Tf":
                font = float(values[1])
            elif operator == b"Tm":
                line = abs(float(values[3]))
            elif operator in (b"Tj", b"TJ"):
                sizes.add(round(scale * font * line, 2))
    return sizes
