"""Lets light requests pass those that compute for long, within one process.

The threads of a process compute one at a time, so that a page waits whenever another request has
the processor. Requests to heavy views (route_marks.py) are watched while they spend from their
budget of work: whoever has computed for more than `LIGHT` seconds goes on only when no other one
does, and stops again and again, for as long as light requests are at work.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LIGHT = 0.02
"""Seconds of a processor that a request may take before it counts as long; most draws take less."""
TURN_WITHIN = 10.0
"""Seconds after which a long request goes on though another one has the turn.

Whoever has it may be waiting for the one that waits here, if that one is writing to the database.
"""
BETWEEN_PAUSES = 0.001
"""Seconds of a processor that a long request has from one pause to the next."""
SHORTEST_PAUSE = 0.00001
"""Seconds: the system then gives the processor to whoever else waits for it, if anybody does."""
LONGEST_PAUSE = 0.02
"""Seconds after which a long request goes on though light ones are at work, so that it ends."""
AFTER_THAT = 0.005
"""Seconds of a processor that it has then."""


class Precedence:
    """The requests that one process works on: how many are light, and which long one goes on."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        """Held by the long request that goes on."""
        self.light = 0
        self._no_light = threading.Condition()

    @contextmanager
    def light_request(self) -> Iterator[None]:
        """Work on a light request; long ones wait meanwhile."""
        with self._no_light:
            self.light += 1
        try:
            yield
        finally:
            with self._no_light:
                self.light -= 1
                if not self.light:
                    self._no_light.notify_all()

    @contextmanager
    def heavy_request(self) -> Iterator[Callable[[], None]]:
        """Work on a request that may take long; what it gives must be called again and again."""
        request = _HeavyRequest(self)
        try:
            yield request.pause
        finally:
            request.end()

    def let_light_ones_pass(self) -> bool:
        """Wait until no light request is at work; False if that took too long."""
        with self._no_light:
            return self._no_light.wait_for(lambda: not self.light, LONGEST_PAUSE)


class _HeavyRequest:
    """One request that may become a long one."""

    def __init__(self, precedence: Precedence) -> None:
        self._precedence = precedence
        self._works_until = time.thread_time() + LIGHT
        """What the thread's clock shows when it has to let others go first again."""
        self._is_long = self._has_turn = False

    def pause(self) -> None:
        """Let others go first."""
        if time.thread_time() < self._works_until:
            return
        if not self._is_long:
            self._is_long = True
            self._has_turn = self._precedence.turn.acquire(timeout=TURN_WITHIN)
        time.sleep(SHORTEST_PAUSE)
        passed = self._precedence.let_light_ones_pass()
        self._works_until = time.thread_time() + (BETWEEN_PAUSES if passed else AFTER_THAT)

    def end(self) -> None:
        """Give the turn to the next one."""
        if self._has_turn:
            self._precedence.turn.release()
