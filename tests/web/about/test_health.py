"""/healthz and the access log: enough to watch over the app, and nothing about who uses it."""

import json
import logging
import re

import pytest

from web.http import access_log
from web.http.version import VERSION, build
from web.store.schema import migrations


class TestHealth:
    def test_tells_the_version_and_the_schema(self, client):
        answer = client.get("/healthz")
        assert answer.status_code == 200
        last = list(migrations._migrations)[-1].name
        assert answer.json == {"ok": True, "version": VERSION, "build": build(), "schema": last}
        assert re.fullmatch("[0-9a-f]{8}", build())

    def test_needs_no_cookie_and_is_not_kept(self, client):
        headers = client.get("/healthz").headers
        assert "Set-Cookie" not in headers
        assert "Cookie" not in headers.get("Vary", "")
        assert headers["Cache-Control"] == "no-store"

    def test_founds_no_household(self, client, store):
        client.get("/healthz")
        assert store._row("select count(*) as n from household")["n"] == 0

    @pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
    def test_is_bad_while_the_store_cannot_be_read(self, app, client, tmp_path, content):
        app.config["DATABASE"] = tmp_path / "other.db"
        app.config["DATABASE"].write_bytes(content)
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json["ok"] is False
        assert answer.json["schema"] is None

    def test_is_bad_where_there_is_no_folder(self, app, client, tmp_path):
        app.config["DATABASE"] = tmp_path / "gone" / "piles.db"
        assert client.get("/healthz").status_code == 503


@pytest.fixture
def log(app, caplog, monkeypatch):
    """What the access log says of the last request."""
    app.config["ACCESS_LOG"] = True
    monkeypatch.setattr(access_log.LOG, "propagate", True)
    caplog.set_level(logging.INFO, logger=access_log.LOG.name)
    return lambda: json.loads(caplog.messages[-1])


class TestAccessLog:
    def test_tells_what_was_asked_for_and_how_it_went(self, client, log):
        answer = client.get("/about?secret=1", headers={"Accept-Encoding": "gzip"})
        line = log()
        assert line.keys() == {"time", "method", "route", "status", "ms", "bytes"}
        assert (line["method"], line["route"], line["status"]) == ("GET", "/about", 200)
        assert line["bytes"] == len(answer.data)
        assert line["ms"] >= 0
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])

    @pytest.mark.parametrize(
        "path", ["/k/SECRET", "/v/SECRET", "/m/SECRET", "/kingdom/SECRET?players=2", "/x/SECRET"]
    )
    def test_never_tells_a_code(self, client, log, caplog, path):
        client.set_cookie("ten_piles", "SECRET")
        client.get(path, headers={"User-Agent": "SECRET", "Referer": "http://localhost/SECRET"})
        assert log()["status"] == 404
        assert "SECRET" not in caplog.text
        assert "127.0.0.1" not in caplog.text

    def test_tells_of_files_and_forms_and_strange_hosts(self, app, client, log):
        app.config["TRUSTED_HOSTS"] = ["localhost"]
        client.get("/static/mark.svg").close()
        assert log()["route"] == "/static/<path:filename>"
        client.post("/own", data={})
        assert log()["method"] == "POST"
        client.get("/about", headers={"Host": "evil.example"})
        assert (log()["route"], log()["status"]) == (None, 400)

    def test_an_error_is_told_without_the_address(self, app, client, log, caplog, monkeypatch):
        def breaks(**_):
            raise RuntimeError("broken")

        monkeypatch.setitem(app.view_functions, "share.show", breaks)
        rule = next(one for one in app.url_map.iter_rules() if one.endpoint == "share.show")
        path = re.sub("<[^>]+>", "4F7K2Q", rule.rule)
        assert client.get(path).status_code == 500
        assert "RuntimeError: broken" in caplog.text
        assert "4F7K2Q" not in caplog.text
        assert log()["status"] == 500

    def test_is_silent_unless_asked_for(self, client, caplog):
        caplog.set_level(logging.INFO)
        client.get("/about")
        assert caplog.messages == []
