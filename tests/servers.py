"""Servers in processes of their own on one database, to be killed; and phones that write to them.

`python -m tests.servers DATABASE` loads the app once, and then is told on which ports to serve:
each in a process of its own, which takes no time to start. Several may share a port. With the
flag `clock` their clock can be set while they serve.
"""

import contextlib
import http.client
import mmap
import os
import secrets
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from http.cookies import SimpleCookie
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Flask, session

from app import create_app
from tests.databases import open_database
from web.http.forms import BaseForm
from web.links.kingdom_link import kingdom_key
from web.serving.server import Server
from web.store import Store, stay_open

ROOT = Path(__file__).parent.parent
PATH = "/kingdom/cellar.market.militia.mine.moat.remodel.smithy.village.woodcutter.workshop"
LINK = f"{PATH}?players=2&boxes=dominion-1e"
BOXES = ("dominion-2e", "seaside-2e", "prosperity-2e", "dark-ages")
HOST = "127.0.0.1"


def free_ports(number: int) -> list[int]:
    """Ports that nobody uses."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server((HOST, 0))) for _ in range(number)]
        return [each.getsockname()[1] for each in sockets]


class Clock:
    """How far the clock of all servers is set ahead: a number of seconds in a file they share."""

    def __init__(self, database: Path) -> None:
        path = database.with_suffix(".clock")
        if not path.exists():
            path.write_bytes(struct.pack("d", 0))
        with path.open("r+b") as file:
            self._seconds = mmap.mmap(file.fileno(), 0)

    def set_ahead(self, seconds: float) -> None:
        """Set the clock so far ahead, or back; from there it goes on."""
        struct.pack_into("d", self._seconds, 0, seconds)

    def rule(self) -> None:
        """Be the clock of this process; the one that nobody can set is left alone."""
        right = time.time
        time.time = lambda: right() + struct.unpack_from("d", self._seconds)[0]


class Servers:
    """Processes that serve one database."""

    def __init__(self, database: Path, *flags: str) -> None:
        self.clock = Clock(database)
        command = (sys.executable, "-m", "tests.servers", str(database), *flags)
        self._mother = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._running: list[tuple[int, int]] = []

    def start(self, port: int) -> None:
        """Serve on a port."""
        assert self._mother.stdin
        assert self._mother.stdout
        self._mother.stdin.write(f"{port}\n")
        self._mother.stdin.flush()
        self._running.append((port, int(self._mother.stdout.readline())))

    def kill(self, port: int) -> None:
        """Pull the plug of a server on a port."""
        place = [each for each, _process in self._running].index(port)
        os.kill(self._running.pop(place)[1], signal.SIGKILL)

    def close(self) -> None:
        """End them all."""
        while self._running:
            self.kill(self._running[0][0])
        self._mother.communicate("")


@contextlib.contextmanager
def servers(database: Path, ports: Sequence[int], *flags: str) -> Iterator[Servers]:
    """A server on each of these ports."""
    running = Servers(database, *flags)
    try:
        for port in ports:
            running.start(port)
        yield running
    finally:
        running.close()


class Pass(NamedTuple):
    """What a phone shows to be let in."""

    home: str
    cookie: str
    token: str


def pass_for(app: Flask, store: Store, boxes: tuple[str, ...] = ("dominion-1e",)) -> Pass:
    """A new household, and the cookie and token of a phone of it."""
    home, key = store.found_household()
    store.keep_shelf(home.id, boxes)
    return same_home(app, home.id, key)


def same_home(app: Flask, home: str, key: str) -> Pass:
    """One more phone of a household."""
    with app.test_request_context():
        session["household"] = key
        session["csrf"] = secrets.token_hex(20)
        token = str(BaseForm().csrf_token.current_token)
        signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
        return Pass(home, str(signer.dumps(dict(session))), token)


class Answer(NamedTuple):
    """What came back."""

    status: int
    location: str
    body: bytes
    wait: int
    """Seconds after which to ask again."""


class Phone:
    """A phone with its cookie; it asks the server on a port, and keeps the connection."""

    def __init__(self, let_in: Pass, timeout: float = 60, address: str = HOST) -> None:
        self.home, self.cookie, self._token = let_in
        self._timeout, self._address = timeout, address
        self._lines: dict[int, http.client.HTTPConnection] = {}

    def ask(self, port: int, method: str, path: str, fields: Mapping[str, str] | None = None):
        """Send one request; raises OSError or HTTPException when nobody answers."""
        line = self._lines.get(port)
        if line is None:
            line = self._lines[port] = http.client.HTTPConnection(
                HOST, port, self._timeout, source_address=(self._address, 0)
            )
        headers = {"Cookie": f"ten_piles={self.cookie}", "Origin": f"http://{HOST}:{port}"}
        body = None
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode({"csrf_token": self._token, **fields})
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            received, body = answer.headers, answer.read()
            if cookie := SimpleCookie(received.get("Set-Cookie", "")).get("ten_piles"):
                self.cookie = cookie.value
            wait = int(received.get("Retry-After", 0))
            return Answer(answer.status, received.get("Location", ""), body, wait)
        except BaseException:
            line.close()
            del self._lines[port]
            raise

    def close(self) -> None:
        """Hang up."""
        for line in self._lines.values():
            line.close()
        self._lines.clear()


class Writer:
    """A phone that ticks, notes games and fills the shelf; it knows what was acknowledged."""

    def __init__(self, let_in: Pass, box: str, name: str, address: str = HOST) -> None:
        self.phone, self._box, self._name = Phone(let_in, address=address), box, name
        self.home = let_in.home
        self.ticks: set[str] = set()
        self.games: set[str] = set()
        self.copies: list[int] = [0]
        """How often the box is on the shelf: as acknowledged last, and as tried since."""
        self.acknowledged = self.unknown = self.refused = 0
        self._number = 0

    def write(self, port: int) -> int:
        """Write one thing; whether it was kept is known only if an answer comes.

        Answers the seconds to wait where this was too much at once; nothing is kept then.
        """
        self._number += 1
        what = self._number % 3
        item, game = f"f:dominion-1e:{self._name}-{self._number % 90}", secrets.token_urlsafe(12)
        copies = self._number % 2
        if what == 0:
            fields = {"kingdom": kingdom_key(LINK), "on": item}
            sent, good = ("/marks", fields), 200
        elif what == 1:
            players = {"new.0.name": f"{self._name} A", "new.1.name": f"{self._name} B"}
            more = {"id": game, "day": "2026-01-02", "seats": "2", "again": "yes"}
            sent, good = ("/played/new", {"link": LINK, **more, **players}), 303
        else:
            self.copies.append(copies)
            sent, good = ("/shelf", {"box": f"{self._box}:{copies}"}), 303
        try:
            answer = self.phone.ask(port, "POST", *sent)
        except (OSError, http.client.HTTPException):
            self.unknown += 1
            return 0
        if answer.status == 429:
            self.refused += 1
            return answer.wait
        assert answer.status == good, (sent, answer)
        self.acknowledged += 1
        if what == 0:
            self.ticks.add(item)
        elif what == 1:
            self.games.add(game)
        else:
            self.copies = [copies]
        return 0

    def lost(self, store: Store) -> list[str]:
        """What was acknowledged and is not there."""
        marks = store.marks(self.home, kingdom_key(LINK)).values
        missing = [item for item in self.ticks if marks.get(item) != "1"]
        games = {game.id for game in store.games(self.home)}
        missing += self.games - games
        boxes = store.export(self.home).boxes
        if boxes.count(self._box) not in self.copies:
            missing.append(self._box)
        return missing

    def close(self) -> None:
        """Hang up."""
        self.phone.close()


def faults_of(database: Path, homes: Sequence[str]) -> list[str]:
    """What is wrong with a file: damage, rows that belong to nothing, games of homes in part."""
    with open_database(database) as db:
        damage = [row[0] for row in db.execute("pragma integrity_check") if row[0] != "ok"]
        orphans = [str(row) for row in db.execute("pragma foreign_key_check")]
        partial = db.execute(
            "select g.household, g.id from game g left join game_player p "
            "on p.household = g.household and p.game = g.id "
            "group by g.household, g.id having count(p.seat) <> 2"
        ).fetchall()
    in_part = [f"a game in part: {game}" for home, game in partial if home in homes]
    return [*damage, *orphans, *in_part]


def warm_up(app: Flask) -> None:
    """Have what is made once made now, as in a server that has run for a while."""
    client = app.test_client()
    for page in ("/shelf", LINK):
        client.get(page)
    for seed in ("a", "b"):
        client.post("/api/draw", json={"boxes": list(BOXES), "players": 2, "seed": seed})


def serve(app: Flask, port: int) -> None:
    """Serve until the end."""
    kept = stay_open(app.config["DATABASE"])
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind((HOST, port))
    listener.listen(1024)
    server = Server(app, listener, threads=8)
    print(os.getpid(), flush=True)
    server.run()
    kept.close()


def main(database: str, *flags: str) -> None:
    """Load the app, and fork a server for each port that is named."""
    if "clock" in flags:
        Clock(Path(database)).rule()
    app = create_app({"DATABASE": Path(database), "RATE_LIMITS": "limited" in flags})
    if "warm" in flags:
        warm_up(app)
    while port := sys.stdin.readline():
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if os.fork() == 0:
            serve(app, int(port))
            os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
