"""Rulebook: where a box registers its rules, draws, pile sizes, variants and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from inspect import cleandoc
from typing import Any, NamedTuple, TypeVar

from setup_rules.cards import Card, Landscape, OtherCard
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection
from setup_rules.kingdom import LANDSCAPE, Game, Kingdom, Role
from setup_rules.plan import Basics, SetOut, SetupPlan, SupplyPile
from setup_rules.problems import Problem
from setup_rules.scoring.counts import GameCards, ScoreCount
from setup_rules.sentences import Sentence, listed, say, say_number

RuleFunction = Callable[[Game, tuple[str, ...]], Iterable[SetOut]]
TokensFunction = Callable[[Game, Sequence[SupplyPile]], Iterable[SetOut]]
CheckFunction = Callable[[Game, SetupPlan], Iterator[Problem]]
TableFunction = Callable[[Collection, int], bool]
"""Of a shelf and a number of players."""
PileFunction = Callable[[Card, int], tuple[int, str]]
TargetsFunction = Callable[[Sequence[SupplyPile]], list[str]]
MatsFunction = Callable[[Game, Iterable[str]], Mapping[str, str]]
"""For the mats asked for: what comes in the place of a mat, or nothing, by its name."""
VariantFunction = Callable[[Game], Fraction | None]
CountsFunction = Callable[[GameCards], Sequence[ScoreCount]]
PointsFunction = Callable[[Sequence[int], Sequence[Sequence[int]]], int]
_Variant = TypeVar("_Variant", bound=VariantFunction)
Fits = Callable[[Any], bool]
Carries = Callable[[Card], bool]


@dataclass(frozen=True, slots=True)
class Trigger:
    """Which cards set a rule off: by name, type, kind of landscape, cost or back."""

    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    potion: bool = False
    own_back: bool = False

    def __str__(self) -> str:
        words = [*self.names]
        words += [f"any {type_}" for type_ in self.types]
        words += [f"any {kind.capitalize()}" for kind in self.kinds]
        if self.potion:
            words.append("any card with a Potion in its cost")
        if self.own_back:
            words.append("any card with a back of its own")
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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Slot(Role):
    """A place in a kingdom for the name of one card, with everything that is said of it.

    Everything that lists slots follows `place`; links do, so none may ever change. What a slot
    `says` is the role of its card; a slot that names a card which is in use anyway has none.
    Texts with {places} are filled in where they are shown.
    """

    key: str
    """Its name in Kingdom.drawn, in JSON and in data/kingdoms."""
    link: str = ""
    """Its key in links; the same as `key` unless said otherwise."""
    asked_by: str = ""
    """The one card or landscape that asks for it, by its printed name, if there is only one."""
    kind: str = ""
    """The kind of landscape that fills it; empty when a card does."""
    turn: int = 0
    """Its turn when several slots are open."""
    after_deck: bool = False
    """Whether it waits for the Black Market deck, whose cards may ask for it as well."""
    label: str
    """Before its card in a text."""
    words: tuple[str, ...] = ()
    """What else may stand before its card in a pasted text, or behind it in brackets; folded."""
    in_brackets: bool = True
    """Whether its card stands in brackets behind `asked_by` in a text."""
    title: str
    """Over its field in a form."""
    about: str
    """In the description of the JSON interface."""
    mark: str = ""
    """A word on its pile in pictures and on cards; without one the name of `asked_by`."""
    marked: bool = False
    """Whether a card lies sideways under its pile to mark it."""
    marker_note: str = ""
    """What to fetch with the pile of `asked_by` to mark it."""
    fetch_note: str = ""
    """Of its pile in the fetch list, when it lies beside the Supply."""
    glyph: str = ""
    """Beside its card among what players keep in mind; empty when they need not."""
    row: str = say("For {who}")
    """Beside its card on the screen, {who} asks for it; or what `asked_by` does with {pile}."""
    bold_row: str = ""
    """The same with its beginning marked."""
    on_card: str = say("for {card}")
    """Behind its pile on the back of a setup card; {card} is `asked_by`."""
    because: str = ""
    """Why a player gets something that its {card} brings."""
    unfit: str = say("{name} isn’t a Kingdom pile, but {cards_need}.")
    """When something of another kind is named for it."""
    in_list: str = ""
    """Its {card} in a list of what a published kingdom has beside the ten; empty: not listed."""
    open_title: str = ""
    open_why: str = ""
    """What is said of it while it is open, where that is more than `Draw.wants` says."""
    draw_it: str = say("Draw one")
    """On the button that fills it."""

    @property
    def link_key(self) -> str:
        """Its key in links."""
        return self.link or self.key

    @property
    def is_extra(self) -> bool:
        """Whether it brings one more card or landscape into use."""
        return bool(self.says or self.kind)

    @property
    def is_pile(self) -> bool:
        """Whether it brings a whole pile."""
        return self.is_extra and not self.kind and not self.single_copy


@dataclass(frozen=True, slots=True, eq=False)
class SlotDraw:
    """Who may fill a slot with one more card, and which codes tell what is wrong with it."""

    ids: tuple[str, ...]
    slot: Slot
    key: str
    """The slot's."""
    says: str
    source: str
    when: Trigger
    role: Role
    fits: Fits
    wants: str
    """What fills it, as a sentence needs it."""
    kind: str
    """The slot's."""
    mixed: bool
    """Whether a mixed pile may be drawn for it."""
    missing: str
    invalid: str
    empty: str
    instead: str
    """What to do when nobody can fill it, as a sentence; empty when that is an error."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Decision:
    """A draw that Kingdom cards decide by their box, such as Platinum and Colony."""

    key: str
    """Its name in Kingdom, Game, DrawOdds and JSON."""
    family: str
    """The boxes whose cards decide for it."""
    card: Slot
    """Names the card that decided."""
    brings: tuple[str, ...]
    """What is used then."""
    owned: TableFunction
    """Whether a shelf has enough of that for a number of players."""
    left_out: str
    """Said when it is always wanted and the shelf does not have it."""

    def in_use(
        self, kingdom: Kingdom, ten: Sequence[Card], shelf: Collection, players: int
    ) -> bool:
        """As decided; undecided only when it is sure, because all ten are of its family."""
        decided: bool | None = getattr(kingdom, self.key)
        if decided is not None:
            return decided
        return all_from(ten, self.family) and self.owned(shelf, players)

    def deciding(self, game: Game) -> tuple[int, int]:
        """How many cards of how many decide for it by random card; all if all ten are of it."""
        of_them, among = from_family(game, self.family)
        return (among if of_them >= 10 and all_from(game.ten, self.family) else of_them), among


@dataclass(frozen=True, slots=True, eq=False)
class PileChoice:
    """A slot that names one of the Supply piles, and which of them it may name."""

    slot: Slot
    targets: TargetsFunction


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A choice of a Kingdom that fills no slot of a Draw, and which cards ask for it."""

    key: str
    """Its name in Kingdom.choices."""
    when: Trigger
    number: int = 1
    """How many cards are named for it, if the players do not want another number."""
    group: str = ""
    """The group of cards of which they are, if it is one."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SideDeck:
    """A deck of single Kingdom cards that are not in the Supply, with what is said of it."""

    card: str
    """The card that asks for it."""
    name: str
    role: Role
    """That of its cards."""
    wants: str
    """What it is made of, as a sentence needs it."""
    from_afar: str
    """When some of its cards come from boxes that are not in use otherwise."""
    take_out: str
    """How to fill a slot with a {card} of it."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BasicGame:
    """What every game has, whatever its kingdom."""

    basics: Callable[..., Basics]
    """The starting deck and the piles of no Kingdom card, by what decides on them."""
    empty_piles: Callable[[int], int]
    """How many empty Supply piles end a game of so many players."""
    trash: tuple[str, ...]
    """What marks the trash, what is looked for first."""


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """Looks for Problems; with a trigger, only in games it applies to."""

    codes: tuple[str, ...]
    says: str
    source: str
    when: Trigger | None
    find: CheckFunction
    first: bool = False
    """Whether its Problems are told before others as bad, because these speak of what it says."""
    unless: TableFunction | None = None
    """For which tables it never finds anything."""


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


