"""Attack: what visitors notice while one address keeps a server of two processes busy, limits on.

A few phones, each at an address of its own, open ordinary pages: first alone; then while sixteen
clients of one other address repeat the worst request, and an ordinary page; then while 200 slow
connections of it are open. For each the 95th percentile is told, and how many times that of an
idle server it is; more than four times, or one error, ends the bench. SECONDS in the environment
changes how long each part takes.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import socket
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app import create_app
from bench.quick import QUICK, unless_quick
from tests.servers import BOXES, HOST, LINK, Pass, pass_for
from tests.web.hard_draws import adversarial
from tests.web.live_server import running, unused_port
from web.store import Store

SECONDS = float(os.environ.get("SECONDS", unless_quick(20, 1)))
PAGES = ("/", LINK, "/shelf", "/about", "/people", "/played", LINK)
PHONES = 5
PAUSE = 0.1
"""Seconds between two pages on one phone."""
CLIENTS = 16
SLOW = 200
DRIP = 1.0
"""Seconds between two bytes on a slow connection."""
ATTACKER = "127.0.0.66"
FLOOD = "16 clients, an ordinary page"
"""Told, but not judged: an address may have half the threads for such pages."""
MOST = 4.0
"""How many times as long as at an idle server a page may take."""


def connect(port: int, address: str, timeout: float = 60) -> http.client.HTTPConnection:
    """A line from one of this machine's own addresses."""
    return http.client.HTTPConnection(HOST, port, timeout, source_address=(address, 0))


class Visitor(threading.Thread):
    """A phone at an address of its own that opens page after page."""

    def __init__(self, let_in: Pass, port: int, number: int, until: float) -> None:
        super().__init__()
        self._line = connect(port, f"127.0.0.{100 + number}")
        self._headers = {"Cookie": f"ten_piles={let_in.cookie}"}
        self._number, self._until = number, until
        self.took: list[float] = []
        self.wrong: Counter[str] = Counter()

    def run(self) -> None:
        number = self._number
        while time.monotonic() < self._until:
            number += 1
            start = time.perf_counter()
            try:
                self._line.request("GET", PAGES[number % len(PAGES)], headers=self._headers)
                answer = self._line.getresponse()
                answer.read()
                if answer.status != 200:
                    self.wrong[str(answer.status)] += 1
            except (OSError, http.client.HTTPException) as error:
                self.wrong[repr(error)] += 1
                self._line.close()
            self.took.append(time.perf_counter() - start)
            time.sleep(PAUSE)
        self._line.close()


def repeat(port: int, until: float, method: str, path: str, body: bytes, told: Any) -> None:
    """Send one request over and over from the attacker's address, by many clients."""
    answers: Counter[int] = Counter()

    def client() -> None:
        line = connect(port, ATTACKER)
        while time.monotonic() < until:
            try:
                line.request(method, path, body, {"Content-Type": "application/json"})
                answer = line.getresponse()
                answer.read()
                answers[answer.status] += 1
            except (OSError, http.client.HTTPException):
                answers[0] += 1
                line.close()
        line.close()

    threads = [threading.Thread(target=client, daemon=True) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(until + 5 - time.monotonic())
    told.send(dict(answers))


def drip(port: int, until: float, told: Any) -> None:
    """Hold many connections open that send a byte now and then: half are headers, half bodies."""
    begun = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /shelf/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 15000000\r\n"
        b"Content-Type: multipart/form-data; boundary=b\r\n\r\n",
    )
    lines: list[socket.socket] = []
    closed = 0
    while time.monotonic() < until:
        while len(lines) < SLOW:
            line = socket.create_connection((HOST, port), 10, source_address=(ATTACKER, 0))
            line.sendall(begun[len(lines) % 2])
            lines.append(line)
        time.sleep(DRIP)
        for line in list(lines):
            try:
                line.sendall(b"x")
            except OSError:
                closed += 1
                lines.remove(line)
                line.close()
    for line in lines:
        line.close()
    told.send({"closed by the server": closed})


def worst_request() -> tuple[bytes, float]:
    """The draw that takes longest among some that ask for much, and its seconds of a processor."""
    with tempfile.TemporaryDirectory() as folder:
        client = create_app(
            {"DATABASE": Path(folder) / "piles.db", "RATE_LIMITS": False}
        ).test_client()
        took = {}
        for number in range(4):
            body = json.dumps(adversarial(number) | {"seed": "worst"}).encode()
            start = time.thread_time()
            client.post("/api/draw", data=body, content_type="application/json")
            took[body] = time.thread_time() - start
    body = max(took, key=lambda one: took[one])
    return body, took[body]


def measure(
    port: int, passes: list[Pass], name: str, attack: Callable[..., None] | None, *args: Any
):
    """Let the phones open pages while an attack goes on; answers the times and what was wrong."""
    until = time.monotonic() + SECONDS
    ours, theirs = multiprocessing.Pipe()
    process = None
    if attack is not None:
        process = multiprocessing.Process(target=attack, args=(port, until, *args, theirs))
        process.start()
    phones = [Visitor(let_in, port, number, until) for number, let_in in enumerate(passes)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    answers = ours.recv() if process and ours.poll(30) else {}
    if process:
        process.terminate()
        process.join()
    wrong = sum((phone.wrong for phone in phones), Counter())
    times = sorted(one for phone in phones for one in phone.took)
    p50, p95 = (1000 * times[int(len(times) * part)] for part in (0.5, 0.95))
    told = f"; the attacker: {answers}" if answers else ""
    print(
        f"    {name}: {len(times)} pages, p50 {p50:.0f} ms, p95 {p95:.0f} ms, "
        f"{sum(wrong.values())} errors {dict(wrong) or ''}{told}",
        flush=True,
    )
    return p95, wrong


def main() -> None:
    body, seconds = worst_request()
    print(f"the worst request takes {seconds:.1f} s of a processor")
    with tempfile.TemporaryDirectory() as folder:
        database, port = Path(folder) / "piles.db", unused_port()
        app = create_app({"DATABASE": database})
        store = Store(database)
        passes = [pass_for(app, store, BOXES) for _ in range(PHONES)]
        store.close()
        options = {"PORT": str(port), "HOST": HOST, "PROCESSES": "2"}
        with running("web.serving.service", database, **options) as server:
            server.says(b"threads.\n", errors=True)
            measure(port, passes, "warming up", None)
            idle, wrong = measure(port, passes, "idle", None)
            attacks = (
                ("16 clients, the worst request", repeat, "POST", "/api/draw", body),
                (FLOOD, repeat, "GET", LINK, b""),
                ("200 slow connections", drip),
            )
            failed = []
            for name, attack, *args in attacks:
                p95, more = measure(port, passes, name, attack, *args)
                wrong += more
                print(f"        {p95 / idle:.1f} times the idle one")
                if p95 > MOST * idle and name != FLOOD:
                    failed.append(name)
    if wrong or (failed and not QUICK):
        raise SystemExit(f"Too slow: {failed}; errors: {dict(wrong)}.")


if __name__ == "__main__":
    main()
