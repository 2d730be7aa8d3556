"""Finds cards by name: any case, accents, aliases, either half of a split pile, any language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.sentences import Code, listed, say

LONGEST = 80
"""Characters of a name worth looking at; no printed name has more than half of this."""

ENGLISH = "en"
LIKE = 0.6
"""How like a word must be to a name to be taken for it misspelt."""
LOOKED_AT = 12
"""Names with the most pairs of letters in common that are looked at closely."""

_LETTERS = str.maketrans({"ł": "l", "ß": "ss", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})


class NameProblem(Exception):
    """A name that stands for no card or for several; `suggestions` are printed names."""

    def __init__(self, name: str, suggestions: tuple[str, ...]) -> None:
        self.name = Code(shorten(name))
        self.suggestions = suggestions
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """What is wrong and how to fix it, for the person who typed the name."""
        raise NotImplementedError


class UnknownName(NameProblem):
    """No card has this name."""

    @property
    def message(self) -> str:
        if not self.suggestions:
            return say("There’s nothing called “{name}”. Check the spelling.", name=self.name)
        return say(
            "There’s nothing called “{name}”. Did you mean {names}?",
            name=self.name,
            names=listed(self.suggestions, "or"),
        )


class AmbiguousName(NameProblem):
    """Different cards have this name in different languages."""

    @property
    def message(self) -> str:
        return say(
            "“{name}” means different cards in different languages. Write {names} instead.",
            name=self.name,
            names=listed(self.suggestions, "or"),
        )


def shorten(text: str, limit: int = 40) -> str:
    """A text for messages: printable, and cut where it is too long."""
    clean = "".join(char if char.isprintable() else " " for char in text[: 4 * limit])
    clean = " ".join(clean.split())
    return clean if len(clean) <= limit and len(text) <= 4 * limit else clean[:limit].rstrip() + "…"


def fold(text: str) -> str:
    """A name without case, accents and punctuation, so that spellings meet."""
    text = _plain(text).translate(_LETTERS)
    text = unicodedata.normalize("NFKD", text)
    text = "".join(char for char in text if not unicodedata.combining(char)).casefold()
    return " ".join(re.findall(r"[^\W_]+", text))


def _plain(text: str) -> str:
    """A name without case and apostrophes, cut where no name goes on; accents stay."""
    text = " ".join(text[: 10 * LONGEST].split()) + ("…" if len(text) > 10 * LONGEST else "")
    text = re.sub("['’‘‛`´ʼ′＇]", "", text.lower()).replace("&", " and ")
    return unicodedata.normalize("NFC", text) if len(text) <= LONGEST else text[:LONGEST] + " …x"


class Near(NamedTuple):
    """A card or landscape whose name is like a word, and how like it is: 1 is the same."""

    thing: Thing
    likeness: float


class Names:
    """All names of a Catalog; those of other languages are read when English does not suffice."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._english: dict[str, dict[Thing, str]] = {}
        for thing in catalog.by_name.values():
            self._learn(self._english, thing, thing.name, thing.id)
        for card in catalog.cards.values():
            self._learn(self._english, card, *card.aliases)
        self._foreign: dict[str, dict[Thing, str]] | None = None
        self._spoken: dict[str, dict[str, dict[Thing, str]]] = {}
        self._grams: dict[str, list[int]] = {}
        self._keys: list[tuple[int, Thing]] = []

    @staticmethod
    def _learn(index: dict[str, dict[Thing, str]], thing: Thing, *names: str) -> None:
        """Remember a thing under the folded name, with its exact spelling."""
        for name in names:
            index.setdefault(fold(name), {}).setdefault(thing, _plain(name))
            top, slash, bottom = name.partition("/")
            if slash:
                index.setdefault(fold(f"{bottom} {top}"), {}).setdefault(thing, "")

    def find(
        self,
        name: str,
        kinds: tuple[type[Thing], ...] = (Card, OtherCard, Landscape),
        prefer: tuple[type[Thing], ...] = (),
        *,
        suggest: bool = True,
    ) -> Thing:
        """The card or landscape of this name; raises a NameProblem, with suggestions if wanted.

        Of several that languages call alike, the one spelt exactly so is meant, accents
        included, or else the only one of the preferred kinds.
        """
        key = fold(name)
        keys = dict.fromkeys((key, key.removeprefix("the "), f"the {key}"))
        for index in self._indexes():
            spellings: dict[Thing, str] = {}
            for spelling in keys:
                spellings = spellings or {
                    thing: exact
                    for thing, exact in index.get(spelling, {}).items()
                    if isinstance(thing, kinds)
                }
            exact = [thing for thing, spelt in spellings.items() if spelt == _plain(name)]
            preferred = [thing for thing in spellings if isinstance(thing, prefer)]
            for choice in (list(spellings), exact, preferred):
                if len(choice) == 1:
                    return choice[0]
            if spellings:
                raise AmbiguousName(name, tuple(sorted(thing.name for thing in spellings)))
        raise UnknownName(name, self.suggest(name, kinds) if suggest else ())

    def find_in(self, language: str, name: str) -> tuple[Thing, ...]:
        """The cards that one language calls so; those spelt exactly so alone, if there are any."""
        index = self._spoken.get(language)
        if index is None:
            index = self._spoken[language] = {}
            for id_, local in self._catalog.local_names.get(language, {}).items():
                self._learn(index, self._catalog.thing(id_), local.name, *local.other_spellings)
        spellings = (self._english if language == ENGLISH else index).get(fold(name), {})
        return tuple(t for t, spelt in spellings.items() if spelt == _plain(name)) or tuple(
            spellings
        )

    def _indexes(self) -> Iterable[Mapping[str, Mapping[Thing, str]]]:
        yield self._english
        yield self._other_languages

    @property
    def _other_languages(self) -> Mapping[str, Mapping[Thing, str]]:
        if self._foreign is None:
            foreign: dict[str, dict[Thing, str]] = {}
            for names in self._catalog.local_names.values():
                for id_, local in names.items():
                    thing = self._catalog.thing(id_)
                    self._learn(foreign, thing, local.name, *local.other_spellings)
            self._foreign = foreign
        return self._foreign

    def suggest(
        self,
        name: str,
        kinds: tuple[type[Thing], ...] = (Card, OtherCard, Landscape),
        most: int = 3,
    ) -> tuple[str, ...]:
        """The printed English names nearest to a misspelt one in any language."""
        ranked = sorted((-likeness, thing.name) for thing, likeness in self._alike(name, kinds))
        return tuple(name for _, name in ranked[:most])

    def nearest(
        self,
        name: str,
        kinds: tuple[type[Thing], ...] = (Card, OtherCard, Landscape),
        most: int = 3,
    ) -> tuple[Near, ...]:
        """The cards that a misspelt word may mean, best first; few rather than far-fetched ones.

        Pairs of letters find them in any language; the letters in their order rank them.
        """
        key = fold(name)
        alike = sorted(self._alike(name, kinds), key=lambda near: (-near[1], near[0].id))
        ranked: dict[str, Near] = {}
        for thing, _ in alike[:LOOKED_AT]:
            likeness = max(_likeness(key, other) for other in self._folded(thing))
            if likeness >= LIKE:
                ranked.setdefault(thing.id, Near(thing, likeness))
        near = sorted(
            ranked.values(),  # of two alike the one whose English name is more so
            key=lambda near: (-near.likeness, -_likeness(key, fold(near.thing.name))),
        )
        return tuple(one for one in near[:most] if one.likeness >= near[0].likeness - 0.12)

    def _folded(self, thing: Thing) -> set[str]:
        """Every name of a thing, folded."""
        names = {thing.name, *getattr(thing, "aliases", ())}
        for spoken in self._catalog.local_names.values():
            local = spoken.get(thing.id)
            if local:
                names.update((local.name, *local.other_spellings))
        return {fold(name) for name in names}

    def _alike(self, name: str, kinds: tuple[type[Thing], ...]) -> list[Near]:
        """Everything with a name that shares many pairs of letters with this one."""
        if not self._keys:
            for index in self._indexes():
                for key, things in index.items():
                    grams = _grams(key)
                    for thing in things:
                        for gram in grams:
                            self._grams.setdefault(gram, []).append(len(self._keys))
                        self._keys.append((len(grams), thing))
        wanted = _grams(fold(name))
        shared: dict[int, int] = {}
        for gram in wanted:
            for place in self._grams.get(gram, ()):
                shared[place] = shared.get(place, 0) + 1
        best: dict[Thing, float] = {}
        for place, count in shared.items():
            size, thing = self._keys[place]
            likeness = 2 * count / (len(wanted) + size)
            if likeness >= 0.35 and isinstance(thing, kinds):
                best[thing] = max(likeness, best.get(thing, 0))
        return [Near(thing, likeness) for thing, likeness in best.items()]

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        """The ids of boxes by their folded ids and titles."""
        titles = {fold(id_): id_ for id_ in self._catalog.boxes}
        for box in self._catalog.boxes.values():
            titles.setdefault(fold(box.title), box.id)
        return titles

    def find_box(self, name: str) -> str:
        """The id of a box by its id or its title; raises UnknownName with the nearest."""
        key, titles = fold(name), self._titles
        if name in self._catalog.boxes:
            return name
        if key in titles:
            return titles[key]
        wanted = _grams(key)
        near = sorted(
            (-2 * len(wanted & _grams(known)) / (len(wanted) + len(_grams(known))), id_)
            for known, id_ in titles.items()
            if wanted
        )
        close = [id_ for likeness, id_ in near if likeness <= -0.35]
        raise UnknownName(name, tuple(dict.fromkeys(close))[:3])


def _likeness(key: str, name: str) -> float:
    """How like two folded names are; the beginning of a name is as good as one wrong letter."""
    likeness = SequenceMatcher(None, key, name).ratio()
    return max(likeness, 0.85) if len(key) > 2 and name.startswith(key) else likeness


def _grams(key: str) -> frozenset[str]:
    padded = f" {key} "
    return frozenset(padded[i : i + 2] for i in range(len(padded) - 1)) if key else frozenset()


@cache
def names_of(catalog: Catalog) -> Names:
    """The name index of a Catalog, made once."""
    return Names(catalog)


@lru_cache(maxsize=512)
def family_of(name: str, catalog: Catalog) -> str:
    """The family of a box by its own id or that of any of its boxes; empty if unknown."""
    families = {fold(box.family): box.family for box in catalog.boxes.values()}
    if fold(name) in families:
        return families[fold(name)]
    try:
        return catalog.boxes[names_of(catalog).find_box(name)].family
    except UnknownName:
        return ""
