"""Settles what is in use: each card may bring others, until nothing changes."""

from __future__ import annotations

from collections import deque

from setup_rules.cards import Card, Landscape
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection
from setup_rules.index import Due, rules_of
from setup_rules.kingdom import (
    Game,
    Kingdom,
    Role,
    Use,
    is_kingdom_card,
    pile_id,
    pile_meant,
    possible_players,
)
from setup_rules.rulebook import Draw, Rule
from setup_rules.rules.dark_ages import shelters_in_use
from setup_rules.rules.prosperity_2e import colonies_in_use

DEALT = ("ally", "prophecy")
"""Landscapes that come from decks of their own when a card asks for them."""


def settle(
    kingdom: Kingdom, players: int, collection: Collection, basic_sets: int | None = None
) -> Game:
    """What is in use in a Kingdom, with the choices named so far."""
    catalog = collection.catalog
    ten = tuple(
        dict.fromkeys(catalog.cards[pile_id(t)] for t in kingdom.piles if is_kingdom_card(t))
    )
    cascade = _Cascade(kingdom, catalog)
    cascade.run(ten)
    in_supply = {
        use.thing for use in cascade.uses if use.role.in_supply and isinstance(use.thing, Card)
    }
    supply_cards = tuple(sorted(in_supply, key=lambda card: card.roll_order))
    return Game(
        kingdom=kingdom,
        asked_players=players,
        players=possible_players(players),
        sets=basic_sets or (1 if players <= 4 else 2),
        collection=collection,
        ten=ten,
        uses=tuple(sorted(cascade.uses, key=_place)),
        supply_cards=supply_cards,
        landscapes=_in_force(cascade),
        slots=cascade.slots,
        due={key: tuple(sorted(names)) for key, names in cascade.due.items()},
        platinum_colony=colonies_in_use(kingdom, ten, collection),
        shelters=shelters_in_use(kingdom, ten, collection, possible_players(players)),
    )


def _place(use: Use) -> tuple[int, str]:
    """Uses are listed by role, then by name, so that the order of dealing does not show."""
    return (use.role.place, use.thing.name)


def _in_force(cascade: _Cascade) -> tuple[Landscape, ...]:
    """Landscapes as they were named, then the Ally, then the Prophecy."""
    found = [use.thing for use in cascade.uses if isinstance(use.thing, Landscape)]
    return tuple(sorted(found, key=lambda ls: (ls.kind in DEALT, ls.kind == "prophecy")))


class _Cascade:
    """Follows what each card in use brings into use."""

    def __init__(self, kingdom: Kingdom, catalog: Catalog) -> None:
        self._kingdom, self._catalog = kingdom, catalog
        self._by_thing = rules_of(catalog).by_thing
        self._waiting: deque[Use] = deque()
        self.uses: list[Use] = []
        self.slots: dict[str, Card | Landscape] = {}
        self.due: dict[object, set[str]] = {}

    def run(self, ten: tuple[Card, ...]) -> None:
        """Start with the ten and with the landscapes that are laid out rather than dealt."""
        self._waiting.extend(Use(card, Role.TEN) for card in ten)
        for landscape in dict.fromkeys(self._kingdom.landscapes):
            if landscape.kind not in DEALT:
                self._waiting.append(Use(landscape, Role.LANDSCAPE))
        while self._waiting:
            use = self._waiting.popleft()
            self.uses.append(use)
            for due in self._by_thing.get(_speaks_as(use), ()):
                self._fire(due, use.thing.name)

    def _fire(self, due: Due, name: str) -> None:
        asking = self.due.get(due)
        if asking is not None:
            asking.add(name)
            return
        self.due[due] = {name}
        if isinstance(due, Draw):
            chosen = self._choice(due)
            if chosen is not None:
                self.slots[due.key] = chosen
                self._waiting.append(Use(chosen, due.role))
        elif isinstance(due, Rule) and due.deals_deck:
            for thing in dict.fromkeys(self._kingdom.deck):
                if is_kingdom_card(thing):
                    self._waiting.append(Use(thing, Role.DECK))

    def _choice(self, draw: Draw) -> Card | Landscape | None:
        named = self._kingdom.drawn.get(draw.key)
        if not draw.kind:
            return pile_meant(named, self._catalog)
        if isinstance(named, Landscape) and named.kind == draw.kind:
            return named
        return next((ls for ls in self._kingdom.landscapes if ls.kind == draw.kind), None)


def _speaks_as(use: Use) -> str:
    """The id whose rules fire: of a mixed pile with one copy in use, that of its top card."""
    if use.role.single_copy and isinstance(use.thing, Card) and use.thing.contains:
        return use.thing.contains[0].id
    return use.thing.id
