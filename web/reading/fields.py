"""Kinds of fields that a JSON request can have; the reader and the OpenAPI document use them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from setup_rules.sentences import Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonField:
    """What holds for a field of any kind."""

    about: str = ""
    """Its description in the OpenAPI document."""
    required: bool = False
    nullable: bool = False
    """Whether null means the same as leaving it out."""
    default: Any = None
    """The value where it is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeNumber(JsonField):
    """A whole number."""

    least: int
    most: int
    what: Sentence | None = None
    """What messages call it; None: by its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decimal(JsonField):
    """A number from zero up."""

    most: int
    step: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class YesNo(JsonField):
    """True or false."""

    nullable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(JsonField):
    """Any text."""

    longest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(JsonField):
    """One of some words."""

    known: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(JsonField):
    """The name of a card, landscape or box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOf(JsonField):
    """A list."""

    items: JsonField
    most: int
    least: int = 0
    default: Any = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MapOf(JsonField):
    """An object with keys of the visitor's own."""

    values: JsonField
    most: int
    keys: tuple[str, ...] = ()
    """All keys there are; none: any name."""
    pattern: str = ""
    """What keys look like; empty: any name."""
    default: Any = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields(JsonField):
    """An object with these fields and no other."""

    fields: Mapping[str, JsonField]
    schema: str = ""
    """Its name among the schemas of the OpenAPI document; empty: written out in its place."""

    @property
    def required_names(self) -> tuple[str, ...]:
        """The names of the fields that must be there."""
        return tuple(name for name, field in self.fields.items() if field.required)

    @property
    def optional_names(self) -> tuple[str, ...]:
        """The names of the fields that may be left out."""
        return tuple(name for name, field in self.fields.items() if not field.required)
