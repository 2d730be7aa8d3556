"""Why a night cannot be planned, in words, and what would help."""

from __future__ import annotations

from typing import NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.draw.request import DrawRequest
from setup_rules.evening.night import FEWEST_GAMES, Night, Short, Shortage, most_games
from web.draw.outcome import outcome_of
from web.draw.shortage_words import shortage_in_words
from web.draw.tonight import Tonight
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
        reason = outcome.reason or _("Not even one kingdom fits your wishes for tonight.")
        return NightConflict(_("No kingdom matches"), reason, wishes=True, shelf=True)
    games = ngettext("{number} game", "{number} games", number)
    if night.undecided:
        return NightConflict(
            _("No plan found"),
            _(
                "The app couldn’t find {games} that fit, though there may be some. Plan fewer "
                "games, open more boxes or loosen a wish.",
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
        _("Not enough for that many games"),
        shortage_in_words(short, games, asked, catalog),
        games=possible if FEWEST_GAMES <= possible < number else 0,
        wishes=short.what in (Short.WISH, Short.LANDSCAPES) or bool(here.wishes),
        shelf=True,
    )
