"""The building blocks of the OpenAPI document, and the schemas of request fields."""

from __future__ import annotations

from collections.abc import Mapping
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

Schema = dict[str, Any]

NAME: Schema = {
    "type": "string",
    "description": "An id, a printed English name in any case, an alias, or a name in another "
    "language.",
}
TEXT: Schema = {"type": "string"}
FRACTION: Schema = {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"}
AMOUNT: Schema = {"type": "integer", "minimum": 0}
COUNT: Schema = {"type": "integer", "minimum": 1}
NOTHING: Schema = {"type": ["string", "null"]}


def an_object(properties: Mapping[str, Schema], required: tuple[str, ...] | None = None) -> Schema:
    """An object with these keys and no other; all of them required unless listed."""
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


def optional(schema: Schema, about: str = "") -> Schema:
    """The same or null."""
    return {"anyOf": [schema, {"type": "null"}], **({"description": about} if about else {})}


def schema_of(field: JsonField) -> Schema:
    """What a request may say of a field."""
    schema = _schema_by_kind(field)
    if field.nullable:
        schema = _or_null(schema)
    if field.default not in (None, ()) and not field.required:
        schema = {**schema, "default": field.default}
    return described(schema, field.about) if field.about else schema


def object_of(fields: Fields) -> Schema:
    """What a request may say of an object with fields."""
    properties = {name: schema_of(field) for name, field in fields.fields.items()}
    return an_object(properties, fields.required_names)


def _schema_by_kind(field: JsonField) -> Schema:
    match field:
        case WholeNumber():
            return {"type": "integer", "minimum": field.least, "maximum": field.most}
        case Decimal():
            return {"type": "number", "minimum": 0, "maximum": field.most}
        case YesNo():
            return {"type": "boolean"}
        case Text():
            return {"type": "string", "maxLength": field.longest}
        case OneOf():
            return {"enum": list(field.known)}
        case Name():
            return NAME
        case ListOf():
            least = {"minItems": field.least} if field.least else {}
            return {**a_list(schema_of(field.items), field.most), **least}
        case MapOf():
            return _map_of(field)
        case Fields(schema=""):
            return object_of(field)
        case Fields():
            return {"$ref": f"#/components/schemas/{field.schema}"}
    raise TypeError(f"OpenAPI has no schema for the kind {field}")


def _map_of(field: MapOf) -> Schema:
    values = schema_of(field.values)
    if field.pattern:
        patterns = {f"^({field.pattern})$": values}
        return {"type": "object", "patternProperties": patterns, "additionalProperties": False}
    if field.keys:
        return {**a_map(values), "propertyNames": {"enum": list(field.keys)}}
    return a_map(values, most=field.most)


def _or_null(schema: Schema) -> Schema:
    if "enum" in schema:
        return {"enum": [*schema["enum"], None]}
    if "$ref" in schema or "properties" in schema:
        return optional(schema)
    return {**schema, "type": [schema["type"], "null"]}
