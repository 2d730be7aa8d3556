"""What the tags of cards are called, in the order in which screens list them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from setup_rules.draw.wish_kinds import NounWords
from setup_rules.sentences import Plural, say
from web.language.translation import gettext as _
from web.language.translation import ngettext, pgettext


class Noun(NamedTuple):
    """What a number is wished of, with what its words have to name."""

    words: NounWords
    values: Mapping[str, str] = MappingProxyType({})

    def all(self) -> str:
        """All of it, in the reader's language."""
        several_meanings = {
            "Treasures": pgettext("after a number or within a sentence", "Treasures"),
            "+1 Action": pgettext("what a card gives, not a token", "+1 Action"),
            "+1 Buy": pgettext("what a card gives, not a token", "+1 Buy"),
        }
        return several_meanings.get(self.words.all) or _(self.words.all, **self.values)

    def none(self) -> str:
        """Nothing of it, in the reader's language."""
        if self.words.none:
            return _(self.words.none, **self.values)
        return _("no {cards}", cards=self.all())

    def counted(self, number: int) -> str:
        """So many of it, in the reader's language."""
        return ngettext(*self.words.counted, number, **self.values)


TAGS: Mapping[str, NounWords] = {
    "village": NounWords(
        say("+2 Actions"), Plural("{number} pile with +2 Actions", "{number} piles with +2 Actions")
    ),
    "trasher": NounWords(
        say("trashing"),
        Plural("{number} pile that trashes cards", "{number} piles that trash cards"),
    ),
    "plus_buy": NounWords(
        say("+1 Buy"), Plural("{number} pile with +1 Buy", "{number} piles with +1 Buy")
    ),
    "draw": NounWords(
        say("card draw"), Plural("{number} pile that draws cards", "{number} piles that draw cards")
    ),
    "attack": NounWords(say("attacks"), Plural("{number} attack", "{number} attacks")),
    "reaction": NounWords(say("Reactions"), Plural("{number} Reaction", "{number} Reactions")),
    "village_conditional": NounWords(
        say("sometimes +2 Actions"),
        Plural(
            "{number} pile that sometimes gives +2 Actions",
            "{number} piles that sometimes give +2 Actions",
        ),
        say("no piles that sometimes give +2 Actions"),
    ),
    "nonterminal": NounWords(
        say("+1 Action"),
        Plural("{number} pile with +1 Action", "{number} piles with +1 Action"),
        say("no piles with +1 Action"),
    ),
    "cantrip": NounWords(
        say("+1 Card and +1 Action"),
        Plural(
            "{number} pile with +1 Card and +1 Action", "{number} piles with +1 Card and +1 Action"
        ),
        say("no piles with +1 Card and +1 Action"),
    ),
    "draw_conditional": NounWords(
        say("occasional card draw"),
        Plural(
            "{number} pile that sometimes draws cards", "{number} piles that sometimes draw cards"
        ),
        say("no piles that sometimes draw cards"),
    ),
    "coins": NounWords(
        say("coins from non-Treasures"),
        Plural("{number} pile that gives coins", "{number} piles that give coins"),
    ),
    "limited_trasher": NounWords(
        say("limited trashing"),
        Plural(
            "{number} pile with limited trashing",
            "{number} piles with limited trashing",
        ),
    ),
    "thinner": NounWords(
        say("thinning without trashing"),
        Plural(
            "{number} pile that thins without trashing",
            "{number} piles that thin without trashing",
        ),
    ),
    "gainer": NounWords(
        say("gaining cards"),
        Plural("{number} pile that gains cards", "{number} piles that gain cards"),
    ),
    "cost_reducer": NounWords(
        say("cost reduction"),
        Plural("{number} pile that lowers costs", "{number} piles that lower costs"),
    ),
    "throne": NounWords(
        say("playing a card twice"),
        Plural("{number} pile that plays a card twice", "{number} piles that play a card twice"),
        say("no piles that play a card twice"),
    ),
    "extra_play": NounWords(
        say("playing an Action for free"),
        Plural(
            "{number} pile that plays an Action for free",
            "{number} piles that play an Action for free",
        ),
        say("no piles that play an Action for free"),
    ),
    "curser": NounWords(
        say("handing out Curses"),
        Plural("{number} pile that hands out Curses", "{number} piles that hand out Curses"),
    ),
    "junker": NounWords(
        say("handing out Curses, Coppers or Ruins"),
        Plural("{number} pile that hands out junk", "{number} piles that hand out junk"),
    ),
    "hand_attack": NounWords(
        say("discard attacks"), Plural("{number} discard attack", "{number} discard attacks")
    ),
    "trash_attack": NounWords(
        say("trashing attacks"),
        Plural("{number} trashing attack", "{number} trashing attacks"),
    ),
    "alt_vp": NounWords(
        say("alternative victory points"),
        Plural(
            "{number} pile with alternative victory points",
            "{number} piles with alternative victory points",
        ),
    ),
    "victory": NounWords(
        say("Victory piles"), Plural("{number} Victory pile", "{number} Victory piles")
    ),
    "treasure": NounWords(say("Treasures"), Plural("{number} Treasure", "{number} Treasures")),
    "duration": NounWords(say("Durations"), Plural("{number} Duration", "{number} Durations")),
    "night": NounWords(say("Night cards"), Plural("{number} Night card", "{number} Night cards")),
    "reserve": NounWords(
        say("Reserve cards"), Plural("{number} Reserve card", "{number} Reserve cards")
    ),
    "command": NounWords(
        say("Command cards"), Plural("{number} Command card", "{number} Command cards")
    ),
}
COMMON_TAGS = tuple(TAGS)[:6]
"""The tags that have a stepper at the top of the screen."""
