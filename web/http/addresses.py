"""How long an address may be; what is sent beside it has the limit MAX_CONTENT_LENGTH."""

from __future__ import annotations

from flask import Flask, request
from werkzeug.exceptions import RequestURITooLarge, SecurityError

LONGEST = 40_000
"""Characters of path and query; Ten Piles itself makes none of more than 4,000."""


def register(app: Flask) -> None:
    """Have nobody read an address that is longer."""
    app.before_request(_check)


def _check() -> None:
    if isinstance(request.routing_exception, SecurityError):
        return  # a name that is not ours is told first
    if len(request.path) + len(request.query_string) > LONGEST:
        raise RequestURITooLarge
