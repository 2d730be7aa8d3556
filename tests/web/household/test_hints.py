"""Hints for newcomers: shown until they are put away, on every phone of the household."""

import json
import re

import pytest

from setup_rules.catalog import load_catalog
from tests.web.furnished import LINK, OURS, TICK
from web.http.hints import Hint

PAGES = {Hint.EDITIONS: "/shelf", Hint.WISHES: "/wishes", Hint.KINGDOM: LINK, Hint.FETCH: LINK}


def button(page: str, hint: str) -> str:
    """The button that puts a hint away."""
    there = re.search(rf'<button name="hint" value="{hint}"[^>]*>', page)
    return there[0] if there else ""


def away(store, client) -> set[str]:
    """What the household has put away."""
    row = store._row("select hints_away from household where id = ?", client.home)
    return set(json.loads(row["hints_away"]))


def put_away(client, hint: str, page: str):
    return client.post(
        "/hints", data={"hint": hint}, headers={**OURS, "Referer": f"http://localhost{page}"}
    )


@pytest.mark.parametrize("hint", Hint)
class TestEveryHint:
    def test_is_shown_once(self, at_home, hint):
        page = at_home(("dominion-1e",)).get(PAGES[hint]).text
        assert page.count(f'name="hint" value="{hint}"') == 1

    def test_keeps_its_place_until_the_next_page(self, at_home, hint):
        client = at_home(("dominion-1e",))
        before = client.get(PAGES[hint]).text
        answer = put_away(client, hint, PAGES[hint])
        assert (answer.status_code, answer.location) == (303, PAGES[hint])
        leaving = client.get(PAGES[hint]).text
        assert "disabled" in button(leaving, hint)
        assert leaving.count('class="hint"') == before.count('class="hint"')
        assert not button(client.get(PAGES[hint]).text, hint)

    def test_is_shown_again_when_settings_say_so(self, at_home, hint):
        client = at_home(("dominion-1e",))
        put_away(client, hint, PAGES[hint])
        assert "Show all hints again" in client.get("/settings").text
        client.post("/settings/hints")
        assert "disabled" not in button(client.get(PAGES[hint]).text, hint) != ""
        assert "Show all hints again" not in client.get("/settings").text


def test_they_stay_put_away_one_by_one(at_home, store):
    client = at_home(("dominion-1e",))
    for hint in (Hint.FETCH, Hint.WISHES, Hint.FETCH):
        put_away(client, hint, PAGES[hint])
    assert away(store, client) == {Hint.FETCH, Hint.WISHES}


def test_whoever_has_no_household_yet_sees_them_on_shelf_and_wishes(client):
    assert button(client.get("/shelf").text, Hint.EDITIONS)
    assert button(client.get("/wishes").text, Hint.WISHES)
    assert not button(client.get(LINK).text, Hint.KINGDOM)


def test_putting_the_fetch_hint_away_saves_the_ticks_on_the_list(at_home, store):
    client = at_home(("dominion-1e",))
    data = {"link": LINK, "shown": "", "t": TICK, "hint": Hint.FETCH}
    answer = client.post("/ticks", data=data)
    assert answer.location == f"{LINK}#fetch"
    page = client.get(LINK).text
    assert f'value="{TICK}" checked' in page
    assert "disabled" in button(page, Hint.FETCH)


@pytest.mark.parametrize("hint", ["", "nothing", "x" * 9000])
def test_no_hint_of_ours_changes_nothing(at_home, store, hint):
    client = at_home(("dominion-1e",))
    assert put_away(client, hint, "/wishes").status_code == 303
    assert away(store, client) == set()


def test_friends_see_no_hints(at_home, store, app):
    code = store.share(at_home(("dominion-1e",)).home, LINK)
    assert 'class="hint"' not in app.test_client().get(f"/k/{code}").text


class TestEditions:
    def test_cards_that_only_one_edition_has_tell_which_it_is(self, client):
        page = client.get("/shelf/editions").text
        intrigue = page.partition(">Intrigue</h2>")[2].partition("</ul>")[0]
        first, second, pack = re.findall("<li>.*?</li>", intrigue, re.DOTALL)
        assert "2009 · 500 cards" in first
        assert "Only in this edition: Coppersmith, Great Hall, Saboteur, Scout" in first
        assert "2016 · 300 cards" in second
        assert "Only in this edition: Courtier, Diplomat, Lurker" in second
        assert "Adds to a 1st edition: Courtier, Diplomat, Lurker" in pack
        assert "Baron" not in intrigue

    def test_every_game_with_a_second_edition_is_there(self, client):
        page = client.get("/shelf/editions").text
        second = {box.name for box in load_catalog().boxes.values() if box.edition == 2}
        for name in second:
            assert name.removesuffix(" Update Pack").replace("&", "&amp;") + "</h2>" in page

    def test_names_follow_the_language(self, client):
        page = client.get("/shelf/editions", headers={"Accept-Language": "de"}).text
        assert "Kupferschmied" in page
