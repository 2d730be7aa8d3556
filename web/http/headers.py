"""Headers that keep the pages to themselves, and say how long each may be kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, current_app, g, jsonify, make_response, request, session

from web.language.translation import language

FOR_EVER = "public, max-age=31536000, immutable"
A_MONTH = "public, max-age=2592000"
AN_EVENING = "private, max-age=86400"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
APART = {"Cross-Origin-Resource-Policy": "same-origin"}
"""No other site can have its pages load what is ours. A kingdom's page has no byte to spare; it
asks for nothing that depends on this, and shows others nothing but what its address says."""
APART_OVER_HTTPS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""No other site keeps a hold on a window of ours; over plain http browsers only complain of it."""


def policy() -> str:
    """What a page may load: only what we serve, and inside it only what we wrote."""
    style, script = g.get("style_hash", "'none'"), g.get("script_hash", "'none'")
    return ";".join(  # no blanks: a kingdom's page has no byte to spare
        (
            "default-src 'none'",
            f"style-src {style}",
            "img-src 'self'",
            "font-src 'self'",
            f"script-src {script}",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    )


def unless_known(inputs: object, render: Callable[[], str], *, has_seed: bool = False) -> Response:
    """The page with a tag of all that it shows; 304, without rendering it, to who has it already.

    `inputs` are what it shows beside its address, its language and what the cookie holds. Whoever
    starts the app anew has new tags, so no tag outlives the code and the boxes it was made by.
    A page that has a seed for the next draw is never the same to the byte, so its tag is weak.
    """
    if "_flashes" in session:  # shown once
        return make_response(render())
    own = sorted(session.items())
    shown = (current_app.extensions["started"], request.full_path, language(), own, inputs)
    tag = hashlib.sha256(repr(shown).encode()).hexdigest()[:8]
    is_known = request.if_none_match.contains_weak(tag)
    response = Response(status=304) if is_known else make_response(render())
    response.set_etag(tag, weak=has_seed)
    return response


def unchanging(response: Response) -> Response:
    """An answer that only a new version of the app changes; a 304 if it is known already."""
    response.add_etag()
    response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(request)
    return response


def register(app: Flask) -> None:
    """Give every answer its headers, and tags of pages a part that a new start changes."""
    app.extensions["started"] = secrets.token_hex(8)
    app.after_request(add_headers)


def kept_for_the_evening(page: str | Response) -> Response:
    """A page the browser may show without asking, so that it opens while the server sleeps.

    What it shows hangs on the cookie, which changes with all that is kept (`visitor.changed`).
    """
    response = make_response(page)
    response.headers["Cache-Control"] = AN_EVENING
    response.vary.add("Cookie")
    return response


def add_headers(response: Response) -> Response:
    """Give every answer its headers. HSTS only if asked for: at home there is only plain http."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure and (seconds := current_app.config["HSTS"]):
        response.headers["Strict-Transport-Security"] = f"max-age={seconds}"
    response.headers.setdefault("Content-Security-Policy", policy())
    if response.headers.get("Cache-Control") != AN_EVENING:
        response.headers.update(APART)
        if request.is_secure:
            response.headers.update(APART_OVER_HTTPS)
    if request.endpoint == "static":
        if response.status_code in (200, 206, 304):
            response.headers["Cache-Control"] = _of_a_file()
        return response
    response.headers.setdefault("Cache-Control", _of_a_page())
    if response.mimetype == "text/html":
        response.vary.add("Cookie")
        if response.headers["Cache-Control"] != AN_EVENING:  # as above: no byte to spare
            response.vary.add("Accept-Language")
    return response


def _of_a_file() -> str:
    """A file with its content in its address never changes; fonts hardly ever do."""
    if "v" in request.args:
        return FOR_EVER
    if request.path.endswith(".woff2"):
        return A_MONTH
    return f"public, max-age={current_app.get_send_file_max_age(None)}"


def _of_a_page() -> str:
    """Pages are asked for again; answers to forms are not kept at all."""
    return "no-cache" if request.method in ("GET", "HEAD") else "no-store"


def news_since(version: int) -> Response:
    """The version, for a script that knows another one; no content for one that knows it."""
    if request.args.get("since", "") == str(version):
        return no_store(Response(status=204))
    return no_store(jsonify(version=version))


def no_store(*answer: Any) -> Response:
    """A page, with its status if need be, that no browser and nothing between keeps."""
    response = make_response(*answer)
    response.headers["Cache-Control"] = "no-store"
    return response
