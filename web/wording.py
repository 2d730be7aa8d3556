"""Small parts of sentences, in the visitor's language."""

from __future__ import annotations

from collections.abc import Iterable

from web.translation import gettext as _


def and_list(words: Iterable[str]) -> str:
    """Words as a sentence lists them: `a, b and c`."""
    known = list(words)
    if len(known) < 2:
        return "".join(known)
    return _("{some} and {last}", some=", ".join(known[:-1]), last=known[-1])
