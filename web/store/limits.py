"""How much somebody did lately, so that nobody does too much; it holds among all processes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from web.store.base import PATIENCE, Connection

SWEPT_AT_ONCE = 200
BRIEFLY = 500
"""Milliseconds to wait for others who write."""
CLOCK = 0.001
"""Seconds that do not count: sums of times are not exact."""


class Allowance(NamedTuple):
    """How often somebody may do something: so many times at once, and then each few seconds."""

    kind: str
    who: bytes
    """The digest of an address or a household."""
    at_once: int
    seconds: float
    """After which one more is free."""


class Limits(Connection):
    """The haste of all visitors.

    A row holds the moment at which an allowance is whole again (`until`), by the clock that runs
    since the machine was started: it is the same in all processes, and nobody can set it. A row
    that is past means the same as none, and is swept.
    """

    def wait(self, allowances: Sequence[Allowance], amount: float = 1) -> float:
        """Seconds until all of these allow so much more; 0 when they do. Nothing is counted."""
        now = time.monotonic()
        return max((self._wait(one, now, amount) for one in allowances), default=0.0)

    def spend(self, allowances: Sequence[Allowance], once: bytes | None = None) -> float:
        """Count one more, unless one of them does not allow it: the seconds until then, or 0.

        With `once` the same thing is counted a single time while the row for it lasts.
        """
        now = time.monotonic()
        with self.unhurried():
            wait = max((self._wait(one, now) for one in allowances), default=0.0)
            if wait > 0 or (once is not None and self._until(ONCE, once) >= now):
                return wait
            self._write(
                "delete from haste where (kind, who) in "
                "(select kind, who from haste where until < ? limit ?)",
                *(now, SWEPT_AT_ONCE),
            )
            for one in allowances:
                whole = max(self._until(one.kind, one.who), now) + one.seconds
                self._keep(one.kind, one.who, whole)
            if once is not None:
                longest = max(one.at_once * one.seconds for one in allowances)
                self._keep(ONCE, once, now + longest)
        return 0.0

    def charge(self, allowances: Sequence[Allowance], amount: float) -> None:
        """Count what was done already, be it more or less than one; at most all that is left.

        Nobody is kept waiting for that: where others write for long, it is not counted.
        """
        now = time.monotonic()
        self._db.conn.execute(f"pragma busy_timeout = {BRIEFLY}")
        try:
            with self.unhurried():
                for one in allowances:
                    whole = max(self._until(one.kind, one.who), now) + amount * one.seconds
                    self._keep(one.kind, one.who, min(whole, now + one.at_once * one.seconds))
        finally:
            self._db.conn.execute(f"pragma busy_timeout = {1000 * PATIENCE}")

    def sweep_haste(self) -> None:
        """Forget all that is past."""
        self._write("delete from haste where until < ?", time.monotonic())

    def forget_haste(self) -> None:
        """Forget all: what is left from before the machine was started has another clock."""
        self._write("delete from haste")

    def _keep(self, kind: str, who: bytes, until: float) -> None:
        self._put("haste", kind=kind, who=who, until=until)

    def _until(self, kind: str, who: bytes) -> float:
        return self._value("select until from haste where kind = ? and who = ?", kind, who)

    def _wait(self, one: Allowance, now: float, amount: float = 1) -> float:
        behind = max(self._until(one.kind, one.who), now) + amount * one.seconds - now
        wait = behind - one.at_once * one.seconds
        return wait if wait > CLOCK else 0.0


ONCE = "once"
"""The kind of rows that say that something was counted."""
