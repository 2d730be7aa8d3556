"""Finds which card a word names, in the language of the text before all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from setup_rules.cards import LANDSCAPE_KINDS, Card, Thing
from setup_rules.catalog import Catalog
from setup_rules.names import ENGLISH, AmbiguousName, NameProblem, Names, fold, names_of
from web.links.slot_words import words_in

TYPE_WORDS = frozenset(LANDSCAPE_KINDS) | words_in(
    "action attack reaction treasure victory duration night reserve command "
    "liaison looter knight castle traveller fate doom gathering omen "
    "shadow curse promo aktion angriff reaktion geld punkte dauer nacht attaque tresor "
    "victoire duree actie aanval reactie overwinning duur akce utok reakce poklad"
)


@cache
def labels_of(catalog: Catalog) -> frozenset[str]:
    """Words that say where a card is from or what it is, folded."""
    boxes = catalog.boxes.values()
    titles = {fold(word) for box in boxes for word in (box.id, box.name, box.title, box.family)}
    short = {title.partition(" ")[0] for title in titles if title.startswith("dominion ")}
    return frozenset(titles | short | TYPE_WORDS | {"base", "base set", "base game", "base cards"})


class NameFinder:
    """Finds names, in the language of the text before all others."""

    def __init__(self, catalog: Catalog, language: str) -> None:
        self._catalog = catalog
        self._names: Names = names_of(catalog)
        self._languages = (ENGLISH, *catalog.local_names)
        self._order: tuple[str, ...] = tuple(dict.fromkeys((ENGLISH, language)))
        self._cache: dict[str, Thing | tuple[Thing, ...] | None] = {}
        self._reader = language

    def listen(self, words: list[str]) -> None:
        """Find out which language most of the words are in."""
        heard: Counter[str] = Counter()
        for word in words:
            heard.update(lang for lang in self._languages if self._names.find_in(lang, word))
        if heard:
            most = max(heard.values())
            liked = [ENGLISH, self._reader, *self._languages]
            spoken = next(language for language in liked if heard[language] == most)
            self._order = tuple(dict.fromkeys((spoken, ENGLISH, self._reader)))
        self._cache.clear()

    def find(self, word: str) -> Thing | None:
        """The one thing of this name."""
        things = self._look_up(word)
        return things if not isinstance(things, tuple) else None

    def maybe(self, word: str) -> tuple[Thing, ...]:
        """What an ambiguous name may stand for."""
        things = self._look_up(word)
        return things if isinstance(things, tuple) else ()

    def _look_up(self, word: str) -> Thing | tuple[Thing, ...] | None:
        key = word.strip()
        if key not in self._cache:
            self._cache[key] = self._searched(key)
        return self._cache[key]

    def _searched(self, word: str) -> Thing | tuple[Thing, ...] | None:
        if not fold(word):
            return None
        for language in self._order:
            things = self._names.find_in(language, word)
            cards = tuple(thing for thing in things if isinstance(thing, Card))
            for choice in (things, cards):
                if len(choice) == 1:
                    return choice[0]
        try:
            return self._names.find(word, prefer=(Card,), suggest=False)
        except AmbiguousName as problem:
            named = [self._names.find_in(ENGLISH, name) for name in problem.suggestions]
            return tuple(things[0] for things in named if things)
        except NameProblem:
            return squashed(self._catalog).get(fold(word).replace(" ", ""))


@cache
def squashed(catalog: Catalog) -> Mapping[str, Thing]:
    """Everything by its English name without the spaces, as some sites write ids."""
    return {fold(thing.name).replace(" ", ""): thing for thing in catalog.by_name.values()}
