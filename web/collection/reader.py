"""Finds the boxes that titles name, in any language, and how sure that is; a pure function."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from enum import Enum
from functools import cache
from typing import NamedTuple

from setup_rules.cards import Box
from setup_rules.catalog import Catalog
from setup_rules.names import fold
from setup_rules.sentences import say
from web.collection.formats import NoCollection, Title, read_titles
from web.language.translation import in_every_language
from web.links.slot_words import words_in

LIKE = 0.72
"""How like a title must be to a name to be suggested."""
MISSPELT = 0.86
"""How like it must be to be taken for it."""
SUGGESTED = 100
"""Titles that are not understood for which near names are looked up."""

MOST_LOOKED_UP = 1_000
"""Titles of Dominion in one list; there are not a hundred boxes."""

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z0-9])")
_ELISION = re.compile(r"\b[LlDd]['’]")
_YEAR = re.compile("20[0-9]{2}")
_NUMBERED = re.compile("([1-9])(?:st|nd|rd|th|e|ed|a|re|ere|eme)?")
_JAPANESE_EDITION = re.compile("第([12一二])版")
_FIRST = words_in("first erste ersten premiere primera prima eerste pierwsza prvni")
_SECOND = words_in(
    "second zweite zweiten deuxieme seconde segunda seconda tweede druga druhe ii revised"
)
_IN_WORDS = dict.fromkeys(_FIRST, 1) | dict.fromkeys(_SECOND, 2)
_EDITION = words_in("edition editions ed edn auflage edicion edizione editie edycja vydani")
_NOISE = words_in(
    "the a die der das le la les el los las de het il lo and und et y e en i plus expansion "
    "expansions erweiterung extension espansione uitbreiding rozsireni dodatek english german "
    "french dutch spanish italian polish czech japanese deutsch francais nederlands"
)
"""Words around a title that tell no box from another."""
_PROMO = words_in("promo promos promotional promokarte card cards karte pack")
_UPDATE = words_in("update upgrade updatepack")
_PACK = words_in("pack packs set kit paket")
_BASE_GAME = (
    *("base", "base set", "base game", "core", "core set", "core game", "Basisspiel"),
    *(
        "Grundspiel",
        "Basis",
        "jeu de base",
        "juego base",
        "gioco base",
        "basisspel",
        "základní hra",
    ),
)
"""What people call the base game instead of by its name."""


class Sureness(Enum):
    """How sure it is which box a title names."""

    EXACT = "exact"
    BY_YEAR = "by year"
    """The title names a game with several editions, and the year suggests one."""
    OPEN = "open"
    """The title names a game with several editions, and nothing says which."""
    MISSPELT = "misspelt"


class FoundBox(NamedTuple):
    """A title and the boxes that it may name."""

    line: str
    boxes: tuple[str, ...]
    chosen: str
    """The most likely one; empty where nothing says which."""
    sureness: Sureness


class UnknownTitle(NamedTuple):
    """A title that names no box we know, and boxes with names that are like it."""

    line: str
    suggestions: tuple[str, ...]


class ReadCollection(NamedTuple):
    """What was understood of a collection, and what was not."""

    found: tuple[FoundBox, ...]
    unknown: tuple[UnknownTitle, ...]
    other_games: int
    """Entries of other games in a list of all kinds of games."""

    @property
    def lines(self) -> str:
        """All that concerns Dominion as a plain list, which reads the same again."""
        lines = [one.line for one in self.found] + [one.line for one in self.unknown]
        return "\n".join(lines)


class _Words(NamedTuple):
    """A title taken apart."""

    key: str
    edition: int
    pack: bool
    year: int


def read_collection(body: bytes, catalog: Catalog) -> ReadCollection:
    """The boxes in a file or a pasted text; raises NoCollection."""
    if not body.strip():
        raise NoCollection(say("Choose a file or type a list first."))
    titles, all_games = read_titles(body)
    games = _games_of(catalog)
    boxes_found: dict[tuple[tuple[str, ...], str], FoundBox] = {}
    unknown: dict[str, UnknownTitle] = {}
    ours = [title for title in titles if not all_games or games.is_dominion(title)]
    if len(ours) > MOST_LOOKED_UP:
        raise NoCollection(
            say("This list has more than {most} titles. Import it in parts.", most=MOST_LOOKED_UP)
        )
    for title in ours:
        one = games.find(title, suggest=len(unknown) < SUGGESTED)
        if isinstance(one, FoundBox):
            boxes_found.setdefault((one.boxes, one.chosen), one)
        else:
            unknown.setdefault(one.line, one)
    if not boxes_found and not unknown:
        raise NoCollection(
            say("This file doesn’t list any Dominion boxes. Check that it’s the right one.")
        )
    return ReadCollection(
        tuple(boxes_found.values()), tuple(unknown.values()), len(titles) - len(ours)
    )


class _Games:
    """All names of the boxes of a catalog."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._exact: dict[str, str] = {}
        self._named: dict[str, dict[str, None]] = {}
        self._packs: dict[str, str] = {}
        brands: set[str] = set()
        for box in catalog.boxes.values():
            self._exact[fold(box.id)] = self._exact[fold(box.title)] = box.id
            keys = [_words(name).key for name in self._names(box)]
            if box.kind == "update pack":
                self._packs |= dict.fromkeys(keys, box.id)
                continue
            if box.kind == "base game":
                brands |= set(keys)
                keys += [_words(name).key for name in _BASE_GAME]
            for key in keys:
                self._named.setdefault(key, {})[box.id] = None
        self._brands = tuple(sorted(brands, key=len, reverse=True))
        self._share_names()

    def _names(self, box: Box) -> Iterator[str]:
        """What a box is called in every language we know."""
        yield from in_every_language(str(box.name.removesuffix(" Update Pack")))
        yield from box.also_called
        if box.kind == "promo" and box.name in self._catalog.by_name:
            id_ = self._catalog.by_name[box.name].id
            for local in self._catalog.local_names.values():
                if id_ in local:
                    yield from (local[id_].name, *local[id_].other_spellings)

    def _share_names(self) -> None:
        """Let all editions of a name have the names of each."""
        boxes = self._catalog.boxes
        for key, ids in self._named.items():
            names = {boxes[id_].name for id_ in ids}
            self._named[key] = {
                box.id: None
                for box in boxes.values()
                if box.name in names and box.kind != "update pack"
            }
        for key, ids in self._named.items():
            families = {boxes[id_].family for id_ in ids}
            packs = [box for box in boxes.values() if box.kind == "update pack"]
            for pack in packs:
                shared = pack.family in families and pack.name.startswith(
                    boxes[next(iter(ids))].name
                )
                if shared:
                    self._packs.setdefault(key, pack.id)

    def is_dominion(self, title: Title) -> bool:
        """Whether an entry of a list of all kinds of games is about Dominion."""
        keys = (fold(text).replace(" ", "") for text in (title.text, title.original))
        return any(brand in key for key in keys for brand in self._brands)

    def find(self, title: Title, *, suggest: bool) -> FoundBox | UnknownTitle:
        """The boxes that a title may name."""
        line = _line(title)
        for text in filter(None, (title.text, title.original)):
            exact = self._exact.get(fold(text))
            if exact:
                return FoundBox(line, (exact,), exact, Sureness.EXACT)
            words = _with_version(_words(text), title)
            for key in self._without_brand(words.key):
                boxes = self._boxes(key, words)
                if boxes:
                    return _choice(line, boxes, words.year)
        return self._nearest(line, title) if suggest else UnknownTitle(line, ())

    def _without_brand(self, key: str) -> Iterator[str]:
        yield key
        for brand in self._brands:
            if key.startswith(brand):
                yield key.removeprefix(brand)
            if key.endswith(brand):
                yield key.removesuffix(brand)

    def _boxes(self, key: str, words: _Words) -> list[Box]:
        """The boxes with this name that the edition leaves."""
        known = self._catalog.boxes
        if words.pack:
            return [known[self._packs[key]]] if key in self._packs else []
        boxes = [known[id_] for id_ in self._named.get(key, ())]
        return [box for box in boxes if words.edition in (0, box.edition)]

    def _nearest(self, line: str, title: Title) -> FoundBox | UnknownTitle:
        """What a title may be a misspelling of, or is like."""
        words = _with_version(_words(title.text), title)
        ranked: dict[str, float] = {}
        for typed in filter(None, self._without_brand(words.key)):
            for key in self._named:
                likeness = _likeness(typed, key)
                if likeness >= LIKE:
                    ranked[key] = max(likeness, ranked.get(key, 0))
        best = sorted(ranked, key=lambda key: (-ranked[key], key))[:2]
        for key in best[:1]:
            boxes = self._boxes(key, words)
            if boxes and MISSPELT <= ranked[key] < 1:
                match = _choice(line, boxes, words.year)
                return match._replace(sureness=Sureness.MISSPELT)
        near = [id_ for key in best for id_ in (*self._named[key], self._packs.get(key, ""))]
        return UnknownTitle(line, tuple(dict.fromkeys(filter(None, near))))


