"""Connections: nobody stops a server with slow, many or large ones; over real sockets."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from flask import Flask, request
from waitress import wasyncore

from web.http.limits import work_budget
from web.http.limits.route_marks import PRINTS, heavy, rate_limited, takes_files
from web.serving import connections, server
from web.serving.connections import WorkKind

HERE, THERE = "127.0.0.2", "127.0.0.3"
SECONDS = 30
"""Generous: other work may keep the machine busy."""
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
SLOW = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
LIMIT = 64 * 1024
FORM = "multipart/form-data; boundary=b"


def post(path: str, length: int, kind: str = FORM, more: str = "") -> bytes:
    """The headers of a request with a body."""
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
        f"Content-Length: {length}\r\n{more}\r\n"
    ).encode()


def read() -> str:
    return f"read {len(request.get_data())}"


@takes_files
def take() -> str:
    if f"HTTP_{connections.REFUSED_BY_SERVER}" in request.environ:
        return "too many of them"
    if request.mimetype == "multipart/form-data":
        request.max_content_length = 2**24
    return f"took {len(request.get_data())}"


class Serving:
    """A small app on a real server, and connections to it."""

    def __init__(self, **config: object) -> None:
        self.app = Flask("small")
        self.app.config |= {
            "PROXIES": 0,
            "RATE_LIMITS": True,
            "ADDRESS_CONNECTIONS": 300,
            "MAX_CONTENT_LENGTH": LIMIT,
            **config,
        }
        self.working, self.go_on = threading.Semaphore(0), threading.Event()
        self.app.add_url_rule("/", "show", lambda: "here")
        self.app.add_url_rule("/nothing", "nothing", lambda: ("", 204))
        self.app.add_url_rule("/large", "large", lambda: "x" * 10**7)
        self.app.add_url_rule("/wait", "wait", self._wait)
        self.app.add_url_rule("/heavy", "heavy", heavy(partial(self._wait)))
        prints = rate_limited(PRINTS)(heavy(partial(self._wait)))
        self.app.add_url_rule("/print", "print", prints)
        self.app.add_url_rule("/read", "read", read, methods=["POST"])
        self.app.add_url_rule("/file", "file", take, methods=["POST"])
        work_budget.register(self.app)
        self._listener = server.listen("127.0.0.1", 0)
        self._server = server.Server(self.app, self._listener, threads=8)
        self._port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._server.run)
        self._open: list[socket.socket] = []

    def _wait(self) -> str:
        if f"HTTP_{connections.REFUSED_BY_SERVER}" in request.environ:
            return "too many of them"
        self.working.release()
        self.go_on.wait(SECONDS)
        return "waited"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self.go_on.set()
        for one in self._open:
            one.close()
        self._server.stop()
        self._thread.join(SECONDS)
        self._server._waitress.task_dispatcher.shutdown()
        wasyncore.close_all(self._server._waitress._map, ignore_all=True)

    def connect(self, data: bytes = b"", address: str = HERE) -> socket.socket:
        """A connection on which something was sent."""
        line = socket.create_connection(
            ("127.0.0.1", self._port), SECONDS, source_address=(address, 0)
        )
        self._open.append(line)
        line.sendall(data)
        return line

    def until_waiting(self, number: int) -> None:
        """Go on once so many requests of one kind of an address wait for a thread."""
        queue = self._server._waitress.task_dispatcher.queue
        while max(map(len, queue._waiting.values()), default=0) < number:
            time.sleep(0.01)

    def until_flushing(self) -> None:
        """Go on once nothing is left of a request but the end of its answer."""
        channels = self._server._waitress.active_channels
        while not any(c.total_outbufs_len and not c.requests for c in list(channels.values())):
            time.sleep(0.01)

    def begin_to_stop(self) -> None:
        self._server.stop()

    def open_channels(self) -> int:
        return len(self._server._waitress.active_channels)


def answer(line: socket.socket) -> str:
    """The whole answer that comes on a connection, up to its end or a moment without more."""
    data = line.recv(65536)
    while data and not is_whole(data):
        more = line.recv(65536)
        if not more:
            break
        data += more
    return data.decode()


def is_whole(data: bytes) -> bool:
    head, _end, body = data.partition(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1])
    return False


def is_closed(line: socket.socket, within: float) -> bool:
    line.settimeout(within)
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@contextlib.contextmanager
def serving(**config: object) -> Iterator[Serving]:
    found = Serving(**config)
    found.start()
    try:
        yield found
    finally:
        found.stop()


@pytest.fixture
def site() -> Iterator[Serving]:
    with serving() as found:
        yield found


class TestKeptConnections:
    """A phone that asks for news gets answers without a body, and goes on on its connection."""

    NOTHING = b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n"

    def test_an_answer_without_a_body_does_not_end_a_connection(self):
        with serving() as here:
            line = here.connect(self.NOTHING + b"\r\n")
            head = line.recv(65536)
            assert head.startswith(b"HTTP/1.1 204")
            assert b"close" not in head
            line.sendall(GET)
            assert answer(line).endswith("here")

    def test_an_answer_is_sent_in_one_piece_and_nobody_tries_meanwhile(self, site, monkeypatch):
        send, turn, sent, turns = connections.Channel.send, server.Server._turn, [], []

        def send_slowly(channel, data, **options):
            turns.clear()
            channel.server.pull_trigger()  # as other connections do
            time.sleep(0.2)
            sent.append((data, len(turns)))
            return send(channel, data, **options)

        def counted_turn(*given):
            turns.append(given)
            turn(*given)

        monkeypatch.setattr(connections.Channel, "send", send_slowly)
        monkeypatch.setattr(server.Server, "_turn", counted_turn)
        line = site.connect(GET)
        line.recv(2**16)
        [(data, tries)] = sent
        assert data.startswith(b"HTTP/1.1 200 OK")
        assert data.endswith(b"here")
        assert tries < 10

    def test_a_client_that_wants_to_end_it_does(self):
        with serving() as here:
            line = here.connect(self.NOTHING + b"Connection: close\r\n\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 204")
            assert line.recv(65536) == b""


class TestSlowRequests:
    @pytest.fixture(autouse=True)
    def _soon(self, monkeypatch):
        monkeypatch.setattr(connections, "HEADERS_WITHIN", 0.5)
        monkeypatch.setattr(connections, "BODY_WITHIN", 0.5)

    def drip(self, line: socket.socket) -> bool:
        """Whether a connection is closed though something comes now and then."""
        for _ in range(40):
            if is_closed(line, 0.1):
                return True
            with contextlib.suppress(OSError):
                line.sendall(b"x")
        return False

    def test_have_to_end_their_headers(self, site):
        assert self.drip(site.connect(SLOW))

    def test_have_to_end_their_bodies(self, site):
        assert self.drip(site.connect(post("/read", 10_000, "text/plain")))

    def test_have_to_end_large_bodies(self, site):
        assert self.drip(site.connect(post("/file", 10**6)))

    def test_that_send_chunks_have_to_end_as_well(self, site):
        start = (
            b"POST /read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n99\r\n"
        )
        assert self.drip(site.connect(start))

    def test_have_longer_for_what_they_send(self, site, monkeypatch):
        monkeypatch.setattr(connections, "BYTES_A_SECOND", 10_000)
        line = site.connect(post("/file", 300_000) + b"x" * 299_999)
        assert not is_closed(line, 2.5)
        line.settimeout(SECONDS)
        line.sendall(b"x")
        assert "took 300000" in answer(line)

    def test_do_not_count_as_slow_while_nothing_is_asked(self, site):
        line = site.connect(GET)
        assert "here" in answer(line)
        assert not is_closed(line, 2)
        line.settimeout(SECONDS)
        line.sendall(GET)
        assert "here" in answer(line)

    def test_do_not_count_as_slow_while_the_answer_is(self, site):
        line = site.connect(GET.replace(b"/ ", b"/wait "))
        assert site.working.acquire(timeout=SECONDS)
        assert not is_closed(line, 2)
        site.go_on.set()
        line.settimeout(SECONDS)
        assert "waited" in answer(line)


class TestManyConnections:
    def test_of_one_address_close_its_oldest(self):
        with serving(ADDRESS_CONNECTIONS=5) as site:
            lines = [site.connect(SLOW) for _ in range(5)]
            other = site.connect(SLOW, THERE)
            assert "here" in answer(site.connect(GET))
            assert is_closed(lines[0], SECONDS)
            assert not any(is_closed(line, 0.1) for line in (*lines[1:], other))

    def test_keep_those_that_wait_for_an_answer(self):
        with serving(ADDRESS_CONNECTIONS=2) as site:
            waiting = [site.connect(GET.replace(b"/ ", b"/wait ")) for _ in range(2)]
            for _ in waiting:
                assert site.working.acquire(timeout=SECONDS)
            assert is_closed(site.connect(GET), SECONDS)
            assert "here" in answer(site.connect(GET, THERE))
            site.go_on.set()
            assert ["waited" in answer(line) for line in waiting] == [True, True]

    def test_of_all_close_the_oldest_of_the_address_with_most(self, monkeypatch):
        monkeypatch.setattr(server, "MOST_CONNECTIONS", 6)
        with serving() as site:
            few = site.connect(SLOW, THERE)
            many = [site.connect(SLOW) for _ in range(5)]
            assert "here" in answer(site.connect(GET, "127.0.0.4"))
            assert is_closed(many[0], SECONDS)
            assert not any(is_closed(line, 0.1) for line in (few, *many[1:]))

    def test_of_a_proxy_are_those_of_many_visitors(self):
        with serving(ADDRESS_CONNECTIONS=2, PROXIES=1) as site:
            lines = [site.connect(SLOW) for _ in range(6)]
            assert "here" in answer(site.connect(GET))
            assert not any(is_closed(line, 0.1) for line in lines)

    def test_behind_a_proxy_are_counted_by_the_address_it_tells(self):
        def begun(address: str) -> bytes:
            return post("/read", 100, more=f"X-Forwarded-For: {address}\r\n")

        with serving(ADDRESS_CONNECTIONS=3, PROXIES=1) as site:
            other = site.connect(begun("192.0.2.2"))
            lines = [site.connect(begun("192.0.2.1")) for _ in range(4)]
            assert is_closed(lines[0], SECONDS)
            assert not any(is_closed(line, 0.1) for line in (*lines[1:], other))
            other.settimeout(SECONDS)
            other.sendall(b"x" * 100)
            assert "read 100" in answer(other)

    def test_have_no_limit_where_limits_are_off(self):
        with serving(ADDRESS_CONNECTIONS=2, RATE_LIMITS=False) as site:
            lines = [site.connect(SLOW) for _ in range(6)]
            assert "here" in answer(site.connect(GET))
            assert not any(is_closed(line, 0.1) for line in lines)

    def test_of_900_half_open_ones_leave_a_place_for_others(self, site):
        """So many once stopped a process for all."""
        import resource

        if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 4096:
            pytest.skip("this process may not open so many")
        for _ in range(900):
            site.connect(SLOW)
        assert "here" in answer(site.connect(GET, THERE))
        assert site.open_channels() <= 301


class TestAnswersOnTheirWay:
    """The view is done, and most of the answer waits for a client that reads slowly."""

    def slow_reader(self, site: Serving, more: bytes = b"") -> socket.socket:
        line = site.connect(GET.replace(b"/ ", b"/large ") + more)
        assert line.recv(1, socket.MSG_PEEK)
        site.until_flushing()
        return line

    def test_do_not_make_room_for_other_connections(self):
        with serving(ADDRESS_CONNECTIONS=2) as site:
            reader, idle = self.slow_reader(site), site.connect(SLOW)
            assert "here" in answer(site.connect(GET))
            assert is_closed(idle, SECONDS)
            assert len(answer(reader)) > 10**7

    def test_do_not_make_the_next_request_late(self, site, monkeypatch):
        monkeypatch.setattr(connections, "HEADERS_WITHIN", 0.2)
        reader = self.slow_reader(site, SLOW)
        time.sleep(2 * server.TICK)
        assert len(answer(reader)) > 10**7

    def test_are_finished_when_the_server_stops(self, site):
        reader = self.slow_reader(site)
        site.begin_to_stop()
        time.sleep(server.TICK)
        assert len(answer(reader)) > 10**7


class TestLargeBodies:
    def test_are_refused_before_they_come(self, site):
        """Nobody waits for a body that nobody reads, and none of it is kept."""
        response = answer(site.connect(post("/read", LIMIT + 1)))
        assert response.startswith("HTTP/1.1 413 ")
        assert "connection: close" in response.lower()

    @pytest.mark.parametrize("length", [20 * 2**20, 10**30])
    def test_of_any_length_are(self, site, length):
        assert answer(site.connect(post("/read", length))).startswith("HTTP/1.1 413 ")
        assert answer(site.connect(post("/file", length))).startswith("HTTP/1.1 413 ")

    def test_up_to_the_limit_are_read(self, site):
        line = site.connect(post("/read", LIMIT, "text/plain") + b"x" * LIMIT)
        assert f"read {LIMIT}" in answer(line)

    def test_in_chunks_are_refused_once_they_are_too_large(self, site):
        start = b"POST /read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
        line = site.connect(start + chunk * 3 + b"0\r\n\r\n")
        assert "read 49152" in answer(line)
        line = site.connect(start + chunk * 5)  # which does not end
        assert answer(line).startswith("HTTP/1.1 413 ")

    def test_that_were_sent_nevertheless_do_not_lose_the_answer(self, site):
        body = b"x" * 2 * 10**6
        line = site.connect(post("/read", len(body)) + body)
        assert answer(line).startswith("HTTP/1.1 413 ")
        assert is_closed(line, SECONDS)

    def test_may_come_for_a_moment_after_the_answer(self, site):
        """A client that sends all of it before it reads is not cut off meanwhile."""
        line = site.connect(post("/read", 10**6))
        assert line.recv(1, socket.MSG_PEEK)
        for _ in range(5):
            time.sleep(0.1)
            line.sendall(b"x" * 1000)
        assert answer(line).startswith("HTTP/1.1 413 ")

    def test_are_not_taken_for_requests(self, site):
        line = site.connect(post("/read", LIMIT + 1) + GET * 1000)
        assert answer(line).count("HTTP/1.1 ") == 1
        assert is_closed(line, SECONDS)

    def test_are_not_waited_for_without_end(self, site, monkeypatch):
        monkeypatch.setattr(connections, "LINGER", 0.5)
        line = site.connect(post("/read", 10**6))
        answer(line)
        until = time.monotonic() + SECONDS
        while site.open_channels() and time.monotonic() < until:
            time.sleep(0.1)
        assert site.open_channels() == 0

    def test_are_not_asked_for(self, site):
        line = site.connect(post("/read", LIMIT + 1, more="Expect: 100-continue\r\n"))
        assert answer(line).startswith("HTTP/1.1 413 ")
        line = site.connect(post("/read", 3, more="Expect: 100-continue\r\n"))
        assert line.recv(100).startswith(b"HTTP/1.1 100 ")

    def test_are_taken_where_files_are(self, site):
        body = b"x" * 10**6
        assert "took 1000000" in answer(site.connect(post("/file", len(body)) + body))

    def test_are_taken_as_files_only(self, site):
        response = answer(site.connect(post("/file", 10**6, "application/x-www-form-urlencoded")))
        assert response.startswith("HTTP/1.1 413 ")

    def test_are_two_at_a_time_of_one_address(self, site):
        lines = [site.connect(post("/file", 10**6)) for _ in range(2)]
        for line in lines:
            assert not is_closed(line, 0.1)
        assert "too many of them" in answer(site.connect(post("/file", 10**6)))
        other = site.connect(post("/file", 10**6) + b"x" * 10**6, THERE)
        assert "took 1000000" in answer(other)
        lines[0].settimeout(SECONDS)
        lines[0].sendall(b"x" * 10**6)
        assert "took 1000000" in answer(lines[0])
        # The place is free a moment after the answer.
        again = (site.connect(post("/file", 10**6) + b"x" * 10**6) for _ in range(100))
        assert any("took 1000000" in answer(line) for line in again)

    def test_are_few_at_a_time_of_all(self, site, monkeypatch):
        monkeypatch.setattr(connections, "MOST_LARGE", 3)
        for number in range(3):
            assert not is_closed(site.connect(post("/file", 10**6), f"127.0.0.{number + 5}"), 0.1)
        assert "too many of them" in answer(site.connect(post("/file", 10**6)))

    def test_that_are_refused_leave_nothing_on_the_disk(self, site):
        files = Path("/proc/self/fd")
        if not files.is_dir():
            pytest.skip("needs /proc")
        before = set(map(target, files.iterdir()))
        for _ in range(5):
            site.connect(post("/read", 15 * 2**20) + b"x" * 2**20)
            assert "here" in answer(site.connect(GET))
        new = set(map(target, files.iterdir())) - before
        assert [one for one in new if "(deleted)" in one] == []


def target(link: Path) -> str:
    """What a link leads to, if it is still there."""
    try:
        return str(link.readlink())
    except OSError:
        return ""


class TestThreads:
    @pytest.mark.parametrize(
        "slow",
        [SLOW, post("/read", 10_000, "text/plain") + b"x", GET.replace(b"/ ", b"/large ")],
        ids=["headers", "bodies", "readers"],
    )
    def test_are_not_held_by_slow_connections(self, site, slow):
        """One promise that gunicorn's threads do not keep: here are twice as many as threads."""
        for number in range(16):
            site.connect(slow, f"127.0.0.{number + 5}")
        time.sleep(0.5)
        assert "here" in answer(site.connect(GET, THERE))

    def test_are_not_all_given_to_one_address(self, site):
        """Of eight threads two: whoever else comes is answered at once."""
        wait = GET.replace(b"/ ", b"/wait ")
        lines = [site.connect(wait) for _ in range(8)]
        for _ in range(2):
            assert site.working.acquire(timeout=SECONDS)
        assert "here" in answer(site.connect(GET, THERE))
        assert not site.working.acquire(timeout=0.3)
        site.go_on.set()
        assert all("waited" in answer(line) for line in lines)

    def test_are_given_by_the_address_that_the_proxy_tells(self):
        def request_from(path: str, address: str) -> bytes:
            header = f"X-Forwarded-For: {address}\r\n".encode()
            return GET.replace(b"/ ", path.encode() + b" ").replace(b"Host", header + b"Host")

        with serving(PROXIES=1) as site:
            lines = [site.connect(request_from("/wait", "192.0.2.1")) for _ in range(8)]
            for _ in range(2):
                assert site.working.acquire(timeout=SECONDS)
            assert "here" in answer(site.connect(request_from("/", "192.0.2.2")))
            site.go_on.set()
            assert all("waited" in answer(line) for line in lines)

    def test_for_heavy_requests_are_others_than_for_light_ones(self, site):
        """A page does not wait for draws and prints of the same address."""
        paths = [b"/heavy "] * 4 + [b"/print "] * 3
        lines = [site.connect(GET.replace(b"/ ", path)) for path in paths]
        for _ in range(2 + 1):
            assert site.working.acquire(timeout=SECONDS)
        assert "here" in answer(site.connect(GET))
        assert not site.working.acquire(timeout=0.3)
        site.go_on.set()
        assert all("waited" in answer(line) for line in lines)

    @pytest.mark.parametrize(("path", "light"), [("/wait", 1), ("/heavy", 0), ("/print", 0)])
    def test_of_light_requests_make_long_ones_wait(self, site, path, light):
        line = site.connect(GET.replace(b"/ ", path.encode() + b" "))
        assert site.working.acquire(timeout=SECONDS)
        precedence = site.app.extensions["precedence"]
        assert precedence.light == light
        site.go_on.set()
        assert "waited" in answer(line)
        while precedence.light:
            time.sleep(0.01)

    def test_are_waited_for_by_some_heavy_requests_of_an_address_and_more_are_refused(
        self, site, monkeypatch
    ):
        monkeypatch.setattr(connections, "MOST_WAITING", 2)
        heavy = GET.replace(b"/ ", b"/heavy ")
        lines = [site.connect(heavy) for _ in range(2)]
        for _ in lines:
            assert site.working.acquire(timeout=SECONDS)
        lines += [site.connect(heavy) for _ in range(2)]
        site.until_waiting(2)
        assert "too many of them" in answer(site.connect(heavy))
        lines.append(site.connect(heavy, THERE))
        assert site.working.acquire(timeout=SECONDS), "another address has a line of its own"
        site.go_on.set()
        assert all("waited" in answer(line) for line in lines)


