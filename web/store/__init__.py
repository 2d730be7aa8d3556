"""The store: everything that is kept, in one SQLite file. It knows no rule."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, g

from web.store.evenings import Marks, Shared, TooManyMarks
from web.store.export import ExportedFriend, ExportedPerson, HouseholdExport, ImportResult
from web.store.games import LoggedGame, Person, Player, Rest, Taste
from web.store.households import Friend, Household
from web.store.imports import Imports
from web.store.limits import Allowance, Limits
from web.store.nights import PlannedNight
from web.store.print_jobs import Job, PaperJobs, TooManyJobs
from web.store.quota import TooMany
from web.store.rooms import Room, Rooms, Seat, Stale, TooManyMoves
from web.store.tournaments import Closed, Entrant, KeptRound, TableResult, Tournament


class Store(Imports, PaperJobs, Rooms, Limits):
    """All that is kept, over one connection."""

    def tidy(self, today: str) -> None:
        """Delete what is past its time, and give the disk back what that took."""
        self.delete_old_rooms()
        self.delete_old_papers()
        self.delete_old_join_codes()
        self.sweep_haste()
        with self.immediate():
            if self.is_new_day(today):
                self.age_codes()
        self.shrink()
        self.wipe_log()


def prepare(path: Path) -> str:
    """Make the file and its tables if need be; answers the secret key kept in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    store = Store(path)
    try:
        store.migrate()
        store.forget_haste()
        return store.secret_key()
    finally:
        store.close()


class OpenFile:
    """Keeps a file open while a process serves it, and its connections from request to request.

    With one connection open SQLite keeps its log of writes: otherwise whoever closes the last one
    waits until all is moved into the file; and nobody could tell whether a server is using it.
    A new connection reads the whole schema first, which takes longer than most requests.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = str(path)
        self._first = Store(path)
        self._first.household_of("")  # whoever has read nothing yet does not count
        _IDLE[self._path] = []

    def close(self) -> None:
        """Close all connections that no request uses; those in use are closed after it."""
        for store in (*_IDLE.pop(self._path, ()), self._first):
            store.close()


_IDLE: dict[str, list[Store]] = {}
"""By the path of a file that is kept open: its connections that no request uses."""


def stay_open(path: Path | str) -> OpenFile:
    """Keep a file open for as long as this process serves; only after it was forked."""
    return OpenFile(path)


def get_store() -> Store:
    """The store of this request."""
    if "store" not in g:
        path = current_app.config["DATABASE"]
        try:
            g.store = _IDLE[str(path)].pop()
        except (KeyError, IndexError):
            g.store = Store(path)
    store: Store = g.store
    return store


def close_store(error: BaseException | None = None) -> None:
    """Put the store of this request back, if it was used; close it where it cannot stay open."""
    store = g.pop("store", None)
    if store is None:
        return
    idle = _IDLE.get(str(current_app.config["DATABASE"]))
    if idle is None or error is not None or not store.is_at_rest:
        store.close()
    else:
        idle.append(store)
