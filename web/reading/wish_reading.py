"""Reads the wishes of a request, each by its kind, and gathers every fault."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from setup_rules.cards import Card, Thing
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection as Shelf
from setup_rules.draw.presets import as_published
from setup_rules.draw.wish_kinds import (
    Bounded,
    ByBox,
    ByCost,
    ByPart,
    ByTag,
    CardList,
    Counts,
    Flag,
    Kind,
    Number,
    Pairs,
    Weights,
)
from setup_rules.draw.wishes import (
    OF_THE_TEN,
    PRESET,
    Bounds,
    ListLimit,
    Wishes,
    WishType,
    of_kind,
)
from setup_rules.kingdom import pile_meant
from setup_rules.names import UnknownName, fold, shorten
from setup_rules.sentences import Code, say
from web.reading.draw_fields import (
    ALL_TAGS,
    BOUNDS,
    COINS,
    HIGHEST_WEIGHT,
    HOW_MANY,
    WEIGHT_STEP,
)
from web.reading.json_reader import LONGEST_NAME, FieldValues, JsonReader

_Names = Iterable[tuple[str, str]]
"""Names, each with its field."""
_Entries = Iterable[tuple[str, str, object]]
"""Keys and values of an object, each with its field."""


class WishReader(JsonReader):
    """Reads wishes into those of the engine."""

    def __init__(self, catalog: Catalog) -> None:
        super().__init__(catalog)
        self._keys: dict[str, str] = {}
        """The keys of wishes as the request has them, where they differ from the engine's."""

    def _wishes(self, given: FieldValues, shelf: Shelf) -> Wishes:
        """The wishes named, and those of the preset where none is named in their place."""
        values = {
            line.field: self._value(line, given, shelf) for line in OF_THE_TEN if line.name in given
        }
        if given[PRESET.name] is not None:
            self._add_preset(values, given, as_published(self._catalog))
        for line in of_kind(ByPart):
            values[line.field] = _asking(values.get(line.field, ()))
        for pair in of_kind(Bounded):
            if values.get(pair.field) == Bounds():
                values[pair.field] = None
        return Wishes(**values)

    def _value(self, line: WishType[Kind], given: FieldValues, shelf: Shelf) -> Any:
        """The value of a wish as the engine takes it."""
        value = given[line.name]
        match line.kind:
            case ByPart():
                return tuple(self._by_part(line, value))
            case Bounded():
                return value and _bounds(value)
            case Number():
                return value or 0
            case Counts():
                return value and tuple(self._read(HOW_MANY, *item) for item in value)
            case Flag():
                return bool(value)
            case Pairs():
                return tuple(self._pairs(value))
            case Weights():
                return self._weights(value, shelf)
            case CardList() as kind:
                return self._card_list(line, kind, value)
        raise TypeError(f"a request cannot have a wish of the kind {line.kind}")

    def _add_preset(self, values: dict[str, Any], given: FieldValues, preset: Wishes) -> None:
        """What is named goes before the preset; the keys tell which wishes are the preset's."""
        for line in OF_THE_TEN:
            if not line.in_preset:
                continue
            theirs = getattr(preset, line.field)
            if isinstance(line.kind, ByPart):
                own = dict(values.get(line.field, ()))
                values[line.field] = tuple((dict(theirs) | own).items())
                keys = [f"{line.field}.{part}" for part, _bounds in theirs if part not in own]
                self._keys.update(dict.fromkeys(keys, PRESET.name))
            elif given.raw(line.name) is None:
                values[line.field] = theirs
                self._keys[line.field] = PRESET.name

    def _by_part(self, line: WishType[Kind], entries: _Entries) -> Iterator[tuple[Any, Bounds]]:
        """The parts of a wish that has bounds for each."""
        parts = set()
        for field, name, value in entries:
            bounds = Bounds() if value is None else _bounds(self._fields(field, value, BOUNDS))
            part = self._part(line.kind, field, name)
            if part in parts:
                self._fault(
                    field,
                    say("{box} counts as one box with another one named here.", box=Code(name)),
                )
            elif part is not None:
                parts.add(part)
                if str(part) != name:
                    self._keys[f"{line.field}.{part}"] = f"{line.name}.{name}"
                yield part, bounds

    def _part(self, kind: Kind, field: str, name: str) -> str | int | None:
        """A tag, a number of coins or a family of boxes; None if there is no such part."""
        match kind:
            case ByTag():
                if name in ALL_TAGS:
                    return name
                self._unknown(field, name, say("tag"), ALL_TAGS)
            case ByCost():
                if re.fullmatch(COINS, name, re.ASCII):
                    return int(name)
                self._fault(
                    field,
                    say(
                        "“{cost}” is no cost; write a whole number of coins from 0 to 99.",
                        cost=Code(shorten(name)),
                    ),
                )
            case ByBox():
                return self._family(field, name) or None
        return None

    def _family(self, field: str, name: str) -> str:
        """The family of a box, by its own id or that of any of its boxes; empty if unknown."""
        boxes = self._catalog.boxes
        families = {fold(box.family): box.family for box in boxes.values()}
        try:
            box = boxes[self._names.find_box(name[:LONGEST_NAME])]
        except UnknownName as problem:
            if fold(name) in families:
                return families[fold(name)]
            self._fault(field, self._unknown_box(problem))
            return ""
        return box.family

    def _pile(self, field: str, name: str) -> Card | None:
        thing: Thing | None = self._thing(field, name)
        pile = pile_meant(thing, self._catalog)
        if thing is not None and pile is None:
            self._fault(field, say("{name} is no Kingdom pile.", name=thing.name))
        return pile

    def _piles(self, names: _Names) -> Iterator[Card]:
        for field, name in names:
            pile = self._pile(field, name)
            if pile is not None:
                yield pile

    def _pairs(self, pairs: Iterable[tuple[str, object]]) -> Iterator[tuple[str, str]]:
        for field, pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2:
                self._fault(field, say("“{field}” must be a list of two names.", field=Code(field)))
                continue
            piles = list(self._piles(self._list(field, pair, len(pair))))
            if len(piles) == 2 and piles[0] is piles[1]:
                self._fault(
                    field,
                    say("“{field}” names {card} twice.", field=Code(field), card=piles[0].name),
                )
            elif len(piles) == 2:
                yield piles[0].id, piles[1].id

    def _card_list(
        self, line: WishType[Kind], kind: CardList, given: FieldValues | None
    ) -> tuple[ListLimit, ...]:
        if given is None:
            return ()
        self._keys[f"{line.field}.{kind.list_name}"] = line.name
        cards = {card.id for card in self._piles(given["cards"])}
        return (ListLimit(kind.list_name, tuple(sorted(cards)), given["most"]),)

    def _weights(self, entries: _Entries, shelf: Shelf) -> tuple[tuple[str, int], ...]:
        """Whole weights in the same proportions; cards that are not named weigh one."""
        weights: dict[str, Fraction] = {}
        for field, name, number in entries:
            pile, weight = self._pile(field, name), self._weight(field, number)
            if pile is not None and pile.id in weights:
                self._fault(field, say("{name} is named twice.", name=pile.name))
            elif pile is not None:
                weights[pile.id] = weight
        scale = lcm(*(weight.denominator for weight in weights.values()))
        if scale > 1:
            weights = {card.id: Fraction(1) for card in shelf.cards} | weights
        return tuple(sorted((id_, int(weight * scale)) for id_, weight in weights.items()))

    def _weight(self, field: str, value: object) -> Fraction:
        if isinstance(value, int | float) and not isinstance(value, bool):
            if 0 <= value <= HIGHEST_WEIGHT:
                # Of a number with a point, its shortest decimal text is what was meant.
                weight = Fraction(repr(value))
                if not weight % WEIGHT_STEP:
                    return weight
            wanted = say(
                "“{field}” must be a number from 0 to {most} with at most three digits after the "
                "point."
            )
        else:
            wanted = say(
                "“{field}” must be a number from 0 to {most} with at most three digits after the "
                "point, not {kind}."
            )
        self._wrong(field, wanted, value, most=HIGHEST_WEIGHT)
        return Fraction(1)


def _bounds(given: FieldValues) -> Bounds:
    """From min to max; null or left out is no limit."""
    return Bounds(given["min"] or 0, given["max"])


def _asking(parts: Iterable[tuple[Any, Bounds]]) -> tuple[tuple[Any, Bounds], ...]:
    """Those that ask for anything; bounds that hold nothing back are no wish."""
    return tuple(sorted((part, bounds) for part, bounds in parts if bounds != Bounds()))
