"""Kingdom: ten piles and its choices, as named; Game: what of it is in use, and in which role."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import filterfalse
from operator import itemgetter
from typing import Any, NamedTuple

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection
from setup_rules.names import NameProblem, names_of
from setup_rules.sentences import say

MOST_PLAYERS = 7
FEWEST_PLAYERS = 2


def possible_players(asked: int) -> int:
    """The number of players to plan for: the asked one, or the nearest there are rules for."""
    return min(max(asked, FEWEST_PLAYERS), MOST_PLAYERS)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Role:
    """Where a card is in use; each role decides what counts. A slot is a role, too."""

    says: str = ""
    place: int
    """Uses are listed by it."""
    in_supply: bool = False
    """Whether its pile is a Supply pile."""
    single_copy: bool = False
    """Whether one copy of the card is in use and no pile."""
    reminds: bool = True
    """Whether players are reminded of what the card does."""


TEN = Role(says=say("one of the ten piles"), place=0, in_supply=True)
LANDSCAPE = Role(says=say("a landscape"), place=1000)


_NOTHING: Mapping[str, Thing] = {}


class Kingdom(NamedTuple):
    """What the players named or drew. None stands for a choice that is still open."""

    piles: tuple[Thing, ...]
    """The ten in the order dealt, as they were named."""
    landscapes: tuple[Landscape, ...] = ()
    deck: tuple[Thing, ...] = ()
    """The Black Market deck."""
    drawn: Mapping[str, Thing] = _NOTHING
    """Cards by the key of their slot."""
    boons: tuple[OtherCard, ...] = ()
    traits: Mapping[str, Thing] = _NOTHING
    """The pile of each Trait, by the Trait's id."""
    platinum_colony: bool | None = None
    shelters: bool | None = None

    def but(self, **changes: Any) -> Kingdom:
        """The same with these fields changed: `_replace` for fields of several types."""
        return self._replace(**changes)

    @property
    def choices(self) -> dict[str, tuple[Thing, ...]]:
        """What is named beside the piles and landscapes, by choice; Traits have their own."""
        named: dict[str, tuple[Thing, ...]] = {key: (one,) for key, one in self.drawn.items()}
        if self.boons:
            named["druid_boons"] = self.boons
        if self.deck:
            named["black_market_deck"] = self.deck
        return named


class Use(NamedTuple):
    """A card in use, and its role."""

    thing: Thing
    role: Role


# Nobody changes one; it is no named tuple because rules and checks read it so often.
@dataclass(slots=True, eq=False)
class Game:
    """A Kingdom for a number of players and a shelf, with everything in use worked out."""

    kingdom: Kingdom
    asked_players: int
    players: int
    """The number planned for: the asked one, or the nearest there are rules for."""
    sets: int
    """Basic sets to be used."""
    collection: Collection
    ten: tuple[Card, ...]
    """The different piles among those named, in the order dealt."""
    uses: tuple[Use, ...]
    """Everything in use, landscapes included, by role and name."""
    supply_cards: tuple[Card, ...]
    """K: the Kingdom piles in the Supply, each once, in roll order."""
    landscapes: tuple[Landscape, ...]
    """Those in force, the Ally and the Prophecy included."""
    slots: Mapping[str, Card | Landscape]
    """The cards named for slots that are due."""
    due: Mapping[object, tuple[str, ...]]
    """Names of the cards that set off each rule, draw or check."""
    platinum_colony: bool
    shelters: bool

    @property
    def things(self) -> Iterator[Thing]:
        """All cards and landscapes in use."""
        return map(itemgetter(0), self.uses)

    @property
    def used_piles(self) -> frozenset[str]:
        """Ids of all Kingdom piles in use; a card of a mixed pile uses its pile."""
        return frozenset(map(pile_id, self.things))

    @property
    def deck_cards(self) -> list[Thing]:
        """The Kingdom cards named for the Black Market deck, each once."""
        return [thing for thing in dict.fromkeys(self.kingdom.deck) if is_kingdom_card(thing)]

    def unused(self) -> tuple[Card, ...]:
        """Kingdom piles on the shelf that no role uses."""
        return tuple(self.without_used(self.collection.cards))

    def without_used(self, piles: Iterable[Card]) -> Iterator[Card]:
        """Those of the Kingdom piles that no role uses."""
        cards = self.collection.catalog.cards
        used = {cards[id_] for id_ in self.used_piles if id_ in cards}
        return filterfalse(used.__contains__, piles)


def is_kingdom_card(thing: Thing) -> bool:
    """Whether it is a Kingdom pile, or a single card of a mixed one."""
    return isinstance(thing, Card) or (isinstance(thing, OtherCard) and bool(thing.pile))


def pile_id(thing: Thing) -> str:
    """The id of the pile a card lies in: its own, or that of the mixed pile."""
    return thing.pile if isinstance(thing, OtherCard) and thing.pile else thing.id


def pile_meant(thing: Thing | None, catalog: Catalog) -> Card | None:
    """The Kingdom pile a name stands for: its own, or that of either half of a split pile."""
    if isinstance(thing, OtherCard) and thing.pile:
        pile = catalog.cards[thing.pile]
        return pile if pile.pile == "halves" else None
    return thing if isinstance(thing, Card) else None


@lru_cache(maxsize=4096)
def find_card(name: str, catalog: Catalog) -> Card | Landscape | None:
    """The pile or landscape that is meant by a name in any language, or None."""
    try:
        thing = names_of(catalog).find(name, prefer=(Card,), suggest=False)
    except NameProblem:
        return None
    return pile_meant(thing, catalog) or (thing if isinstance(thing, Landscape) else None)
