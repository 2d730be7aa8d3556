"""The menu: one row at the top of a wide screen, a list to open on a phone."""

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.thorough import some
from tests.web.browsing import SIDEWAYS, TOO_SMALL, assert_for_everyone

pytestmark = pytest.mark.browser

LINK = (
    "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
    "?players=2&boxes=dominion-1e"
)
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
TOPS = "all => all.map(el => el.getBoundingClientRect()).map(box => Math.round(box.top))"
FREE = """() => [...document.querySelectorAll('.menu a, .menu button')]
  .filter(el => !el.contains(document.elementFromPoint(
    el.getBoundingClientRect().x + 9, el.getBoundingClientRect().y + 20)))
  .map(el => el.textContent)"""
"""What of the menu is covered by something else."""


class TestDesktop:
    @pytest.mark.parametrize(
        ("path", "language", "scripts"),
        some(product(("/", "/wishes", "/played", LINK), ("en", "de", "cs"), (True, False)), 7),
    )
    def test_all_of_the_menu_is_one_row(self, phone, path, language, scripts):
        page = phone(
            ("dominion-1e",), path, locale=language, java_script_enabled=scripts, **DESKTOP
        )
        entries = page.locator(".menu a:visible, .menu button:visible")
        expect(entries).to_have_count(page.locator(".menu a, .menu button").count())
        if not scripts:
            return
        assert set(entries.evaluate_all(TOPS)) <= {0, 1}
        assert page.evaluate(FREE) == []
        assert page.evaluate(SIDEWAYS) <= 0
        assert page.evaluate(TOO_SMALL) == []
        if path != LINK and language == "en":
            assert_for_everyone(page)
        page.locator(".menu a").nth(2).click()
        page.wait_for_url("**/shelf")


def test_a_narrower_screen_has_a_list_to_open(phone):
    page = phone(("dominion-1e",), "/", viewport={"width": 1200, "height": 800})
    expect(page.locator(".menu a").first).to_be_hidden()
    page.locator(".menu > summary").click()
    expect(page.locator(".menu a").first).to_be_visible()


def test_a_tap_beside_the_open_list_only_closes_it(phone):
    page = phone(("dominion-1e",), "/")
    page.locator(".menu > summary").click()
    link = page.get_by_role("link", name="Your shelf").last.bounding_box()
    page.mouse.click(30, link["y"] + 10)
    expect(page.locator(".menu a").first).to_be_hidden()
    assert page.url.endswith("/")
