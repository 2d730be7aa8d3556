"""What is asked for a night, and in words why it cannot be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.draw.request import DrawRequest
from setup_rules.evening.night import FEWEST_GAMES, MOST_GAMES, Night, Shortage, most_games
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from web.draw.outcome import outcome_of
from web.draw.tonight import Tonight
from web.draw.wish_words import wish_in_words
from web.language.translation import gettext as _
from web.language.translation import ngettext

USUAL_GAMES = 3


class NightWish(NamedTuple):
    """How many games, for how many players, from how many boxes at most; 0 leaves it to us."""

    games: int
    players: int
    boxes: int

    @property
    def most_boxes(self) -> int | None:
        """The most boxes to open, if a number was named."""
        return self.boxes or None


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


def read_wish(form: Mapping[str, str], here: Tonight) -> tuple[NightWish, str]:
    """What was asked for, as near as it can be read; and what was wrong with it."""
    fault = ""
    games = _number(form.get("games", str(USUAL_GAMES)), FEWEST_GAMES, MOST_GAMES)
    if games is None:
        fault = _("A night has {fewest} to {most} games.", fewest=FEWEST_GAMES, most=MOST_GAMES)
    players = _number(form.get("players", str(here.players)), FEWEST_PLAYERS, MOST_PLAYERS)
    if players is None:
        fault = _(
            "Ten Piles plans for {fewest} to {most} players.",
            fewest=FEWEST_PLAYERS,
            most=MOST_PLAYERS,
        )
    shelf = len(set(here.boxes))
    boxes = _number(form.get("boxes", "0") or "0", 0, max(shelf, 1))
    if boxes is None:
        fault = ngettext(
            "Your shelf has {number} box. Open at most that.",
            "Your shelf has {number} boxes. Open at most so many.",
            shelf,
        )
    return NightWish(games or USUAL_GAMES, players or here.players, boxes or 0), fault


def _number(text: str, least: int, most: int) -> int | None:
    if not re.fullmatch("[0-9]{1,2}", text) or not least <= int(text) <= most:
        return None
    return int(text)


def trouble_with(
    night: Night, wish: NightWish, here: Tonight, asked: DrawRequest, catalog: Catalog
) -> NightConflict:
    """Why a night cannot be, as the draw explains it, with ways out."""
    if night.clash:
        outcome = outcome_of(here, here.wishes, catalog)
        reason = outcome.reason or _("Not even one kingdom fits what you wish for tonight.")
        return NightConflict(_("No kingdom matches"), reason, wishes=True, shelf=True)
    games = ngettext("{number} game", "{number} games", wish.games)
    if night.undecided:
        return NightConflict(
            _("No night found"),
            _(
                "We looked as far as we may and found neither {games} nor a proof that there are "
                "none. Plan fewer games, open more boxes or loosen a wish.",
                games=games,
            ),
            games=wish.games - 1 if wish.games > FEWEST_GAMES else 0,
            wishes=bool(here.wishes),
        )
    short = night.shortage or Shortage("piles", 0, 0)
    if short.what == "boxes":
        return NightConflict(
            _("Too few boxes"),
            _("{games} need at least {needed} boxes.", games=games, needed=short.needed),
            boxes=short.needed,
        )
    possible = most_games(asked)
    return NightConflict(
        _("Too little for so many games"),
        _why(short, games, asked, catalog),
        games=possible if FEWEST_GAMES <= possible < wish.games else 0,
        wishes=short.what in ("wish", "landscapes") or bool(here.wishes),
        shelf=True,
    )


def _why(short: Shortage, games: str, asked: DrawRequest, catalog: Catalog) -> str:
    """What there is too little of."""
    told = {"games": games, "needed": short.needed, "there": short.there}
    if short.what == "basic cards":
        return _(
            "None of these boxes has Copper to Province. Add Dominion, Intrigue 1st or Base Cards."
        )
    if short.what == "landscapes":
        return _(
            "{games} with as many landscapes as you wish for need {needed} different ones. "
            "The boxes here have {there}.",
            **told,
        )
    if short.wish is None:
        return _("{games} need {needed} different piles. Your shelf has {there} to deal.", **told)
    wish = wish_in_words(short.wish, asked.counted, catalog)
    if short.other:
        return _(
            "You ask for {wish} in each game. So {games} need {needed} other piles, and your shelf "
            "has {there}.",
            wish=wish,
            **told,
        )
    return _(
        "You ask for {wish} in each game. {games} need {needed} of them, and your shelf has "
        "{there}.",
        wish=wish,
        **told,
    )
