"""Whatever is sent, the answer is a sentence and never our mistake; `make bench` tries far more."""

import io
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from werkzeug.test import Client, EnvironBuilder, run_wsgi_app

from app import create_app
from setup_rules.catalog import load_catalog
from tests.databases import open_database
from tests.thorough import THOROUGH, cases
from tests.web.furnished import (
    LINK,
    MARKET_LINK,
    OURS,
    Furnished,
    calls,
    examples,
    furnish,
    keep_still,
)
from tests.web.fuzzing import NASTY, Sent, files, links, pages_of, requests, templates
from web.links.codes import read_code
from web.links.kingdom_link import BrokenLink, link_for, read_address
from web.store import Store

GOLDEN = Path(__file__).parents[1] / "golden_links.json"
LINKS = [LINK, MARKET_LINK, *(one["link"] for one in json.loads(GOLDEN.read_text()).values())]
AS_OFTEN = 40
"""Requests after which everything is put back, so that there is always something to break."""


def tries(number: int) -> settings:
    """So many at most; what fails may hang on what was sent before, so it is not tried again."""
    return settings(
        max_examples=cases(number) if THOROUGH else cases(number) // 2,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


class Tried:
    """A household with everything, and an app to send anything to."""

    database: sqlite3.Connection
    kept: sqlite3.Connection

    def __init__(self, path: Path) -> None:
        self.app = create_app({"DATABASE": path, "RATE_LIMITS": False})
        store = Store(path)
        self.home: Furnished = furnish(self.app, store, "Our {}".format, "ours")
        store.close()
        known = calls(self.app, examples(self.home))
        self.templates = templates(self.home, known, pages_of(self.home, [LINK, MARKET_LINK]))
        self.requests = requests(self.templates, self.home.cookie, "localhost")
        saved = [self.home.phone.get(page).data for page in ("/settings/file", "/shelf/file")]
        self.files = files(saved)
        self.tries = 0

    def send(self, sent: Sent) -> int:
        """The status of the answer to a request; raises unless it is a proper one."""
        self.tries += 1
        if self.tries % AS_OFTEN == 0:
            self.kept.backup(self.database)
        path, _mark, query = sent.target.partition("?")
        builder = EnvironBuilder(
            method=sent.method, headers=dict(sent.headers), input_stream=io.BytesIO(sent.body)
        )
        environ = builder.get_environ()
        environ["PATH_INFO"] = _unquoted(path)
        environ["QUERY_STRING"] = query
        environ["CONTENT_LENGTH"] = str(len(sent.body))
        body, status, _headers = run_wsgi_app(self.app, environ, buffered=True)
        assert b"".join(body) or status[:3] in ("204", "304"), sent
        assert int(status[:3]) < 500, sent
        return int(status[:3])


def _unquoted(path: str) -> str:
    """As servers hand it on: the bytes of the path, each as one character."""
    return unquote_to_bytes(path).decode("latin-1")


@pytest.fixture(scope="module")
def tried(tmp_path_factory) -> Iterator[Tried]:
    with pytest.MonkeyPatch.context() as patch:
        keep_still(patch)
        path = tmp_path_factory.mktemp("fuzz") / "piles.db"
        tried = Tried(path)
        with open_database(path) as tried.database, open_database() as tried.kept:
            tried.database.backup(tried.kept)
            yield tried


class TestForms:
    def test_are_all_found(self, tried):
        """What is broken is taken from the pages; without them nothing would be tried."""
        posts = {one.path for one in tried.templates if one.method == "POST"}
        assert len(posts) > 45
        assert len(tried.templates) > 150

    def test_have_nothing_but_text_in_them(self, tried):
        """A list would break the sender before anything is sent."""
        pairs = [pair for one in tried.templates for pair in (*one.query, *one.fields)]
        assert [pair for pair in pairs if not all(isinstance(text, str) for text in pair)] == []

    @tries(800)
    @given(data=st.data())
    def test_are_answered_whatever_is_in_them(self, tried, data):
        tried.send(data.draw(tried.requests))


class TestLinks:
    @tries(600)
    @given(link=links(LINKS))
    def test_are_read_or_refused(self, link):
        catalog = load_catalog()
        try:
            request = read_address(link, catalog)
        except BrokenLink:
            return
        assert read_address(link_for(*request), catalog) == request

    @tries(80)
    @given(link=links(LINKS))
    def test_are_shown_or_refused(self, tried, link):
        path, _mark, query = link.partition("?")
        target = f"{quote(path, safe='/.')}?{quote(query, safe='=&.:')}"
        status = tried.send(Sent("GET", target, {"Host": "localhost"}, b""))
        assert status in (200, 303, 308, 404)


class TestFiles:
    @tries(80)
    @given(data=st.data())
    def test_are_read_or_refused(self, tried, data):
        body = data.draw(tried.files)
        form = {"text": body, "how": data.draw(st.sampled_from(["", "add", "replace"]))}
        if data.draw(st.booleans()):
            form["partly"] = "yes"
        if data.draw(st.booleans()):
            form["file"] = (io.BytesIO(form.pop("text")), "a.json")
        tried.tries += 1
        if tried.tries % AS_OFTEN == 0:
            tried.kept.backup(tried.database)
        client = Client(tried.app, tried.app.response_class, use_cookies=False)
        headers = {**tried.home.cookie, **OURS}
        answer = client.post("/shelf/open", data=form, headers=headers)
        assert answer.status_code in (200, 303, 413, 422), body
        assert client.get("/", headers=headers).status_code < 500, body


class TestCodes:
    @tries(800)
    @given(typed=st.sampled_from([n for n in NASTY if isinstance(n, str)]) | st.text())
    def test_are_read_or_refused(self, typed):
        code = read_code(typed)
        assert code is None or (len(code) == 6 and code.isascii())
