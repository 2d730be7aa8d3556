"""Checks the wishes of a request, each by its kind, and gathers every fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from setup_rules.cards import MAIN_LANDSCAPES, Card, Landscape, Thing
from setup_rules.catalog import Catalog
from setup_rules.draw.wish_kinds import (
    ALL_TAGS,
    AboutLandscapes,
    Bounded,
    ByBox,
    ByCost,
    ByPart,
    ByTag,
    CardList,
    Counts,
    Kind,
    Pairs,
    Weights,
    read_weight,
)
from setup_rules.draw.wishes import TABLE, WishType
from setup_rules.kingdom import pile_meant
from setup_rules.names import UnknownName, family_of, shorten
from setup_rules.plan_request import MOST_LANDSCAPES
from setup_rules.sentences import Code, say
from web.reading.draw_fields import BOUNDS, HIGHEST_WEIGHT, HOW_MANY, WEIGHT_STEP, WISHED
from web.reading.json_reader import LONGEST_NAME, Fault, FieldValues, JsonReader, Unreadable

_Names = Iterable[tuple[str, str]]
"""Names, each with its field."""
_Entries = Iterable[tuple[str, str, object]]
"""Keys and values of an object, each with its field."""


def wish_faults(wishes: Mapping[str, Any], catalog: Catalog) -> tuple[Fault, ...]:
    """What a draw could not read of wishes as they are stored."""
    return WishReader(catalog).faults(wishes)


class WishReader(JsonReader):
    """Checks wishes; `plain_request()` makes them the engine's."""

    def faults(self, wishes: Mapping[str, Any]) -> tuple[Fault, ...]:
        try:
            self._check(self._body(wishes, WISHED))
        except Unreadable as unreadable:
            return unreadable.faults
        return tuple(self._faults)

    def _check(self, given: FieldValues) -> None:
        """Check all that a household stores of a draw."""
        pinned = self._check_things(given["pinned"])
        self._check_things(given["banned"])
        if sum(isinstance(thing, Landscape) for thing in pinned) > MOST_LANDSCAPES:
            self._fault(
                "pinned",
                say(
                    "Too many landscapes are always included; the limit is {number}. Remove some.",
                    number=MOST_LANDSCAPES,
                ),
            )
        wishes = given["wishes"]
        for line in TABLE:
            if line.name in wishes:
                self._check_wish(line, wishes[line.name])
        given["draws"].read_all()
        given["black_market_size"]

    def _check_things(self, names: _Names) -> list[Thing]:
        """Piles and landscapes; those of them that are known."""
        things = []
        for field, name in names:
            thing = self._thing(field, name)
            if isinstance(thing, Landscape) or pile_meant(thing, self._catalog) is not None:
                things.append(thing)
            elif thing is not None:
                self._fault(
                    field,
                    say("{card} is neither a Kingdom pile nor a landscape.", card=thing.name),
                )
        return [thing for thing in things if thing is not None]

    def _check_wish(self, line: WishType[Kind], value: Any) -> None:
        """Check the value of a wish; whatever needs no more was checked as its field was read."""
        match line.kind:
            case ByPart() as kind:
                self._check_parts(kind, value)
            case Bounded() if value:
                value.read_all()
            case Counts() if value:
                for item in value:
                    self._read(HOW_MANY, *item)
            case Pairs():
                self._check_pairs(value)
            case Weights():
                self._check_weights(value)
            case CardList() if value:
                list(self._piles(value["cards"]))
                value.read_all()
            case AboutLandscapes():
                value.read_all()
                for field, kind in value["kinds"] or ():
                    if kind not in MAIN_LANDSCAPES:
                        self._unknown_value(field, kind, MAIN_LANDSCAPES)
                for field, kind, bounds in value["each"] or ():
                    if bounds is not None:
                        self._fields(field, bounds, BOUNDS).read_all()
                    if kind not in MAIN_LANDSCAPES:
                        self._unknown_key(field, kind, MAIN_LANDSCAPES)
                for field, box in value["boxes"] or ():
                    self._check_box(field, box)

    def _check_parts(self, kind: ByPart, entries: _Entries) -> None:
        """The parts of a wish that has bounds for each."""
        parts = set()
        for field, name, value in entries:
            if value is not None:
                self._fields(field, value, BOUNDS).read_all()
            part = kind.find(name[:LONGEST_NAME], self._catalog)
            if part is None:
                self._unknown_part(kind, field, name)
            elif part in parts:
                self._fault(
                    field,
                    say("{box} counts as the same box as another one listed here.", box=Code(name)),
                )
            parts.add(part)

    def _unknown_part(self, kind: ByPart, field: str, name: str) -> None:
        """No such tag, number of coins or family of boxes."""
        match kind:
            case ByTag():
                self._unknown_key(field, name, ALL_TAGS)
            case ByCost():
                self._fault(
                    field,
                    say(
                        "“{cost}” isn’t a cost. Write a whole number of coins from 0 to 99.",
                        cost=Code(shorten(name)),
                    ),
                )
            case ByBox():
                self._check_box(field, name)

    def _check_box(self, field: str, name: str) -> None:
        """A box or a family of boxes."""
        if family_of(name[:LONGEST_NAME], self._catalog):
            return
        try:
            self._names.find_box(name[:LONGEST_NAME])
        except UnknownName as problem:
            self._fault(field, self._unknown_box(problem))

    def _pile(self, field: str, name: str) -> Card | None:
        thing: Thing | None = self._thing(field, name)
        pile = pile_meant(thing, self._catalog)
        if thing is not None and pile is None:
            self._fault(field, say("{name} isn’t a Kingdom pile.", name=thing.name))
        return pile

    def _piles(self, names: _Names) -> Iterator[Card]:
        for field, name in names:
            pile = self._pile(field, name)
            if pile is not None:
                yield pile

    def _check_pairs(self, pairs: Iterable[tuple[str, object]]) -> None:
        for field, pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2:
                self._fault(field, say("“{field}” must be a list of 2 names.", field=Code(field)))
                continue
            piles = list(self._piles(self._list(field, pair, len(pair))))
            if len(piles) == 2 and piles[0] is piles[1]:
                self._fault(
                    field,
                    say("“{field}” lists {card} twice.", field=Code(field), card=piles[0].name),
                )

    def _check_weights(self, entries: _Entries) -> None:
        piles = set()
        for field, name, number in entries:
            pile = self._pile(field, name)
            self._check_weight(field, number)
            if pile in piles and pile is not None:
                self._fault(field, say("{name} is listed twice.", name=pile.name))
            piles.add(pile)

    def _check_weight(self, field: str, value: object) -> None:
        if isinstance(value, int | float) and not isinstance(value, bool):
            if 0 <= value <= HIGHEST_WEIGHT and not read_weight(value) % WEIGHT_STEP:
                return
            wanted = say(
                "“{field}” must be a number from 0 to {most} with at most 3 decimal places."
            )
        else:
            wanted = say(
                "“{field}” must be a number from 0 to {most} with at most 3 decimal places, "
                "not {kind}."
            )
        self._wrong(field, wanted, value, most=HIGHEST_WEIGHT)
