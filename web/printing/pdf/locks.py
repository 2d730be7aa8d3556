"""Locks that hold among threads and processes alike, and are let go of when a process dies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt


class FileLock:
    """A lock that is a file; each object stands for one holder."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def take(self, *, wait: bool = True) -> bool:
        """Take the lock; without waiting, answers False when somebody else has it."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(file, wait=wait)
        except OSError:
            os.close(file)
            return False
        self._file = file
        return True

    def let_go(self) -> None:
        """Let the next one have it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _lock(file: int, *, wait: bool) -> None:
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock for a while."""
    lock = FileLock(path)
    lock.take()
    try:
        yield
    finally:
        lock.let_go()
