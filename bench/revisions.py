"""The tree of another commit, to measure before against after in one run: BASE=<revision>."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@contextlib.contextmanager
def base_tree() -> Iterator[Path | None]:
    """A checkout of the commit that BASE names, gone afterwards; None if nothing is named."""
    base = os.environ.get("BASE")
    if not base:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "base"
        _git("worktree", "add", "--quiet", "--detach", str(tree), base)
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> None:
    subprocess.run(["git", *words], cwd=ROOT, check=True)
