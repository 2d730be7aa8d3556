"""What tests in a real browser share: a server to stop and start, and what every page must be."""

import re
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Response
from waitress import wasyncore

from app import create_app
from tests.thorough import THOROUGH
from web.serving import server
from web.store import Store

CONTRAST = {"runOnly": ["color-contrast"]}
"""The only rule of axe whose answer hangs on light or dark."""

FAULTS_ALONE = {"resultTypes": ["violations"]}
"""What axe finds in order it need not describe, which takes it as long as finding it."""

SCREEN = {"width": 390, "height": 844}
SIZES = ((320, "200%"), (1280, "100%"), (320, "100%"), (390, "200%"))[: 4 if THOROUGH else 2]
"""Widths of a screen, each with the size of its text."""
SIDEWAYS = "document.documentElement.scrollWidth - window.innerWidth"
TOO_SMALL = """() => [...document.querySelectorAll(
    "a, button, summary, select, textarea, label:has(input), input:is([type=text], [type=search])"
  )]
  .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest("p, .unseen, .skip"))
  .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""
"""Targets under 44 px; links within a sentence aside."""


class Server:
    """The app on a port of its own; it can be stopped and started again at the same address."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = 0
        self.start()

    def start(self) -> None:
        self._app = create_app({"DATABASE": self.database, "RATE_LIMITS": False})
        listener = server.listen("127.0.0.1", self.port)
        self.port = listener.getsockname()[1]
        self._server = server.Server(self._app, listener, threads=8)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()

    def stop(self) -> None:
        self._server.stop()
        self._thread.join()
        self._server._waitress.task_dispatcher.shutdown()
        wasyncore.close_all(self._server._waitress._map, ignore_all=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def key(
        self, boxes: Sequence[str] = ("dominion-1e",), wishes: Mapping[str, Any] | None = None
    ) -> list[dict[str, str]]:
        """The cookie of a phone whose household has these boxes and wishes without a tap."""
        store = Store(self.database)
        home, key = store.found_household()
        store.keep_shelf(home.id, tuple(boxes))
        if wishes:
            store.keep_wishes(home.id, wishes)
        store.close()
        signer = self._app.session_interface.get_signing_serializer(self._app)
        value = signer.dumps({"household": key, "_permanent": True})
        return [{"name": "ten_piles", "value": value, "url": self.address}]


def assert_for_everyone(page: Page, *, dark: bool = THOROUGH) -> None:
    """Axe finds nothing, neither in light nor in dark; the latter where there is time."""
    for scheme, rules in (("light", {}), ("dark", CONTRAST))[: 1 + dark]:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        results = Axe().run(page, options={**rules, **FAULTS_ALONE})
        assert results.violations_count == 0, results.generate_report()


POLICY = {
    "default-src": "'none'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HASHES = re.compile(r"'none'|'sha256-[A-Za-z0-9+/]{43}='( 'sha256-[A-Za-z0-9+/]{43}=')*")


def assert_guarded(answer: Response, console: Sequence[str]) -> None:
    """The headers keep a page to itself, and the browser had nothing to say about it."""
    headers = answer.all_headers()
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split(";"))
    for directive in ("script-src", "style-src"):
        assert HASHES.fullmatch(policy.pop(directive)), directive
    assert policy == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    # The browser says so of the page of an error, and playwright of what a test asked it to do.
    usual = (f"status of {answer.status}", "blocked by Playwright")
    assert [text for text in console if not any(words in text for words in usual)] == []


def assert_fits(page: Page, too_small: str = TOO_SMALL) -> None:
    """Nothing runs off the screen, and all targets can be hit, also with large text."""
    for width, text in SIZES:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("size => { document.documentElement.style.fontSize = size }", text)
        assert page.evaluate(SIDEWAYS) <= 0, (width, text)
        assert page.evaluate(too_small) == [], (width, text)
