"""Style rules and numbers of printed pages: what depends on what is printed is made with it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from markupsafe import Markup

Rules = tuple[tuple[str, str], ...]
"""Rules for elements within one: how they are selected, and what holds for them."""


class Classes:
    """Names for the rules of elements, each rule once.

    The rule of an element is stronger than what holds for all of its kind within another one.
    """

    def __init__(self) -> None:
        self._names: dict[str | Rules, str] = {}

    def __call__(self, rule: str | Rules) -> str:
        """The class of a rule, or of several; no class for no rule."""
        return self._names.setdefault(rule, f"k{len(self._names)}") if rule else ""

    def styles(self) -> Markup:
        """All rules that were asked for."""
        rules = (
            f".{name}{within}{{{holds}}}"
            for rule, name in self._names.items()
            for within, holds in (((f".{name}", rule),) if isinstance(rule, str) else rule)
        )
        return Markup("".join(rules))  # noqa: S704  made of numbers


@cache
def style_sheet(name: str) -> Markup:
    """One of our style sheets for paper."""
    file = Path(__file__).resolve().parent.parent.parent / "static/printing" / name
    return Markup(file.read_text(encoding="utf-8"))  # noqa: S704  our own


def n(number: float, digits: int = 2) -> str:
    """A length, to a hundredth of a millimetre."""
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")
