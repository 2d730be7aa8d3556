"""Headers: pages keep to themselves, and everything says how long it may be kept."""

import pytest

from web.http.assets import static_url

LINK = "/kingdom/cellar?players=2"
EVENING = "private, max-age=86400"


class TestSafety:
    @pytest.mark.parametrize(
        "path", ["/", LINK, "/about", "/api/catalog", "/nothing", "/sw.js", "/static/mark.svg"]
    )
    def test_every_answer_keeps_to_itself(self, client, path):
        with client.get(path) as response:
            headers = response.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "Strict-Transport-Security" not in headers

    @pytest.mark.parametrize("path", [LINK, "/about", "/nothing", "/k", "/offline"])
    def test_pages_ask_for_nothing_from_outside(self, client, path):
        page = client.get(path).text.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in page
        assert "https://" not in page
        assert "style=" not in page
        assert " onclick=" not in page

    def test_the_cookie_is_kept_from_scripts_and_other_sites(self, client):
        answer = client.post("/settings/theme", data={"theme": "dark"})
        cookie = answer.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie


class TestKeeping:
    def test_a_kingdom_is_kept_for_the_evening_for_one_cookie(self, client):
        response = client.get(LINK)
        assert response.headers["Cache-Control"] == EVENING
        assert "Cookie" in response.headers["Vary"]

    @pytest.mark.parametrize("path", ["/", "/about", "/own", "/nothing", "/k/XXXXXX", "/sw.js"])
    def test_other_pages_are_asked_for_again(self, client, path):
        assert client.get(path).headers["Cache-Control"] == "no-cache"

    def test_a_broken_link_is_not_kept(self, client):
        response = client.get("/kingdom/smity?players=2")
        assert response.headers["Cache-Control"] == "no-cache"

    @pytest.mark.parametrize("path", ["/own", "/share"])
    def test_answers_to_forms_are_not_kept_at_all(self, client, path):
        assert client.post(path).headers["Cache-Control"] == "no-store"

    @pytest.mark.parametrize("path", ["/about", "/own", "/nothing"])
    def test_pages_depend_on_the_cookie(self, client, path):
        assert "Cookie" in client.get(path).headers["Vary"]

    def test_a_file_with_its_content_in_its_address_is_kept_for_ever(self, app, client):
        with app.test_request_context():
            url = static_url("mark.svg")
        with client.get(url) as response:
            assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"

    def test_fonts_are_kept_for_a_month(self, client):
        with client.get("/static/fonts/grenze-latin-600.woff2") as response:
            assert response.headers["Cache-Control"] == "public, max-age=2592000"

    def test_other_files_are_kept_for_an_hour(self, client):
        with client.get("/static/css/base.css") as response:
            assert response.headers["Cache-Control"] == "public, max-age=3600"

    def test_a_file_that_is_not_there_is_not_kept(self, client):
        response = client.get("/static/nothing.css?v=1")
        assert response.status_code == 404
        assert "max-age" not in response.headers.get("Cache-Control", "")