def _likeness(typed: str, key: str) -> float:
    """How like two keys are: 1 is the same; the quick guess spares most of the work."""
    matcher = SequenceMatcher(None, typed, key)
    if matcher.real_quick_ratio() < LIKE or matcher.quick_ratio() < LIKE:
        return 0
    return matcher.ratio()


def _choice(line: str, boxes: list[Box], year: int) -> FoundBox:
    """The one box, or several editions of which the year suggests one."""
    ids = tuple(box.id for box in boxes)
    if len(boxes) == 1:
        return FoundBox(line, ids, ids[0], Sureness.EXACT)
    if not year:
        return FoundBox(line, ids, "", Sureness.OPEN)
    printed = [box for box in boxes if box.year <= year] or boxes[:1]
    newest = max(printed, key=lambda box: box.year)
    return FoundBox(line, ids, newest.id, Sureness.BY_YEAR)


def _line(title: Title) -> str:
    """A title on one line with what else is known of it, so that it reads the same again."""
    words, version = _words(title.text), _words(title.version)
    parts = [title.text]
    if title.original and fold(title.original) != fold(title.text):
        parts = [title.original]
        words = _words(title.original)
    if version.edition and not words.edition:
        parts.append(f"(edition {version.edition})")
    if title.year and not words.year:
        parts.append(f"({title.year})")
    return re.sub("[,;|\t]", " ", " ".join(parts))


