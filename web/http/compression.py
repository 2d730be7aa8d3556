"""Few bytes for a phone on a slow network: gzip for all text."""

from __future__ import annotations

import gzip
import zlib
from functools import lru_cache
from typing import Any

import zopfli.zlib
from flask import Flask, Response, g, request

LEVEL, LEVEL_OF_PAGES = 9, 7
"""What is packed for one page alone is packed in less time, for a few bytes more."""
GZIP = zlib.MAX_WBITS | 16
STYLES_END, SCRIPTS = b"</style>", b"<script>"
"""Where the part of a page ends and begins again that is the same on many pages."""
COLOURS_END = 4_500
"""Style sheets begin with fonts and colours, which are smaller with a Huffman code of their own."""
ZLIB_HEAD, ZLIB_CHECK = 2, 4
"""Bytes around what zlib packs (RFC 1950), which a part of a gzip file does without."""
LEAST = 600
"""Bytes below which it is not worth the work: they travel in one packet anyhow."""
TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
PART_OR_NOTHING = (204, 206, 304)


PACKED = "-gzip"
"""How a strong tag ends that vouches for packed bytes; those of the plain text have it without."""


def read_known_tags() -> None:
    """Let tags of packed bytes be known as those of the text."""
    known = request.environ.get("HTTP_IF_NONE_MATCH", "")
    g.knows_packed = f'{PACKED}"' in known
    if g.knows_packed:
        request.environ["HTTP_IF_NONE_MATCH"] = known.replace(f'{PACKED}"', '"')


def compress(response: Response) -> Response:
    """Compress an answer for those who can read that; the same text gives the same bytes."""
    if response.status_code == 304:
        response.vary.add("Accept-Encoding")
        if g.get("knows_packed"):
            _tag_as_packed(response)
    if not (response.mimetype or "").startswith(TEXT):
        return response
    response.vary.add("Accept-Encoding")
    if (
        response.status_code in PART_OR_NOTHING
        or "Content-Encoding" in response.headers
        or not request.accept_encodings["gzip"]
        or (response.is_streamed and not response.direct_passthrough)
    ):
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= LEAST:
        is_page = response.mimetype == "text/html"
        pack = _gzip_page if is_page else _gzip_once if response.get_etag()[0] else _gzip
        response.set_data(pack(body))
        response.headers["Content-Encoding"] = "gzip"
        _tag_as_packed(response)
    return response


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


_gzip_once = lru_cache(maxsize=16)(_gzip)
"""For what has a tag and is no page: files and answers that are the same for everybody."""


def _gzip_page(body: bytes) -> bytes:
    """A page of which only the text between styles and scripts is packed anew."""
    head, styles_end, rest = body.rpartition(STYLES_END)
    text, scripts, rest = rest.partition(SCRIPTS)
    packer, packed = _gzip_head(head + styles_end)
    packer = packer.copy()
    packed += packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH) + _deflate(scripts + rest)
    checks = (zlib.crc32(body), len(body))  # as RFC 1952 ends a file
    return packed + b"".join(check.to_bytes(4, "little") for check in checks)


@lru_cache(maxsize=64)
def _gzip_head(head: bytes) -> tuple[Any, bytes]:
    """A compressor that has read the first part of a page, and what it wrote."""
    packer = zlib.compressobj(LEVEL_OF_PAGES, wbits=GZIP)
    packed = packer.compress(head[:COLOURS_END]) + packer.flush(zlib.Z_BLOCK)
    return packer, packed + packer.compress(head[COLOURS_END:]) + packer.flush(zlib.Z_BLOCK)


@lru_cache(maxsize=64)
def _deflate(end: bytes) -> bytes:
    """The scripts of a page, as they are appended to what was packed before them.

    They are packed once, so there is time to look for the fewest bytes.
    """
    return bytes(zopfli.zlib.compress(end)[ZLIB_HEAD:-ZLIB_CHECK])


def _tag_as_packed(response: Response) -> None:
    """Give packed bytes a tag of their own; a weak one vouches for the text, however it is sent."""
    tag, is_weak = response.get_etag()
    if tag and not is_weak:
        response.set_etag(f"{tag}{PACKED}")


def register(app: Flask) -> None:
    """Have every answer pass by here on its way out, and its tags on their way in."""
    app.before_request_funcs.setdefault(None, []).insert(0, read_known_tags)
    app.after_request(compress)
