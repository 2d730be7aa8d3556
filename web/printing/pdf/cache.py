"""Printed pages as files named by what is in them: printed once, kept a day, bounded in size."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from web.printing.pdf.libraries import made_with
from web.printing.pdf.locks import locked
from web.printing.pdf.printer import printer

A_DAY = 24 * 60 * 60
ENDINGS = (".pdf", ".name", ".part")
"""Of files printed, of those that name them by what was asked for, and of unfinished ones."""
MOST_BYTES = 200 * 2**20
"""All files together; the oldest make room."""


class KeptName(NamedTuple):
    """What was printed: the tag of its file, and what the file is called when it is saved."""

    tag: str
    filename: str


def tag_of(html: str, title: str) -> str:
    """The name of a document's file, and its tag: the same for the same bytes."""
    seen = hashlib.sha256(made_with().encode())
    for text in (title, html):
        seen.update(b"\0" + text.encode("utf-8", "surrogatepass"))
    return seen.hexdigest()


def printed(folder: Path, html: str, title: str) -> bytes:
    """The document as PDF, printed now unless it was before; raises PrintFailed."""
    tag = tag_of(html, title)
    pdf = find(folder, tag)
    if pdf is not None:
        return pdf
    with printer().place():
        return print_once(folder, tag, lambda: printer().render(html, title))


def print_once(folder: Path, tag: str, render: Callable[[], bytes]) -> bytes:
    """What `render` answers; of all who ask for the same at once, one asks it."""
    with locked(folder / f"lock-{tag[0]}"):
        pdf = find(folder, tag)
        if pdf is None:
            pdf = render()
            keep(folder, tag, pdf)
        return pdf


def find(folder: Path, tag: str) -> bytes | None:
    """The file with this tag, if it is still there; it stays for another day."""
    path = _path(folder, tag)
    try:
        pdf = path.read_bytes()
        os.utime(path)
    except FileNotFoundError:
        return None
    return pdf


def keep(folder: Path, tag: str, pdf: bytes) -> None:
    """Keep a file; whoever reads meanwhile finds it whole or not at all."""
    _write(_path(folder, tag), pdf)
    tidy(folder)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(number, "wb") as file:
        file.write(content)
    Path(name).replace(path)


def find_name(folder: Path, key: str) -> KeptName | None:
    """The tag and name of the file that was printed for a key; that file may be gone."""
    try:
        tag, filename = (folder / f"{key}.name").read_text(encoding="ascii").split("\n")
    except (FileNotFoundError, ValueError):
        return None
    return KeptName(tag, filename)


def keep_name(folder: Path, key: str, name: KeptName) -> None:
    """Remember which file was printed for a key."""
    with contextlib.suppress(OSError):  # the next one who asks has it made anew
        _write(folder / f"{key}.name", "\n".join(name).encode("ascii"))


def remove(folder: Path, tag: str) -> None:
    """Remove a file before its time."""
    _path(folder, tag).unlink(missing_ok=True)


def tidy(folder: Path, most: int = MOST_BYTES) -> None:
    """Remove what is older than a day, and the oldest where all together are too large."""
    files, now = [], time.time()
    for path in (path for ending in ENDINGS for path in folder.glob(f"*{ending}")):
        with contextlib.suppress(FileNotFoundError):
            state = path.stat()
            if state.st_mtime > now:  # the clock was set back: it counts from now on
                os.utime(path, (now, now))
            files.append((min(state.st_mtime, now), state.st_size, path))
    room = most
    for modified, size, path in sorted(files, reverse=True):
        room -= size
        if room < 0 or now - modified > A_DAY:
            path.unlink(missing_ok=True)


def _path(folder: Path, tag: str) -> Path:
    return folder / f"{tag}.pdf"