def line_of(name: str) -> connections.Line:
    """Small letters are light, capitals heavy requests of an address, digits prints."""
    kind = (
        WorkKind.PRINT if name.isdigit() else WorkKind.HEAVY if name.isupper() else WorkKind.LIGHT
    )
    return connections.Line(name.lower(), kind)


class TestQueue:
    def queue(self, threads: int, names: str) -> connections.FairQueue:
        queue = connections.FairQueue(threading.Lock(), threads)
        for name in names:
            queue.append(_Waiting(name))
        return queue

    def take_all(self, queue: connections.FairQueue) -> str:
        """Who gets a thread, one after the other."""
        taken = ""
        while queue:
            taken += queue.popleft().channel.name
        return taken

    def test_gives_threads_in_turn(self):
        """An address that comes later does not wait for all requests of an earlier one."""
        queue = self.queue(4, "aaab")
        assert [queue.popleft().channel.name for _ in range(2)] == ["a", "b"]
        assert len(queue) == 0
        queue.end(line_of("a"))
        assert self.take_all(queue) == "a"
        queue.end(line_of("b"))
        assert len(queue) == 0
        queue.end(line_of("a"))
        assert self.take_all(queue) == "a"

    @pytest.mark.parametrize(
        ("threads", "most"), [(1, (1, 1, 1)), (4, (1, 1, 1)), (8, (2, 2, 1)), (16, (4, 4, 2))]
    )
    def test_gives_an_address_a_share_of_the_threads_of_each_kind(self, threads, most):
        queue = self.queue(threads, "a" * 9 + "A" * 9 + "1" * 9)
        taken = self.take_all(queue)
        assert (taken.count("a"), taken.count("A"), taken.count("1")) == most

    @pytest.mark.parametrize(
        ("threads", "draws", "prints"), [(1, 1, 1), (4, 1, 1), (8, 3, 2), (16, 6, 4)]
    )
    def test_leaves_threads_for_light_requests(self, threads, draws, prints):
        queue = self.queue(threads, "ABCDEFGHI123456789")
        assert self.take_all(queue) == "ABCDEFGHI"[:draws] + "123456789"[:prints]
        queue.append(_Waiting("z"))
        assert self.take_all(queue) == "z"
        queue.end(line_of("A"))
        assert self.take_all(queue) == "ABCDEFGHI"[draws]
        queue.end(line_of("1"))
        assert self.take_all(queue) == "123456789"[prints]

    def test_forgets_who_has_nothing_to_do(self):
        queue = self.queue(8, "abCD12")
        while queue:
            queue.end(queue.popleft().line)
        assert not queue._running
        assert not queue._waiting


class _Waiting:
    """A connection with a request that waits for a thread."""

    def __init__(self, name: str) -> None:
        self.name = name

    def line(self) -> connections.Line:
        return line_of(self.name)
