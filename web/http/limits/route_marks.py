"""Marks at views that must be known before a request is worked on: heavy ones, and file uploads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

View = TypeVar("View", bound=Callable[..., Any])


def heavy(view: View) -> View:
    """Mark a view whose work may take much of a processor: few of them run at one time."""
    view.is_heavy = True  # type: ignore[attr-defined]
    return view


def takes_files(view: View) -> View:
    """Mark a view that is sent files: only there a body may be large."""
    view.takes_files = True  # type: ignore[attr-defined]
    return view


def is_heavy(app: Flask, endpoint: str | None) -> bool:
    """Whether the view of an endpoint is marked as heavy."""
    return hasattr(app.view_functions.get(endpoint or ""), "is_heavy")


def may_send_files(app: Flask, method: str, path: str) -> bool:
    """Whether files may be sent to an address."""
    try:
        endpoint, _values = app.url_map.bind("").match(path, method)
    except (HTTPException, RequestRedirect):
        return False
    return hasattr(app.view_functions[endpoint], "takes_files")
