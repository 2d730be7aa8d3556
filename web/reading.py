"""Reads a request into a Kingdom, players and boxes, and tells every fault of it at once."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.collection import gather
from setup_rules.engine import settle
from setup_rules.kingdom import Game, Kingdom
from setup_rules.names import NameProblem, UnknownName, fold, listed, names_of, shorten

MOST_PLAYERS = 99
MOST_SETS = 9
MOST_PILES = 40
MOST_LANDSCAPES = 40
MOST_BOXES = 200
MOST_IN_DECK = 600
MOST_BOONS = 12
MOST_TRAITS = 40
LONGEST_NAME = 200
MOST_SUGGESTED = 20
"""Unknown names in one request that the nearest names are looked for; each takes a while."""

REQUIRED = ("boxes", "players", "kingdom")
OPTIONAL = ("landscapes", "black_market_deck", "choices", "basic_sets")
SLOTS = (
    "bane",
    "platinum_colony_card",
    "shelters_card",
    "army",
    "ferryman",
    "mouse",
    "riverboat",
    "ally",
    "prophecy",
    "obelisk",
    "inherited_replaces",
)
"""The choices that are one card each."""
CHOICES = ("platinum_colony", "shelters", "druid_boons", "traits", *SLOTS)


class Asked(NamedTuple):
    """What was asked for, as read: everything a plan depends on."""

    kingdom: Kingdom
    players: int
    boxes: tuple[str, ...]
    """Ids in shelf order; a box that is there twice is named twice."""
    basic_sets: int | None

    def game(self, catalog: Catalog) -> Game:
        """The game that was asked for."""
        return settle(self.kingdom, self.players, gather(catalog, self.boxes), self.basic_sets)


class Fault(NamedTuple):
    """One thing in a request that cannot be read, and where."""

    field: str
    message: str


class Unreadable(Exception):
    """A request with faults; all of them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The first faults in one text."""
        few = " ".join(fault.message for fault in self.faults[:3])
        more = len(self.faults) - 3
        return few if more <= 0 else f"{few} And {more} more, see the details."


class BadJson(Exception):
    """A body that is no JSON text; the message says why."""


def parse_json(body: bytes) -> object:
    """The value of a JSON text in UTF-8; stricter than Python about NaN and doubled keys."""
    try:
        return json.loads(
            body.decode("utf-8-sig"), parse_constant=_no_number, object_pairs_hook=_each_key_once
        )
    except UnicodeDecodeError as error:
        raise BadJson("The body is not written in UTF-8.") from error
    except json.JSONDecodeError as error:
        raise BadJson(
            f"The body is no JSON text: {error.msg} in line {error.lineno}, column {error.colno}."
        ) from error
    except RecursionError as error:
        raise BadJson("The body is nested too deeply.") from error
    except ValueError as error:
        raise BadJson("The body has a number that is too long.") from error


def _no_number(word: str) -> NoReturn:
    raise BadJson(f"The body is no JSON text: {word} is no JSON number.")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadJson(f"The body names the key “{shorten(key)}” twice in one object.")
        found[key] = value
    return found


def read_request(body: object, catalog: Catalog) -> Asked:
    """What a request asks for; raises Unreadable with every fault."""
    return _Reader(catalog).read(body)


class _Reader:
    """Reads one request and gathers its faults."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._names = names_of(catalog)
        self._known: dict[str, Thing | NameProblem] = {}
        self._suggested = 0
        self._faults: list[Fault] = []

    def read(self, body: object) -> Asked:
        if not isinstance(body, dict):
            raise Unreadable([Fault("", f"The body must be an object, not {_kind(body)}.")])
        self._check_keys("", body, (*REQUIRED, *OPTIONAL))
        for key in REQUIRED:
            if key not in body:
                self._fault(key, f"“{key}” is missing.")
        choices = self._object("choices", body.get("choices", {}))
        self._check_keys("choices.", choices, CHOICES)
        asked = Asked(
            Kingdom(
                piles=self._things("kingdom", body.get("kingdom", []), MOST_PILES),
                landscapes=self._landscapes(body.get("landscapes", [])),
                deck=self._things(
                    "black_market_deck", body.get("black_market_deck", []), MOST_IN_DECK
                ),
                drawn=self._drawn(choices),
                boons=self._boons(choices.get("druid_boons")),
                traits=self._traits(choices.get("traits")),
                platinum_colony=self._yes_or_no("platinum_colony", choices),
                shelters=self._yes_or_no("shelters", choices),
            ),
            self._number("players", body.get("players", 2), 0, MOST_PLAYERS),
            self._boxes(body.get("boxes", [])),
            None
            if body.get("basic_sets") is None
            else self._number("basic_sets", body["basic_sets"], 1, MOST_SETS),
        )
        if self._faults:
            raise Unreadable(self._faults)
        return asked

    def _fault(self, field: str, message: str) -> None:
        self._faults.append(Fault(field, message))

    def _check_keys(self, where: str, given: Mapping[str, Any], known: Collection[str]) -> None:
        for key in given:
            if key not in known:
                name = shorten(key)
                near = get_close_matches(key[:LONGEST_NAME], known, 1)
                hint = f"did you mean “{near[0]}”?" if near else f"known are {listed(known)}."
                self._fault(f"{where}{name}", f"“{name}” is no key we know; {hint}")

    def _object(self, field: str, value: object) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self._fault(field, f"“{field}” must be an object, not {_kind(value)}.")
        return {}

    def _number(self, field: str, value: object, least: int, most: int) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        what = {"players": "The number of players", "basic_sets": "The number of basic sets"}
        isnt = "" if type(value) is int else f", not {_kind(value)}"
        self._fault(field, f"{what[field]} must be a whole number from {least} to {most}{isnt}.")
        return least

    def _yes_or_no(self, key: str, choices: Mapping[str, Any]) -> bool | None:
        value = choices.get(key)
        if value is None or isinstance(value, bool):
            return value
        field = f"choices.{key}"
        self._fault(field, f"“{field}” must be true, false or null, not {_kind(value)}.")
        return None

    def _list(self, field: str, value: object, most: int) -> Iterator[tuple[str, str]]:
        """The names in a list, each with its field."""
        if not isinstance(value, list):
            self._fault(field, f"“{field}” must be a list of names, not {_kind(value)}.")
        elif len(value) > most:
            self._fault(field, f"These are {len(value)} names, and {most} are the most.")
        else:
            for place, name in enumerate(value):
                where = f"{field}[{place}]"
                if self._is_name(where, name):
                    yield where, name

    def _is_name(self, field: str, value: object) -> bool:
        if isinstance(value, str):
            return True
        self._fault(field, f"“{field}” must be a name, not {_kind(value)}.")
        return False

    def _thing(self, field: str, name: str) -> Thing | None:
        """The card or landscape of a name; a fault with the nearest names if there is none."""
        name = name[:LONGEST_NAME]
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._find(name)
        if not isinstance(found, NameProblem):
            return found
        message = found.message
        if not fold(name):
            message = f"“{found.name}” is no name. Write the name of a card, or leave it out."
        elif group := self._group(name):
            message = (
                f"{group} are no card of their own. They are set out by themselves when a card "
                "asks for them."
            )
        self._fault(field, message)
        return None

    def _find(self, name: str) -> Thing | NameProblem:
        try:
            return self._names.find(name, prefer=(Card,), suggest=self._suggested < MOST_SUGGESTED)
        except NameProblem as problem:
            self._suggested += 1
            return problem

    def _group(self, name: str) -> str:
        return next((group for group in self._catalog.groups if fold(group) == fold(name)), "")

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
                self._fault(field, f"{thing.name} is no landscape but {_what(thing)}.")
        return tuple(found)

    def _boxes(self, value: object) -> tuple[str, ...]:
        found = []
        for field, name in self._list("boxes", value, MOST_BOXES):
            try:
                found.append(self._names.find_box(name[:LONGEST_NAME]))
            except UnknownName as problem:
                self._fault(field, self._unknown_box(problem))
        order = {box: place for place, box in enumerate(self._catalog.boxes)}
        return tuple(sorted(found, key=lambda box: order[box]))

    def _unknown_box(self, problem: UnknownName) -> str:
        boxes = self._catalog.boxes.values()
        editions = [box.id for box in boxes if fold(box.name) == fold(problem.name)]
        if editions:
            return f"“{problem.name}” has several editions. Write {listed(editions, 'or')}."
        if problem.suggestions:
            near = listed(problem.suggestions, "or")
            return f"“{problem.name}” is no box we know. Did you mean {near}?"
        return f"“{problem.name}” is no box we know. All boxes are listed at /api/catalog."

    def _drawn(self, choices: Mapping[str, Any]) -> dict[str, Thing]:
        drawn: dict[str, Thing] = {}
        for slot in SLOTS:
            name, field = choices.get(slot), f"choices.{slot}"
            if name is None or not self._is_name(field, name):
                continue
            if slot == "obelisk" and fold(name) == "ruins":
                drawn[slot] = self._catalog.groups["Ruins"][0]
            elif thing := self._thing(field, name):
                drawn[slot] = thing
        return drawn

    def _boons(self, value: object) -> tuple[OtherCard, ...]:
        found = []
        given = [] if value is None else value
        for field, name in self._list("choices.druid_boons", given, MOST_BOONS):
            thing = self._thing(field, name)
            if isinstance(thing, OtherCard) and thing.group == "Boons":
                found.append(thing)
            elif thing is not None:
                self._fault(field, f"{thing.name} is no Boon but {_what(thing)}.")
        return tuple(found)

    def _traits(self, value: object) -> dict[str, Thing]:
        traits: dict[str, Thing] = {}
        given = {} if value is None else self._object("choices.traits", value)
        if len(given) > MOST_TRAITS:
            self._fault("choices.traits", f"“choices.traits” has more than {MOST_TRAITS} Traits.")
            return traits
        for name, pile in given.items():
            field = f"choices.traits.{shorten(name)}"
            trait = self._thing(field, name)
            if trait is not None and getattr(trait, "kind", "") != "trait":
                self._fault(field, f"{trait.name} is no Trait but {_what(trait)}.")
            if pile is None or not self._is_name(field, pile):
                continue
            thing = self._thing(field, pile)
            if trait is not None and trait.id in traits:
                self._fault(field, f"{trait.name} is named twice.")
            elif trait is not None and thing is not None:
                traits[trait.id] = thing
        return traits


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a number"),
    (float, "a number with a decimal point"),
    (str, "text"),
    (list, "a list"),
    (dict, "an object"),
)


def _kind(value: object) -> str:
    """What a JSON value is, as a sentence needs it."""
    return next((word for type_, word in _KINDS if isinstance(value, type_)), "null")


def _what(thing: Thing) -> str:
    """What a card is and where its name belongs, as a sentence needs it."""
    if isinstance(thing, Card):
        return "a Kingdom pile; it belongs in “kingdom”"
    if isinstance(thing, Landscape):
        kind = thing.kind.capitalize()
        return f"{'an' if kind[0] in 'AE' else 'a'} {kind}; it belongs in “landscapes”"
    if thing.group == "Boons":
        return "a Boon; it belongs in “choices.druid_boons”"
    if thing.pile:
        return "a card of a Kingdom pile; the pile belongs in “kingdom”"
    return "a card that is set out by itself when it is needed; leave it out"
