"""One connection to the SQLite file, its transactions, and the secret key kept in it."""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from web.store.schema import migrations

PATIENCE = 30
"""Seconds to wait while another process writes; on a busy disk five were once not enough."""

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What codes are written with: no I, L, O or U, which look like others or spell words."""


class Connection:
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
    def immediate(self) -> Iterator[None]:
        """A transaction that may write from its start, so that reading and writing are one."""
        if self._db.conn.in_transaction:
            yield
            return
        self._db.conn.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._db.conn.rollback()
            raise
        self._db.conn.commit()

    def _rows(self, sql: str, *values: Any) -> list[dict[str, Any]]:
        return list(self._db.query(sql, list(values)))

    def _row(self, sql: str, *values: Any) -> dict[str, Any] | None:
        for row in self._rows(sql, *values):
            return row
        return None

    def _write(self, sql: str, *values: Any) -> int:
        """Carry a statement out; answers how many rows it touched."""
        with self.immediate():
            return int(self._db.conn.execute(sql, values).rowcount)

    def migrate(self) -> None:
        """Bring the schema up to date; several processes may do so at once."""
        with self.immediate():
            migrations.apply(self._db)

    def secret_key(self) -> str:
        """The key that signs cookies: made once and shared by all processes and restarts."""
        with self.immediate():
            settings = self._db.table("setting")
            made = {"name": "secret_key", "value": secrets.token_hex(32)}
            settings.insert(made, ignore=True)
            return str(settings.get("secret_key")["value"])


def digest(key: str) -> str:
    """Keys are kept in cookies alone, so that a copy of the file opens no household."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_key() -> str:
    """A key nobody can guess."""
    return secrets.token_urlsafe(32)


def new_code(length: int) -> str:
    """A code that can be read out and typed."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def now() -> str:
    """The time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="seconds")
