"""The evening in a real browser at 390 × 844: from the first visit to the boxes put away."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.browsing import Server

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SHORT = {"viewport": {"width": 390, "height": 400}}
KINGDOM = re.compile(r"/kingdom/([a-z-]+\.){9}[a-z-]+\?players=")
TEN = "cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"/kingdom/{TEN}?players=2&boxes=dominion-1e"

TWO_BOXES = (
    "/kingdom/cellar.market.bank.city.forge.expand.goons.grand-market.hoard.kings-court"
    "?players=2&boxes=dominion-1e.prosperity-1e"
)


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[Server]:
    table = Server(tmp_path_factory.mktemp("journeys") / "piles.db")
    yield table
    table.stop()


@pytest.fixture
def phones(browser: Browser, table: Server) -> Iterator:
    """Makes phones; each is a browser of its own."""
    contexts: list[BrowserContext] = []

    def phone(**options) -> Page:
        context = browser.new_context(base_url=table.address, **{**PHONE, **options})
        contexts.append(context)
        return context.new_page()

    yield phone
    for context in contexts:
        context.close()


@pytest.fixture
def phone(phones) -> Page:
    return phones()


def own_dominion(phone: Page) -> None:
    """The first visit: tap the first edition of Dominion on the shelf."""
    phone.goto("/")
    expect(phone.get_by_role("heading", name="Which boxes do you own?")).to_be_visible()
    phone.locator("#dominion-1e").click()
    expect(phone.get_by_role("button", name="Draw ten piles")).to_be_visible()


def names(phone: Page) -> list[str]:
    return phone.locator(".roll:not(.extra) .name").all_inner_texts()


class TestFromTheShelfToTheTable:
    def test_a_newcomer_taps_boxes_then_draw(self, phone):
        own_dominion(phone)
        phone.get_by_role("button", name="Draw ten piles").click()
        expect(phone).to_have_url(KINGDOM)
        assert len(names(phone)) == 10

    def test_from_the_second_visit_on_it_is_one_tap(self, phone):
        own_dominion(phone)
        phone.goto("/")
        phone.get_by_role("button", name="Draw ten piles").click()
        expect(phone).to_have_url(KINGDOM)
        assert len(names(phone)) == 10

    def test_the_same_without_scripts(self, phones):
        phone = phones(java_script_enabled=False)
        own_dominion(phone)
        phone.get_by_role("button", name="Draw ten piles").click()
        expect(phone).to_have_url(KINGDOM)
        first = names(phone)[0]
        phone.get_by_role("button", name=f"Keep {first}", exact=True).click()
        expect(phone.get_by_role("button", name=f"Keep {first}", exact=True)).to_have_attribute(
            "aria-pressed", "true"
        )
        with phone.expect_navigation():
            phone.get_by_role("button", name="Redraw").click()
        assert first in names(phone)
        phone.get_by_role("link", name="Fetch").first.click()
        expect(phone.get_by_text("Copper").first).to_be_visible()

    def test_all_ten_are_in_one_view_also_with_the_browsers_bars(self, phones):
        for height in (844, 650):
            phone = phones(viewport={"width": 390, "height": height})
            phone.goto(LINK)
            last = phone.locator(".roll .name").nth(9).bounding_box()
            dock = phone.locator(".steps-dock").bounding_box()
            assert last["y"] + last["height"] <= dock["y"] + 1


class TestTheKingdom:
    @pytest.fixture
    def phone(self, phone: Page, table: Server) -> Page:
        phone.context.add_cookies(table.key())
        phone.goto(LINK)
        phone.evaluate("window.same = true")
        return phone

    @staticmethod
    def was_not_reloaded(phone: Page) -> bool:
        return bool(phone.evaluate("window.same === true"))

    def test_a_swap_changes_one_row_in_place(self, phone):
        phone.get_by_role("button", name="Swap Moat").click()
        expect(phone.get_by_role("button", name="Swap Moat")).to_have_count(0)
        assert len(set(names(phone))) == 10
        assert self.was_not_reloaded(phone)
        assert "moat" not in phone.url

    def test_undo_and_the_back_button_bring_it_back(self, phone):
        phone.get_by_role("button", name="Swap Moat").click()
        expect(phone.get_by_role("button", name="Undo")).to_be_visible()
        phone.get_by_role("button", name="Undo").click()
        expect(phone.get_by_role("button", name="Swap Moat")).to_be_visible()
        phone.get_by_role("button", name="Swap Mine").click()
        expect(phone.get_by_role("button", name="Swap Mine")).to_have_count(0)
        phone.go_back()
        expect(phone.get_by_role("button", name="Swap Mine")).to_be_visible()

    def test_a_swap_moves_nothing_and_says_what_came(self, phone):
        button = phone.get_by_role("button", name="Swap Moat")
        place, was = names(phone).index("Moat"), button.bounding_box()
        button.focus()
        phone.keyboard.press("Enter")
        expect(button).to_have_count(0)
        new = names(phone)[place]
        swap = phone.get_by_role("button", name=f"Swap {new}", exact=True)
        assert swap.bounding_box() == was
        expect(swap).to_be_focused()
        expect(phone.locator("#said")).to_contain_text(f"{new} instead of Moat.")
        tinted = phone.locator(".came")
        expect(tinted).to_have_count(1)
        expect(tinted.locator(".name")).to_have_text(new)
        phone.get_by_role("button", name="Keep Mine").click()
        expect(phone.get_by_text("· keep 1")).to_be_visible()
        expect(tinted).to_have_count(0)
        assert names(phone)[place] == new

    @pytest.mark.parametrize("dearest", ["market", "adventurer"])
    def test_a_name_of_two_lines_takes_no_more_room_than_one(self, phone, dearest):
        ten = f"cellar.{dearest}.militia.mine.moat.remodel.smithy.village.chapel.workshop"
        phone.goto(f"/kingdom/{ten}?players=2&boxes=dominion-1e")
        lines = phone.evaluate("getComputedStyle(document.querySelector('h1')).lineHeight")
        height = phone.locator("h1").bounding_box()["height"]
        assert (height > 2 * float(lines.removesuffix("px"))) == (dearest == "adventurer")
        assert phone.locator("header.top").bounding_box()["height"] == 52

    def test_a_double_tap_is_one_swap(self, phone):
        box = phone.get_by_role("button", name="Swap Moat").bounding_box()
        at = (box["x"] + 20, box["y"] + 20)
        before = names(phone)
        phone.mouse.dblclick(*at, delay=40)
        expect(phone.get_by_role("button", name="Swap Moat")).to_have_count(0)
        phone.wait_for_timeout(300)
        assert sum(old != new for old, new in zip(before, names(phone), strict=True)) == 1
        phone.get_by_role("button", name="Undo").click()
        expect(phone.get_by_role("button", name="Swap Moat")).to_be_visible()

    def test_undo_goes_back_step_by_step_also_on_another_phone(self, phone, phones):
        for pile in ("Moat", "Mine", "Market"):
            phone.get_by_role("button", name=f"Swap {pile}").click()
            expect(phone.get_by_role("button", name=f"Swap {pile}")).to_have_count(0)
        other = phones()
        other.context.add_cookies(phone.context.cookies())
        other.goto(re.sub("&from=[0-9]+", "", phone.url))
        for pile in ("Market", "Mine", "Moat"):
            other.get_by_role("button", name="Undo").click()
            expect(other.get_by_role("button", name=f"Swap {pile}")).to_be_visible()
            other.wait_for_timeout(650)  # sooner it would be a double tap
        expect(other.get_by_role("button", name="Undo")).to_have_count(0)

    def test_undo_takes_a_ban_back_too(self, phone):
        phone.get_by_text("Moat", exact=True).first.click()
        phone.get_by_role("button", name="Never include").locator("visible=true").click()
        expect(phone.get_by_role("button", name="Swap Moat")).to_have_count(0)
        phone.get_by_role("button", name="Undo").click()
        expect(phone.get_by_role("button", name="Swap Moat")).to_be_visible()
        expect(phone.get_by_text("no wishes")).to_be_visible()

    def test_players_changed_here_are_those_of_the_next_draw(self, phone):
        phone.get_by_text("2 players", exact=True).click()
        phone.get_by_role("button", name="4", exact=True).click()
        expect(phone.get_by_text("4 players").first).to_be_visible()
        phone.goto("/")
        phone.get_by_role("button", name="Draw ten piles").click()
        expect(phone).to_have_url(re.compile("players=4"))

    def test_a_tap_outside_the_menu_only_closes_it(self, phone):
        phone.get_by_label("Menu", exact=True).first.click()
        expect(phone.locator(".menu[open]")).to_have_count(1)
        box = phone.get_by_role("button", name="Swap Workshop").bounding_box()
        phone.mouse.click(20, box["y"] + 20)
        expect(phone.locator(".menu[open]")).to_have_count(0)
        expect(phone.locator(".pile details[open]")).to_have_count(0)

    def test_closing_share_leads_back_to_the_step_one_left(self, phone):
        phone.goto(f"{LINK}#fetch")
        phone.get_by_role("button", name="Share").click()
        phone.get_by_role("link", name="Close").click()
        expect(phone).to_have_url(re.compile("/kingdom/.*#fetch$"))

    def test_colonies_and_shelters_are_answered_in_place(self, phone):
        ten = "bank.city.expand.mint.vault.altar.armory.catacombs.count.moat"
        boxes = "dominion-1e.prosperity-1e.dark-ages"
        phone.goto(f"/kingdom/{ten}?players=2&boxes={boxes}&colony=no&shelters=no")
        row = phone.locator(".brings li", has_text="Shelters: no")
        row.locator("[value^='other:yes']").click()
        expect(phone.locator(".brings li", has_text="Shelters: yes")).to_be_visible()
        expect(phone.locator(".brings li", has_text="Platinum & Colony: no")).to_be_visible()

    def test_kept_piles_outlive_another_draw(self, phone):
        phone.get_by_role("button", name="Keep Moat").click()
        expect(phone.get_by_text("· keep 1")).to_be_visible()
        phone.get_by_role("button", name="Redraw").click()
        phone.wait_for_url(lambda url: TEN not in url)
        assert "Moat" in names(phone)
        assert self.was_not_reloaded(phone)

    def test_never_deal_and_choose_instead_are_behind_the_name(self, phone):
        phone.get_by_text("Moat", exact=True).first.click()
        expect(phone.get_by_text("Needs nothing else").locator("visible=true")).to_be_visible()
        phone.get_by_role("button", name="Choose instead…").locator("visible=true").click()
        phone.get_by_role("button", name="Witch").click()
        expect(phone.get_by_role("button", name="Swap Witch")).to_be_visible()
        phone.get_by_text("Witch", exact=True).first.click()
        phone.get_by_role("button", name="Never include").locator("visible=true").click()
        expect(phone.get_by_role("button", name="Swap Witch")).to_have_count(0)
        phone.goto("/wishes")
        expect(phone.get_by_text("Witch").first).to_be_visible()

    def test_two_quick_taps_are_one_draw(self, phone):
        phone.goto("/")
        phone.get_by_role("button", name="Draw ten piles").dblclick()
        expect(phone).to_have_url(KINGDOM)
        phone.go_back()
        expect(phone.get_by_role("heading", name="What are you playing tonight?")).to_be_visible()

    def test_the_four_steps_take_turns_without_the_server(self, phone, table):
        table.stop()
        for step, words in (
            ("Fetch", "46 in the pile, 7 per player"),
            ("Table", "17 piles in the Supply"),
            ("Start", "The game ends"),
            ("Kingdom", "Workshop"),
        ):
            link = phone.get_by_role("navigation", name="Setup steps").get_by_role(
                "link", name=step
            )
            link.click()
            expect(phone.get_by_text(words).locator("visible=true").first).to_be_visible()
            expect(link).to_have_attribute("aria-current", re.compile("step|true"))
        table.start()

    def test_a_tap_without_a_connection_is_told_and_loses_nothing(self, phone, table):
        before = names(phone)
        table.stop()
        phone.get_by_role("button", name="Swap Moat").click()
        expect(phone.locator("#said")).to_contain_text("No connection")
        assert names(phone) == before
        table.start()
        phone.get_by_role("button", name="Swap Moat").click()
        expect(phone.get_by_role("button", name="Swap Moat")).to_have_count(0)

    def test_the_server_may_restart_between_two_taps(self, phone, table):
        phone.get_by_role("button", name="Keep Moat").click()
        expect(phone.get_by_text("· keep 1")).to_be_visible()
        table.stop()
        table.start()
        phone.get_by_role("button", name="Redraw").click()
        phone.wait_for_url(lambda url: TEN not in url)
        assert "Moat" in names(phone)

    def test_a_lost_cookie_loses_the_shelf_but_not_the_evening(self, phone):
        phone.context.clear_cookies()
        phone.get_by_role("button", name="Swap Moat").click()
        expect(phone.get_by_role("button", name="Swap Moat")).to_have_count(0)
        phone.goto("/")
        expect(phone.get_by_role("heading", name="Which boxes do you own?")).to_be_visible()

    def test_motion_is_left_out_where_it_is_not_wished(self, phones):
        moving = phones()
        still = phones(reduced_motion="reduce")
        for phone, wanted in ((moving, "come"), (still, "none")):
            phone.goto(LINK)
            pile = phone.locator(".pile").first
            pile.evaluate("e => e.classList.add('new')")
            name = pile.evaluate("e => getComputedStyle(e).animationName")
            assert name == wanted


class TestTaps:
    """Six boxes, four players, a kingdom fetched, its game logged, and the next kingdom."""

    MOST = 30
    BOXES = (
        "dominion-2e",
        "intrigue-2e",
        "seaside-2e",
        "prosperity-2e",
        "hinterlands-2e",
        "allies",
    )

    def test_the_first_evening_takes_few_and_the_next_visit_one(self, phone):
        taps = 0

        def tap(target) -> None:
            nonlocal taps
            taps += 1
            target.click()

        phone.goto("/")
        for box in self.BOXES:
            tap(phone.locator(f"#{box}"))
        expect(phone.locator("#players-more")).to_be_visible()
        while phone.locator("#players-more + output, output").first.inner_text() != "4":
            before = phone.locator("output").first.inner_text()
            tap(phone.locator("#players-more"))
            expect(phone.locator("output").first).not_to_have_text(before)
        tap(phone.get_by_role("button", name="Draw ten piles"))
        expect(phone).to_have_url(re.compile("players=4"))
        first = names(phone)
        tap(phone.get_by_role("link", name="Fetch").last)
        for box in phone.locator("#fetch [name=all]").all():
            tap(box)
        expect(phone.locator("#fetch .box:not(.done)")).to_have_count(0)
        tap(phone.get_by_role("link", name="Start"))
        tap(phone.get_by_role("link", name="Log the game").last)
        tap(phone.get_by_role("button", name="Save this game").last)
        tap(phone.get_by_role("button", name="Draw the next kingdom"))
        expect(phone).to_have_url(KINGDOM)
        assert names(phone) != first
        assert taps <= self.MOST
        phone.goto("/")
        phone.get_by_role("button", name="Draw ten piles").click()
        expect(phone).to_have_url(KINGDOM)


@pytest.mark.prints
class TestPrinting:
    def start(self, phone: Page, table: Server) -> Page:
        phone.context.add_cookies(table.key())
        phone.goto(f"{LINK}#start")
        return phone

    @staticmethod
    def printed(phone: Page) -> tuple[str, str]:
        """Where *Print* on Start asks for paper, and what it sends."""
        phone.context.route("**/print*", lambda route: route.fulfill(status=204))
        with phone.context.expect_event("request", lambda one: "/print" in one.url) as asked:
            phone.locator("#start").get_by_role("button", name="Print").click()
        request = asked.value
        return request.url.removeprefix(phone.url.partition("/kingdom")[0]), request.post_data or ""

    def test_is_on_start(self, phone, table):
        address, sent = self.printed(self.start(phone, table))
        assert address == "/print"
        assert "what=sheet" in sent
        assert "link=%2Fkingdom%2Fcellar.market" in sent
        expect(phone.locator("#start")).to_be_visible()

    def test_is_in_the_header_of_a_desktop_alone(self, phones, table):
        phone = self.start(phones(), table)
        expect(phone.locator(".top").get_by_role("button", name="Print")).to_be_hidden()
        wide = self.start(phones(viewport={"width": 1280, "height": 800}, is_mobile=False), table)
        expect(wide.locator(".top").get_by_role("button", name="Print")).to_be_visible()

    def test_saves_the_file_in_an_app_of_the_home_screen(self, phone, table):
        phone.add_init_script("window.matchMedia = () => ({ matches: true })")
        address, _sent = self.printed(self.start(phone, table))
        assert address == "/print?save=1"
        assert len(phone.context.pages) == 1


def tap(phone: Page, selector: str) -> None:
    """A tap that does not scroll to what is tapped, unlike playwright's."""
    phone.locator(selector).first.evaluate("el => el.click()")


