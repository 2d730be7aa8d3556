"""Gzip: for those who can read it, never twice, and never in the way of caches."""

import gzip

import pytest
from flask import Response, make_response

from app import create_app
from web.http.compression import LEAST

LINK = "/kingdom/cellar?players=2&boxes=dominion-1e"
PACKED = {"Accept-Encoding": "gzip, deflate"}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    app = create_app({"DATABASE": tmp_path_factory.mktemp("packed") / "piles.db"})

    @app.get("/try/<int:length>")
    def text(length):
        return Response("x" * length, mimetype="text/plain")

    @app.get("/try/packed")
    def packed():
        response = make_response(gzip.compress(b"x" * 5000))
        response.headers["Content-Encoding"] = "gzip"
        return response

    @app.get("/try/stream")
    def stream():
        return Response((f"data: {n}\n\n" for n in range(500)), mimetype="text/event-stream")

    return app


class TestWhoGetsIt:
    def test_a_page_is_packed_for_browsers(self, client):
        packed = client.get(LINK, headers=PACKED)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert int(packed.headers["Content-Length"]) == len(packed.data)
        assert gzip.decompress(packed.data).startswith(b"<!doctype html>")

    @pytest.mark.parametrize("offer", [None, "identity", "br", "gzip;q=0", "br, gzip;q=0"])
    def test_nobody_gets_what_they_cannot_read(self, client, offer):
        page = client.get(LINK, headers={"Accept-Encoding": offer} if offer else {})
        assert "Content-Encoding" not in page.headers
        assert page.text.startswith("<!doctype html>")

    @pytest.mark.parametrize("headers", [PACKED, {}])
    @pytest.mark.parametrize("path", [LINK, "/about", "/nothing", "/api/catalog", "/sw.js"])
    def test_caches_are_told_that_it_depends(self, client, path, headers):
        assert "Accept-Encoding" in client.get(path, headers=headers).headers["Vary"]

    @pytest.mark.parametrize(
        ("path", "status"),
        [("/nothing", 404), ("/k/XXXXXX", 404), ("/kingdom/smity?players=2", 404)],
    )
    def test_pages_of_errors_are_packed_too(self, client, path, status):
        page = client.get(path, headers=PACKED)
        assert page.status_code == status
        assert b"<h1>" in gzip.decompress(page.data)

    def test_a_form_with_faults_is_packed_too(self, client):
        page = client.post("/own", data={"names": "Smity"}, headers=PACKED)
        assert page.status_code == 422
        assert b"<form" in gzip.decompress(page.data)


class TestWhatIsLeftAlone:
    def test_a_few_bytes(self, client):
        assert "Content-Encoding" not in client.get(f"/try/{LEAST - 1}", headers=PACKED).headers
        assert "Content-Encoding" in client.get(f"/try/{LEAST}", headers=PACKED).headers

    def test_what_is_packed_already(self, client):
        page = client.get("/try/packed", headers=PACKED)
        assert gzip.decompress(page.data) == b"x" * 5000

    @pytest.mark.parametrize("file", ["icons/icon-192.png", "fonts/grenze-latin-600.woff2"])
    def test_pictures_and_fonts(self, client, file):
        with client.get(f"/static/{file}", headers=PACKED) as response:
            assert response.status_code == 200
            assert "Content-Encoding" not in response.headers

    def test_a_stream(self, client):
        response = client.get("/try/stream", headers=PACKED)
        assert "Content-Encoding" not in response.headers
        assert response.text.endswith("data: 499\n\n")

    def test_a_part_of_a_file(self, client):
        headers = PACKED | {"Range": "bytes=0-99"}
        with client.get("/static/css/base.css", headers=headers) as response:
            assert response.status_code == 206
            assert len(response.data) == 100
            assert "Content-Encoding" not in response.headers

    def test_a_redirect(self, client):
        assert client.get("/", headers=PACKED).status_code == 302


class TestSameText:
    def test_gives_the_same_bytes(self, client):
        first, second = (client.get("/try/5000", headers=PACKED).data for _ in range(2))
        assert first == second

    def test_head_tells_the_length_and_sends_nothing(self, client):
        head = client.head("/try/5000", headers=PACKED)
        assert head.data == b""
        assert head.headers["Content-Encoding"] == "gzip"
        length = len(client.get("/try/5000", headers=PACKED).data)
        assert int(head.headers["Content-Length"]) == length


class TestTags:
    """A packed file and a plain one have strong tags of their own; either is recognised again."""

    FILE = "/static/css/base.css"

    @pytest.mark.parametrize("first", [PACKED, {}], ids=["packed", "plain"])
    @pytest.mark.parametrize("again", [PACKED, {}], ids=["packed", "plain"])
    def test_a_file_that_is_known_is_not_sent_again(self, client, first, again):
        with client.get(self.FILE, headers=first) as response:
            tag = response.headers["ETag"]
        with client.get(self.FILE, headers=again | {"If-None-Match": tag}) as response:
            assert response.status_code == 304
            assert response.data == b""
            assert "Content-Encoding" not in response.headers
            assert response.headers["ETag"] == tag
            assert "Accept-Encoding" in response.headers["Vary"]

    def test_packed_bytes_have_another_strong_tag(self, client):
        with client.get(self.FILE, headers=PACKED) as packed, client.get(self.FILE) as plain:
            assert packed.get_etag() == (f"{plain.get_etag()[0]}-gzip", False)
            assert gzip.decompress(packed.data) == plain.data
