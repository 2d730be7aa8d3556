"""Every page in a real browser: for everyone, on narrow screens, in light and dark."""

from __future__ import annotations

import re
from itertools import product
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.thorough import THOROUGH, some
from tests.web.browsing import SIDEWAYS, SIZES, TOO_SMALL, assert_for_everyone, assert_guarded

pytestmark = pytest.mark.browser

EXTREME = (
    "/kingdom/young-witch.bank.marauder.hermit.urchin.familiar.tournament.black-market.golem"
    ".university?players=4&boxes=dominion-1e.alchemy.prosperity-1e.cornucopia.dark-ages"
    ".promo-black-market&deck=chapel.moat.smithy.witch.village.market.mine.militia.festival"
    ".laboratory.library.workshop.throne-room.remodel.gardens&bane=cellar&colony=yes"
    "&colony_card=bank&shelters=no&shelters_card=golem"
)
LANDSCAPES = (
    "/kingdom/fishmonger.aristocrat.craftsman.riverboat.alley.rustic-village.gold-mine.samurai"
    ".rice.daimyo?players=6&boxes=dominion-2e.base-cards.prosperity-1e.cornucopia.guilds"
    ".empires.plunder.rising-sun&landscapes=tax.cheap&traits=cheap:alley&bane=trade-route"
    "&army=young-witch&riverboat=baker&prophecy=approaching-army"
)
FIRST_GAME = (
    "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
    "?players=2&boxes=dominion-1e"
)
BROKEN = "/kingdom/young-witch.familiar?players=8&boxes=dominion-1e"
OWN = (
    "/own?boxes=d1.al.p1.co.da&names=Young+Witch,+Tournament,+Bank,+Trade+Route,+Hermit,+Marauder,"
    "+Urchin,+Familiar,+Knigts,+Dame+Anna"
)
PAGES = {
    "home": "/",
    "shelf": "/shelf",
    "editions": "/shelf/editions",
    "wishes": "/wishes",
    "own": OWN,
    "published": "/published",
    "night": "/night",
    "papers": "/papers",
    "settings": "/settings",
    "about": "/about",
    "other-prosperity": "/other-prosperity?players=4&game=later&begins=yellow",
    "lost": "/kingdom/smity?players=2",
    "kingdom": EXTREME,
    "kept": f"{EXTREME}&keep=hermit.bank",
    "fetch": f"{EXTREME}#fetch",
    "put-away": f"{EXTREME}#put-away",
    "table": f"{EXTREME}#table",
    "start": f"{LANDSCAPES}#start",
    "landscapes": LANDSCAPES,
    "tokens": f"{LANDSCAPES}#table",
    "broken": BROKEN,
    "instead": FIRST_GAME.replace("?", "/instead/moat?"),
    "veto": "/veto/new",
    "market": f"/market?link={quote(EXTREME)}",
    "tournament": "/tournament/new",
    "played": "/played",
    "note": f"/played/new?link={quote(BROKEN)}",
}
LOOKED_AT = ("home", "shelf", "wishes", "own", "kingdom", "played")
"""Pages that have all colours and controls between them; axe looks at all others in make check."""
KINGDOMS = ("kingdom", "kept", "fetch", "put-away", "table", "start", "landscapes", "tokens")


@pytest.fixture(scope="module")
def context(browser, live_server):
    """A phone of a household that has its shelf."""
    context = browser.new_context(
        base_url=live_server,
        viewport={"width": 390, "height": 844},
        reduced_motion="reduce",
        service_workers="block",  # or else pages come from its cache
    )
    page = context.new_page()
    for box in ("dominion-1e", "cornucopia"):
        page.goto("/shelf")
        page.locator(f"#{box}").click()
        expect(page.locator(f"#{box}")).to_have_attribute("aria-pressed", "true")
    page.close()
    yield context
    context.close()


