"""Runs waitress on an open socket, and stops it without cutting off responses."""

from __future__ import annotations

import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import NoReturn

import waitress
from flask import Flask
from waitress import wasyncore

from web.processes import end_children
from web.serving.connections import Channel, Share, fair_dispatcher
from web.serving.environment import CannotServe, WrongSetting

LARGEST_BODY = 16 * 2**20
"""Bytes; the app's own limit is far lower and answers in its own words."""
LARGEST_HEADERS = 64 * 1024
"""Bytes; an address that the app reads is shorter than that."""
MOST_CONNECTIONS = 800
"""A browser opens up to six, so this is a club of more than a hundred phones; files are 1024."""
ROOM_TO_CLOSE = 50
"""More than that are not accepted while none can be closed."""
IDLE = 60
"""Seconds after which a connection that says nothing is closed."""
GRACE = 8.0
"""Seconds for answers that are under way when it ends; Docker allows ten for everything."""
UNTIL_GARBAGE = 5_000
"""Objects, as many as a new kingdom's page makes, after which some may be garbage.

By itself Python looks after 700, again and again within one page.
"""
TICK = 0.5
SWITCH = 0.0002
"""Seconds after which threads take turns: a page must not wait long for a draw that computes."""


class Server:
    """Serves one app until it is stopped; slow connections hold no thread."""

    def __init__(self, app: Flask, listener: socket.socket, threads: int) -> None:
        # Under load the queue is seldom empty; that is no news.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._stopping = False
        self._next_look = 0.0
        self._waitress = waitress.create_server(
            app,
            _dispatcher=fair_dispatcher(threads),
            sockets=[listener],
            threads=threads,
            max_request_body_size=LARGEST_BODY,
            max_request_header_size=LARGEST_HEADERS,
            connection_limit=MOST_CONNECTIONS + ROOM_TO_CLOSE,
            channel_timeout=IDLE,
            asyncore_use_poll=True,
            clear_untrusted_proxy_headers=not app.config["PROXIES"],
            ident=None,
        )
        share = Share(
            app, MOST_CONNECTIONS, app.config["ADDRESS_CONNECTIONS"], app.config["PROXIES"]
        )
        self._waitress.channel_class = partial(Channel, share)

    def stop(self, *_signal: object) -> None:
        """Let it end soon; may be called by a signal."""
        self._stopping = True
        self._waitress.pull_trigger()

    def run(self, wanted: Callable[[], bool] = lambda: True) -> int:
        """Serve until stopped or not wanted any more; returns how many requests were cut off."""
        # What was made for the start is not looked at again for what could be deleted: that
        # would stop all requests for some 40 ms each time, and give each process its own copy.
        gc.freeze()
        gc.set_threshold(UNTIL_GARBAGE)
        gc.enable()
        while not self._stopping and wanted():
            self._turn(TICK)
        self._waitress.del_channel()
        self._waitress.socket.close()  # whoever comes now is refused, and not kept waiting
        until = time.monotonic() + GRACE
        while (busy := self._busy()) and time.monotonic() < until:
            self._turn(TICK / 10)
        return busy

    def _turn(self, seconds: float) -> None:
        wasyncore.loop(timeout=seconds, use_poll=True, map=self._waitress._map, count=1)
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + TICK
            for channel in list(self._waitress.active_channels.values()):
                if channel.is_late(now):
                    channel.handle_close()

    def _busy(self) -> int:
        """How many connections wait for an answer or the rest of it; all others are closed."""
        busy = 0
        for channel in list(self._waitress.active_channels.values()):
            if channel.is_busy():
                busy += 1
            else:
                channel.handle_close()
        return busy


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address; raises CannotServe."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # a port whose last connections are still fading out is free
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except (OSError, UnicodeError) as error:
        listener.close()
        raise _why_not(host, port, error) from error
    return listener


def _why_not(host: str, port: int, error: Exception) -> CannotServe:
    if isinstance(error, PermissionError):
        return WrongSetting(f"Only an administrator may use port {port}. Name one from 1024 up.")
    if getattr(error, "errno", None) == errno.EADDRINUSE:
        return PortTaken(
            f"Port {port} is taken by another program. Stop that one, or set PORT to another port."
        )
    return WrongSetting(
        f'HOST is "{host}", but must be an IPv4 address or a name of this machine, '
        "such as 127.0.0.1."
    )


class PortTaken(CannotServe):
    """The port is in use."""


def serve_until_stopped(
    app: Flask, listener: socket.socket, threads: int, wanted: Callable[[], bool] = lambda: True
) -> NoReturn:
    """Serve until a signal comes; then finish the answers under way, and end the process."""
    from web.printing.pdf.jobs import resume
    from web.serving.tidying import keep_tidy
    from web.store import stay_open

    sys.setswitchinterval(SWITCH)
    kept = stay_open(app.config["DATABASE"])
    server = Server(app, listener, threads)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.stop)
    resume(app)
    keep_tidy(app)
    if cut_off := server.run(wanted):
        print(f"{cut_off} requests took longer than {GRACE:g} s.", file=sys.stderr)
    with contextlib.suppress(sqlite3.Error):
        kept.close()  # the last one to close moves the log of writes into the file
    leave(0)


def leave(code: int) -> NoReturn:
    """End the processes that were started besides this one, and then this one."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    end_children()
    os._exit(code)
