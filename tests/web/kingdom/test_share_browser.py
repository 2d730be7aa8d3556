"""Sharing in a real browser: the QR, copying, typing a code, and kingdoms without a network."""

from __future__ import annotations

import re

import pytest
import segno
from playwright.sync_api import expect

from tests.thorough import some
from tests.web.browsing import Server, assert_fits, assert_for_everyone

pytestmark = pytest.mark.browser

TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"/kingdom/{TEN}?players=3&boxes=dominion-1e"
PHONE = {"width": 390, "height": 844}
PLAIN_HTTP = """for (const gone of ["clipboard", "share"])
  Object.defineProperty(navigator, gone, { value: undefined })"""

MODULES = """([size, border]) => {
  const svg = document.querySelector(".qr"), path = svg.querySelector("path");
  const dark = (x, y) => {
    const at = new DOMPoint(x + border + .5, y + border + .5);
    return path.isPointInStroke(at) ? 1 : 0;
  };
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => dark(x, y)));
}"""


@pytest.fixture(scope="module")
def visit(browser, live_server):
    """Opens a page in a new window of the given kind."""
    contexts = []

    def open_page(path, *, script="", **options):
        context = browser.new_context(base_url=live_server, viewport=PHONE, **options)
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()


def share(page):
    """Presses Share on a kingdom's page; answers the code."""
    page.goto(LINK)
    page.get_by_role("button", name="Share").click()
    expect(page).to_have_url(re.compile("/share/[0-9A-Z]{6}$"))
    return page.url[-6:]


class TestSharing:
    def test_the_code_can_be_scanned_in_light_and_dark(self, visit, live_server):
        page = visit("/about", color_scheme="dark")
        code = share(page)
        address = f"{live_server}/k/{code}".upper()
        wanted = segno.make(address, error="m", micro=False)
        seen = page.evaluate(MODULES, [len(wanted.matrix), 4])
        assert seen == [list(row) for row in wanted.matrix]
        tile = page.locator(".qr-tile")
        assert tile.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)"
        width = tile.bounding_box()["width"]
        assert width * len(wanted.matrix) / (len(wanted.matrix) + 8) >= 0.6 * PHONE["width"]

    def test_close_leads_back_to_the_kingdom(self, visit):
        page = visit("/about")
        share(page)
        page.get_by_role("link", name="Close").click()
        expect(page).to_have_url(re.compile(re.escape(LINK)))

    def test_a_friend_types_the_code_and_sees_the_kingdom(self, visit):
        code = share(visit("/about"))
        friend = visit("/k")
        friend.get_by_label("A friend’s code").fill(f"{code[:4]} {code[4:]}".lower())
        friend.get_by_role("button", name="Open").click()
        expect(friend).to_have_url(re.compile(f"/k/{code}$"))
        expect(friend.get_by_role("heading", level=1)).to_have_text("First Game")

    def test_a_wrong_code_stays_in_its_field(self, visit):
        page = visit("/k/XXXXXX")
        expect(page.get_by_role("alert")).to_contain_text("There’s no kingdom with this code.")
        expect(page.get_by_label("A friend’s code")).to_have_value("XXXXXX")


