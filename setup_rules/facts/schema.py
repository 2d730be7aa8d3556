"""The shape of the data files: which tables and fields there are, and what is wrong with one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from setup_rules.cards import COUNTS, LANDSCAPE_KINDS, Cost

Row = dict[str, Any]


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a message: the nearest valid spelling, if there is one."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f'; did you mean "{close[0]}"?' if close else ""


class Field(NamedTuple):
    """One field of a table: what it must be, and whether it may be left out."""

    read: Callable[[Any], Any]
    wants: str
    required: bool = False
    default: Any = None


class Misfit(Exception):
    """A value that is not what its field wants."""


LONGEST_NAME = 60
MOST_POINTS = 1000
LONGEST_TEXT = 400


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Misfit
    if len(value) > LONGEST_TEXT:
        raise Misfit(f"; it is longer than {LONGEST_TEXT} characters")
    if not value.isprintable():
        raise Misfit("; it must be one line of characters that can be printed")
    return value


def _name(value: Any) -> str:
    name = _text(value)
    if len(name) > LONGEST_NAME:
        raise Misfit(f"; it is longer than {LONGEST_NAME} characters")
    if name != " ".join(name.split()):
        raise Misfit("; it has spaces too many")
    return name


def is_name(value: Any) -> bool:
    """Whether a value can be the name of a card."""
    try:
        return bool(_name(value))
    except Misfit:
        return False


def _matching(pattern: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise Misfit
        return value

    return read


def _colour(value: Any) -> str:
    colour = _matching("#[0-9A-Fa-f]{6}")(value)
    if contrast_with_white(colour) < READABLE:
        raise Misfit("; that is too light for white letters")
    return colour.upper()


READABLE = 4.5
"""The contrast that letters need, by WCAG 2.1, 1.4.3."""


def contrast_with_white(colour: str) -> float:
    """How well white letters stand out on a colour such as `#39506F`, from 1 to 21."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise Misfit
    return value