def _with_version(words: _Words, title: Title) -> _Words:
    """The edition and the year that a title lacks, from what its owner says beside it."""
    version = _words(title.version)
    return words._replace(
        edition=words.edition or version.edition, year=words.year or title.year or version.year
    )


@cache
def _update_words() -> tuple[str, ...]:
    """What an update pack is called in every language, folded."""
    patterns = in_every_language("{box} Update Pack")
    return tuple(fold(pattern.replace("{box}", "")) for pattern in patterns)


def _words(text: str) -> _Words:
    """A title taken apart: the name without its edition, its year and the words around it."""
    text = _JAPANESE_EDITION.sub(lambda match: f" {'2' if match[1] in '2二' else '1'} ", text)
    folded = fold(_CAMEL.sub(" ", _ELISION.sub("", text)))
    pack = False
    for update in _update_words():
        if f" {update} " in f" {folded} ":
            pack, folded = True, f" {folded} ".replace(f" {update} ", " ").strip()
    words = folded.split()
    if _UPDATE & set(words):
        pack = True
        words = [word for word in words if word not in _UPDATE | _PACK]
    if any(word.startswith("promo") for word in words):
        words = [word for word in words if word not in _PROMO]
    year = next((int(word) for word in words if _YEAR.fullmatch(word)), 0)
    if len(words) > 1:
        words = [word for word in words if not _YEAR.fullmatch(word)]
    edition, words = _edition(words)
    kept = [word for word in words if word not in _NOISE] or words
    return _Words("".join(kept), edition, pack, year)


def _edition(words: list[str]) -> tuple[int, list[str]]:
    """The edition and the other words: a number beside “edition”, or at the end."""
    number = 0
    kept = list(words)
    for place, word in enumerate(words):
        beside = [words[at] for at in (place - 1, place + 1) if 0 <= at < len(words)]
        last = place == len(words) - 1 and place > 0
        value = _IN_WORDS.get(word, 0)
        if not value and (match := _NUMBERED.fullmatch(word)):
            value = int(match[1])
        if value and (last or _EDITION & set(beside)):
            number = value
            kept.remove(word)
    return number, [word for word in kept if word not in _EDITION] or kept


@cache
def _games_of(catalog: Catalog) -> _Games:
    """The names of a catalog's boxes, gathered once."""
    return _Games(catalog)
