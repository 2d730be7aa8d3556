"""What is printed on cards and boxes: names, costs, types, counts; never a card's text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from setup_rules.sentences import Code, Plural, row, say, say_number

_COST = re.compile(
    r"(?:(?P<coin>\d{1,3})(?P<potion>P?)|(?P<only>P))?(?: ?(?P<debt>\d{1,3})D)?(?P<mark>[*+]?)"
)


class Cost(NamedTuple):
    """A printed cost: coins, Potions, debt, and the mark `*` or `+` that setup ignores."""

    coin: int = 0
    potion: int = 0
    debt: int = 0
    mark: str = ""

    @classmethod
    def parse(cls, text: str) -> Cost | None:
        """Read `4`, `2P`, `P`, `8D`, `8 8D`, `6*` or `3+`; None when the text is none of these."""
        bare_debt = re.fullmatch(r"(\d{1,3})D([*+]?)", text)
        if bare_debt:
            return cls(debt=int(bare_debt[1]), mark=bare_debt[2])
        match = _COST.fullmatch(text)
        if not text or not match:
            return None
        return cls(
            coin=int(match["coin"] or 0),
            potion=1 if match["potion"] or match["only"] else 0,
            debt=int(match["debt"] or 0),
            mark=match["mark"] or "",
        )

    def is_exactly(self, *coins: int) -> bool:
        """Whether it is one of these amounts of coins, with neither Potion nor debt."""
        return self.coin in coins and not self.potion and not self.debt

    def __str__(self) -> str:
        coins = f"${self.coin}" if self.coin or not (self.potion or self.debt) else ""
        debt = f"{' ' if coins else ''}{self.debt}D" if self.debt else ""
        return f"{coins}{'P' * self.potion}{debt}{self.mark}"

    @property
    def words(self) -> str:
        """The same in words that can be translated: `$3`, `$3 + Potion`, `8 debt`."""
        parts: list[str] = []
        if self.coin or not (self.potion or self.debt):
            parts.append(say("${coins}", coins=Code(f"{self.coin}{self.mark}")))
        if self.potion:
            parts.append(say("Potion"))
        if self.debt:
            parts.append(say_number("{number} debt", "{number} debt", self.debt))
        return row(parts, " + ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What something is worth at the end: a number of points, or as many for each of a count."""

    points: int = 0
    """A card's are for each copy that a player has."""
    count: str = ""
    """What the points are for, one of COUNTS; empty: the points are fixed."""
    of: tuple[str, ...] = ()
    """The cards that are counted, by name; else all of a type; else all."""
    type: str = ""
    copies: int = 1
    """How many copies of a card it takes to count its name."""
    per: int = 1
    """How many of the count give the points once."""
    after: int = 0
    """How many are not counted."""
    at_least: int = 0
    """The points are for reaching this number, once."""
    mat: str = ""
    """The mat on which copies of the card count; empty: they count wherever they are."""
    rule: str = ""
    """The name of the function in a rulebook that works the points out instead."""
    source: str


COUNTS = ("cards", "names", "singles", "sets", "vp", "favors", "side")
"""What a Worth can count: cards, different names, cards had once, sets of different cards, tokens,
and which side of a State is up."""


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """Things that cards need beside their own pile, and what is done with them at setup."""

    name: str
    box: str
    rules: tuple[str, ...]
    says: str
    source: str
    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    cost: str = ""
    supply: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    face_up: bool = False
    """Whether a deck beside the Supply lies open and is not shuffled."""
    trash: tuple[str, ...] = ()
    heirloom: str = ""
    player_mats: tuple[str, ...] = ()
    player_tokens: tuple[tuple[str, int], ...] = ()
    reserves: tuple[str, ...] = ()
    remind: str = ""
    score: Worth | None = None
    """What its tokens are worth."""

    @property
    def sets_out(self) -> tuple[str, ...]:
        """The cards and groups of cards that it brings to the table."""
        heirloom = (self.heirloom,) if self.heirloom else ()
        return (*self.supply, *self.beside, *self.trash, *heirloom)


