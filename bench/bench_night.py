"""How long a night takes to plan, beside one single draw from the same shelf; `make bench`.

Times are CPU times of this process: cold with the first seed on a shelf never seen before, warm
as the middle of several seeds after it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from bench.quick import QUICK, unless_quick
from setup_rules.catalog import load_catalog
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.engine import plan_setup, settle
from setup_rules.evening.night import MOST_GAMES, draw_night, shelf_of
from setup_rules.fetch import fetch_together
from web.reading.draw_reading import read_draw

SEEDS = unless_quick(("fri", "sat", "sun", "mon", "tue", "wed", "thu"), ("fri",))
MOST_SECONDS = 2.0
REQUESTS = {
    "no wishes": {},
    "as published": {"wishes": {"preset": "as-published"}},
    "villages, trashers, answers": {
        "wishes": {
            "tags": {"village": {"min": 2}, "trasher": {"min": 1}, "attack": {"max": 2}},
            "attack_needs_answer": True,
        }
    },
    "three boxes each": {"wishes": {"boxes_used": {"min": 3, "max": 3}, "min_per_used_box": 2}},
    "landscapes, pins": {
        "wishes": {"landscapes": {"min": 2}},
        "pinned": ["Young Witch", "Black Market", "Cheap"],
    },
}


def seconds(work: Callable[[], object]) -> float:
    """CPU time of one piece of work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def whole_night(asked: DrawRequest, seed: str) -> None:
    """A night with its fetch list."""
    night = draw_night(asked, MOST_GAMES, seed)
    shelf = shelf_of(asked, night.boxes)
    games = [settle(kingdom, asked.players, shelf) for kingdom in night.kingdoms]
    fetch_together([(game, plan_setup(game)) for game in games])


def main() -> None:
    """Print a line for each request; fail where a night takes longer than promised."""
    catalog = load_catalog()
    print(f"{MOST_GAMES} games from all {len(catalog.boxes)} boxes, with one fetch list")
    print(f"{'':30}{'cold':>8}{'warm':>8}{'worst':>8}{'one draw':>10}{'ratio':>7}")
    slowest = 0.0
    for place, (name, told) in enumerate(REQUESTS.items()):
        players = 2 + place  # a shelf and a number of players not seen before
        asked = read_draw({"boxes": list(catalog.boxes), "players": players, **told}, catalog).asked
        cold = seconds(lambda asked=asked: whole_night(asked, "cold"))
        warm = [seconds(lambda asked=asked, s=s: whole_night(asked, s)) for s in SEEDS]
        one = median(seconds(lambda asked=asked, s=s: draw_kingdom(asked, s)) for s in SEEDS)
        slowest = max(slowest, cold, *warm)
        print(
            f"{name:30}{1000 * cold:6.0f}ms{1000 * median(warm):6.0f}ms{1000 * max(warm):6.0f}ms"
            f"{1000 * one:8.1f}ms{median(warm) / one:7.0f}"
        )
    if slowest > MOST_SECONDS and not QUICK:
        raise SystemExit(f"A night took {slowest:.2f} s; {MOST_SECONDS} s are promised.")


if __name__ == "__main__":
    main()
