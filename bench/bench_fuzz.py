"""What the app answers to anything at all: 10,000 requests and more, over a real connection.

Real forms, links and files are broken in many ways and sent to a server of its own, one after the
other. Told are answers that are our mistake (none may be), the slowest answers, and how much memory
the server has before and after. Addresses of PDFs are left out: bench_paper.py measures those.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from app import create_app
from bench.quick import QUICK, unless_quick
from tests.databases import open_database
from tests.web.furnished import LINK, MARKET_LINK, calls, examples, furnish
from tests.web.fuzzing import (
    BOUNDARY,
    Sent,
    files,
    links,
    multipart,
    pages_of,
    requests,
    templates,
)
from web.api.openapi import openapi_document
from web.store import Store

FORMS, LINKS, FILES, API = unless_quick((8_000, 1_500, 500, 1_000), (60, 20, 10, 12))
AGAIN = unless_quick(10_000, 60)
"""Requests that are sent once more to see whether memory grows, after caches are full."""
AS_OFTEN = 60
"""Requests after which everything is put back, so that there is always something to break."""
SLOW = 1.0
GOLDEN = Path("tests/web/golden_links.json")
SEED = int(os.environ.get("SEED", "1"))


class Server:
    """The app as it is served to the public, and a household in it that has everything."""

    database: sqlite3.Connection
    kept: sqlite3.Connection

    def __init__(self, path: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        app = create_app({"DATABASE": path, "RATE_LIMITS": False})
        store = Store(path)
        self.home = furnish(app, store, "Our {}".format, "ours")
        store.end_job(self.home.names["waiting"], "stopped")  # what is printed is not measured here
        store.close()
        known = calls(app, examples(self.home))
        self.templates = [
            one
            for one in templates(self.home, known, pages_of(self.home, [LINK, MARKET_LINK]))
            if ".pdf" not in one.path and (one.method, one.path) != ("POST", "/papers")
        ]
        self.files = [self.home.phone.get(p).data for p in ("/settings/file", "/shelf/file")]
        settings = {
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "DATABASE": str(path),
            "RATE_LIMITS": "no",
            "PAPERS": str(path.with_name("papers")),
        }
        self.errors = path.with_name("errors").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "web.serving.service"],
            env={**os.environ, **settings},
            stderr=self.errors,
        )
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.tries = 0
        self.statuses: Counter[int] = Counter()
        self.mistakes: list[Sent] = []
        self.slow: list[tuple[float, float, Sent]] = []
        self.sent: list[Sent] = []
        for _wait in range(200):
            with contextlib.suppress(OSError):
                self.ask(Sent("GET", "/healthz", {}, b""))
                return
            time.sleep(0.1)
        raise SystemExit("The server did not start.")

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def ask(self, sent: Sent) -> int:
        headers = {name: _latin(value) for name, value in sent.headers.items()}
        try:
            self.connection.request(sent.method, sent.target, sent.body, headers)
            answer = self.connection.getresponse()
            answer.read()
        except (http.client.HTTPException, OSError):
            self.connection.close()
            raise
        return answer.status

    def send(self, sent: Sent) -> None:
        """Ask, and note what came of it."""
        self.tries += 1
        if self.tries % AS_OFTEN == 0:
            self.kept.backup(self.database)
        self.note(sent, lambda: self.ask(sent))

    def note(self, sent: Sent, ask: Callable[[], int]) -> None:
        """Ask, and note the status and how long it took, in seconds by the clock and of work."""
        took, work = SLOW + 1, 0.0
        for times in range(5):
            if times and took <= SLOW:
                break  # a slow one is asked again: other work may have held the machine
            start, worked = time.perf_counter(), self.worked()
            status = ask()
            took = min(took, time.perf_counter() - start) if times else time.perf_counter() - start
            work = self.worked() - worked
        self.statuses[status] += 1
        if status >= 500:
            self.mistakes.append(sent)
        self.slow = sorted((*self.slow, (took, work, sent)), key=lambda one: -one[0])[:5]

    def worked(self) -> float:
        """Seconds of the processor's time that the server has taken so far."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """The memory that the server's process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024

    def stop(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.wait(20)
        self.errors.seek(0)
        raised = Counter(re.findall(r"^[\w.]+(?:Error|Exception)\b.*", self.errors.read(), re.M))
        for error, number in raised.most_common(10):
            print(f"raised {number} times: {error:.200}")
        self.errors.close()


def _latin(text: str) -> str:
    return text.encode("utf-8").decode("latin-1")


def tries(number: int) -> settings:
    return settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def try_forms(server: Server) -> None:
    @seed(SEED)
    @tries(FORMS)
    @given(requests(server.templates, server.home.cookie, server.host))
    def forms(sent: Sent) -> None:
        server.sent.append(sent)
        server.send(sent)

    forms()


def try_links(server: Server) -> None:
    good = [LINK, MARKET_LINK, *(one["link"] for one in json.loads(GOLDEN.read_text()).values())]

    @seed(SEED)
    @tries(LINKS)
    @given(links(good))
    def addresses(link: str) -> None:
        path, _mark, query = link.partition("?")
        target = f"{quote(path, safe='/.')}?{quote(query, safe='=&.:')}"
        server.send(Sent("GET", target, {"Host": server.host}, b""))

    addresses()


def try_files(server: Server) -> None:
    @seed(SEED)
    @tries(FILES)
    @given(files(server.files), st.sampled_from(["", "add", "replace"]), st.booleans())
    def saved(body: bytes, how: str, partly: bool) -> None:
        fields = [("how", how), ("text", body), *([("partly", "yes")] if partly else [])]
        headers = {
            **server.home.cookie,
            "Host": server.host,
            "Origin": f"http://{server.host}",
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        }
        server.send(Sent("POST", "/shelf/open", headers, multipart(fields, False)))

    saved()


def try_api(server: Server) -> int:
    """Schemathesis against the running server; answers how many requests that were."""
    schema = schemathesis.openapi.from_dict(openapi_document())
    operations = [result.ok() for result in schema.get_all_operations()]
    operations = [one for one in operations if one.method.upper() == "POST"]
    before = sum(server.statuses.values())
    for operation in operations:

        @seed(SEED)
        @tries(API // len(operations))
        @given(operation.as_strategy())
        def called(case: schemathesis.Case) -> None:
            sent = Sent(case.method, case.path, {}, repr(case.body).encode())
            address = f"http://{server.host}"
            server.note(sent, lambda: case.call(base_url=address).status_code)

        called()
    return sum(server.statuses.values()) - before


@contextlib.contextmanager
def served() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "piles.db"
        server = Server(path)
        try:
            with open_database(path) as server.database, open_database() as server.kept:
                server.database.backup(server.kept)
                yield server
        finally:
            server.stop()


def main() -> None:
    with served() as server:
        print(f"{len(server.templates)} forms and links of real pages to break, seed {SEED}")
        print(f"memory at the start: {server.megabytes():.0f} MB")
        start = time.perf_counter()
        try_forms(server)
        try_links(server)
        try_files(server)
        api = try_api(server)
        took = time.perf_counter() - start
        number = sum(server.statuses.values())
        told = ", ".join(f"{status}: {n:,}" for status, n in sorted(server.statuses.items()))
        print(f"{number:,} cases in {took:.0f} s ({api:,} of them JSON by schemathesis): {told}")
        print(f"answers that are our mistake (5xx): {len(server.mistakes)}")
        for sent in server.mistakes[:5]:
            print("   ", sent)
        print("the slowest answers:")
        for seconds, work, sent in server.slow:
            print(f"    {1000 * seconds:.0f} ms, {1000 * work:.0f} of work: {sent!r:.160}")
        print(f"memory after them: {server.megabytes():.1f} MB")
        for place in range(AGAIN):
            server.send(server.sent[place % len(server.sent)])
            if (place + 1) % (AGAIN // 4) == 0:
                print(f"memory after {place + 1:,} more: {server.megabytes():.1f} MB")
    if server.mistakes or (server.slow[0][0] > SLOW and not QUICK):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
