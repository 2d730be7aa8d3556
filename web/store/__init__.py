"""The store: everything that is kept, in one SQLite file. It knows no rule."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, g

from web.store.evenings import Evenings, Marks, Shared, TooManyMarks
from web.store.games import Games, LoggedGame, Person, Player, Rest, Taste, TooMany
from web.store.households import Friend, Household, Households
from web.store.nights import Nights, PlannedNight
from web.store.papers import Job, PaperJobs, TooManyJobs
from web.store.rooms import Room, Rooms, Seat, Stale, TooManyMoves

__all__ = [
    "Friend",
    "Household",
    "Job",
    "LoggedGame",
    "Marks",
    "Person",
    "PlannedNight",
    "Player",
    "Rest",
    "Room",
    "Seat",
    "Shared",
    "Stale",
    "Store",
    "Taste",
    "TooMany",
    "TooManyJobs",
    "TooManyMarks",
    "TooManyMoves",
    "close_store",
    "get_store",
    "prepare",
]


class Store(Households, Evenings, PaperJobs, Games, Rooms, Nights):
    """All that is kept, over one connection."""


def prepare(path: Path) -> str:
    """Make the file and its tables if need be; answers the secret key kept in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    store = Store(path)
    try:
        store.migrate()
        return store.secret_key()
    finally:
        store.close()


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
