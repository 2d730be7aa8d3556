"""Reads the names of those who play a tournament, one on a line, and tells what is wrong."""

from __future__ import annotations

import re
from typing import NamedTuple

from setup_rules.tournament.tables import FEWEST, MOST
from web.http.visitor import clean_name
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.store.games import LONGEST_PERSON

LONGEST_TEXT = 6_000
MOST_TOLD = 5
_BULLET = re.compile(r"^\s*(?:[-–—•*·]\s+|\d{1,3}\s*[.):]\s*)")
"""What stands before a name in a list that was numbered or has bullets."""


class ReadNames(NamedTuple):
    """The names, and sentences about what is wrong with them."""

    names: tuple[str, ...]
    faults: tuple[str, ...]


def read_player_names(text: str) -> ReadNames:
    """The names of a text; those on one line may be parted by commas."""
    lines = text[:LONGEST_TEXT].splitlines()
    if len([line for line in lines if line.strip()]) == 1:
        lines = re.split("[,;]", text[:LONGEST_TEXT])
    names = [name for name in (clean_name(_BULLET.sub("", line)) for line in lines) if name]
    return ReadNames(tuple(names), tuple(_faults(names, too_long=len(text) > LONGEST_TEXT)))


def _faults(names: list[str], *, too_long: bool) -> list[str]:
    found = []
    number = len(names)
    if too_long:
        found.append(_("This text is too long for a list of names."))
    if not number:
        found.append(
            _("Write who plays, one name on a line: {fewest} to {most}.", fewest=FEWEST, most=MOST)
        )
    elif not FEWEST <= number <= MOST:
        found.append(
            ngettext(
                "This is {number} name, and a tournament takes {fewest} to {most}.",
                "These are {number} names, and a tournament takes {fewest} to {most}.",
                number,
                fewest=FEWEST,
                most=MOST,
            )
        )
    found += [too_long_name(name) for name in names if len(name) > LONGEST_PERSON][:MOST_TOLD]
    twice = list(dict.fromkeys(name for name in names if _same(name, names) > 1))
    told = {name.casefold(): name for name in reversed(twice)}
    if told:
        found.append(named_twice(and_list([*told.values()][::-1][:MOST_TOLD])))
    return found


def _same(name: str, names: list[str]) -> int:
    return sum(name.casefold() == other.casefold() for other in names)


def named_twice(names: str) -> str:
    """That players cannot be told apart."""
    return _(
        "Twice in the list: {names}. Add a letter, so that everybody can tell them apart.",
        names=names,
    )


def too_long_name(name: str) -> str:
    """That a name is too long, with its beginning."""
    return _(
        "“{name}” has {number} characters; {most} are the most.",
        name=f"{name[:LONGEST_PERSON]}…",
        number=len(name),
        most=LONGEST_PERSON,
    )
