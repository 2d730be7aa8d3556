"""The version of Ten Piles, and a name for the exact state of its code and data."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

VERSION = "1.1.0"
"""The newest version in CHANGELOG.md."""

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("data", "setup_rules", "static", "templates", "translations", "web")


@cache
def build() -> str:
    """A digest of all code and data: the same files give the same name on every machine."""
    digest = hashlib.sha256()
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file())
    for path in sorted({*files, ROOT / "app.py"}):
        if "__pycache__" not in path.parts:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:8]