class TestCopying:
    def test_the_link_is_copied_and_that_is_said(self, visit, live_server):
        page = visit("/about", permissions=["clipboard-read", "clipboard-write"])
        code = share(page)
        page.get_by_role("button", name="Send the link").click()
        expect(page.get_by_role("status")).to_have_text("Copied.")
        expect(page.get_by_role("button", name="Copied.")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == f"{live_server}/k/{code}"
        page.get_by_role("button", name="Copy").last.click()
        expect(page.get_by_role("button", name="Copied.").last).to_be_focused()
        assert page.evaluate("navigator.clipboard.readText()").startswith("Cellar, Market, ")

    def test_phones_are_asked_to_send_it(self, visit, live_server):
        page = visit("/about", script="navigator.share = async (what) => { window.sent = what }")
        code = share(page)
        page.get_by_role("button", name="Send the link").click()
        page.wait_for_function("() => window.sent")
        sent = {"title": "First Game", "url": f"{live_server}/k/{code}"}
        assert page.evaluate("window.sent") == sent

    def test_it_is_copied_on_plain_http_too(self, visit):
        page = visit("/about", script=PLAIN_HTTP)
        share(page)
        page.evaluate(
            """document.addEventListener("copy", () => { window.copied = String(
              document.activeElement.value ?? getSelection()) })"""
        )
        page.get_by_role("button", name="Send the link").click()
        expect(page.get_by_role("status")).to_have_text("Copied.")
        assert re.search("/k/[0-9A-Z]{6}$", page.evaluate("window.copied"))

    def test_without_scripts_there_are_fields_to_copy_from(self, visit):
        page = visit("/about", java_script_enabled=False)
        code = share(page)
        expect(page.get_by_label("The link", exact=True)).to_have_value(re.compile(f"/k/{code}$"))
        expect(page.get_by_label("The long link")).to_have_value(re.compile(re.escape(LINK)))
        expect(page.get_by_role("button", name="Send the link")).to_be_hidden()
        expect(page.get_by_role("button", name="Copy")).to_have_count(0)


@pytest.mark.parametrize("path", some([LINK, "/k/XXXXXX", "/offline"], 2))
class TestAccess:
    def test_is_for_everyone(self, visit, path):
        page = visit(path)
        if path == LINK:
            share(page)
        assert_for_everyone(page)
        assert_fits(page)


KEPT = """async () => { if ((await navigator.serviceWorker.ready).active.state == "activated")
  for (const name of await caches.keys())
    if (await (await caches.open(name)).match(location.href, { ignoreVary: true }))
      return true; }"""


class TestWithoutANetwork:
    @pytest.fixture
    def server(self, tmp_path):
        """A server of its own, because it will be stopped."""
        return Server(tmp_path / "piles.db")

    def test_a_kingdom_that_was_opened_opens_again(self, browser, server):
        context = browser.new_context(base_url=server.address, viewport=PHONE)
        page = context.new_page()
        page.goto(LINK)
        page.wait_for_function(KEPT)
        server.stop()
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("First Game")
        page.goto("/wishes")
        expect(
            page.get_by_text("No connection. Your ticks are saved on this phone.")
        ).to_be_visible()
        page.get_by_role("link", name="First Game").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("First Game")
        context.close()

    @pytest.fixture
    def kept_home(self, browser, server):
        """The front page, kept on the phone."""
        context = browser.new_context(base_url=server.address, viewport=PHONE)
        context.add_cookies(server.key())
        page = context.new_page()
        page.goto("/")
        page.wait_for_function(KEPT)
        page.reload()
        yield page
        context.close()

    def test_a_button_that_needs_the_network_says_so_and_waits(self, kept_home, server):
        page = kept_home
        page.context.set_offline(True)
        page.get_by_role("button", name="Draw ten piles").click()
        expect(page.locator("#said")).to_have_text(re.compile("No connection"))
        expect(page.locator("#said")).to_be_in_viewport()
        page.context.set_offline(False)
        expect(page.locator("#said")).to_be_empty()
        page.get_by_role("button", name="Draw ten piles").click()
        expect(page.locator(".roll")).to_be_visible()
        server.stop()

    def test_a_server_that_is_away_gives_our_page_and_not_the_browsers(self, kept_home, server):
        page = kept_home
        server.stop()
        page.get_by_role("button", name="Draw ten piles").click()
        expect(page.get_by_text("Your ticks are saved on this phone.")).to_be_visible()
        server.start()
        page.get_by_role("link", name="Try again").click()
        expect(page.get_by_role("button", name="Draw ten piles")).to_be_visible()
        server.stop()
