"""Attack: what visitors notice while others keep a server of two processes busy, limits on.

A few phones, each at an address of its own, open ordinary pages, in rounds by turns alone and
under one attack: sixteen clients of one address that repeat the worst request, the same once
they are refused, an ordinary page instead; 200 slow connections; and two clients that send the
heaviest requests there are without pause, each from another address, so that no limit of an
address stops them. For each the 95th percentile is told, and how many times that of the idle
rounds it is; more than the attack may, or one error, ends the bench. SECONDS and ROUNDS in the
environment change how long each round takes, and how many there are; ONLY picks attacks by a
part of their names.
"""

from __future__ import annotations

import http.client
import itertools
import json
import multiprocessing
import os
import random
import socket
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Flask

from app import create_app
from bench.quick import unless_quick
from bench.results import Results
from tests.servers import BOXES, HOST, LINK, Pass, pass_for
from tests.web.full_kingdoms import overfull
from tests.web.hard_draws import adversarial
from tests.web.live_server import running, unused_port
from tests.web.worst_requests import hostile_file
from web.http.limits.shares import allowances
from web.links.kingdom_link import link_for
from web.store import Store

SECONDS = float(os.environ.get("SECONDS", unless_quick(12, 1)))
ROUNDS = int(os.environ.get("ROUNDS", unless_quick(2, 1)))
ONLY = os.environ.get("ONLY", "")
PAGES = ("/", LINK, "/shelf", "/about", "/people", "/played", LINK)
PHONES = 5
PAUSE = 0.1
"""Seconds between two pages on one phone."""
CLIENTS = 16
SLOW = 200
DRIP = 1.0
"""Seconds between two bytes on a slow connection."""
ATTACKER, REFUSED = "127.0.0.66", "127.0.0.67"
SETS = 4
"""Hard sets of wishes among which the worst is looked for."""
HEAVIEST = unless_quick(24, 1)
"""Different requests of each kind that the two clients send."""


class Sent(NamedTuple):
    """A request of an attacker."""

    method: str
    path: str
    body: bytes
    headers: dict[str, str]


class Attack(NamedTuple):
    """What goes on while the phones open pages."""

    name: str
    most: float | None
    """How many times as long as at an idle server a page may take; None if that is only told."""
    run: Callable[..., None] | None = None
    args: tuple[Any, ...] = ()


class Times(NamedTuple):
    """How long pages took, what was wrong, and what the attacker was answered."""

    took: list[float]
    wrong: Counter[str]
    answers: Counter[str]

    def within(self, part: float) -> float:
        """Milliseconds within which this part of the pages came."""
        return 1000 * sorted(self.took)[int(len(self.took) * part)]

    def __str__(self) -> str:
        answers = f"; answers to the attack: {dict(self.answers)}" if self.answers else ""
        return (
            f"{len(self.took)} pages, p50 {self.within(0.5):.1f} ms, "
            f"p95 {self.within(0.95):.1f} ms, {self.wrong.total()} errors "
            f"{dict(self.wrong) or ''}{answers}"
        )


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


def send(line: http.client.HTTPConnection, sent: Sent, answers: Counter[str]) -> None:
    """Send a request, and count its answer."""
    try:
        line.request(*sent)
        answer = line.getresponse()
        answer.read()
        answers[str(answer.status)] += 1
    except (OSError, http.client.HTTPException) as error:
        answers[type(error).__name__] += 1
        line.close()


def repeat(port: int, until: float, pipe: Any, address: str, sent: Sent) -> None:
    """Send one request over and over from one address, by many clients."""
    answers: Counter[str] = Counter()

    def client() -> None:
        line = connect(port, address)
        while time.monotonic() < until:
            send(line, sent, answers)
        line.close()

    _by_threads([client] * CLIENTS, until)
    pipe.send(answers)


def alternate(port: int, until: float, pipe: Any, requests: Sequence[Sent]) -> None:
    """Send heavy requests without pause by two clients, each from another address."""
    answers: Counter[str] = Counter()
    addresses = (f"127.{n // 250 % 250 + 1}.{n % 250}.1" for n in itertools.count())
    chosen = itertools.cycle(requests)

    def client() -> None:
        while time.monotonic() < until:
            line = connect(port, next(addresses))
            send(line, next(chosen), answers)
            line.close()

    _by_threads([client] * 2, until)
    pipe.send(answers)


