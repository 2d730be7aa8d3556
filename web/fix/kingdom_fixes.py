"""Fixes a kingdom on the table with the buttons of *Your own kingdom*."""

from __future__ import annotations

from typing import NamedTuple

from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.tonight import tonight
from web.fix.checked import Checked, OwnInput, check
from web.fix.problems import OwnPage
from web.fix.remedies import Remedies, RemedyResult
from web.fix.text import kingdom_text, writing
from web.http.visitor import reading


class Fixed(NamedTuple):
    """What came of a button: the kingdom, and a sentence if something is to be said."""

    asked: PlanRequest
    says: str
    bad: bool
    """Whether the sentence says why nothing was done."""


def input_of(asked: PlanRequest) -> OwnInput:
    """A kingdom as somebody would have typed it."""
    text = kingdom_text(asked.kingdom, writing(app_catalog(), reading().names))
    return OwnInput(text, asked.players, asked.boxes, asked.basic_sets)


def problems_of(asked: PlanRequest) -> OwnPage:
    """What is wrong with a kingdom, with the buttons against it."""
    return OwnPage(check(input_of(asked), reading().names))


def carry_out(checked: Checked, button: str, seed: str) -> RemedyResult:
    """Do what a button says; cards that are never dealt are not drawn."""
    here = tonight()
    never = here.request().how.banned if here.boxes else frozenset()
    return Remedies(checked, seed, reading().names, never).do(button)


def fix(asked: PlanRequest, button: str, seed: str) -> Fixed:
    """The kingdom that a button makes of one on the table."""
    old = check(input_of(asked), reading().names)
    result = carry_out(old, button, seed)
    if result.table == old.table:
        return Fixed(asked, result.says, bad=True)
    return Fixed(check(result.table, reading().names).asked, result.says, bad=False)
