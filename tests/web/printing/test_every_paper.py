"""What holds for every kind of paper: text that can be read back whole, sizes, structure."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from app import create_app
from tests.builders import CATALOG
from tests.web.every_paper import ROUNDS, read_paper
from web.language.card_names import naming
from web.printing.pdf import FONT_FACES, render
from web.printing.pdf.fonts import FACES

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


class TestText:
    @every_paper
    def test_every_glyph_is_read_as_a_letter(self, app, kind, language, paper):
        for font, letters in letters_of(read_paper(app, kind, language, paper)).items():
            assert letters, font
            assert all(letters.values()), font

    def test_the_names_of_all_cards_come_back_whole(self, app, tmp_path):
        names = {
            naming(CATALOG, language)(thing.name)
            for language in ("en", "cs", "de")
            for thing in (*CATALOG.cards.values(), *CATALOG.landscapes.values())
        }
        in_order = sorted(names, key=lambda name: ("fi" not in name.lower(), name))
        faces = [f'font:{weight} 8pt "{family}"' for family, weight, _file in FACES]
        lines = "".join(
            f"<p style='{face};margin:0;white-space:nowrap'>{name}</p>"
            for face in faces
            for name in in_order
        )
        html = f'<html lang="en"><title>-</title><style>{FONT_FACES}</style>{lines}</html>'
        reader = PdfReader(io.BytesIO(render(html, "Names")))
        read = "\n".join(page.extract_text() for page in reader.pages).split("\n")
        for name in in_order:
            assert read.count(name) == len(faces), name
