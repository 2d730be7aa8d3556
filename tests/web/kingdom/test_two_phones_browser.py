"""Two phones at one table: what one does the other shows, also after sleep, and nothing is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.thorough import some

pytestmark = pytest.mark.browser

BOXES = ("dominion-1e", "prosperity-1e")
LINK = (
    "/kingdom/cellar.market.bank.mine.moat.remodel.smithy.village.woodcutter.workshop"
    "?players=2&boxes=dominion-1e.prosperity-1e&colony=no&colony_card=bank"
)
WITHIN = 3_000
"""Milliseconds in which a phone shows what another one did."""
AFTER_SLEEP = 10_000
"""The same for a phone that slept, and whose network is not yet back when it wakes."""
VISIBLE = """hidden => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}"""


@pytest.fixture
def two(phone) -> tuple[Page, Page]:
    """Two phones of one household on the same kingdom; their clocks can be set forth."""
    anna, ben = phone(BOXES), phone()
    ben.context.add_cookies(anna.context.cookies())
    for page in (anna, ben):
        page.clock.install()
        page.goto(LINK)
    return anna, ben


def tick(page: Page, name: str):
    return page.locator("#fetch label", has_text=re.compile(f"^{name}")).locator("input")


def swap(page: Page, name: str):
    return page.get_by_role("button", name=f"Swap {name}", exact=True)


def piles(page: Page) -> set[str]:
    return set(page.locator(".roll:not(.extra) .name").all_inner_texts())


def pass_time(page: Page, milliseconds: int = WITHIN) -> None:
    page.clock.fast_forward(milliseconds)


def sleep(page: Page) -> None:
    page.evaluate(VISIBLE, True)
    pass_time(page, 3_600_000)


def wake(page: Page, asks: str) -> None:
    """Have a phone wake while its network sleeps on: the first time it asks is in vain."""
    page.route(asks, lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed"):
        page.evaluate(VISIBLE, False)
    page.wait_for_timeout(100)
    pass_time(page, AFTER_SLEEP)


class TestOneActs:
    @pytest.fixture(params=some(["slept", "awake"]))
    def show_news(self, request, two):
        """Lets the other phone hear of it, in time."""
        ben = two[1]
        if request.param == "awake":
            return lambda: pass_time(ben)
        sleep(ben)
        return lambda: wake(ben, "**/marks?*")

    def test_ticks_arrive(self, two, show_news):
        anna, ben = two
        for page in two:
            page.evaluate("location.hash = '#fetch'")
        with anna.expect_response(lambda answer: answer.request.method == "POST" and answer.ok):
            tick(anna, "Moat").check()
        show_news()
        expect(tick(ben, "Moat")).to_be_checked()

    def test_boxes_that_are_taken_over_arrive(self, two, show_news):
        anna, ben = two
        for page in two:
            page.evaluate("location.hash = '#fetch'")
        anna.get_by_role("button", name="Who fetches what").click()
        anna.get_by_label("Your name").fill("Anna")
        anna.get_by_role("button", name="I’ll fetch Prosperity").click()
        expect(anna.locator("#p-boxes")).to_contain_text("Anna is fetching it")
        show_news()
        expect(ben.locator("[data-c=prosperity-1e]")).to_have_text("Anna is fetching it")

    def test_swaps_and_undo_arrive(self, two, show_news):
        anna, ben = two
        for name in ("Moat", "Mine"):
            swap(anna, name).click()
            expect(swap(anna, name)).to_have_count(0)
        anna.get_by_role("button", name="Undo").click()
        expect(swap(anna, "Mine")).to_be_visible()
        show_news()
        expect(swap(ben, "Moat")).to_have_count(0)
        assert piles(ben) == piles(anna)


class TestBothAtOnce:
    """Each acts before it has heard of the other."""

    def test_ticks_of_both_stay(self, two):
        names = ("Moat", "Smithy")
        for page in two:
            page.evaluate("location.hash = '#fetch'")
        for page, name in zip(two, names, strict=True):
            with page.expect_response(lambda answer: answer.request.method == "POST" and answer.ok):
                tick(page, name).check()
        for page in two:
            pass_time(page)
            for name in names:
                expect(tick(page, name)).to_be_checked()

    def test_swaps_of_both_are_made(self, two):
        anna, ben = two
        ben.route("**/marks?*", lambda route: route.abort())
        for page, name in ((anna, "Moat"), (ben, "Mine")):
            swap(page, name).click()
            expect(swap(page, name)).to_have_count(0)
        ben.unroute("**/marks?*")
        first = piles(anna)
        assert piles(ben) > first - {"Mine"}
        pass_time(anna)
        expect(swap(anna, "Mine")).to_have_count(0)
        assert piles(anna) == piles(ben)
        anna.get_by_role("button", name="Undo").click()
        expect(swap(anna, "Mine")).to_be_visible()
        assert piles(anna) == first

    def test_the_same_swap_is_made_once(self, two):
        anna, ben = two
        ben.route("**/marks?*", lambda route: route.abort())
        for page in two:
            swap(page, "Moat").click()
            expect(swap(page, "Moat")).to_have_count(0)
        expect(ben.get_by_text("Moat is no longer in this kingdom.").first).to_be_visible()
        assert piles(anna) == piles(ben)

    def test_undo_on_both_takes_one_step_back(self, two):
        anna, ben = two
        for name in ("Moat", "Mine"):
            swap(anna, name).click()
            expect(swap(anna, name)).to_have_count(0)
        pass_time(ben)
        expect(swap(ben, "Mine")).to_have_count(0)
        ben.route("**/marks?*", lambda route: route.abort())
        for page in two:
            page.get_by_role("button", name="Undo").click()
            expect(swap(page, "Mine")).to_be_visible()
        assert piles(anna) == piles(ben)
        expect(swap(ben, "Moat")).to_have_count(0)


class TestVeto:
    @pytest.mark.parametrize("how", some(["slept", "awake"]))
    def test_arrives_on_the_other_phone(self, phone, how):
        host, petr = phone(BOXES), phone()
        for page in (host, petr):
            page.clock.install()
        host.goto("/veto/new")
        host.locator("label:has([name=players][value='2'])").click()
        host.get_by_role("button", name="Draw the piles").click()
        expect(host.get_by_text("0 of 2 ready")).to_be_visible()
        petr.goto(host.url)
        for page in (host, petr):
            page.get_by_role("button", name="Take a seat").click()
            expect(page.locator("#strike")).to_be_visible()
        show_news = {"awake": pass_time, "slept": lambda page: wake(page, "**/news?*")}[how]
        if how == "slept":
            sleep(petr)
        host.locator(".cards label").nth(2).click()
        host.get_by_role("button", name="Done").click()
        expect(host.get_by_text("1 of 2 ready").first).to_be_visible()
        show_news(petr)
        expect(petr.locator("#p-ready")).to_have_text("1 of 2 ready")
        if how == "slept":
            sleep(host)
        petr.locator(".cards label").nth(3).click()
        petr.get_by_role("button", name="Done").click()
        expect(petr.get_by_role("heading", name="Who vetoed what")).to_be_visible()
        show_news(host)
        expect(host.get_by_role("heading", name="Who vetoed what")).to_be_visible()
        assert len({page.locator(".dock a").get_attribute("href") for page in (host, petr)}) == 1

    def test_the_last_two_at_once_are_both_counted(self, phone):
        host, petr = phone(BOXES), phone()
        host.goto("/veto/new")
        host.locator("label:has([name=players][value='2'])").click()
        host.get_by_role("button", name="Draw the piles").click()
        petr.goto(host.url)
        for page in (host, petr):
            page.route("**/news?*", lambda route: route.abort())
            page.get_by_role("button", name="Take a seat").click()
            expect(page.locator("#strike")).to_be_visible()
        struck = []
        for place, page in enumerate((host, petr)):
            struck.append(page.locator(".cards .name").nth(place).inner_text())
            page.locator(".cards label").nth(place).click()
        for page in (host, petr):
            page.get_by_role("button", name="Done").click()
        expect(petr.get_by_role("heading", name="Who vetoed what")).to_be_visible()
        for seat, name in enumerate(struck):
            expect(petr.locator(".seats li").nth(seat)).to_contain_text(name)
