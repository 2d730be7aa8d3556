"""What benchmarks measured: printed as a table, and kept in bench/results.json for programs.

A benchmark makes one `Results` under its name, adds its figures, and calls `save()` at its end;
the figures of other benchmarks in the file are left as they are.
"""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bench.quick import QUICK

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "bench" / "results.json"


class Figure(NamedTuple):
    """One figure, and what it should be."""

    name: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def is_met(self) -> bool:
        """Whether it is what it should be; with QUICK nothing is measured, so it always is."""
        too_low = self.at_least is not None and self.value < self.at_least
        too_high = self.at_most is not None and self.value > self.at_most
        return QUICK or not (too_low or too_high)

    @property
    def aim(self) -> str:
        """What it should be, as the table says it."""
        if self.at_least is not None:
            return f"at least {self.at_least:g}"
        return "" if self.at_most is None else f"at most {self.at_most:g}"


class Results:
    """The figures of one benchmark."""

    def __init__(self, bench: str) -> None:
        self._bench = bench
        self._figures: list[Figure] = []

    def add(
        self,
        name: str,
        value: float,
        unit: str,
        *,
        at_least: float | None = None,
        at_most: float | None = None,
    ) -> None:
        """Add a figure: milliseconds, bytes, or `×` for a ratio of two of one run."""
        self._figures.append(Figure(name, value, unit, at_least, at_most))

    @property
    def are_met(self) -> bool:
        """Whether every figure is what it should be."""
        return all(figure.is_met for figure in self._figures)

    def save(self) -> None:
        """Print the table, and put the figures into the file."""
        width = max((len(figure.name) for figure in self._figures), default=0)
        for figure in self._figures:
            verdict = "" if figure.is_met else "  MISSED"
            line = f"{figure.name:{width}}  {figure.value:12,.2f} {figure.unit:<6} {figure.aim}"
            print(f"{line}{verdict}".rstrip(), flush=True)
        if QUICK:
            return
        known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        known[self._bench] = {
            "revision": revision(),
            "measured": datetime.now(UTC).isoformat(timespec="seconds"),
            "figures": [figure._asdict() | {"is_met": figure.is_met} for figure in self._figures],
        }
        FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def revision() -> str:
    """The commit that is checked out, and whether files of it were changed since."""
    command = ["git", "describe", "--always", "--dirty"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return shown.stdout.strip()
