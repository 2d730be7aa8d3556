"""How long a seating plan takes for 6 to 60 players, and how good it is; `make bench`.

Times are CPU times of this process. `short` are distinct pairs short of the bound that no plan can
beat, `seats` starting positions repeated more often than must be.
"""

from __future__ import annotations

import time
from random import Random

from bench.quick import QUICK, unless_quick
from setup_rules.chance import Chance
from setup_rules.tournament.seating import Found
from setup_rules.tournament.tables import FEWEST, MOST
from tests.tournament.results import best_seating

SEEDS = unless_quick(("fri", "sat", "sun"), ("fri",))
LARGEST = unless_quick(MOST, FEWEST + 3)
MOST_SECONDS = 8.0


def timed(players: int, seed: str, **rest: object) -> tuple[float, Found]:
    """CPU time of one search, and what it found."""
    start = time.process_time()
    plan = best_seating(players, Chance(seed, "tournament seating"), **rest)
    return time.process_time() - start, plan


def line(name: str, runs: list[tuple[float, Found]]) -> str:
    """The worst of several runs."""
    quality = [plan.quality for _, plan in runs]
    fours = f"{min(q.fours[0] for q in quality)}–{max(q.fours[1] for q in quality)}"
    return (
        f"{name:>18}{1000 * max(took for took, _ in runs):7.0f}ms"
        f"{max(q.repeats for q in quality):9}{max(q.short for q in quality):6}"
        f"{min(q.fewest_opponents for q in quality):11}"
        f"{max(q.imbalance - q.best_imbalance for q in quality):7}"
        f"{max(q.lean for q in quality):6}{fours:>7}"
    )


def main() -> None:
    """Print a line for each number of players; fail where a search takes longer than promised."""
    print(f"the worst of {len(SEEDS)} seeds")
    print(
        f"{'players':>18}{'time':>9}{'repeats':>9}{'short':>6}{'opponents':>11}{'seats':>7}"
        f"{'lean':>6}{'fours':>7}"
    )
    slowest = 0.0
    for players in range(FEWEST, LARGEST + 1):
        runs = [timed(players, seed) for seed in SEEDS]
        print(line(str(players), runs))
        slowest = max(slowest, *(took for took, _ in runs))
    print("two players leave after the second round")
    for players in range(FEWEST, LARGEST + 1, 3):
        runs = []
        for seed in SEEDS:
            before = best_seating(players, Chance(seed, "tournament seating")).seating[:2]
            out = frozenset(Random(seed).sample(range(players), 2))
            runs.append(timed(players, seed, before=before, out=out))
        print(line(f"{players} - 2", runs))
        slowest = max(slowest, *(took for took, _ in runs))
    if slowest > MOST_SECONDS and not QUICK:
        raise SystemExit(f"A search took {slowest:.2f} s; {MOST_SECONDS} s are promised.")


if __name__ == "__main__":
    main()
