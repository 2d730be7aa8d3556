"""Settles what is in use: each card may bring others, until nothing changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple, cast

from setup_rules.cards import Card, Landscape, Thing
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection
from setup_rules.kingdom import (
    LANDSCAPE,
    Game,
    Kingdom,
    Role,
    Use,
    is_kingdom_card,
    pile_id,
    pile_meant,
    possible_players,
)
from setup_rules.rule_index import Due, rules_of
from setup_rules.rulebook import SlotDraw
from setup_rules.rules import DEALT_KINDS, DECISIONS, SIDE_DECK

_DEALT = {kind: place for place, kind in enumerate(DEALT_KINDS, 1)}
_BY_NAME = attrgetter("name")
_BY_ROLE = attrgetter("role.place", "thing.name")
"""Uses are listed by role, then by name, so that the order of dealing does not show."""


def settle(
    kingdom: Kingdom, players: int, collection: Collection, basic_sets: int | None = None
) -> Game:
    """What is in use in a Kingdom, with the choices named so far."""
    catalog = collection.catalog
    named = tuple(map(kingdom.drawn.get, rules_of(catalog).slots))
    in_use = _follow(catalog, kingdom.piles, kingdom.landscapes, kingdom.deck, named)
    planned = possible_players(players)
    sets = basic_sets or (1 if players <= 4 else 2)
    decided = [one.in_use(kingdom, in_use.ten, collection, planned) for one in DECISIONS]
    return Game(kingdom, players, planned, sets, collection, *in_use, *decided)


class _InUse(NamedTuple):
    """What piles, landscapes, deck and slots bring into use, in the order that Game has it."""

    ten: tuple[Card, ...]
    uses: tuple[Use, ...]
    supply_cards: tuple[Card, ...]
    landscapes: tuple[Landscape, ...]
    slots: Mapping[str, Card | Landscape]
    due: Mapping[object, tuple[str, ...]]


@lru_cache(maxsize=64)
def _follow(
    catalog: Catalog,
    piles: tuple[Thing, ...],
    landscapes: tuple[Landscape, ...],
    deck: tuple[Thing, ...],
    named: tuple[Thing | None, ...],
) -> _InUse:
    """Everything in use; `named` has the card for each slot, in the order of the slots.

    A few are remembered, because a Kingdom is settled when it is dealt and again when planned.
    """
    rules = rules_of(catalog)
    if rules.as_ten.keys() >= {*piles}:
        cards = cast("tuple[Card, ...]", piles)
    else:
        cards = tuple([catalog.cards[pile_id(one)] for one in piles if is_kingdom_card(one)])
    ten = tuple(dict.fromkeys(cards))
    cascade = _Cascade(catalog, landscapes, deck, named)
    cascade.run(ten)
    return _InUse(
        ten=ten,
        uses=(
            *map(rules.as_ten.__getitem__, sorted(ten, key=_BY_NAME)),
            *sorted(cascade.uses, key=_BY_ROLE),
        ),
        supply_cards=tuple(sorted(cascade.in_supply, key=rules.roll.__getitem__)),
        landscapes=_in_force(cascade.landscapes),
        slots=cascade.slots,
        due=cascade.due,
    )


def _in_force(landscapes: list[Landscape]) -> tuple[Landscape, ...]:
    """Landscapes as they were named, then those dealt, in the order of their slots."""
    return tuple(sorted(landscapes, key=lambda ls: _DEALT.get(ls.kind, 0)))


class _Cascade:
    """Follows what each card in use brings into use."""

    def __init__(
        self,
        catalog: Catalog,
        landscapes: tuple[Landscape, ...],
        deck: tuple[Thing, ...],
        named: tuple[Thing | None, ...],
    ) -> None:
        self._catalog, self._rules = catalog, rules_of(catalog)
        self._landscapes, self._deck, self._named = landscapes, deck, named
        self.uses: list[Use] = []
        """What is in use beside the ten."""
        self.in_supply: set[Card] = set()
        self.landscapes: list[Landscape] = []
        self.slots: dict[str, Card | Landscape] = {}
        self.due: dict[object, tuple[str, ...]] = {}

    def run(self, ten: tuple[Card, ...]) -> None:
        """Start with the ten and with the landscapes that are laid out rather than dealt."""
        by_thing = self._rules.by_thing
        self.in_supply.update(ten)
        for landscape in dict.fromkeys(self._landscapes):
            if landscape.kind not in _DEALT:
                self._use(landscape, LANDSCAPE)
        for card in ten:
            if dues := by_thing.get(card.id):
                self._set_off(dues, card.name)
        for thing, role in self.uses:  # grows on the way
            id_ = _top_of(thing).id if role.single_copy else thing.id
            self._set_off(by_thing.get(id_, ()), thing.name)

    def _use(self, thing: Thing, role: Role) -> None:
        self.uses.append(Use(thing, role))
        if isinstance(thing, Landscape):
            self.landscapes.append(thing)
        elif role.in_supply and isinstance(thing, Card):
            self.in_supply.add(thing)

    def _set_off(self, dues: tuple[Due, ...], name: str) -> None:
        for due in dues:
            if due not in self.due:
                self.due[due] = (name,)
                if due in self._rules.bringing:
                    self._bring(due)
            elif name not in self.due[due]:
                self.due[due] = tuple(sorted((*self.due[due], name)))

    def _bring(self, due: Due) -> None:
        if isinstance(due, SlotDraw):
            chosen = self._choice(due)
            if chosen is not None:
                self.slots[due.key] = chosen
                self._use(chosen, due.role)
        else:
            for thing in dict.fromkeys(self._deck):
                if is_kingdom_card(thing):
                    self._use(thing, SIDE_DECK.role)

    def _choice(self, draw: SlotDraw) -> Card | Landscape | None:
        named = self._named[self._rules.slots.index(draw.key)]
        if not draw.kind:
            return pile_meant(named, self._catalog)
        if isinstance(named, Landscape) and named.kind == draw.kind:
            return named
        return next((ls for ls in self._landscapes if ls.kind == draw.kind), None)


def _top_of(thing: Thing) -> Thing:
    """The card whose rules fire where one copy is in use: of a mixed pile, its top card."""
    return thing.contains[0] if isinstance(thing, Card) and thing.contains else thing
