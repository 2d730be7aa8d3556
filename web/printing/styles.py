"""Printed documents as HTML: their papers, style rules and numbers."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

from flask import render_template
from markupsafe import Markup

from web.language.translation import language

Paper = Literal["a4", "letter"]
Style = Literal["duplex", "fold"]
"""How cards get their backs."""
CardSize = Literal["plain", "sleeved", "poker"]
Tabs = Literal["sides", "wide"]
"""Divider tabs: in turns on the left and on the right, or as wide as the divider."""
PAPERS: tuple[Paper, ...] = get_args(Paper)
STYLES: tuple[Style, ...] = get_args(Style)
SIZES: tuple[CardSize, ...] = get_args(CardSize)
TABS: tuple[Tabs, ...] = get_args(Tabs)


class BackOffset(NamedTuple):
    """How far the backs of cards are moved, for printers whose second side lies off the first."""

    right: float = 0.0
    down: float = 0.0

    @property
    def rule(self) -> str:
        """The rule of a page of backs; empty if it stays where it is."""
        return f"left:{n(self.right)}mm;top:{n(self.down)}mm" if any(self) else ""


NO_OFFSET = BackOffset()
OFFSETS: tuple[float, ...] = tuple(half / 2 for half in range(-6, 7))
"""How far backs can be moved each way, in millimetres."""

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


def document_html(template: str, styles: str, rules: str = "", **values: Any) -> str:
    """A complete document to print: one of our templates and style sheets, and more rules.

    Rules in the document are stronger than those of the style sheet, which the printer has.
    """
    return render_template(
        f"printing/{template}.html",
        language=language(),
        styles=styles,
        klass=Classes(),
        rules=rules,
        **values,
    )


def n(number: float, digits: int = 2) -> str:
    """A length, to a hundredth of a millimetre."""
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")
