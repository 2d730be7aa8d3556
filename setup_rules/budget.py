"""One budget of work for all that one request counts, draws and explains.

Work is counted in units, never in seconds, so that an answer is the same on every machine. What
costs much spends from the budget that is open; where none is open, as in a script, work is free.
Once a budget is over it stays over: what cannot be finished is "not decided" or "not counted".
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

REQUEST_WORK = 600_000
"""Units of one request. A unit is about a microsecond of a processor of 2020, or less."""

_Args = ParamSpec("_Args")
_Result = TypeVar("_Result")


class BudgetSpent(Exception):
    """The work asked for is more than the budget has left."""


class Budget:
    """Units of work that may be spent, and how many were."""

    __slots__ = ("limit", "pause", "spent")

    def __init__(
        self, limit: int = REQUEST_WORK, pause: Callable[[], object] = lambda: None
    ) -> None:
        self.limit = limit
        self.pause = pause
        """Called whenever work is done, so that whoever opened it can let others go first."""
        self.spent = 0

    def spend(self, units: int) -> None:
        """Take so many units; raises BudgetSpent, then and ever after, if there are too few."""
        self.pause()
        self.spent += units
        if self.spent > self.limit:
            raise BudgetSpent

    @property
    def left(self) -> int:
        """Units that may still be spent."""
        return max(self.limit - self.spent, 0)

    @property
    def is_over(self) -> bool:
        """Whether something was left unfinished."""
        return self.spent > self.limit


_OPEN: ContextVar[Budget | None] = ContextVar("budget", default=None)


def open_budget() -> Budget:
    """The budget that work is spent from now; one without an end where none was opened."""
    return _OPEN.get() or Budget(sys.maxsize)


def give_way() -> None:
    """Let others go first, as spending does; for long work that is not counted."""
    open_budget().pause()


@contextmanager
def limited(budget: Budget) -> Iterator[Budget]:
    """Spend from this budget and no other until the end of the block."""
    token = _OPEN.set(budget)
    try:
        yield budget
    finally:
        _OPEN.reset(token)


@contextmanager
def part_of_it(share: float) -> Iterator[Budget]:
    """Spend no more than a share of what is left, so that something remains for what follows."""
    outer = open_budget()
    part = Budget(int(outer.left * share), outer.pause)
    try:
        with limited(part):
            yield part
    finally:
        outer.spent += min(part.spent, part.limit)


class Remembered(Generic[_Args, _Result]):
    """A function that remembers its last results, but none that a budget cut short.

    A result that is remembered costs what it did when it was worked out: what a request is told
    must not depend on what others asked for before it.
    """

    def __init__(self, function: Callable[_Args, _Result], most: int) -> None:
        self._function, self._most = function, most
        self._known: dict[object, tuple[_Result, int]] = {}
        """Results and what they cost; once it is full, the one not asked for longest first."""
        self._lock = Lock()

    def __call__(self, *args: _Args.args, **kwargs: _Args.kwargs) -> _Result:
        key = (args, *sorted(kwargs.items())) if kwargs else args
        with self._lock:
            cached = self._known.get(key)
            if cached is not None and len(self._known) == self._most:  # else none has to go yet
                self._known[key] = self._known.pop(key)
        budget = _OPEN.get()
        if budget is None:
            if cached is not None:
                return cached[0]
            with limited(Budget(sys.maxsize)):
                return self(*args, **kwargs)
        if cached is not None and cached[1] <= budget.left:
            budget.spend(cached[1])
            return cached[0]
        before = budget.spent
        result = self._function(*args, **kwargs)
        if not budget.is_over:
            with self._lock:
                self._known[key] = (result, budget.spent - before)
                if len(self._known) > self._most:
                    del self._known[next(iter(self._known))]
        return result

    def cache_clear(self) -> None:
        """Forget all results."""
        with self._lock:
            self._known.clear()


def remembered(
    most: int,
) -> Callable[[Callable[_Args, _Result]], Remembered[_Args, _Result]]:
    """Let a function remember so many of its last results."""
    return lambda function: Remembered(function, most)
