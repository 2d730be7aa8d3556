"""Start: processor time from nothing to the first page that a server answers.

With BASE=<revision> the server of that commit is started in turn with ours.
"""

from __future__ import annotations

import http.client
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.crowd import processor_time
from bench.quick import unless_quick
from bench.results import Results
from bench.revisions import ROOT, base_tree
from tests.servers import HOST, LINK, free_ports

STARTS = unless_quick(7, 1)
PAGES = {"the shelf": "/shelf", "a kingdom": LINK}
"""What a woken server is asked first: by a new phone, and by one with a link."""
AT_MOST = 0.6


def seconds_to_first_page(tree: Path, page: str, folder: Path) -> float:
    """Processor time of a new server until it has answered."""
    port = free_ports(1)[0]
    own = {"HOST": HOST, "PORT": str(port), "DATABASE": str(folder / "piles.db"), "PROCESSES": "1"}
    command = (sys.executable, "-m", "web.serving.service")
    server = subprocess.Popen(
        command,
        cwd=tree,
        env={**os.environ, **own, "PYTHONPATH": str(tree)},
        stderr=subprocess.DEVNULL,
    )
    try:
        ask(port, page)
        return processor_time(server.pid)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def ask(port: int, page: str) -> None:
    """Ask until somebody answers."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        line = http.client.HTTPConnection(HOST, port, timeout=60)
        try:
            line.request("GET", page, headers={"Accept-Encoding": "gzip"})
            answer = line.getresponse()
            answer.read()
        except ConnectionRefusedError:
            time.sleep(0.01)
        else:
            assert answer.status == 200, answer.status
            return
        finally:
            line.close()
    raise SystemExit("The server did not start.")


def main() -> None:
    results = Results("start")
    with base_tree() as base, tempfile.TemporaryDirectory() as folder:
        trees = {"now": ROOT, **({"BASE": base} if base else {})}
        for words, page in PAGES.items():
            times: dict[str, list[float]] = {name: [] for name in trees}
            for start in range(STARTS + 1):
                for name, tree in trees.items():
                    own = Path(folder) / name
                    own.mkdir(exist_ok=True)
                    took = seconds_to_first_page(tree, page, own)
                    if start:  # the first one compiles
                        times[name].append(took)
            medians = {name: statistics.median(took) for name, took in times.items()}
            for name, median in medians.items():
                results.add(f"until {words} is answered, {name}", 1000 * median, "ms")
            if base:
                ratio = medians["now"] / medians["BASE"]
                results.add(f"until {words}: now / BASE", ratio, "×", at_most=AT_MOST)
    results.save()


if __name__ == "__main__":
    main()
