"""The access log: a line of JSON for each request, without who asked, without keys and codes."""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from functools import partial
from typing import Any

from flask import Flask, Response, current_app, g, request

LOG = logging.getLogger("ten_piles.access")


def register(app: Flask) -> None:
    """Note every request on standard output if the setting asks for it."""
    app.before_request_funcs.setdefault(None, []).insert(0, _begin)
    app.log_exception = partial(_tell, app)  # type: ignore[method-assign]
    app.after_request_funcs.setdefault(None, []).insert(0, _end)  # run last: sees what is sent
    if app.config["ACCESS_LOG"] and not LOG.handlers:
        LOG.addHandler(logging.StreamHandler(sys.stdout))
        LOG.setLevel(logging.INFO)
        LOG.propagate = False


def route() -> str | None:
    """What was asked for as the pattern of its address: the address itself may hold a code."""
    return request.url_rule.rule if request.url_rule else None


def _tell(app: Flask, exc_info: Any) -> None:
    """Log an exception as Flask does, but by the pattern of the address."""
    app.logger.error("Exception on %s [%s]", route(), request.method, exc_info=exc_info)


def _begin() -> None:
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    if current_app.config["ACCESS_LOG"]:
        began = g.get("began")
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "method": request.method if request.method.isalpha() else None,
            "route": route(),
            "status": response.status_code,
            "ms": None if began is None else round(1000 * (time.perf_counter() - began), 1),
            "bytes": response.content_length,
        }
        LOG.info(json.dumps(line))
    return response
