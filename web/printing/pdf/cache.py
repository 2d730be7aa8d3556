"""Printed pages as files named by what is in them: printed once, kept a day, bounded in size."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from web.printing.pdf.libraries import made_with
from web.printing.pdf.locks import locked
from web.printing.pdf.printer import printer

A_DAY = 24 * 60 * 60
MOST_BYTES = 200 * 2**20
"""All files together; the oldest make room."""


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
    folder.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=folder, suffix=".part")
    with os.fdopen(number, "wb") as file:
        file.write(pdf)
    Path(name).replace(_path(folder, tag))
    tidy(folder)


def remove(folder: Path, tag: str) -> None:
    """Remove a file before its time."""
    _path(folder, tag).unlink(missing_ok=True)


def tidy(folder: Path, most: int = MOST_BYTES) -> None:
    """Remove what is older than a day, and the oldest where all together are too large."""
    files, now = [], time.time()
    for path in (*folder.glob("*.pdf"), *folder.glob("*.part")):
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
