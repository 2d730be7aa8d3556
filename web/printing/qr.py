"""QR codes on paper: what they open, and how they are drawn."""

from __future__ import annotations

import sqlite3
from itertools import groupby

from markupsafe import Markup

from web.store import Store, TooMany

QR_SIZE = 19.0
"""The square that a code fills, in millimetres."""


def code_or_none(store: Store, household: str, link: str) -> str:
    """The code of what is printed; empty when there is no room for one more."""
    try:
        return store.share(household, link)
    except (TooMany, sqlite3.OperationalError):  # the disk may be full
        return ""


def qr_drawing(address: str, code: str) -> Markup:
    """The rows of the QR code as lines, on a square of 19 mm without what stays white.

    A short address is written in capitals, which make the code smaller; no address, no drawing.
    """
    import segno  # here, because it takes a while and few need it

    if not address:
        return Markup("")
    short = bool(code) and address.upper().endswith(f"/K/{code}")
    matrix = segno.make(address.upper() if short else address, error="m", micro=False).matrix
    path = []
    for y, row in enumerate(matrix):
        x = 0
        for is_dark, modules in groupby(row):
            length = len(list(modules))
            if is_dark:
                path.append(f"M{x} {y}.5h{length}")
            x += length
    scale = f"scale({QR_SIZE / len(matrix):.4f})"
    drawn = f'<path stroke="#000" transform="{scale}" d="{"".join(path)}"/>'
    return Markup(drawn)  # noqa: S704  made of numbers
