"""Who fetches which box: two phones agree on it, by forms alone and at once."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browsing import assert_fits, assert_for_everyone
from tests.web.kingdom.test_kingdom_browser import TOO_SMALL
from web.links.kingdom_link import kingdom_key
from web.store import Store

TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.bank.lighthouse"
LINK = f"/kingdom/{TEN}?players=2&boxes=dominion-1e.seaside-1e.prosperity-1e&colony=no&shelters=no"
BOXES = ("dominion-1e", "seaside-1e", "prosperity-1e")
WITHIN = 3_000
"""Milliseconds in which a home sees what another one did."""


@pytest.fixture
def home(at_home):
    return at_home(BOXES)


def fetchers(home, **fields):
    return home.get("/fetchers", query_string={"link": LINK, **fields})


@pytest.fixture
def code(home, press):
    share = press(home, LINK, "/share", link=LINK)
    code = re.search(r"/share/(\w+)", share.location)[1]
    press(home, share.location, f"/share/{code}/friends", tick="yes")
    return code


class TestTakingABox:
    def take(self, home, press, **fields):
        return press(
            home, f"/fetchers?link={LINK.replace('&', '%26')}", "/fetchers", link=LINK, **fields
        )

    def test_shows_the_name_on_the_fetch_list(self, home, press):
        answer = self.take(home, press, who="Anna", take="seaside-1e")
        assert "Anna is fetching it" in home.get(answer.location).text
        assert 'data-c="seaside-1e">Anna is fetching it</em>' in home.get(LINK).text
        assert 'data-c="dominion-1e"></em>' in home.get(LINK).text

    def test_needs_a_name(self, home, press):
        answer = self.take(home, press, who=" ", take="seaside-1e")
        assert answer.status_code == 422
        assert "Enter your name first." in answer.text
        assert self.take(home, press, who="A" * 31, take="seaside-1e").status_code == 422

    def test_gives_it_back(self, home, press):
        self.take(home, press, who="Anna", take="seaside-1e")
        self.take(home, press, who="", free="seaside-1e:Anna")
        assert "Anna" not in home.get(LINK).text

    def test_first_come_first_served(self, home, press):
        self.take(home, press, who="Anna", take="seaside-1e")
        answer = self.take(home, press, who="Ben", take="seaside-1e")
        page = home.get(answer.location).text
        assert "Anna is already fetching Seaside" in page
        assert 'class="said bad"' in page
        self.take(home, press, who="Ben", free="seaside-1e:Carl")
        assert "Anna is fetching it" in home.get(LINK).text

    @pytest.mark.parametrize("fields", [{"take": "no-box"}, {"free": ":::"}, {"free": "x"}, {}])
    def test_that_is_none_changes_nothing(self, home, press, fields):
        assert self.take(home, press, who="Anna", **fields).status_code == 303
        assert "Anna" not in home.get(LINK).text

    def test_survives_in_a_saved_file(self, home, press):
        self.take(home, press, who="Anna", take="seaside-1e")
        saved = home.get("/settings/file")
        assert "Anna" in saved.text


class TestFriends:
    def test_take_boxes_where_they_may_tick(self, app, home, press, code):
        friend = app.test_client()
        page = friend.get(f"/k/{code}")
        assert f"/k/{code}/fetchers" in page.text
        press(friend, f"/k/{code}/fetchers", f"/k/{code}/fetchers", who="Ben", take="prosperity-1e")
        assert "Ben is fetching it" in home.get(LINK).text
        assert "Ben is fetching it" in friend.get(f"/k/{code}").text

    def test_do_not_where_they_may_not(self, app, home, press, code):
        press(home, f"/share/{code}", f"/share/{code}/friends", tick="no")
        friend = app.test_client()
        assert friend.get(f"/k/{code}/fetchers").status_code == 403
        assert "/fetchers" not in friend.get(f"/k/{code}").text
        assert friend.get("/k/000000/fetchers").status_code == 404


@pytest.mark.browser
class TestTwoPhones:
    @pytest.fixture
    def two(self, phone):
        """Two phones of one household on the same kingdom."""
        anna, ben = phone(BOXES), phone()
        ben.context.add_cookies(anna.context.cookies())
        for page in (anna, ben):
            page.clock.install()
            page.goto(f"{LINK}#fetch")
        return anna, ben

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


def test_a_household_keeps_no_trail_of_changes_in_its_file(home, press, database):
    press(home, LINK, "/kingdom/change", link=LINK, do="swap:moat")
    store = Store(database)
    id_ = store._row("select household from mark")["household"]
    assert store.marks(id_, kingdom_key(LINK)).values["moved"].startswith("/kingdom/")
    store.close()
    assert "moved" not in home.get("/settings/file").text
