"""Back and Forward of the browser: each leads where one was, as one left it, and stays there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

BOXES = ("dominion-1e", "prosperity-1e")
TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"/kingdom/{TEN}?players=2&boxes=dominion-1e"
NEWS = 3_000
"""Milliseconds after which a page has asked for news at least once."""


@pytest.fixture
def page(phone) -> Page:
    page = phone(BOXES, "/")
    page.clock.install()
    return page


def names(page: Page) -> list[str]:
    return page.locator(".roll:not(.extra) .name").all_inner_texts()


def heading(page: Page, text: str) -> None:
    expect(page.locator("h1")).to_have_text(text)


def draw(page: Page) -> list[str]:
    page.get_by_role("button", name="Draw ten piles").click()
    page.wait_for_url("**/kingdom/**")
    return names(page)


def tap(page: Page, selector: str) -> None:
    """A tap that does not scroll to what is tapped, unlike playwright's."""
    page.locator(selector).first.evaluate("el => el.click()")


def test_a_draw_and_its_changes_are_gone_through_one_by_one(page):
    first = draw(page)
    page.locator("[name=swap]").nth(2).click()
    expect(page.locator(".came")).to_have_count(1)
    swapped = names(page)
    page.locator(".lock").nth(0).click()
    expect(page.locator(".kept")).to_have_count(1)
    page.go_back()
    expect(page.locator(".kept")).to_have_count(0)
    assert sorted(names(page)) == sorted(swapped)
    page.go_back()
    expect(page.get_by_role("button", name=f"Swap {first[2]}", exact=True)).to_be_visible()
    page.clock.fast_forward(NEWS)
    page.wait_for_timeout(300)
    assert names(page) == first, "nothing leads on from a kingdom one went back to"
    page.go_forward()
    expect(page.get_by_role("button", name=f"Swap {first[2]}", exact=True)).to_have_count(0)
    page.go_back()
    page.go_back()
    heading(page, "What are you playing tonight?")
    page.go_forward()
    expect(page.get_by_role("button", name=f"Swap {first[2]}", exact=True)).to_be_visible()


def test_a_change_after_going_back_is_made_to_what_is_shown(page):
    first = draw(page)
    page.locator("[name=swap]").nth(2).click()
    expect(page.locator(".came")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("button", name=f"Swap {first[2]}", exact=True)).to_be_visible()
    page.clock.fast_forward(NEWS)
    page.wait_for_timeout(300)
    page.locator("[name=swap]").nth(5).click()
    expect(page.get_by_role("button", name=f"Swap {first[5]}", exact=True)).to_have_count(0)
    assert set(first) - {first[5]} <= set(names(page))


def test_the_four_steps_are_gone_through_one_by_one(page):
    draw(page)
    steps = ("fetch", "table", "start")
    for step in steps:
        tap(page, f".tabs [href='#{step}']")
        expect(page.locator(f"#{step}")).to_be_visible()
    for step in (*steps[-2::-1], "kingdom"):
        page.go_back()
        expect(page.locator(f"#{step}")).to_be_visible()
        expect(page.locator(".tabs [aria-current=step]")).to_have_attribute("href", f"#{step}")
    for step in steps:
        page.go_forward()
        expect(page.locator(f"#{step}")).to_be_visible()


@pytest.mark.parametrize("how", ["Close", "back"])
def test_share_is_left_for_good(page, how):
    page.goto(f"{LINK}#fetch")
    page.set_viewport_size({"width": 390, "height": 400})
    page.evaluate("scrollTo(0, 200)")
    page.wait_for_timeout(50)
    tap(page, "[action='/share'] button")
    expect(page.locator(".share")).to_be_visible()
    if how == "Close":
        page.get_by_role("link", name="Close").click()
    else:
        page.go_back()
    expect(page.locator("#fetch")).to_be_visible()
    page.wait_for_function("() => scrollY === 200")
    page.go_back()
    heading(page, "What are you playing tonight?")


def test_a_card_and_what_may_stand_in_its_place_are_left_for_good(page):
    page.goto(LINK)
    page.get_by_text("Moat", exact=True).first.click()
    page.get_by_role("link", name="What it does").locator("visible=true").click()
    heading(page, "Moat")
    page.get_by_role("link", name="Close").click()
    expect(page.locator("#kingdom")).to_be_visible()
    if not page.locator("#kingdom details[open] .buttons").count():
        page.get_by_text("Moat", exact=True).first.click()
    page.get_by_role("button", name="Choose instead…").locator("visible=true").click()
    heading(page, "Instead of Moat")
    page.get_by_label("Find by name").fill("wi")
    expect(page.locator(".choices li")).to_have_count(1)
    page.get_by_role("link", name="Close").click()
    expect(page.locator("#kingdom")).to_be_visible()
    page.go_back()
    heading(page, "What are you playing tonight?")


