"""The About page, and what makes the app installable."""

import json
import re

import pytest

from app import create_app
from web.http.version import VERSION


class TestAbout:
    def test_says_whose_game_it_is(self, client):
        page = client.get("/about").text
        assert "unofficial fan project" in page
        assert "Donald X. Vaccarino" in page
        assert "Rio Grande Games, and its name is their trademark" in page

    def test_says_what_is_kept_and_for_how_long(self, client):
        page = client.get("/about").text
        assert "Your data is kept until you delete it in the settings." in page
        assert "keeps its code until you delete everything" in page
        assert "No account, no password, no address, no tracking" in page

    def test_says_to_whom_a_wrong_rule_is_told(self, client):
        assert "Tell whoever runs this page" in client.get("/about").text

    @pytest.mark.parametrize(
        ("report_to", "shown"),
        [
            ("https://example.org/issues", '<a class="target" href="https://example.org/issues">'),
            ("mailto:rules@example.org", ">rules@example.org</a>"),
            ("Ask Anna <b>", "Ask Anna &lt;b&gt;"),
            ("javascript:alert(1)", "</a>"),
        ],
    )
    def test_says_where_if_that_is_set(self, database, report_to, shown):
        client = create_app({"DATABASE": database, "REPORT_TO": report_to}).test_client()
        page = client.get("/about").text
        assert shown in page
        assert "Tell whoever runs this page" not in page
        assert 'href="javascript:' not in page

    def test_names_the_licences_and_the_version(self, client):
        page = client.get("/about").text
        assert "SIL Open Font License 1.1" in page
        assert re.search(rf"Version {VERSION} \([0-9a-f]{{8}}\)\.", page)


class TestManifest:
    @pytest.fixture
    def manifest(self, client):
        response = client.get("/manifest.webmanifest")
        assert response.mimetype == "application/manifest+json"
        return json.loads(response.text)

    def test_makes_the_app_installable(self, manifest):
        assert manifest["name"] == "Ten Piles"
        assert manifest["start_url"] == manifest["scope"] == "/"
        assert manifest["display"] == "standalone"
        assert manifest["background_color"] == manifest["theme_color"] == "#F1F2ED"

    def test_its_icons_are_there_and_kept_for_ever(self, client, manifest):
        purposes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
        assert purposes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
        for icon in manifest["icons"]:
            with client.get(icon["src"]) as response:
                assert response.status_code == 200
                assert response.mimetype == icon["type"]
                assert "immutable" in response.headers["Cache-Control"]


class TestServiceWorker:
    def test_comes_from_the_root_and_is_asked_for_again(self, client):
        response = client.get("/sw.js")
        assert response.mimetype == "text/javascript"
        assert response.headers["Cache-Control"] == "no-cache"

    def test_everything_it_fetches_beforehand_is_there(self, client):
        shell = json.loads(re.search(r"const SHELL = (\[.*\]);", client.get("/sw.js").text)[1])
        assert shell[0] == "/offline"
        assert len(shell) == 4
        for address in shell:
            with client.get(address) as response:
                assert response.status_code == 200

    def test_stays_the_same_for_everyone(self, client, app):
        other = app.test_client()
        with other.session_transaction() as session:
            session["csrf"] = "1"
        assert client.get("/sw.js").text == other.get("/sw.js").text

    def test_stays_the_same_for_every_theme_and_language(self, client, press):
        """Or what a phone has kept would be thrown away when somebody chooses another."""
        before = client.get("/sw.js").text
        press(client, "/settings", "/settings/theme", theme="dark")
        assert client.get("/sw.js").text == before
        assert client.get("/sw.js", headers={"Accept-Language": "de"}).text == before

    def test_changes_with_any_style(self, client, app):
        before = client.get("/sw.js").text
        assets = app.extensions["assets"]
        screen = assets.styles["screen"]._replace(hash="'sha256-other'")
        styles = {**assets.styles, "screen": screen}
        app.extensions["assets"] = assets._replace(styles=styles)
        assert client.get("/sw.js").text != before

    def test_the_page_without_a_network_keeps_nothing(self, client):
        response = client.get("/offline")
        assert "No connection. Your ticks are saved on this phone." in response.text
        assert "Set-Cookie" not in response.headers
