"""Points counted on phones: three at once, one without scripts, and few taps on a single one."""

import pytest
from playwright.sync_api import expect

from tests.web.score.test_score import LINK, NAMES
from tests.web.veto.test_rooms_browser import check, look
from web.store import Store

pytestmark = pytest.mark.browser

MOST_TAPS = 25
ENDING = {
    "Ann": {"Province": 5, "Estate": 2},
    "Bob": {"Province": 4, "Duchy": 2, "Estate": 3},
    "Cat": {"Province": 3, "Duchy": 3, "Curse": 1},
}


def begin(page):
    """From Start to the columns."""
    page.goto(f"{LINK}#start")
    page.get_by_role("link", name="Score", exact=True).click()
    for place, name in enumerate(NAMES, 1):
        page.get_by_label(f"Name of player {place}").fill(name)
    page.get_by_role("button", name="Count the points").click()


def enter(page, name):
    for card, number in ENDING[name].items():
        page.get_by_label(f"{card}, {name}", exact=True).fill(str(number))


class TestThreePhones:
    def test_each_counts_alone_and_all_see_the_result(self, phone):
        host, bob, cat = phone(("dominion-1e",)), phone(), phone()
        begin(host)
        expect(host.get_by_label("Province, Bob", exact=True)).to_be_visible()
        check(host)
        host.get_by_text("Count on several phones").click()
        code = host.locator(".the-code").inner_text()
        bob.goto("/k")
        bob.get_by_label("A friend’s code").fill(code.lower())
        bob.get_by_role("button", name="Open").click()
        expect(bob.get_by_text("Who are you?")).to_be_visible()
        check(bob)
        bob.get_by_role("button", name="That’s me: Bob").click()
        cat.goto(bob.url)
        cat.get_by_role("button", name="That’s me: Cat").click()
        look(host)
        expect(host.get_by_label("Province, Bob", exact=True)).to_have_count(0)

        enter(bob, "Bob")
        expect(bob.locator("#p-totals .points")).to_have_text("33")
        check(bob)
        expect(host.locator("#p-others .away .points").first).to_have_text("33")
        enter(host, "Ann")
        host.get_by_role("button", name="Estate, Ann: fewer").click()
        host.get_by_role("button", name="Estate, Ann: more").click()
        expect(host.locator("#p-totals .points")).to_have_text("32")
        host.get_by_role("button", name="Show the result").click()
        expect(host.get_by_text("Not done yet: Bob and Cat.")).to_be_visible()
        bob.get_by_role("button", name="Done").click()
        look(host)
        expect(host.get_by_text("Not done yet: Cat.").first).to_be_visible()
        enter(cat, "Cat")
        cat.get_by_role("button", name="Done").click()
        for page in (host, bob, cat):
            look(page)
            expect(page.get_by_role("heading", name="Bob wins!")).to_be_visible()
            expect(page.locator(".places .points")).to_have_text(["33", "32", "26"])
        check(host)
        assert bob.get_by_role("button", name="Log this game").count() == 0


class TestOnePhone:
    def test_an_ordinary_game_takes_few_taps(self, phone, server):
        page = phone(("dominion-1e",))
        page.goto(LINK)
        store = Store(server.database)
        home = store._row("select id from household order by rowid desc limit 1")["id"]
        for name in NAMES:
            store.add_person(home, name, here=True)
        store.close()
        page.goto(f"{LINK}#start")
        taps = 0

        def tap(place):
            nonlocal taps
            place.click()
            taps += 1

        tap(page.get_by_role("link", name="Score", exact=True))
        tap(page.get_by_role("button", name="Count the points"))
        for name, counts in ENDING.items():
            for card, number in counts.items():
                if number == 1:
                    tap(page.get_by_role("button", name=f"{card}, {name}: more"))
                else:  # the number is tapped, then its digit on the phone's keyboard
                    tap(page.get_by_label(f"{card}, {name}", exact=True))
                    page.keyboard.press(str(number))
                    taps += 1
        expect(page.locator("#p-totals .points")).to_have_text(["32", "33", "26"])
        tap(page.get_by_role("button", name="Show the result"))
        tap(page.get_by_role("button", name="Log this game"))
        expect(page.get_by_text("The game is in the log.").first).to_be_visible()
        expect(page.get_by_text("1. Bob 33")).to_be_visible()
        assert taps <= MOST_TAPS, taps

    def test_without_scripts(self, phone):
        page = phone(("dominion-1e",), java_script_enabled=False)
        begin(page)
        page.get_by_role("button", name="Province, Ann: more").click()
        page.get_by_role("button", name="Province, Ann: more").click()
        expect(page.locator("#p-totals .points")).to_have_text(["12", "0", "0"])
        enter(page, "Bob")
        page.get_by_role("button", name="Add it up").click()
        expect(page.locator("#p-totals .points")).to_have_text(["12", "33", "0"])
        page.get_by_role("button", name="Show the result").click()
        expect(page.get_by_role("heading", name="Bob wins!")).to_be_visible()
        page.get_by_role("button", name="Log this game").click()
        expect(page.get_by_text("1. Bob 33")).to_be_visible()
