"""Guessing: 20,000 wrong codes through all doors, from one address and one household.

None may open, all have to be answered alike, and right codes have to open all the while. Of the
limits only the one for wrong codes holds. Says what a wrong code costs, which docs/keeping.md
counts with.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench.quick import unless_quick
from tests.web.code_doors import Door, Hall, open_hall, try_code, wrong_code
from web.http.limits.rates import OF_A_HOUSEHOLD, OF_AN_ADDRESS, WRONG, Limit

TRIES = unless_quick(20_000, 200)
BETWEEN = unless_quick(200, 20)
"""Tries between two looks at whether right codes open."""


FREE = OF_AN_ADDRESS[WRONG].at_once
"""Wrong codes before they are refused."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, open_hall(Path(folder) / "piles.db") as hall:
        for limits in (OF_AN_ADDRESS, OF_A_HOUSEHOLD):
            limits |= dict.fromkeys(limits, Limit(10**9, 1e-6))
            limits[WRONG] = Limit(FREE, 3600)  # so that none becomes free meanwhile
        right = {door: right_codes(hall, door) for door in hall.doors}
        assert all(right.values()), [str(door) for door in right if not right[door]]
        seconds = guess(hall, right)
        print(
            f"{TRIES} wrong codes through {len(hall.doors)} doors: none opened, all alike; "
            f"{sum(map(len, right.values()))} right ones opened each time. "
            f"{1000 * seconds / TRIES:.2f} ms of processor time for each wrong one."
        )


def right_codes(hall: Hall, door: Door) -> dict[str, int]:
    """The other household's codes that open here, each with the status of its answer."""
    tries = {code: try_code(hall, door, code) for code in hall.codes_for(door).values()}
    return {code: found.status for code, found in tries.items() if not found.counted}


def guess(hall: Hall, right: dict[Door, dict[str, int]]) -> float:
    """Try wrong codes, and now and then a right one; answers the seconds that wrong ones took."""
    seconds, refused = 0.0, {}
    for number in range(TRIES):
        door = hall.doors[number % len(hall.doors)]
        begun = time.thread_time()
        answer = door.knock(hall.app, wrong_code(door.length), hall.mine)
        seconds += time.thread_time() - begun
        if number >= FREE:
            assert answer.status_code == 429, f"{door}: {answer.status}"
            cookies = [cookie.partition("=")[0] for cookie in answer.headers.getlist("Set-Cookie")]
            seen = (sorted(answer.headers.keys()), cookies)
            assert refused.setdefault(door, seen) == seen, f"{door} is not answered alike"
        if number % BETWEEN == 0:
            looked_at = hall.doors[number // BETWEEN % len(hall.doors)]
            see_that_right_ones_open(hall, looked_at, right[looked_at])
    return seconds


def see_that_right_ones_open(hall: Hall, door: Door, codes: dict[str, int]) -> None:
    """Open with every right code of a door; what that changed is put back, but for the counts."""
    haste = hall.database.execute("select * from haste").fetchall()
    for code, status in codes.items():
        answer = door.knock(hall.app, code, hall.mine)
        assert answer.status_code == status, f"{door}: a right code does not open: {answer.status}"
        hall.kept.backup(hall.database)
        with hall.database:
            hall.database.executemany("insert into haste values (?, ?, ?)", haste)


if __name__ == "__main__":
    main()
