"""Names as the reader likes them: English, another language beside it, or instead of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from setup_rules.catalog import LANGUAGES, Catalog
from setup_rules.sentences import Sentence, TextRow
from web.language.translation import gettext, translate

Name = Callable[[str], str]
"""Turns a printed English name into the reader's one."""

SURE = ("high", "medium")
"""Names we are sure enough of to show; others stay English."""


@lru_cache(maxsize=16)
def naming(catalog: Catalog, language: str) -> Name:
    """Names of cards in a language; those that are not surely known stay English.

    What is named and no card (boxes, mats, tokens, piles of several cards) is a word of ours and
    as translated as the page itself.
    """
    # English needs no names of other languages, which take a while to read.
    printed = catalog.local_names[language] if language in LANGUAGES else {}
    local = {id_: one.name for id_, one in printed.items() if one.confidence in SURE}
    sides: dict[str, str] = {}
    """Those of the States that score, which are counted one by one."""
    for state in catalog.others.values():
        if state.kind == "state" and state.score and state.id in local:
            sides |= zip(state.name.split("/"), re.split(" [/-] ", local[state.id]), strict=True)

    def name(english: str) -> str:
        if isinstance(english, Sentence | TextRow):
            return translate(english, name)
        known = catalog.by_name.get(english)
        if known:
            return local.get(known.id, english)
        if english in sides:
            return sides[english]
        for joint in ("/", ": "):
            if joint in english:
                return joint.join(name(part) for part in english.split(joint))
        return gettext(english)

    return name
