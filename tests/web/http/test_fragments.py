"""Fragments and facts that are kept: the same page again, and nothing of a household in them."""

import gc
import re

import pytest

from app import create_app
from tests.servers import LINK
from web.setup_sheet.fetch_list import TICKED
from web.store.households import CASES, Case, Storage

SECRETS = ("Zvonimíra", "Quillfeather", "Marsh case")


@pytest.fixture
def app(database):
    return create_app({"DATABASE": database, "RATE_LIMITS": False})


def kept_values(app):
    """All text in the fragments and kingdoms that an app keeps, keys included."""
    seen, queue = set(), [app.extensions["fragments"], app.extensions["kingdoms"]]
    while queue:
        thing = queue.pop()
        if id(thing) in seen or isinstance(thing, type):
            continue
        seen.add(id(thing))
        if isinstance(thing, str):
            yield thing
        elif isinstance(thing, tuple | dict | frozenset) or "lru_cache" in type(thing).__name__:
            queue += gc.get_referents(thing)
        elif type(thing).__name__ in ("SetupSheet", "TablePicture", "TablePile", "TableTile"):
            queue += [getattr(thing, name) for name in thing.__slots__]


def plain(page):
    """A page without what is by chance."""
    return re.sub(r'name="seed" value="[^"]*"', "", page.text)


class TestFragments:
    def test_a_page_opened_again_renders_none(self, app):
        client = app.test_client()
        first = plain(client.get(LINK))
        misses = app.extensions["fragments"].cache_info().misses
        assert plain(client.get(LINK)) == first
        assert app.extensions["fragments"].cache_info().misses == misses > 0
        assert app.extensions["kingdoms"].cache_info().hits == 1

    def test_each_language_has_its_own(self, app):
        client = app.test_client()
        pages = [client.get(f"{LINK}&lang={code}").text for code in ("en", "cs", "de", "en")]
        assert pages[0].count("Smithy") > 2
        assert pages[1].count("Kovárna") > 2
        assert pages[2].count("Schmiede") > 2
        assert "Schmiede" not in app.test_client().get(LINK).text

    def test_names_of_cards_are_those_that_were_chosen(self, app):
        client = app.test_client()
        client.get(LINK)
        with client.session_transaction() as session:
            session["names"] = "de"
        assert "Schmiede" in client.get(LINK).text

    def test_two_apps_share_nothing(self, app, tmp_path):
        app.test_client().get(LINK)
        other = create_app({"DATABASE": tmp_path / "other.db", "RATE_LIMITS": False})
        assert other.extensions["fragments"].cache_info().currsize == 0
        assert other.extensions["kingdoms"].cache_info().currsize == 0


class TestHouseholds:
    def test_ticks_of_one_are_not_seen_by_another(self, at_home, store):
        mine, theirs = at_home(("dominion-1e",)), at_home(("dominion-1e",))
        item = re.search(r'name="t" value="([^"]+)"', mine.get(LINK).text)[1]
        key = re.search(r'data-key="([^"]+)"', mine.get(LINK).text)[1]
        store.keep_marks(mine.home, key, {item: TICKED})
        assert f'value="{item}" checked' in mine.get(LINK).text
        assert " checked>" not in theirs.get(LINK).text

    def test_nothing_that_one_wrote_is_kept(self, app, at_home, store):
        client = at_home(("dominion-1e",))
        store.keep_name(client.home, SECRETS[0])
        store.add_person(client.home, SECRETS[1])
        case = Case(SECRETS[2], boxes=("dominion-1e",))
        store.keep_storage(client.home, Storage(CASES, (case,)))
        for page in ("/", LINK, "/shelf", "/wishes", "/published", "/own", "/played", "/night"):
            assert client.get(page).status_code == 200
        assert SECRETS[2] in client.get(LINK).text
        store.keep_storage(client.home, Storage("a-z", (case,)))
        assert client.get(LINK).status_code == 200
        texts = list(kept_values(app))
        assert any("Smithy" in text for text in texts)
        assert not [text for text in texts for secret in SECRETS if secret in text]
        assert not [text for text in texts if "csrf_token" in text or client.home in text]