@dataclass(frozen=True, slots=True, eq=False)
class ScoreRule:
    """How to work out points that no formula in data can state."""

    name: str
    """What a `score` in data calls it by."""
    says: str
    counts: CountsFunction
    """What it counts in a game."""
    points: PointsFunction
    """The points, by a player's own numbers and those of the others."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AlsoType:
    """A further type that cards have while something is in use, at the end of the game, too."""

    by: str
    """The card or landscape that gives it, by name."""
    cards: str
    """Which cards have it: those of this name or type."""
    also: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ScoreDoubt:
    """Something that changes what counts, or not, by how the game went."""

    by: str
    """The landscape, by name."""
    about: str
    """What it changes, as `ScoreCount.decided_by` has it."""
    says: str


class Statement(NamedTuple):
    """A rule that sets nothing out: said for completeness, or kept by the engine as a whole."""

    id: str
    says: str
    source: str


_PILES: dict[str, PileRule] = {}
"""The pile rules of all rulebooks, by kind."""
ASKED_BY: dict[str, Trigger] = {}
"""Which cards ask for each choice of a Kingdom, by its key, over all rulebooks."""


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
        self.slots: list[Slot] = []
        self.draws: list[SlotDraw] = []
        self.pile_choices: list[PileChoice] = []
        self.decisions: list[Decision] = []
        self.choices: list[Choice] = []
        self.checks: list[Check] = []
        self.piles: list[PileRule] = []
        self.variants: list[Variant] = []
        self.statements: list[Statement] = []
        self.basic_game: BasicGame | None = None
        self.side_deck: SideDeck | None = None
        self.carriers: dict[str, Carries] = {}
        self.token_values: Mapping[str, Mapping[str, int]] = {}
        """Kinds of token that are kept at hand, and what each printed piece of a kind is worth."""
        self.mat_swaps: list[MatsFunction] = []
        self.titles: Mapping[str, tuple[str, ...]] = {}
        """Where boxes hold two titles that are also sold apart: the ids of the cards of each."""
        self.score_rules: list[ScoreRule] = []
        self.also_types: list[AlsoType] = []
        self.score_doubts: list[ScoreDoubt] = []
        self.cheaper: dict[str, int] = {}
        """Coins that the cards of a Trait's pile cost less, by the Trait's name."""

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
        slot: Slot,
        *ids: str,
        source: str,
        wants: str,
        when: Trigger | None = None,
        mixed: bool = True,
        missing: str = "check-choice-open",
        invalid: str = "",
        empty: str = "",
        instead: str = "",
    ) -> Callable[[Fits], Fits]:
        """Register a slot for one more card and who may fill it; its `asked_by` sets it off."""
        self.slots.append(slot)
        asked = ASKED_BY[slot.key] = when or using(slot.asked_by)

        def register(fits: Fits) -> Fits:
            self.draws.append(
                SlotDraw(
                    ids=ids,
                    slot=slot,
                    key=slot.key,
                    says=_sentence(fits),
                    source=source,
                    when=asked,
                    role=LANDSCAPE if slot.kind else slot,
                    fits=fits,
                    wants=wants,
                    kind=slot.kind,
                    mixed=mixed,
                    missing=missing,
                    invalid=invalid,
                    empty=empty,
                    instead=instead,
                )
            )
            return fits

        return register

    def names_a_pile(self, slot: Slot) -> Callable[[TargetsFunction], TargetsFunction]:
        """Register a slot that names a Supply pile; the function tells which it may name."""
        self.slot(slot)

        def register(targets: TargetsFunction) -> TargetsFunction:
            self.pile_choices.append(PileChoice(slot, targets))
            return targets

        return register

    def decision(self, decision: Decision) -> Decision:
        """Register a draw that Kingdom cards decide by their box."""
        self.slots.append(decision.card)
        self.decisions.append(decision)
        return decision

    def slot(self, slot: Slot) -> None:
        """Register a slot that names a card which is in use anyway, for the sake of `asked_by`."""
        self.slots.append(slot)
        self.choice(slot.key, when=using(slot.asked_by))

    def choice(self, key: str, *, when: Trigger, number: int = 1, group: str = "") -> None:
        """Register which cards ask for a choice of so many cards that fills no slot of a draw."""
        ASKED_BY[key] = when
        self.choices.append(Choice(key, when, number, group))

    def swaps_mats(self, function: MatsFunction) -> MatsFunction:
        """Register which mats come in the place of others, once all that is asked for is known."""
        self.mat_swaps.append(function)
        return function

    def carries(self, kind: str) -> Callable[[Carries], Carries]:
        """Register that landscapes of a kind lie on Kingdom piles, and which may carry one."""

        def register(carries: Carries) -> Carries:
            self.carriers[kind] = carries
            return carries

        return register

    def check(
        self,
        *codes: str,
        source: str = "",
        when: Trigger | None = None,
        first: bool = False,
        unless: TableFunction | None = None,
    ) -> Callable[[CheckFunction], CheckFunction]:
        """Register a function that yields Problems with these codes."""

        def register(find: CheckFunction) -> CheckFunction:
            self.checks.append(Check(codes, _sentence(find), source, when, find, first, unless))
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

    def score(
        self, name: str, *, counts: CountsFunction
    ) -> Callable[[PointsFunction], PointsFunction]:
        """Register how points are worked out that no formula in data can state."""

        def register(points: PointsFunction) -> PointsFunction:
            self.score_rules.append(ScoreRule(name, _sentence(points), counts, points))
            return points

        return register

    def states(self, id_: str, says: str, *, source: str) -> None:
        """Register a rule that needs no function of its own."""
        self.statements.append(Statement(id_, says, source))


def named_pile(game: Game, slot: Slot) -> str:
    """The pile named for a slot, by its name in the Supply; empty when nothing asks for it."""
    named = game.kingdom.drawn.get(slot.key)
    if named is None or all(use.thing.name != slot.asked_by for use in game.uses):
        return ""
    if isinstance(named, OtherCard):
        pile = game.collection.catalog.cards.get(named.pile)
        return pile.name if pile else named.group or named.name
    return named.name


def any_of(piles: Sequence[str]) -> Sentence:
    """What to do while one of these piles is still to be chosen."""
    return say_number(
        "Choose {piles}.",
        "Choose one at random: {piles}.",
        len(piles),
        piles=listed(piles, "or"),
    )


def all_from(ten: Sequence[Card], family: str) -> bool:
    """Whether the ten are all from one family of boxes."""
    return len(ten) == 10 and family in ten[0].families and all(family in c.families for c in ten)


def from_family(game: Game, family: str) -> tuple[int, int]:
    """How many Kingdom piles of the Supply are from a family of boxes, and of how many."""
    of_family = _of_family(game.collection.catalog, family)
    return len(of_family.intersection(game.supply_cards)), len(game.supply_cards)


@cache
def _of_family(catalog: Catalog, family: str) -> frozenset[Card]:
    return frozenset(card for card in catalog.cards.values() if family in card.families)


def landscapes_of(game: Game, *kinds: str) -> list[Landscape]:
    """The landscapes in force of these kinds."""
    return [landscape for landscape in game.landscapes if landscape.kind in kinds]
