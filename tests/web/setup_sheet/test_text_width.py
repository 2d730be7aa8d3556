"""Text is measured by the fonts themselves and hyphenated in the reader's language."""

import pytest
from fontTools.ttLib import TTFont

from tests.web.printing.test_fonts import FONTS
from web.setup_sheet.text_width import Face, width, wrapped

SCREEN = {
    Face.NAMES: "grenze-latin-600.woff2",
    Face.TEXT: "fira-sans-latin-400.woff2",
    Face.BOLD: "fira-sans-latin-600.woff2",
}


class TestWidth:
    @pytest.mark.parametrize("face", Face)
    def test_of_letters_is_the_same_on_screen(self, face):
        with TTFont(FONTS / SCREEN[face]) as font:
            em, letters = font["head"].unitsPerEm, font.getBestCmap()
            for letter in "AQgßé’–":
                on_screen = font["hmtx"][letters[ord(letter)]][0] / em
                assert width(letter, 1, face) == pytest.approx(on_screen, abs=0.001)

    @pytest.mark.parametrize("face", Face)
    def test_of_all_figures_is_one(self, face):
        assert len({width(figure, 16, face) for figure in "0123456789"}) == 1

    def test_of_a_line_is_that_of_its_letters(self):
        assert width("Moat", 20, Face.TEXT) == pytest.approx(
            sum(width(letter, 20, Face.TEXT) for letter in "Moat")
        )

    @pytest.mark.parametrize(("strange", "plain"), [("ạ", "a"), ("Ǻ", "A")])
    def test_of_a_letter_no_font_has_is_that_of_the_letter_below_its_mark(self, strange, plain):
        assert width(strange, 10, Face.TEXT) == width(plain, 10, Face.TEXT)

    def test_of_a_sign_no_font_has_is_that_of_a_wide_letter(self):
        assert width("漢", 10, Face.TEXT) == pytest.approx(6.5)


class TestHyphens:
    @pytest.mark.parametrize(
        ("language", "word", "first"),
        [("de", "Schwarzmarkthändler", "Schwarz-"), ("cs", "Obchodnická", "Obchod-")],
    )
    def test_stand_where_the_language_puts_them(self, app, language, word, first):
        room = width(f"{first}x", 16, Face.NAMES)
        with app.test_request_context("/", headers={"Accept-Language": language}):
            assert wrapped(word, room, 16, Face.NAMES)[0] == first
