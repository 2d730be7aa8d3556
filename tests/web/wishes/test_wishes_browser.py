"""The wishes in a real browser: counted in place, the ways out, with scripts and without."""

import re

import pytest
from playwright.sync_api import expect

from setup_rules.catalog import load_catalog
from tests.thorough import some
from tests.web.browsing import Server, assert_fits, assert_for_everyone

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
BOXES = ["dominion-1e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages", "promo-black-market"]


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The app on a free port, and a way to found households with a shelf."""
    server = Server(tmp_path_factory.mktemp("wishes") / "piles.db")

    def cookie(wishes, boxes):
        return server.key(boxes, wishes)[0]

    yield server.address, cookie
    server.stop()


@pytest.fixture(scope="module")
def open_wishes(browser, served):
    """Opens the wishes of a new household on a phone."""
    address, cookie = served
    contexts = []

    def open_page(wishes=None, boxes=BOXES, **options):
        context = browser.new_context(**{"base_url": address, "viewport": PHONE, **options})
        context.add_cookies([cookie(wishes or {}, boxes)])
        contexts.append(context)
        page = context.new_page()
        page.goto("/wishes")
        return page

    yield open_page
    for context in contexts:
        context.close()


def _dock(page):
    return page.locator("#p-dock")


class TestCounting:
    def test_steppers_count_in_place_down_to_zero_and_out_again(self, open_wishes):
        messages = []
        page = open_wishes({"banned": ["beggar"]})
        page.on("console", lambda message: messages.append(message.text))
        page.evaluate("window.same = true")
        before = _dock(page).inner_text()
        more = page.get_by_role("button", name="Reactions: more")
        more.click()
        more.click()
        expect(page.locator("output").nth(5)).to_have_text("at least 2")
        expect(_dock(page)).not_to_have_text(before)
        expect(page.locator("#said")).to_have_text(re.compile("kingdoms match"))
        page.get_by_role("group", name="Boxes to open").get_by_role("button", name="1").click()
        expect(_dock(page)).to_contain_text("No kingdom matches")
        _dock(page).get_by_role("button", name="Allow Beggar").click()
        expect(_dock(page)).to_contain_text("kingdoms match")
        expect(_dock(page).get_by_role("button", name="Draw one")).to_be_visible()
        assert page.evaluate("window.same") is True
        page.reload()
        expect(page.locator("output").nth(5)).to_have_text("at least 2")
        assert messages == []

    def test_only_the_last_of_many_quick_taps_counts(self, open_wishes):
        page = open_wishes()
        page.evaluate(
            """() => { const find = (name) => document.querySelector(`[aria-label="${name}"]`);
            const tap = (name) => find(name).click();
            for (let i = 0; i < 3; i++) { tap("Attacks: more"); tap("+1 Buy: more"); }
            tap("Attacks: fewer"); }"""
        )
        with page.expect_navigation():
            _dock(page).get_by_role("button", name="Draw one").click()
        page.goto("/wishes")
        expect(page.locator("output").nth(4)).to_have_text("at least 2")
        expect(page.locator("output").nth(2)).to_have_text("at least 3")

    def test_more_wishes_stay_open_while_they_change(self, open_wishes):
        page = open_wishes()
        page.get_by_text("Costs", exact=True).click()
        page.get_by_label("$7: at most").select_option("0")
        expect(page.locator("#p-s-costs")).to_contain_text("No cards costing $7")
        expect(page.get_by_label("$7: at most")).to_be_visible()

    def test_a_name_that_is_misspelt_is_mended_by_a_tap(self, open_wishes):
        page = open_wishes()
        page.locator("#a-banned summary").click()
        page.get_by_label("Cards and landscapes to never include").fill("Posession")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Possession", exact=True).click()
        expect(page.get_by_role("button", name="Remove Possession from the list")).to_be_visible()
        expect(page.get_by_label("Cards and landscapes to never include")).to_have_value("")

    def test_clearing_can_be_undone(self, open_wishes):
        page = open_wishes({"banned": ["beggar"]})
        page.get_by_role("button", name="Clear this list").click()
        expect(page.get_by_role("button", name="Remove Beggar from the list")).to_be_hidden()
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("button", name="Remove Beggar from the list")).to_be_visible()

    def test_after_clearing_and_undoing_every_tap_is_sent_again(self, open_wishes):
        page = open_wishes({"wishes": {"boxes_used": {"max": 2}}})
        attacks = page.locator("output").nth(4)
        clear, undo = (page.get_by_role("button", name=name) for name in ("Clear all", "Undo"))
        for undone in (False, True):
            clear.click()
            expect(undo).to_be_visible()
            expect(attacks).to_have_text("any")
            if undone:
                undo.click()
                expect(undo).to_be_hidden()
                page.get_by_role("button", name="Attacks: fewer").click()
            page.get_by_role("button", name="Attacks: more").click()
            with page.expect_navigation():
                _dock(page).get_by_role("button", name="Draw one").click()
            page.goto("/wishes")
            expect(attacks).to_have_text("at least 1")

    def test_a_draw_waits_until_all_is_cleared(self, open_wishes):
        page = open_wishes({"wishes": {"tags": {"attack": {"max": 0}}}})
        page.evaluate(
            """() => { const real = window.fetch, wait = new Promise((go) => { window.go = go; });
            window.fetch = (...all) => wait.then(() => real(...all));
            addEventListener("submit", (event) => { window.waits = event.defaultPrevented; }); }"""
        )
        page.get_by_role("button", name="Clear all").click()
        _dock(page).get_by_role("button", name="Draw one").click(no_wait_after=True)
        assert page.evaluate("window.waits") is True
        with page.expect_navigation():
            page.evaluate("window.go()")
        page.goto("/wishes")
        expect(page.locator("output").nth(4)).to_have_text("any")


class TestWithoutScripts:
    def test_a_stepper_stays_on_the_screen(self, open_wishes):
        page = open_wishes(java_script_enabled=False, viewport={"width": 390, "height": 300})
        more = page.get_by_role("button", name="Reactions: more")
        more.click()
        expect(page.locator("output").nth(5)).to_have_text("at least 1")
        expect(more).to_be_in_viewport()

    def test_everything_is_a_button(self, open_wishes):
        page = open_wishes({"banned": ["beggar"]}, java_script_enabled=False)
        for _twice in range(2):
            page.get_by_role("button", name="Reactions: more").click()
        page.get_by_role("group", name="Boxes to open").get_by_role("button", name="1").click()
        expect(_dock(page)).to_contain_text("No kingdom matches")
        _dock(page).get_by_role("button", name="Open up to 2 boxes").click()
        expect(_dock(page)).to_contain_text("kingdoms match")
        page.get_by_text("Platinum, Shelters, Black Market").click()
        page.get_by_label("Cards in the Black Market deck").fill("25")
        page.locator("#draws").get_by_role("button", name="Save").click()
        expect(page.locator("#p-s-draws")).to_contain_text("Black Market deck of 25 cards")
        page.locator("#a-banned summary").click()
        page.get_by_label("Cards and landscapes to never include").fill("Moat")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Remove Moat from the list")).to_be_visible()

    def test_every_fault_stands_beside_its_field_and_what_was_typed_stays(self, open_wishes):
        page = open_wishes({"wishes": {"weights": {"chapel": 2}}}, java_script_enabled=False)
        for summary in page.locator("main details > summary").all():
            summary.click()
        typed = {
            "add.banned": "Posession, Dame Anna",
            "add.pinned": "Copper",
            "add.not_together.1": "Moat",
            "black_market_size": "many",
        }
        for name, text in typed.items():
            page.locator(f'[name="{name}"]').fill(text)
        page.locator('[name="add.resting"]').fill("Smithy")
        page.locator("#draws").get_by_role("button", name="Save").click()
        faults = {
            "add.banned": "There’s nothing called “Posession”. Did you mean Possession",
            "add.pinned": "Copper is neither a Kingdom pile nor a landscape.",
            "add.not_together.2": "Add the other card of the pair, too.",
            "black_market_size": "“many” doesn’t work here. Enter a whole number from 1 to",
        }
        for name, sentence in faults.items():
            field = page.locator(f'[name="{name}"]')
            expect(field).to_be_visible()
            expect(field).to_have_attribute("aria-invalid", "true")
            described = field.get_attribute("aria-describedby").split()
            beside = [page.locator(f'[id="{id_}"]').inner_text() for id_ in described]
            assert any(text.startswith(sentence) for text in beside), beside
        assert page.locator(".faults").count() == len(faults)
        for name, text in typed.items():
            expect(page.locator(f'[name="{name}"]')).to_have_value(text)
        expect(page.get_by_role("button", name="Remove Smithy from the list")).to_be_visible()


CLASH = {
    "banned": ["beggar"],
    "pinned": ["bank"],
    "wishes": {
        "tags": {"reaction": {"min": 2}},
        "boxes_used": {"max": 1},
        "weights": {"chapel": 2},
        "not_together": [["moat", "witch"]],
    },
}


@pytest.fixture(scope="module", params=some(["some", "none"]))
def page(request, open_wishes):
    """The page with everything unfolded: with many boxes, so that the number is long, or none."""
    if request.param == "some":
        page = open_wishes(boxes=list(load_catalog().boxes)[:12])
    else:
        page = open_wishes(CLASH)
    page.eval_on_selector_all("main details", "all => all.forEach(one => { one.open = true })")
    return page


class TestAccess:
    def test_undo_fits_beside_its_sentence(self, open_wishes):
        page = open_wishes({"wishes": {"boxes_used": {"max": 2}}}, locale="de-DE")
        page.locator(".corner [data-wish] button").click()
        page.locator(".undo button").wait_for()
        assert_fits(page)

    def test_is_for_everyone(self, page):
        assert_for_everyone(page)
        assert_fits(page)
