"""The store: everything that is kept, in one SQLite file. It knows no rule."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, g

from web.store.evenings import Marks, Shared, TooManyMarks
from web.store.export import ImportResult, Whole, WholeFriend, WholePerson
from web.store.games import LoggedGame, Person, Player, Rest, Taste
from web.store.households import Friend, Household
from web.store.imports import Imports
from web.store.limits import Allowance, Limits
from web.store.nights import PlannedNight
from web.store.print_jobs import Job, PaperJobs, TooManyJobs
from web.store.quota import TooMany
from web.store.rooms import Room, Rooms, ScoreSeat, Stale, TooManyMoves, VetoSeat
from web.store.tournaments import Closed, Entrant, KeptRound, TableResult, Tournament

__all__ = [
    "Allowance",
    "Closed",
    "Entrant",
    "Friend",
    "Household",
    "ImportResult",
    "Job",
    "KeptRound",
    "LoggedGame",
    "Marks",
    "Person",
    "PlannedNight",
    "Player",
    "Rest",
    "Room",
    "ScoreSeat",
    "Shared",
    "Stale",
    "Store",
    "TableResult",
    "Taste",
    "TooMany",
    "TooManyJobs",
    "TooManyMarks",
    "TooManyMoves",
    "Tournament",
    "VetoSeat",
    "Whole",
    "WholeFriend",
    "WholePerson",
    "close_store",
    "get_store",
    "prepare",
    "stay_open",
]


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


def stay_open(path: Path | str) -> Store:
    """A connection for as long as a process serves: with it SQLite keeps its log of writes.

    Without one, whoever closes the last connection waits until all is moved into the file; and
    nobody could tell whether a server is using it.
    """
    store = Store(path)
    store.household_of("")  # whoever has read nothing yet does not count
    return store


def get_store() -> Store:
    """The store of this request."""
    if "store" not in g:
        g.store = Store(current_app.config["DATABASE"])
    store: Store = g.store
    return store


def close_store(_error: BaseException | None = None) -> None:
    """Close the store of this request, if it was used."""
    store = g.pop("store", None)
    if store is not None:
        store.close()
