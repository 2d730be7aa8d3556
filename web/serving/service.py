"""Serves the app as a service, behind a proxy or not: `python -m web.serving.service`."""

from __future__ import annotations

import gc

if __name__ == "__main__":
    # Nothing that is made while starting is garbage, and looking for some takes a tenth of it;
    # `Server.run` turns it on again.
    gc.disable()

import os
import socket
import sys
from collections.abc import Mapping
from functools import partial
from typing import NoReturn

from web.serving.environment import CannotServe, WrongSetting, read_settings
from web.serving.local import (
    FIRST_PORT,
    LOOPBACK,
    begin,
    describe_added_boxes,
    make_app,
    trusted_hosts,
)
from web.serving.server import GRACE, leave, listen, serve_until_stopped
from web.serving.supervisor import can_fork, supervise

TO_END = GRACE + 1
"""Seconds until a process that was asked to end is ended."""


def serve(environ: Mapping[str, str]) -> NoReturn:
    """Make the app and bring the database up to date, then serve until a signal says to stop."""
    settings = read_settings(environ)
    processes, threads = settings["PROCESSES"], settings["THREADS"]
    if processes > 1 and not can_fork():
        raise WrongSetting(f"PROCESSES is {processes}, but this system can have 1 only.")
    host, port = settings["HOST"] or LOOPBACK, settings["PORT"] or FIRST_PORT
    listener = listen(host, port)
    names = trusted_hosts(host, None, socket.gethostname(), settings["TRUSTED_HOSTS"])
    app = make_app(settings, names)
    count = f"{processes} processes" if processes > 1 else "1 process"
    _print_error(f"Ten Piles listens on http://{host}:{port}/ with {count} of {threads} threads.")
    if boxes := describe_added_boxes(app):
        _print_error(boxes)
    if processes == 1:
        serve_until_stopped(app, listener, threads)
    parent = os.getpid()
    code = supervise(
        partial(serve_until_stopped, app, listener, threads, wanted=lambda: os.getppid() == parent),
        processes,
        TO_END,
    )
    leave(code)


def _print_error(sentence: str) -> None:
    """Standard output is the access log's."""
    print(sentence, file=sys.stderr, flush=True)


def main() -> None:
    """Serve as the environment asks; a wish that cannot be met ends in one plain sentence."""
    begin()
    try:
        serve(os.environ)
    except CannotServe as reason:
        _print_error(str(reason))
        sys.exit(reason.exit_code)


if __name__ == "__main__":
    main()
