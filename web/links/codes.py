"""Codes of kingdoms as people type, read and scan them: six characters, or a QR code."""

from __future__ import annotations

import re
from typing import Any, Final

from flask import request
from markupsafe import Markup

from web.http.visitor import at_the_server
from web.language.translation import ASKED
from web.store.base import CODE_LENGTH, LETTERS

MEANT: Final = str.maketrans("ILO", "110")
"""Letters that no code has, and what they were taken for."""
QUIET: Final = 4
"""Modules left white around a QR code, as its standard asks."""
INK: Final = "#13161B"
_BETWEEN = re.compile(r"[\s_.\-\u00ad\u2010-\u2015\u2212]+")


def read_code(typed: str, length: int = CODE_LENGTH) -> str | None:
    """The code that was meant: in any case, with spaces or hyphens; None when it is none."""
    code = _BETWEEN.sub("", typed[:100]).upper().translate(MEANT)
    return code if len(code) == length and set(code) <= set(LETTERS) else None


def written(code: str) -> str:
    """A code as it is printed, in groups of four: 4F7K 2Q."""
    return " ".join(code[start : start + 4] for start in range(0, len(code), 4))


def address_of(code: str, spoken: str = "") -> str:
    """The short address of a code on this server; it may ask for a language."""
    asks = f"?{ASKED}={spoken}" if spoken else ""
    return f"{request.scheme}://{request.host}/k/{code}{asks}"


def qr_picture(address: str) -> Markup:
    """An address as a QR code: dark on nothing, so the page puts white behind it."""
    import segno  # here, because it takes a while and few need it

    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(border=QUIET, omitsize=True, dark=INK, svgclass="qr", lineclass=None)
    return Markup(drawn)  # noqa: S704  drawn by segno; there is no text in it


def scan_parts(code: str, address: str) -> dict[str, Any]:
    """What a page shows of a code that other phones scan or type."""
    return {
        "code": written(code),
        "address": address,
        "qr": qr_picture(address),
        "unreachable": at_the_server(),
    }


def room_parts(code: str, door: str) -> dict[str, Any]:
    """The same for a code with a short address, in capitals, which make the QR code smaller."""
    address = f"{request.scheme}://{request.host}/{door}/{code}"
    return scan_parts(code, address) | {"qr": qr_picture(address.upper())}


def short_qr(code: str, spoken: str = "") -> Markup:
    """The QR code of a kingdom's short address; in capitals, which make it smaller."""
    return qr_picture(address_of(code, spoken) if spoken else address_of(code).upper())
