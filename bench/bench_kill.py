"""Kill test: four servers take ticks, games and shelves while one after the other is killed.

Fifty times a server is ended with SIGKILL in the midst of its work and started again, and each time
the clock of all is set, back or forth by up to two days. Limits are on. Afterwards everything that
was acknowledged has to be there, whole; every phone still opens its household, none was founded
again, and nobody was refused for longer than the answer said. ROUNDS asks for more rounds.
"""

from __future__ import annotations

import http.client
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from flask import Flask, session

from app import create_app
from bench.quick import unless_quick
from tests.servers import HOST, Phone, Servers, Writer, faults_of, free_ports, pass_for, servers
from web.http.limits import rates as limits
from web.store import Store

SERVERS = 4
THREADS = 6
"""Phones that write at the same time; each thread has several, of different households."""
PAUSE = 0.2
"""How long a server stays dead, as a part of the time it lives."""
HOMES = 12
BOXES = ("alchemy", "empires")
"""Each household has a phone for each of these."""
HOURS = 48
"""How far the clock is set back or forth at most."""
WRONG = ("lost", "strangers", "shut out", "faults")
"""What must not be counted at all."""
PATIENCE = 3
"""How often in a row somebody may be refused after waiting as long as was asked."""


class Hasty:
    """A phone that has taken as many seats as it may, and takes the next one as soon as it may."""

    def __init__(self, app: Flask, store: Store) -> None:
        address = _address(THREADS)
        self.phone = Phone(pass_for(app, store), address=address)
        self.refused = 0
        with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            seats = tuple(limits._allowances(limits.SEATS))
        while not store.spend(seats):
            pass

    def write(self, port: int) -> int:
        """Take one more; answers the seconds to wait if that is too much."""
        try:
            answer = self.phone.ask(port, "POST", "/veto/000000/sit", {})
        except (OSError, http.client.HTTPException):
            return 0
        self.refused += answer.status == 429
        return answer.wait


def run(
    app: Flask, mother: Servers, rounds: int, seconds: float = 0.6, *, told: bool = True
) -> Counter[str]:
    """Kill so many servers; answers what was counted, `lost` and `faults` among it."""
    ports = free_ports(SERVERS)
    for port in ports:
        mother.start(port)
    store = Store(app.config["DATABASE"])
    writers, hasty = _writers(app, store), Hasty(app, store)
    before = _households(store)
    done = threading.Event()
    failed: list[BaseException] = []
    count: Counter[str] = Counter()

    def work(phones: Sequence[Writer | Hasty]) -> None:
        chance, refused = random.Random(phones[0].phone.home), 0
        try:
            while not done.is_set():
                wait = chance.choice(phones).write(chance.choice(ports))
                refused = refused + 1 if wait else 0
                if refused > PATIENCE:
                    count["shut out"] += 1
                done.wait(wait)
        except BaseException as error:
            failed.append(error)
            done.set()

    each = [*(writers[place::THREADS] for place in range(THREADS)), [hasty]]
    threads = [threading.Thread(target=work, args=(phones,)) for phones in each]
    for thread in threads:
        thread.start()
    for number in range(rounds):
        chance, port = random.Random(number), ports[number % SERVERS]
        time.sleep(seconds * chance.uniform(0.5, 1.5))
        mother.kill(port)
        count["killed"] += 1
        mother.clock.set_ahead(60 * 60 * chance.uniform(-HOURS, HOURS))
        time.sleep(seconds * PAUSE)
        mother.start(port)
        if told and (number + 1) % 10 == 0:
            acknowledged = sum(writer.acknowledged for writer in writers)
            print(f"  {number + 1} killed, {acknowledged:,} acknowledged", flush=True)
    done.set()
    for thread in threads:
        thread.join()
    for port in ports:
        mother.kill(port)
    mother.clock.set_ahead(0)
    if failed:
        raise failed[0]
    for writer in writers:
        count["acknowledged"] += writer.acknowledged
        count["unanswered"] += writer.unknown
        count["refused"] += writer.refused
        count["lost"] += len(writer.lost(store))
        count["strangers"] += not _opens(app, store, writer)
        writer.close()
    hasty.phone.close()
    count["refused"] += hasty.refused
    count["strangers"] += _households(store) - before
    count["faults"] = len(faults_of(app.config["DATABASE"], [one.home for one in writers]))
    store.close()
    return count


def _writers(app: Flask, store: Store) -> list[Writer]:
    """The phones of all households in the order in which threads take them; a home's, two do."""
    homes = [pass_for(app, store) for _ in range(HOMES)]
    return [
        Writer(homes[(place + turn) % HOMES], box, f"w{turn}", _address(place % THREADS))
        for turn, box in enumerate(BOXES)
        for place in range(HOMES)
    ]


def _address(thread: int) -> str:
    """Each thread has an address of its own where one machine has many."""
    return f"127.0.0.{2 + thread}" if sys.platform == "linux" else HOST


def _households(store: Store) -> int:
    return int(store._db.execute("select count(*) from household").fetchone()[0])


def _opens(app: Flask, store: Store, writer: Writer) -> bool:
    """Whether the cookie that a phone has in the end opens the household it had at first."""
    with app.test_request_context(headers={"Cookie": f"ten_piles={writer.phone.cookie}"}):
        found = store.household_of(session.get("household", ""))
    return found is not None and found.id == writer.home


def main() -> None:
    rounds = int(os.environ.get("ROUNDS", unless_quick(50, 2)))
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        start = time.perf_counter()
        app = create_app({"DATABASE": Path(folder) / "piles.db"})
        with servers(app.config["DATABASE"], [], "limited", "clock") as mother:
            count = run(app, mother, rounds)
        took = time.perf_counter() - start
    print(
        f"{SERVERS} servers, {THREADS} phones at a time, {count['killed']} killed in {took:.0f} s: "
        f"{count['acknowledged']:,} writes acknowledged, {count['unanswered']} without an answer, "
        f"{count['refused']} to be sent later; {count['lost']} lost, {count['strangers']} phones "
        f"without their household, {count['shut out']} shut out, {count['faults']} faults"
    )
    if any(count[kind] for kind in WRONG):
        raise SystemExit("The promise is broken: see above.")


if __name__ == "__main__":
    main()
