"""Reads stored values by the fields they were checked with, and leaves out what cannot be one."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import Any

from web.reading.fields import (
    Decimal,
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


class _WrongKind(Exception):
    """A value that its field cannot have, such as a text for a number."""


def read_stored(field: Fields, stored: object) -> dict[str, Any]:
    """A stored object; only in a damaged file is anything left out.

    Words and names that are not known stay: other versions of the app may know them.
    """
    try:
        return dict(_read(field, stored))
    except _WrongKind:
        return {}


def _read(field: JsonField, value: Any) -> Any:
    """A value without the parts that are of a wrong kind; raises _WrongKind if it is itself."""
    match field, value:
        case _, None if field.nullable:
            return None
        case Fields(fields=known, required_names=required), dict():
            kept = _parts({key: (known.get(key), part) for key, part in value.items()})
            if kept.keys() >= set(required):
                return kept
        case MapOf(values=values, pattern=pattern), dict():
            fitting = {
                key: part
                for key, part in value.items()
                if not pattern or re.fullmatch(pattern, key)
            }
            return _parts({key: (values, part) for key, part in fitting.items()})
        case ListOf(items=items, least=least), list():
            entries = list(_parts({n: (items, part) for n, part in enumerate(value)}).values())
            if len(entries) >= least:
                return entries
        case (Name() | OneOf() | Text(), str()) | (YesNo(), bool()):
            return value
        case WholeNumber(least=least, most=most), int() if not isinstance(value, bool):
            if least <= value <= most:
                return value
        case Decimal(most=most), int() | float() if not isinstance(value, bool):
            if 0 <= value <= most:
                return value
    raise _WrongKind


def _parts(parts: Mapping[Hashable, tuple[JsonField | None, Any]]) -> dict[Any, Any]:
    """The parts of an object or list that are of the right kind, or of no kind that is known."""
    kept = {}
    for key, (field, value) in parts.items():
        try:
            kept[key] = value if field is None else _read(field, value)
        except _WrongKind:
            continue
    return kept
