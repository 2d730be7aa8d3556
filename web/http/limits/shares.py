"""Fair shares: what one address may take of the processor.

Every request is charged to its address with the processor time it took beyond the first
`FREE` seconds, so that ordinary pages of a whole club cost nothing. An address that used up its
share is refused heavy requests until enough of it has come back; other pages stay open to it
until it has taken twice its share with those alone.
"""

from __future__ import annotations

import time

from flask import Flask, current_app, g, request

from web.http.limits.rates import TooHasty, goes_on_uncounted, of_the_address
from web.http.limits.route_marks import always_open, heavy, is_marked
from web.store import Allowance, get_store

CPU = "cpu"
FREE = 0.05
"""Seconds of a processor that are not charged; an ordinary page takes 0.005 to 0.04."""
SOON = 2.0
"""Seconds after which to try again where the server refused a request."""
REFUSED_BY_SERVER = "TEN_PILES_REFUSED"
"""The header by which serving/connections.py says that an address has too much under way."""


def register(app: Flask) -> None:
    """Measure every request."""
    always_open(app.view_functions["static"])
    app.before_request_funcs.setdefault(None, []).insert(0, _start)
    app.before_request(_before)
    app.teardown_request(_end)


def _start() -> None:
    g.thread_time = time.thread_time()


def _before() -> None:
    if not current_app.config["RATE_LIMITS"]:
        return
    if f"HTTP_{REFUSED_BY_SERVER}" in request.environ:
        raise TooHasty(CPU, SOON)
    endpoint = request.endpoint
    if endpoint is None or is_marked(current_app, endpoint, always_open):
        return  # where no page is, the answer costs next to nothing
    is_heavy = is_marked(current_app, endpoint, heavy)
    with goes_on_uncounted():
        for one in allowances():
            if wait := get_store().wait([one], 1 + one.at_once / 2 if is_heavy else 1):
                raise TooHasty(CPU, wait)


def _end(_error: BaseException | None) -> None:
    """Charge what the request took, whatever became of it."""
    started = g.pop("thread_time", None)
    if started is None or not current_app.config["RATE_LIMITS"]:
        return
    seconds = time.thread_time() - started - FREE
    if seconds > 0:
        with goes_on_uncounted():
            get_store().charge(allowances(), seconds)


def allowances() -> tuple[Allowance, ...]:
    """What the address of this request may take: its share, and as much again of what is light."""
    config = current_app.config
    return tuple(of_the_address(CPU, 2 * config["CPU_AT_ONCE"], 1 / config["CPU_A_SECOND"]))
