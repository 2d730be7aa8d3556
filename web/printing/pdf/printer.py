"""Printers: each keeps one process that prints, watches over it, and replaces it when it dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, Final

from setup_rules.sentences import Sentence, say
from web.printing.pdf.libraries import how_to_install, printing_available
from web.printing.pdf.worker import Failed, Missing, Printed, Progress, Ready, Task, work
from web.processes import starting, stay_if_ended

SECONDS: Final = 30
"""Seconds of the processor's time for a page or a few; a sheet takes half of one."""
PATIENCE: Final = 3
"""How many times longer than that the clock may run, on a busy machine."""
TO_START: Final = 60
"""Seconds until a new process must be able to print."""
PAGES_KEPT: Final = 200
"""Renders after which a process is replaced, should it have grown."""
MOST_WAITING: Final = 5
"""Renders that are waited for at once; each holds a thread of the server."""
TICK: Final = 0.5

BUSY = say("Too many people are printing right now. Try again in a few seconds.")
DIED = say(
    "The page couldn’t be printed: printing crashed. Try again; everything else still works."
)
TOO_LONG = say("The page couldn’t be printed: it took too long. Try again in a moment.")
STOPPED = say("Printing was stopped.")

Watch = Callable[[Progress], bool]
"""Is told now and then how far it is; answers whether to go on."""


class PrintWarning(UserWarning):
    """What WeasyPrint had to say about a page; in tests it is an error."""


class PrintFailed(Exception):
    """A page that could not be printed; the sentence is for whom it was meant for."""

    def __init__(self, sentence: Sentence, reason: str = "") -> None:
        super().__init__(f"{sentence} ({reason})" if reason else str(sentence))
        self.sentence = sentence
        self.reason = reason


class PrintMissing(PrintFailed):
    """This machine cannot print at all; the sentence says what to install."""


class PrintBusy(PrintFailed):
    """Too many are waiting."""


class PrintStopped(PrintFailed):
    """Whoever watched did not want it any more."""


class Printer:
    """Prints one document at a time."""

    def __init__(self, niceness: int = 5, megabytes: int = 700) -> None:
        self._limits = (niceness, megabytes)
        self._turn = threading.Lock()
        self._places = threading.BoundedSemaphore(MOST_WAITING)
        self._process: Any = None
        self._calls: Connection | None = None
        self._owner = 0
        self._printed = 0

    def render(
        self, html: str, title: str, seconds: int = SECONDS, watch: Watch | None = None
    ) -> bytes:
        """The document as PDF; raises PrintFailed, and is as good as new after that."""
        if not printing_available():
            raise PrintMissing(missing())
        with self._turn:
            calls = self._ready()
            try:
                calls.send(Task(html, title, seconds))
                answer = self._wait(calls, seconds * PATIENCE, watch)
            except (EOFError, OSError):
                raise self._after_death() from None
            except BaseException:
                self._end()
                raise
            self._printed += 1
            if self._printed >= PAGES_KEPT or _is_spent(answer):
                self._end()
        if isinstance(answer, Failed):
            raise PrintFailed(DIED, answer.reason)
        for warning in answer.warnings:
            warnings.warn(f"{title}: {warning}", PrintWarning, stacklevel=2)
        return answer.pdf

    def warm(self) -> None:
        """Start the process if there is none, and wait for nothing."""
        if printing_available() and not self._turn.locked() and self._process is None:
            threading.Thread(target=self._warm, daemon=True).start()

    def _warm(self) -> None:
        with self._turn:
            try:
                self._ready()
            except PrintFailed:
                return  # whoever prints is told

    def close(self) -> None:
        """End the process; the next page starts another one."""
        with self._turn:
            self._end()

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place among those who wait; raises PrintBusy."""
        if not self._places.acquire(blocking=False):
            raise PrintBusy(BUSY)
        try:
            yield
        finally:
            self._places.release()

    def _ready(self) -> Connection:
        """The line to a process that is able to print; it may have to be started."""
        if self._owner != os.getpid():  # a process of the server that was forked starts its own
            self._process, self._calls, self._owner = None, None, os.getpid()
        if self._process is None or not self._process.is_alive() or self._calls is None:
            self._end()
            self._start()
        assert self._calls is not None  # noqa: S101  for the type checker
        return self._calls

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        process = spawn.Process(
            target=work, args=(theirs, *self._limits), name="ten-piles-print", daemon=True
        )
        try:
            with starting:
                process.start()
        except OSError as error:  # no more processes, or no memory for one
            ours.close()
            raise PrintFailed(DIED, str(error)) from error
        finally:
            theirs.close()
        self._process, self._calls, self._printed = process, ours, 0
        try:
            answer = ours.recv() if ours.poll(TO_START) else None
        except (EOFError, OSError):
            raise self._after_death() from None
        if isinstance(answer, Missing):
            self._end()
            raise PrintMissing(missing(), answer.reason)
        if not isinstance(answer, Ready):
            self._end()
            raise PrintFailed(TOO_LONG)

    def _wait(self, calls: Connection, seconds: float, watch: Watch | None) -> Printed | Failed:
        """What the process answers in the end; pages are passed on to whom it concerns."""
        progress, until = Progress(), time.monotonic() + seconds
        while time.monotonic() < until:
            if calls.poll(TICK):
                message = calls.recv()
                if not isinstance(message, Progress):
                    return message
                progress = message
            if watch is not None and not watch(progress):
                raise PrintStopped(STOPPED)
        raise PrintFailed(TOO_LONG)

    def _after_death(self) -> PrintFailed:
        """What to say of a process that died."""
        stay_if_ended()
        self._process.join(TICK)
        code = self._process.exitcode
        self._end()
        spent = code == -getattr(signal, "SIGXCPU", 0)
        return PrintFailed(TOO_LONG if spent else DIED, f"the process ended with {code}")

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._calls is not None:
            self._calls.close()
        self._process, self._calls = None, None


def _is_spent(answer: Printed | Failed) -> bool:
    """Whether a process ran out of memory or depth, and should not go on like that."""
    return isinstance(answer, Failed) and answer.reason.startswith(("MemoryE", "RecursionE"))


def missing() -> Sentence:
    """That this machine cannot print, and what would mend it."""
    return say("Printing needs Pango. {what_to_do}", what_to_do=how_to_install())


@cache
def printer() -> Printer:
    """The printer of everything that is answered at once."""
    return Printer()


def render(html: str, title: str) -> bytes:
    """A complete document as PDF; raises PrintFailed or, where Pango is missing, PrintMissing."""
    return printer().render(html, title)
