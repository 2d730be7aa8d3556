"""Every page of a household on a phone of 320 px with letters twice as large: all of it fits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.thorough import THOROUGH
from tests.web.browsing import SIDEWAYS
from tests.web.furnished import COOKIE, calls, examples, furnish
from tests.web.kingdom.test_kingdom_browser import PAGES
from tests.web.language.test_languages import CUT
from web.store import Store

pytestmark = pytest.mark.browser

LANGUAGES = ("de", "cs", "en") if THOROUGH else ("de",)
"""German has the longest words."""
EACH = 1 if THOROUGH else 5
"""All pages are looked at, or one in five."""
NO_PAGES = (".pdf", ".json", ".csv", "/news", "/static", "/sw.js", "/api", "/file", "/marks")
NO_SCREENS = ("/manifest.webmanifest", "/healthz")
UNFOLD = """() => {
  document.documentElement.style.fontSize = '200%';
  for (const part of document.querySelectorAll('main details')) part.open = true;
}"""


@pytest.fixture(scope="module")
def home(server):
    store = Store(server.database)
    home = furnish(server._app, store, "Our {} Maximiliane".format, "ours")
    store.end_job(home.names["waiting"], "stopped")  # or it would be printed beside the tests
    store.close()
    return home


def addresses(server, home) -> Iterator[str]:
    """All pages with something on them; the kinds of addresses that scripts ask for aside."""
    yield from PAGES.values()
    for call in calls(server._app, examples(home)):
        query = "&".join(f"{key}={value}" for key, value in call.asked.query.items())
        apart = call.path in NO_SCREENS or any(part in call.path for part in NO_PAGES)
        if call.method == "GET" and not apart:
            yield f"{call.path}?{query}" if query else call.path


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_runs_off_the_screen_and_no_word_out_of_its_place(browser, server, home, language):
    context = browser.new_context(
        base_url=server.address,
        viewport={"width": 320, "height": 800},
        reduced_motion="reduce",
        locale=language,
        service_workers="block",
    )
    value = home.phone.get_cookie(COOKIE).value
    context.add_cookies([{"name": COOKIE, "value": value, "url": server.address}])
    page, wide = context.new_page(), {}
    for address in list(dict.fromkeys(addresses(server, home)))[::EACH]:
        page.goto("about:blank")  # or else only the part behind # would change
        page.goto(address)
        page.evaluate(UNFOLD)
        if page.evaluate(SIDEWAYS) > 0 or page.evaluate(CUT):
            wide[address] = page.evaluate(CUT)[:3]
    context.close()
    assert wide == {}
