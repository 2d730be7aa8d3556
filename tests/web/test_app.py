"""The app as a whole: its settings, headers, names and error pages."""

import pytest
from flask import Flask

from app import ROOT, create_app


class TestSettings:
    def test_the_database_is_in_the_instance_folder_unless_said(self, monkeypatch):
        asked = []
        monkeypatch.setattr("web.store.prepare", lambda path: asked.append(path) or "key")
        create_app()
        assert asked == [ROOT / "instance" / "ten_piles.db"]

    def test_the_database_may_be_named_as_text(self, database):
        assert create_app({"DATABASE": str(database)}).test_client().get("/").status_code == 200
        assert database.exists()


class TestTrustedHosts:
    @pytest.fixture
    def app(self, database) -> Flask:
        return create_app({"DATABASE": database, "TRUSTED_HOSTS": ["table.example"]})

    @pytest.mark.parametrize(
        "host",
        ["table.example", "table.example:5000", "localhost:5000", "127.0.0.1", "[::1]:5000"],
    )
    def test_answers_to_its_names(self, client, host):
        assert client.get("/", headers={"Host": host}).status_code == 200

    @pytest.mark.parametrize("path", ["/", "/api/catalog", "/nothing", "/static/style.css"])
    def test_answers_to_no_other(self, client, path):
        response = client.get(path, headers={"Host": "evil.example"})
        assert response.status_code == 400
        assert "does not answer to this name" in response.text

    def test_tells_scripts_so_in_json(self, client, refusal):
        response = client.get("/api/catalog", headers={"Host": "evil.example"})
        assert refusal(response, 400)["code"] == "strange-host"

    @pytest.mark.parametrize("host", ["[::2]", "[::1].evil.example", "[", ""])
    def test_answers_to_nothing_that_only_looks_like_it(self, client, host):
        assert client.get("/", headers={"Host": host}).status_code == 400

    def test_answers_to_any_unless_said(self, database):
        client = create_app({"DATABASE": database}).test_client()
        assert client.get("/", headers={"Host": "any.example"}).status_code == 200


class TestHeaders:
    @pytest.mark.parametrize("path", ["/", "/api/catalog", "/nothing", "/static/style.css"])
    def test_keep_every_answer_to_itself(self, client, path):
        with client.get(path) as response:
            headers = response.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"

    def test_the_cookie_is_kept_from_scripts_and_other_sites(self, client):
        cookie = client.get("/").headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie

    def test_a_kingdom_page_sets_no_cookie(self, client):
        assert "Set-Cookie" not in client.get("/kingdom/cellar?players=2").headers

    def test_static_files_are_kept_for_a_while(self, client):
        with client.get("/static/style.css") as response:
            assert "max-age=3600" in response.headers["Cache-Control"]

    @pytest.mark.parametrize("path", ["/", "/kingdom/cellar?players=2", "/nothing"])
    def test_pages_ask_for_nothing_from_outside(self, client, path):
        page = client.get(path).text
        assert "http://" not in page
        assert "https://" not in page
        assert "<script" not in page
        assert "style=" not in page


class TestErrorPages:
    @pytest.mark.parametrize(
        ("method", "path", "status"),
        [("GET", "/nothing", 404), ("PUT", "/", 405), ("POST", "/kingdom/cellar", 405)],
    )
    def test_say_in_a_sentence_what_is_wrong(self, client, method, path, status):
        response = client.open(path, method=method)
        assert response.status_code == status
        assert response.mimetype == "text/html"
        assert "<h1>" in response.text
        assert "Traceback" not in response.text

    def test_a_form_that_is_too_large(self, client):
        response = client.post("/", data={"names": "x" * 100_000})
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
