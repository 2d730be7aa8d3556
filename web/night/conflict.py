"""Why a night cannot be planned, in words, and what would help."""

from __future__ import annotations

from typing import NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.draw.request import DrawRequest
from setup_rules.evening.night import FEWEST_GAMES, Night, Short, Shortage, most_games
from web.draw.outcome import outcome_of
from web.draw.tonight import Tonight
from web.draw.wish_words import wish_in_words
from web.language.translation import gettext as _
from web.language.translation import ngettext


class NightConflict(NamedTuple):
    """Why there is no night, and what would help."""

    what: str
    why: str
    games: int = 0
    """So many games would do; 0 if that is no way out."""
    boxes: int = 0
    """So many boxes would do; 0 if that is no way out."""
    wishes: bool = False
    """Whether other wishes would help."""
    shelf: bool = False
    """Whether more boxes on the shelf would help."""


def conflict_of(
    night: Night, number: int, here: Tonight, asked: DrawRequest, catalog: Catalog
) -> NightConflict:
    """Why a night cannot be, as the draw explains it, with ways out."""
    if night.clash:
        outcome = outcome_of(here, here.wishes, catalog)
        reason = outcome.reason or _("Not even one kingdom fits what you wish for tonight.")
        return NightConflict(_("No kingdom matches"), reason, wishes=True, shelf=True)
    games = ngettext("{number} game", "{number} games", number)
    if night.undecided:
        return NightConflict(
            _("No night found"),
            _(
                "We looked as far as we may and found neither {games} nor a proof that there are "
                "none. Plan fewer games, open more boxes or loosen a wish.",
                games=games,
            ),
            games=number - 1 if number > FEWEST_GAMES else 0,
            wishes=bool(here.wishes),
        )
    short = night.shortage or Shortage(Short.PILES, 0, 0)
    if short.what is Short.BOXES:
        return NightConflict(
            _("Too few boxes"),
            _("{games} need at least {needed} boxes.", games=games, needed=short.needed),
            boxes=short.needed,
        )
    possible = most_games(asked)
    return NightConflict(
        _("Too little for so many games"),
        _why(short, games, asked, catalog),
        games=possible if FEWEST_GAMES <= possible < number else 0,
        wishes=short.what in (Short.WISH, Short.LANDSCAPES) or bool(here.wishes),
        shelf=True,
    )


def _why(short: Shortage, games: str, asked: DrawRequest, catalog: Catalog) -> str:
    """What there is too little of."""
    values = {"games": games, "needed": short.needed, "there": short.there}
    if short.what is Short.BASIC_CARDS:
        return _(
            "None of these boxes has Copper to Province. Add Dominion, Intrigue 1st or Base Cards."
        )
    if short.what is Short.LANDSCAPES:
        return _(
            "{games} with as many landscapes as you wish for need {needed} different ones. "
            "The boxes here have {there}.",
            **values,
        )
    if short.wish is None:
        return _("{games} need {needed} different piles. Your shelf has {there} to deal.", **values)
    wish = wish_in_words(short.wish, asked.counted, catalog)
    if short.other:
        return _(
            "You ask for {wish} in each game. So {games} need {needed} other piles, and your shelf "
            "has {there}.",
            wish=wish,
            **values,
        )
    return _(
        "You ask for {wish} in each game. {games} need {needed} of them, and your shelf has "
        "{there}.",
        wish=wish,
        **values,
    )
