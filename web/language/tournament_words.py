"""The numbers and names of a tournament as pages and papers write them."""

from __future__ import annotations

from fractions import Fraction

from setup_rules.tournament.finals import FINAL, PRE_FINAL
from web.language.translation import gettext as _
from web.language.translation import language

HALVES = {
    Fraction(1, 2): "½",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}
"""Parts of a point that have a sign of their own in our fonts."""


def points_in_words(points: Fraction) -> str:
    """Tournament points exactly: 4, 3½, 3 1/3."""
    whole, rest = divmod(points, 1)
    if not rest:
        return str(whole)
    if rest in HALVES:
        return f"{whole or ''}{HALVES[rest]}"
    return f"{whole} {rest}" if whole else str(rest)


def percent_in_words(share: Fraction) -> str:
    """A percentage total with two digits after the point: 178.57 %."""
    # Imported here, because it takes a while and few pages need it.
    from babel.numbers import format_decimal

    rounded = round(100 * share, 2)
    number = format_decimal(float(rounded), format="0.00", locale=language())
    return _("{number}%", number=number)


def round_name(number: int) -> str:
    """What a round is called."""
    if number == PRE_FINAL:
        return _("Pre-final")
    if number == FINAL:
        return _("Final")
    return _("Round {number}", number=number)
