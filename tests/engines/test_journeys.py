"""The evening in WebKit and Firefox: from the first shelf to the second kingdom."""

from __future__ import annotations

import pytest

from tests.thorough import THOROUGH

WEBKIT = pytest.param("webkit", marks=pytest.mark.webkit)
FIREFOX = pytest.param("firefox", marks=pytest.mark.firefox)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.parametrize("phone", [WEBKIT, FIREFOX][: 1 + THOROUGH], indirect=True),
]

TWO_BOXES = (
    "/kingdom/cellar.market.bank.mine.moat.remodel.smithy.village.woodcutter.workshop"
    "?players=2&boxes=dominion-1e.prosperity-1e&colony=no&colony_card=bank"
)
NAMES = """
  return [...document.querySelectorAll('.roll:not(.extra) .name')].map((el) => el.textContent)
"""
TEN = f"const names = (() => {{{NAMES}}})(); return names.length === 10 && names"


def test_the_evening_from_the_shelf_to_the_next_kingdom(phone):
    phone.open("/")
    assert phone.run("return innerWidth") <= phone.width
    phone.tap("#dominion-1e")
    phone.tap("button", "Draw ten piles")
    first = phone.until(TEN)

    phone.tap(".pile:nth-child(1) .lock")
    phone.see(".kept", first[0])
    phone.tap(".pile:nth-child(3) [name=swap]")
    phone.until(
        "return ![...document.querySelectorAll('.roll .name')].some("
        "(el) => el.textContent === arguments[0])",
        first[2],
    )
    swapped = phone.url()
    phone.tap(".again", "keep 1")
    phone.until("return location.href !== arguments[0]", swapped)
    assert first[0] in phone.until(TEN)

    phone.tap(".tabs a", "Fetch")
    phone.tap("#fetch .box label")
    phone.until("return document.querySelector('[data-of=fetch] b').textContent === '1'")
    phone.tap(".tabs a", "Table")
    phone.see("#table .table")
    phone.tap(".tabs a", "Start")
    phone.see("#start")
    assert phone.run("return document.querySelectorAll('.tabs [aria-current=step]').length") == 1

    phone.tap("a", "Log the game")
    phone.type("[name='new-0-name'], [name='new.0.name']", "Jana")
    phone.type("[name='new-1-name'], [name='new.1.name']", "Petr")
    phone.tap(".dock button", "Save this game")
    phone.until("return location.pathname === '/played'")
    before = phone.url()
    phone.open("/")
    phone.tap("button", "Draw ten piles")
    phone.until("return location.href !== arguments[0] && location.pathname.length > 40", before)
    assert len(phone.until(TEN)) == 10


def test_anna_fetches_a_box_and_undo_takes_a_swap_back(phone):
    phone.open("/")
    phone.tap("#dominion-1e")
    phone.see("#dominion-1e[aria-pressed=true]")
    phone.open(TWO_BOXES)
    phone.tap(".tabs a", "Fetch")
    phone.tap("button", "Who fetches what")
    phone.type("[name=who]", "Anna")
    phone.tap("[name=take][value='prosperity-1e']")
    phone.see("#p-boxes", "Anna is fetching it")
    phone.back()
    phone.see("[data-c=prosperity-1e]", "Anna is fetching it")
    phone.tap(".tabs a", "Kingdom")
    phone.tap("[name=swap][value=moat]")
    phone.until("return !document.querySelector('[name=swap][value=moat]')")
    phone.tap("[value=undo]")
    phone.see("[name=swap][value=moat]")


def test_going_back_and_drawing_again_deals_another_kingdom(phone):
    phone.open("/")
    phone.tap("#dominion-1e")
    phone.tap("button", "Draw ten piles")
    first = phone.until(TEN)
    phone.back()
    phone.tap("button", "Draw ten piles")
    phone.until("return location.pathname.startsWith('/kingdom/')")
    assert phone.until(TEN) != first


def test_a_tap_on_text_closes_the_menu(phone):
    phone.open("/about")
    phone.tap(".menu > summary")
    phone.see(".menu nav")
    phone.run("document.elementFromPoint(20, 500).click()")
    phone.until("return !document.querySelector('.menu[open]')")


def test_wrong_names_have_wavy_lines(phone):
    phone.open("/own")
    phone.type("#names", "Mooat, Witch, ")
    phone.see(".under u")
    assert phone.style(".under u", "text-decoration-style") == "wavy"
