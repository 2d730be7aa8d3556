"""Opens one budget of work for every request, whatever it counts, draws and explains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask

from setup_rules.budget import Budget, limited

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def register(app: Flask) -> None:
    """Let each request spend from a budget of its own."""
    answer = app.wsgi_app

    def with_budget(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with limited(Budget()):
            return answer(environ, start_response)

    app.wsgi_app = with_budget  # type: ignore[method-assign]
