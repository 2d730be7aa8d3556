"""The pages in a real browser: without scripts, on narrow screens, for everyone."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TEN = "Cellar\nMarket\nMilitia\nMine\nMoat\nRemodel\nSmithy\nVillage\nWoodcutter\nWorkshop"
RICH = (
    "/kingdom/young-witch.trade-route.bank.marauder.hermit.familiar.tournament.black-market"
    ".golem.castles?players=4&boxes=dominion-1e.alchemy.prosperity-1e.cornucopia.dark-ages"
    ".empires.plunder.promo-black-market&landscapes=tax.cheap&deck=chapel.moat.smithy.witch"
)

TOO_SMALL = """() => [...document.querySelectorAll(
    "a, button, summary, select, textarea, label.chip, input[type=text]"
  )]
  .filter(e => e.checkVisibility())
  .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""


@pytest.fixture(scope="module")
def visit(browser, live_server):
    """Opens one of the pages in a new window of the given kind."""
    contexts = []

    def open_page(name, **options):
        context = browser.new_context(base_url=live_server, **options)
        contexts.append(context)
        page = context.new_page()
        if name == "plan":
            page.goto(RICH)
        elif name == "lost":
            page.goto("/kingdom/smity?players=2")
        else:
            page.goto("/")
            page.get_by_text("What was chosen or drawn").click()
            page.get_by_text("A box that is there twice").click()
        if name == "faults":
            page.get_by_label("Ten names").fill("Smity\nCelar\nMoat")
            page.get_by_label("Bane for Young Witch").fill("Gardns")
            page.get_by_role("button", name="Show the setup").click()
            expect(page.get_by_text("3 things to mend")).to_be_visible()
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="module", params=["form", "faults", "plan", "lost"])
def page(request, visit):
    """Each of the pages in turn, everything on it unfolded."""
    page = visit(request.param)
    page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true })")
    return page


class TestJourney:
    @pytest.mark.parametrize("scripts", [True, False])
    def test_ten_names_lead_to_their_plan(self, visit, scripts):
        page = visit("form", java_script_enabled=scripts, viewport={"width": 390, "height": 844})
        page.get_by_label("Ten names").fill(TEN)
        page.get_by_label("3", exact=True).check()
        page.get_by_label("Dominion (1st edition)").first.check()
        page.get_by_role("button", name="Show the setup").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("First Game")
        expect(page.get_by_text("Everything is there and fits.")).to_be_visible()
        row = page.get_by_role("row", name=re.compile("Province"))
        expect(row.get_by_role("cell").last).to_have_text("12")
        page.get_by_role("link", name="2 players").click()
        expect(row.get_by_role("cell").last).to_have_text("8")
        page.get_by_role("link", name="Change").click()
        expect(page.get_by_label("Ten names")).to_have_value(TEN)
        expect(page.get_by_label("Dominion (1st edition)").first).to_be_checked()

    def test_a_fault_leads_to_its_field(self, visit):
        page = visit("faults")
        page.get_by_role("link", name=re.compile("Gardns")).click()
        assert page.url.endswith("#bane")
        expect(page.get_by_label("Bane for Young Witch")).to_have_value("Gardns")

    def test_nothing_comes_from_outside_and_nothing_is_refused(self, visit, live_server):
        page = visit("form")
        asked, said = [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.goto(RICH)
        assert asked
        assert all(url.startswith(live_server) for url in asked)
        assert said == []


class TestAccess:
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_axe_finds_nothing(self, page, scheme):
        page.set_viewport_size({"width": 390, "height": 844})
        page.emulate_media(color_scheme=scheme)
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()

    def test_headings_are_in_order(self, page):
        tags = page.eval_on_selector_all("h1, h2, h3, h4", "all => all.map(one => one.tagName)")
        levels = [int(tag[1]) for tag in tags]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))

    @pytest.mark.parametrize("width", [320, 1280])
    def test_every_target_is_large_enough(self, page, width):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(TOO_SMALL) == []


class TestNarrow:
    @pytest.mark.parametrize("width", [320, 390, 1280])
    @pytest.mark.parametrize("text", ["100%", "200%"])
    def test_nothing_runs_off_the_screen(self, page, width, text):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("size => { document.documentElement.style.fontSize = size }", text)
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        page.evaluate("document.documentElement.style.fontSize = ''")
        assert wide[0] <= wide[1]
