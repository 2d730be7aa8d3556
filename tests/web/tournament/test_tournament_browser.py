"""A tournament in a real browser: the organiser's phone and two at the tables."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.veto.test_rooms_browser import check, look

pytestmark = pytest.mark.browser

NAMES = "Anežka\nBo\nCyril\nDita\nEva\nMaximilian von Hohenstein-Sig"


def fill(page, *points):
    for place, number in enumerate(points):
        page.get_by_label("Victory points").nth(place).fill(str(number))
        page.get_by_label("Turns").nth(place).fill("15")
    page.get_by_role("button", name="Check the result").click()


def test_from_names_to_the_first_standings(phone):
    host, petr, eva = phone(("dominion-1e", "alchemy")), phone(), phone()
    host.goto("/tournament/new")
    host.get_by_label("Who’s playing?").fill(NAMES)
    host.get_by_role("button", name="Seat everyone").click()
    expect(host.locator(".stage")).to_contain_text("Everyone has a seat.")
    check(host)
    host.get_by_text("Show the code").click()
    code = host.locator(".the-code").inner_text()
    petr.goto(f"/t/{code.replace(' ', '').lower()}")
    expect(petr.get_by_text("The first round hasn’t been announced yet.")).to_be_visible()

    host.get_by_role("link", name="Round 1").last.click()
    host.get_by_role("button", name="Draw", exact=True).first.click()
    expect(host.get_by_text("A kingdom has been chosen.")).to_be_visible()
    host.get_by_role("button", name="Announce round 1").click()
    expect(host.get_by_text("Results are in from 0 of 2 tables.")).to_be_visible()

    # The phone at the table sees it by itself, and enters its result.
    look(petr)
    expect(petr.get_by_role("heading", name="Round 1")).to_be_visible()
    eva.goto(petr.url)
    for page in (petr, eva):
        page.get_by_role("link", name="Enter the result of table 1").click()
    fill(petr, 30, "", -2)
    expect(
        petr.get_by_text(re.compile("Enter the victory points|How many victory"))
    ).to_be_visible()
    check(petr)
    fill(petr, 30, 12, -2)
    expect(petr.get_by_role("heading", name="Is this right?")).to_be_visible()
    petr.get_by_role("button", name="Save this result").click()
    expect(petr.get_by_text("Round 1, table 1: saved.").first).to_be_visible()

    # The other phone at this table is told.
    fill(eva, 31, 12, -2)
    eva.get_by_role("button", name="Save this result").click()
    expect(
        eva.get_by_text("Another phone entered a result for this table first.").first
    ).to_be_visible()
    assert eva.get_by_label("Victory points").first.input_value() == "31"

    look(host)
    expect(host.get_by_text("Results are in from 1 of 2 tables.").first).to_be_visible()
    petr.get_by_role("link", name="Enter the result of table 2").click()
    fill(petr, 20, 20, 20)
    petr.get_by_role("button", name="Save this result").click()
    look(host)
    expect(host.get_by_text("All results are in.").first).to_be_visible()
    petr.get_by_role("link", name="Standings").click()
    expect(petr.get_by_role("heading", name="After 1 round")).to_be_visible()
    check(petr)


def test_without_scripts_every_fault_of_a_result_stands_beside_its_player(phone):
    host = phone(("dominion-1e", "alchemy"), java_script_enabled=False)
    host.goto("/tournament/new")
    host.get_by_label("Who’s playing?").fill("Ada\nBo\nada")
    host.get_by_label("Tournament name").fill("x" * 50)
    host.get_by_role("button", name="Seat everyone").click()
    names = host.get_by_label("Who’s playing?")
    expect(names).to_have_accessible_description(re.compile("That’s 3 names.*Twice in the list"))
    expect(names).to_have_value("Ada\nBo\nada")
    name = host.get_by_label("Tournament name")
    expect(name).to_have_accessible_description(re.compile("up to 40 characters"))
    expect(name).to_have_value("x" * 50)

    names.fill(NAMES)
    name.fill("Cup")
    host.get_by_role("button", name="Seat everyone").click()
    for _try in range(60):
        if host.get_by_text("Everyone has a seat.").count():
            break
        host.wait_for_timeout(500)
        host.reload()
    host.get_by_role("link", name="Round 1").last.click()
    host.get_by_role("button", name="Use it").click()
    link = host.get_by_label("Or a kingdom’s link or code")
    expect(link).to_have_accessible_description(re.compile("isn’t a kingdom’s link or code"))
    host.get_by_role("button", name="Draw", exact=True).first.click()
    host.get_by_role("button", name="Announce round 1").click()

    host.get_by_role("link", name="Enter the result of table 1").click()
    points, turns = host.get_by_label("Victory points"), host.get_by_label("Turns")
    turns.nth(0).fill("soon")
    points.nth(1).fill("12")
    host.get_by_role("button", name="Check the result").click()
    players = host.locator(".scores fieldset")
    expect(players.nth(0)).to_contain_text("How many victory points does")
    expect(players.nth(0)).to_contain_text("enter a whole number from 1 to 999")
    expect(players.nth(1)).to_contain_text("How many turns did")
    expect(players.nth(2)).to_contain_text("’s victory points and turns.")
    expect(turns.nth(0)).to_have_value("soon")
    expect(points.nth(1)).to_have_value("12")
    expect(points.nth(1)).not_to_have_attribute("aria-invalid", "true")
    for field in (points.nth(0), turns.nth(0), turns.nth(1), points.nth(2), turns.nth(2)):
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile("."))
