"""The one way to what a code opens; whoever names codes that open nothing is counted.

A right code opens although wrong ones came from the same address: a hall full of players is one
address. Only who tried codes by the ten thousand has to wait before any is looked up
(docs/keeping.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from web.http.limits.rates import count_wrong_code, refuse_guessers
from web.links.codes import read_code
from web.store.base import CODE_LENGTH

Opened = TypeVar("Opened")


def opened(
    typed: str, find: Callable[[str], Opened | None], length: int = CODE_LENGTH
) -> Opened | None:
    """What a code opens, or None; raises TooHasty for one wrong code too many.

    What is no code at all is no guess either.
    """
    code = read_code(typed, length)
    if code is None:
        return None
    refuse_guessers()
    target = find(code)
    if target is None:
        count_wrong_code(code)
    return target
