"""One connection to the SQLite file, its transactions, and the secret key kept in it."""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from web.store.schema import is_newer, migrations

PATIENCE = 30
"""Seconds to wait while another process writes; on a busy disk five were once not enough."""

WIPING = 2_000
"""Milliseconds to wait for readers when the log of writes is emptied."""

FREE_PAGES = 0.04
"""The part of the file that may be empty before it is written again."""

CODE_LENGTH = 6
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What codes are written with: no I, L, O or U, which look like others or spell words."""


_TURN = threading.RLock()


class NewerFile(sqlite3.DatabaseError):
    """A file whose schema is newer than what is known here; it is left as it is."""


class Connection:
    """One connection to the SQLite file; one request at a time uses it."""

    def __init__(self, path: Path | str) -> None:
        # One thread at a time uses it, but not always the same one.
        connection = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
        self._db = Database(connection)
        try:
            for pragma in (
                f"busy_timeout = {1000 * PATIENCE}",
                "journal_mode = wal",
                "foreign_keys = on",
                "synchronous = full",
                "secure_delete = on",
            ):
                connection.execute(f"pragma {pragma}")
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        """End the connection."""
        self._db.close()

    @property
    def is_at_rest(self) -> bool:
        """Whether no transaction is under way."""
        return not self._db.conn.in_transaction

    @contextmanager
    def immediate(self) -> Iterator[None]:
        """A transaction that may write from its start, so that reading and writing are one.

        The threads of a process take turns before SQLite sees them: it would let each try again
        after a while, and some of them wait for seconds.
        """
        if self._db.conn.in_transaction:
            yield
            return
        if not _TURN.acquire(timeout=PATIENCE):
            raise sqlite3.OperationalError("database is locked")
        try:
            self._db.conn.execute("begin immediate")
            try:
                yield
                self._db.conn.commit()
            except BaseException:
                self._db.conn.rollback()
                raise
        finally:
            _TURN.release()

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Several readings that all see the file as it was at the first of them."""
        if self._db.conn.in_transaction:
            yield
            return
        self._db.conn.execute("begin")
        try:
            yield
        finally:
            self._db.conn.rollback()

    @contextmanager
    def unhurried(self) -> Iterator[None]:
        """The same for what may be lost in a power cut: it does not wait for the disk.

        The next transaction that does wait makes it last, too.
        """
        self._db.conn.execute("pragma synchronous = normal")
        try:
            with self.immediate():
                yield
        finally:
            self._db.conn.execute("pragma synchronous = full")

    def wipe_log(self) -> bool:
        """Move all that was written into the file itself, and empty the log of writes.

        Answers False when readers were in the way; the log is then emptied by a later one.
        """
        self._db.conn.execute(f"pragma busy_timeout = {WIPING}")
        try:
            busy = self._db.conn.execute("pragma wal_checkpoint(truncate)").fetchone()[0]
        except sqlite3.OperationalError:  # somebody else is at it
            return False
        finally:
            self._db.conn.execute(f"pragma busy_timeout = {1000 * PATIENCE}")
        return not busy

    def shrink(self) -> None:
        """Give the disk back what deleted rows took, where that is more than a little."""
        free, pages = (
            self._db.conn.execute(f"pragma {name}").fetchone()[0]
            for name in ("freelist_count", "page_count")
        )
        if free > pages * FREE_PAGES:
            with _TURN:
                self._db.conn.execute("vacuum")

    def _rows(self, sql: str, *values: Any) -> list[dict[str, Any]]:
        # Database.query would set a savepoint first, in case the statement is no query.
        cursor = self._db.execute(sql, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def _row(self, sql: str, *values: Any) -> dict[str, Any] | None:
        for row in self._rows(sql, *values):
            return row
        return None

    def _value(self, sql: str, *values: Any, default: Any = 0) -> Any:
        """The one value that a query asks for; the default where there is none."""
        row = self._row(sql, *values)
        value = None if row is None else next(iter(row.values()))
        return default if value is None else value

    def _count(self, table: str, **where: Any) -> int:
        """How many rows have these values."""
        return self._value(f"select count(*) from {table} {_where(where)}", *where.values())  # noqa: S608

    def _insert(self, table: str, **values: Any) -> int:
        """Insert a row; answers its number."""
        with self.immediate():
            # sqlite-utils would look at the table's columns and keys each time.
            names, places = ", ".join(values), ", ".join("?" * len(values))
            sql = f"insert into {table} ({names}) values ({places})"  # noqa: S608  our own names
            return int(self._db.conn.execute(sql, tuple(values.values())).lastrowid or 0)

    def _insert_all(self, table: str, rows: Iterable[dict[str, Any]]) -> None:
        with self.immediate():
            self._db.table(table).insert_all(rows)

    def _delete(self, table: str, **where: Any) -> int:
        """Delete the rows with these values; answers how many there were."""
        return self._write(f"delete from {table} {_where(where)}", *where.values())  # noqa: S608

    def _put(self, table: str, *, fixed: Sequence[str] = (), **values: Any) -> None:
        """Insert a row, or change the one with its key; `fixed` columns stay as they were."""
        changed = ", ".join(f"{name} = excluded.{name}" for name in values if name not in fixed)
        self._write(
            f"insert into {table} ({', '.join(values)}) "  # noqa: S608  our own names
            f"values ({', '.join('?' * len(values))}) on conflict do update set {changed}",
            *values.values(),
        )

    def _change(self, table: str, where: Mapping[str, Any], **values: Any) -> int:
        """Change the rows with these values; answers how many there are."""
        return self._write(
            f"update {table} set {', '.join(f'{name} = ?' for name in values)} {_where(where)}",  # noqa: S608
            *(*values.values(), *where.values()),
        )

    def _keep_newest(self, table: str, most: int, order: str = "rowid", **where: Any) -> None:
        """Delete all but the newest rows with these values."""
        self._write(
            f"delete from {table} {_where(where)} and rowid not in "  # noqa: S608  our own names
            f"(select rowid from {table} {_where(where)} order by {order} desc limit ?)",
            *(*where.values(), *where.values(), most),
        )

    def _write(self, sql: str, *values: Any) -> int:
        """Carry a statement out; answers how many rows it touched."""
        with self.immediate():
            return int(self._db.conn.execute(sql, values).rowcount)

    def free_code(self, wished: str = "") -> str:
        """A code that opens no kingdom, room or tournament: the wished one, or a new one."""
        code = wished or new_code(CODE_LENGTH)
        while self._row(
            "select 1 from code where code = ? union select 1 from room where code = ? "
            "union select 1 from tournament where code = ?",
            *(code, code, code),
        ):
            code = new_code(CODE_LENGTH)
        return code

    def migrate(self) -> None:
        """Bring the schema up to date; several processes may do so at once. Raises NewerFile."""
        with self.immediate():
            if is_newer(self._db):
                raise NewerFile("it was made by a newer version of Ten Piles; use that one")
            migrations.apply(self._db)

    def schema(self) -> str:
        """The last step of the schema that this file has taken."""
        sql = "select name from _sqlite_migrations where migration_set = ? order by rowid desc"
        return self._value(sql, migrations.name, default="")

    def secret_key(self) -> str:
        """The key that signs cookies: made once and shared by all processes and restarts."""
        with self.immediate():
            settings = self._db.table("setting")
            row = {"name": "secret_key", "value": secrets.token_hex(32)}
            settings.insert(row, ignore=True)
            return str(settings.get("secret_key")["value"])

    def is_new_day(self, today: str) -> bool:
        """Whether this was last asked on another day."""
        return bool(
            self._write(
                "insert into setting values ('tidied', ?) on conflict do update "
                "set value = excluded.value where value <> excluded.value",
                today,
            )
        )


def _where(values: Mapping[str, Any]) -> str:
    return f"where {' and '.join(f'{name} = ?' for name in values)}"


def digest(key: str) -> str:
    """Keys are kept in cookies alone, so that a copy of the file opens no household."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_key() -> str:
    """A key nobody can guess."""
    return secrets.token_urlsafe(32)


def new_code(length: int) -> str:
    """A code that can be read out and typed."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def now(later: timedelta = timedelta()) -> str:
    """The time as it is stored, or so much later.

    The clock may be set at any moment. Whoever compares with a stored time has to know what to do
    with one that lies ahead: it was written before the clock was set back.
    """
    moment = datetime.fromtimestamp(time.time(), UTC) + later
    return moment.isoformat(timespec="seconds")
