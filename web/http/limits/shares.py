"""Fair shares: what one address may take of the processor, and how many heavy requests may run.

Every request is charged to its address with the processor time it took beyond the first
`FREE` seconds, so that ordinary pages of a whole club cost nothing. An address that used up its
share is refused heavy requests until enough of it has come back; other pages stay open to it
until it has taken twice its share with those alone.
"""

from __future__ import annotations

import threading
import time
from collections import Counter

from flask import Flask, current_app, g, request

from web.http.limits.networks import networks_of
from web.http.limits.rates import TooHasty, goes_on_uncounted, of_the_address
from web.http.limits.route_marks import always_open, heavy, is_marked
from web.store import Allowance, get_store

CPU = "cpu"
FREE = 0.05
"""Seconds of a processor that are not charged; an ordinary page takes 0.005 to 0.04."""
OF_AN_ADDRESS = 2
"""Heavy requests of one address that run at one time in one process."""
PATIENCE = 5.0
"""Seconds for which a heavy request waits for its turn; most prints take less than two."""
SOON = 2.0
"""Seconds after which to try again where there was no turn."""
REFUSED_BY_SERVER = "TEN_PILES_REFUSED"
"""The header by which serving/connections.py says that limits kept it from reading a body."""


class Turns:
    """Who works on heavy requests in this process; a few others wait for a moment."""

    def __init__(self, threads: int) -> None:
        self._most, self._most_waiting = max(1, threads // 2), threads // 4
        self._change = threading.Condition()
        self._running: Counter[str] = Counter()
        self._waiting = 0

    def take(self, name: str, patience: float) -> bool:
        """Take a turn, for which some may wait; False when there is none in time.

        Whoever waits holds a thread, so there is always one left for pages that are not heavy.
        """
        with self._change:
            if not self._is_free(name):
                if self._waiting >= self._most_waiting:
                    return False
                self._waiting += 1
                try:
                    if not self._change.wait_for(lambda: self._is_free(name), patience):
                        return False
                finally:
                    self._waiting -= 1
            self._running[name] += 1
            return True

    def give_back(self, name: str) -> None:
        """End a turn."""
        with self._change:
            self._running[name] -= 1
            self._running += Counter()  # forgets those who run nothing
            self._change.notify_all()

    def _is_free(self, name: str) -> bool:
        return self._running.total() < self._most and self._running[name] < OF_AN_ADDRESS


def register(app: Flask) -> None:
    """Measure every request, and let heavy ones pass in turn."""
    app.extensions["turns"] = Turns(app.config["THREADS"])
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
    if not is_heavy:
        return
    name = networks_of(request.remote_addr)[-1].name
    if not current_app.extensions["turns"].take(name, PATIENCE):
        raise TooHasty(CPU, SOON)
    g.turn = name


def _end(_error: BaseException | None) -> None:
    """Charge what the request took, whatever became of it."""
    if name := g.pop("turn", None):
        current_app.extensions["turns"].give_back(name)
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
