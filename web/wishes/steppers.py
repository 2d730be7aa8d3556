"""Buttons of the wishes screen: steppers with their few states, rows of buttons, on or off."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from setup_rules.draw.wishes import Bounds
from web.draw.wish_words import in_short
from web.wishes.fields import code_of

HIGHEST_STEP = 3
"""The most that a stepper asks for; the lists of numbers go further."""


class Option(NamedTuple):
    """One of several buttons."""

    value: str
    label: str
    chosen: bool


class Segments(NamedTuple):
    """A row of buttons at the top of the screen, of which one is on."""

    field: str
    anchor: str
    heading: str
    options: list[Option]


class OnOff(NamedTuple):
    """A button that is on or off; `value` is what pressing it sends."""

    field: str
    label: str
    value: str
    on: bool


class Stepper(NamedTuple):
    """A kind of card with its few states."""

    field: str
    label: str
    note: str
    value: str
    """What it is set to, in words."""
    set: bool
    less: str | None
    more: str | None
    steps: str
    """All states with their words, for the script."""

    @property
    def anchor(self) -> str:
        """The id of its row, which a page without scripts returns to."""
        return anchor_of(self.field)


def anchor_of(field: str) -> str:
    """The id of the row of a stepper, by the name of its field."""
    return re.sub("[^a-z0-9]+", "-", field)


def stepper(field: str, label: str, note: str, now: Bounds | None, usual: Bounds | None) -> Stepper:
    """A stepper; `usual` is what the preset asks for, if there is one, and `now` None then."""
    states = steps(now or Bounds(), preset=usual)
    codes, words, are_set = [], [], []
    for state in states:
        code = "" if state is None else code_of(state) or ("" if usual is None else "0-")
        codes.append(code)
        words.append(in_short((usual if state is None else state) or Bounds()))
        are_set.append(state not in (None, Bounds()))
    at = states.index(now)
    return Stepper(
        field,
        label,
        note,
        words[at],
        are_set[at],
        codes[at - 1] if at else None,
        codes[at + 1] if at + 1 < len(codes) else None,
        json.dumps([*zip(codes, words, are_set, strict=True)]),
    )


def steps(now: Bounds, *, preset: Bounds | None = None) -> list[Bounds | None]:
    """The states of a stepper in their order; None is what the preset has."""
    plain: list[Bounds | None] = [Bounds(0, 0), Bounds()]
    if preset is not None:
        plain.append(None)
    plain += [Bounds(least) for least in range(1, HIGHEST_STEP + 1)]
    if now in plain:
        return plain
    if not now.least:
        return [*(Bounds(0, number) for number in range(now.most or 0)), now, *plain[1:]]
    highest = max(min(now.most or 0, HIGHEST_STEP), now.least)
    rising = [Bounds(least, now.most) for least in range(1, highest + 1)]
    return [Bounds(0, 0), Bounds(), *rising]
