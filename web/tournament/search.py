"""The search for seats: beside all requests, with its progress in the store.

A thread of its own watches over a process that searches; no request waits for either. Should
either die, whoever looks at the tournament next begins again; should somebody ask for another
search meanwhile, this one ends.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from flask import current_app

from setup_rules.chance import fresh_seed
from setup_rules.tournament.positions import Seating
from setup_rules.tournament.seating import WORK, Quality, judge
from web.http.limits.shares import allowances
from web.processes import start_program, stay_if_ended
from web.store import Allowance, Store, Tournament, get_store
from web.store.tournaments import PRELIMINARY, WHOLE, Seats

BETWEEN = 0.3
"""Seconds between two notes of how far it is."""
MOST_AT_ONCE = 2
"""Searches that one process of the server has going on; others wait."""
MOST_WAITING = 16
"""Threads for searches, waiting ones included; what does not fit in is begun by whoever looks."""
TURN = 5
"""Seconds after which one that waits says that it is still there."""
ROOT = Path(__file__).resolve().parent.parent.parent
COMMAND = (sys.executable, "-m", "web.tournament.worker")

_PLACES = threading.BoundedSemaphore(MOST_AT_ONCE)
_THREADS = threading.BoundedSemaphore(MOST_WAITING)


def seats_of(kept: Tournament, rounds: Iterable[int]) -> Seating:
    """The seats of some rounds."""
    return tuple(kept.round(number).seats for number in rounds)


def played_rounds(kept: Tournament) -> range:
    """The preliminary rounds whose seats stay as they are."""
    return range(1, min(kept.announced, PRELIMINARY) + 1)


def open_rounds(kept: Tournament) -> range:
    """The preliminary rounds that can be seated again."""
    return range(min(kept.announced, PRELIMINARY) + 1, PRELIMINARY + 1)


def out_of(kept: Tournament) -> frozenset[int]:
    """The players who sit in no round that is yet to come."""
    return frozenset(one.number for one in kept.players if one.gone is not None)


def quality_of(kept: Tournament) -> Quality:
    """How good the seats are that are kept."""
    seating = seats_of(kept, range(1, PRELIMINARY + 1))
    return judge(seating, len(kept.players), before=len(played_rounds(kept)), out=out_of(kept))


def search_now(kept: Tournament) -> None:
    """Begin a search; it goes on by itself after that."""
    if open_rounds(kept):
        _begin(kept, get_store().begin_search(kept.household, kept.id))


def look_after(kept: Tournament) -> None:
    """Begin a search again that has died."""
    if kept.search:
        search = get_store().take_over_search(kept.household, kept.id)
        if search:
            _begin(kept, search)


def _begin(kept: Tournament, search: str) -> None:
    database = current_app.config["DATABASE"]
    logger = current_app.logger
    payers = allowances() if current_app.config["RATE_LIMITS"] else ()

    def work() -> None:
        store = Store(database)
        try:
            _work(store, kept, search, payers)
        except Exception:
            stay_if_ended()
            logger.exception("The search for seats failed.")
            store.end_search(kept.household, kept.id, search, {})
        finally:
            store.close()

    in_background(work)


def in_background(work: Callable[[], None]) -> None:
    """Do some work in a thread of its own, unless there are too many of them."""
    if not _THREADS.acquire(blocking=False):
        return

    def run() -> None:
        try:
            work()
        finally:
            _THREADS.release()

    threading.Thread(target=run, name="seats", daemon=True).start()


def _work(store: Store, kept: Tournament, search: str, payers: Sequence[Allowance]) -> None:
    def is_wanted() -> bool:
        return store.keep_search_progress(kept.household, kept.id, search, 0)

    while not _PLACES.acquire(timeout=TURN):
        if not is_wanted():
            return
    try:
        seating, seconds = _searched(store, kept, search) if is_wanted() else ((), 0)
    finally:
        _PLACES.release()
    if seating:
        better = _better(kept, seating)
        seats: dict[int, Seats] = {number: better[number - 1] for number in open_rounds(kept)}
        store.end_search(kept.household, kept.id, search, seats)
        if payers:
            store.charge(payers, seconds)


def _searched(store: Store, kept: Tournament, search: str) -> tuple[Seating, float]:
    """What the process finds and the processor time it took; nothing when not wanted any more."""
    task = {
        "players": len(kept.players),
        "seed": fresh_seed(),
        "before": seats_of(kept, played_rounds(kept)),
        "out": sorted(out_of(kept)),
        "work": WORK,
    }
    process = start_program(
        COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        try:
            return _followed(process, task, store, kept, search)
        finally:
            process.kill()


def _followed(
    process: subprocess.Popen[str], task: Any, store: Store, kept: Tournament, search: str
) -> tuple[Seating, float]:
    if process.stdin is None or process.stdout is None:
        raise OSError("a process without a line to it")
    process.stdin.write(json.dumps(task))
    process.stdin.close()
    noted = 0.0
    for line in process.stdout:
        message = json.loads(line)
        if message["seating"] is not None:
            seating = tuple(tuple(tuple(table) for table in one) for one in message["seating"])
            return seating, message["seconds"]
        if time.monotonic() - noted >= BETWEEN:
            noted = time.monotonic()
            done = min(int(WHOLE * message["done"]), WHOLE - 1)
            if not store.keep_search_progress(kept.household, kept.id, search, done):
                return (), 0
    raise OSError("the search broke off")


def _better(kept: Tournament, new: Seating) -> Seating:
    """The new seats, or those that are there if they still hold and are better."""
    old = seats_of(kept, range(1, PRELIMINARY + 1))
    if kept.seated and _merit(old, kept) > _merit(new, kept):
        return old
    return new


def _merit(seating: Seating, kept: Tournament) -> tuple[int, ...]:
    quality = judge(seating, len(kept.players), before=len(played_rounds(kept)), out=out_of(kept))
    least, most = quality.fours
    balance = (-quality.imbalance, -quality.lean, least - most)
    return (quality.distinct, quality.fewest_opponents, *balance)
