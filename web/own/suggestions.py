"""Names that begin as somebody types, in every language we know."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache

from setup_rules.cards import Card, Landscape
from setup_rules.catalog import Catalog
from setup_rules.names import ENGLISH, fold
from web.catalog import app_catalog

MOST = 6
FEWEST_LETTERS = 2


@cache
def _beginnings(catalog: Catalog) -> list[tuple[str, str, str]]:
    """The folded words of all names with the rest after them, the name, and its language."""
    beginnings: set[tuple[str, str, str]] = set()
    things: list[Card | Landscape] = [*catalog.cards.values(), *catalog.landscapes.values()]
    for thing in things:
        names = [(ENGLISH, thing.name)]
        names += [
            (language, local[thing.id].name)
            for language, local in catalog.local_names.items()
            if thing.id in local
        ]
        for language, name in names:
            words = fold(name).split()
            for place in range(len(words)):
                beginnings.add((" ".join(words[place:]), name, language))
    return sorted(beginnings)


def names_beginning(typed: str, language: str) -> list[str]:
    """A few names with a word that begins so: the reader's or English ones, or else any."""
    wanted = fold(typed[:60])
    if len(wanted) < FEWEST_LETTERS:
        return []
    beginnings = _beginnings(app_catalog())
    place = bisect_left(beginnings, (wanted, "", ""))
    ranked: dict[str, tuple[bool, int, str]] = {}
    for words, name, spoken in beginnings[place : place + 400]:
        if not words.startswith(wanted):
            break
        liked = (language, ENGLISH).index(spoken) if spoken in (language, ENGLISH) else 2
        inside = not fold(name).startswith(wanted)
        rank = (inside, liked, name)
        ranked[name] = min(rank, ranked.get(name, rank))
    near = [name for name in ranked if ranked[name][1] < 2] or list(ranked)
    return sorted(near, key=lambda name: ranked[name])[:MOST]
