"""Searches a seating in a process of its own: `python -m web.tournament.worker`.

It reads what to search from its input and writes a line of JSON for every step of progress; the
last line has the seating, and the processor time it took. Only the engine is imported, so that
it starts at once.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from setup_rules.chance import Chance
from setup_rules.tournament.seating import search_seating

PURPOSE = "seating"
NICENESS = 15
"""Pages come first."""


def search(task: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """How far the search is, time after time; at the end the seating."""
    before = tuple(tuple(tuple(table) for table in one) for one in task["before"])
    chance = Chance(task["seed"], PURPOSE)
    out = frozenset(task["out"])
    work = task["work"]
    for best in search_seating(task["players"], chance, before=before, out=out, work=work):
        seating = best.seating if best.done >= 1 else None
        yield {"done": best.done, "seating": seating, "seconds": time.process_time()}


if __name__ == "__main__":
    with suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(NICENESS)
    for line in search(json.load(sys.stdin)):
        print(json.dumps(line), flush=True)
