"""What few look up about a kingdom has a page of its own, to which the kingdom's page leads."""

from __future__ import annotations

import re
from html import escape

import pytest

from tests.web.furnished import LINK
from tests.web.kingdom.test_kingdom_browser import EXTREME, FIRST_GAME


def part_of(link: str, part: str) -> str:
    return link.replace("?", f"/{part}?", 1)


def items(html: str) -> list[str]:
    rows = re.findall("<li>(.*?)</li>", html, re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", "", row).split()) for row in rows]


class TestTheTable:
    def test_is_a_list_of_all_that_lies_on_it(self, client):
        rows = items(client.get(part_of(FIRST_GAME, "table")).text)
        assert "Cellar costs $2 · 10 cards" in rows
        assert sum(" cards" in row and "costs" in row for row in rows) == 17

    def test_closes_to_the_step_it_came_from(self, client):
        page = client.get(part_of(FIRST_GAME, "table")).text
        assert f'href="{escape(FIRST_GAME)}#table"' in page
        kept = f"{FIRST_GAME}&keep=moat"
        headers = {"Referer": f"http://localhost{kept}"}
        page = client.get(part_of(FIRST_GAME, "table"), headers=headers).text
        assert f'href="{escape(kept)}#table"' in page


class TestTheDraws:
    def test_have_all_their_ways(self, client):
        page = client.get(part_of(EXTREME, "draws")).text
        assert "<h2>Platinum &amp; Colony</h2>" in page
        assert "<h2>Shelters</h2>" in page
        assert any(row.startswith("The first card drawn decides.") for row in items(page))

    def test_are_led_to_where_there_are_any(self, client):
        assert "/draws?" in client.get(EXTREME).text
        assert "/draws?" not in client.get(FIRST_GAME).text


class TestTheWinner:
    def test_has_a_seat_for_each_player(self, client):
        page = client.get(part_of(EXTREME, "winner")).text
        assert re.findall('name="seat" value="(.)"', page) == ["1", "2", "3", "4"]

    def test_its_buttons_lead_back_to_the_start(self, client, press):
        page = part_of(LINK, "winner")
        answer = press(client, page, "/begins", link=LINK, how="tie", seat=["1"])
        assert answer.location == f"{LINK}#start"
        assert "The player to the left of whoever tapped" in client.get(LINK).text


@pytest.mark.parametrize("part", ["table", "draws", "winner"])
def test_a_broken_link_is_told(client, part):
    assert client.get(f"/kingdom/nonsense/{part}?players=2&boxes=dominion-1e").status_code == 404


def test_a_row_has_fields_of_its_own_for_its_buttons(client, press):
    def sent(**fields):
        return press(client, LINK, "/kingdom/change", link=LINK, seed="x", **fields).location

    assert sent(lock="moat") == f"{LINK}&keep=moat"
    assert "moat" not in sent(swap="moat").partition("?")[0]
    assert "moat" not in sent(never="moat").partition("?")[0]
