"""A kingdom's page comes quickly: its first screen in the first packets, and all of it is small."""

from __future__ import annotations

import re
import zlib

import pytest

from tests.web.kingdom.test_kingdom_browser import EXTREME, FIRST_GAME, LANDSCAPES

FIRST_PACKETS = 14_600
"""Bytes a server sends before it waits for an answer: ten packets of 1460."""
LANGUAGES = ("en", "cs", "de")
GZIP = zlib.MAX_WBITS | 16


class Sent:
    """An answer as it goes over the wire, headers first."""

    def __init__(self, client, link: str, language: str) -> None:
        asked = {"Accept-Encoding": "gzip", "Accept-Language": language}
        response = client.get(link, headers=asked)
        lines = (f"{name}: {value}\r\n" for name, value in response.headers)
        self._head = len(f"HTTP/1.1 {response.status}\r\n") + sum(map(len, lines)) + 2
        self._body = response.data

    @property
    def size(self) -> int:
        return self._head + len(self._body)

    @property
    def page(self) -> str:
        return zlib.decompress(self._body, GZIP).decode()

    @property
    def first_part(self) -> str:
        body = self._body[: FIRST_PACKETS - self._head]
        return zlib.decompressobj(GZIP).decompress(body).decode(errors="ignore")


@pytest.mark.parametrize("language", LANGUAGES)
class TestSize:
    @pytest.mark.parametrize(
        ("link", "most"), [(FIRST_GAME, 16_500), (EXTREME, 20_000), (LANDSCAPES, 20_000)]
    )
    def test_the_whole_page_is_small(self, client, link, most, language):
        assert Sent(client, link, language).size <= most

    @pytest.mark.parametrize("link", [FIRST_GAME, EXTREME, LANDSCAPES])
    def test_the_first_packets_hold_the_first_screen(self, client, link, language):
        sent = Sent(client, link, language)
        first = sent.first_part
        for end in ("</style>", "</header>", "</footer>", "</section>"):
            assert end in first, end
        rows = re.findall('<li class="pile.*?</li>', sent.page, re.DOTALL)
        assert len(rows) >= 10
        assert [row for row in rows if row not in first] == []
        screen = first[: first.index("</section>")]
        glyphs = set(re.findall('href="#(g-[a-z-]+)"', screen))
        assert {glyph for glyph in glyphs if f'<symbol id="{glyph}"' not in first} == set()
        assert {"g-menu", "g-swap", "g-flag"} <= glyphs

    def test_scripts_come_last(self, client, language):
        page = Sent(client, FIRST_GAME, language).page
        assert page.index("<script>") > page.rindex("<section")
        assert page.index("<style>") < page.index("<body")
