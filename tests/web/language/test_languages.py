"""Every language we speak: nothing is left out, all of it fits, and paper has every letter."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from io import BytesIO

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from pypdf import PdfReader

from app import create_app
from tests.builders import ALL_BOXES, CATALOG
from tests.test_published_kingdoms import kingdom_of
from tests.thorough import THOROUGH, some
from tests.web.browsing import SIDEWAYS, assert_for_everyone
from tests.web.kingdom.test_kingdom_browser import EXTREME, LANDSCAPES, PAGES
from web.fix.pasting import read_names
from web.fix.text import kingdom_text, writing
from web.language.translation import FOLDER, LANGUAGE_NAMES
from web.links.kingdom_link import read_address
from web.printing.documents import cards, crib, sheet
from web.printing.pdf import render

LANGUAGES = sorted(file.stem for file in FOLDER.glob("*.po"))
PLACE = re.compile(r"\{[^}]*\}")
TAG = re.compile(r"</?[a-z]+")
MADE_BY_NOBODY = ("POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Language-Team")
LETTERS = {"cs": "ěščřžýáíéúůťďň", "de": "äöüß"}
CUT = """() => [...document.querySelectorAll(
    "a, button, summary, label, h1, h2, h3, th, td, dt, dd, li > span, p, .toggle, .segments *"
  )]
  .filter(e => e.checkVisibility() && !e.closest(".unseen, .skip, svg, .back, .board, textarea"))
  .filter(e => e.scrollWidth - e.clientWidth > 1 && e.clientWidth > 1)
  .filter(e => getComputedStyle(e).display !== "inline")
  .map(e => `${e.outerHTML.slice(0, 120)} ${e.scrollWidth} > ${e.clientWidth}`)"""
"""Words that are wider than what they stand in."""


@cache
def file(language):
    with (FOLDER / f"{language}.po").open("rb") as text:
        return read_po(text, locale=language, abort_invalid=True)


@cache
def template():
    with (FOLDER / "messages.pot").open("rb") as text:
        return read_po(text)


def forms(message):
    return message if isinstance(message, tuple | list) else (message,)


@pytest.mark.parametrize("language", LANGUAGES)
class TestTheFile:
    def test_has_every_sentence_and_nothing_else(self, language):
        known = {forms(one.id) for one in file(language) if one.id}
        assert known == {forms(one.id) for one in template() if one.id}
        assert not file(language).obsolete

    def test_leaves_none_empty_or_in_doubt(self, language):
        open_ = [one.id for one in file(language) if one.id and not all(forms(one.string))]
        assert open_ == []
        assert [one.id for one in file(language) if one.id and one.fuzzy] == []

    def test_keeps_every_place(self, language):
        for one in file(language):
            if not one.id:
                continue
            wanted = [Counter(PLACE.findall(form)) for form in forms(one.id)]
            for form in forms(one.string):
                assert Counter(PLACE.findall(form)).keys() in [w.keys() for w in wanted], one.id

    def test_keeps_all_markup(self, language):
        for one in file(language):
            wanted = [sorted(TAG.findall(form)) for form in forms(one.id)] if one.id else []
            for form in forms(one.string) if one.id else ():
                assert sorted(TAG.findall(form)) in wanted, one.id

    def test_has_all_the_forms_that_numbers_need(self, language):
        known = get_plural(language)
        assert file(language).num_plurals == known.num_plurals
        for one in file(language):
            if one.id and one.pluralizable:
                assert len(one.string) == known.num_plurals, one.id

    def test_says_no_whole_sentence_in_english(self, language):
        same = [one.id for one in file(language) if one.id and one.id == one.string]
        assert [text for text in same if len(text.split()) > 3] == []

    def test_names_no_machine_and_no_hour(self, language):
        head = file(language).header_comment + (FOLDER / f"{language}.po").read_text("utf-8")[:900]
        assert [word for word in MADE_BY_NOBODY if word in head] == []

    def test_is_in_a_language_that_has_a_name(self, language):
        assert language in LANGUAGE_NAMES


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    database = tmp_path_factory.mktemp("languages") / "piles.db"
    return create_app({"DATABASE": database, "RATE_LIMITS": False})


class TestOwnKingdoms:
    """A kingdom written in a language is read again as the same."""

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("link", [EXTREME, LANDSCAPES])
    def test_are_read_as_they_were_written(self, app, language, link):
        kingdom = read_address(link, CATALOG).kingdom
        with app.test_request_context(f"/?lang={language}"):
            text = kingdom_text(kingdom, writing(CATALOG, language))
        assert read_names(text, CATALOG, language).kingdom == kingdom

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_of_the_rulebooks_are_too(self, app, language):
        for published in some(CATALOG.published.values(), 5):
            kingdom = kingdom_of(published)
            english = read_names(kingdom_text(kingdom), CATALOG).kingdom
            with app.test_request_context(f"/?lang={language}"):
                text = kingdom_text(kingdom, writing(CATALOG, language))
            assert read_names(text, CATALOG, language).kingdom == english, text


@pytest.mark.prints
@pytest.mark.parametrize("language", some(LANGUAGES))
class TestPaper:
    def printed(self, app, language, make):
        with app.test_request_context(f"/?lang={language}"):
            document = make()
        pdf = PdfReader(BytesIO(render(document.html, document.title)))
        assert pdf.trailer["/Root"]["/Lang"] == language
        return pdf

    @pytest.mark.parametrize("link", [EXTREME, LANDSCAPES][: 2 if THOROUGH else 1])
    def test_a_sheet_stays_one_page(self, app, language, link):
        asked = read_address(link, CATALOG)
        pdf = self.printed(app, language, lambda: sheet(asked, "a4", ""))
        assert len(pdf.pages) == 1
        assert set(pdf.pages[0].extract_text().lower()) & set(LETTERS.get(language, "e"))

    def test_cards_stay_on_theirs(self, app, language):
        asked = [(read_address(link, CATALOG), "") for link in (EXTREME, LANDSCAPES)]
        pdf = self.printed(app, language, lambda: cards(asked, "a4", "duplex"))
        assert len(pdf.pages) == 2

    def test_the_rules_of_all_boxes_are_said(self, app, language):
        pdf = self.printed(app, language, lambda: crib(tuple(ALL_BOXES), "a4"))
        text = "".join(page.extract_text() for page in pdf.pages).lower()
        missing = set(LETTERS.get(language, "")) - set(text)
        assert not missing - {"ď", "ň", "ß"}
        assert "\ufffd" not in text


@pytest.fixture(scope="module")
def phone(request, browser, live_server):
    """A narrow phone whose browser likes a language; its household has one box."""
    context = browser.new_context(
        base_url=live_server,
        viewport={"width": 320, "height": 640},
        reduced_motion="reduce",
        locale=request.param,
        service_workers="block",
    )
    page = context.new_page()
    page.goto("/shelf")
    page.locator("#dominion-1e").click()
    page.wait_for_selector("#dominion-1e[aria-pressed=true]")
    page.language = request.param
    yield page
    context.close()


LOOKED_AT = [
    (language, about)
    for place, language in enumerate((*LANGUAGES, "en") if THOROUGH else LANGUAGES)
    for number, about in enumerate(PAGES)
    if THOROUGH or about == "kingdom" or (number + place) % 7 == 0
]
"""Each page in each language; where there is no time for that, every seventh."""


@pytest.mark.browser
@pytest.mark.parametrize(("phone", "about"), LOOKED_AT, indirect=["phone"], scope="module")
def test_every_page_is_in_it_and_fits_the_narrowest_phone(phone, about):
    phone.goto("about:blank")  # or else only the part behind # would change
    phone.goto(PAGES[about])
    assert phone.evaluate("document.documentElement.lang") == phone.language
    for width, size in ((320, "100%"), (390, "200%")):
        phone.set_viewport_size({"width": width, "height": 640})
        phone.evaluate("size => document.documentElement.style.fontSize = size", size)
        assert phone.evaluate(SIDEWAYS) <= 0, (width, size)
        assert phone.evaluate(CUT) == [], (width, size)
    if THOROUGH:
        phone.evaluate("document.documentElement.style.fontSize = ''")
        assert_for_everyone(phone)
