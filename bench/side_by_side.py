"""The engine beside the revision BASE and the environment PEER, in alternating rounds of one run.

    make bench BASE=HEAD~1 PEER=/path/of/an/environment/with/dominion-setup

Run as a script it is one of those measured: for each number on its input it does its job so often
and prints the CPU seconds. It imports the engine of the folder it is started in, or dominion-setup
(GPL: only ever run in a process of its own, never a dependency).
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count, cycle
from pathlib import Path
from statistics import median

PLAYERS = 4
WHOLE, WISHED, PLANS = "whole kingdoms", "whole kingdoms, six wishes", "plans"
"""Jobs: draw and plan with all boxes, without and with wishes; plan the published kingdoms."""


def our_job(job: str) -> Callable[[], object]:
    """Ten, landscapes, extras, then the plan with its fetch list; or such a plan alone."""
    from setup_rules.catalog import load_catalog
    from setup_rules.collection import gather
    from setup_rules.draw.drawing import draw_kingdom
    from setup_rules.draw.request import DrawRequest
    from setup_rules.draw.wishes import Bounds, Wishes
    from setup_rules.engine import plan_setup, settle
    from setup_rules.kingdom import Kingdom

    six = Wishes(
        tags=(("village", Bounds(1)), ("trasher", Bounds(1)), ("attack", Bounds(0, 2))),
        costs=((2, Bounds(1)), (5, Bounds(2, 4))),
        potion_cards=(0, 3, 4, 5),
    )
    catalog = load_catalog()
    shelf = gather(catalog, tuple(catalog.boxes))
    asked = DrawRequest(shelf, PLAYERS, six if job == WISHED else Wishes())
    seeds = map(str, count())
    published = cycle([Kingdom(one.cards, one.landscapes) for one in catalog.published.values()])

    def kingdom() -> Kingdom:
        drawn = draw_kingdom(asked, next(seeds)).kingdom
        assert drawn is not None
        return drawn

    following = published.__next__ if job == PLANS else kingdom
    return lambda: plan_setup(settle(following(), PLAYERS, shelf))


def their_job(job: str) -> Callable[[], object]:
    """The same with dominion-setup; its wishes are all six requirements that it knows."""
    from dominion_setup import generate_game, load_card_database  # type: ignore[import-not-found]
    from dominion_setup.models import KingdomRequirement  # type: ignore[import-not-found]

    cards = load_card_database()
    wishes = list(KingdomRequirement)[:6] if job == WISHED else []
    seeds = map(random.Random, count())
    return lambda: generate_game(cards, players=PLAYERS, requirements=wishes, rng=next(seeds))


class Runner:
    """A process that does a job when it is told to."""

    def __init__(self, whose: str, job: str, python: str, folder: Path) -> None:
        self._process = subprocess.Popen(
            [python, __file__, whose, job],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, times: int) -> float:
        """CPU seconds of doing the job so often."""
        assert self._process.stdin
        assert self._process.stdout
        print(times, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


def rates(job: str, rounds: int, times: int) -> dict[str, float]:
    """How often a second "this tree", "BASE" and "PEER" do a job: the median of the rounds."""
    from bench.revisions import ROOT, base_tree

    peer = os.environ.get("PEER")
    if hasattr(os, "sched_setaffinity"):  # all on one core, one after the other
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with ExitStack() as stack:
        runners = {"this tree": Runner("ours", job, sys.executable, ROOT)}
        base = stack.enter_context(base_tree())
        if base:
            runners["BASE"] = Runner("ours", job, sys.executable, base)
        if peer and job != PLANS:
            runners["PEER"] = Runner("theirs", job, str(Path(peer) / "bin" / "python"), ROOT)
        for runner in runners.values():
            stack.enter_context(runner)
            runner.seconds(times)
        taken = [{who: one.seconds(times) for who, one in runners.items()} for _ in range(rounds)]
    return {who: times / median(one[who] for one in taken) for who in runners}


def main() -> None:
    """Do a job as often as it is asked for."""
    job = (our_job if sys.argv[1] == "ours" else their_job)(sys.argv[2])
    for line in sys.stdin:
        start = time.process_time()
        for _ in range(int(line)):
            job()
        print(time.process_time() - start, flush=True)


if __name__ == "__main__":
    main()
