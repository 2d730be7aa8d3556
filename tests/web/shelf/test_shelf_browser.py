"""The shelf and the settings in a real browser: taps, two phones, narrow screens, everyone."""

import re

import pytest
from playwright.sync_api import expect

from tests.thorough import THOROUGH, some
from tests.web.browsing import assert_fits, assert_for_everyone

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
SIX = ("dominion-1e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages", "promo-black-market")
PAGES = (
    *("/shelf", "/settings", "/shelf/show", "/shelf/friend?code=x", "/shelf/open", "/phones"),
    *("/phones/recovery", "/join", "/settings/forget"),
)


def tap(page, *boxes):
    for box in boxes:
        page.locator(f"#{box}").click()
        expect(page.locator(f"#{box}")).to_have_attribute("aria-pressed", "true")


class TestTaps:
    def test_six_boxes_four_players_and_a_kingdom_take_nine_taps(self, phone):
        page = phone()
        page.goto("/")
        page.evaluate(
            "addEventListener('click', () => { localStorage.n = (+localStorage.n || 0) + 1 }, true)"
        )
        tap(page, *SIX)
        for players in ("3", "4"):
            page.get_by_role("button", name="Players: more").click()
            expect(page.locator(".row output")).to_have_text(players)
        page.get_by_role("button", name="Draw ten piles").click()
        expect(page.locator(".facts")).to_contain_text("4 players")
        assert page.evaluate("+localStorage.n") == 9

    @pytest.mark.parametrize("scripts", [True, False])
    def test_a_newcomer_taps_boxes_and_draws(self, phone, scripts):
        page = phone(java_script_enabled=scripts)
        page.goto("/")
        expect(page.get_by_role("heading", level=1)).to_have_text("Your shelf")
        expect(page.get_by_text("10 more piles needed for a kingdom")).to_be_visible()
        tap(page, *SIX)
        expect(page.locator("main").get_by_text("6 boxes, 111 Kingdom piles.")).to_be_visible()
        page.get_by_role("button", name="Draw ten piles").click()
        expect(page).to_have_url(re.compile("/kingdom/"))

    def test_quick_taps_are_all_kept(self, phone):
        page = phone()
        page.goto("/shelf")
        page.route("**/shelf", lambda route: (page.wait_for_timeout(80), route.continue_()))
        page.evaluate("boxes => boxes.forEach(box => document.getElementById(box).click())", SIX)
        expect(page.locator("main").get_by_text("6 boxes, 111 Kingdom piles.")).to_be_visible()

    def test_what_was_tapped_stays_under_the_thumb(self, phone):
        page = phone()
        page.goto("/shelf")
        button = page.locator("#dark-ages")
        button.scroll_into_view_if_needed()
        before = button.bounding_box()["y"]
        tap(page, "dark-ages")
        assert abs(button.bounding_box()["y"] - before) < 1

    def test_a_box_can_be_there_twice(self, phone):
        page = phone()
        page.goto("/shelf")
        tap(page, "dominion-1e")
        page.get_by_text("A box you have twice").click()
        page.get_by_role("button", name="Dominion 1st: more").click()
        expect(page.locator("#dominion-1e")).to_have_text("1st ×2")
        page.get_by_role("button", name="Dominion 1st: fewer").click()
        expect(page.locator("#dominion-1e")).to_have_text("1st")
        expect(page.get_by_role("button", name="Dominion 1st: fewer")).to_be_focused()

    def test_the_keyboard_stays_where_it_was(self, phone):
        page = phone()
        page.goto("/shelf")
        page.locator("#alchemy").focus()
        page.keyboard.press("Space")
        expect(page.locator("#alchemy")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#alchemy")).to_be_focused()
        expect(page.locator("#said")).to_contain_text("1 box, 12 Kingdom piles.")


class TestTwoPhones:
    def test_a_friend_brings_boxes_and_a_second_phone_shares_the_shelf(self, phone):
        home, friend, second = phone(), phone(), phone()
        friend.goto("/shelf")
        tap(friend, "seaside-2e", "empires")
        friend.goto("/shelf/show")
        code = friend.locator(".scan-code").inner_text()
        picture = friend.locator(".scan").bounding_box()
        assert picture["width"] >= 0.6 * PHONE["width"]

        home.goto("/shelf")
        tap(home, "dominion-1e")
        home.get_by_role("link", name="Add", exact=True).click()
        home.get_by_label("Shelf code").fill(code.lower())
        home.get_by_role("button", name="Open").click()
        home.get_by_role("button", name="Add for tonight").click()
        expect(home.get_by_text("Tonight’s total: 3 boxes")).to_be_visible()
        home.get_by_role("button", name=f"Shelf {code}: Here").click()
        expect(home.get_by_text("Tonight’s total")).to_have_count(0)

        home.goto("/phones")
        second.goto("/join")
        second.get_by_label("Code").fill(home.locator(".scan-code").inner_text())
        second.get_by_role("button", name="Open").click()
        second.get_by_role("button", name="Join", exact=True).click()
        expect(second.locator("main").get_by_text("1 box, 25 Kingdom piles.")).to_be_visible()
        tap(second, "alchemy")
        home.goto("/shelf")
        expect(home.locator("main").get_by_text("2 boxes, 37 Kingdom piles.")).to_be_visible()


@pytest.fixture(scope="module")
def page(browser, live_server):
    """A phone with a shelf on which a box stands twice."""
    context = browser.new_context(base_url=live_server, viewport=PHONE)
    page = context.new_page()
    page.goto("/shelf")
    tap(page, "dominion-1e", "alchemy")
    page.get_by_text("A box you have twice").click()
    page.get_by_role("button", name="Alchemy: more").click()
    expect(page.locator("#alchemy")).to_have_text("Here ×2")
    yield page
    context.close()


class TestAccess:
    @pytest.mark.parametrize("address", some(PAGES))
    def test_every_page_is_for_everyone(self, page, address):
        """Clean for axe in both themes, targets of 44 px, nothing beyond the screen's edge."""
        page.set_viewport_size(PHONE)
        page.evaluate("document.documentElement.style.fontSize = ''")
        page.goto(address)
        if THOROUGH or address != "/shelf":  # at which test_browser.py looks as well
            assert_for_everyone(page)
        assert_fits(page)
