"""What a card is for, in a few words made from its tags; a line for many cards; its wiki page."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple
from urllib.parse import quote

from flask import Flask

from setup_rules.cards import TYPE_TAGS
from web.draw.tag_words import TAGS, Noun
from web.language.translation import gettext as _

SAID_BY = {
    "nonterminal": {"cantrip", "village"},
    "junker": {"curser"},
    "limited_trasher": {"trasher"},
}
"""Tags that say nothing new beside one of these."""
AT_A_GLANCE = {
    "village": ("village",),
    "trasher": ("trasher", "limited_trasher"),
    "plus_buy": ("plus_buy",),
    "attack": ("attack",),
    "reaction": ("reaction",),
}
"""What a kingdom is looked over for: what it is called, and the tags that count."""
KEPT_QUIET = ("reaction",)
"""What is not missed where no pile has it."""


class GlancePart(NamedTuple):
    """One thing a kingdom has or lacks, and the names of its piles."""

    words: str
    piles: tuple[str, ...]


def purposes(tags: Collection[str]) -> tuple[str, ...]:
    """What a card with these tags is for; its types say the rest."""
    return tuple(
        Noun(words).all()
        for tag, words in TAGS.items()
        if tag in tags and tag not in TYPE_TAGS and SAID_BY.get(tag, set()).isdisjoint(tags)
    )


def at_a_glance(piles: Iterable[tuple[str, Collection[str]]]) -> tuple[GlancePart, ...]:
    """What piles have and lack together, given their names and tags."""
    known = tuple(piles)
    parts = []
    for called, counted in AT_A_GLANCE.items():
        noun = Noun(TAGS[called])
        names = tuple(name for name, tags in known if not set(counted).isdisjoint(tags))
        if names:
            which = names[0] if len(names) == 1 else str(len(names))
            parts.append(GlancePart(glance_words(noun, which), names))
        elif called not in KEPT_QUIET:
            parts.append(GlancePart(noun.none(), ()))
    return tuple(parts)


def glance_words(noun: Noun, piles: str) -> str:
    """What piles have, with which or how many they are: `attacks: Militia`, `attacks: 2`."""
    return _("{what}: {piles}", what=noun.all(), piles=piles)


def wiki_address(template: str, name: str) -> str:
    """The page of a card in the players' wiki, by its printed name; empty without a wiki."""
    top = name.partition("/")[0].replace(" ", "_")
    return template.replace("{name}", quote(top, safe="_"))


def register(app: Flask) -> None:
    """Make the wiki known to templates."""
    app.jinja_env.globals["wiki_address"] = lambda name: wiki_address(app.config["WIKI"], name)
