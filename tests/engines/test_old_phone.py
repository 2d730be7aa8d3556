"""Phones that lack what newer browsers have, and habits of phones: all is plain but whole.

The browser is Chromium, from whose pages everything is taken away that older ones do not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.thorough import some
from tests.web.browsing import CONTRAST, FAULTS_ALONE, Server, assert_fits
from tests.web.kingdom.test_kingdom_browser import EXTREME, FIRST_GAME, PAGES

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
UNKNOWN = {
    ":has(": ":unknown-has(",
    "color-mix(": "unknown-mix(",
    "light-dark(": "unknown-dark(",
    "(from var": "(unknown var",
    "(from red": "(unknown red",
    '<details name="': '<details data-name="',
}
"""What a browser of 2023 does not know, and what it sees instead of it."""
NO_NEWS = """
  for (const name of ['ariaCurrent', 'ariaPressed', 'ariaBusy']) delete Element.prototype[name];
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (condition) => !condition.includes(':has(') && supports(condition);
  const really = fetch;
  window.fetch = (address, options = {}) => {
    delete options.keepalive;
    return really(address, options);
  };
  const Data = FormData;
  window.FormData = class extends Data {
    constructor(form, button) {
      if (button) throw new TypeError('one argument');
      super(form);
    }
  };
"""


@pytest.fixture
def context(browser, table: Server) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=table.address, bypass_csp=True, service_workers="block", **PHONE
    )
    context.add_cookies(table.key(("dominion-1e", "prosperity-1e")))
    yield context
    context.close()


@pytest.fixture
def old(context) -> Page:
    """A phone of 2023 with a household's shelf."""

    def take_away(route):
        answer = route.fetch(max_redirects=0)
        html = answer.text()
        for known, unknown in UNKNOWN.items():
            html = html.replace(known, unknown)
        route.fulfill(response=answer, body=html)

    def is_page(request) -> bool:
        return "text/html" in request.headers.get("accept", "")

    context.route(
        "**/*", lambda route: take_away(route) if is_page(route.request) else route.continue_()
    )
    context.add_init_script(NO_NEWS)
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    return page


class TestAnOldPhone:
    @pytest.mark.parametrize(
        "about", some(["kingdom", "home", "shelf", "veto", "wishes", "own", "note"], 4)
    )
    def test_shows_every_page_whole(self, old, about):
        old.goto(PAGES[about])
        assert ":has(" not in old.content()
        # In light, and in dark where there is time.
        rules_of_both = [{"rules": {"landmark-unique": {"enabled": False}}}, CONTRAST]
        for rules in some(rules_of_both):
            # All four steps are shown, two of them with the same links.
            results = Axe().run(old, options={**rules, **FAULTS_ALONE})
            assert results.violations_count == 0, results.generate_report()
            old.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert_fits(old)
        assert old.errors == []

    def test_walks_the_evening(self, old):
        old.goto("/shelf")
        old.locator("#seaside-2e").click()
        expect(old.locator("#seaside-2e")).to_have_attribute("aria-pressed", "true")
        old.goto(FIRST_GAME)
        for step in ("kingdom", "fetch", "table", "start"):
            old.locator(f".tabs [href='#{step}']").click()
            expect(old.locator(f"#{step}")).to_be_in_viewport()
            expect(old.locator(".tabs [aria-current=step]")).to_have_attribute("href", f"#{step}")
        old.locator(".tabs [href='#kingdom']").click()
        old.get_by_role("button", name="Swap Moat").click()
        expect(old.get_by_role("button", name="Swap Moat")).to_have_count(0)
        old.get_by_role("button", name="Undo").click()
        expect(old.get_by_role("button", name="Swap Moat")).to_be_visible()
        with old.expect_response(lambda answer: answer.request.method == "POST"):
            old.locator("#fetch label").first.click()
        assert old.errors == []

    def test_loses_no_wish_on_leaving(self, old):
        old.goto("/wishes")
        old.context.unroute_all()  # what a page sends on leaving would be held, and lost
        old.locator(".stepper button:not([disabled])").nth(3).click()
        old.goto("/about")
        for _try in range(20):  # nobody waits for the answer to what a page sends on leaving
            old.wait_for_timeout(300)
            old.goto("/wishes")
            if old.locator(".stepper output.set").count():
                break
        expect(old.locator(".stepper output.set")).to_have_count(1)

    def test_shows_what_is_chosen(self, old):
        """Chosen labels have a colour by :has(); without it the round marks are shown."""
        old.goto("/veto/new")
        mark = old.locator("[name=players]").first
        assert mark.evaluate("el => getComputedStyle(el).appearance") != "none"
        assert mark.bounding_box()["width"] >= 10


