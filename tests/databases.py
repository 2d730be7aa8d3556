"""Opens SQLite files in tests and benchmarks, and closes them again."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def open_database(path: Path | str = ":memory:") -> Iterator[sqlite3.Connection]:
    """A connection that commits at the end and is closed.

    `with sqlite3.connect(path)` alone commits but does not close, which Python 3.13 and newer
    warn of.
    """
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection
