"""Rate limits for changes, new households, prints, seats, uploads and code guesses.

A club is many phones behind one address, so the limits of an address are enough for fifty phones;
only wrong codes are few. Views name their limit by `@rate_limited` (route_marks.py); every other
change counts as CHANGES. `RATE_LIMITS = False` switches all of it off.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from flask import (
    Flask,
    Response,
    current_app,
    g,
    jsonify,
    make_response,
    render_template,
    request,
)

from web.http.errors import api_error, wants_json
from web.http.limits.networks import networks_of
from web.http.limits.route_marks import (
    CHANGES,
    PRINTS,
    SAFE_METHODS,
    SEATS,
    answers_scripts,
    is_marked,
    keeps_nothing,
    rate_limit_of,
)
from web.http.visitor import household
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.store import Allowance, get_store


class Limit(NamedTuple):
    """How often: so many times at once, and then one more each few seconds."""

    at_once: int
    seconds: float


FOUNDED, WRONG = "founded", "wrong"
GUESSED = "guessed"
"""Wrong codes over days: so many that only a program can have tried them."""
SENT = "sent"
"""Kilobytes of forms and files; the small forms of taps and ticks are less than one."""
OF_AN_ADDRESS = {
    CHANGES: Limit(3_000, 1 / 50),
    FOUNDED: Limit(200, 30),
    PRINTS: Limit(150, 2),
    SEATS: Limit(200, 2),
    WRONG: Limit(60, 60),
    GUESSED: Limit(28_000, 3),
    SENT: Limit(64 * 1024, 0.15),
}
"""Fifty phones behind one address: a change a second each, for as long as they like."""
OF_A_HOUSEHOLD = {
    CHANGES: Limit(600, 1 / 10),
    PRINTS: Limit(40, 5),
    WRONG: Limit(60, 60),
}
"""Eight phones of one household."""

TO_SCRIPTS = "This address asked for very much at once. Try again in {} s."


class TooHasty(Exception):
    """Somebody did too much; `seconds` says when one more is allowed."""

    def __init__(self, kind: str, seconds: float) -> None:
        super().__init__(kind)
        self.kind = kind
        self.seconds = max(1, math.ceil(seconds))


def register(app: Flask) -> None:
    """Have every request pass by here."""
    app.before_request(_before)
    app.after_request(_after)
    app.register_error_handler(TooHasty, _refused)


def _before() -> None:
    endpoint, method = request.endpoint, request.method
    if not endpoint or not _limited() or is_marked(current_app, endpoint, keeps_nothing):
        return
    if method not in SAFE_METHODS and household() is None:
        _check(FOUNDED)
    kind = rate_limit_of(current_app, endpoint, method)
    if kind == PRINTS:
        with goes_on_uncounted():
            _spend(kind)
    elif kind:
        _spend(kind)
    if kilobytes := (request.content_length or 0) // 1024:
        _spend(SENT, kilobytes)


def _after(response: Response) -> Response:
    """Count what turned out to be a new household."""
    if g.get("founded") and _limited():
        with goes_on_uncounted():
            get_store().spend(tuple(_allowances(FOUNDED)))
    return response


def count_wrong_code(code: str) -> None:
    """Count a code that opens nothing; raises TooHasty when there were too many."""
    if not _limited():
        return
    # The same code over and over is no guess: a page may ask for it by itself.
    once = _digest("wrong", _address(), request.endpoint or "", code)
    with goes_on_uncounted():
        get_store().charge(tuple(_allowances(GUESSED)), 1)
        _wait_for(WRONG, get_store().spend(tuple(_allowances(WRONG)), once))


def refuse_guessers() -> None:
    """Raises TooHasty for an address that tried codes by the ten thousand, right or wrong."""
    if _limited():
        with goes_on_uncounted():
            _check(GUESSED)


def _limited() -> bool:
    return bool(current_app.config["RATE_LIMITS"])


def _check(kind: str) -> None:
    """Raises TooHasty when one more is not allowed."""
    _wait_for(kind, get_store().wait(tuple(_allowances(kind))))


def _spend(kind: str, number: int = 1) -> None:
    """Count so many more; raises TooHasty when they are not allowed."""
    allowances = (
        one._replace(at_once=max(one.at_once // number, 1), seconds=one.seconds * number)
        for one in _allowances(kind)
    )
    _wait_for(kind, get_store().spend(tuple(allowances)))


def _wait_for(kind: str, seconds: float) -> None:
    if seconds:
        raise TooHasty(kind, seconds)


@contextmanager
def goes_on_uncounted() -> Iterator[None]:
    """What needs nothing kept is done even when nothing can be read or written."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        current_app.logger.warning("What was asked for could not be counted: %s", error)


def _allowances(kind: str) -> Iterator[Allowance]:
    """What the address and the household of this request may do."""
    yield from of_the_address(kind, *OF_AN_ADDRESS[kind])
    home = household() if kind in OF_A_HOUSEHOLD else None
    if home is not None:
        yield Allowance(kind, _digest("household", home.id), *OF_A_HOUSEHOLD[kind])


def of_the_address(kind: str, at_once: int, seconds: float) -> Iterator[Allowance]:
    """What the address of this request may do, and every wider network it belongs to."""
    for name, times in networks_of(request.remote_addr):
        yield Allowance(kind, _digest("address", name), at_once * times, seconds / times)


def _address() -> str:
    """Where a request comes from; of an IPv6 address the part that stands for a home."""
    return networks_of(request.remote_addr)[0].name


def _digest(*parts: str) -> bytes:
    """No address is kept, only what a secret makes of it."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hmac.new(secret, text, hashlib.sha256).digest()[:16]


def _refused(error: TooHasty) -> Response:
    sentence = too_hasty(error)
    if wants_json():
        response = api_error(429, "too-many-requests", TO_SCRIPTS.format(error.seconds))
    elif is_marked(current_app, request.endpoint, answers_scripts):
        response = jsonify(message=sentence)
    else:
        page = render_template(
            "error.html", heading=_("One moment, please"), sentence=sentence, back=""
        )
        response = make_response(page)
    response.status_code = 429
    response.headers.update(wait_header(error))
    response.headers["Cache-Control"] = "no-store"
    return response


def too_hasty(error: TooHasty) -> str:
    """Why to wait, and for how long."""
    wait = _wait_in_words(error.seconds)
    if error.kind in (WRONG, GUESSED):
        return _(
            "Too many wrong codes. Try again in {time}, and check the code in the meantime.",
            time=wait,
        )
    if error.kind == PRINTS:
        return _("Too many printouts at once. Nothing is lost; try again in {time}.", time=wait)
    return _("Too many requests. Nothing is lost; try again in {time}.", time=wait)


def wait_header(error: TooHasty) -> dict[str, str]:
    """When to try again, as programs read it."""
    return {"Retry-After": str(error.seconds)}


def _wait_in_words(seconds: int) -> str:
    if seconds < 60:
        return ngettext("{number} second", "{number} seconds", seconds)
    return ngettext("{number} minute", "{number} minutes", math.ceil(seconds / 60))