def _by_threads(work: Sequence[Callable[[], None]], until: float) -> None:
    threads = [threading.Thread(target=one, daemon=True) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(until + 5 - time.monotonic())


def drip(port: int, until: float, pipe: Any) -> None:
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
    pipe.send(Counter({"closed by the server": closed}))


def worst_request(app: Flask) -> Sent:
    """The draw that takes longest among some that ask for much."""
    client = app.test_client()
    took = {}
    for number in range(SETS):
        sent = hard_draw(number)
        start = time.thread_time()
        client.post(sent.path, data=sent.body, headers=sent.headers)
        took[number] = time.thread_time() - start
    number = max(took, key=lambda one: took[one])
    print(f"the worst request takes {took[number]:.2f} s of a processor")
    return hard_draw(number)


def hard_draw(number: int) -> Sent:
    """A draw with wishes that are hard to meet."""
    body = json.dumps(adversarial(number) | {"seed": "worst"}).encode()
    return Sent("POST", "/api/draw", body, {"Content-Type": "application/json"})


def heaviest_requests(app: Flask, store: Store, port: int) -> Iterator[Sent]:
    """Draws, wishes, nights, files and prints that each take as much as they may."""
    files = [hostile_file(random.Random(number), 4_000) for number in range(SETS)]
    for number in range(HEAVIEST):
        let_in = pass_for(app, store, tuple(app.extensions["catalog"].boxes))
        store.keep_wishes(let_in.home, {"wishes": adversarial(number)["wishes"]})
        phone = {"Cookie": f"ten_piles={let_in.cookie}", "Origin": f"http://{HOST}:{port}"}
        yield hard_draw(number)
        yield Sent("GET", "/wishes", b"", phone)
        night = {"csrf_token": let_in.token, "games": "4", "players": "2", "boxes": ""}
        yield Sent("POST", "/night", *form(night | {"seed": "worst"}, phone))
        yield Sent("POST", "/shelf/open", *upload(let_in.token, files[number % SETS], phone))
        link = link_for(*overfull(number)).replace("?", "/sheet.pdf?", 1)
        yield Sent("GET", link, b"", phone)


def form(fields: dict[str, str], headers: dict[str, str]) -> tuple[bytes, dict[str, str]]:
    """Body and headers of a form."""
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return urlencode(fields).encode(), headers | kind


def upload(token: str, file: bytes, headers: dict[str, str]) -> tuple[bytes, dict[str, str]]:
    """Body and headers of a form with a file."""
    field = 'Content-Disposition: form-data; name="{}"'
    start = (
        f"--b\r\n{field.format('csrf_token')}\r\n\r\n{token}\r\n"
        f'--b\r\n{field.format("file")}; filename="file.json"\r\n\r\n'
    )
    kind = {"Content-Type": "multipart/form-data; boundary=b"}
    return start.encode() + file + b"\r\n--b--\r\n", headers | kind


def measure(port: int, passes: list[Pass], attack: Attack) -> Times:
    """Let the phones open pages while an attack goes on."""
    until = time.monotonic() + SECONDS
    ours, theirs = multiprocessing.Pipe()
    process = None
    if attack.run is not None:
        process = multiprocessing.Process(
            target=attack.run, args=(port, until, theirs, *attack.args)
        )
        process.start()
    phones = [Visitor(let_in, port, number, until) for number, let_in in enumerate(passes)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    answers = ours.recv() if process and ours.poll(30) else Counter()
    if process:
        process.terminate()
        process.join()
    wrong = sum((phone.wrong for phone in phones), Counter[str]())
    return Times([one for phone in phones for one in phone.took], wrong, answers)


def compare(port: int, passes: list[Pass], attack: Attack, results: Results) -> Counter[str]:
    """Measure an attack and an idle server by turns; answers what went wrong."""
    idle, busy = (Times([], Counter(), Counter()) for _ in range(2))
    for _ in range(ROUNDS):
        for times, what in ((idle, Attack("idle", None)), (busy, attack)):
            more = measure(port, passes, what)
            times.took.extend(more.took)
            times.wrong.update(more.wrong)
            times.answers.update(more.answers)
    print(f"{attack.name}, at a load of {os.getloadavg()[0]:.1f}\n  idle: {idle}\n  then: {busy}")
    ratio = busy.within(0.95) / idle.within(0.95)
    results.add(
        f"p95 of a page against an idle server: {attack.name}", ratio, "×", at_most=attack.most
    )
    return idle.wrong + busy.wrong


def attacks(worst: Sent, heaviest: Sequence[Sent]) -> Iterator[Attack]:
    """All attacks that are asked for."""
    many = f"{CLIENTS} clients of one address"
    page = Sent("GET", LINK, b"", {})
    every = (
        Attack(f"{many}, the worst request", 4, repeat, (ATTACKER, worst)),
        Attack(f"{many}, the same, refused", 4, repeat, (REFUSED, worst)),
        Attack(f"{many}, an ordinary page", None, repeat, (ATTACKER, page)),
        Attack(f"{SLOW} slow connections of one address", 4, drip),
        Attack("two clients, the heaviest requests", 2, alternate, (heaviest,)),
    )
    return (attack for attack in every if ONLY in attack.name)


def use_up(app: Flask, store: Store, address: str) -> None:
    """Let an address have taken all processor time that it may, for as long as this takes."""
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        store.charge(allowances(), 2 * app.config["CPU_AT_ONCE"])


def main() -> None:
    results = Results("attack")
    with tempfile.TemporaryDirectory() as folder:
        database, port = Path(folder) / "piles.db", unused_port()
        app = create_app({"DATABASE": database})
        store = Store(database)
        passes = [pass_for(app, store, BOXES) for _ in range(PHONES)]
        worst, heaviest = worst_request(app), [*heaviest_requests(app, store, port)]
        options = {"PORT": str(port), "HOST": HOST, "PROCESSES": "2"}
        with running("web.serving.service", database, **options) as server:
            server.says(b"threads.\n", errors=True)
            measure(port, passes, Attack("warming up", None))
            use_up(app, store, REFUSED)
            wrong = Counter[str]()
            for attack in attacks(worst, heaviest):
                wrong += compare(port, passes, attack, results)
        store.close()
    results.save()
    if wrong or not results.are_met:
        raise SystemExit(f"Too slow, or errors: {dict(wrong)}.")


if __name__ == "__main__":
    main()
