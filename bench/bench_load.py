"""Load: fifty phones behind one address for a minute, in the mix of an evening, limits on.

Each phone draws, swaps, opens the kingdom (whose page has the fetch list in it), ticks, asks
what others ticked, and now and then prints; after each it thinks for a second or so. Then the
same without thinking (crowd.py), to see how much there is room for. With one server process, and
with two that share the port, and against the revision BASE if it is given. SECONDS and PHONES in
the environment change the length and the crowd.
"""

from __future__ import annotations

import os
import random
import re
import tempfile
import threading
import time
from collections import Counter, defaultdict
from html import unescape
from pathlib import Path

from app import create_app
from bench.crowd import MIX, TICK, Load, measure, median_of
from bench.quick import unless_quick
from bench.results import Results
from bench.revisions import ROOT, base_tree
from tests.servers import BOXES, LINK, Pass, Phone, free_ports, pass_for, servers
from web.links.kingdom_link import kingdom_key
from web.printing.pdf import printing_available
from web.store import Store

PHONES = int(os.environ.get("PHONES", unless_quick(50, 4)))
SECONDS = float(os.environ.get("SECONDS", unless_quick(60, 0.5)))
CROWDED = float(os.environ.get("CROWDED", unless_quick(15, 0.5)))
"""Seconds without thinking."""
ROUNDS = unless_quick(3, 1)
ONE_CORE, TWO_CORES = "one process and its phones on one core", "two and theirs on two cores"
THINKING = 1.0
"""Seconds between two taps on one phone, on average."""


class Evening:
    """One phone's evening; every answer is timed."""

    def __init__(self, let_in: Pass, port: int, number: int) -> None:
        self._phone, self._port = Phone(let_in), port
        self._chance = random.Random(number)
        self._link, self._items = LINK, [b"f:dominion-1e:smithy"]
        self.took: dict[str, list[float]] = defaultdict(list)
        self.wrong: Counter[str] = Counter()
        self.told_to_wait = 0
        self._hurried = False

    def run(self, until: float, thinking: float) -> None:
        """Tap until it is late."""
        self._hurried = not thinking
        if thinking:
            time.sleep(self._chance.uniform(0, thinking))
        while time.perf_counter() < until:
            what = self._chance.choices(list(MIX), list(MIX.values()))[0]
            getattr(self, f"_{what}")()
            if thinking:
                time.sleep(self._chance.expovariate(1 / thinking))
        self._phone.close()

    def _ask(self, what: str, method: str, path: str, fields=None, good=(200,)):
        start = time.perf_counter()
        try:
            answer = self._phone.ask(self._port, method, path, fields)
        except Exception as error:
            self.wrong[f"{what}: {error!r}"] += 1
            return None
        self.took[what].append(time.perf_counter() - start)
        if answer.status not in good:
            self.wrong[f"{what}: {answer.status} {path[:60]}"] += 1
            return None
        return answer

    def _led(self, answer) -> None:
        """Go where an answer leads, as a browser does."""
        if answer and answer.location.startswith("/kingdom/"):
            self._link = answer.location
            self._open()

    def _front(self) -> None:
        self._ask("front page", "GET", "/")

    def _draw(self) -> None:
        seed = str(self._chance.random())
        self._led(self._ask("draw", "POST", "/draw", {"seed": seed}, (303,)))

    def _swap(self) -> None:
        card = self._chance.choice(re.split(r"[/?]", self._link)[2].split("."))
        fields = {"link": self._link, "do": f"swap:{card}", "seed": str(self._chance.random())}
        self._led(self._ask("swap", "POST", "/kingdom/change", fields, (303,)))

    def _open(self) -> None:
        answer = self._ask("kingdom", "GET", self._link)
        if answer:
            self._items = TICK.findall(answer.body) or self._items

    def _key(self) -> str:
        return kingdom_key(re.sub("&(keep|from)=[^&]*", "", self._link))

    def _tick(self) -> None:
        item = unescape(self._chance.choice(self._items).decode())
        self._ask("tick", "POST", "/marks", {"kingdom": self._key(), "on": item})

    def _news(self) -> None:
        address = f"/marks?kingdom={self._key()}&since=0"
        self._ask("news", "GET", address, good=(200, 204))

    def _print(self) -> None:
        if printing_available():
            path, _mark, query = self._link.partition("?")
            # Without a pause more is printed than printers can do; they then say so at once.
            good = (200, 503) if self._hurried else (200,)
            answer = self._ask("print", "GET", f"{path}/sheet.pdf?{query}&paper=a4", good=good)
            self.told_to_wait += answer is not None and answer.status == 503


