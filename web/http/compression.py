"""Few bytes for a phone on a slow network: gzip for all text."""

from __future__ import annotations

import re
import zlib

from flask import Response, request

LEVEL = 9
GZIP = zlib.MAX_WBITS | 16
BETWEEN_LANGUAGES = re.compile(rb"(?<=</style>)|(?=<script>)")
"""Styles, text and scripts each get a Huffman code of their own, which makes a page smaller."""
LEAST = 600
"""Bytes below which it is not worth the work: they travel in one packet anyhow."""
TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
PART_OR_NOTHING = (204, 206, 304)


def compress(response: Response) -> Response:
    """Compress an answer for those who can read that; the same text gives the same bytes."""
    if response.status_code == 304:
        response.vary.add("Accept-Encoding")
        _weaken_tag(response)
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
        response.set_data(_gzip(body))
        response.headers["Content-Encoding"] = "gzip"
        _weaken_tag(response)
    return response


def _gzip(body: bytes) -> bytes:
    packing = zlib.compressobj(LEVEL, wbits=GZIP)
    blocks = (
        packing.compress(part) + packing.flush(zlib.Z_BLOCK)
        for part in BETWEEN_LANGUAGES.split(body)
    )
    return b"".join(blocks) + packing.flush()


def _weaken_tag(response: Response) -> None:
    """Packed and plain share a tag, so it vouches for the text and not for the bytes."""
    tag, _weak = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)
