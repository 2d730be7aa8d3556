"""Finds the titles in what somebody brings: a BoardGameGeek export, JSON, or a plain list."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from xml.etree import ElementTree

from setup_rules.sentences import Sentence, say
from web.reading.json_text import BadJson, parse_json

LONGEST_TITLE = 200
MOST_TITLES = 20_000
"""Lines that are read of one file; the largest collections have some thousand games."""
MOST_ELEMENTS = 200_000
"""Elements of XML that are read; those of BoardGameGeek have 25 for a game."""
DEEPEST = 50
"""Elements of XML within each other; those of BoardGameGeek have five."""

_SEPARATORS = re.compile(r"[\n\r\t,;|•·▪◦‣、]")
_DECORATION = re.compile(
    r"^[\s\-–—*+>#☐☑✓✔]*(?:\d{1,3}\s*[.):×]\s+|\d{1,2}\s*[x×]\s+|\[[ xX]?\]\s*)?"
)
_QUOTES = " \t\"'“”„«»"
_YEAR = re.compile("[0-9]{4}")


class Title(NamedTuple):
    """One entry of a collection, as it was written."""

    text: str
    year: int = 0
    """When it was published; 0 if nothing says so."""
    version: str = ""
    """What the owner says about the edition, in words."""
    original: str = ""
    """Its English title, where the list has it besides."""


class Titles(NamedTuple):
    """All entries of a collection."""

    titles: tuple[Title, ...]
    all_games: bool = False
    """Whether it is a list of all kinds of games, in which only Dominion counts."""


class NoCollection(Exception):
    """A file that no titles can be read from; `message` says why."""

    def __init__(self, message: Sentence) -> None:
        self.message = message
        super().__init__(message)


def read_titles(body: bytes) -> Titles:
    """The titles in a file or a pasted text; raises NoCollection."""
    text = _text(body)
    start = text.lstrip()
    if start.startswith("<"):
        return _first(_from_xml(start), all_games=True)
    if start[:1] in ("[", "{") and not re.match(r"\[[ xX]?\]\s", start):
        return _first(_from_json(start))
    delimiter = _delimiter(start)
    if delimiter:
        return _first(_from_csv(start, delimiter), all_games=True)
    return _first(map(Title, _split(start)))


def _text(body: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or what Windows wrote before."""
    for coding in (
        ("utf-16",) if body[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")
    ):
        try:
            text = body.decode(coding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise NoCollection(
        say("This file is not text. Choose the CSV or XML file that BoardGameGeek gave you.")
    )


def _first(titles: Iterable[Title], *, all_games: bool = False) -> Titles:
    """The titles as far as they are read, each once."""
    seen: dict[Title, None] = {}
    for number, title in enumerate(titles):
        if number >= MOST_TITLES:
            break
        text = " ".join(title.text[:LONGEST_TITLE].split())
        if text:
            seen[title._replace(text=text)] = None
    return Titles(tuple(seen), all_games)


def _split(text: str) -> Iterator[str]:
    """The pieces of a plain list without bullets, numbers and quotes."""
    for piece in _SEPARATORS.split(text):
        yield _DECORATION.sub("", piece, count=1).strip(_QUOTES)


def _year(text: str | None) -> int:
    return int(text) if text and _YEAR.fullmatch(text.strip()) else 0


def _delimiter(text: str) -> str:
    """What parts the columns of a collection in CSV; empty if the text is none."""
    header = text.split("\n", 1)[0].lower().replace('"', "").strip()
    for delimiter in (",", ";", "\t"):
        if "objectname" in header.split(delimiter):
            return delimiter
    return ""


def _from_csv(text: str, delimiter: str) -> Iterator[Title]:
    """The rows that are owned; a file without such a column has only owned ones."""
    header, _end, rest = text.partition("\n")
    lines = io.StringIO(f"{header.lower()}\n{rest}", newline="")
    try:
        for row in csv.DictReader(lines, delimiter=delimiter):
            if (row.get("own") or "1").strip() == "1":
                yield Title(
                    text=row.get("objectname") or "",
                    year=_year(row.get("version_yearpublished")) or _year(row.get("yearpublished")),
                    version=_short(row.get("version_nickname")),
                    original=_short(row.get("originalname")),
                )
    except csv.Error:
        raise NoCollection(
            say("This CSV file is damaged. Export your collection again and choose the new file.")
        ) from None


def _short(text: Any) -> str:
    return text[:LONGEST_TITLE] if isinstance(text, str) else ""


def _from_json(text: str) -> Iterator[Title]:
    """The texts in lists, and the keys that are switched on, at any depth."""
    try:
        value = parse_json(text.encode("utf-8", "replace"), say("The text"))
    except BadJson as error:
        raise NoCollection(error.message) from None
    return map(Title, _texts_in(value))


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts_in(item)
    elif isinstance(value, Mapping):
        named = [value[key] for key in ("title", "name", "id") if isinstance(value.get(key), str)]
        if named:
            yield named[0]
        for key, item in value.items():
            if item is True:
                yield key
            elif isinstance(item, list | Mapping):
                yield from _texts_in(item)


def _from_xml(text: str) -> Iterable[Title]:
    """The owned items; nothing that could make an entity is even looked at."""
    if "<!DOCTYPE" in text:
        raise NoCollection(
            say("This is a web page, not a collection. Save the XML file itself and choose it.")
        )
    damaged = say("This XML file is damaged. Export your collection again and choose the new file.")
    items: list[Title] | None = None
    depth = 0
    events = ElementTree.iterparse(io.StringIO(text), ("start", "end"))  # noqa: S314  no entities
    try:
        for number, (event, element) in enumerate(events):
            depth += 1 if event == "start" else -1
            if depth > DEEPEST or number > 2 * MOST_ELEMENTS:
                raise ValueError
            if number == 0 and element.tag == "items":
                items = []
            elif items is not None and event == "end" and depth == 1 and element.tag == "item":
                if len(items) < MOST_TITLES and _is_owned(element):
                    items.append(_title(element))
                element.clear()
    except (ElementTree.ParseError, ValueError):
        raise NoCollection(damaged) from None
    if items is None:
        raise NoCollection(
            say(
                "This XML file has no collection in it. If BoardGameGeek said “try again later”, "
                "wait a minute and save it again."
            )
        )
    return items


def _is_owned(item: ElementTree.Element) -> bool:
    status = item.find(".//status")
    return status is None or status.get("own", "") == "1"


def _title(item: ElementTree.Element) -> Title:
    """One game; what the owner says about the edition are values within its version."""
    values = {one.tag: one.get("value", "") for one in reversed(item.findall("version//*[@value]"))}
    return Title(
        item.findtext("name", ""),
        _year(values.get("yearpublished")) or _year(item.findtext("yearpublished")),
        values.get("name", "")[:LONGEST_TITLE],
        item.findtext("originalname", "")[:LONGEST_TITLE],
    )
