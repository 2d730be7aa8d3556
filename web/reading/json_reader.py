"""Reads the fields of JSON requests (names, boxes, numbers, lists) and gathers every fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from setup_rules.cards import Card, Thing
from setup_rules.catalog import Catalog
from setup_rules.names import NameProblem, UnknownName, fold, names_of, shorten
from setup_rules.plan_request import MOST_BOXES
from setup_rules.sentences import Code, Sentence, listed, row, say
from web.reading.fields import (
    Fields,
    JsonField,
    ListOf,
    MapOf,
    Name,
    OneOf,
    Text,
    WholeNumber,
    YesNo,
)

LONGEST_NAME = 200
MOST_SUGGESTED = 20
"""Unknown names in one request that the nearest names are looked for; each takes a while."""
BOXES = ListOf(
    items=Name(),
    most=MOST_BOXES,
    required=True,
    about="The shelf; a box named twice is there twice.",
)


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
            few.append(say("And {number} more; see the details.", number=more))
        return row(few, " ")


class FieldValues:
    """The fields of one object in a request; each is read when it is asked for."""

    def __init__(
        self, reader: JsonReader, where: str, given: Mapping[str, Any], known: Fields
    ) -> None:
        self._reader, self._where, self._known = reader, where, known
        self.sent = given
        """All fields as they were sent."""

    def __contains__(self, name: str) -> bool:
        return name in self.sent

    def __getitem__(self, name: str) -> Any:
        """The value of a field by its kind; its default where it is left out."""
        field, value = self._known.fields[name], self.raw(name)
        if name not in self and isinstance(field, Fields) and not field.nullable:
            value = {}
        elif name not in self or (value is None and field.nullable):
            return field.default
        return self._reader._read(field, self.path(name), value)

    def read_all(self) -> None:
        """Read every field, for the faults in them; what is in a list is read by who takes it."""
        for name in self._known.fields:
            self[name]

    def raw(self, name: str) -> Any:
        """The value of a field as it was sent; None where it is left out."""
        return self.sent.get(name)

    def path(self, name: str) -> str:
        """Where in the request a field is."""
        return f"{self._where}{name}"


class JsonReader:
    """Reads one request and gathers its faults; each kind of request has a reader of its own."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._names = names_of(catalog)
        self._known: dict[str, Thing | NameProblem] = {}
        self._suggested = 0
        self._faults: list[Fault] = []

    def _body(self, body: object, request: Fields) -> FieldValues:
        """The fields of a body, which must be an object."""
        if not isinstance(body, dict):
            message = say("The body must be an object, not {kind}.", kind=json_kind(body))
            raise Unreadable([Fault("", message)])
        return self._fields("", body, request)

    def _fields(self, field: str, value: object, known: Fields) -> FieldValues:
        """The fields of an object; it has all that it must have, and none we do not know."""
        where = f"{field}." if field else ""
        given = self._object(field, value)
        self._check_keys(where, given, known.fields)
        for name in known.required_names:
            if isinstance(value, dict) and name not in given:
                missing = f"{where}{name}"
                self._fault(missing, say("“{field}” is missing.", field=Code(missing)))
        return FieldValues(self, where, given, known)

    def _read(self, field: JsonField, where: str, value: object) -> Any:
        """The value of a field, by its kind."""
        match field:
            case WholeNumber():
                return self._number(where, value, field.least, field.most, field.what)
            case YesNo():
                return self._yes_or_no(where, value)
            case OneOf():
                return self._word(where, value, field.known)
            case Text():
                return self._plain_text(where, value, field.longest)
            case Name():
                return value if self._is_name(where, value) else None
            case ListOf(items=Name() | OneOf()):
                return self._list(where, value, field.most)
            case ListOf():
                return self._items(where, value, field.most)
            case MapOf():
                return self._entries(where, value, field)
            case Fields():
                return self._fields(where, value, field)
        raise TypeError(f"there is no reader for the kind {field}")

    def _entries(
        self, field: str, value: object, known: MapOf
    ) -> Iterator[tuple[str, str, object]]:
        """The keys and values of an object, each with its field."""
        given = self._object(field, value)
        if len(given) > known.most:
            self._too_many(field, len(given), known.most)
        else:
            for key, item in given.items():
                yield f"{field}.{shorten(key)}", key, item

    def _fault(self, field: str, message: str) -> None:
        self._faults.append(Fault(field, message))

    def _wrong(self, field: str, message: Sentence, value: object, **more: Any) -> None:
        """A value that is of another kind than its field wants."""
        filled = say(message.template, field=Code(field), kind=json_kind(value), **more)
        self._fault(field, filled)

    def _too_many(self, field: str, number: int, most: int) -> None:
        message = say(
            "“{field}” has too many entries: {number}. The limit is {most}.",
            field=Code(field),
            number=number,
            most=most,
        )
        self._fault(field, message)

    def _check_keys(self, where: str, given: Mapping[str, Any], known: Collection[str]) -> None:
        for key in given:
            if key not in known:
                self._unknown_key(f"{where}{shorten(key)}", key, known)

    def _unknown_key(self, field: str, key: str, known: Collection[str]) -> None:
        message = say("“{word}” isn’t a known key.", word=Code(shorten(key)))
        self._suggest(field, message, key, known)

    def _unknown_value(self, field: str, value: str, known: Collection[str]) -> None:
        message = say(
            "“{word}” isn’t a known value for “{field}”.",
            word=Code(shorten(value)),
            field=Code(field),
        )
        self._suggest(field, message, value, known)

    def _suggest(self, field: str, message: str, word: str, known: Collection[str]) -> None:
        """The fault of an unknown word, with the nearest of those known, or with all."""
        self._suggested += 1
        if self._suggested <= MOST_SUGGESTED:
            plain = {key.lower(): key for key in known}
            near = get_close_matches(word[:LONGEST_NAME].lower(), plain, 1)
            remedy = (
                say("Did you mean “{other}”?", other=Code(plain[near[0]]))
                if near
                else say("Use one of these: {all}.", all=listed(map(Code, known)))
            )
            message = row((message, remedy), " ")
        self._fault(field, message)

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
        words = {
            "what": what or say("“{field}”", field=Code(field)),
            "least": least,
            "most": most,
        }
        if type(value) is int:
            message = say("{what} must be a whole number from {least} to {most}.", **words)
        else:
            message = say(
                "{what} must be a whole number from {least} to {most}, not {kind}.",
                **words,
                kind=json_kind(value),
            )
        self._fault(field, message)
        return least

    def _yes_or_no(self, field: str, value: object) -> bool | None:
        if value is None or isinstance(value, bool):
            return value
        self._wrong(field, say("“{field}” must be true, false or null, not {kind}."), value)
        return None

    def _word(self, field: str, value: object, known: Collection[str]) -> str | None:
        if isinstance(value, str) and value in known:
            return value
        if isinstance(value, str):
            self._unknown_value(field, value, known)
        else:
            self._wrong(field, say("“{field}” must be text, not {kind}."), value)
        return None

    def _plain_text(self, field: str, value: object, longest: int) -> str:
        """A text that can be written down again."""
        if not isinstance(value, str):
            self._wrong(field, say("“{field}” must be text, not {kind}."), value)
            return ""
        if len(value) > longest:
            self._fault(
                field,
                say(
                    "“{field}” is too long; the limit is {number}.",
                    field=Code(field),
                    number=longest,
                ),
            )
        elif any("\ud800" <= char <= "\udfff" for char in value):
            self._fault(
                field,
                say(
                    "“{field}” contains an incomplete character, so it isn’t valid text.",
                    field=Code(field),
                ),
            )
        return value

    def _list(self, field: str, value: object, most: int) -> Iterator[tuple[str, str]]:
        """The names in a list, each with its field."""
        for where, name in self._items(field, value, most):
            if self._is_name(where, name):
                yield where, str(name)

    def _items(self, field: str, value: object, most: int) -> Iterator[tuple[str, object]]:
        """Whatever is in a list, each with its field."""
        if not isinstance(value, list):
            self._wrong(field, say("“{field}” must be a list, not {kind}."), value)
        elif len(value) > most:
            self._too_many(field, len(value), most)
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
        thing = self._known.get(name)
        if thing is None:
            thing = self._known[name] = self._find(name)
        if not isinstance(thing, NameProblem):
            return thing
        message = thing.message
        if not fold(name):
            message = say(
                "“{name}” isn’t a name. Write the name of a card, or leave it out.", name=thing.name
            )
        elif group := self._group(name):
            message = say(
                "{group} aren’t a single card. They’re set out automatically when a card needs "
                "them.",
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

    def _boxes(self, names: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """Ids in shelf order; a box that is there twice is named twice."""
        ids = []
        for field, name in names:
            try:
                ids.append(self._names.find_box(name[:LONGEST_NAME]))
            except UnknownName as problem:
                self._fault(field, self._unknown_box(problem))
        order = {box: place for place, box in enumerate(self._catalog.boxes)}
        return tuple(sorted(ids, key=lambda box: order[box]))

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
                "There’s no box called “{name}”. Did you mean {names}?",
                name=problem.name,
                names=listed(map(Code, problem.suggestions), "or"),
            )
        return say(
            "There’s no box called “{name}”. All boxes are listed at {address}.",
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
