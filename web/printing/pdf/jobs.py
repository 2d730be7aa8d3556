"""Long print work: one piece after the other, in a thread with a printer of its own.

A booklet is one render from its contents to its last page, so that its page numbers, bookmarks
and tags are right; the printer tells of every page it lays out and draws. Whoever holds the lock
`jobs.lock` does the work of all. A process that dies lets go of it, and what it left is begun
again by the next that looks.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, session

from setup_rules.budget import Budget, limited
from setup_rules.sentences import say
from web.catalog import app_catalog
from web.links.kingdom_link import read_address
from web.printing.documents import (
    Document,
    booklet,
    cards,
    checklist,
    dividers,
    randomizers,
)
from web.printing.forms import BOOKLET, CHECKLIST, NIGHT, OF_KINGDOMS, RANDOMIZERS
from web.printing.pdf.cache import find, print_once, tag_of
from web.printing.pdf.locks import FileLock
from web.printing.pdf.printer import Printer, PrintFailed, PrintStopped
from web.printing.pdf.worker import Progress
from web.printing.qr import code_or_none
from web.printing.styles import BackOffset
from web.store import Job, Store

SECONDS, SECONDS_EACH = 60, 6
"""Seconds of the processor's time that a job may take, and more for each page or kingdom."""
BETWEEN = 0.4
"""Seconds between two notes of how far it is."""
FAILED = say("Something went wrong, and it’s not your fault. Try again.")
READING = ("language", "names", "beside", "storage")
"""How whoever asked likes to read (`papers.liked_words`)."""


@cache
def patient_printer() -> Printer:
    """A printer that takes its time, and leaves the other one to those who wait for a page."""
    return Printer(niceness=10, megabytes=2000)


def resume(app: Flask) -> None:
    """Begin the work that waits, unless somebody is at it already."""
    store = Store(app.config["DATABASE"])
    try:
        waits = store.next_job() is not None
    finally:
        store.close()
    lock = FileLock(Path(app.config["PAPERS"]) / "jobs.lock")
    if waits and lock.take(wait=False):
        threading.Thread(target=_work, args=(app, lock), name="papers", daemon=True).start()


def _work(app: Flask, lock: FileLock) -> None:
    store = Store(app.config["DATABASE"])
    try:
        while job := store.next_job():
            _do(app, store, job)
    finally:
        store.close()
        patient_printer().close()
        lock.let_go()
    resume(app)  # what came in while the lock was let go of


def _do(app: Flask, store: Store, job: Job) -> None:
    """Do one piece of work; however it ends, it is ended."""
    try:
        if store.keep_progress(job.id, 0, job.total):
            file = _print(app, store, job)
            store.end_job(job.id, "done", file=file)
    except PrintStopped:
        store.end_job(job.id, "stopped")
    except PrintFailed as error:
        app.logger.warning("Paper %s failed: %s", job.id, error)
        store.end_job(job.id, "failed", error=error.sentence)
    except Exception:
        app.logger.exception("Paper %s failed.", job.id)
        store.end_job(job.id, "failed", error=FAILED)


def _print(app: Flask, store: Store, job: Job) -> str:
    # A booklet takes seconds to lay out, beside the requests of this process.
    with limited(Budget(sys.maxsize, app.extensions["precedence"].let_light_ones_pass)):
        document = _document(app, store, job)
    tag, folder = tag_of(document.html, document.title), Path(app.config["PAPERS"])
    if find(folder, tag) is None:
        watch = _Watch(store, job)
        seconds = SECONDS + SECONDS_EACH * max(len(job.request["links"]), job.total // 2)
        print_once(
            folder,
            tag,
            lambda: patient_printer().render(document.html, document.title, seconds, watch),
        )
    return tag


def _document(app: Flask, store: Store, job: Job) -> Document:
    """The pages to print, in the words of whoever asked for them."""
    wanted: Mapping[str, Any] = job.request
    with app.test_request_context(base_url=wanted["address"]):
        session.update({key: wanted[key] for key in READING if wanted[key] is not None})
        if job.kind not in OF_KINGDOMS:
            return _of_boxes(job.kind, wanted)
        with store.immediate():
            codes = [code_or_none(store, job.household, link) for link in wanted["links"]]
        kingdoms = [
            (read_address(link, app_catalog()), code)
            for link, code in zip(wanted["links"], codes, strict=True)
        ]
        if job.kind == BOOKLET:
            return booklet(kingdoms, wanted["paper"], is_night=wanted.get("of") == NIGHT)
        size, offset = wanted.get("size", "plain"), _offset(wanted)
        return cards(kingdoms, wanted["paper"], wanted["style"], size, offset)


def _of_boxes(kind: str, wanted: Mapping[str, Any]) -> Document:
    """What is printed of whole boxes."""
    boxes, paper, size = wanted["boxes"], wanted["paper"], wanted["size"]
    if kind == CHECKLIST:
        return checklist(boxes, paper)
    if kind == RANDOMIZERS:
        return randomizers(boxes, paper, wanted["style"], size, _offset(wanted))
    return dividers(boxes, paper, size, wanted["tabs"])


def _offset(wanted: Mapping[str, Any]) -> BackOffset:
    """How far backs are moved; work that was begun by an older app does not say."""
    return BackOffset(*wanted.get("offset", ()))


class _Watch:
    """Notes how far a job is, and whether it is still wanted.

    Each page counts twice: once it is laid out, and once it is drawn.
    """

    def __init__(self, store: Store, job: Job) -> None:
        self._store, self._job = store, job
        self._noted = 0.0

    def __call__(self, progress: Progress) -> bool:
        if time.monotonic() - self._noted < BETWEEN:
            return True
        self._noted = time.monotonic()
        expected = max(self._job.total // 2, progress.laid, 1)
        pages = progress.pages or expected
        return self._store.keep_progress(self._job.id, progress.laid + progress.drawn, 2 * pages)
