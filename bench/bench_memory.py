"""Memory: what one server process holds while ten thousand requests of an evening come in.

The requests are those of crowd.py, from fifty households, without a pause. Told are the start, the
half and the end, and how much more there is at the end than at the half.
"""

from __future__ import annotations

import re
from pathlib import Path

from bench.crowd import answers_to, crowd_before
from bench.quick import unless_quick
from bench.results import Results
from bench.revisions import ROOT

REQUESTS = unless_quick(10_000, 100)
PHONES = unless_quick(50, 4)
AT_MOST = 150
"""Megabytes."""


def megabytes(process: int) -> float:
    """The memory that a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


def main() -> None:
    results = Results("memory")
    with crowd_before(ROOT, 1, PHONES) as ([server], phones):
        results.add("before the first request", megabytes(server), "MB")
        half = 0.0
        for number in answers_to(phones):
            if number == REQUESTS // 2:
                half = megabytes(server)
            if number == REQUESTS:
                break
        end = megabytes(server)
    results.add(f"after {REQUESTS // 2:,} requests", half, "MB")
    results.add(f"after {REQUESTS:,} requests", end, "MB", at_most=AT_MOST)
    results.add("the end / the half", end / half, "×")
    results.save()


if __name__ == "__main__":
    main()
