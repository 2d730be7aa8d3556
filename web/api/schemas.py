"""The building blocks of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

NAME: Schema = {
    "type": "string",
    "description": "An id, a printed English name in any case, an alias, or a name in another "
    "language.",
}
OPEN_NAME: Schema = {**NAME, "type": ["string", "null"]}
TEXT: Schema = {"type": "string"}
FRACTION: Schema = {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"}
AMOUNT: Schema = {"type": "integer", "minimum": 0}
COUNT: Schema = {"type": "integer", "minimum": 1}
FLAG: Schema = {"type": ["boolean", "null"]}
NOTHING: Schema = {"type": ["string", "null"]}


def an_object(properties: Mapping[str, Schema], required: tuple[str, ...] | None = None) -> Schema:
    """An object with these keys and no other; all of them always there unless said."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }


def a_list(items: Schema, most: int | None = None, about: str = "") -> Schema:
    """A list of any length up to the most."""
    return {
        "type": "array",
        "items": items,
        **({} if most is None else {"maxItems": most}),
        **({"description": about} if about else {}),
    }


def a_map(values: Schema, about: str = "", most: int | None = None) -> Schema:
    """An object with any keys."""
    return {
        "type": "object",
        "additionalProperties": values,
        **({} if most is None else {"maxProperties": most}),
        **({"description": about} if about else {}),
    }


def described(schema: Schema, text: str) -> Schema:
    """The same with a description."""
    return {**schema, "description": text}
