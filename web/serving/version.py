"""Which state of the code is running."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ROOMS = ("data", "setup_rules", "static", "templates", "translations", "web")


@cache
def version() -> str:
    """A name for all our code and data: the same files give the same name on every machine."""
    seen = hashlib.sha256()
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file())
    for path in sorted({*files, ROOT / "app.py"}):
        if "__pycache__" not in path.parts:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            seen.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return seen.hexdigest()[:8]
