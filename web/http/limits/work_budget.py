"""Opens one budget of work for every request, whatever it counts, draws and explains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask

from setup_rules.budget import Budget, limited
from web.http.limits.light_first import Precedence
from web.http.limits.route_marks import endpoint_of, heavy, is_marked

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def register(app: Flask) -> None:
    """Let each request spend from a budget of its own; heavy ones let light ones pass."""
    answer = app.wsgi_app
    precedence = app.extensions["precedence"] = Precedence()

    def with_budget(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        endpoint = endpoint_of(app, environ["REQUEST_METHOD"], environ["PATH_INFO"])
        if is_marked(app, endpoint, heavy):
            with precedence.heavy_request() as pause, limited(Budget(pause=pause)):
                return answer(environ, start_response)
        with limited(Budget()):
            return answer(environ, start_response)

    app.wsgi_app = with_budget  # type: ignore[method-assign]
