"""The two draws that cards decide, Platinum & Colony and Shelters: outcome, reason, ways."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from setup_rules.kingdom import Game
from setup_rules.plan import SetupPlan
from setup_rules.rules import RULEBOOKS
from web.language.card_names import Name
from web.language.translation import gettext as _
from web.language.translation import translate


class DrawOutcome(Enum):
    """How a draw was decided; OPEN is planned without."""

    YES, NO, OPEN = range(3)


class DrawWay(NamedTuple):
    """A published way to decide a draw, and what it says here."""

    says: str
    chance: str


class DrawResult(NamedTuple):
    """One of the two draws of this kingdom."""

    key: str
    """What a button calls it."""
    name: str
    """`Shelters`."""
    glyph: str
    outcome: DrawOutcome
    answer: str
    """The outcome in a word."""
    what: str
    """`Shelters: yes`."""
    why: str
    """What decided it, or that nothing did; empty where nothing is to be told."""
    in_question: bool
    """Whether this kingdom raises the question at all."""
    can_change: bool
    """Whether deciding again could come out otherwise."""
    ways: tuple[DrawWay, ...]
    """The published ways to decide, where chance has a part in it."""


def draw_results(game: Game, plan: SetupPlan, name: Name) -> tuple[DrawResult, ...]:
    """Both draws, always in this order."""
    colony = (_("Platinum & Colony: no"), _("Platinum & Colony: yes"))
    shelters = (_("Shelters: no"), _("Shelters: yes"))
    draws = (
        ("platinum_colony", _("Platinum & Colony"), "treasure", colony),
        ("shelters", _("Shelters"), "shelter", shelters),
    )
    answers = {DrawOutcome.YES: _("yes"), DrawOutcome.NO: _("no"), DrawOutcome.OPEN: _("undecided")}
    results = []
    for key, title, glyph, whats in draws:
        used: bool = getattr(game, key)
        chosen: bool | None = getattr(game.kingdom, key)
        odds: Fraction = getattr(plan.odds, key)
        outcome = DrawOutcome.YES if used else DrawOutcome.NO
        if chosen is None and odds and not used:
            outcome = DrawOutcome.OPEN
        results.append(
            DrawResult(
                key,
                title,
                glyph,
                outcome,
                answers[outcome],
                whats[used],
                _reason(key, outcome, game, name),
                in_question=bool(used or odds or chosen is not None),
                can_change=0 < odds < 1,
                ways=tuple(ways_to_decide(key, game)) if odds else (),
            )
        )
    return tuple(results)


def _reason(key: str, outcome: DrawOutcome, game: Game, name: Name) -> str:
    if outcome is DrawOutcome.OPEN:
        return _("not decided yet, so left out")
    card = game.kingdom.drawn.get(f"{key}_card")
    return _("decided by {card}", card=name(card.name)) if card else ""


def ways_to_decide(draw: str, game: Game) -> Iterator[DrawWay]:
    """The published ways to decide on a draw, and what each says of this game."""
    for book in RULEBOOKS:
        for variant in book.variants:
            if variant.draw == draw:
                yield DrawWay(translate(variant.says), _chance(variant.chance(game)))


def _chance(chance: Fraction | None) -> str:
    if chance is None:
        return _("your choice")
    if chance in (0, 1):
        return _("yes") if chance else _("no")
    return _("{some} in {all} chance", some=chance.numerator, all=chance.denominator)
