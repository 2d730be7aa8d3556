"""Two tables in a real browser: on a phone without scripts, and for everyone at every size."""

import re

import pytest
from playwright.sync_api import expect

from tests.thorough import some
from tests.web.browsing import SCREEN, assert_fits, assert_for_everyone

pytestmark = pytest.mark.browser

SHELF = ("dominion-2e", "base-cards", "seaside-2e", "empires", "nocturne")


def draw(page):
    """Tap until two kingdoms fit side by side: chance does not find them every time."""
    for _tap in range(5):
        page.get_by_role("button", name="Draw two kingdoms").click()
        page.wait_for_load_state()
        if not page.get_by_role("button", name="Draw two kingdoms").is_visible():
            return


def test_eight_are_seated_at_two_tables_and_fetch_without_scripts(phone):
    page = phone(SHELF, "/", java_script_enabled=False)
    page.get_by_role("link", name=re.compile("Two tables tonight")).click()
    page.locator(".segments label", has_text="8").click()
    draw(page)
    names = page.locator(".kingdoms .name").all_inner_texts()
    assert len(names) == 2
    page.get_by_role("button", name="Pick for us").click()
    expect(page.locator(".seats").first).to_contain_text("Player")
    page.get_by_role("button", name=f"Redraw this one: {names[1]}").click()
    after = page.locator(".kingdoms .name").all_inner_texts()
    assert after[0] == names[0]
    page.get_by_role("link", name="Fetch for both tables").click()
    copper = page.get_by_role("checkbox", name=re.compile("^Copper")).first
    expect(copper).to_have_accessible_name(re.compile("table 1: 60 table 2: –"))
    copper.check()
    page.locator("#fetch").get_by_role("button", name="Save ticks").click()
    expect(page.get_by_role("checkbox", name=re.compile("^Copper")).first).to_be_checked()
    page.get_by_role("link", name="Close").click()
    page.locator(".kingdoms a").first.click()
    expect(page.locator(".roll").first).to_be_visible()


@pytest.mark.parametrize("scheme", some(["light", "dark"]))
def test_its_pages_keep_nobody_out(phone, scheme):
    page = phone(SHELF, "/two-tables", color_scheme=scheme)
    assert_for_everyone(page)
    assert_fits(page)
    page.set_viewport_size(SCREEN)
    draw(page)
    page.wait_for_url("**/two-tables/*")
    tables = page.url
    page.get_by_role("button", name="Pick for us").click()
    expect(page.locator(".seats").first).to_be_visible()
    assert_for_everyone(page)
    assert_fits(page)
    page.set_viewport_size(SCREEN)
    page.goto(f"{tables}/fetch")
    assert_for_everyone(page)
    assert_fits(page)


def test_ticks_are_kept_by_the_script(phone):
    page = phone(SHELF, "/two-tables")
    page.get_by_role("button", name="Draw two kingdoms").click()
    page.wait_for_url("**/two-tables/*")
    page.get_by_role("link", name="Fetch for both tables").click()
    page.wait_for_url("**/fetch")
    with page.expect_response("**/marks"):
        page.get_by_role("checkbox", name=re.compile("^Copper")).first.check()
    page.reload()
    expect(page.get_by_role("checkbox", name=re.compile("^Copper")).first).to_be_checked()