def test_wishes_are_one_page_however_much_is_tapped(page):
    page.goto("/wishes")
    for _tap in range(2):
        with page.expect_response("**/wishes"):
            page.locator(".stepper button:not([disabled])").nth(3).click()
    page.get_by_role("button", name="Clear all").first.click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.go_back()
    heading(page, "What are you playing tonight?")
    page.go_forward()
    heading(page, "Wishes")
    expect(page.locator(".stepper output.set")).to_have_count(0)


def test_a_text_is_found_as_it_was_typed_and_as_it_was_fixed(page):
    page.goto("/own")
    page.locator("#names").press_sequentially("Moat, Smity, ")
    expect(page).to_have_url(re.compile("Smity"))
    page.locator("#problems button").first.click()
    expect(page.locator("#names")).to_have_value(re.compile("Smithy"))
    expect(page).to_have_url(re.compile("Smithy"))
    page.go_back()
    expect(page.locator("#names")).to_have_value(re.compile("Smity"))
    page.go_back()
    heading(page, "What are you playing tonight?")


def test_rooms_are_one_page_each(page):
    page.goto("/veto/new")
    page.get_by_role("button", name="Draw the piles").click()
    page.get_by_role("button", name="Take a seat").click()
    page.locator(".cards label").nth(1).click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("1 of 2 ready").first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name=re.compile("Draw the piles|Go on"))).to_be_visible()
    page.go_forward()
    expect(page.get_by_text("1 of 2 ready").first).to_be_visible()


def test_a_score_is_one_page(page):
    page.goto(f"{LINK}#start")
    page.locator("#start").get_by_role("link", name="Score").click()
    page.locator(".dock button, main button.main").last.click()
    expect(page.locator("#counts")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(".count button").last.click()
        page.clock.fast_forward(NEWS)
    page.go_back()
    expect(page.locator("#counts")).to_have_count(0)
    page.go_back()
    expect(page.locator("#start")).to_be_visible()


def test_a_game_is_logged_once_though_one_goes_back(page):
    page.goto(f"{LINK}#start")
    page.locator("#start").get_by_role("link", name="Log the game").click()
    page.locator("[name='new.0.name']").fill("Jana")
    page.get_by_role("button", name="Save this game").last.click()
    expect(page).to_have_url(re.compile("/played"))
    page.go_back()
    page.get_by_role("button", name="Save this game").last.click()
    expect(page.get_by_text("Is this the same game?")).to_be_visible()


def test_a_search_is_found_again(page):
    page.goto("/published")
    page.locator("[type=search]").press_sequentially("first")
    expect(page.locator(".kingdoms li")).to_have_count(1)
    page.locator(".kingdoms a").first.click()
    page.wait_for_url("**/kingdom/**")
    page.go_back()
    expect(page.locator("[type=search]")).to_have_value("first")
    expect(page.locator(".kingdoms li")).to_have_count(1)
    page.go_back()
    heading(page, "What are you playing tonight?")


def test_whoever_fetches_a_box_goes_back_to_the_list(page):
    two = LINK.replace("cellar", "bank").replace("dominion-1e", "dominion-1e.prosperity-1e")
    page.goto(f"{two}#fetch")
    page.get_by_role("button", name="Who fetches what").click()
    page.get_by_label("Your name").fill("Anna")
    page.locator("#p-boxes button").first.click()
    expect(page.locator("#p-boxes")).to_contain_text("Anna is fetching it")
    page.go_back()
    expect(page.locator("#fetch")).to_contain_text("Anna is fetching it")


def test_a_hint_that_is_put_away_stays_away(page):
    page.goto("/shelf")
    got_it = page.get_by_role("button", name="Got it")
    got_it.click()
    expect(got_it).to_be_disabled()  # it stays until the next page, so that nothing moves
    page.go_back()
    heading(page, "What are you playing tonight?")
    page.go_forward()
    heading(page, "Your shelf")
    expect(got_it).to_have_count(0)


def test_a_shelf_is_found_where_one_left_it(page):
    page.goto("/shelf")
    page.evaluate("scrollTo(0, 500)")
    tap(page, "#seaside-2e")
    expect(page.locator("#seaside-2e")).to_have_attribute("aria-pressed", "true")
    place = page.evaluate("scrollY")
    page.go_back()
    heading(page, "What are you playing tonight?")
    page.go_forward()
    expect(page.locator("#seaside-2e")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("y => Math.abs(scrollY - y) < 40", arg=place)


def test_a_language_holds_for_the_pages_before(page):
    page.goto("/about")
    page.goto("/settings")
    page.get_by_role("button", name="Deutsch").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.go_back()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_a_night_is_planned_once(page):
    page.goto("/night")
    page.locator(".dock button, main button.main").last.click()
    expect(page).to_have_url(re.compile("/night/[0-9a-f]+$"))
    address = page.url
    page.go_back()
    expect(page).to_have_url(re.compile("/night$"))
    page.go_forward()
    expect(page).to_have_url(address)