def _points(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST_POINTS:
        raise Misfit
    return value


def _score(value: Any) -> Any:
    """A whole number, or a table that is read by its own fields."""
    return value if isinstance(value, dict) else _points(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Misfit
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise Misfit
    return tuple(_text(item) for item in value)


def _names(value: Any) -> tuple[str, ...]:
    return tuple(_name(item) for item in _texts(value))


def _cost(value: Any) -> Cost:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise Misfit
    cost = Cost.parse(str(value))
    if cost is None:
        raise Misfit
    return cost


def _counts(value: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict) or not value:
        raise Misfit
    return tuple((name, _number(count)) for name, count in value.items())


def _texts_by_name(value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict) or not value:
        raise Misfit
    return {name: _texts(items) for name, items in value.items()}


def _text_by_name(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not value:
        raise Misfit
    return {name: _text(item) for name, item in value.items()}


def _one_of(*words: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in words:
            raise Misfit(nearest(str(value), words))
        return str(value)

    return read


def _name_field(*, required: bool = True) -> Field:
    return Field(_name, "a text", required, "")


def _text_field(*, required: bool = False) -> Field:
    return Field(_text, "a text", required, "")


def _texts_field(*, required: bool = False) -> Field:
    return Field(_texts, "a list of texts", required, ())


def _choice_field(*words: str, required: bool = True, default: str = "") -> Field:
    return Field(_one_of(*words), "one of " + ", ".join(words), required, default)


_COST_FIELD = Field(_cost, 'a cost such as 4, "2P", "8D", "6*" or "3+"')
_SCORE_FIELD = Field(_score, "a whole number of points, or a table")
BOX_KINDS = ("base game", "expansion", "update pack", "basic cards", "promo")
PILE_KINDS = ("rats", "port", "knights", "castles", "halves", "quarters")
"""Piles of special size or order; else a Victory pile is of kind `victory`, any other `ten`."""
TAGS = (
    "village",
    "village_conditional",
    "cantrip",
    "nonterminal",
    "draw",
    "draw_conditional",
    "plus_buy",
    "coins",
    "trasher",
    "limited_trasher",
    "thinner",
    "gainer",
    "cost_reducer",
    "throne",
    "extra_play",
    "curser",
    "junker",
    "hand_attack",
    "trash_attack",
    "alt_vp",
)
"""Tags that people judged; those that only repeat a type are worked out from the types."""

BOX = {
    "name": _name_field(),
    "also_called": Field(_names, "a list of names", default=()),
    "family": Field(
        _matching("[a-z0-9]+(-[a-z0-9]+)*"), "small letters a to z, digits and -", required=True
    ),
    "edition": Field(_number, "a whole number from 1", required=True),
    "year": Field(_number, "a year", required=True),
    "kind": _choice_field(*BOX_KINDS),
    "printed_cards": Field(_number, "a whole number from 1"),
    "note": _text_field(),
    "letters": Field(_matching(r"[^\W_]{1,3}"), "one to three letters or digits", default=""),
    "colour": Field(_colour, 'a colour such as "#39506F"', default=""),
    "short": Field(_matching("[a-z0-9]{1,8}"), "up to 8 small letters or digits", default=""),
    "piles_of": Field(_texts_by_name, "lists of card names by box", default={}),
    "others_of": Field(_texts_by_name, "lists of card names by box", default={}),
}
CARD = {
    "name": _name_field(),
    "aliases": _texts_field(),
    "cost": _COST_FIELD._replace(required=True),
    "types": _texts_field(required=True),
    "pile": _choice_field(*PILE_KINDS, required=False),
    "contains": _texts_field(),
    "tags": _texts_field(),
    "needs": _texts_field(),
    "own_back": Field(_flag, "true or false", default=False),
    "defends": Field(_flag, "true or false", default=False),
    "remind": _text_field(),
    "remind_in_supply": Field(_flag, "true or false", default=False),
    "score": _SCORE_FIELD,
}
LANDSCAPE = {
    "name": _name_field(),
    "kind": _choice_field(*LANDSCAPE_KINDS),
    "cost": _COST_FIELD,
    "needs": _texts_field(),
    "remind": _text_field(),
    "score": _SCORE_FIELD,
}
OTHER = {
    "name": _name_field(),
    "kind": _text_field(required=True),
    "types": _texts_field(required=True),
    "cost": _COST_FIELD,
    "copies": Field(_number, "a whole number from 1", default=1),
    "group": _name_field(required=False),
    "needs": _texts_field(),
    "score": _SCORE_FIELD,
}
MATERIAL = {
    "name": _name_field(),
    "rule": _texts_field(required=True),
    "says": _text_field(required=True),
    "source": _text_field(required=True),
    "types": _texts_field(),
    "kinds": _texts_field(),
    "cost": _choice_field("P", required=False),
    "supply": _texts_field(),
    "beside": _texts_field(),
    "face_up": Field(_flag, "true or false", default=False),
    "trash": _texts_field(),
    "heirloom": _name_field(required=False),
    "player_mats": _texts_field(),
    "player_tokens": Field(_counts, "counts by token", default=()),
    "reserves": _texts_field(),
    "remind": _text_field(),
    "score": _SCORE_FIELD,
}
_NUMBER_FIELD = Field(_number, "a whole number from 1")
SCORE = {
    "points": Field(_points, f"a whole number of at most {MOST_POINTS}", default=0),
    "count": _choice_field(*COUNTS, required=False),
    "of": _texts_field(),
    "type": _text_field(),
    "copies": _NUMBER_FIELD._replace(default=1),
    "per": _NUMBER_FIELD._replace(default=1),
    "after": _NUMBER_FIELD._replace(default=0),
    "at_least": _NUMBER_FIELD._replace(default=0),
    "mat": _text_field(),
    "rule": _text_field(),
    "source": _text_field(required=True),
}
COMPONENT = {
    "count": Field(_number, "a whole number from 1", required=True),
    "source": _text_field(required=True),
}
TEXT = _text_field()
KINGDOM = {
    "id": Field(_matching("[a-z0-9-]{1,80}"), "small letters a to z, digits and -", required=True),
    "name": _name_field(),
    "boxes": _texts_field(required=True),
    "cards": _texts_field(required=True),
    "landscapes": _texts_field(),
    "druid_boons": _texts_field(),
    "traits": Field(_text_by_name, "a pile by Trait", default={}),
    "platinum_colony": Field(_flag, "true or false", default=False),
    "shelters": Field(_flag, "true or false", default=False),
    "source": _texts_field(required=True),
}
OTHER_PROSPERITY = {
    "name": _text_field(required=True),
    "designers": _texts_field(required=True),
    "year": Field(_number, "a year", required=True),
    "source": _text_field(required=True),
    "research_boards": Field(_number, "a whole number from 1", required=True, default=1),
    "individual_boards": Field(_number, "a whole number from 1", required=True, default=1),
    "pollution_discs": Field(_number, "a whole number from 1", required=True, default=1),
    "technology_tiles": Field(_number, "a whole number from 1", required=True, default=1),
    "player_cubes": _texts_field(required=True),
    "player_discs": Field(_number, "a whole number from 1", required=True, default=1),
    "tallies": _texts_field(required=True),
    "more_tallies": Field(_texts_by_name, "lists of tallies by decade", default={}),
    "cubes": Field(_counts, "counts by colour", required=True, default=()),
    "notes": Field(_counts, "counts by value", required=True, default=()),
    "player_notes": Field(_counts, "counts by value", required=True, default=()),
    "tiles": Field(_texts_by_name, "lists of tiles by decade", required=True, default={}),
    "gains_points": Field(_counts, "points by tile", default=()),
    "removes_discs": Field(_counts, "discs by tile", default=()),
}
LONGEST_MESSAGE = 400
"""Characters of a fault that are told; only what is no box at all has longer ones."""
COMPONENT_KINDS = ("card", "mat", "token")
CARD_FILE = ("box", "component", "card", "landscape", "other", "material")
KINGDOM_FILE = ("kingdom",)


class CatalogError(Exception):
    """The data is wrong: `faults` has one sentence for each fault found."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class Faults:
    """Gathers what is wrong with the data, so that all of it can be told at once."""

    def __init__(self) -> None:
        self._by_file: list[tuple[str, str]] = []

    @property
    def found(self) -> list[str]:
        """One sentence for each fault, in the order found."""
        return [sentence for _, sentence in self._by_file]

    @property
    def files(self) -> tuple[str, ...]:
        """The files that something is wrong with."""
        return tuple(dict.fromkeys(file for file, _ in self._by_file))

    def of(self, file: str) -> tuple[str, ...]:
        """The sentences about one file."""
        return tuple(sentence for about, sentence in self._by_file if about == file)

    def add(self, file: str, where: str, message: str) -> None:
        """Note one fault by file and by card, or whatever else the row is about."""
        places = (file, where[:LONGEST_NAME], message[:LONGEST_MESSAGE])
        self._by_file.append((file, ": ".join(filter(None, places))))

    def read_row(self, file: str, where: str, raw: Any, fields: Mapping[str, Field]) -> Row:
        """One table's values, each as its field wants it; defaults stand in for faulty ones."""
        row: Row = {key: field.default for key, field in fields.items()}
        if not isinstance(raw, dict):
            self.add(file, where, "must be a table")
            return row
        for key, value in raw.items():
            if key not in fields:
                self.add(file, where, f'unknown key "{key}"{nearest(key, fields)}')
                continue
            try:
                row[key] = fields[key].read(value)
            except Misfit as misfit:
                hint = str(misfit)
                self.add(
                    file, where, f'"{key}" must be {fields[key].wants}, not {value!r:.60}{hint}'
                )
        for key, field in fields.items():
            if field.required and key not in raw:
                self.add(file, where, f'"{key}" is missing')
        return row

    def read_rows(
        self, file: str, table: str, raw: Any, fields: Mapping[str, Field]
    ) -> list[tuple[str, Row]]:
        """The rows of an array of tables, each with the name to call it by in messages."""
        if not isinstance(raw, list):
            self.add(file, "", f"write [[{table}]], one for each {table}")
            return []
        rows = []
        for number, item in enumerate(raw, 1):
            name = item.get("name") if isinstance(item, dict) else None
            where = name if isinstance(name, str) and name.strip() else f"{table} {number}"
            row = self.read_row(file, where, item, fields)
            if isinstance(row.get("name"), str) and row["name"]:
                rows.append((where, row))
        return rows

    def table(self, file: str, where: str, raw: Any) -> dict[str, Any]:
        """A table as it is; nothing where something else is written."""
        if isinstance(raw, dict):
            return raw
        self.add(file, where, f"must be a table, not {raw!r:.60}")
        return {}

    def tables(self, file: str, raw: Mapping[str, Any], known: tuple[str, ...]) -> None:
        """Note every table that a file of this kind does not have."""
        for key in raw:
            if key not in known:
                self.add(file, "", f'unknown table "{key}"{nearest(key, known)}')
