"""Runs several serving processes on one socket: starts, replaces and stops them.

Ours and not gunicorn, because gunicorn breaks two promises of docs/running.md. Its threads read
requests and write responses themselves, so a few slow connections stop a process for everybody.
It also restarts processes that die at their start forever instead of giving up.
tests/web/serving/ shows both for this server: test_connections.py and test_production.py.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NoReturn

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
SHORTEST_LIFE = 5.0
"""Seconds; a process that ends sooner died at its start."""
MOST_FALSE_STARTS = 5
"""How often in a row a process may die at its start before the server gives up."""
PAUSE = 0.5
"""Seconds before a process that died at its start is replaced."""


def can_fork() -> bool:
    """Whether this system can run several processes on one socket."""
    return hasattr(os, "fork")


def supervise(work: Callable[[], NoReturn], processes: int, patience: float) -> int:
    """Keep so many processes at work until a signal says to stop; returns the exit code.

    After the signal each process has `patience` seconds to end by itself.
    """
    running: dict[BaseProcess, float] = {}
    false_starts = 0
    stop = _stop_requests()
    while false_starts < MOST_FALSE_STARTS:
        while len(running) < processes:
            running[_start(work)] = time.monotonic()
        ended = wait([stop, *(process.sentinel for process in running)])
        if stop in ended:
            _stop(running, patience)
            return 0
        for process in [one for one in running if one.sentinel in ended]:
            lifetime = time.monotonic() - running.pop(process)
            false_starts = false_starts + 1 if lifetime < SHORTEST_LIFE else 0
            _report(process)
        if false_starts:
            stop.poll(PAUSE)
    _stop(running, patience)
    _print_error("The processes die at their start; giving up.")
    return 1


def _stop_requests() -> Connection:
    """A connection that becomes readable when a signal says to stop."""
    reader, writer = multiprocessing.Pipe(duplex=False)
    for number in STOP_SIGNALS:
        signal.signal(number, lambda *_: writer.send_bytes(b"stop"))
    return reader


def _start(work: Callable[[], NoReturn]) -> BaseProcess:
    def run() -> None:
        for number in STOP_SIGNALS:
            signal.signal(number, lambda *_: os._exit(0))
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        work()

    process = multiprocessing.get_context("fork").Process(target=run)
    # Until the new process has its own handlers, signals wait: the inherited ones stop the parent.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    process.start()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return process


def _report(process: BaseProcess) -> None:
    process.join()
    code = process.exitcode or 0
    how = f"was ended by signal {-code}" if code < 0 else f"ended with {code}"
    _print_error(f"Process {process.pid} {how}; another one takes its place.")


def _stop(running: Iterable[BaseProcess], patience: float) -> None:
    """Ask the processes to end, wait, and kill those that are still there."""
    for process in running:
        process.terminate()
    deadline = time.monotonic() + patience
    for process in running:
        process.join(max(0.0, deadline - time.monotonic()))
        process.kill()
        process.join()


def _print_error(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
