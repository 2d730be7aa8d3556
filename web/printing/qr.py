"""QR codes on paper: what they open, and how they are drawn."""

from __future__ import annotations

import sqlite3

from markupsafe import Markup

from web.store import Store, TooMany

QR_SIZE = 19.0
"""The square that a code fills, in millimetres."""
LEAST_MODULE = 0.5
"""How wide a module is at least, in millimetres: it is read from a blurred scan of 200 dpi."""


def code_or_none(store: Store, household: str, link: str) -> str:
    """The code of what is printed; empty when there is no room for one more."""
    try:
        return store.share(household, link)
    except (TooMany, sqlite3.OperationalError):  # the disk may be full
        return ""


def can_be_scanned(address: str) -> bool:
    """Whether the QR code of an address is not too dense to be read from paper."""
    import segno  # here, because it takes a while and few need it

    return len(segno.make(address, error="m", micro=False).matrix) * LEAST_MODULE <= QR_SIZE


def qr_drawing(address: str, code: str) -> Markup:
    """The modules of the QR code as one outline, on a square of 19 mm without what stays white.

    A short address is written in capitals, which make the code smaller; no address, no drawing.
    """
    import segno  # as above

    if not address:
        return Markup("")
    short = bool(code) and address.upper().endswith(f"/K/{code}")
    code_image = segno.make(address.upper() if short else address, error="m", micro=False)
    rows = list(code_image.matrix)
    size = QR_SIZE / len(rows)
    path = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            length = 0
            while x + length < len(row) and row[x + length]:
                length += 1
            if length:
                path.append(
                    f"M{x * size:.3f} {y * size:.3f}h{length * size:.3f}v{size:.3f}"
                    f"h-{length * size:.3f}z"
                )
            x += length or 1
    return Markup(f'<path fill="#000" d="{"".join(path)}"/>')  # noqa: S704  made of numbers
