"""The app as a whole: its settings and the names it answers to."""

import pytest
from flask import Flask

from app import ROOT, create_app


class TestSettings:
    def test_the_database_is_in_the_instance_folder_unless_said(self, monkeypatch):
        paths = []
        monkeypatch.setattr("web.store.prepare", lambda path: paths.append(path) or "key")
        create_app()
        assert paths == [ROOT / "instance" / "ten_piles.db"]

    def test_the_database_may_be_named_as_text(self, database):
        client = create_app({"DATABASE": str(database)}).test_client()
        assert client.get("/about").status_code == 200
        assert database.exists()


class TestTrustedHosts:
    @pytest.fixture
    def app(self, database) -> Flask:
        return create_app({"DATABASE": database, "TRUSTED_HOSTS": ["table.example"]})

    @pytest.mark.parametrize(
        "host", ["table.example", "table.example:5000", "localhost:5000", "127.0.0.1", "[::1]:5000"]
    )
    def test_answers_to_its_names(self, client, host):
        assert client.get("/about", headers={"Host": host}).status_code == 200

    @pytest.mark.parametrize("path", ["/", "/api/catalog", "/nothing", "/static/mark.svg"])
    def test_answers_to_no_other(self, client, path):
        response = client.get(path, headers={"Host": "evil.example"})
        assert response.status_code == 400
        assert "isn’t available at this address" in response.text

    def test_tells_scripts_so_in_json(self, client, refusal):
        response = client.get("/api/catalog", headers={"Host": "evil.example"})
        assert refusal(response, 400)["code"] == "strange-host"

    @pytest.mark.parametrize("host", ["[::2]", "[::1].evil.example", "[", ""])
    def test_answers_to_nothing_that_only_looks_like_it(self, client, host):
        assert client.get("/about", headers={"Host": host}).status_code == 400

    def test_answers_to_any_unless_said(self, database):
        client = create_app({"DATABASE": database}).test_client()
        assert client.get("/about", headers={"Host": "any.example"}).status_code == 200
