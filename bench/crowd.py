"""Fifty phones that never pause, from one process that leaves the processor to the servers.

Each sends its next request on its own connection as soon as the last one is answered. A thread for
each phone (bench_load.py) takes as much of two cores as the servers do, which says little of them.
The servers may be those of another tree: they are started there, and asked the same.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode

from tests.servers import HOST, LINK, Pass, free_ports
from web.links.kingdom_link import kingdom_key

MIX = {"front": 10, "draw": 12, "swap": 12, "open": 20, "tick": 30, "news": 15, "print": 0.3}
"""How often each of an evening's requests is sent; a draw and a swap lead to a page as well."""
GOOD = {"draw": (303,), "swap": (303,), "news": (200, 204), "print": (200, 503)}
"""Statuses of answers, where it is not 200 alone; printers that have enough to do say so."""
TICK = re.compile(rb'name="t" value="([^"]+)"')
HEADER = re.compile(r"\r\n([^:]+): ([^\r]*)")
PASSES = """
import json, sys
from pathlib import Path
from app import create_app
from tests.servers import BOXES, pass_for
from web.store import Store
database = Path(sys.argv[1])
app, store = create_app({"DATABASE": database}), Store(database)
print(json.dumps([pass_for(app, store, BOXES) for _ in range(int(sys.argv[2]))]))
"""


class Load(NamedTuple):
    """What was measured."""

    rate: float
    """Requests a second."""
    cost: float
    """Milliseconds of a processor that the servers took for each, those that print left out."""
    generator: float
    """The part of a core that the phones took."""


def median_of(loads: Sequence[Load]) -> Load:
    """The median of each figure."""
    return Load(*map(median, zip(*loads, strict=True)))


class _Phone:
    """One phone of an evening."""

    def __init__(self, let_in: Pass, port: int, number: int) -> None:
        self._cookie, self._token, self._port = let_in.cookie, let_in.token, port
        self._chance = random.Random(number)
        self._link, self._items, self._is_led = LINK, ["f:dominion-1e:smithy"], False
        self._what, self._received = "", b""
        self.socket = self._connect()

    def _connect(self) -> socket.socket:
        line = socket.create_connection((HOST, self._port))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line

    def send(self) -> None:
        """Send the next request: where the last answer led, or anything of the mix."""
        any_of_them = self._chance.choices(list(MIX), list(MIX.values()))[0]
        self._what, self._is_led = "open" if self._is_led else any_of_them, False
        path, fields = self._next()
        body = urlencode({"csrf_token": self._token, **fields}) if fields else ""
        self.socket.sendall(
            f"{'POST' if fields else 'GET'} {path} HTTP/1.1\r\nHost: {HOST}:{self._port}\r\n"
            f"Cookie: ten_piles={self._cookie}\r\nOrigin: http://{HOST}:{self._port}\r\n"
            "Accept-Encoding: gzip\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )

    def _next(self) -> tuple[str, dict[str, str]]:
        seed = str(self._chance.random())
        key = kingdom_key(re.sub("&(keep|from)=[^&]*", "", self._link))
        path, _mark, query = self._link.partition("?")
        match self._what:
            case "front":
                return "/", {}
            case "draw":
                return "/draw", {"seed": seed}
            case "swap":
                pile = self._chance.choice(path.split("/")[2].split("."))
                return "/kingdom/change", {"link": self._link, "do": f"swap:{pile}", "seed": seed}
            case "tick":
                return "/marks", {"kingdom": key, "on": self._chance.choice(self._items)}
            case "news":
                return f"/marks?kingdom={key}&since=0", {}
            case "print":
                return f"{path}/sheet.pdf?{query}&paper=a4", {}
        return self._link, {}

    def receive(self) -> bool:
        """Take what has come; answers whether that is all of an answer."""
        self._received += self.socket.recv(2**18)
        head, end, body = self._received.partition(b"\r\n\r\n")
        status, headers = int(head[9:12] or 0), dict(HEADER.findall(head.decode("latin-1")))
        if not end or len(body) < int(headers.get("Content-Length", 0)):
            return False
        self._received = b""
        if status not in GOOD.get(self._what, (200,)):
            raise SystemExit(f"{self._what}: {status}")
        if cookie := re.match("ten_piles=([^;]+)", headers.get("Set-Cookie", "")):
            self._cookie = cookie[1]
        if self._what == "open":
            page = zlib.decompress(body, zlib.MAX_WBITS | 16)
            self._items = [unescape(item.decode()) for item in TICK.findall(page)] or self._items
        if headers.get("Location", "").startswith("/kingdom/"):
            self._link, self._is_led = headers["Location"], True
        if headers.get("Connection") == "close":
            self.socket = self._connect()
        return True


@contextlib.contextmanager
def on_cores(number: int | None) -> Iterator[None]:
    """Run on so many processor cores, with all that is started meanwhile; None for all there are.

    With a core for each server, and phones and printers on these, too, two cores can do twice as
    much as one; where phones and printers have a core to spare beside one server, they cannot.
    """
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:number])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def measure(
    tree: Path, processes: int, phones: int, seconds: float, cores: int | None = None
) -> Load:
    """What the servers of a tree can do, so many of them on one port and one database."""
    with on_cores(cores), crowd_before(tree, processes, phones) as (servers, crowd):
        own, servers_before = time.process_time(), sum(map(processor_time, servers))
        start, took, counting = time.perf_counter(), 0.0, answers_to(crowd)
        while took < seconds:
            answers = next(counting)
            took = time.perf_counter() - start
        spent = sum(map(processor_time, servers)) - servers_before
        return Load(answers / took, 1000 * spent / answers, (time.process_time() - own) / took)


@contextlib.contextmanager
def crowd_before(
    tree: Path, processes: int, phones: int
) -> Iterator[tuple[list[int], list[_Phone]]]:
    """Servers of a tree, as numbers of their processes, and the phones of as many households."""
    environ = os.environ | {"PYTHONPATH": str(tree)}
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        database = Path(folder) / "piles.db"
        command = [sys.executable, "-c", PASSES, str(database), str(phones)]
        passes = subprocess.run(command, cwd=tree, env=environ, stdout=subprocess.PIPE, check=True)
        command = [sys.executable, "-m", "tests.servers", str(database), "warm"]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, cwd=tree, env=environ, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
        ) as mother:
            assert mother.stdin
            assert mother.stdout
            port, servers = free_ports(1)[0], []
            try:
                for _ in range(processes):
                    mother.stdin.write(f"{port}\n".encode())
                    mother.stdin.flush()
                    servers.append(int(mother.stdout.readline()))
                let_in = enumerate(json.loads(passes.stdout))
                yield servers, [_Phone(Pass(*one), port, number) for number, one in let_in]
            finally:
                for server in servers:
                    os.kill(server, 9)
                mother.stdin.close()


def answers_to(phones: Sequence[_Phone]) -> Iterator[int]:
    """The number of answers so far, after each one; all phones go on asking."""
    poll, answers = selectors.DefaultSelector(), 0
    for phone in phones:
        poll.register(phone.socket, selectors.EVENT_READ, phone)
        phone.send()
    while True:
        for key, _event in poll.select():
            phone = key.data
            if phone.receive():
                if phone.socket is not key.fileobj:
                    poll.unregister(key.fileobj)
                    key.fileobj.close()
                    poll.register(phone.socket, selectors.EVENT_READ, phone)
                phone.send()
                answers += 1
                yield answers


def processor_time(process: int) -> float:
    """Seconds that a process has used so far, by itself and in the kernel."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
