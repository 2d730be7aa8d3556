"""The app served by a process of its own, as `make run` and `make serve` do it."""

import contextlib
import http.client
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 60
"""Generous: other work may keep the machine busy."""
SETTINGS = ("HOST", "PORT", "PROXIES", "SECRET_KEY", "PROCESSES", "THREADS", "ACCESS_LOG", "PAPERS")


def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Server:
    """A module that serves, started with these settings."""

    def __init__(self, module: str, database: Path, folder: Path = ROOT, **environ: str):
        self.port = int(environ.get("PORT") or 0)
        around = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        self.process = subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=folder,
            env=around | {"DATABASE": str(database)} | environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def says(self, until: bytes, *, errors: bool = False) -> str:
        """All it prints up to some words."""
        stream = self.process.stderr if errors else self.process.stdout
        assert stream is not None
        text = b""
        give_up = time.monotonic() + SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            while until not in text:
                assert selector.select(give_up - time.monotonic()), f"it does not say so: {text!r}"
                more = os.read(stream.fileno(), 65536)
                assert more, f"ended early: {text!r} {self.process.communicate()}"
                text += more
        return text.decode()

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        """Status and body of an answer."""
        response = self.ask(path, headers)
        return response.status, response.read()

    def ask(self, path: str, headers: Mapping[str, str]) -> http.client.HTTPResponse:
        """The answer to a request of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        connection.request("GET", path, headers={"Connection": "close", **headers})
        return connection.getresponse()

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Its exit code, and what it wrote to standard error that was not read yet."""
        self.process.send_signal(number)
        return self.end()

    def end(self) -> tuple[int, str]:
        """The same once it ends by itself."""
        _, errors = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, errors.decode()


@contextlib.contextmanager
def running(module: str, database: Path, folder: Path = ROOT, **environ: str) -> Iterator[Server]:
    """A server that is ended at any rate."""
    server = Server(module, database, folder, **environ)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.process.communicate()
