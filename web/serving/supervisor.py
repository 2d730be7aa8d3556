"""Several processes that answer at one address: they are started, replaced and stopped here."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

STOP = (signal.SIGINT, signal.SIGTERM)
TICK = 1.0
LIVES = 5.0
"""Seconds a process lives if nothing is wrong with it from the start."""
MOST_FALSE_STARTS = 5
"""How often in a row a process may die at its start before all is given up."""


def can_fork() -> bool:
    """Whether this system can have several processes at one address."""
    return hasattr(os, "fork")


def supervise(work: Callable[[], NoReturn], processes: int, patience: float) -> int:
    """Keep so many processes at work until a signal comes; answers the exit code.

    Each has `patience` seconds to end by itself after that.
    """
    return _Supervisor(work, processes, patience).run()


class _Supervisor:
    def __init__(self, work: Callable[[], NoReturn], processes: int, patience: float) -> None:
        self._work, self._processes, self._patience = work, processes, patience
        self._born: dict[int, float] = {}
        self._false_starts = 0

    def run(self) -> int:
        with _signals() as calls:
            while self._false_starts < MOST_FALSE_STARTS:
                # One that died at its start is replaced a moment later.
                while len(self._born) < self._processes:
                    self._start()
                if _heard(calls, TICK) & set(STOP):
                    self._stop(calls)
                    return 0
                self._bury()
            self._stop(calls)
        _say("The processes die at their start; giving up.")
        return 1

    def _start(self) -> None:
        held = signal.pthread_sigmask(signal.SIG_BLOCK, STOP)  # none may come between two handlers
        pid = os.fork()
        if pid == 0:
            try:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for number in STOP:
                    signal.signal(number, lambda *_: os._exit(0))
                signal.pthread_sigmask(signal.SIG_SETMASK, held)
                self._work()
            except BaseException:
                sys.excepthook(*sys.exc_info())
            finally:
                os._exit(1)
        self._born[pid] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def _bury(self) -> None:
        """Let go of the processes that died, and say so."""
        for pid, status in self._dead():
            lived = time.monotonic() - self._born.pop(pid)
            self._false_starts = self._false_starts + 1 if lived < LIVES else 0
            code = os.waitstatus_to_exitcode(status)
            how = f"was ended by signal {-code}" if code < 0 else f"ended with {code}"
            _say(f"Process {pid} {how}; another one takes its place.")
            if lived < LIVES:
                time.sleep(TICK / 2)

    def _dead(self) -> Iterator[tuple[int, int]]:
        for pid in list(self._born):
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                yield pid, status

    def _stop(self, calls: int) -> None:
        """Ask all to end, wait for that, and end those that do not."""
        self._send(signal.SIGTERM)
        until = time.monotonic() + self._patience
        while self._born and time.monotonic() < until:
            for pid, _status in self._dead():
                del self._born[pid]
            if self._born:
                _heard(calls, TICK / 10)
        self._send(signal.SIGKILL)
        for pid in self._born:
            os.waitpid(pid, 0)

    def _send(self, number: int) -> None:
        for pid in self._born:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)


@contextlib.contextmanager
def _signals() -> Iterator[int]:
    """Where the numbers of the signals that come can be read, while this lasts."""
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    os.set_blocking(theirs, False)
    for number in (*STOP, signal.SIGCHLD):
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
    try:
        yield ours
    finally:
        signal.set_wakeup_fd(-1)
        os.close(ours)
        os.close(theirs)


def _heard(calls: int, seconds: float) -> set[int]:
    """The signals that came; waits so long for one."""
    if not select.select([calls], [], [], seconds)[0]:
        return set()
    return set(os.read(calls, 4096))


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
