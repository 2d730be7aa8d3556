"""Reads JSON field by field: names, boxes, numbers, lists; and gathers every fault of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn

from setup_rules.cards import Card, Thing
from setup_rules.catalog import Catalog
from setup_rules.names import NameProblem, UnknownName, fold, listed, names_of, shorten

MOST_BOXES = 200
LONGEST_NAME = 200
MOST_SUGGESTED = 20
"""Unknown names in one request that the nearest names are looked for; each takes a while."""


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


class Reader:
    """Reads one request and gathers its faults; each kind of request has a reader of its own."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._names = names_of(catalog)
        self._known: dict[str, Thing | NameProblem] = {}
        self._suggested = 0
        self._faults: list[Fault] = []

    def _keys_of(
        self, body: object, required: Collection[str], optional: Collection[str]
    ) -> dict[str, Any]:
        """The body as an object; it has all keys it must have, and none we do not know."""
        if not isinstance(body, dict):
            raise Unreadable([Fault("", f"The body must be an object, not {kind_of(body)}.")])
        self._check_keys("", body, (*required, *optional))
        for key in required:
            if key not in body:
                self._fault(key, f"“{key}” is missing.")
        return body

    def _fault(self, field: str, message: str) -> None:
        self._faults.append(Fault(field, message))

    def _check_keys(self, where: str, given: Mapping[str, Any], known: Collection[str]) -> None:
        for key in given:
            if key not in known:
                self._unknown(f"{where}{shorten(key)}", key, "key", known)

    def _unknown(self, field: str, word: str, what: str, known: Collection[str]) -> None:
        """A word that is none of those known: the nearest of them, or all."""
        message = f"“{shorten(word)}” is no {what} we know"
        self._suggested += 1
        if self._suggested > MOST_SUGGESTED:
            return self._fault(field, f"{message}.")
        plain = {key.lower(): key for key in known}
        near = get_close_matches(word[:LONGEST_NAME].lower(), plain, 1)
        hint = f"did you mean “{plain[near[0]]}”?" if near else f"known are {listed(known)}."
        return self._fault(field, f"{message}; {hint}")

    def _object(self, field: str, value: object) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self._fault(field, f"“{field}” must be an object, not {kind_of(value)}.")
        return {}

    def _number(self, field: str, value: object, least: int, most: int, what: str = "") -> int:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        isnt = "" if type(value) is int else f", not {kind_of(value)}"
        what = what or f"“{field}”"
        self._fault(field, f"{what} must be a whole number from {least} to {most}{isnt}.")
        return least

    def _yes_or_no(self, field: str, value: object) -> bool | None:
        if value is None or isinstance(value, bool):
            return value
        self._fault(field, f"“{field}” must be true, false or null, not {kind_of(value)}.")
        return None

    def _list(self, field: str, value: object, most: int) -> Iterator[tuple[str, str]]:
        """The names in a list, each with its field."""
        for where, name in self._items(field, value, most, "names"):
            if self._is_name(where, name):
                yield where, str(name)

    def _items(
        self, field: str, value: object, most: int, what: str
    ) -> Iterator[tuple[str, object]]:
        """Whatever is in a list, each with its field."""
        if not isinstance(value, list):
            self._fault(field, f"“{field}” must be a list of {what}, not {kind_of(value)}.")
        elif len(value) > most:
            self._fault(field, f"These are {len(value)} {what}, and {most} are the most.")
        else:
            for place, item in enumerate(value):
                yield f"{field}[{place}]", item

    def _is_name(self, field: str, value: object) -> bool:
        if isinstance(value, str):
            return True
        self._fault(field, f"“{field}” must be a name, not {kind_of(value)}.")
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

    def _boxes(self, value: object) -> tuple[str, ...]:
        """Ids in shelf order; a box that is there twice is named twice."""
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


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a number"),
    (float, "a number with a decimal point"),
    (str, "text"),
    (list, "a list"),
    (dict, "an object"),
)


def kind_of(value: object) -> str:
    """What a JSON value is, as a sentence needs it."""
    return next((word for type_, word in _KINDS if isinstance(value, type_)), "null")
