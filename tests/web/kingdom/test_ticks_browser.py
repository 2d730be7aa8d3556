"""Ticks in a real browser: two phones, no connection, a restart, no scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.thorough import some
from tests.web.browsing import Server, assert_fits, assert_for_everyone
from web.links.kingdom_link import kingdom_key
from web.store import Store

pytestmark = pytest.mark.browser

LINK = (
    "/kingdom/university.black-market.hermit.urchin.familiar.marauder.tournament.young-witch"
    ".golem.bank?players=4&boxes=dominion-1e.alchemy.prosperity-1e.cornucopia.dark-ages"
    ".promo-black-market&deck=chapel.moat.witch&bane=cellar&colony=yes&shelters=no"
)
PHONE = {"viewport": {"width": 390, "height": 844}}
WITHIN = 3_000
"""Milliseconds in which a phone sees what another one did."""
AWAY = "No connection. Your ticks are saved on this phone."
SMALL = """() => [...document.querySelectorAll(
    '.step a, .step button, .step summary, .step label, .dock a'
  )]
  .filter(e => e.checkVisibility()).map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""


class Table(Server):
    """The app on a port of its own, and what it has kept."""

    def marks(self, household):
        store = Store(self.database)
        values = store.marks(household, kingdom_key(LINK)).values
        store.close()
        return {item for item, value in values.items() if value == "1"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Table(tmp_path_factory.mktemp("ticks") / "piles.db")
    yield server
    server.stop()


@pytest.fixture
def phone(browser, server):
    """Opens phones; each is closed at the end."""
    contexts = []

    def open_phone(cookies=(), at="fetch", link=LINK, **options):
        base = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(base_url=base, **PHONE | options)
        context.add_cookies(list(cookies))
        contexts.append(context)
        page = context.new_page()
        page.clock.install()
        page.goto(f"{link}#{at}")
        return page

    yield open_phone
    for context in contexts:
        context.close()


def later(page):
    """Lets some seconds pass on a phone, after which it asks again."""
    page.clock.fast_forward(6_000)


def line(page, name, side="fetch"):
    return page.locator(f"#{side} label", has_text=re.compile(f"^{name}")).locator("input")


def tally(page):
    return page.locator(".tally:visible")


def sent(page):
    """Ticks are sent within a moment; wait for the answer. The first of a newcomer is a token."""
    return page.expect_response(lambda answer: answer.request.method == "POST" and answer.ok)


class TestOnePhone:
    def test_counts_follow_each_tick(self, phone):
        page = phone()
        box = page.locator("#fetch .box", has_text="Cornucopia")
        expect(tally(page)).to_have_text("0 of 286 boxes left")
        for number, name in enumerate(("Tournament", "Young Witch", "Prizes"), 1):
            line(page, name).check()
            expect(box.locator("summary small")).to_have_text(f"{number} of 3")
        expect(box.get_by_text("close the box")).to_be_visible()
        expect(tally(page)).to_have_text("3 of 285 boxes left")
        expect(page.locator("#said")).to_contain_text("close the box")
        expect(tally(page).locator("rect")).to_have_attribute("width", re.compile(r"10\.7\d*%"))
        assert box.evaluate("box => box.open"), "nothing folds by itself"

    @pytest.mark.parametrize("side", some(["fetch", "put-away"]))
    def test_one_tap_ticks_a_whole_box_and_the_next_takes_that_back(self, phone, side):
        page = phone(at=side)
        box = page.locator(f"#{side} .box", has_text="Cornucopia")
        whole = page.locator(f"#{side}").get_by_role("button", name="Tick all of Cornucopia")
        line(page, "Tournament", side).check()
        with sent(page):
            whole.click()
        expect(box.locator("input:checked")).to_have_count(3)
        expect(whole).to_have_attribute("aria-pressed", "true")
        assert box.evaluate("box => box.open")
        with sent(page):
            whole.click()
        expect(box.locator("input:checked")).to_have_count(1)
        expect(whole).to_have_attribute("aria-pressed", "false")

    def test_ticks_survive_a_reload_and_fold_the_finished_box(self, phone):
        page = phone()
        with sent(page):
            line(page, "Black Market").last.check()
        page.reload()
        box = page.locator("#fetch .box").last
        expect(box.locator("input")).to_be_checked()
        assert not box.evaluate("box => box.open")

    def test_put_away_has_its_own_ticks(self, phone):
        page = phone()
        line(page, "Hermit").check()
        page.get_by_role("link", name="Put away").first.click()
        expect(line(page, "Hermit", "put-away")).not_to_be_checked()
        expect(tally(page)).to_have_text("0 of 286 boxes left")

    def test_who_begins_is_picked_in_place(self, phone):
        page = phone(at="start")
        page.get_by_role("button", name="Pick for us").click()
        expect(page.locator("#begins")).to_contain_text("goes first")
        expect(page.get_by_role("heading", name="The game ends")).to_be_visible()
        page.get_by_text("Not the first game?").click()
        for seat in ("1", "2", "4"):
            page.get_by_label(seat, exact=True).check()
        page.get_by_role("button", name="Pick one of the others").click()
        expect(page.locator("#begins")).to_contain_text("Player 3 goes first")
        page.get_by_role("link", name="Game over: put away").click()
        expect(page.locator("#put-away")).to_be_visible()


class TestTwoPhones:
    def test_see_each_others_ticks(self, phone):
        first = phone()
        with sent(first):
            line(first, "Hermit").check()
        second = phone(first.context.cookies())
        expect(line(second, "Hermit")).to_be_checked()
        line(second, "Urchin").check()
        line(second, "Hermit").uncheck()
        expect(tally(second)).to_have_text("1 of 286 boxes left")
        later(first)
        expect(line(first, "Urchin")).to_be_checked()
        expect(line(first, "Hermit")).not_to_be_checked()
        expect(tally(first)).to_have_text("1 of 286 boxes left")

    def test_a_friend_sees_them_and_changes_none(self, phone, server):
        owner = phone()
        with sent(owner):
            line(owner, "Hermit").check()
        store = Store(server.database)
        household = newest_household(server)
        code = store.share(household, LINK)
        store.close()
        friend = phone(link=f"/k/{code}")
        expect(friend.locator("#fetch input, #fetch button")).to_have_count(0)
        expect(friend.locator("u[data-t='f:dark-ages:hermit']")).to_have_text("✓")
        with sent(owner):
            line(owner, "Urchin").check()
        friend.clock.fast_forward(WITHIN)
        expect(friend.locator("u[data-t='f:dark-ages:urchin']")).to_have_text("✓")

    def test_friends_tick_where_the_host_lets_them(self, phone, server):
        owner = phone()
        with sent(owner):
            line(owner, "Hermit").check()
        owner.get_by_role("button", name="Share").click()
        code = owner.locator(".the-code").inner_text().replace(" ", "")
        friend = phone(link=f"/k/{code}")
        owner.get_by_role("button", name="Friends may tick").click()
        expect(owner.locator("#friends-tick")).to_have_attribute("aria-pressed", "true")
        friend.clock.fast_forward(WITHIN)
        with sent(friend):
            line(friend, "Urchin").check()
        owner.goto(f"{LINK}#fetch")
        expect(line(owner, "Urchin")).to_be_checked()
        with sent(owner), sent(friend):
            line(owner, "Hermit").uncheck()
            line(friend, "Golem").check()
        for page in (owner, friend):
            page.clock.fast_forward(WITHIN)
            expect(line(page, "Hermit")).not_to_be_checked()
            expect(line(page, "Golem")).to_be_checked()
        # A tick from a phone that has not heard yet: it would lose its boxes to tick at the news.
        friend.route("**/marks?*", lambda request: request.abort())
        friend.reload()  # news that is on its way would be of what comes next
        switch_off(server, code)
        line(friend, "Hermit").check()
        expect(friend.locator("#fetch .box input")).to_have_count(0)
        expect(friend.locator("u[data-t='f:dark-ages:hermit']")).to_have_text("")


def switch_off(server, code):
    store = Store(server.database)
    store.let_friends_tick(store.shared(code).household, code, allowed=False)
    store.close()


def newest_household(server):
    store = Store(server.database)
    row = store._row("select household from mark order by rowid desc limit 1")
    store.close()
    return row["household"]


class TestNoConnection:
    def test_ticks_wait_and_are_sent_when_it_is_back(self, phone, server):
        page = phone()
        with sent(page):
            line(page, "Hermit").check()
        household = newest_household(server)
        page.context.set_offline(True)
        line(page, "Urchin").check()
        expect(page.get_by_text(AWAY).and_(page.locator(".away"))).to_be_visible()
        assert server.marks(household) == {"f:dark-ages:hermit"}
        page.context.set_offline(False)
        later(page)
        expect(page.locator(".away")).to_be_hidden()
        assert server.marks(household) == {"f:dark-ages:hermit", "f:dark-ages:urchin"}

    def test_a_restart_between_two_taps_loses_nothing(self, phone, server):
        page = phone()
        with sent(page):
            line(page, "Hermit").check()
        household = newest_household(server)
        server.stop()
        line(page, "Urchin").check()
        expect(page.locator(".away")).to_be_visible()
        server.start()
        later(page)
        expect(page.locator(".away")).to_be_hidden()
        assert server.marks(household) == {"f:dark-ages:hermit", "f:dark-ages:urchin"}
        page.reload()
        expect(line(page, "Urchin")).to_be_checked()

    def test_a_lost_cookie_loses_no_tick(self, phone, server):
        page = phone()
        with sent(page):
            line(page, "Hermit").check()
        page.context.clear_cookies()
        line(page, "Urchin").check()
        expect(page.locator(".away")).to_be_visible()
        later(page)
        expect(page.locator(".away")).to_be_hidden()
        expect(tally(page)).to_have_text("2 of 286 boxes left")
        page.reload()
        expect(line(page, "Urchin")).to_be_checked()
        expect(line(page, "Hermit")).to_be_checked()


class TestWithoutScripts:
    def test_a_button_saves_the_ticks(self, phone):
        page = phone(java_script_enabled=False)
        line(page, "Hermit").check()
        page.locator("#fetch").get_by_role("button", name="Save ticks").click()
        assert page.url.endswith("#fetch")
        expect(line(page, "Hermit")).to_be_checked()
        expect(tally(page)).to_have_text("1 of 286 boxes left")
        line(page, "Hermit").uncheck()
        page.locator("#fetch").get_by_role("button", name="Save ticks").click()
        expect(line(page, "Hermit")).not_to_be_checked()

    def test_a_button_ticks_a_whole_box(self, phone):
        page = phone(java_script_enabled=False)
        page.locator("#fetch").get_by_role("button", name="Tick all of Cornucopia").click()
        expect(page.locator("#fetch .box", has_text="Cornucopia")).to_contain_text("3 of 3")

    def test_someone_is_picked_to_begin(self, phone):
        page = phone(at="start", java_script_enabled=False)
        page.get_by_text("Not the first game?").click()
        page.get_by_role("button", name="There was a winner").click()
        expect(page.locator("#begins")).to_have_text(
            "The player to the left of the last winner goes first."
        )
        assert page.url.endswith("#start")


class TestAccess:
    """With boxes open and something ticked; test_browser.py has the steps as they come."""

    def test_axe_finds_nothing(self, phone):
        page = phone()
        line(page, "Hermit").check()
        assert_for_everyone(page)

    @pytest.mark.parametrize("step", some(["fetch", "put-away", "start"]))
    def test_everything_fits_and_can_be_tapped(self, phone, step):
        page = phone(at=step)
        page.eval_on_selector_all(".step details", "all => all.forEach(one => { one.open = true })")
        assert_fits(page, SMALL)
