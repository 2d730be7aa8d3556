"""Addresses: how long one may be, and rules that are quick to start with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, request
from werkzeug.exceptions import RequestURITooLarge, SecurityError
from werkzeug.routing import Rule

LONGEST = 40_000
"""Characters of path and query; Ten Piles itself makes none of more than 4,000.

What is sent beside it has the limit MAX_CONTENT_LENGTH.
"""


class LazyRule(Rule):
    """A rule that starts in a third of the time: most are matched, and few write addresses.

    Werkzeug compiles two functions for each rule at the start, in a method that this one replaces.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        name = "_build_unknown" if append_unknown else "_build"
        compile_it = super()._compile_builder

        def build(rule: LazyRule, **values: Any) -> tuple[str, str]:
            builder = compile_it(append_unknown).__get__(rule, None)
            setattr(rule, name, builder)
            return builder(**values)

        return build


def register(app: Flask) -> None:
    """Have nobody read an address that is longer."""
    app.before_request(_check)


def _check() -> None:
    if isinstance(request.routing_exception, SecurityError):
        return  # a name that is not ours is told first
    if len(request.path) + len(request.query_string) > LONGEST:
        raise RequestURITooLarge
