"""Print by box: the pages are told before, and are as many as told."""

from __future__ import annotations

import re
import time

import pytest

from tests.builders import CATALOG
from tests.thorough import some
from tests.web.printed_cards import read_pages
from web.draw.published import playable_kingdoms
from web.draw.tonight import in_shelf_order
from web.printing.jobs.orders import MOST_PAGES, kingdoms_of
from web.printing.pdf import jobs

SHELF = ("dominion-2e", "alchemy", "seaside-2e")


@pytest.fixture
def no_thread(monkeypatch):
    """Nothing is printed by itself."""
    monkeypatch.setattr(jobs, "resume", lambda app: None)
    monkeypatch.setattr("web.printing.views.resume", lambda app: None)


def rows_of(page):
    """What is offered: kind, and how many things on how many pages."""
    notes = re.findall(r'id="(\w+)-name">[^<]+</b><br><span class="note">([^<]+)<', page)
    return {kind: tuple(map(int, re.findall(r"\d+", note))) for kind, note in notes}


class TestChoosing:
    def test_all_boxes_are_ticked_at_first_and_counted(self, at_home):
        page = at_home(SHELF).get("/papers/by-box").text
        assert page.count(" checked") == len(SHELF) + 1, "and one of the two kinds of tabs"
        assert rows_of(page)["cards"][0] == len(playable_kingdoms(CATALOG, SHELF))

    def test_fewer_boxes_are_fewer_pages(self, at_home):
        client = at_home(SHELF)
        everything = rows_of(client.get("/papers/by-box").text)
        alchemy = rows_of(client.get("/papers/by-box?box=alchemy").text)
        box = CATALOG.boxes["alchemy"]
        assert alchemy["randomizers"] == (len(box.piles), 4)
        for kind, (items, pages) in alchemy.items():
            assert items < everything[kind][0]
            assert pages <= everything[kind][1]

    def test_kingdoms_are_those_with_all_their_cards_in_the_boxes(self, app):
        with app.test_request_context():
            both = kingdoms_of(SHELF, ("dominion-2e", "alchemy"))
            one = kingdoms_of(SHELF, ("alchemy",))
        assert set(one) < set(both) < set(playable_kingdoms(CATALOG, SHELF))
        for kingdom in both:
            assert all({"dominion-2e", "alchemy"} & set(card.boxes) for card in kingdom.cards)

    @pytest.mark.parametrize("query", ["box=mars", "box=guilds&box=%00", "tabs=nine", "box="])
    def test_what_is_not_on_the_shelf_is_passed_over(self, at_home, query):
        answer = at_home(SHELF).get(f"/papers/by-box?{query}")
        assert answer.status_code == 200
        assert answer.text.count(" checked") == len(SHELF) + 1
        assert "valid choice" not in answer.text

    def test_without_a_box_the_shelf_opens(self, client):
        assert client.get("/papers/by-box").location == "/shelf"

    def test_the_papers_and_the_published_kingdoms_lead_there(self, at_home):
        client = at_home(SHELF)
        assert 'href="/papers/by-box"' in client.get("/papers").text
        assert 'href="/papers/by-box"' in client.get("/published").text


@pytest.mark.prints
class TestPrinting:
    @pytest.mark.parametrize("kind", some(["dividers", "randomizers", "checklist", "cards"], 4))
    def test_there_are_as_many_pages_as_were_told(self, at_home, press, kind):
        client = at_home(SHELF)
        boxes = ["dominion-2e", "alchemy"] if kind == "cards" else ["alchemy"]
        query = "&".join(f"box={box}" for box in boxes)
        told = rows_of(client.get(f"/papers/by-box?{query}").text)[kind][1]
        address = press(client, "/papers", "/papers", kind=kind, box=boxes).location
        ready, page = "It’s ready, and kept for a day.", ""
        for _ in range(200):
            page = client.get(address).text
            if ready in page:
                break
            time.sleep(0.25)
        assert ready in page
        assert "1 box" in page or kind == "cards"
        assert len(read_pages(client.get(f"{address}/file.pdf").data)) == told

    def test_progress_is_told_in_pages_laid_out_and_then_printed(
        self, at_home, press, store, no_thread
    ):
        client = at_home(SHELF)
        address = press(client, "/papers", "/papers", kind="dividers").location
        assert "Waiting for its turn" in client.get(address).text
        store.keep_progress(address[-12:], 7, 40)
        assert "7 of 20 pages laid out" in client.get(address).text
        store.keep_progress(address[-12:], 32, 40)
        page = client.get(address).text
        assert "12 of 20 pages printed" in page
        assert '<progress id="progress" max="40" value="32">' in page
        assert "12 of 20 pages printed" in client.get("/papers").text
        press(client, address, f"{address}/stop")
        assert "It was stopped." in client.get(address).text
        again = press(client, address, "/papers", kind="dividers", again=address[-12:])
        assert store.job(client.home, again.location[-12:]).request["boxes"] == list(
            in_shelf_order(SHELF)
        )

    def test_more_pages_than_the_limit_are_refused_with_their_number(
        self, at_home, press, no_thread, monkeypatch
    ):
        monkeypatch.setattr("web.printing.jobs.orders.MOST_PAGES", 3)
        answer = press(at_home(SHELF), "/papers", "/papers", kind="dividers")
        assert answer.status_code == 422
        assert re.search(r"That’s \d+ pages; the limit is 3\.", answer.text)

    def test_every_box_there_is_stays_below_the_limit(self, at_home):
        rows = rows_of(at_home(tuple(CATALOG.boxes)).get("/papers/by-box").text)
        assert all(pages <= MOST_PAGES for _items, pages in rows.values())
