"""Reads a request into a Kingdom, players and boxes, and tells every fault of it at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from setup_rules import rules
from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.collection import gather
from setup_rules.engine import settle
from setup_rules.kingdom import Game, Kingdom
from setup_rules.names import fold, shorten
from setup_rules.sentences import Code, Sentence, say
from web.reading.json_reader import JsonReader, Unreadable

MOST_PLAYERS = 99
MOST_SETS = 9
MOST_PILES = 40
MOST_LANDSCAPES = 40
MOST_IN_DECK = 600
MOST_BOONS = 12
MOST_TRAITS = 40

THE_PLAYERS = say("The number of players")

REQUIRED = ("boxes", "players", "kingdom")
OPTIONAL = ("landscapes", "black_market_deck", "choices", "basic_sets")
SLOTS = tuple(slot.key for slot in rules.SLOTS)
"""The choices that are one card each."""
CHOICES = ("platinum_colony", "shelters", "druid_boons", "traits", *SLOTS)


class PlanRequest(NamedTuple):
    """What was asked for, as read: everything a plan depends on."""

    kingdom: Kingdom
    players: int
    boxes: tuple[str, ...]
    """Ids in shelf order; a box that is there twice is named twice."""
    basic_sets: int | None

    def game(self, catalog: Catalog) -> Game:
        """The game that was asked for."""
        return settle(self.kingdom, self.players, gather(catalog, self.boxes), self.basic_sets)


def read_request(body: object, catalog: Catalog) -> PlanRequest:
    """What a request asks for; raises Unreadable with every fault."""
    return _PlanReader(catalog).read(body)


class _PlanReader(JsonReader):
    """Reads a kingdom with its choices."""

    def read(self, body: object) -> PlanRequest:
        given = self._keys_of(body, REQUIRED, OPTIONAL)
        choices = self._object("choices", given.get("choices", {}))
        self._check_keys("choices.", choices, CHOICES)
        asked = PlanRequest(
            Kingdom(
                piles=self._things("kingdom", given.get("kingdom", []), MOST_PILES),
                landscapes=self._landscapes(given.get("landscapes", [])),
                deck=self._things(
                    "black_market_deck", given.get("black_market_deck", []), MOST_IN_DECK
                ),
                drawn=self._drawn(choices),
                boons=self._boons(choices.get("druid_boons")),
                traits=self._traits(choices.get("traits")),
                platinum_colony=self._yes_or_no(
                    "choices.platinum_colony", choices.get("platinum_colony")
                ),
                shelters=self._yes_or_no("choices.shelters", choices.get("shelters")),
            ),
            self._number("players", given.get("players", 2), 0, MOST_PLAYERS, THE_PLAYERS),
            self._boxes(given.get("boxes", [])),
            None
            if given.get("basic_sets") is None
            else self._number(
                "basic_sets", given["basic_sets"], 1, MOST_SETS, say("The number of basic sets")
            ),
        )
        if self._faults:
            raise Unreadable(self._faults)
        return asked

    def _things(self, field: str, value: object, most: int) -> tuple[Thing, ...]:
        found = (self._thing(where, name) for where, name in self._list(field, value, most))
        return tuple(thing for thing in found if thing is not None)

    def _landscapes(self, value: object) -> tuple[Landscape, ...]:
        found = []
        for field, name in self._list("landscapes", value, MOST_LANDSCAPES):
            thing = self._thing(field, name)
            if isinstance(thing, Landscape):
                found.append(thing)
            elif thing is not None:
                self._fault(
                    field,
                    say("{name} is no landscape but {what}.", name=thing.name, what=_what(thing)),
                )
        return tuple(found)

    def _drawn(self, choices: Mapping[str, Any]) -> dict[str, Thing]:
        drawn: dict[str, Thing] = {}
        for slot in SLOTS:
            name, field = choices.get(slot), f"choices.{slot}"
            if name is None or not self._is_name(field, name):
                continue
            is_pile = slot in rules.PILE_SLOTS
            if thing := self._pile(field, name) if is_pile else self._thing(field, name):
                drawn[slot] = thing
        return drawn

    def _pile(self, field: str, name: str) -> Thing | None:
        """A Supply pile by its name; one of the Ruins stands for theirs."""
        if fold(name) == "ruins":
            return self._catalog.groups["Ruins"][0]
        return self._thing(field, name)

    def _boons(self, value: object) -> tuple[OtherCard, ...]:
        found = []
        given = [] if value is None else value
        for field, name in self._list("choices.druid_boons", given, MOST_BOONS):
            thing = self._thing(field, name)
            if isinstance(thing, OtherCard) and thing.group == "Boons":
                found.append(thing)
            elif thing is not None:
                self._fault(
                    field, say("{name} is no Boon but {what}.", name=thing.name, what=_what(thing))
                )
        return tuple(found)

    def _traits(self, value: object) -> dict[str, Thing]:
        traits: dict[str, Thing] = {}
        given = {} if value is None else self._object("choices.traits", value)
        if len(given) > MOST_TRAITS:
            self._fault(
                "choices.traits",
                say(
                    "“{field}” has more than {number} Traits.",
                    field=Code("choices.traits"),
                    number=MOST_TRAITS,
                ),
            )
            return traits
        for name, pile in given.items():
            field = f"choices.traits.{shorten(name)}"
            trait = self._thing(field, name)
            if trait is not None and getattr(trait, "kind", "") != "trait":
                self._fault(
                    field, say("{name} is no Trait but {what}.", name=trait.name, what=_what(trait))
                )
            if pile is None or not self._is_name(field, pile):
                continue
            thing = self._pile(field, pile)
            if trait is not None and trait.id in traits:
                self._fault(field, say("{name} is named twice.", name=trait.name))
            elif trait is not None and thing is not None:
                traits[trait.id] = thing
        return traits


def _what(thing: Thing) -> Sentence:
    """What a card is and where its name belongs, as a sentence needs it."""
    if isinstance(thing, Card):
        return say("a Kingdom pile; it belongs in “{field}”", field=Code("kingdom"))
    if isinstance(thing, Landscape):
        return _A_LANDSCAPE[thing.kind]
    if thing.group == "Boons":
        return say("a Boon; it belongs in “{field}”", field=Code("choices.druid_boons"))
    if thing.pile:
        return say("a card of a Kingdom pile; the pile belongs in “{field}”", field=Code("kingdom"))
    return say("a card that is set out by itself when it is needed; leave it out")


_LANDSCAPES = Code("landscapes")
_A_LANDSCAPE = {
    "ally": say("an Ally; it belongs in “{field}”", field=_LANDSCAPES),
    "event": say("an Event; it belongs in “{field}”", field=_LANDSCAPES),
    "landmark": say("a Landmark; it belongs in “{field}”", field=_LANDSCAPES),
    "project": say("a Project; it belongs in “{field}”", field=_LANDSCAPES),
    "prophecy": say("a Prophecy; it belongs in “{field}”", field=_LANDSCAPES),
    "trait": say("a Trait; it belongs in “{field}”", field=_LANDSCAPES),
    "way": say("a Way; it belongs in “{field}”", field=_LANDSCAPES),
}
