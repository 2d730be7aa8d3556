"""QUICK=1 lets every benchmark run for a second or two, to see that none of them is broken."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

QUICK = bool(os.environ.get("QUICK"))
"""Whether nothing is measured: what takes longer than promised is then no fault."""


def unless_quick(usual: T, quick: T) -> T:
    """The usual size of a benchmark, or the small one for QUICK=1."""
    return quick if QUICK else usual
