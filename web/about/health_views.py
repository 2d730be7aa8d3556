"""Whether the app is well, for whatever watches over it."""

from __future__ import annotations

import sqlite3

from flask import Blueprint, Response, current_app, jsonify

from web.http.limits.route_marks import always_open
from web.http.version import VERSION, build
from web.store import get_store

bp = Blueprint("health", __name__)


@bp.get("/healthz")
@always_open
def show() -> Response:
    """200 while what is kept can be read, 503 while it cannot; asks for no cookie and sets none."""
    try:
        schema = get_store().schema()
    except (sqlite3.Error, OSError) as error:
        current_app.logger.error("The database could not be read: %s", error)
        schema = None
    response = jsonify(ok=schema is not None, version=VERSION, build=build(), schema=schema)
    response.status_code = 200 if schema else 503
    response.headers["Cache-Control"] = "no-store"
    return response
