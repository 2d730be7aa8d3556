"""Kill test: four servers take ticks, games and shelves while one after the other is killed.

Fifty times a server is ended with SIGKILL in the midst of its work and started again; afterwards
everything that was acknowledged has to be there, whole. ROUNDS in the environment asks for more.
"""

from __future__ import annotations

import os
import random
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from flask import Flask

from app import create_app
from bench.quick import unless_quick
from tests.servers import Servers, Writer, faults_of, free_ports, pass_for, servers
from web.store import Store

SERVERS = 4
WRITERS = 6
PAUSE = 0.2
"""How long a server stays dead, as a part of the time it lives."""
HOMES = 2
BOXES = ("alchemy", "cornucopia", "guilds", "empires", "nocturne", "dark-ages")


def run(
    app: Flask, mother: Servers, rounds: int, seconds: float = 0.6, *, told: bool = True
) -> Counter[str]:
    """Kill so many servers; answers what was counted, `lost` and `faults` among it."""
    database = app.config["DATABASE"]
    store = Store(database)
    homes = [pass_for(app, store) for _ in range(HOMES)]
    writers = [
        Writer(homes[place % HOMES], box, f"w{place}") for place, box in enumerate(BOXES[:WRITERS])
    ]
    done = threading.Event()
    failed: list[BaseException] = []
    ports = free_ports(SERVERS)

    def work(writer: Writer) -> None:
        chance = random.Random(writer.home)
        try:
            while not done.is_set():
                writer.write(chance.choice(ports))
        except BaseException as error:
            failed.append(error)
            done.set()

    for port in ports:
        mother.start(port)
    threads = [threading.Thread(target=work, args=(writer,)) for writer in writers]
    for thread in threads:
        thread.start()
    count: Counter[str] = Counter()
    for number in range(rounds):
        port = ports[number % SERVERS]
        time.sleep(seconds * random.Random(number).uniform(0.5, 1.5))
        mother.kill(port)
        count["killed"] += 1
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
    if failed:
        raise failed[0]
    for writer in writers:
        count["acknowledged"] += writer.acknowledged
        count["unanswered"] += writer.unknown
        count["lost"] += len(writer.lost(store))
        writer.close()
    count["faults"] = len(faults_of(database, [home.home for home in homes]))
    store.close()
    return count


def main() -> None:
    rounds = int(os.environ.get("ROUNDS", unless_quick(50, 2)))
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        start = time.perf_counter()
        app = create_app({"DATABASE": Path(folder) / "piles.db"})
        with servers(app.config["DATABASE"], []) as mother:
            count = run(app, mother, rounds)
        took = time.perf_counter() - start
    print(
        f"{SERVERS} servers, {WRITERS} phones, {count['killed']} killed in {took:.0f} s: "
        f"{count['acknowledged']:,} writes acknowledged, {count['unanswered']} without an answer, "
        f"{count['lost']} lost, {count['faults']} faults in the file"
    )
    if count["lost"] or count["faults"]:
        raise SystemExit("The promise is broken: see above.")


if __name__ == "__main__":
    main()
