"""Published kingdoms and a whole night in a real browser, on a phone and without scripts."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browsing import SCREEN, assert_fits, assert_for_everyone

pytestmark = pytest.mark.browser

SHELF = ("dominion-1e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages", "promo-black-market")


class TestPublished:
    def test_from_the_front_page_to_a_surprise_without_scripts(self, phone):
        page = phone(SHELF, "/", java_script_enabled=False)
        page.get_by_role("link", name=re.compile("A published kingdom")).click()
        expect(page.get_by_role("heading", name="32 kingdoms")).to_be_visible()
        page.get_by_role("searchbox").fill("hausierer")
        page.get_by_role("button", name="Search").click()
        rows = page.locator(".kingdoms li")
        assert 0 < rows.count() < 25
        page.get_by_role("button", name="Surprise me").click()
        expect(page.locator(".roll").first).to_contain_text("Peddler")

    def test_one_box_short_leads_to_what_the_box_would_add(self, phone):
        page = phone(SHELF, "/published")
        page.get_by_role("link", name=re.compile("One box short")).click()
        first = page.locator(".adds a").first
        more = re.search("([0-9]+) more", first.inner_text())[1]
        first.click()
        expect(page.get_by_role("heading", name=f"{more} kingdoms")).to_be_visible()


class TestNight:
    def test_three_games_are_planned_fetched_and_ticked_without_scripts(self, phone):
        page = phone(SHELF, "/", java_script_enabled=False)
        page.get_by_role("link", name=re.compile("Plan a whole night")).click()
        page.get_by_role("button", name="Plan the night").click()
        rows = page.locator(".kingdoms li")
        expect(rows).to_have_count(3)
        names = rows.locator(".name").all_inner_texts()
        with page.expect_navigation():
            page.get_by_role("button", name=f"Redraw this one: {names[1]}").click()
        after = page.locator(".kingdoms li .name").all_inner_texts()
        assert (after[0], after[2]) == (names[0], names[2])
        page.go_back()
        assert page.locator(".kingdoms li .name").all_inner_texts() == names
        page.get_by_role("link", name="Fetch for the whole night").click()
        page.get_by_role("checkbox", name=re.compile("^Copper")).check()
        page.locator("#fetch").get_by_role("button", name="Save ticks").click()
        expect(page.get_by_role("checkbox", name=re.compile("^Copper"))).to_be_checked()
        expect(page.locator(".tally[data-of=fetch]")).to_contain_text("1 of")
        page.get_by_role("link", name="Put away").click()
        expect(page.get_by_role("checkbox", name=re.compile("^Copper"))).not_to_be_checked()

    def test_its_pages_keep_nobody_out_and_ticks_are_kept(self, phone):
        page = phone(SHELF, "/night")
        page.locator("label", has_text="2").first.click()
        page.get_by_role("button", name="Plan the night").click()
        page.wait_for_url("**/night/*")
        night = page.url
        assert_for_everyone(page)
        assert_fits(page)
        page.set_viewport_size(SCREEN)
        page.goto(f"{night}/fetch")
        assert_for_everyone(page)
        with page.expect_response("**/marks"):
            page.get_by_role("checkbox", name=re.compile("^Copper")).check()
        expect(page.locator(".tally[data-of=fetch]")).to_contain_text("1 of")
        page.reload()
        expect(page.get_by_role("checkbox", name=re.compile("^Copper"))).to_be_checked()
