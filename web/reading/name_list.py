"""Reads a plain list of names: one on each line, or between commas, semicolons or dashes."""

from __future__ import annotations

import re

_SEPARATORS = re.compile(r"[\n\r\t,;|•·▪◦‣]|\s[-–—]\s")
_DECORATION = re.compile(r"^\s*(?:\d{1,3}\s*[.):x×]\s*|\d{1,3}\s+|[-–—*+>#]\s*)+")
_COST_OR_BOX = re.compile(r"\s*[(\[][^()\[\]]{0,60}[)\]]\s*$")


def split_names(text: str) -> list[str]:
    """The names in a text, one for each line or between commas, semicolons or dashes."""
    names = (_bare(part) for part in _SEPARATORS.split(text))
    return [name for name in names if name]


def _bare(part: str) -> str:
    """A name without its number or bullet, and without a cost or box in brackets after it."""
    name = _COST_OR_BOX.sub("", _DECORATION.sub("", part)).strip()
    return name or part.strip(" \t-–—*+>#.()[]")
