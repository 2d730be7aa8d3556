"""Problem: one thing that keeps a kingdom from being played as named, and how to fix it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Severity(Enum):
    """How bad a Problem is, worst first."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


class Problem(NamedTuple):
    """What is wrong and why, how to fix it, and which cards it is about."""

    code: str
    severity: Severity
    message: str
    fix: str
    cards: tuple[str, ...] = ()
    choice: str = ""
    """The choice of the kingdom that it is about, by its name in JSON."""
    quiet: bool = False
    """Whether it is said in one line beside other notes rather than among the problems."""


def error(code: str, message: str, fix: str, *cards: str, choice: str = "") -> Problem:
    """A Problem that makes the kingdom unplayable."""
    return Problem(code, Severity.ERROR, message, fix, cards, choice)


def warning(code: str, message: str, fix: str, *cards: str, choice: str = "") -> Problem:
    """A Problem one can play around."""
    return Problem(code, Severity.WARNING, message, fix, cards, choice)


def advice(
    code: str, message: str, fix: str, *cards: str, choice: str = "", quiet: bool = False
) -> Problem:
    """A hint; the kingdom is playable as it is."""
    return Problem(code, Severity.ADVICE, message, fix, cards, choice, quiet)
