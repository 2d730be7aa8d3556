"""The pages of an evening in a real browser: guarded by their headers, and in order by themselves.

Every other page is looked at in test_browser.py, and the headers of every route in
test_isolation.py.
"""

import pytest

from tests.web.browsing import assert_guarded
from tests.web.furnished import COOKIE, MARKET_LINK, Furnished, furnish
from web.store import Store

pytestmark = pytest.mark.browser

EVENING = (
    *("/people", "/people/{person}", "/people/{person}/remove", "/played/{game}"),
    *("/played/{game}/change", "/played/{game}/delete", "/played/numbers", "/night/{night}"),
    *("/night/{night}/fetch", "/veto/{veto}", "/market/{market}", "/share/{code}", "/papers"),
    *("/papers/{job}", "/phones", "/phones/recovery", "/join", "/settings/forget", "/shelf/show"),
    *("/shelf/open", "/shelf/friend", "/k", "/nothing", MARKET_LINK),
)
FOR_GUESTS = (
    *("/k/{code}", "/market/look/{code}", "/market/{market}", "/veto/{veto}", "/join/{join}"),
    *("/shelf/friend/{shelf}", "/people/{person}"),
)


@pytest.fixture(scope="module")
def home(server) -> Furnished:
    store = Store(server.database)
    home = furnish(server._app, store, "Our {}".format, "ours")
    store.end_job(home.names["waiting"], "stopped")  # or it would be printed beside the tests
    store.close()
    return home


@pytest.fixture
def phone(browser, server):
    context = browser.new_context(base_url=server.address)
    yield context.new_page()
    context.close()


def visit(page, home: Furnished, paths: tuple[str, ...]):
    """Look at one page after the other; nothing may be said of any of them."""
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    for path in paths:
        answer = page.goto(path.format(**home.names))
        assert_guarded(answer, messages)
        messages.clear()
        yield path, answer


def test_every_page_of_an_evening_is_guarded(phone, home):
    phone.goto(f"/join/{home.names['join']}")
    phone.locator("button[name=sure]").click()
    phone.wait_for_url("**/shelf")
    (cookie,) = phone.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"]) == (COOKIE, True, "Lax")
    assert not cookie["secure"], "over plain http it would be lost"
    assert phone.evaluate("document.cookie") == ""
    for path, answer in visit(phone, home, EVENING):
        assert answer.status == (404 if path == "/nothing" else 200), path
        alone = answer.all_headers().get("cross-origin-resource-policy") == "same-origin"
        assert alone == (path != MARKET_LINK)


def test_every_page_for_guests_is_guarded(phone, home):
    for path, answer in visit(phone, home, FOR_GUESTS):
        assert answer.status == (404 if path == "/people/{person}" else 200), path
    assert phone.context.cookies() == [], "looking around sets no cookie"


def test_no_other_page_can_show_one_of_ours(phone, server):
    """The browser refuses it, whatever the page around it says."""
    with phone.expect_console_message(lambda message: "frame-ancestors" in message.text):
        phone.set_content(f'<iframe src="{server.address}/about"></iframe>')