@dataclass(frozen=True, slots=True, eq=False)
class OtherCard:
    """A card with no randomizer of its own: basic cards, cards within mixed piles, Prizes …"""

    id: str
    name: str
    kind: str
    types: tuple[str, ...]
    cost: Cost | None
    copies: int
    group: str
    pile: str
    """Id of the mixed Kingdom pile it lies in, or empty."""
    needs: tuple[Material, ...]
    boxes: tuple[str, ...]
    score: Worth | None = None
    remind: ClassVar[str] = ""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A Kingdom pile, as its randomizer shows it."""

    id: str
    name: str
    aliases: tuple[str, ...]
    cost: Cost
    types: tuple[str, ...]
    pile: str
    contains: tuple[OtherCard, ...]
    tags: frozenset[str]
    needs: tuple[Material, ...]
    boxes: tuple[str, ...]
    families: frozenset[str]
    own_back: bool
    defends: bool
    """Whether it blunts the Attacks of others: it protects, or reacts and undoes the harm."""
    remind: str
    remind_in_supply: bool
    score: Worth | None = None

    @property
    def is_mixed(self) -> bool:
        """Whether the pile holds different cards."""
        return bool(self.contains)

    @property
    def roll_order(self) -> tuple[bool, int, int, int, str]:
        """Piles lie by rising cost: coins, then Potion, then debt, then name; debt alone last."""
        cost = self.cost
        only_debt = bool(cost.debt and not cost.coin)
        return (only_debt, cost.coin, cost.potion, cost.debt, self.name)


@dataclass(frozen=True, slots=True, eq=False)
class Landscape:
    """An Event, Landmark, Project, Way, Trait, Ally or Prophecy."""

    id: str
    name: str
    kind: str
    cost: Cost | None
    needs: tuple[Material, ...]
    boxes: tuple[str, ...]
    remind: str
    score: Worth | None = None


Thing = Card | OtherCard | Landscape


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """One printed product; each edition is a box of its own."""

    id: str
    name: str
    also_called: tuple[str, ...]
    """Its names in other languages and elsewhere, which all editions of this name share."""
    family: str
    edition: int
    year: int
    kind: str
    printed_cards: int | None
    note: str
    piles: tuple[Card, ...]
    landscapes: tuple[Landscape, ...]
    others: tuple[OtherCard, ...]
    components: tuple[Component, ...]
    stock: Mapping[str, int]
    """How many of each named thing lie in it: piles, groups, single cards, mats, tokens."""
    title: str
    """The name with the edition where the game has several."""
    letters: str
    """What stands on its spine; editions of one game share them."""
    colour: str
    """The colour of its spine, as `#39506F`."""
    short: str
    """Its name in a link that would grow too long; where it has none, its id."""
    added: bool
    """Whether its file was dropped in, and is not one of ours."""

    @property
    def things(self) -> tuple[Thing, ...]:
        """All cards and landscapes in it."""
        return (*self.piles, *self.landscapes, *self.others)

    @property
    def has_basic_cards(self) -> bool:
        """Whether Copper to Province and Curse are all inside."""
        return all(self.stock.get(name) for name in BASIC_CARDS)


@dataclass(frozen=True, slots=True)
class Component:
    """A counted part of a box that is no game card: randomizers, blanks, mats, tokens."""

    name: str
    kind: str
    count: int
    source: str


BASIC_CARDS = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse")
"""The piles every game has; a box with all of them holds one basic set."""


class LandscapeKind(NamedTuple):
    """What is said of the landscapes of a kind."""

    counted: Plural
    belongs: str
    """What one is and in which {field} of a request it belongs."""
    dealt: bool = False
    """Whether they come from a deck of their own when a card asks for one."""


LANDSCAPE_KINDS: Mapping[str, LandscapeKind] = {
    "event": LandscapeKind(
        Plural("{number} Event", "{number} Events"),
        say("It’s an Event, so it belongs in “{field}”."),
    ),
    "landmark": LandscapeKind(
        Plural("{number} Landmark", "{number} Landmarks"),
        say("It’s a Landmark, so it belongs in “{field}”."),
    ),
    "project": LandscapeKind(
        Plural("{number} Project", "{number} Projects"),
        say("It’s a Project, so it belongs in “{field}”."),
    ),
    "way": LandscapeKind(
        Plural("{number} Way", "{number} Ways"), say("It’s a Way, so it belongs in “{field}”.")
    ),
    "trait": LandscapeKind(
        Plural("{number} Trait", "{number} Traits"),
        say("It’s a Trait, so it belongs in “{field}”."),
    ),
    "ally": LandscapeKind(
        Plural("{number} Ally", "{number} Allies"),
        say("It’s an Ally, so it belongs in “{field}”."),
        dealt=True,
    ),
    "prophecy": LandscapeKind(
        Plural("{number} Prophecy", "{number} Prophecies"),
        say("It’s a Prophecy, so it belongs in “{field}”."),
        dealt=True,
    ),
}
MAIN_LANDSCAPES = tuple(key for key, kind in LANDSCAPE_KINDS.items() if not kind.dealt)
"""The kinds that are shuffled among the randomizers; Allies and Prophecies are dealt."""

TYPE_TAGS = ("attack", "reaction", "treasure", "victory", "duration", "night", "reserve", "command")
"""Tags that only repeat a type; a mixed pile has them when any of its cards has the type."""
