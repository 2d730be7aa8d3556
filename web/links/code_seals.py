"""Seals on the codes in a household's file: proof that this server gave them to that household.

Whoever reads a file in could else learn which codes are taken, by listing all and looking which
ones are kept; or take a code that others are about to type. So a code without its seal is never
even looked up: its kingdom or tournament gets a new one.
"""

from __future__ import annotations

import hashlib
import hmac

from flask import current_app

LENGTH = 20


def seal(code: str, what: str) -> str:
    """The seal of a code for what it opens: a kingdom's link, or a tournament's id."""
    key = str(current_app.config["SECRET_KEY"]).encode()
    text = "\0".join(("code", code, what)).encode("utf-8", "surrogatepass")
    return hmac.new(key, text, hashlib.sha256).hexdigest()[:LENGTH]


def is_sealed(code: str, what: str, given: object) -> bool:
    """Whether this is the seal that this server puts on a code."""
    return isinstance(given, str) and hmac.compare_digest(
        seal(code, what).encode(), given.encode("utf-8", "surrogatepass")
    )
