"""Choose instead: searched by name, cost and box, the closest first; and searches as one types."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.furnished import LINK

INSTEAD = LINK.replace("?", "/instead/moat?")
CHOICE = re.compile('value="choose:moat:([a-z-]+)"')


class TestChoices:
    def test_the_closest_come_first(self, client, catalog):
        page = client.get(INSTEAD).text
        closest = CHOICE.findall(page[: page.index("All others")])
        moat = catalog.cards["moat"]
        assert closest
        for card in map(catalog.cards.get, closest):
            assert card.cost == moat.cost or card.tags & moat.tags

    def test_each_is_offered_once(self, client):
        found = CHOICE.findall(client.get(INSTEAD).text)
        assert len(found) == len(set(found)) > 6

    def test_a_name_a_cost_and_a_box_narrow_them(self, client, catalog):
        assert CHOICE.findall(client.get(f"{INSTEAD}&find=wItC").text) == ["witch"]
        fives = CHOICE.findall(client.get(f"{INSTEAD}&cost=costs+%245").text)
        assert fives
        assert {str(catalog.cards[id_].cost) for id_ in fives} == {"$5"}
        assert CHOICE.findall(client.get(f"{INSTEAD}&of=dominion-1e").text)
        assert CHOICE.findall(client.get(f"{INSTEAD}&of=seaside-2e").text) == []

    @pytest.mark.parametrize("search", ["find=zzz", "cost=%00", "of=nowhere", "find=" + "x" * 500])
    def test_what_finds_nothing_is_said(self, client, search):
        answer = client.get(f"{INSTEAD}&{search}")
        assert answer.status_code == 200
        assert "0 cards fit" in answer.text

    def test_a_row_of_the_kingdom_leads_there(self, client):
        answer = client.get("/instead", query_string={"link": LINK, "card": "moat", "keep": "mine"})
        assert answer.status_code == 303
        assert answer.location == f"{INSTEAD}&keep=mine"

    def test_a_strange_card_or_link_is_refused(self, client):
        for query in ({"link": LINK, "card": "//evil"}, {"link": "//evil", "card": "moat"}, {}):
            answer = client.get("/instead", query_string=query, follow_redirects=True)
            assert 400 <= answer.status_code < 500


class TestPublished:
    def test_its_main_button_is_fetch(self, client):
        page = client.get(LINK).text
        assert 'class="button main again" href="#fetch"' in page
        assert page.count('value="again"') == 1

    def test_another_kingdoms_is_redraw(self, client):
        page = client.get(LINK.replace("cellar", "chapel")).text
        assert 'class="button main again"' not in page


@pytest.mark.browser
class TestTyping:
    def test_choices_follow_the_typing(self, phone):
        page = phone(("dominion-1e",))
        page.goto(INSTEAD)
        page.get_by_role("searchbox").press_sequentially("witc")
        expect(page.locator(".choices button")).to_have_count(1)
        expect(page.get_by_role("searchbox")).to_be_focused()
        page.locator(".about-card summary").click()
        expect(page.get_by_text("handing out Curses")).to_be_visible()
        page.get_by_role("button", name="Witch").click()
        expect(page.get_by_role("button", name="Swap Witch")).to_be_visible()

    def test_published_kingdoms_follow_the_typing(self, phone):
        page = phone(("dominion-1e",))
        page.goto("/published?fit=all")
        page.get_by_role("searchbox").press_sequentially("first game")
        expect(page.locator(".kingdoms li").first).to_contain_text("First Game")
        expect(page).to_have_url(re.compile("q=first"))
        assert page.locator(".kingdoms li").count() < 5

    def test_both_work_without_scripts(self, phone):
        page = phone(("dominion-1e",), java_script_enabled=False)
        page.goto(INSTEAD)
        page.get_by_role("searchbox").fill("witch")
        page.get_by_role("button", name="Search").click()
        expect(page.locator(".choices button")).to_have_count(1)
