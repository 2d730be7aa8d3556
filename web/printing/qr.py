"""QR codes on paper, as one outline."""

from __future__ import annotations

import segno
from markupsafe import Markup

QR_SIZE = 19.0
"""The square that a code fills, in millimetres."""


def qr_drawing(address: str, code: str) -> Markup:
    """The modules of the QR code as one outline, on a square of 19 mm without what stays white.

    A short address is written in capitals, which make the code smaller.
    """
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
