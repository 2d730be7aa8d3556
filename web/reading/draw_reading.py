"""Reads the boxes and wishes of a draw, and tells every fault of them at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from setup_rules.cards import MAIN_LANDSCAPES, TYPE_TAGS, Card, Landscape, Thing
from setup_rules.catalog import Catalog
from setup_rules.chance import fresh_seed, normal_seed
from setup_rules.collection import Collection as Shelf
from setup_rules.collection import gather
from setup_rules.draw.completion import (
    AS_PRINTED,
    COLONY_POLICIES,
    SHELTER_POLICIES,
    Dealing,
    LandscapeWish,
)
from setup_rules.draw.presets import as_published
from setup_rules.draw.request import DrawRequest
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
    BY_NAME,
    LANDSCAPES,
    OF_THE_TEN,
    PRESET,
    RANDOM_BOXES,
    Bounds,
    ListLimit,
    Wish,
    Wishes,
    WishType,
    of_kind,
    zero_weights,
)
from setup_rules.facts.schema import TAGS
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS, pile_meant
from setup_rules.names import UnknownName, fold, shorten
from setup_rules.rules.promo_black_market import RECOMMENDED
from setup_rules.sentences import Code, say
from web.reading.json_reader import LONGEST_NAME, JsonReader, Unreadable
from web.reading.plan_reading import MOST_IN_DECK, MOST_LANDSCAPES, THE_PLAYERS

LONGEST_SEED = 200
MOST_NAMES = 600
MOST_PAIRS = 100
MOST_PARTS = 100
"""The most keys of one wish: boxes, tags or costs."""
MOST_OF_A_KIND = 99
"""The highest number that can be asked for of cards or boxes; more is a slip of the finger."""
COINS = "0|[1-9][0-9]?"
"""How requests and fields write a cost."""
HIGHEST_WEIGHT = 1000
WEIGHT_STEP = Fraction(1, 1000)

REQUIRED = ("boxes", "players")
OPTIONAL = ("seed", "pinned", "banned", "wishes", "draws", "black_market_size")
WISHES = tuple(BY_NAME)
LANDSCAPE_KEYS = ("min", "max", "kinds", "max_ways", "always")
DRAWS = {"platinum_colony": COLONY_POLICIES, "shelters": SHELTER_POLICIES}
ALL_TAGS = tuple(sorted((*TAGS, *TYPE_TAGS)))


class ParsedDraw(NamedTuple):
    """What was asked for, as read: everything a draw and its answer depend on."""

    asked: DrawRequest
    boxes: tuple[str, ...]
    """Ids in shelf order; a box that is there twice is named twice."""
    seed: str
    keys: Mapping[str, str]
    """The keys of wishes as the request has them, where they differ from the engine's."""

    def key_of(self, wish: Wish) -> str:
        """Where the request makes this wish."""
        return self.keys.get(wish.key, wish.key)


def read_draw(body: object, catalog: Catalog) -> ParsedDraw:
    """What a request asks for; raises Unreadable with every fault."""
    return _DrawReader(catalog).read(body)


