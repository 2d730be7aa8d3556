"""The memory of the household in a real browser at 390 × 844."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from tests.thorough import some
from tests.web.browsing import Server, assert_fits, assert_for_everyone
from tests.web.furnished import LINK, TEN
from web.store import LoggedGame, Player, Rest, Store

pytestmark = pytest.mark.browser

NEW = f"/played/new?link={quote(LINK)}"
NEAR = 160
"""Pixels between the top of a field and its message, on a screen of 844."""
LONG = "Maximiliane-Wilhelmina Gräfin"


@pytest.fixture
def phones(phone):
    """Makes phones of a household with the first edition of Dominion."""
    tapped = {"has_touch": True, "is_mobile": True, "reduced_motion": "no-preference"}
    return partial(phone, ("dominion-1e",), **tapped)


class TestAGame:
    def test_is_noted_seen_counted_and_rests_without_scripts(self, phones):
        phone = phones(java_script_enabled=False)
        phone.goto(NEW)
        phone.get_by_label("Name of player 1").fill("Jana")
        phone.get_by_label("Name of player 2").fill("Petr")
        phone.get_by_label("won").first.check()
        phone.get_by_label("good").check()
        phone.get_by_role("button", name="Save this game").last.click()
        expect(phone.get_by_text("Saved: First Game.")).to_be_visible()
        expect(phone.get_by_text("· 2 players · Jana won")).to_be_visible()
        phone.get_by_role("button", name="No", exact=True).click()
        expect(phone.get_by_text("10 piles stay in their boxes")).to_be_visible()
        phone.get_by_role("link", name="Statistics").click()
        expect(phone.get_by_text("10 of 25 piles have been on the table.")).to_be_visible()
        phone.goto("/")
        expect(phone.get_by_text("10 piles are resting")).to_be_visible()
        phone.get_by_role("button", name="Draw ten piles").click()
        expect(phone).to_have_url(re.compile("/kingdom/"))
        assert not set(re.split("[/.?]", phone.url)) & set(TEN.split("."))
        phone.goto(NEW)
        expect(phone.locator("input[value=played]:checked")).to_have_count(2)

    def test_is_of_today_where_the_phone_is(self, phones):
        phone = phones(timezone_id="Pacific/Kiritimati")
        phone.goto(NEW)
        there = datetime.now(UTC).astimezone(timezone(timedelta(hours=14))).date()
        expect(phone.get_by_label("Date")).to_have_value(there.isoformat())

    def test_gets_likes_with_names_to_choose_from(self, phones):
        phone = phones()
        phone.goto("/people")
        phone.get_by_label("Someone new").fill("Jana")
        phone.get_by_role("button", name="Add").click()
        phone.evaluate("window.same = true")
        phone.get_by_role("button", name="Jana is here").click()
        expect(phone.get_by_role("button", name="Jana is here")).to_have_text("Away")
        assert phone.evaluate("window.same")
        phone.get_by_role("link", name="Jana").click()
        phone.get_by_label("Add a card").focus()
        expect(phone.locator("#names option").filter(has_text=re.compile("^Witch$"))).to_have_count(
            1
        )


@pytest.fixture(scope="module")
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=server.address, reduced_motion="reduce")
    context.add_cookies(server.key(("dominion-1e", "prosperity-1e")))
    store = Store(server.database)
    home = store._rows("select id from household order by rowid desc limit 1")[0]["id"]
    people = [store.add_person(home, name, here=True) for name in ("Jana", LONG, "Ota")]
    for place, taste in enumerate(("double", "half", "never")):
        store.keep_taste(home, people[0].id, ("moat", "kings-court", "witch")[place], taste)
    for number in range(8):
        day = (datetime.now(UTC).date() - timedelta(days=25 * number)).isoformat()
        players = tuple(Player(one.id, one.name, one.id % 3 == number % 3) for one in people)
        details = (3, number % 7 == 0, number % 6 or None, "A long note. " * 40, players)
        store.keep_game(home, LoggedGame(f"game-{number:05}", LINK, day, "", *details))
    store.keep_rest(home, Rest(True))
    store.close()
    context.person = people[0].id
    yield context
    context.close()


class TestPages:
    """All with something in them."""

    @pytest.mark.parametrize(
        "address",
        some(
            [
                *("/played", "/played/numbers", "/played?choose=1", "/people"),
                *("/played/game-00001", "/played/game-00001/change", "/people/{person}"),
            ],
            4,
        ),
    )
    def test_are_for_everyone_and_every_width(self, context, address):
        page = context.new_page()
        page.goto(address.format(person=context.person))
        page.evaluate("for (const el of document.querySelectorAll('main details')) el.open = true")
        assert_for_everyone(page)
        assert_fits(page)
        page.close()


def assert_told(field: Locator, message: str, typed: str) -> None:
    """A field is marked, keeps what was typed, and the message stands beside it, joined to it."""
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(message)
    expect(field).to_have_value(typed)
    fault = field.page.locator(f"[id='{field.get_attribute('aria-describedby')}']")
    expect(fault).to_be_visible()
    below = fault.bounding_box()["y"] - field.bounding_box()["y"]
    assert abs(below) < NEAR, f"{message} stands {below} pixels away"


class TestFaults:
    """Everything wrong is told at once, beside its field, without scripts."""

    def test_of_a_game_stand_beside_their_fields(self, phones):
        phone = phones(java_script_enabled=False)
        phone.goto(NEW)
        person, note, name = "x" * 31, "y" * 601, "z" * 61
        phone.get_by_label("Name of player 1").fill(person)
        phone.get_by_label("won").first.check()
        phone.get_by_label("It was a tie").check()
        phone.get_by_label("Date").fill("2008-01-01")
        phone.get_by_label("Note").fill(note)
        phone.get_by_label("Name of the kingdom").fill(name)
        phone.get_by_label("good").check()
        phone.get_by_role("button", name="Save this game").last.click()
        first = phone.get_by_label("Name of player 1")
        assert_told(first, "A name can have up to 30 characters.", person)
        day = "What day was it? It can’t be before October 2008 or after today."
        assert_told(phone.get_by_label("Date"), day, "2008-01-01")
        assert_told(phone.get_by_label("Note"), "A note can have up to 600 characters.", note)
        kingdom = phone.get_by_label("Name of the kingdom")
        assert_told(kingdom, "A name can have up to 60 characters.", name)
        tie = phone.get_by_label("It was a tie")
        alone = "A tie has more than one winner. Mark everyone who tied, or nobody."
        expect(tie).to_have_accessible_description(alone)
        expect(tie).to_be_checked()
        expect(phone.get_by_label("good")).to_be_checked()

    def test_of_names_and_codes_stand_beside_their_fields(self, phones):
        phone = phones(java_script_enabled=False)
        pages = {
            ("/people", "Someone new", "Add"): ("x" * 31, "A name can have up to 30 characters."),
            ("/settings", "Friends see it when they add your boxes", "Save"): (
                "x" * 41,
                "This name has 41 characters; the limit is 40. Choose a shorter one.",
            ),
            ("/join", "Code", "Open"): (
                "4F7K",
                "The code should have 16 characters. Check what you typed.",
            ),
            ("/shelf/friend", "Shelf code", "Open"): (
                "4F7",
                "A shelf code has 6 characters, such as 4F7K 2Q. Check what you typed.",
            ),
        }
        for (page, label, button), (typed, message) in pages.items():
            phone.goto(page)
            phone.get_by_label(label).fill(typed)
            phone.get_by_role("button", name=button, exact=True).click()
            assert_told(phone.get_by_label(label), message, typed)
