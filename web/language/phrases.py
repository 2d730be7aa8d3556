"""Small parts of sentences, in the visitor's language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from setup_rules.names import fold
from web.language.translation import gettext as _
from web.language.translation import ngettext


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Names by the alphabet; letters with accents stand beside those without."""
    return tuple(sorted(names, key=name_key))


def name_key(name: str) -> tuple[list[str | int], str]:
    """Where readers look for a name: accents and case do not matter, 9 comes before 10."""
    parts = re.split("([0-9]+)", fold(name))
    return [int(part) if place % 2 else part for place, part in enumerate(parts)], name


def so_many(number: int, name: str) -> str:
    """`7× Copper`: so many of a card, whose printed name does not change with the number."""
    return _("{number}× {name}", number=number, name=name)


def player_name(name: str, number: int | str) -> str:
    """Somebody's name, or the number of the seat where nobody gave one."""
    return name or _("Player {number}", number=number)


def in_figures(number: int) -> str:
    """A whole number, such as points; below zero with a minus sign."""
    return str(number).replace("-", "−")


def and_list(words: Iterable[str]) -> str:
    """Words as a sentence lists them: `a, b and c`."""
    known = list(words)
    if len(known) < 2:
        return "".join(known)
    return _("{some} and {last}", some=", ".join(known[:-1]), last=known[-1])


def or_list(words: Iterable[str]) -> str:
    """Words of which one holds: `0, 3 or 4`."""
    known = list(words)
    if len(known) < 2:
        return "".join(known)
    return _("{some} or {last}", some=", ".join(known[:-1]), last=known[-1])


def for_cards(names: Collection[str]) -> str:
    """Why something is there: the cards that ask for it, or nothing."""
    cards = and_list(names)
    return ngettext("for {cards}.", "for {cards}.", len(names), cards=cards) if cards else ""
