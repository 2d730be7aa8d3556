"""The names the app answers to; this very machine is always among them."""

import re

from flask import Request

LOOPBACK = ("localhost", "127.0.0.1")
"""Names of this machine; no other site can pass itself off as these."""

_LOOPBACK_6 = re.compile(r"\[::1](:[0-9]{1,5})?")


class LocalRequest(Request):
    """A request that may come to [::1], an address that Werkzeug cannot compare with a name."""

    _names: list[str] | None = None

    @property
    def trusted_hosts(self) -> list[str] | None:
        """The names that are trusted; None where every name is."""
        return None if _LOOPBACK_6.fullmatch(self.headers.get("Host", "")) else self._names

    @trusted_hosts.setter
    def trusted_hosts(self, names: list[str] | None) -> None:
        self._names = names
