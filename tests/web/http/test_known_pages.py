"""Pages that a browser has already: 304 as long as nothing it shows has changed."""

import re

import pytest

from tests.servers import LINK
from web.setup_sheet.fetch_list import TICKED

PURE = (
    "/about",
    "/offline",
    "/shelf/editions",
    "/card/moat",
    "/api/catalog",
    "/api/openapi.json",
    "/manifest.webmanifest",
    "/sw.js",
)
"""What is the same to the byte for the same visitor, until the app is started anew."""


def tag_of(client, page=LINK):
    return client.get(page).headers["ETag"]


def again(client, tag, page=LINK, **headers):
    return client.get(page, headers={"If-None-Match": tag, **headers})


class TestKnownPages:
    def test_a_kingdom_that_is_known_is_not_sent_or_planned_again(self, app, client):
        tag = tag_of(client)
        before = app.extensions["kingdoms"].cache_info()
        answer = again(client, tag)
        assert (answer.status_code, answer.data) == (304, b"")
        assert answer.headers["ETag"] == tag
        assert answer.headers["Cache-Control"] == client.get(LINK).headers["Cache-Control"]
        after = app.extensions["kingdoms"].cache_info()
        assert after.hits + after.misses == before.hits + before.misses + 1  # of the second get

    def test_packed_and_plain_share_it(self, client):
        packed = client.get(LINK, headers={"Accept-Encoding": "gzip"}).headers["ETag"]
        assert again(client, packed).status_code == 304

    @pytest.mark.parametrize("other", ["&keep=cellar", "&lang=cs"])
    def test_another_address_is_another_page(self, client, other):
        assert again(client, tag_of(client), LINK + other).status_code == 200

    def test_another_language_is_another_page(self, client):
        assert again(client, tag_of(client), **{"Accept-Language": "de"}).status_code == 200

    def test_a_tick_of_another_phone_is_seen(self, at_home, store):
        client = at_home(("dominion-1e",))
        tag = tag_of(client)
        assert again(client, tag).status_code == 304
        page = client.get(LINK).text
        item = re.search(r'name="t" value="([^"]+)"', page)[1]
        key = re.search(r'data-key="([^"]+)"', page)[1]
        store.keep_marks(client.home, key, {item: TICKED})
        assert f'value="{item}" checked' in again(client, tag).text

    def test_wishes_of_another_phone_are_seen(self, at_home, store):
        client = at_home(("dominion-1e",))
        tag = tag_of(client)
        store.keep_wishes(client.home, {"banned": ["moat"]})
        assert again(client, tag).status_code == 200

    def test_what_is_to_be_said_once_is_said(self, client):
        tag = tag_of(client)
        with client.session_transaction() as session:
            session["_flashes"] = [("message", "Saved.")]
        assert "Saved." in again(client, tag).text

    def test_another_household_does_not_have_it(self, at_home):
        assert again(at_home(), tag_of(at_home())).status_code == 200

    def test_another_theme_is_another_page(self, client):
        tag = tag_of(client)
        with client.session_transaction() as session:
            session["theme"] = "dark"
        assert again(client, tag).status_code == 200


class TestPurePages:
    @pytest.mark.parametrize("encoding", ["gzip", "identity"])
    @pytest.mark.parametrize("page", PURE)
    def test_have_a_strong_tag_of_their_bytes(self, at_home, page, encoding):
        client, headers = at_home(), {"Accept-Encoding": encoding}
        first, second = (client.get(page, headers=headers) for _ in range(2))
        assert first.data == second.data
        assert first.headers["ETag"] == second.headers["ETag"]
        assert not first.headers["ETag"].startswith("W/")
        answer = again(client, first.headers["ETag"], page, **headers)
        assert (answer.status_code, answer.data) == (304, b"")
        assert answer.headers["ETag"] == first.headers["ETag"]

    @pytest.mark.parametrize("page", ["/about", "/card/moat", "/published"])
    def test_are_other_pages_to_another_household(self, at_home, page):
        assert again(at_home(), tag_of(at_home(), page), page).status_code == 200

    def test_a_card_is_shown_in_the_box_that_is_here(self, at_home, store):
        client = at_home(("dominion-1e",))
        tag = tag_of(client, "/card/moat")
        store.keep_shelf(client.home, ("dominion-2e",))
        assert again(client, tag, "/card/moat").status_code == 200

    def test_published_kingdoms_are_known_until_a_box_or_a_game_is_added(self, at_home, store):
        client = at_home(("dominion-1e",))
        tag = tag_of(client, "/published")
        assert again(client, tag, "/published").status_code == 304
        store.keep_shelf(client.home, ("dominion-1e", "seaside-1e"))
        assert again(client, tag, "/published").status_code == 200