@pytest.fixture
def phone(context) -> Page:
    """A phone of today."""
    return context.new_page()


class TestEveryPhone:
    def test_its_bars_have_the_chosen_theme(self, phone):
        phone.goto(FIRST_GAME)
        for word, colour in (("Dark", "#13161B"), ("Light", "#F1F2ED")):
            phone.get_by_label("Menu", exact=True).first.click()
            phone.get_by_role("button", name=word, exact=True).click()
            for bar in phone.locator("meta[name=theme-color]").all():
                expect(bar).to_have_attribute("content", colour)

    @pytest.mark.parametrize("about", ["wishes", "shelf", "own", "note", "published"])
    def test_nothing_zooms_in(self, phone, about):
        """Neither two taps on a stepper nor a tap on a field whose letters are small (iOS)."""
        phone.goto(PAGES[about])
        assert small_letters(phone) == []
        touch = "all => all.map((el) => getComputedStyle(el).touchAction)"
        assert set(phone.eval_on_selector_all("button", touch)) == {"manipulation"}

    def test_nothing_zooms_in_on_share(self, phone):
        phone.goto(FIRST_GAME)
        phone.get_by_role("button", name="Share").click()
        expect(phone.locator("[readonly]").first).to_be_attached()
        assert small_letters(phone) == []

    def test_counting_points_does_not_zoom_in(self, phone):
        phone.goto(FIRST_GAME.replace("?", "/score?"))
        phone.locator(".dock button, main button.main").last.click()
        expect(phone.locator("#counts")).to_be_visible()
        assert small_letters(phone) == []
        stepper = phone.locator(".count button").first
        assert stepper.evaluate("el => getComputedStyle(el).touchAction") == "manipulation"


SMALL_LETTERS = """() => [...document.querySelectorAll('input, textarea, select')]
  .filter((el) => !['hidden', 'checkbox', 'radio', 'file'].includes(el.type))
  .filter((el) => parseFloat(getComputedStyle(el).fontSize) < 16)
  .map((el) => el.outerHTML.slice(0, 90))"""


def small_letters(page: Page) -> list[str]:
    return page.evaluate(SMALL_LETTERS)


class TestAppOfTheHomeScreen:
    """It has no buttons of a browser: a PDF that it showed could not be left, so it is saved."""

    @pytest.mark.parametrize("about", ["papers", "other-prosperity", "night"])
    def test_saves_every_pdf(self, phone, about):
        phone.add_init_script("window.matchMedia = () => ({ matches: true })")
        phone.goto(PAGES[about])
        if about == "night":
            phone.locator(".dock button, main button.main").last.click()
            expect(phone).to_have_url(re.compile("/night/[0-9a-f]+$"))
        phone.context.route("**/*.pdf*", lambda route: route.fulfill(status=204))
        link = phone.locator("[target=_blank][href*='.pdf']").first
        with phone.expect_request("**/*.pdf*") as asked:
            link.click()
        assert "save=1" in asked.value.url
        assert len(phone.context.pages) == 1


def test_going_back_and_drawing_again_deals_another_kingdom(phone):
    """Chromium keeps no page in memory here, so the front page comes from its cache."""
    phone.goto("/")
    drawn = []
    for _draw in range(2):
        phone.get_by_role("button", name="Draw ten piles").click()
        phone.wait_for_url("**/kingdom/**")
        drawn.append(phone.url)
        phone.go_back()
    assert drawn[0].partition("?")[0] != drawn[1].partition("?")[0]


def test_kingdoms_that_are_kept_stay_when_dark_is_chosen(browser, table):
    context = browser.new_context(base_url=table.address, **PHONE)
    page = context.new_page()
    kept = """async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('ten-piles-pages'));
      const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return [names.length, pages.flat().filter(({ url }) => url.includes('/kingdom/')).length];
    }"""
    page.goto(FIRST_GAME)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    for link in (FIRST_GAME, EXTREME, FIRST_GAME.replace("moat", "witch")):
        page.goto(link)
    page.wait_for_function(f"async () => (await ({kept})())[1] === 3")
    page.get_by_label("Menu", exact=True).first.click()
    page.get_by_role("button", name="Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    page.goto("/about")
    assert page.evaluate(kept) == [1, 3]
    context.close()
