"""What a test does with a phone, whichever engine it has."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Any

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name under which the W3C protocol passes elements."""
SECONDS = 20
"""Generous: other work may keep the machine busy."""
FIND = """
  return [...document.querySelectorAll(arguments[0])].find(
    (el) => el.getClientRects().length && el.textContent.includes(arguments[1]))
"""


class Phone(ABC):
    """A phone; every wait ends with an error that says what was waited for."""

    width = 390

    def __init__(self, address: str) -> None:
        self.address = address

    @abstractmethod
    def _do(self, action: str, element: str = "", **body: Any) -> Any:
        """Do one of: open, run, click, type, url, back."""

    @abstractmethod
    def close(self) -> None: ...

    def open(self, path: str) -> None:
        self._do("open", url=self.address + path)

    def run(self, script: str, *args: Any) -> Any:
        """What the body of a function returns in the page."""
        return self._do("run", script=script, args=list(args))

    def until(self, script: str, *args: Any) -> Any:
        """Wait until it returns something true."""
        end = time.monotonic() + SECONDS
        while not (value := self.run(script, *args)):
            assert time.monotonic() < end, (
                script,
                args,
                self.run("return document.body.innerText"),
            )
            time.sleep(0.05)
        return value

    def see(self, selector: str, text: str = "") -> Any:
        """Wait until such an element is shown."""
        return self.until(FIND, selector, text)

    def tap(self, selector: str, text: str = "") -> None:
        """Tap the first such element that is shown, where a thumb would."""
        element = self.see(selector, text)
        self.run("arguments[0].scrollIntoView({ block: 'center' })", element)  # not under a dock
        self._do("click", element[ELEMENT])

    def type(self, selector: str, text: str) -> None:
        self._do("type", self.see(selector)[ELEMENT], text=text)

    def style(self, selector: str, name: str) -> str:
        """A computed style of the first such element that is shown."""
        self.see(selector)
        script = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
        return str(self.run(script, selector, name))

    def url(self) -> str:
        return str(self._do("url"))

    def back(self) -> None:
        self._do("back")
