"""Who fetches which box: two phones agree on it, by forms alone and at once."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Server, assert_fits, assert_for_everyone
from tests.web.kingdom.test_kingdom_browser import TOO_SMALL
from web.links.kingdom_link import kingdom_key
from web.store import Store

TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.bank.lighthouse"
LINK = f"/kingdom/{TEN}?players=2&boxes=dominion-1e.seaside-1e.prosperity-1e&colony=no&shelters=no"
BOXES = ("dominion-1e", "seaside-1e", "prosperity-1e")
WITHIN = 3_000
"""Milliseconds in which a phone sees what another one did."""


@pytest.fixture
def phone(at_home):
    return at_home(BOXES)


def fetchers(phone, **fields):
    return phone.get("/fetchers", query_string={"link": LINK, **fields})


@pytest.fixture
def code(phone, press):
    share = press(phone, LINK, "/share", link=LINK)
    code = re.search(r"/share/(\w+)", share.location)[1]
    press(phone, share.location, f"/share/{code}/friends", tick="yes")
    return code


class TestTakingABox:
    def take(self, phone, press, **fields):
        return press(
            phone, f"/fetchers?link={LINK.replace('&', '%26')}", "/fetchers", link=LINK, **fields
        )

    def test_shows_the_name_on_the_fetch_list(self, phone, press):
        answer = self.take(phone, press, who="Anna", take="seaside-1e")
        assert "Anna is fetching it" in phone.get(answer.location).text
        assert 'data-c="seaside-1e">Anna is fetching it</em>' in phone.get(LINK).text
        assert 'data-c="dominion-1e"></em>' in phone.get(LINK).text

    def test_needs_a_name(self, phone, press):
        answer = self.take(phone, press, who=" ", take="seaside-1e")
        assert answer.status_code == 422
        assert "Enter your name first." in answer.text
        assert self.take(phone, press, who="A" * 31, take="seaside-1e").status_code == 422

    def test_gives_it_back(self, phone, press):
        self.take(phone, press, who="Anna", take="seaside-1e")
        self.take(phone, press, who="", free="seaside-1e:Anna")
        assert "Anna" not in phone.get(LINK).text

    def test_first_come_first_served(self, phone, press):
        self.take(phone, press, who="Anna", take="seaside-1e")
        answer = self.take(phone, press, who="Ben", take="seaside-1e")
        page = phone.get(answer.location).text
        assert "Anna is already fetching Seaside" in page
        assert 'class="said bad"' in page
        self.take(phone, press, who="Ben", free="seaside-1e:Carl")
        assert "Anna is fetching it" in phone.get(LINK).text

    @pytest.mark.parametrize("fields", [{"take": "no-box"}, {"free": ":::"}, {"free": "x"}, {}])
    def test_that_is_none_changes_nothing(self, phone, press, fields):
        assert self.take(phone, press, who="Anna", **fields).status_code == 303
        assert "Anna" not in phone.get(LINK).text

    def test_survives_in_a_saved_file(self, phone, press):
        self.take(phone, press, who="Anna", take="seaside-1e")
        saved = phone.get("/settings/file")
        assert "Anna" in saved.text


class TestFriends:
    def test_take_boxes_where_they_may_tick(self, app, phone, press, code):
        friend = app.test_client()
        page = friend.get(f"/k/{code}")
        assert f"/k/{code}/fetchers" in page.text
        press(friend, f"/k/{code}/fetchers", f"/k/{code}/fetchers", who="Ben", take="prosperity-1e")
        assert "Ben is fetching it" in phone.get(LINK).text
        assert "Ben is fetching it" in friend.get(f"/k/{code}").text

    def test_do_not_where_they_may_not(self, app, phone, press, code):
        press(phone, f"/share/{code}", f"/share/{code}/friends", tick="no")
        friend = app.test_client()
        assert friend.get(f"/k/{code}/fetchers").status_code == 403
        assert "/fetchers" not in friend.get(f"/k/{code}").text
        assert friend.get("/k/000000/fetchers").status_code == 404


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("fetchers") / "piles.db")
    yield server
    server.stop()


@pytest.mark.browser
class TestTwoPhones:
    @pytest.fixture
    def two(self, browser, server):
        """Two phones of one household on the same kingdom."""
        key, contexts = server.key(BOXES), []
        for _phone in range(2):
            size = {"width": 390, "height": 844}
            context = browser.new_context(base_url=server.address, viewport=size)
            context.set_default_timeout(15_000)
            context.add_cookies(key)
            contexts.append(context)
        pages = [context.new_page() for context in contexts]
        for page in pages:
            page.clock.install()
            page.goto(f"{LINK}#fetch")
        yield pages
        for context in contexts:
            context.close()

    def test_see_who_took_over_a_box(self, two):
        anna, ben = two
        anna.get_by_role("button", name="Who fetches what").click()
        anna.get_by_label("Your name").fill("Anna")
        anna.get_by_role("button", name="I’ll fetch Seaside").click()
        expect(anna.locator("#p-boxes")).to_contain_text("Anna is fetching it")
        ben.clock.fast_forward(WITHIN)
        expect(ben.locator("[data-c=seaside-1e]")).to_have_text("Anna is fetching it")
        assert_for_everyone(anna)
        assert_fits(anna, TOO_SMALL)

    def test_both_at_once_lose_nothing(self, two):
        for page, name in zip(two, ("Anna", "Ben"), strict=True):
            page.get_by_role("button", name="Who fetches what").click()
            page.get_by_label("Your name").fill(name)
        anna, ben = two
        anna.get_by_role("button", name="I’ll fetch Seaside").click()
        ben.get_by_role("button", name="I’ll fetch Prosperity").click()
        for page in two:
            page.clock.fast_forward(WITHIN)
            expect(page.locator("#p-boxes")).to_contain_text("Anna is fetching it")
            expect(page.locator("#p-boxes")).to_contain_text("Ben is fetching it")

    def test_follow_a_swap_and_its_undo(self, two):
        anna, ben = two
        for page in two:
            page.evaluate("location.hash = '#kingdom'")
        anna.get_by_role("button", name="Swap Moat").click()
        expect(anna.get_by_role("button", name="Swap Moat")).to_have_count(0)
        ben.clock.fast_forward(WITHIN)
        expect(ben.get_by_role("button", name="Swap Moat")).to_have_count(0)
        ben.get_by_role("button", name="Undo").click()
        expect(ben.get_by_role("button", name="Swap Moat")).to_be_visible()
        anna.clock.fast_forward(WITHIN)
        expect(anna.get_by_role("button", name="Swap Moat")).to_be_visible()
        anna.get_by_role("button", name="Swap Moat").click()
        expect(anna.get_by_role("button", name="Swap Moat")).to_have_count(0)
        ben.clock.fast_forward(WITHIN)
        expect(ben.get_by_role("button", name="Swap Moat")).to_have_count(0)


def test_a_household_keeps_no_trail_of_changes_in_its_file(phone, press, database):
    press(phone, LINK, "/kingdom/change", link=LINK, do="swap:moat")
    store = Store(database)
    home = store._row("select household from mark")["household"]
    assert store.marks(home, kingdom_key(LINK)).values["moved"].startswith("/kingdom/")
    store.close()
    assert "moved" not in phone.get("/settings/file").text
