"""Firefox as Debian packages it, driven by Marionette, its own form of the W3C protocol.

Playwright 1.65 sends Firefox ESR 153 a command that it does not know.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.engines.phone import SECONDS, Phone

COMMAND = "firefox-esr"
COMMANDS = {
    "open": "WebDriver:Navigate",
    "run": "WebDriver:ExecuteScript",
    "click": "WebDriver:ElementClick",
    "type": "WebDriver:ElementSendKeys",
    "url": "WebDriver:GetCurrentURL",
    "back": "WebDriver:Back",
}


def missing() -> str:
    """The line to type where it is missing, or nothing."""
    if shutil.which(COMMAND):
        return ""
    return f"Tests in Firefox are skipped. To install it, type as root: apt-get install {COMMAND}"


class Firefox(Phone):
    """A phone with Firefox, with a profile of its own."""

    width = 500
    """At most: how narrow its windows can be differs by version."""
    """Its windows are never narrower."""

    def __init__(self, address: str, profile: Path) -> None:
        super().__init__(address)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        options = ("--headless", "--marionette", "--no-remote", "--width=390", "--height=930")
        self._process = subprocess.Popen(
            [COMMAND, *options, "--profile", str(profile)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._line = self._connect(port)
        self._number = 0
        self._read()  # it says which version of the protocol it speaks
        self._send("WebDriver:NewSession", {})

    @staticmethod
    def _connect(port: int) -> socket.socket:
        end = time.monotonic() + 2 * SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                return socket.create_connection(("127.0.0.1", port), timeout=60)
            time.sleep(0.1)
        raise AssertionError("Firefox does not start")

    def _read(self) -> Any:
        """A message: its length, a colon, and JSON."""
        length = b""
        while not length.endswith(b":"):
            length += self._line.recv(1)
        text = b""
        while len(text) < int(length[:-1]):
            text += self._line.recv(int(length[:-1]) - len(text))
        return json.loads(text)

    def _send(self, command: str, body: dict[str, Any]) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, command, body]).encode()
        self._line.sendall(b"%d:%s" % (len(message), message))
        _kind, _number, error, value = self._read()
        assert error is None, error["message"]
        return value.get("value", value) if isinstance(value, dict) else value

    def _do(self, action: str, element: str = "", **body: Any) -> Any:
        return self._send(COMMANDS[action], {"id": element, **body} if element else body)

    def close(self) -> None:
        self._line.close()
        self._process.terminate()
        self._process.wait()
