"""Importing boxes in a real browser, without scripts and for everyone."""

import pytest
from playwright.sync_api import expect

from tests.thorough import some
from tests.web.browsing import SIDEWAYS, assert_for_everyone

pytestmark = pytest.mark.browser

EXPORT = (
    "objectname,objectid,own,yearpublished\n"
    "Dominion,36218,1,2008\n"
    "Dominion: Dark Ages,125403,1,2012\n"
    '"Dominion: Intrigue",40834,1,2009\n'
    "Catan,13,1,1995\n"
)


@pytest.mark.parametrize("scripts", some([True, False]))
def test_a_newcomer_brings_an_export_and_has_a_shelf(browser, live_server, tmp_path, scripts):
    file = tmp_path / "collection.csv"
    file.write_text(EXPORT, encoding="utf-8")
    viewport = {"width": 320, "height": 700}
    context = browser.new_context(
        base_url=live_server, viewport=viewport, java_script_enabled=scripts
    )
    page = context.new_page()
    page.goto("/shelf")
    page.get_by_role("link", name="Import your boxes").first.click()
    page.get_by_label("A file from BoardGameGeek or another app").set_input_files(file)
    page.get_by_role("button", name="Show the boxes in it").click()
    expect(page.get_by_role("checkbox")).to_be_checked()
    expect(page.get_by_text("1 other game in the list was left out.")).to_be_visible()
    page.get_by_label("Dominion (2008)").select_option(label="Dominion 2nd")
    assert page.evaluate(SIDEWAYS) <= 0
    if scripts:
        assert_for_everyone(page)
    page.get_by_role("button", name="Add these boxes").click()
    expect(page.get_by_text("3 boxes added.")).to_be_visible()
    for box in ("dominion-2e", "dark-ages", "intrigue-1e"):
        expect(page.locator(f"#{box}")).to_have_attribute("aria-pressed", "true")
    context.close()