def through_the_table(phone: Page) -> None:
    tap(phone, ".tabs [href='#table']")
    expect(phone.locator("#table")).to_be_visible()
    assert phone.evaluate("scrollY") == 0
    tap(phone, ".tabs [href='#fetch']")


def through_share(phone: Page) -> None:
    tap(phone, "[action='/share'] button")
    phone.get_by_role("link", name="Close").click()


def through_share_and_back(phone: Page) -> None:
    tap(phone, "[action='/share'] button")
    expect(phone.locator(".share")).to_be_visible()
    phone.go_back()


def through_the_table_and_back(phone: Page) -> None:
    tap(phone, ".tabs [href='#table']")
    expect(phone.locator("#table")).to_be_visible()
    phone.go_back()


def through_a_card(phone: Page) -> None:
    tap(phone, "a[href='/card/bank']")
    expect(phone.get_by_role("heading", name="Bank")).to_be_visible()
    phone.go_back()


class TestWhereOneLeftTheList:
    WALKS = (
        through_the_table,
        through_the_table_and_back,
        through_share,
        through_share_and_back,
        through_a_card,
        Page.reload,
    )

    @pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
    def test_is_where_one_finds_it_again(self, phones, table, walk):
        phone = phones(**SHORT)
        phone.context.add_cookies(table.key(("dominion-1e", "prosperity-1e")))
        phone.goto(f"{TWO_BOXES}#fetch")
        phone.locator("#fetch [name=all]").first.click()
        second = phone.locator("#fetch .place").nth(1)
        second.evaluate("el => scrollBy(0, el.getBoundingClientRect().top + 60)")
        phone.wait_for_timeout(50)  # browsers tell of a scroll with the next picture
        before = second.bounding_box()
        assert -70 < before["y"] < -50
        walk(phone)
        expect(phone.locator("#fetch")).to_be_visible()
        phone.wait_for_function(
            "y => Math.abs(document.querySelectorAll('#fetch .place')[1]"
            ".getBoundingClientRect().top - y) < 2",
            arg=before["y"],
        )

    def test_another_kingdom_begins_at_its_top(self, phones, table):
        phone = phones(**SHORT)
        phone.context.add_cookies(table.key())
        phone.goto(f"{LINK}#fetch")
        phone.evaluate("scrollTo(0, 300)")
        phone.goto(LINK.replace("workshop", "witch") + "#fetch")
        expect(phone.locator("#fetch")).to_be_visible()
        assert phone.evaluate("scrollY") == 0


class TestAFriend:
    def test_looks_around_without_any_cookie(self, phone):
        for path in (LINK, "/about", "/shelf"):
            phone.goto(path)
        assert phone.context.cookies() == []


class TestTheMenu:
    def test_light_and_dark_change_in_place(self, phone):
        phone.goto(LINK)
        phone.evaluate("window.same = true")
        for word, scheme in (("Dark", "dark"), ("Light", "light")):
            phone.get_by_label("Menu", exact=True).first.click()
            phone.get_by_role("button", name=word).click()
            expect(phone.locator("html")).to_have_attribute("data-theme", scheme)
        assert phone.evaluate("window.same === true")

    def test_names_in_another_language_stand_on_the_roll(self, phone):
        phone.goto("/settings")
        phone.get_by_role("group", name="Card names").get_by_text("Deutsch").click()
        expect(
            phone.get_by_role("group", name="Card names").get_by_text("Deutsch")
        ).to_have_attribute("aria-pressed", "true")
        phone.goto(LINK)
        expect(phone.get_by_text("Burggraben").first).to_be_visible()
