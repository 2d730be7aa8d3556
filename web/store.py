"""The SQLite file: the secret key, and what a household used last. It knows no rule."""

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from flask import current_app, g
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

PATIENCE = 30
"""Seconds to wait while another process writes; on a busy disk five were once not enough."""

migrations = Migrations("ten_piles")


@migrations()
def settings_and_households(db: Database) -> None:
    """Settings the app makes for itself, and what each household used last."""
    db.table("setting").create({"name": str, "value": str}, pk="name", not_null={"value"})
    db.table("household").create(
        {"id": str, "boxes": str, "players": int, "updated": str},
        pk="id",
        not_null={"boxes", "players", "updated"},
    )


class LastUsed(NamedTuple):
    """The boxes and the number of players of a household's last plan."""

    boxes: tuple[str, ...]
    players: int


class Store:
    """One connection to the SQLite file; opened for a request and closed after it."""

    def __init__(self, path: Path | str) -> None:
        connection = sqlite3.connect(path, timeout=PATIENCE)
        self._db = Database(connection)
        for pragma in (
            f"busy_timeout = {1000 * PATIENCE}",
            "journal_mode = wal",
            "foreign_keys = on",
            "synchronous = full",
        ):
            connection.execute(f"pragma {pragma}")

    def close(self) -> None:
        """End the connection."""
        self._db.close()

    @contextmanager
    def _immediate(self) -> Iterator[None]:
        """A transaction that may write from its start, so that reading and writing are one."""
        self._db.conn.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._db.conn.rollback()
            raise
        self._db.conn.commit()

    def migrate(self) -> None:
        """Bring the schema up to date; several processes may do so at once."""
        with self._immediate():
            migrations.apply(self._db)

    def secret_key(self) -> str:
        """The key that signs cookies: made once and shared by all processes and restarts."""
        with self._immediate():
            settings = self._db.table("setting")
            made = {"name": "secret_key", "value": secrets.token_hex(32)}
            settings.insert(made, ignore=True)
            return str(settings.get("secret_key")["value"])

    def last_used(self, household: str) -> LastUsed | None:
        """What the household with this key used last, if it was ever here."""
        rows = self._db.table("household").rows_where("id = ?", [_digest(household)])
        for row in rows:
            return LastUsed(tuple(json.loads(row["boxes"])), row["players"])
        return None

    def remember(self, household: str, used: LastUsed) -> None:
        """Keep what the household with this key used last."""
        row = {
            "id": _digest(household),
            "boxes": json.dumps(used.boxes),
            "players": used.players,
            "updated": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        with self._immediate():
            self._db.table("household").upsert(row, pk="id")


def _digest(key: str) -> str:
    """Keys are kept in cookies alone, so that a copy of the file opens no household."""
    return hashlib.sha256(key.encode()).hexdigest()


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
