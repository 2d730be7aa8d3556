"""Several phones at once: three strike blindly, two play with one Black Market deck."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.web.black_market.test_black_market import LINK
from tests.web.browsing import assert_fits, assert_for_everyone
from tests.web.conftest import PHONE
from web.store import Store

pytestmark = pytest.mark.browser


def check(page):
    """Nothing keeps anyone out, all targets are big enough, nothing scrolls sideways."""
    unfold = "(all, open) => all.forEach(one => { one.open = open })"
    page.eval_on_selector_all("main details", unfold, True)
    assert_for_everyone(page)
    assert_fits(page)
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(PHONE["viewport"])
    page.eval_on_selector_all("main details", unfold, False)
    assert [text for text in page.console if "Content Security Policy" in text] == []


def look(*pages):
    """Has phones ask for news now rather than in three seconds."""
    for page in pages:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")


def sit(page, name=""):
    page.get_by_label("Name (optional)").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator("#strike")).to_be_visible()


def strike(page, *places):
    for place in places:
        page.locator(".cards label").nth(place).click()
    page.get_by_role("button", name="Done").click()


class TestVeto:
    def test_three_phones_and_one_that_is_passed_on(self, phone):
        host, petr, eva = phone(("dominion-1e", "cornucopia")), phone(), phone()
        host.goto("/")
        host.get_by_role("link", name="Everyone vetoes a pile").click()
        host.locator("label:has([name=players][value='4'])").click()
        host.locator("label:has([name=strikes][value='2'])").click()
        host.get_by_role("button", name="Draw the piles").click()
        expect(host.get_by_text("0 of 4 ready")).to_be_visible()
        check(host)
        code = host.locator(".the-code").inner_text()
        petr.goto("/k")
        petr.get_by_label("A friend’s code").fill(code.lower())
        petr.get_by_role("button", name="Open").click()
        sit(petr, "Petr")
        eva.goto(petr.url)
        expect(eva.get_by_text("Petr")).to_be_visible()
        sit(eva, "Eva")

        # A third tick waits until one is taken back; the ticks stay while others come and go.
        petr.locator(".cards label").nth(0).click()
        petr.locator(".cards label").nth(3).click()
        expect(petr.locator(".cards input").nth(5)).to_be_disabled()
        petr.locator(".cards label").nth(0).click()
        petr.locator(".cards label").nth(5).click()
        check(petr)
        struck = [petr.locator(".cards .name").nth(place).inner_text() for place in (3, 5)]
        strike(eva, 3)
        expect(petr.locator("#p-ready")).to_have_text("1 of 4 ready")
        assert petr.locator(".cards input:checked").count() == 2
        strike(petr)
        expect(petr.get_by_text("Pass this one around.")).to_be_visible()
        for name in struck:
            expect(petr.locator("#p-sit, #p-seats").get_by_text(name)).to_have_count(0)

        look(host)
        expect(host.get_by_text("2 of 4 ready").first).to_be_visible()
        sit(host, "Jana")
        strike(host, 7)
        expect(host.get_by_text("Someone without a phone?")).to_be_visible()
        sit(host, "Ota")
        assert host.locator(".cards input:checked").count() == 0
        strike(host, 8, 9)

        look(petr, eva)
        for page in (host, petr, eva):
            expect(page.get_by_role("heading", name="Who vetoed what")).to_be_visible()
            expect(page.locator(".seats li").nth(0)).to_contain_text(" and ".join(struck))
        assert_for_everyone(eva)
        links = {page.locator(".dock a").get_attribute("href") for page in (host, petr, eva)}
        assert len(links) == 1
        petr.get_by_role("link", name="Go to the kingdom").click()
        expect(petr.locator(".roll").first.locator(".pile")).to_have_count(10)

    def test_without_scripts(self, phone):
        host = phone(("dominion-1e",), java_script_enabled=False)
        host.goto("/veto/new")
        host.locator("label:has([name=players][value='2'])").click()
        host.get_by_role("button", name="Draw the piles").click()
        sit(host, "Jana")
        strike(host, 0, 1)
        expect(host.get_by_text("Veto at most 1 pile.")).to_be_visible()
        assert host.locator(".cards input:checked").count() == 2
        host.locator(".cards label").nth(1).click()
        strike(host)
        host.get_by_role("link", name="Refresh").click()
        expect(host.get_by_text("1 of 2 ready")).to_be_visible()
        host.get_by_text("Stop waiting").click()
        host.get_by_role("button", name="Show the vetoes").click()
        expect(host.locator(".seats li").nth(1)).to_contain_text("nothing")


class TestMarket:
    def test_two_phones_play_and_one_looks_on(self, phone, server):
        host, petr, looker = phone(("dominion-1e",)), phone(), phone()
        host.goto(f"/market?link={quote(LINK)}")
        host.get_by_role("button", name="Shuffle and start").click()
        expect(host.get_by_text("15 cards left")).to_be_visible()
        petr.goto(host.url)
        petr.get_by_role("button", name="Reveal 3").click()
        expect(petr.get_by_text("Buy one of them").first).to_be_visible()
        expect(host.locator(".revealed li")).to_have_count(3)
        check(host)
        names = host.locator(".revealed .name").all_inner_texts()
        assert petr.locator(".revealed .name").all_inner_texts() == names

        store = Store(server.database)
        room = "select household from room where code = ?"
        home = store._row(room, host.url.rpartition("/")[2])["household"]
        code = store.share(home, LINK)
        store.close()
        looker.goto(f"/market/look/{code}")
        expect(looker.locator(".revealed li")).to_have_count(3)
        assert looker.locator("main button").count() == 0

        # Both press; one of them is told that the other was faster.
        petr.route("**/news?*", lambda asked: asked.abort())
        host.get_by_role("button", name=f"Buy {names[1]}").click()
        expect(host.get_by_text("Which card goes on the bottom first?").first).to_be_visible()
        petr.get_by_role("button", name=f"Buy {names[0]}").click()
        expect(petr.get_by_text("Another phone was faster.").first).to_be_visible()
        petr.unroute("**/news?*")
        expect(petr.locator("#p-bought .name")).to_have_text([names[1]])
        petr.get_by_role("button", name=f"Put {names[2]} on the bottom of the deck").click()
        expect(petr.get_by_role("button", name="Reveal 3")).to_be_visible()

        server.stop()
        server.start()
        look(host, looker)
        for page in (host, looker):
            expect(page.locator(".revealed")).to_have_count(0)
            expect(page.get_by_text("14 cards left")).to_be_visible()
            expect(page.locator("#p-bought .name")).to_have_text([names[1]])
        host.get_by_role("button", name="Undo").click()
        less = [names[0], names[2]]
        expect(host.locator(".revealed .name")).to_have_text(less)
        host.get_by_role("button", name="Undo").click()
        for page in (host, petr):
            look(page)
            expect(page.locator(".revealed .name")).to_have_text(names)

    def test_news_from_before_a_tap_does_not_undo_its_answer(self, phone):
        page = phone(("dominion-1e",))
        page.goto(f"/market?link={quote(LINK)}")
        page.get_by_role("button", name="Shuffle and start").click()
        page.get_by_role("button", name="Reveal 3").click()
        expect(page.locator(".revealed li")).to_have_count(3)

        page.evaluate("""() => {
            const real = fetch;
            window.fetch = async (url, options) => {
                const answer = await real(url, options);
                if (url === location.href && !options.method)
                    await new Promise((release) => { window.release = release; });
                return answer;
            };
            document.querySelector('[data-news]').dataset.version = 0;
        }""")
        look(page)
        page.wait_for_function("() => window.release")
        page.get_by_role("button", name="Buy nothing").click()
        expect(page.get_by_role("button", name="In the order shown")).to_be_visible()
        page.evaluate("() => { release(); return new Promise((done) => setTimeout(done, 100)); }")
        assert page.get_by_role("button", name="In the order shown").is_visible()

    def test_without_scripts(self, phone):
        page = phone(java_script_enabled=False)
        page.goto(f"/market?link={quote(LINK)}")
        page.get_by_role("button", name="Shuffle and start").click()
        page.get_by_role("button", name="Reveal 3").click()
        page.get_by_role("button", name="Buy nothing").click()
        names = page.locator(".revealed .name").all_inner_texts()
        page.get_by_role("button", name=re.compile(f"Put {names[2]}")).click()
        expect(page.get_by_text("Which card goes next?")).to_be_visible()
        page.get_by_role("button", name="In the order shown").click()
        expect(page.get_by_role("button", name="Reveal 3")).to_be_visible()
        page.get_by_role("link", name="Refresh").click()
        expect(page.get_by_text("15 cards left")).to_be_visible()
