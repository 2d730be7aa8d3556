"""The plan in readers' words, for screen and paper: names, costs, colours, ways to decide."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from setup_rules.cards import Card, Cost
from setup_rules.catalog import Catalog
from setup_rules.kingdom import Game
from setup_rules.problems import Problem, Severity
from setup_rules.rules import RULEBOOKS
from web.language.card_names import Name
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate

SIGNS = {Severity.ERROR: "bad", Severity.WARNING: "warn", Severity.ADVICE: "hint"}
COLOURED = (
    "Night",
    "Attack",
    "Duration",
    "Reaction",
    "Reserve",
    "Treasure",
    "Victory",
    "Curse",
    "Ruins",
)
"""Types that colour a field, in the order in which they do."""


class CostMark(NamedTuple):
    """A cost as it is drawn, and as it is read out."""

    coin: str
    potion: bool
    debt: str
    words: str


class ProblemRow(NamedTuple):
    """A problem: how bad, what, and what would mend it."""

    kind: str
    message: str
    fix: str


class DrawWay(NamedTuple):
    """A published way to decide a draw, and what it says here."""

    says: str
    chance: str


def kingdom_name(game: Game, name: Callable[[str], str] = str) -> str:
    """A published kingdom's own name, or else its dearest and its cheapest card."""
    return name_of_ten(game.ten, game.collection.catalog, name)


def name_of_ten(ten: Collection[Card], catalog: Catalog, name: Callable[[str], str] = str) -> str:
    """The name of a kingdom by its ten piles alone."""
    for published in catalog.published_by_ten.get(frozenset(ten), ()):
        return published.name
    plain = [card for card in ten if not (card.cost.potion or card.cost.debt)]
    cards = plain or list(ten)
    if not cards:
        return _("A kingdom without piles")
    dearest = min(cards, key=lambda card: (-card.cost.coin, len(card.name), card.name))
    cheapest = min(cards, key=lambda card: (card.cost.coin, len(card.name), card.name))
    named = [name(dearest.name), name(cheapest.name)]
    return named[0] if dearest is cheapest else " & ".join(named)


def cost_mark(cost: Cost) -> CostMark:
    """A cost as it is drawn and read out."""
    words = []
    coin = f"{cost.coin}{cost.mark}" if cost.coin or not (cost.potion or cost.debt) else ""
    if coin:
        words.append(_("${coins}", coins=coin))
    if cost.potion:
        words.append(_("Potion"))
    if cost.debt:
        words.append(ngettext("{number} debt", "{number} debt", cost.debt))
    said = _("costs {cost}", cost=and_list(words))
    return CostMark(coin, bool(cost.potion), str(cost.debt or ""), said)


def colours(types: tuple[str, ...]) -> str:
    """The classes that colour a pile's field: one type, or two that part it."""
    bearing = [type_ for type_ in COLOURED if type_ in types]
    if "Action" in types and (not bearing or bearing in (["Treasure"], ["Victory"])):
        bearing.insert(0, "Action")
    bearing = (bearing or ["Action"])[:2]
    return " ".join(
        f"{half}-{type_.lower()}" for half, type_ in zip(("a", "b"), bearing, strict=False)
    )


def problem_row(problem: Problem, name: Name) -> ProblemRow:
    """A problem in the reader's words."""
    message, fix = translate(problem.message, name), translate(problem.fix, name)
    return ProblemRow(SIGNS[problem.severity], message, fix)


def quiet_notes(problems: Iterable[Problem], name: Name) -> tuple[str, ...]:
    """What is said in one line each rather than among the problems."""
    return tuple(translate(problem.message, name) for problem in problems if problem.quiet)


def ways_to_decide(draw: str, game: Game) -> Iterator[DrawWay]:
    """The published ways to decide on a draw, and what each says of this game."""
    for book in RULEBOOKS:
        for variant in book.variants:
            if variant.draw == draw:
                yield DrawWay(translate(variant.says), _chance(variant.chance(game)))


def _chance(chance: Fraction | None) -> str:
    if chance is None:
        return _("as you like")
    if chance in (0, 1):
        return _("yes") if chance else _("no")
    return _("yes in {some} of {all} cases", some=chance.numerator, all=chance.denominator)
