"""Your own kingdom in a real browser: from pasted names to the setup, with scripts and without."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.browsing import SIDEWAYS, TOO_SMALL
from tests.web.kingdom.test_kingdom_browser import OWN

pytestmark = pytest.mark.browser

PICTURE = (
    "Young Witch, Tournament, Bank, Trade Route, Hermit, Marauder, Urchin, Familiar, Knigts, "
    "Dame Anna"
)
BOXES = "/own?boxes=d1.al.p1.co.da"


@pytest.fixture
def own(phone):
    """Opens the page on a phone."""
    return lambda path=BOXES, **options: phone(path=path, **options)


def _state(page):
    return page.locator("#state")


def _dock(page):
    return page.locator("#dock button")


class TestJourney:
    """Paste, problems, one remedy, mend all, setup."""

    @pytest.mark.parametrize("scripts", [False, True], ids=["without scripts", "with scripts"])
    def test_from_pasted_names_to_the_setup(self, own, scripts):
        page = own(java_script_enabled=scripts)
        page.locator("#names").fill(PICTURE)
        if not scripts:
            _dock(page).click()
        expect(_state(page)).to_have_text("8 piles found. Not ready yet: 3 problems.")
        expect(page.locator(".under u")).to_have_text(["Knigts", "Dame Anna"])
        expect(_dock(page)).to_have_text("Fix all 3 for me")
        page.get_by_role("button", name="Use Knights").click()
        expect(page.locator("#names")).to_have_value(re.compile("Knights, Dame Anna$"))
        expect(_state(page)).to_contain_text("2 problems")
        expect(page.locator("#names")).to_have_value(re.compile("^Young Witch, Tournament"))
        _dock(page).click()
        expect(_state(page)).to_contain_text("10 piles found. Ready")
        expect(page.locator("#names")).to_have_value(re.compile(r"^Young Witch \(\w"))
        with page.expect_navigation(url=re.compile("/kingdom/")):
            page.get_by_role("button", name="Show the setup").click()
        assert re.search(r"/kingdom/young-witch\.tournament\.bank.*&bane=", page.url)
        assert page.locator(".roll").first.locator("li").count() == 10

    def test_a_card_is_chosen_from_those_that_fit(self, own):
        page = own(OWN)
        page.get_by_role("button", name="Choose one").last.click()
        expect(page.locator("h1")).to_have_text("Choose one")
        assert page.evaluate(TOO_SMALL) == []
        assert page.evaluate(SIDEWAYS) <= 0
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
        page.get_by_label("Find by name").fill("moat")
        expect(page.locator(".choices li:visible")).to_have_count(1)
        page.get_by_role("button", name="Moat").click()
        expect(page.locator("#names")).to_have_value(re.compile(r"^Young Witch \(Moat\)"))


class TestTyping:
    def test_names_are_offered_and_taken_by_the_keyboard(self, own):
        page = own()
        names = page.locator("#names")
        names.press_sequentially("Cellar, kni")
        expect(page.locator("#near button").first).to_have_text("Knights")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(names).to_have_value("Cellar, Knights")
        expect(names).to_be_focused()
        expect(page.locator("#near")).to_be_hidden()
        expect(_state(page)).to_contain_text("2 piles found.")
        page.keyboard.type(", x")
        expect(names).to_have_value("Cellar, Knights, x")
        assert "names=Cellar" in page.url
        page.reload()
        expect(names).to_have_value("Cellar, Knights")
        assert page.console == []

    def test_there_is_no_alarm_before_a_name_is_finished(self, own):
        page = own()
        names = page.locator("#names")
        names.press_sequentially("Cellar, ")
        expect(_state(page)).to_contain_text("1 pile found.")
        with page.expect_response("**/own*"):
            names.press_sequentially("Knigt")
        page.wait_for_timeout(200)
        expect(page.locator(".under u, #problems .name:text('Knigt')")).to_have_count(0)
        names.press_sequentially(",")
        expect(page.locator(".under u")).to_have_text("Knigt")

    def test_leaving_the_field_finishes_a_name(self, own):
        page = own()
        page.locator("#names").press_sequentially("Cellar, Knigt")
        page.locator("h1").click()
        expect(page.locator(".under u")).to_have_text("Knigt")

    def test_what_is_too_long_for_an_address_is_not_lost(self, own):
        page = own()
        text = "Village, Smithy, Knigts\n" * 300
        page.locator("#names").fill(text)
        with page.expect_navigation():
            _dock(page).click()
        expect(_state(page)).to_contain_text("4 problems")
        expect(page.locator("#names")).to_have_value(text)
