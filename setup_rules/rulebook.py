"""Rulebook: where a box registers its rules, draws, pile sizes, variants and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from inspect import cleandoc
from typing import Any, TypeVar

from setup_rules.cards import Card, Landscape
from setup_rules.kingdom import Game, Role
from setup_rules.plan import SetOut, SetupPlan, SupplyPile
from setup_rules.problems import Problem
from setup_rules.sentences import say

RuleFunction = Callable[[Game, tuple[str, ...]], Iterable[SetOut]]
TokensFunction = Callable[[Game, Sequence[SupplyPile]], Iterable[SetOut]]
CheckFunction = Callable[[Game, SetupPlan], Iterator[Problem]]
PileFunction = Callable[[Card, int], tuple[int, str]]
VariantFunction = Callable[[Game], Fraction | None]
_Variant = TypeVar("_Variant", bound=VariantFunction)
Fits = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Trigger:
    """Which cards set a rule off: by name, by type, by kind of landscape or by cost."""

    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    potion: bool = False

    def __str__(self) -> str:
        words = [*self.names]
        words += [f"any {type_}" for type_ in self.types]
        words += [f"any {kind.capitalize()}" for kind in self.kinds]
        if self.potion:
            words.append("any card with a Potion in its cost")
        return ", ".join(words)


def using(*names: str) -> Trigger:
    """In games using these cards or landscapes."""
    return Trigger(names=names)


def any_of_type(*types: str) -> Trigger:
    """In games using a card of one of these types, by its randomizer."""
    return Trigger(types=types)


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """Something set out when a card asks for it."""

    ids: tuple[str, ...]
    key: str
    says: str
    source: str
    when: Trigger
    sets_out: RuleFunction | None = None
    puts_tokens: TokensFunction | None = None
    deals_deck: bool = False
    """Whether it brings the Black Market deck into use."""


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """A slot for one more card: who may fill it, and which codes tell what is wrong with it."""

    ids: tuple[str, ...]
    key: str
    """The slot's name in Kingdom.drawn."""
    says: str
    source: str
    when: Trigger
    role: Role
    fits: Fits
    wants: str
    """What fills it, as a sentence needs it."""
    kind: str
    """The kind of landscape that fills it; empty when a Kingdom pile does."""
    mixed: bool
    """Whether a mixed pile may be drawn for it."""
    missing: str
    invalid: str
    empty: str
    instead: str
    """What to do when nobody can fill it, as a sentence; empty when that is an error."""


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """Looks for Problems; with a trigger, only in games it applies to."""

    codes: tuple[str, ...]
    says: str
    source: str
    when: Trigger | None
    find: CheckFunction


@dataclass(frozen=True, slots=True, eq=False)
class PileRule:
    """How many cards a pile of one kind has, and how it lies."""

    id: str
    kind: str
    says: str
    source: str
    size: PileFunction


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A published way of deciding a yes-or-no draw, with its exact chance of yes."""

    draw: str
    id: str
    says: str
    source: str
    chance: VariantFunction


@dataclass(frozen=True, slots=True)
class Statement:
    """A rule that sets nothing out: said for completeness, or kept by the engine as a whole."""

    id: str
    says: str
    source: str


_PILES: dict[str, PileRule] = {}
"""The pile rules of all rulebooks, by kind."""


def pile_size(card: Card, players: int) -> tuple[int, str]:
    """How many cards a Kingdom pile has, and how it is laid out."""
    return _PILES[card.pile].size(card, players)


def _sentence(function: Callable[..., object]) -> str:
    return cleandoc(function.__doc__ or "").split("\n\n")[0].replace("\n", " ")


class Rulebook:
    """What one printed rulebook adds to the rules of setup."""

    def __init__(self, box: str) -> None:
        self.box = box
        self.rules: list[Rule] = []
        self.draws: list[Draw] = []
        self.checks: list[Check] = []
        self.piles: list[PileRule] = []
        self.variants: list[Variant] = []
        self.statements: list[Statement] = []

    def rule(
        self, *ids: str, source: str, when: Trigger, deals_deck: bool = False
    ) -> Callable[[RuleFunction], RuleFunction]:
        """Register a function that yields what to set out; its docstring is the rule."""

        def register(function: RuleFunction) -> RuleFunction:
            says = _sentence(function)
            self.rules.append(
                Rule(ids, ids[0], says, source, when, sets_out=function, deals_deck=deals_deck)
            )
            return function

        return register

    def tokens(
        self, *ids: str, source: str, when: Trigger
    ) -> Callable[[TokensFunction], TokensFunction]:
        """Register a function that puts tokens on the finished Supply."""

        def register(function: TokensFunction) -> TokensFunction:
            says = _sentence(function)
            self.rules.append(Rule(ids, ids[0], says, source, when, puts_tokens=function))
            return function

        return register

    def draw(
        self,
        slot: str,
        *ids: str,
        source: str,
        when: Trigger,
        role: Role,
        wants: str,
        kind: str = "",
        mixed: bool = True,
        missing: str = "check-choice-open",
        invalid: str = "",
        empty: str = "",
        instead: str = "",
    ) -> Callable[[Fits], Fits]:
        """Register who may fill a slot. It names candidates and picks none."""

        def register(fits: Fits) -> Fits:
            self.draws.append(
                Draw(
                    ids=ids,
                    key=slot,
                    says=_sentence(fits),
                    source=source,
                    when=when,
                    role=role,
                    fits=fits,
                    wants=wants,
                    kind=kind,
                    mixed=mixed,
                    missing=missing,
                    invalid=invalid,
                    empty=empty,
                    instead=instead,
                )
            )
            return fits

        return register

    def check(
        self, *codes: str, source: str = "", when: Trigger | None = None
    ) -> Callable[[CheckFunction], CheckFunction]:
        """Register a function that yields Problems with these codes."""

        def register(find: CheckFunction) -> CheckFunction:
            self.checks.append(Check(codes, _sentence(find), source, when, find))
            return find

        return register

    def pile(self, id_: str, kind: str, *, source: str) -> Callable[[PileFunction], PileFunction]:
        """Register the size and order of a kind of pile, by number of players."""

        def register(size: PileFunction) -> PileFunction:
            rule = PileRule(id_, kind, _sentence(size), source, size)
            self.piles.append(rule)
            _PILES[kind] = rule
            return size

        return register

    def variant(self, draw: str, id_: str, *, source: str) -> Callable[[_Variant], _Variant]:
        """Register a published way of deciding a draw."""

        def register(chance: _Variant) -> _Variant:
            self.variants.append(Variant(draw, id_, say(_sentence(chance)), source, chance))
            return chance

        return register

    def states(self, id_: str, says: str, *, source: str) -> None:
        """Register a rule that needs no function of its own."""
        self.statements.append(Statement(id_, says, source))


def landscapes_of(game: Game, *kinds: str) -> list[Landscape]:
    """The landscapes in force of these kinds."""
    return [landscape for landscape in game.landscapes if landscape.kind in kinds]
