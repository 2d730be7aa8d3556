"""Sentence: an English text that remembers how it was made, so that a page can say it otherwise.

It is a plain `str` to everyone who only reads it. Values that are plain strings are printed names;
whatever else is English in a sentence is a Sentence of its own, and what is no English is a Code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import Any, NamedTuple

MOST_LISTED = 8
"""Words that a list names in full where it may be long."""
_NOTHING: Mapping[str, Any] = {}


class Sentence(str):
    """A text made from a template and values; `plural` is empty unless a number decides."""

    __slots__ = ("plural", "template", "values")
    template: str
    plural: str
    values: Mapping[str, Any]


class NoteKind(Enum):
    """What a note is about. Pages tell notes apart by it, and never by their words."""

    ADDED = auto()
    """Why a pile beyond the ten is there."""
    BESIDE = auto()
    """A pile that lies beside the Supply."""
    HANDED_OUT = auto()
    """Cards of the pile that go to the players."""
    LOOKED_AT = auto()
    """A landscape looks at this pile."""
    MARKED = auto()
    """What lies under the pile to mark it."""
    MARKER = auto()
    """What to take along to mark another pile."""
    ORDER = auto()
    """How the cards of the pile lie."""
    REMINDER = auto()
    """What to think of during the game."""
    SHUFFLED = auto()
    SHUFFLED_TOP_UP = auto()
    SHUFFLED_PART = auto()
    """Shuffled; with the top card face up; shuffled with others, of which a part is used."""
    TRAIT = auto()
    """The Trait on the pile."""


class Note(Sentence):
    """A sentence about a pile or for the game, which says what it is about."""

    __slots__ = ("about", "kind", "short")
    kind: NoteKind
    short: str
    """The same for a narrow line."""
    about: str
    """The type of cards that a reminder is about, if it is about one."""


class TextRow(str):
    """Texts in a row with something between them: names, notes, or whole sentences."""

    __slots__ = ("between", "parts")
    between: str
    parts: tuple[str, ...]


class Code(str):
    """A word that stands as it is in every language: an id, an address, what somebody typed."""

    __slots__ = ()


class Plural(NamedTuple):
    """A sentence for one and for many, said where its {number} is known."""

    one: str
    many: str


def say(template: str, **values: Any) -> Sentence:
    """The template with its {places} filled in; without values it is said as it stands."""
    sentence = Sentence(template.format(**values) if values else template)
    sentence.template, sentence.plural, sentence.values = template, "", values or _NOTHING
    return sentence


def note(template: str, kind: NoteKind, *, short: str = "", about: str = "", **values: Any) -> Note:
    """A sentence that says what it is about; `short` has the same {places}."""
    text = Note(template.format(**values) if values else template)
    text.template, text.plural, text.values = template, "", values or _NOTHING
    text.kind, text.about = kind, about
    text.short = say(short, **values) if short else text
    return text


def kind_of(text: str) -> NoteKind | None:
    """What a note is about; None for any other text."""
    return text.kind if isinstance(text, Note) else None


def say_number(one: str, many: str, number: int, **values: Any) -> Sentence:
    """The template that fits the number, which it may name as {number}."""
    values["number"] = number
    sentence = Sentence((one if number == 1 else many).format(**values))
    sentence.template, sentence.plural, sentence.values = one, many, values
    return sentence


def row(parts: Iterable[str], between: str = ", ") -> str:
    """The parts that say something, one after the other."""
    flat: list[str] = []
    for part in parts:
        if isinstance(part, TextRow) and part.between == between:
            flat += part.parts
        elif part:
            flat.append(part)
    if len(flat) < 2:
        return flat[0] if flat else ""
    text = TextRow(between.join(flat))
    text.between, text.parts = between, tuple(flat)
    return text


def piece_words(piece: str) -> str:
    """A mat or a kind of token as a word of ours: it is no card, even if one is called so."""
    one, slash, other = piece.partition("/")
    return say("{one}/{other}", one=say(one), other=say(other)) if slash else say(one)


def parts_of(text: str, between: str) -> tuple[str, ...]:
    """The parts of a row; a text that is none is its only part, if it says anything."""
    if isinstance(text, TextRow) and text.between == between:
        return text.parts
    return (text,) if text else ()


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a sentence lists them: `a, b and c`, or with `or` for the last."""
    words = list(words)
    if len(words) < 2:
        return words[0] if words else ""
    some = row(words[:-1])
    if last == "or":
        return say("{some} or {last}", some=some, last=words[-1])
    return say("{some} and {last}", some=some, last=words[-1])


def listed_briefly(words: Sequence[str], last: str = "and") -> str:
    """The same for what may be many words: the first ones, and how many more there are."""
    if len(words) <= MOST_LISTED:
        return listed(words, last)
    some = MOST_LISTED - 2
    return say("{some} and {number} more", some=row(words[:some]), number=len(words) - some)