class _DrawReader(JsonReader):
    """Reads boxes, pins, bans and wishes."""

    def __init__(self, catalog: Catalog) -> None:
        super().__init__(catalog)
        self._keys: dict[str, str] = {}

    def read(self, body: object) -> ParsedDraw:
        given = self._keys_of(body, REQUIRED, OPTIONAL)
        boxes = self._boxes(given.get("boxes", []))
        players = self._number(
            "players",
            given.get("players", FEWEST_PLAYERS),
            FEWEST_PLAYERS,
            MOST_PLAYERS,
            THE_PLAYERS,
        )
        seed = self._seed(given.get("seed"))
        pinned, pinned_landscapes = self._sorted_out("pinned", given.get("pinned", []))
        banned, banned_landscapes = self._sorted_out("banned", given.get("banned", []))
        if len(pinned_landscapes) > MOST_LANDSCAPES:
            self._fault(
                "pinned", say("More than {number} landscapes are pinned.", number=MOST_LANDSCAPES)
            )
        told = self._object("wishes", given.get("wishes", {}))
        self._check_keys("wishes.", told, WISHES)
        shelf = gather(self._catalog, boxes)
        wishes = replace(
            self._wishes(told, shelf),
            pinned=tuple(dict.fromkeys(card.id for card in pinned)),
            banned=tuple(
                dict.fromkeys([card.id for card in banned] + [ls.id for ls in banned_landscapes])
            ),
        )
        boxes_by_chance = None
        if told.get(RANDOM_BOXES.name) is not None:
            boxes_by_chance = self._value(RANDOM_BOXES, told[RANDOM_BOXES.name], shelf)
            self._name_clash(wishes, RANDOM_BOXES, boxes_by_chance)
        draws = self._draws(given.get("draws", {}))
        how = Dealing(
            banned=frozenset((*wishes.banned, *zero_weights(wishes))),
            near=wishes.limits_boxes or boxes_by_chance is not None,
            landscapes=self._landscapes(told.get(LANDSCAPES.name, {}), pinned_landscapes),
            deck_size=self._number(
                "black_market_size", given.get("black_market_size", RECOMMENDED), 1, MOST_IN_DECK
            ),
            **draws,
        )
        if self._faults:
            raise Unreadable(self._faults)
        asked = DrawRequest(
            shelf, players, wishes, how, tuple(dict.fromkeys(pinned_landscapes)), boxes_by_chance
        )
        return ParsedDraw(asked, boxes, seed, self._keys)

    def _seed(self, value: object) -> str:
        """The seed as it is used and told; a fresh one if there is none."""
        if value is None:
            return fresh_seed()
        if not isinstance(value, str):
            self._wrong("seed", say("“{field}” must be text, not {kind}."), value)
            return ""
        seed = normal_seed(value)
        if max(len(value), len(seed)) > LONGEST_SEED:
            self._fault(
                "seed",
                say(
                    "“{field}” has more than {number} characters.",
                    field=Code("seed"),
                    number=LONGEST_SEED,
                ),
            )
        elif any("\ud800" <= char <= "\udfff" for char in seed):
            self._fault(
                "seed",
                say("“{field}” has half a character in it, which is no text.", field=Code("seed")),
            )
        return seed

    def _sorted_out(self, field: str, value: object) -> tuple[list[Card], list[Landscape]]:
        """The piles and the landscapes in a list of names."""
        piles: list[Card] = []
        landscapes: list[Landscape] = []
        for where, name in self._list(field, value, MOST_NAMES):
            thing = self._thing(where, name)
            pile = pile_meant(thing, self._catalog)
            if pile is not None:
                piles.append(pile)
            elif isinstance(thing, Landscape):
                landscapes.append(thing)
            elif thing is not None:
                self._fault(
                    where,
                    say("{card} is neither a Kingdom pile nor a landscape.", card=thing.name),
                )
        return piles, landscapes

    def _pile(self, field: str, name: str) -> Card | None:
        thing: Thing | None = self._thing(field, name)
        pile = pile_meant(thing, self._catalog)
        if thing is not None and pile is None:
            self._fault(field, say("{name} is no Kingdom pile.", name=thing.name))
        return pile

    def _piles(self, field: str, value: object) -> Iterator[Card]:
        for where, name in self._list(field, value, MOST_NAMES):
            pile = self._pile(where, name)
            if pile is not None:
                yield pile

    def _wishes(self, told: Mapping[str, Any], shelf: Shelf) -> Wishes:
        """The wishes named, and those of the preset where none is named in their place."""
        values = {
            line.field: self._value(line, told[line.name], shelf)
            for line in OF_THE_TEN
            if line.name in told
        }
        preset = self._one_of(f"wishes.{PRESET.name}", told.get(PRESET.name), PRESET.kind.known)
        if preset is not None:
            self._add_preset(values, told, as_published(self._catalog))
        for line in of_kind(ByPart):
            values[line.field] = _asking(values.get(line.field, ()))
        for pair in of_kind(Bounded):
            if values.get(pair.field) == Bounds():
                values[pair.field] = None
        return Wishes(**values)

    def _value(self, line: WishType[Kind], told: object, shelf: Shelf) -> Any:
        """The value of a wish as the engine takes it."""
        field = f"wishes.{line.name}"
        match line.kind:
            case ByPart():
                return tuple(self._by_part(line, told))
            case Bounded():
                return self._bounds(field, told)
            case Number(lowest=lowest):
                return 0 if told is None else self._number(field, told, lowest, MOST_OF_A_KIND)
            case Counts():
                return self._counts(field, told)
            case Flag():
                return bool(self._yes_or_no(field, told))
            case Pairs():
                return tuple(self._pairs(field, told))
            case Weights():
                return self._weights(field, told, shelf)
            case CardList() as kind:
                return self._card_list(line, kind, told)
        raise TypeError(f"a request cannot have a wish of the kind {line.kind}")

    def _add_preset(self, values: dict[str, Any], told: Mapping[str, Any], preset: Wishes) -> None:
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
            elif told.get(line.name) is None:
                values[line.field] = theirs
                self._keys[line.field] = PRESET.name

    def _name_clash(self, wishes: Wishes, line: WishType[Number], number: int) -> None:
        """A clash over the number of boxes is told of the wish that allows fewer."""
        lowered = line.kind.lowers
        bounds = getattr(wishes, lowered)
        if bounds is None or bounds.most is None or number < bounds.most:
            self._keys[lowered] = line.name

    def _bounds(self, field: str, value: object) -> Bounds | None:
        if value is None:
            return None
        given = self._object(field, value)
        self._check_keys(f"{field}.", given, ("min", "max"))
        return self._min_max(field, given, MOST_OF_A_KIND)

    def _min_max(self, field: str, given: Mapping[str, Any], highest: int) -> Bounds:
        found = [
            None
            if given.get(key) is None
            else self._number(f"{field}.{key}", given[key], 0, highest)
            for key in ("min", "max")
        ]
        return Bounds(found[0] or 0, found[1])

    def _by_part(self, line: WishType[Kind], value: object) -> Iterator[tuple[Any, Bounds]]:
        """The parts of a wish that has bounds for each."""
        given = self._object(f"wishes.{line.name}", value)
        if len(given) > MOST_PARTS:
            self._too_many(f"wishes.{line.name}", len(given), say("keys"), MOST_PARTS)
            return
        found = set()
        for name, told in given.items():
            field = f"wishes.{line.name}.{shorten(name)}"
            bounds = self._bounds(field, told) or Bounds()
            part = self._part(line.kind, field, name)
            if part in found:
                self._fault(
                    field,
                    say("{box} counts as one box with another one named here.", box=Code(name)),
                )
            elif part is not None:
                found.add(part)
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

    def _counts(self, field: str, value: object) -> tuple[int, ...] | None:
        if value is None:
            return None
        return tuple(
            self._number(where, number, 0, MOST_OF_A_KIND)
            for where, number in self._items(field, value, MOST_OF_A_KIND + 1, say("numbers"))
        )

    def _pairs(self, pairs_field: str, value: object) -> Iterator[tuple[str, str]]:
        for field, pair in self._items(pairs_field, value, MOST_PAIRS, say("pairs")):
            if not isinstance(pair, list) or len(pair) != 2:
                self._fault(field, say("“{field}” must be a list of two names.", field=Code(field)))
                continue
            piles = list(self._piles(field, pair))
            if len(piles) == 2 and piles[0] is piles[1]:
                self._fault(
                    field,
                    say("“{field}” names {card} twice.", field=Code(field), card=piles[0].name),
                )
            elif len(piles) == 2:
                yield piles[0].id, piles[1].id

    def _card_list(
        self, line: WishType[Kind], kind: CardList, value: object
    ) -> tuple[ListLimit, ...]:
        if value is None:
            return ()
        field, name = f"wishes.{line.name}", kind.list_name
        given = self._object(field, value)
        self._check_keys(f"{field}.", given, ("cards", "most"))
        for key in ("cards", "most"):
            if isinstance(value, dict) and key not in given:
                where = f"{field}.{key}"
                self._fault(where, say("“{field}” is missing.", field=Code(where)))
        self._keys[f"{line.field}.{name}"] = line.name
        cards = {card.id for card in self._piles(f"{field}.cards", given.get("cards", []))}
        most = self._number(f"{field}.most", given.get("most", 0), 0, MOST_OF_A_KIND)
        return (ListLimit(name, tuple(sorted(cards)), most),)

    def _weights(
        self, weights_field: str, value: object, shelf: Shelf
    ) -> tuple[tuple[str, int], ...]:
        """Whole weights in the same proportions; cards that are not named weigh one."""
        found: dict[str, Fraction] = {}
        given = self._object(weights_field, value)
        if len(given) > MOST_NAMES:
            self._too_many(weights_field, len(given), say("weights"), MOST_NAMES)
            return ()
        for name, number in given.items():
            field = f"{weights_field}.{shorten(name)}"
            pile, weight = self._pile(field, name), self._weight(field, number)
            if pile is not None and pile.id in found:
                self._fault(field, say("{name} is named twice.", name=pile.name))
            elif pile is not None:
                found[pile.id] = weight
        scale = lcm(*(weight.denominator for weight in found.values()))
        if scale > 1:
            found = {card.id: Fraction(1) for card in shelf.cards} | found
        return tuple(sorted((id_, int(weight * scale)) for id_, weight in found.items()))

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

    def _landscapes(self, value: object, pinned: Collection[Landscape]) -> LandscapeWish:
        """The wish; what it does not say is as printed, but never less than what is pinned."""
        field = f"wishes.{LANDSCAPES.name}"
        given = self._object(field, value)
        self._check_keys(f"{field}.", given, LANDSCAPE_KEYS)
        bounds = self._min_max(field, given, MOST_LANDSCAPES)
        laid_out = [landscape for landscape in pinned if landscape.kind in MAIN_LANDSCAPES]
        ways = sum(landscape.kind == "way" for landscape in laid_out)
        most, most_ways = bounds.most, given.get("max_ways")
        if most is None:
            most = max(AS_PRINTED.most, bounds.least, len(laid_out))
        return LandscapeWish(
            least=bounds.least,
            most=most,
            kinds=self._kinds(f"{field}.kinds", given.get("kinds")),
            most_ways=max(AS_PRINTED.most_ways, ways)
            if most_ways is None
            else self._number(f"{field}.max_ways", most_ways, 0, MOST_LANDSCAPES),
            always=bool(self._yes_or_no(f"{field}.always", given.get("always"))),
        )

    def _kinds(self, field: str, value: object) -> tuple[str, ...]:
        if value is None:
            return MAIN_LANDSCAPES
        found = []
        for where, kind in self._list(field, value, len(MAIN_LANDSCAPES)):
            if kind in MAIN_LANDSCAPES:
                found.append(kind)
            else:
                self._unknown(where, kind, say("kind of landscape"), MAIN_LANDSCAPES)
        return tuple(kind for kind in MAIN_LANDSCAPES if kind in found)

    def _draws(self, value: object) -> dict[str, Any]:
        given = self._object("draws", value)
        self._check_keys("draws.", given, DRAWS)
        said = {
            key: self._one_of(f"draws.{key}", given.get(key), policies)
            for key, policies in DRAWS.items()
        }
        return {key: policy for key, policy in said.items() if policy is not None}

    def _one_of(self, field: str, value: object, known: Collection[str]) -> str | None:
        if value is None:
            return None
        if isinstance(value, str) and value in known:
            return value
        if isinstance(value, str):
            self._unknown(field, value, say("value of “{field}”", field=Code(field)), known)
        else:
            self._wrong(field, say("“{field}” must be text, not {kind}."), value)
        return None


def _asking(parts: Iterable[tuple[Any, Bounds]]) -> tuple[tuple[Any, Bounds], ...]:
    """Those that ask for anything; bounds that hold nothing back are no wish."""
    return tuple(sorted((part, bounds) for part, bounds in parts if bounds != Bounds()))
