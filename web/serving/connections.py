"""What one address may hold of waitress: connections, unfinished requests, large bodies, threads.

Waitress reads requests and sends answers without a thread, but it takes any number of
connections from one address, waits for the rest of a request for as long as something trickles
in, writes large bodies to disk before anybody looks at them, and works on requests in the order
in which they came. Here every address gets its share of all four.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections import Counter, deque
from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

from web.http.limits.networks import forwarded_address, networks_of
from web.http.limits.route_marks import (
    PRINTS,
    endpoint_of,
    heavy,
    is_marked,
    rate_limit_of,
    takes_files,
)
from web.http.limits.shares import REFUSED_BY_SERVER

HEADERS_WITHIN = 10.0
"""Seconds from the first byte of a request to the end of its headers."""
BODY_WITHIN = 20.0
"""Seconds more for its body."""
BYTES_A_SECOND = 20_000
"""A large body has a second more for so many bytes of it that have come."""
LINGER = 3.0
"""Seconds for which what was not wanted of a body is read and thrown away after the answer."""
LARGE_OF_AN_ADDRESS = 2
MOST_WAITING = 30
"""Requests of an address that wait for a thread at one time, of each kind but light ones."""
MOST_LARGE = 8
"""Large bodies that are received at one time; each may take 16 MB on the disk."""


class WorkKind(Enum):
    """How requests work, by their view."""

    LIGHT = "light"
    HEAVY = "heavy"
    """Those that may compute for long."""
    PRINT = "print"
    """Those that wait for a process that prints."""


class ThreadShare(NamedTuple):
    """How many threads requests of one kind get."""

    of_an_address: int
    of_all: int


EIGHTHS = {
    WorkKind.LIGHT: ThreadShare(2, 8),
    WorkKind.HEAVY: ThreadShare(2, 3),
    WorkKind.PRINT: ThreadShare(1, 2),
}
"""Shares in eighths: pages have threads however many draws and prints there are."""


class Share(NamedTuple):
    """What the connections of one process share, and how."""

    app: Flask
    most: int
    """Connections in all."""
    of_an_address: int
    proxies: int

    @property
    def limited(self) -> bool:
        """Whether there are limits for one address at all."""
        return bool(self.app.config["RATE_LIMITS"])


class Parser(HTTPRequestParser):
    """Reads one request, and of its body no more than the route takes.

    What is too large is not an error here: the app sees its length and refuses it in its own
    words, without any of it.
    """

    is_large: bool | None = None
    """Whether it may have a large body; known once one is announced or begun."""
    visitor: str | None = None
    """The widest network it comes from; known with its headers."""

    def __init__(self, channel: Channel, adj: Any) -> None:
        super().__init__(adj)
        self._channel = channel

    def received(self, data: bytes) -> int:
        """Take the next bytes; answers how many of them are of no use to a later request."""
        consumed = super().received(data)
        length = max(self.content_length, self.body_bytes_received)
        readable = self.error is None or isinstance(self.error, RequestEntityTooLarge)
        if length > self._channel.share.app.config["MAX_CONTENT_LENGTH"] and readable:
            if self.is_large is None:
                self.is_large = self._takes_files() and self._has_room()
            if not self.is_large or length >= self.adj.max_request_body_size:
                self._stop(length)
                return len(data)
        return int(consumed)

    def _endpoint(self) -> str | None:
        if self.error and not isinstance(self.error, RequestEntityTooLarge):
            return None
        return endpoint_of(self._channel.share.app, self.command, self.path)

    def _takes_files(self) -> bool:
        is_form = self.headers.get("CONTENT_TYPE", "").lower().startswith("multipart/form-data")
        return is_form and is_marked(self._channel.share.app, self._endpoint(), takes_files)

    @property
    def kind(self) -> WorkKind:
        """How its view works; a refusal is light."""
        endpoint = self._endpoint()
        app = self._channel.share.app
        if REFUSED_BY_SERVER in self.headers or not is_marked(app, endpoint, heavy):
            return WorkKind.LIGHT
        return (
            WorkKind.PRINT
            if rate_limit_of(app, endpoint, self.command) == PRINTS
            else WorkKind.HEAVY
        )

    def _has_room(self) -> bool:
        if self._channel.may_send_large():
            return True
        self.headers[REFUSED_BY_SERVER] = "1"
        return False

    def _stop(self, length: int) -> None:
        """Have the request answered as it is; the rest of its body is not kept."""
        self.close()
        self.body_rcv = None
        self.headers |= {"CONTENT_LENGTH": str(length), "CONNECTION": "close"}
        self.error, self.expect_continue, self.completed = None, False, True
        self._channel.lingers = True


class RequestTask(WSGITask):
    """Answers one request at a stroke, and keeps the connection for the next one.

    Waitress would send the headers first and then the body; and it would close the connection
    after an answer that has no body and so no length, such as a 304.
    """

    wrote_header = False

    def write(self, data: bytes) -> None:
        """Send the next bytes of a body; of a body in one piece together with its headers."""
        is_whole = self.complete and self.has_body and self.content_length == len(data)
        if self.wrote_header or not is_whole:
            super().write(data)
            return
        self.channel.write_soon(self.build_response_header() + data)
        self.wrote_header = True
        self.content_bytes_written = len(data)

    def set_close_on_finish(self) -> None:
        """Close the connection after this answer, where that is needed."""
        wants_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or wants_close:
            super().set_close_on_finish()


class Channel(HTTPChannel):
    """One connection, which has to be used within some time and may have to make room."""

    task_class = RequestTask

    lingers = False
    """Whether the client is still sending what nobody wants; closing now would lose the answer."""

    def __init__(self, share: Share, server: Any, *args: Any, **options: Any) -> None:
        self.share = share
        self._began: float | None = None
        self._closes: float | None = None
        self.heard = time.monotonic()
        super().__init__(server, *args, **options)
        self.parser_class = lambda adj: Parser(self, adj)
        self._peer = networks_of(self.addr[0])[-1].name
        if not share.proxies:
            self._make_room()

    def visitor(self) -> str:
        """The widest network that the request at hand comes from; before that, the connection."""
        request = [*self.requests, self.request][0]  # a copy: threads take requests out meanwhile
        if request is None or not request.headers_finished:
            return self._peer
        if request.visitor is None:
            address = forwarded_address(request.headers, self.addr[0], self.share.proxies)
            request.visitor = networks_of(address)[-1].name
        return str(request.visitor)

    def line(self) -> Line:
        """Where the request at hand waits for a thread."""
        return Line(self.visitor(), self.requests[0].kind)

    def refuse(self) -> None:
        """Have the request at hand refused by the app, as a light one, where there are limits."""
        if self.share.limited:
            self.requests[0].headers[REFUSED_BY_SERVER] = "1"

    def may_send_large(self) -> bool:
        """Whether a large body may be received now."""
        if not self.share.limited:
            return True
        others = [one.visitor() for one in self._all() if one is not self and one.has_large()]
        same = others.count(self.visitor())
        return len(others) < MOST_LARGE and same < LARGE_OF_AN_ADDRESS

    def has_large(self) -> bool:
        """Whether a large body is being received or worked on."""
        return any(one is not None and one.is_large for one in (self.request, *self.requests))

    def received(self, data: bytes) -> bool:
        """Take the next bytes."""
        self.heard = time.monotonic()
        if self._closes is not None:
            return True
        if self._began is None:
            self._began = self.heard
        taken = bool(super().received(data))
        request = self.request
        if request is None:
            self._began = None
        elif self.share.proxies and request.headers_finished and request.visitor is None:
            self._make_room()  # only now it is known whose connection this is
        return taken

    def is_late(self, now: float) -> bool:
        """Whether the rest of a request should have come by now."""
        if self._closes is not None:
            return now > self._closes
        if self._began is None or self.request is None or self.is_busy():
            return False
        seconds = HEADERS_WITHIN
        if self.request.headers_finished:
            seconds += BODY_WITHIN + self.request.body_bytes_received / BYTES_A_SECOND
        return now - self._began > seconds

    def is_busy(self) -> bool:
        """Whether a request waits for its answer or the rest of it."""
        return bool(self.requests or self.total_outbufs_len)

    def writable(self) -> bool:
        """Whether something waits to be sent that no thread is sending already.

        Waitress would try again and again, without a pause, until that thread has sent it, which
        took a fifth of the processor. Every thread wakes it when done.
        """
        if not super().writable() or not self.outbuf_lock.acquire(blocking=False):
            return False
        self.outbuf_lock.release()
        return True

    def handle_close(self) -> None:
        """Close, but let a client that is still sending read its answer first."""
        if self.lingers and self._closes is None and self.connected:
            self.will_close = self.close_when_flushed = False
            self._closes = time.monotonic() + LINGER
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                return
        super().handle_close()

    def _all(self) -> list[Channel]:
        return list(self.server.active_channels.values())

    def _make_room(self) -> None:
        """Close the connection that was silent longest: of this address, or of the largest one."""
        if not self.share.limited:
            return
        every = {one: one.visitor() for one in self._all()}
        address = self.visitor()
        if list(every.values()).count(address) <= self.share.of_an_address:
            if len(every) <= self.share.most:
                return
            address = Counter(every.values()).most_common(1)[0][0]
        crowd = [one for one, of in every.items() if of == address and one is not self]
        idle = [one for one in crowd if not one.is_busy()]
        super(Channel, min(idle, key=lambda one: one.heard, default=self)).handle_close()


class Line(NamedTuple):
    """Where requests wait for a thread: each address has one line for each kind."""

    visitor: str
    kind: WorkKind


class _Turn(NamedTuple):
    """A request that a thread works on."""

    queue: FairQueue
    channel: Channel
    line: Line

    def service(self) -> None:
        precedence = self.channel.share.app.extensions["precedence"]
        is_light = self.line.kind is WorkKind.LIGHT
        try:
            with precedence.light_request() if is_light else contextlib.nullcontext():
                self.channel.service()
        finally:
            with self.queue.lock:
                self.queue.end(self.line)

    def cancel(self) -> None:
        self.channel.cancel()


class FairQueue:
    """Requests that wait for a thread: addresses take turns, and each kind has its own threads.

    It stands in for the deque of waitress's dispatcher, whose lock is held for every call.
    """

    def __init__(self, lock: Any, threads: int) -> None:
        self.lock = lock
        self._most = {
            kind: ThreadShare(*(max(1, eighths * threads // 8) for eighths in share))
            for kind, share in EIGHTHS.items()
        }
        self._waiting: dict[Line, deque[Channel]] = {}
        self._running: Counter[Line] = Counter()
        self._ready: dict[Line, None] = {}
        """Lines whose address may have one more thread, in the order of their turns."""

    def __len__(self) -> int:
        """How many lines could have a thread now."""
        return sum(1 for _ in self._next())

    def append(self, channel: Channel) -> None:
        """Let a request wait."""
        line = channel.line()
        if line.kind is not WorkKind.LIGHT and len(self._waiting.get(line, ())) >= MOST_WAITING:
            channel.refuse()
            line = channel.line()
        self._waiting.setdefault(line, deque()).append(channel)
        self._queue_up(line)

    def popleft(self) -> _Turn:
        """The next request to work on."""
        line = next(self._next())
        del self._ready[line]
        channel = self._waiting[line].popleft()
        if not self._waiting[line]:
            del self._waiting[line]
        self._running[line] += 1
        self._queue_up(line)
        return _Turn(self, channel, line)

    def end(self, line: Line) -> None:
        """Say that a request is done."""
        self._running[line] -= 1
        if not self._running[line]:
            del self._running[line]
        self._queue_up(line)

    def _next(self) -> Iterator[Line]:
        running: Counter[WorkKind] = Counter()
        for line, number in self._running.items():
            running[line.kind] += number
        return (line for line in self._ready if running[line.kind] < self._most[line.kind].of_all)

    def _queue_up(self, line: Line) -> None:
        if line in self._waiting and self._running[line] < self._most[line.kind].of_an_address:
            self._ready.setdefault(line)


def fair_dispatcher(threads: int) -> Any:
    """Waitress's threads, given in turn."""
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.queue = FairQueue(dispatcher.lock, threads)
    dispatcher.set_thread_count(threads)
    return dispatcher
