"""Deletes what is past its time: at the start of a server, and then every hour.

Whoever holds the lock `tidy.lock` does it for all processes. One that dies lets go of it, and
another one takes its place an hour later at most.
"""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask

from web.printing.pdf.cache import tidy
from web.printing.pdf.locks import FileLock
from web.store import Store

EVERY = 60 * 60
"""Seconds."""


def keep_tidy(app: Flask, every: float = EVERY) -> threading.Event:
    """Tidy now and from time to time, in a thread that ends with the process or by the event."""
    stop = threading.Event()
    thread = threading.Thread(target=_go_on, args=(app, every, stop), name="tidying", daemon=True)
    thread.start()
    return stop


def _go_on(app: Flask, every: float, stop: threading.Event) -> None:
    lock = FileLock(Path(app.config["PAPERS"]) / "tidy.lock")
    held = False
    while not stop.is_set():
        try:
            held = held or lock.take(wait=False)
            if held:
                tidy_now(app)
        except (OSError, sqlite3.Error) as error:  # a full disk, for instance
            app.logger.warning("Nothing was tidied: %s", error)
        stop.wait(every)


def tidy_now(app: Flask) -> None:
    """Delete old rooms, codes, jobs and printed files."""
    store = Store(app.config["DATABASE"])
    try:
        store.tidy(datetime.now(UTC).date().isoformat())
    finally:
        store.close()
    tidy(Path(app.config["PAPERS"]))
