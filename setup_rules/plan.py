"""What the engine hands back: the things rules set out, and the SetupPlan made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from setup_rules.cards import Card, Landscape
from setup_rules.problems import Problem, Severity


class Place(Enum):
    """Where a pile lies."""

    SUPPLY = "in the Supply"
    BESIDE = "beside the Supply"
    ASIDE = "set aside"
    TRASH = "in the trash"


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together: in the Supply, beside it, set aside, or in the trash."""

    name: str
    count: int
    place: Place
    note: str = ""
    takes: tuple[tuple[str, int], ...] = ()
    """What it takes out of the boxes, by name; empty when that is the pile's own name."""
    card: str = ""
    """The card, where the pile is a single one set aside for something."""
    slot: str = ""
    """The slot that the pile fills, by its key, where it is a whole pile beside the Supply."""
    host: str = ""
    """The card that it is set aside for, where it is a part of a deck."""


class PlayerMat(NamedTuple):
    """A mat for each player."""

    name: str


class SharedMat(NamedTuple):
    """A mat in the middle."""

    name: str


@dataclass(frozen=True, slots=True)
class PlayerTokens:
    """Tokens each player starts with."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class PileTokens:
    """Tokens on a Supply pile."""

    name: str
    pile: str
    count: int
    suffice: bool = False
    """Whether the card that puts them there uses no others."""


@dataclass(frozen=True, slots=True)
class LandscapeTokens:
    """Tokens on a landscape."""

    landscape: str
    name: str
    count: int
    suffice: bool = False
    """Whether the landscape uses no others."""


class Reserve(NamedTuple):
    """A kind of token to have at hand."""

    kind: str
    why: str = ""
    """What the cards need it for, where they do not say so themselves."""


class StartsWith(NamedTuple):
    """A card that each player starts with in place of another one."""

    card: str
    instead_of: str
    pile: str = ""
    """The Kingdom pile it is taken from, if it is."""


class PileNote(NamedTuple):
    """How a Supply pile is marked or laid out."""

    pile: str
    text: str
    trait: str = ""
    """The Trait that lies on it, by name."""


class Reminder(NamedTuple):
    """A sentence that holds for the whole game."""

    text: str
    card: str = ""
    """The card or landscape it is about, where the sentence does not say so."""


SetOut = (
    Pile
    | PlayerMat
    | SharedMat
    | PlayerTokens
    | PileTokens
    | LandscapeTokens
    | Reserve
    | StartsWith
    | PileNote
    | Reminder
)


class SupplyPile(NamedTuple):
    """A pile of the Supply at the start of the game."""

    name: str
    count: int  # type: ignore[assignment]
    types: tuple[str, ...]
    card: Card | None
    """Its randomizer; None for basic cards, Potion and Ruins."""
    note: str
    dealt: int = 0
    """Cards of it that have gone into the starting decks, all players together."""


@dataclass(frozen=True, slots=True, eq=False)
class Basics:
    """The part of a setup that all kingdoms with the same starting deck have in common."""

    starting_deck: Mapping[str, int]
    from_kingdom: tuple[str, ...]
    """The cards of it that are taken from a Kingdom pile."""
    piles: tuple[SupplyPile, ...]
    """The Supply piles of no Kingdom card, in the order they are laid out."""


class DrawOdds(NamedTuple):
    """Exact chances of the random-card method."""

    platinum_colony: Fraction
    shelters: Fraction
    both: Fraction
    neither: Fraction


@dataclass(frozen=True, slots=True)
class FetchItem:
    """One line of the fetch list."""

    what: str
    count: int
    whole: bool
    """Whether that is all of it in the box, so that nobody needs to count."""
    note: str
    shares: tuple[int, ...] = ()
    """How many of them each table gets, where several play at the same time."""


class FetchBox(NamedTuple):
    """What to take out of one box."""

    box: str
    """The box's id."""
    items: tuple[FetchItem, ...]


@dataclass(slots=True)
class SetupPlan:
    """The whole setup of one kingdom for one number of players, with everything wrong with it.

    Nobody changes a plan once `plan_setup` has given it out: plans are kept and shared.
    """

    players: int
    problems: tuple[Problem, ...]
    supply: tuple[SupplyPile, ...]
    beside: tuple[Pile, ...]
    aside: tuple[Pile, ...]
    trash: Mapping[str, int]
    basics: Basics
    starting_deck: Mapping[str, int]
    player_mats: tuple[str, ...]
    shared_mats: tuple[str, ...]
    player_tokens: Mapping[str, int]
    pile_tokens: Mapping[str, Mapping[str, int]]
    landscape_tokens: Mapping[str, Mapping[str, int]]
    token_reserves: tuple[str, ...]
    reserved_for: Mapping[str, Mapping[str, str]]
    """The cards that use more of a kind of token than lies there at the start, and why."""
    landscapes: tuple[Landscape, ...]
    traits: Mapping[str, str]
    """The Trait on each pile that has one."""
    named_piles: Mapping[str, str]
    """The Supply pile that a landscape looks at, such as Obelisk, by the landscape's name."""
    ends_when_empty: tuple[str, ...]
    empty_piles: int
    odds: DrawOdds
    because: Mapping[str, tuple[str, ...]]
    reminders: tuple[str, ...]
    fetch: tuple[FetchBox, ...]

    @property
    def status(self) -> str:
        """`ok`, `warning` or `error`: the worst Problem; advice alone leaves it ok."""
        worst = min((problem.severity.rank for problem in self.problems), default=9)
        return {Severity.ERROR.rank: "error", Severity.WARNING.rank: "warning"}.get(worst, "ok")

    @property
    def tokens_placed(self) -> dict[str, int]:
        """The value of each kind of token handed out or placed at setup, 0 if only at hand.

        Favors are coin tokens.
        """
        placed = dict.fromkeys(self.token_reserves, 0)
        for token, count in self.player_tokens.items():
            kind = "Coin" if token == "Favor" else token
            placed[kind] = placed.get(kind, 0) + count * self.players
        for on_it in self.landscape_tokens.values():
            for token, count in on_it.items():
                placed[token] = placed.get(token, 0) + count
        for token, piles in self.pile_tokens.items():
            placed[token] = placed.get(token, 0) + sum(piles.values())
        return placed

    @property
    def pile_notes(self) -> Mapping[str, str]:
        """How to lay piles out, where there is anything to say."""
        noted: tuple[SupplyPile | Pile, ...] = (*self.supply, *self.beside, *self.aside)
        return {pile.name: pile.note for pile in noted if pile.note}
