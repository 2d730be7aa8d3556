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
        if self.words is TAGS["treasure"]:  # as a heading it may begin with a capital letter
            return pgettext("after a number or within a sentence", "Treasures")
        return _(self.words.all, **self.values)

    def counted(self, number: int) -> str:
        """So many of it, in the reader's language."""
        return ngettext(*self.words.counted, number, **self.values)


TAGS: Mapping[str, NounWords] = {
    "village": NounWords(
        say("+2 Actions"), Plural("{number} pile with +2 Actions", "{number} piles with +2 Actions")
    ),
    "trasher": NounWords(
        say("trashing"), Plural("{number} pile that trashes", "{number} piles that trash")
    ),
    "plus_buy": NounWords(
        say("+1 Buy"), Plural("{number} pile with +1 Buy", "{number} piles with +1 Buy")
    ),
    "draw": NounWords(
        say("drawing cards"), Plural("{number} pile that draws", "{number} piles that draw")
    ),
    "attack": NounWords(say("attacks"), Plural("{number} attack", "{number} attacks")),
    "reaction": NounWords(say("Reactions"), Plural("{number} Reaction", "{number} Reactions")),
    "village_conditional": NounWords(
        say("+2 Actions at times"),
        Plural("{number} pile with +2 Actions at times", "{number} piles with +2 Actions at times"),
    ),
    "nonterminal": NounWords(
        say("+1 Action"), Plural("{number} pile with +1 Action", "{number} piles with +1 Action")
    ),
    "cantrip": NounWords(
        say("+1 Card and +1 Action"),
        Plural(
            "{number} pile with +1 Card and +1 Action", "{number} piles with +1 Card and +1 Action"
        ),
    ),
    "draw_conditional": NounWords(
        say("drawing at times"),
        Plural("{number} pile that draws at times", "{number} piles that draw at times"),
    ),
    "coins": NounWords(
        say("coins from other cards than Treasures"),
        Plural("{number} pile that gives coins", "{number} piles that give coins"),
    ),
    "limited_trasher": NounWords(
        say("trashing of some cards only"),
        Plural(
            "{number} pile that trashes some cards only",
            "{number} piles that trash some cards only",
        ),
    ),
    "thinner": NounWords(
        say("thinning without the trash"),
        Plural(
            "{number} pile that thins without the trash",
            "{number} piles that thin without the trash",
        ),
    ),
    "gainer": NounWords(
        say("gaining cards"),
        Plural("{number} pile that gains cards", "{number} piles that gain cards"),
    ),
    "cost_reducer": NounWords(
        say("lower costs"),
        Plural("{number} pile that lowers costs", "{number} piles that lower costs"),
    ),
    "throne": NounWords(
        say("playing a card twice"),
        Plural("{number} pile that plays a card twice", "{number} piles that play a card twice"),
    ),
    "extra_play": NounWords(
        say("playing an Action for free"),
        Plural(
            "{number} pile that plays an Action for free",
            "{number} piles that play an Action for free",
        ),
    ),
    "curser": NounWords(
        say("giving Curses"),
        Plural("{number} pile that gives Curses", "{number} piles that give Curses"),
    ),
    "junker": NounWords(
        say("giving Curses, Coppers or Ruins"),
        Plural("{number} pile that gives junk", "{number} piles that give junk"),
    ),
    "hand_attack": NounWords(
        say("attacks on hands"), Plural("{number} attack on hands", "{number} attacks on hands")
    ),
    "trash_attack": NounWords(
        say("attacks that trash"),
        Plural("{number} attack that trashes", "{number} attacks that trash"),
    ),
    "alt_vp": NounWords(
        say("other victory points"),
        Plural(
            "{number} pile with other victory points", "{number} piles with other victory points"
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