@pytest.fixture(scope="module", params=PAGES)
def page(request, context):
    page = context.new_page()
    console, sizes = [], {}
    page.on("console", lambda message: console.append(message.text))
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.setdefault(event["requestId"], event["encodedDataLength"]),
    )
    documents = []
    session.on(
        "Network.responseReceived",
        lambda event: documents.append(event["requestId"]) if event["type"] == "Document" else None,
    )
    page.answer = page.goto(PAGES[request.param])
    page.console = console
    for _wait in range(100):
        if documents and documents[0] in sizes:
            break
        page.wait_for_timeout(20)  # what the browser tells of a page may come after the page
    page.weight = sizes[documents[0]]
    page.about = request.param
    yield page
    page.close()


class TestEveryPage:
    def test_has_nothing_that_keeps_anyone_out(self, page):
        if THOROUGH or page.about in LOOKED_AT:
            assert_for_everyone(page, dark=True)

    def test_weighs_little(self, page):
        """Compressed, with its headers, as the browser received it."""
        assert 3_000 < page.weight <= (22_250 if page.about in KINGDOMS else 25_000)

    def test_has_targets_a_thumb_can_hit(self, page):
        assert page.evaluate(TOO_SMALL) == []

    def test_never_scrolls_sideways(self, page):
        for width, font in SIZES:
            page.set_viewport_size({"width": width, "height": 640})
            page.evaluate("size => document.documentElement.style.fontSize = size", font)
            assert page.evaluate(SIDEWAYS) <= 0, (width, font)
        page.evaluate("document.documentElement.style.fontSize = ''")
        page.set_viewport_size({"width": 390, "height": 844})

    def test_breaks_no_policy_of_its_own(self, page):
        assert_guarded(page.answer, page.console)

    def test_asks_nothing_of_any_other_server(self, page):
        names = page.evaluate("performance.getEntriesByType('resource').map(e => e.name)")
        assert [
            name for name in names if not name.startswith(page.url.split("/kingdom")[0][:21])
        ] == []


MOST_BYTES = {FIRST_GAME: 17_850, EXTREME: 20_850, LANDSCAPES: 22_250}


class TestWeight:
    """Compressed, as the browser received it, headers included; fonts aside."""

    @pytest.fixture
    def weigh(self, browser, live_server):
        """Loads a page into an empty browser; answers bytes by address, and what blocked it."""

        def weigh(path: str, language: str) -> tuple[dict[str, int], list[str]]:
            context = browser.new_context(base_url=live_server, locale=language)
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            addresses: dict[str, str] = {}
            sizes: dict[str, int] = {}
            blocking: list[str] = []

            def asked(event):
                addresses[event["requestId"]] = event["request"]["url"]
                if event["type"] in ("Stylesheet", "Script"):
                    blocking.append(event["request"]["url"])

            session.on("Network.requestWillBeSent", asked)
            session.on(
                "Network.loadingFinished",
                lambda event: sizes.__setitem__(
                    addresses.get(event["requestId"], ""), int(event["encodedDataLength"])
                ),
            )
            page.goto(path)
            page.wait_for_load_state("networkidle")
            context.close()
            kept = {url: size for url, size in sizes.items() if "/fonts/" not in url}
            return kept, [url for url in blocking if "sw.js" not in url]

        return weigh

    @pytest.mark.parametrize(("link", "language"), some(product(MOST_BYTES, ["en", "cs", "de"]), 4))
    def test_of_a_kingdom_is_one_small_answer(self, weigh, live_server, link, language):
        sizes, blocking = weigh(link, language)
        assert sizes[live_server + link] <= MOST_BYTES[link]
        assert blocking == []


class TestWithoutStylesOrScripts:
    def test_the_steps_can_be_read_one_after_the_other(self, browser, live_server):
        context = browser.new_context(base_url=live_server, java_script_enabled=False)
        page = context.new_page()
        page.goto(EXTREME)
        for step, words in (("fetch", "all 60"), ("table", "22 piles"), ("start", "The game ends")):
            page.goto(f"{EXTREME}#{step}")
            assert words in re.sub(r"\s+", " ", page.locator(f"#{step}").inner_text())
        context.close()
