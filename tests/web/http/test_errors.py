"""What cannot be done is told in a sentence: as a page, or as JSON under /api/."""

import sqlite3

import pytest

import web.http.visitor
from app import create_app
from web.store import Household

LINK = "/kingdom/cellar?players=2&boxes=dominion-1e"


@pytest.fixture
def app(database):
    """An app of its own, which is made to fail."""
    return create_app({"DATABASE": database})


class TestErrorPages:
    @pytest.mark.parametrize(
        ("method", "path", "status"),
        [
            ("GET", "/nothing", 404),
            ("PUT", "/", 405),
            ("POST", "/kingdom/cellar", 405),
            ("GET", "/kingdom/smity?players=2", 404),
            ("POST", "/share", 400),
        ],
    )
    def test_say_in_a_sentence_what_is_wrong(self, client, method, path, status):
        response = client.open(path, method=method)
        assert response.status_code == status
        assert response.mimetype == "text/html"
        assert "<h1>" in response.text
        assert 'href="/">Go to the front page</a>' in response.text
        assert "Traceback" not in response.text

    def test_tell_which_methods_there_are(self, client):
        assert "GET" in client.put("/about").headers["Allow"]

    def test_a_form_that_is_too_large(self, client):
        response = client.post("/own", data={"names": "x" * 100_000})
        assert response.status_code == 413
        assert "64 kB" in response.text

    @pytest.mark.parametrize(
        ("path", "kind"), [("/oops", "text/html"), ("/api/oops", "application/json")]
    )
    def test_our_own_mistakes_show_no_traceback(self, app, client, path, kind):
        @app.get(path)
        def oops():
            raise RuntimeError("a secret of ours")

        response = client.get(path)
        assert response.status_code == 500
        assert response.mimetype == kind
        assert "not your fault" in response.text
        assert "secret" not in response.text

    def test_should_pages_themselves_fail_the_sentence_remains(self, app, client):
        def oops():
            raise RuntimeError("a secret of ours")

        app.jinja_env.globals["glyphs_needed"] = oops
        response = client.get("/about")
        assert response.status_code == 500
        assert response.mimetype == "text/plain"
        assert "not your fault" in response.text


class TestForgedForms:
    def test_are_told_and_lead_back_to_where_they_were_sent_from(self, client):
        referrer = {"Referer": f"http://localhost{LINK}"}
        response = client.post("/share", data={"link": LINK}, headers=referrer)
        assert response.status_code == 400
        assert "Check that cookies are on, then send it again." in response.text
        assert f'href="{LINK.replace("&", "&amp;")}">Go back' in response.text

    @pytest.mark.parametrize(
        "referrer",
        ["https://evil.example/", "http://localhost.evil.example/", "javascript:1", "http://["],
    )
    def test_lead_nowhere_else(self, client, referrer):
        response = client.post("/share", data={}, headers={"Referer": referrer})
        assert response.status_code == 400
        assert "Go back" not in response.text

    @pytest.mark.parametrize(
        ("scheme", "origin", "status"),
        [
            ("http", "http://localhost", 303),
            ("http", "https://localhost", 303),  # a proxy in front that we were not told of
            ("https", "https://localhost", 303),
            ("https", "http://localhost", 400),
            ("http", "http://localhost:81", 400),
            ("http", "http://[", 400),
            ("http", "localhost", 400),
            ("http", "null", 400),
        ],
    )
    def test_are_those_that_no_page_of_ours_has_sent(self, client, scheme, origin, status):
        """Over http anybody between could have written the page."""
        headers = {"Origin": origin}
        form = {"link": LINK}
        answer = client.post("/share", data=form, headers=headers, base_url=f"{scheme}://localhost")
        assert answer.status_code == status


class TestStore:
    """The file may be locked, full, or not be written to; then nothing is lost."""

    @pytest.fixture
    def broken(self, monkeypatch):
        def refuse(*_args):
            raise sqlite3.OperationalError("attempt to write a readonly database")

        monkeypatch.setattr("web.store.Store.share", refuse)
        monkeypatch.setattr("web.store.Store.shared", refuse)

    def test_is_told_in_plain_words(self, client, press, broken):
        response = press(client, LINK, "/share", link=LINK)
        assert response.status_code == 503
        assert "Nothing was lost, but nothing new was saved." in response.text
        assert response.headers["Retry-After"] == "5"
        assert "attempt to write" not in response.text

    def test_a_locked_file_is_told_as_well(self, client, broken):
        assert client.get("/k/4F7K2Q").status_code == 503

    def test_a_household_deleted_meanwhile_is_told(self, client, press, monkeypatch):
        monkeypatch.setattr(web.http.visitor, "household", lambda: Household("x", "", (), 2, {}))
        answer = press(client, LINK, "/share", link=LINK)
        assert answer.status_code == 409
        assert "just deleted on another phone" in answer.text

    def test_scripts_are_told_in_json(self, app, client, refusal):
        @app.get("/api/locked")
        def locked():
            raise sqlite3.OperationalError("database is locked")

        assert refusal(client.get("/api/locked"), 503)["code"] == "not-kept"
