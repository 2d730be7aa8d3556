"""Decorators that mark views for the limits: rate limits, heavy work, uploads, exemptions."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, RequestRedirect

View = TypeVar("View", bound=Callable[..., Any])

CHANGES, PRINTS, SEATS = "changes", "prints", "seats"
"""The kinds of rate limits that a view can have; rates.py has their numbers."""
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))


def rate_limited(kind: str) -> Callable[[View], View]:
    """Count requests to a view against this limit; any other change counts against CHANGES."""

    def mark(view: View) -> View:
        view.rate_limit = kind  # type: ignore[attr-defined]
        return view

    return mark


def keeps_nothing(view: View) -> View:
    """Mark a view that stores nothing whatever is sent to it: it has no rate limit."""
    return _marked(view, "keeps_nothing")


def answers_scripts(view: View) -> View:
    """Mark a view that our scripts ask: a refusal is JSON, not a page."""
    return _marked(view, "answers_scripts")


def always_open(view: View) -> View:
    """Mark a view that is answered even if its visitor has used up all processor time."""
    return _marked(view, "always_open")


def heavy(view: View) -> View:
    """Mark a view whose work may take much of a processor: few of them run at one time."""
    return _marked(view, "heavy")


def takes_files(view: View) -> View:
    """Mark a view that is sent files: only there a body may be large."""
    return _marked(view, "takes_files")


def _marked(view: View, name: str) -> View:
    setattr(view, name, True)
    return view


def rate_limit_of(app: Flask, endpoint: str | None, method: str) -> str | None:
    """The limit that a request counts against; None if it is free."""
    if is_marked(app, endpoint, keeps_nothing):
        return None
    default = None if method in SAFE_METHODS else CHANGES
    return getattr(app.view_functions.get(endpoint or ""), "rate_limit", default)


def is_marked(app: Flask, endpoint: str | None, mark: Callable[[View], View]) -> bool:
    """Whether the view of an endpoint has one of the marks above."""
    return hasattr(app.view_functions.get(endpoint or ""), mark.__name__)


def endpoint_of(app: Flask, method: str, path: str) -> str | None:
    """Which view a request is for; the path is as WSGI has it. One request asks several times."""
    return _endpoint(app.url_map, method, path)


@lru_cache(maxsize=64)
def _endpoint(addresses: Map, method: str, path: str) -> str | None:
    text = path.encode("latin-1").decode("utf-8", "replace")
    try:
        endpoint, _values = addresses.bind("").match(text, method)
    except (HTTPException, RequestRedirect):
        return None
    return str(endpoint)
