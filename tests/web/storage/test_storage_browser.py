"""Choosing how cards are stored in a real browser, without scripts and for everyone."""

import pytest
from playwright.sync_api import expect

from tests.thorough import some
from tests.web.browsing import SIDEWAYS, assert_for_everyone
from tests.web.furnished import LINK

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scripts", some([True, False]))
def test_cards_are_fetched_from_cases_and_ticked(phone, scripts):
    page = phone(("dominion-1e",), java_script_enabled=scripts)
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto("/shelf")
    page.get_by_role("link", name="How you store your cards").click()
    page.get_by_label("In your own cases").check()
    case = page.get_by_role("group", name="Case 1")
    case.get_by_label("Name of the case").fill("Red case")
    case.get_by_label("Cards that begin with").fill("A–M")
    assert page.evaluate(SIDEWAYS) <= 0
    if scripts:
        assert_for_everyone(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. Fetch lists will use this from now on.")).to_be_visible()
    page.goto(f"{LINK}#fetch")
    fetch = page.locator("#fetch")
    expect(fetch.get_by_role("heading", level=3)).to_have_text(["Red case", "Dominion"])
    fetch.get_by_role("checkbox", name="Cellar").check()
    if not scripts:
        fetch.get_by_role("button", name="Save ticks").click()
        expect(fetch.get_by_role("checkbox", name="Cellar")).to_be_checked()
    expect(fetch.locator(".box").first.locator("summary small b").first).to_have_text("1")
