"""Answers to what cannot be done: JSON under /api/, a friendly page elsewhere."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from flask import Flask, Response, current_app, make_response, render_template, request
from werkzeug.exceptions import (
    HTTPException,
    InternalServerError,
    SecurityError,
)

from setup_rules.budget import BudgetSpent
from setup_rules.sentences import say
from web.http.forms import FORGED, Forged
from web.http.visitor import came_from
from web.language.translation import gettext as _
from web.reading.json_reader import Unreadable
from web.reading.json_text import BadJson, to_bytes
from web.store import close_store

STRANGE_HOST = say(
    "Ten Piles isn’t available at this address. Use the one it shows when it starts."
)
RETRY_SECONDS = 5


class ErrorWords(NamedTuple):
    """What is said of an error: to scripts by a code, to people under a heading."""

    code: str
    heading: str
    sentence: str


WORDS = {
    400: ErrorWords(
        "bad-request",
        say("That didn’t work"),
        say("The app couldn’t understand this request. Go back and try again."),
    ),
    404: ErrorWords(
        "not-found",
        say("Nothing here"),
        say("There’s no page at this address. Check it, or start from the front page."),
    ),
    405: ErrorWords(
        "method-not-allowed",
        say("That didn’t work"),
        say("This address doesn’t accept this kind of request. Go back and try again."),
    ),
    413: ErrorWords(
        "body-too-large",
        say("Too much at once"),
        say("That’s more than the limit of 64 kB. Shorten it and try again."),
    ),
    414: ErrorWords(
        "address-too-long",
        say("Too much at once"),
        say("This address is too long for the app. Use a shorter one."),
    ),
    415: ErrorWords(
        "unsupported-content-type",
        say("That didn’t work"),
        say("Send the body as application/json."),
    ),
    500: ErrorWords(
        "internal-error",
        say("Error in the app"),
        say("Something went wrong, and it’s not your fault. Try again."),
    ),
    503: ErrorWords(
        "not-kept",
        say("Not right now"),
        say(
            "Ten Piles can’t reach its saved data. Nothing was lost, but nothing new was "
            "saved. Try again in a moment."
        ),
    ),
    507: ErrorWords(
        "disk-full",
        say("No space left"),
        say(
            "The disk Ten Piles saves to is full. Nothing was lost, but nothing new was saved. "
            "It will work again once there’s space."
        ),
    ),
}
READ_ONLY = ErrorWords(
    "read-only",
    say("Not right now"),
    say(
        "Ten Piles isn’t allowed to save anything. Nothing was lost, but nothing new was "
        "saved. Whoever runs it has to allow writing to its folder."
    ),
)
TOO_MUCH_WORK = ErrorWords(
    "too-much-work",
    say("Too much at once"),
    say("This is too much work for one page. Nothing was changed. Try something smaller."),
)
GONE = ErrorWords(
    "gone",
    say("This is gone"),
    say("It was just deleted on another phone, so nothing was saved. Reload the page."),
)
DAMAGED = ErrorWords(
    "damaged",
    say("Not right now"),
    say(
        "The saved data is damaged, so Ten Piles has stopped saving. Whoever runs it has to "
        "restore the last backup."
    ),
)


def lost_page(sentence: str, back: str = "") -> tuple[str, int]:
    """A page that says why there is nothing here, and leads back."""
    heading = _("Nothing here")
    return render_template("error.html", heading=heading, sentence=sentence, back=back), 404


def register(app: Flask) -> None:
    """Give every error its answer."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(BadJson, _bad_json)
    app.register_error_handler(Unreadable, _unreadable)
    app.register_error_handler(Forged, _forged)
    app.register_error_handler(BudgetSpent, _too_much_work)
    app.register_error_handler(sqlite3.DatabaseError, _not_kept)


def _http_error(error: HTTPException) -> Response:
    if isinstance(error, SecurityError):
        return _strange_host()
    status = error.code or InternalServerError.code
    if error.response is not None or status < 400:
        return make_response(error.get_response())
    words = WORDS.get(status) or WORDS[400]._replace(code="error")
    response = _answer(status, words)
    for name, value in error.get_headers():
        if name.lower() != "content-type":
            response.headers[name] = value
    return response


def _strange_host() -> Response:
    """No page: links cannot be made for a host that is not ours."""
    if wants_json():
        return api_error(400, "strange-host", STRANGE_HOST)
    return make_response(f"{_(STRANGE_HOST)}\n", 400, {"Content-Type": "text/plain; charset=utf-8"})


def _bad_json(error: BadJson) -> Response:
    return api_error(400, "bad-json", error.message)


def _unreadable(error: Unreadable) -> Response:
    details = [fault._asdict() for fault in error.faults]
    return api_error(422, "invalid-request", error.message, details)


def _too_much_work(_error: BudgetSpent) -> Response:
    """What has no better answer when the budget of the request is spent."""
    return _answer(422, TOO_MUCH_WORK)


def _forged(_error: Forged) -> Response:
    return error_page(400, _("That didn’t work"), _(FORGED), back=came_from(""))


def _not_kept(error: sqlite3.DatabaseError) -> Response:
    """The file is locked, full, damaged or read-only; the page must not ask for it again."""
    close_store(error)
    reason = getattr(error, "sqlite_errorname", "")
    if reason in ("SQLITE_CORRUPT", "SQLITE_NOTADB"):
        words = DAMAGED
    elif reason.startswith("SQLITE_READONLY"):
        words = READ_ONLY
    elif reason == "SQLITE_FULL":
        words = WORDS[507]
    elif reason == "SQLITE_CONSTRAINT_FOREIGNKEY":
        return _answer(409, GONE)
    elif isinstance(error, sqlite3.OperationalError):
        words = WORDS[503]
    else:
        current_app.logger.exception("The database refused what it was asked.")
        return _http_error(InternalServerError())
    current_app.logger.error("The database could not be used: %s", error)
    response = _answer(507 if words is WORDS[507] else 503, words)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def _answer(status: int, words: ErrorWords) -> Response:
    if wants_json():
        return api_error(status, words.code, words.sentence)
    return error_page(status, _(words.heading), _(words.sentence))


def wants_json() -> bool:
    """Whether a script asks, which is told errors in JSON."""
    return request.path.startswith("/api/")


def api_error(
    status: int, code: str, message: str, details: list[dict[str, str]] | None = None
) -> Response:
    """An error as the JSON interface tells it."""
    answer = {"error": {"code": code, "message": message, "details": details or []}}
    return make_response(to_bytes(answer), status, {"Content-Type": "application/json"})


def error_page(status: int, heading: str, sentence: str, back: str = "") -> Response:
    """The page of an error; should a page be the very thing that fails, the sentence alone."""
    try:
        page = render_template("error.html", heading=heading, sentence=sentence, back=back)
    except Exception:
        if status != InternalServerError.code:
            raise
        current_app.logger.exception("The page of an error failed, too.")
        return make_response(f"{sentence}\n", status, {"Content-Type": "text/plain; charset=utf-8"})
    return make_response(page, status)
