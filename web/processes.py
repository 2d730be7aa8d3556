"""The processes that a server starts besides itself: they end before it does.

Whoever waits for one must not hear that it died: work in the queue would count as failed, while
left alone it is begun again by the next server.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import threading
from contextlib import suppress
from typing import Any
from weakref import WeakSet

starting = threading.Lock()
"""Held while a process is started; `end_children` takes it for good, so that none starts after."""
_programs: WeakSet[subprocess.Popen[Any]] = WeakSet()


def start_program(*args: Any, **options: Any) -> subprocess.Popen[Any]:
    """Start a program that ends with the server; the arguments are those of Popen."""
    with starting:
        program = subprocess.Popen(*args, **options)  # noqa: S603  the caller's own command
        _programs.add(program)
    return program


def stay_if_ended() -> None:
    """For threads that find their process dead: if `end_children` did it, they stay here."""
    with starting:
        return


def end_children() -> None:
    """End them all and wait until they are gone; the server must leave after that."""
    starting.acquire()
    for program in list(_programs):
        program.kill()
        program.wait()
    for process in multiprocessing.active_children():
        with suppress(ValueError):  # closed at this very moment by the thread it belongs to
            process.kill()
            process.join()
    if os.name == "posix":
        # The process with which multiprocessing watches over the others would be the last one.
        from multiprocessing.resource_tracker import _resource_tracker

        _resource_tracker._stop()  # type: ignore[attr-defined]
