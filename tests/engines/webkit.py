"""WebKit as Debian packages it, driven by the W3C protocol with the standard library alone.

Playwright's own WebKit is not used: it is a download of its own that few systems can run.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.engines.phone import SECONDS, Phone

WINDOW = Path(__file__).with_name("webkit_window.py")
BINDINGS = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
PATHS = {
    "open": ("POST", "/url"),
    "run": ("POST", "/execute/sync"),
    "click": ("POST", "/element/{}/click"),
    "type": ("POST", "/element/{}/value"),
    "url": ("GET", "/url"),
    "back": ("POST", "/back"),
}


def missing() -> str:
    """Why tests in WebKit are skipped; empty where they run."""
    python = ["/usr/bin/python3", "-c", BINDINGS]
    there = all(map(shutil.which, ("WebKitWebDriver", "Xvfb", python[0])))
    if there and not subprocess.run(python, capture_output=True, check=False).returncode:
        return ""
    return "Tests in WebKit are skipped. `tools/setup.sh dev` says how to install what is missing."


class WebKit(Phone):
    """A phone with WebKit, as every iPhone has it."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._session = ""
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x900x24"]
        self._screen = subprocess.Popen(screen, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as answer:
            display = answer.readline().strip()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self._driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={self._port}", "--host=127.0.0.1"],
            env={**os.environ, "DISPLAY": f":{display}"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._wait_for_driver()
        options = {"webkitgtk:browserOptions": {"binary": str(WINDOW), "args": []}}
        session = self._ask("POST", "", {"capabilities": {"alwaysMatch": options}})
        self._session = "/" + session["sessionId"]

    def _wait_for_driver(self) -> None:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self._port)):
                return
            time.sleep(0.05)
        raise AssertionError("WebKitWebDriver does not start")

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        url = f"http://127.0.0.1:{self._port}/session{self._session}{path}"
        data = json.dumps(body or {}).encode() if method == "POST" else None
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def _do(self, action: str, element: str = "", **body: Any) -> Any:
        method, path = PATHS[action]
        return self._ask(method, path.format(element), body)

    def close(self) -> None:
        """End the driver with the window that it started, then the screen."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._driver.pid, signal.SIGTERM)
        self._driver.wait()
        self._screen.terminate()
        self._screen.wait()