def evening(processes: int, seconds: float, thinking: float) -> None:
    """Let all phones play, and tell how it went."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        database = Path(folder) / "piles.db"
        app = create_app({"DATABASE": database})
        store = Store(database)
        port = free_ports(1)[0]
        phones = [Evening(pass_for(app, store, BOXES), port, n) for n in range(PHONES)]
        store.close()
        flags = ("warm", "limited") if thinking else ("warm",)
        with servers(database, [port] * processes, *flags):
            start = time.perf_counter()
            until = start + seconds
            threads = [
                threading.Thread(target=phone.run, args=(until, thinking)) for phone in phones
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            took = time.perf_counter() - start
    tell(phones, processes, took, thinking)


def tell(phones: list[Evening], processes: int, took: float, thinking: float) -> None:
    """Print what was measured; errors end the bench."""
    by_kind: dict[str, list[float]] = defaultdict(list)
    wrong: Counter[str] = Counter()
    for phone in phones:
        wrong += phone.wrong
        for what, times in phone.took.items():
            by_kind[what] += times
    every = [time for what, times in by_kind.items() if what != "print" for time in times]
    total = sum(map(len, by_kind.values()))
    how = "an evening" if thinking else "no pause between taps"
    print(
        f"{processes} process{'es' if processes > 1 else ''}, {PHONES} phones, {how}: "
        f"{total:,} requests in {took:.0f} s, {total / took:.0f} a second, "
        f"{sum(wrong.values())} errors, {sum(phone.told_to_wait for phone in phones)} prints told "
        f"to wait; p50 {share(every, 0.5)}, p95 {share(every, 0.95)}, "
        f"p99 {share(every, 0.99)} ms without prints",
        flush=True,
    )
    for what, times in sorted(by_kind.items()):
        print(
            f"    {what:10} {len(times):6,}  p50 {share(times, 0.5)}  p95 {share(times, 0.95)}  "
            f"p99 {share(times, 0.99)} ms"
        )
    for sentence, number in wrong.most_common(10):
        print(f"    error {number}×: {sentence}")
    if wrong:
        raise SystemExit("There were errors: see above.")


def share(times: list[float], part: float) -> str:
    """The time within which this part of the answers came, in milliseconds."""
    ordered = sorted(times)
    return f"{1000 * ordered[min(int(len(ordered) * part), len(ordered) - 1)]:.0f}"


def compare() -> None:
    """One process against two, and against the revision BASE, in turn."""
    results = Results("load")
    with base_tree() as base:
        runs: dict[str, tuple[Path, int, int | None]] = {
            "one process": (ROOT, 1, None),
            "two processes": (ROOT, 2, None),
            ONE_CORE: (ROOT, 1, 1),
            TWO_CORES: (ROOT, 2, 2),
        }
        if base:
            runs["one process, BASE"] = (base, 1, None)
        loads: dict[str, list[Load]] = {name: [] for name in runs}
        for _ in range(ROUNDS):
            for name, (tree, processes, cores) in runs.items():
                loads[name].append(measure(tree, processes, PHONES, CROWDED, cores))
    medians = {name: median_of(measured) for name, measured in loads.items()}
    for name, load in medians.items():
        results.add(f"the evening's mix, {name}", load.rate, "/s")
        results.add(f"processor time a request, {name}", load.cost, "ms")
        results.add(f"part of a core that the phones took, {name}", load.generator, "")
    one, two = medians["one process"], medians["two processes"]
    results.add("two processes / one", two.rate / one.rate, "×")
    # Beside one server phones and printers have a core of their own, beside two they have none.
    fair = medians[TWO_CORES].rate / medians[ONE_CORE].rate
    results.add(f"{TWO_CORES} / {ONE_CORE}", fair, "×", at_least=1.7)
    results.add("processor time a request, two processes / one", two.cost / one.cost, "×")
    # Phones and printers take a part of two cores, too: what the servers could do without them.
    room = 2 * one.cost / two.cost
    results.add("requests in a second of each process's own core, two / one", room, "×")
    if base:
        before = medians["one process, BASE"]
        results.add("one process / BASE", one.rate / before.rate, "×", at_least=3)
        results.add("processor time a request, BASE / now", before.cost / one.cost, "×")
    results.save()


def main() -> None:
    for processes in unless_quick((1, 2), (2,)):
        evening(processes, SECONDS, THINKING)
    compare()


if __name__ == "__main__":
    main()
