"""Copies the database while the app serves, and brings a copy back (make backup, make restore)."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from web.store.schema import is_newer

ROOT = Path(__file__).resolve().parent.parent
DATABASE = ROOT / "instance" / "ten_piles.db"
KEPT = 30
"""Copies that stay in their folder; the oldest make room."""
NAME = re.compile(r"ten-piles-\d{4}-\d\d-\d\d-\d{6}-\d{6}\.db")
MOMENT = "%Y-%m-%d-%H%M%S-%f"
LEFT_OUT = ("haste",)
"""Tables that are of no use later; addresses of visitors have left their traces there."""
PATIENCE = 30


class CannotDo(Exception):
    """It cannot be done; the text says why, and how to fix it."""


def back_up(database: Path, folder: Path, keep: int = KEPT) -> Path:
    """A copy of the database as it is at this moment, checked row by row; answers its path."""
    if not database.is_file():
        raise CannotDo(f"There is no database at {_short(database)}. DATABASE says where it is.")
    folder.mkdir(parents=True, exist_ok=True)
    path = _named_now(folder, "ten-piles")
    part = path.with_suffix(".part")
    try:
        with _opened(database) as source, _opened(part, new=True) as copy:
            source.execute("begin")  # what is counted is what is copied, whoever writes meanwhile
            before = rows_of(source)
            source.backup(copy)
            source.rollback()
            copy.execute("pragma journal_mode = delete")
            after = check(copy, part)
            if before != after:
                raise CannotDo("The copy has other rows than the database. Try once more.")
            for table in set(LEFT_OUT) & set(after):
                copy.execute("pragma secure_delete = on")
                copy.execute(f"delete from {table}")  # noqa: S608  our own names
            copy.commit()
        _flushed(part)
        part.rename(path)
        _flushed(folder)
    except sqlite3.Error as error:
        raise CannotDo(f"The database could not be copied: {error}.") from error
    finally:
        part.unlink(missing_ok=True)
    # Names later than this one were given before the clock was set back: they make no room.
    earlier = [copy for copy in copies_in(folder) if copy.name <= path.name]
    for old in earlier[keep:] if keep else ():
        print(f"Removed, being older than the last {keep}: {_short(old)}")
        old.unlink()
    return path


def restore(file: Path, database: Path) -> Path | None:
    """Put a copy in the place of the database; answers where what was there lies now."""
    if not file.is_file():
        raise CannotDo(f"There is no file at {_short(file)}.")
    if file.resolve() == database.resolve():
        raise CannotDo("That is the database itself. Name a copy of it.")
    part = database.with_name(f"{database.name}.part")
    database.parent.mkdir(parents=True, exist_ok=True)
    try:
        shutil.copyfile(file, part)
        part.chmod(0o600)
        _check_copy(part, file)
        _flushed(part)
        aside = _set_aside(database)
        part.rename(database)
        _flushed(database.parent)
    finally:
        part.unlink(missing_ok=True)
    return aside


def _check_copy(part: Path, file: Path) -> None:
    try:
        with _opened(part) as copy:
            copy.execute("pragma journal_mode = delete")
            check(copy, file)
    except sqlite3.Error as error:
        raise CannotDo(
            f"{_short(file)} is no database of Ten Piles: {error}. Nothing was changed."
        ) from error


def _set_aside(database: Path) -> Path | None:
    """Move the present file away, once it is sure that nobody uses it."""
    if not database.exists():
        return None
    try:
        with _opened(database, patience=1) as present:
            # Only who is alone with the file may end its log of writes.
            present.execute("pragma journal_mode = delete")
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise CannotDo(
                "Ten Piles is running on this database. Stop it first, then restore. "
                "Nothing was changed."
            ) from error
        raise CannotDo(f"The present database cannot be moved: {error}.") from error
    except sqlite3.DatabaseError:
        print("The present database is damaged; it is kept as it is.")
    aside = _named_now(database.parent, f"{database.stem}-before-restore")
    for ending in ("-wal", "-shm", "-journal"):
        log = database.with_name(database.name + ending)
        if log.exists():
            log.rename(aside.with_name(aside.name + ending))
    return database.rename(aside)


def check(connection: sqlite3.Connection, file: Path) -> dict[str, int]:
    """The rows of each table of a sound database of ours; raises CannotDo for any other."""
    tables = rows_of(connection)
    if not {"household", "setting", "_sqlite_migrations"} <= set(tables):
        raise CannotDo(f"{_short(file)} is no database of Ten Piles. Nothing was changed.")
    damage = [row[0] for row in connection.execute("pragma integrity_check") if row[0] != "ok"]
    orphans = connection.execute("pragma foreign_key_check").fetchall()
    if damage or orphans:
        faults = "; ".join([*damage, *(f"a row of {row[0]} belongs to nothing" for row in orphans)])
        raise CannotDo(f"{_short(file)} is damaged: {faults[:400]}. Nothing was changed.")
    if is_newer(Database(connection)):
        raise CannotDo(
            f"{_short(file)} was made by a newer version of Ten Piles. Use that one. "
            "Nothing was changed."
        )
    return tables


def rows_of(connection: sqlite3.Connection) -> dict[str, int]:
    """How many rows each table has."""
    names = connection.execute(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' "
        "escape '\\'"
    ).fetchall()
    count = "select count(*) from {}"
    return {name: connection.execute(count.format(f'"{name}"')).fetchone()[0] for (name,) in names}


def copies_in(folder: Path) -> list[Path]:
    """The copies in a folder, the newest first."""
    return sorted((path for path in folder.iterdir() if NAME.fullmatch(path.name)), reverse=True)


def _named_now(folder: Path, stem: str) -> Path:
    """A path with the time in its name; names sort as the times do."""
    return folder / f"{stem}-{datetime.now(UTC).strftime(MOMENT)}.db"


@contextmanager
def _opened(
    path: Path, *, new: bool = False, patience: float = PATIENCE
) -> Iterator[sqlite3.Connection]:
    if new:
        path.touch(mode=0o600, exist_ok=False)
    address = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=patience)) as connection:
        yield connection


def _flushed(path: Path) -> None:
    """Make sure that the disk has it."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError:  # of a folder some systems cannot say so
        if path.is_file():
            raise
    finally:
        os.close(number)


def _short(path: Path) -> str:
    full = path.resolve()
    return str(full.relative_to(Path.cwd())) if full.is_relative_to(Path.cwd()) else str(full)


def main(arguments: list[str]) -> None:
    """`backup` or `restore FILE`; DATABASE, TO and KEEP come from the environment."""
    database = Path(os.environ.get("DATABASE") or DATABASE)
    if arguments[:1] == ["backup"] and len(arguments) == 1:
        folder = Path(os.environ.get("TO") or database.parent / "backups")
        keep = os.environ.get("KEEP") or str(KEPT)
        if not re.fullmatch("[0-9]{1,6}", keep):
            raise CannotDo(f'KEEP is "{keep}", but must be a whole number; 0 keeps all copies.')
        path = back_up(database, folder, int(keep))
        with _opened(path) as copy:
            rows = sum(rows_of(copy).values())
        print(f"Copied and checked: {_short(path)} ({path.stat().st_size:,} bytes, {rows:,} rows)")
    elif arguments[:1] == ["restore"] and len(arguments) == 2 and arguments[1]:
        aside = restore(Path(arguments[1]), database)
        print(f"Restored: {_short(database)}")
        if aside:
            print(f"What was there before is kept: {_short(aside)}")
    else:
        raise CannotDo("Say which copy: make restore FILE=instance/backups/ten-piles-….db")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except CannotDo as reason:
        sys.exit(str(reason))
