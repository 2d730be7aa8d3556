"""The worst request that can be found: 2,000 made to cost as much as they can, sent one by one.

Wishes, saved files, pasted names, nights and vetoes come from `tests/web/worst_requests.py` and go
through the app itself; told is what each kind takes of processor time and memory, and which
requests take most. It ends with 1 if any takes more than it may.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from app import create_app
from bench.quick import QUICK, unless_quick
from tests.web.worst_requests import (
    KNOWN_BAD,
    MOST_MEGABYTES,
    MOST_SECONDS,
    Case,
    Cost,
    Stranger,
    cases,
    of_known_pastes,
    of_wishes,
)
from web.store import Store

CASES = int(os.environ.get("CASES", unless_quick("2000", "4")))
SHOWN = 3
"""Requests of each kind that are told."""


def everything() -> Iterator[Case]:
    for says, request in KNOWN_BAD[: unless_quick(len(KNOWN_BAD), 1)]:
        yield from of_wishes(request, says, random.Random(says))
    yield from of_known_pastes()
    yield from cases(CASES)


def main() -> None:
    found: dict[str, list[tuple[Cost, str]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "piles.db"
        app = create_app({"DATABASE": path, "RATE_LIMITS": False})
        store = Store(path)
        stranger = Stranger(app, store)
        stranger.get("/wishes")
        for case in everything():
            found[case.kind].append((case.cost(stranger), case.says))
        store.close()
    for kind, costs in found.items():
        costs.sort(key=lambda pair: -pair[0].seconds)
        middle = costs[len(costs) // 2][0].seconds
        most = max(cost.megabytes for cost, _ in costs)
        print(f"{kind}: {len(costs)} requests, median {middle:.3f} s, at most {most:.0f} MB")
        for cost, says in costs[:SHOWN]:
            print(f"    {cost.seconds:.2f} s, {cost.megabytes:.0f} MB, {cost.status}: {says:.100}")
    bad = [pair for costs in found.values() for pair in costs if not pair[0].is_fine]
    number = sum(map(len, found.values()))
    print(f"{number} requests; {len(bad)} over {MOST_SECONDS} s, {MOST_MEGABYTES} MB or failed")
    if bad and not QUICK:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
