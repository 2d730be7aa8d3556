"""The plan in readers' words, for screen and paper: names, costs, colours and problems."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from setup_rules.cards import Card, Cost
from setup_rules.catalog import Catalog
from setup_rules.kingdom import Game
from setup_rules.plan import SetupPlan
from setup_rules.problems import Problem, Severity
from web.language.card_names import Name
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext, once_a_language, translate
from web.setup_sheet.glyphs import GLYPH_OF

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
SHOWN_TYPES = 2
"""Types with a word of their own in a row; more would not fit."""


class TypeWord(NamedTuple):
    """A type as a row shows it: glyph and word, in the colour of the type."""

    glyph: str
    word: str
    colour: str


class CostMark(NamedTuple):
    """A cost as it is drawn, and as it is read out."""

    coin: str
    potion: bool
    debt: str
    words: str


class PileCounts(NamedTuple):
    """How many piles there are in the Supply and beside it, and that in words."""

    supply: int
    beside: int

    @property
    def words(self) -> str:
        """`17 piles in the Supply, 2 beside it`."""
        if not self.beside:
            return ngettext(
                "{number} pile in the Supply", "{number} piles in the Supply", self.supply
            )
        return ngettext(
            "{number} pile in the Supply, {beside} beside it",
            "{number} piles in the Supply, {beside} beside it",
            self.supply,
            beside=self.beside,
        )

    @property
    def title(self) -> str:
        """The title of the table picture."""
        return _("The table: {piles}", piles=self.words)


class ProblemRow(NamedTuple):
    """A problem: how bad, what, and what would mend it."""

    kind: str
    message: str
    fix: str


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


@once_a_language
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
    in_words = _("costs {cost}", cost=and_list(words))
    return CostMark(coin, bool(cost.potion), str(cost.debt or ""), in_words)


@lru_cache(maxsize=1_000)
def bands_of(types: tuple[str, ...]) -> tuple[str, ...]:
    """The types that colour a pile's field: one, or two that part it."""
    bearing = [type_ for type_ in COLOURED if type_ in types]
    if "Action" in types and (not bearing or bearing in (["Treasure"], ["Victory"])):
        bearing.insert(0, "Action")
    return tuple(type_.lower() for type_ in (bearing or ["Action"])[:2])


@lru_cache(maxsize=1_000)
def colours(types: tuple[str, ...]) -> str:
    """The same as classes of the style sheet."""
    halves = zip(("a", "b"), bands_of(types), strict=False)
    return " ".join(f"{half}-{band}" for half, band in halves)


def glyphs_of(bands: tuple[str, ...], words: Iterable[TypeWord] = ()) -> tuple[str, ...]:
    """The glyphs of the types that part a field, or else of all that a row names."""
    if words and len(bands) == 1:
        return tuple(word.glyph for word in words)
    return tuple(filter(None, (GLYPH_OF.get(band.capitalize()) for band in bands)))


@once_a_language
def type_words(types: tuple[str, ...]) -> tuple[TypeWord, ...]:
    """The types a row names: Action only where it says something."""
    telling = [t for t in types if t != "Action" and GLYPH_OF.get(t)] or [types[0]]
    telling.sort(key=lambda t: COLOURED.index(t) if t in COLOURED else len(COLOURED))
    return tuple(
        TypeWord(GLYPH_OF.get(t) or "action", _(t), t.lower()) for t in telling[:SHOWN_TYPES]
    )


def pile_counts(plan: SetupPlan) -> PileCounts:
    """How many piles there are in the Supply and beside it."""
    return PileCounts(len(plan.supply), sum(bool(pile.count) for pile in plan.beside))


def problem_row(problem: Problem, name: Name) -> ProblemRow:
    """A problem in the reader's words."""
    message, fix = translate(problem.message, name), translate(problem.fix, name)
    return ProblemRow(SIGNS[problem.severity], message, fix)


def quiet_notes(problems: Iterable[Problem], name: Name) -> tuple[str, ...]:
    """What is said in one line each rather than among the problems."""
    return tuple(translate(problem.message, name) for problem in problems if problem.quiet)


def banner(cards: Iterable[Card]) -> tuple[str, ...]:
    """The classes of the fields of ten piles, in the order of the roll."""
    ordered = sorted(cards, key=lambda card: card.roll_order)
    return tuple(colours(card.types) for card in ordered)
