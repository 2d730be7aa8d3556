"""Reads JSON field by field: names, boxes, numbers, lists; and gathers every fault of it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn

from setup_rules.cards import Card, Thing
from setup_rules.catalog import Catalog
from setup_rules.names import NameProblem, UnknownName, fold, names_of, shorten
from setup_rules.sentences import Code, Sentence, listed, row, say

MOST_BOXES = 200
LONGEST_NAME = 200
MOST_SUGGESTED = 20
"""Unknown names in one request that the nearest names are looked for; each takes a while."""

DEEPEST = 32
"""Lists and objects within each other in one text; the file of a full household has seven.

How deep Python itself reads differs by its version and by what is on the stack already.
"""
_NO_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[^]["{}]++', re.DOTALL)
"""Strings, whole or cut off, and all else that opens and closes nothing."""
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}

NAMES = say("names")


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
        few = [fault.message for fault in self.faults[:3]]
        more = len(self.faults) - 3
        if more > 0:
            few.append(say("And {number} more, see the details.", number=more))
        return row(few, " ")


class BadJson(Exception):
    """A text that is no JSON; `message` says why."""

    def __init__(self, message: Sentence) -> None:
        self.message = message
        super().__init__(message)


THE_BODY = say("The body")
_JSON_FAULTS: dict[str, Sentence] = {
    said: said
    for said in (
        say("Expecting value"),
        say("Expecting ',' delimiter"),
        say("Expecting ':' delimiter"),
        say("Expecting property name enclosed in double quotes"),
        say("Extra data"),
        say("Illegal trailing comma before end of array"),
        say("Illegal trailing comma before end of object"),
        say("Invalid \\escape"),
        say("Invalid \\uXXXX escape"),
        say("Invalid control character at"),
        say("Unterminated string starting at"),
    )
}
"""What Python says of a text that is no JSON."""


def parse_json(body: bytes, what: Sentence = THE_BODY) -> object:
    """The value of a JSON text in UTF-8; stricter than Python about NaN and doubled keys.

    `what` is what the text is called where it is wrong.
    """

    def no_number(word: str) -> NoReturn:
        raise BadJson(
            say("{text} is no JSON text: {word} is no JSON number.", text=what, word=Code(word))
        )

    def each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                twice = say(
                    "{text} names the key “{key}” twice in one object.",
                    text=what,
                    key=Code(shorten(key)),
                )
                raise BadJson(twice)
            found[key] = value
        return found

    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadJson(say("{text} is not written in UTF-8.", text=what)) from error
    if _depth(text) > DEEPEST:
        raise BadJson(say("{text} is nested too deeply.", text=what))
    try:
        return json.loads(text, parse_constant=no_number, object_pairs_hook=each_key_once)
    except json.JSONDecodeError as error:
        raise BadJson(
            say(
                "{text} is no JSON text: {fault} in line {line}, column {column}.",
                text=what,
                fault=_JSON_FAULTS.get(error.msg, Code(error.msg)),
                line=error.lineno,
                column=error.colno,
            )
        ) from error
    except ValueError as error:
        raise BadJson(say("{text} has a number that is too long.", text=what)) from error


def _depth(text: str) -> int:
    """How many lists and objects lie within each other, also in a text that is no JSON."""
    brackets = _NO_BRACKETS.sub("", text)
    return max(accumulate(_STEPS[bracket] for bracket in brackets), default=0)


class JsonReader:
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
            said = say("The body must be an object, not {kind}.", kind=json_kind(body))
            raise Unreadable([Fault("", said)])
        self._check_keys("", body, (*required, *optional))
        for key in required:
            if key not in body:
                self._fault(key, say("“{field}” is missing.", field=Code(key)))
        return body

    def _fault(self, field: str, message: str) -> None:
        self._faults.append(Fault(field, message))

    def _wrong(self, field: str, message: Sentence, value: object, **more: Any) -> None:
        """A value that is of another kind than its field wants."""
        said = say(message.template, field=Code(field), kind=json_kind(value), **more)
        self._fault(field, said)

    def _too_many(self, field: str, number: int, what: Sentence, most: int) -> None:
        said = say(
            "These are {number} {what}, and {most} are the most.",
            number=number,
            what=what,
            most=most,
        )
        self._fault(field, said)

    def _check_keys(self, where: str, given: Mapping[str, Any], known: Collection[str]) -> None:
        for key in given:
            if key not in known:
                self._unknown(f"{where}{shorten(key)}", key, say("key"), known)

    def _unknown(self, field: str, word: str, what: Sentence, known: Collection[str]) -> None:
        """A word that is none of those known: the nearest of them, or all."""
        said = {"word": Code(shorten(word)), "what": what}
        self._suggested += 1
        if self._suggested > MOST_SUGGESTED:
            return self._fault(field, say("“{word}” is no {what} we know.", **said))
        plain = {key.lower(): key for key in known}
        near = get_close_matches(word[:LONGEST_NAME].lower(), plain, 1)
        if near:
            message = say(
                "“{word}” is no {what} we know; did you mean “{other}”?",
                **said,
                other=Code(plain[near[0]]),
            )
        else:
            message = say(
                "“{word}” is no {what} we know; known are {all}.",
                **said,
                all=listed(map(Code, known)),
            )
        return self._fault(field, message)

    def _object(self, field: str, value: object) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self._wrong(field, say("“{field}” must be an object, not {kind}."), value)
        return {}

    def _number(
        self, field: str, value: object, least: int, most: int, what: Sentence | None = None
    ) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        said = {
            "what": what or say("“{field}”", field=Code(field)),
            "least": least,
            "most": most,
        }
        if type(value) is int:
            message = say("{what} must be a whole number from {least} to {most}.", **said)
        else:
            message = say(
                "{what} must be a whole number from {least} to {most}, not {kind}.",
                **said,
                kind=json_kind(value),
            )
        self._fault(field, message)
        return least

    def _yes_or_no(self, field: str, value: object) -> bool | None:
        if value is None or isinstance(value, bool):
            return value
        self._wrong(field, say("“{field}” must be true, false or null, not {kind}."), value)
        return None

    def _list(self, field: str, value: object, most: int) -> Iterator[tuple[str, str]]:
        """The names in a list, each with its field."""
        for where, name in self._items(field, value, most, NAMES):
            if self._is_name(where, name):
                yield where, str(name)

    def _items(
        self, field: str, value: object, most: int, what: Sentence
    ) -> Iterator[tuple[str, object]]:
        """Whatever is in a list, each with its field."""
        if not isinstance(value, list):
            said = say("“{field}” must be a list of {what}, not {kind}.")
            self._wrong(field, said, value, what=what)
        elif len(value) > most:
            self._too_many(field, len(value), what, most)
        else:
            for place, item in enumerate(value):
                yield f"{field}[{place}]", item

    def _is_name(self, field: str, value: object) -> bool:
        if isinstance(value, str):
            return True
        self._wrong(field, say("“{field}” must be a name, not {kind}."), value)
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
            message = say(
                "“{name}” is no name. Write the name of a card, or leave it out.", name=found.name
            )
        elif group := self._group(name):
            message = say(
                "{group} are no card of their own. They are set out by themselves when a card "
                "asks for them.",
                group=group,
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
            return say(
                "“{name}” has several editions. Write {names}.",
                name=problem.name,
                names=listed(map(Code, editions), "or"),
            )
        if problem.suggestions:
            return say(
                "“{name}” is no box we know. Did you mean {names}?",
                name=problem.name,
                names=listed(map(Code, problem.suggestions), "or"),
            )
        return say(
            "“{name}” is no box we know. All boxes are listed at {address}.",
            name=problem.name,
            address=Code("/api/catalog"),
        )


_KINDS: tuple[tuple[type, Sentence], ...] = (
    (bool, say("true or false")),
    (int, say("a number")),
    (float, say("a number with a decimal point")),
    (str, say("text")),
    (list, say("a list")),
    (dict, say("an object")),
)
_NULL = say("null")


def json_kind(value: object) -> Sentence:
    """What a JSON value is, as a sentence needs it."""
    return next((word for type_, word in _KINDS if isinstance(value, type_)), _NULL)
