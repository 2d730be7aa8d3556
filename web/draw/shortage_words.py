"""What a shelf has too little of for several kingdoms, in words."""

from __future__ import annotations

from setup_rules.catalog import Catalog
from setup_rules.draw.request import DrawRequest
from setup_rules.evening.night import Short, Shortage
from web.draw.wish_words import wish_in_words
from web.language.translation import gettext as _


def shortage_in_words(short: Shortage, games: str, asked: DrawRequest, catalog: Catalog) -> str:
    """What there is too little of; `games` says for what, such as `3 games`."""
    values = {"games": games, "needed": short.needed, "there": short.there}
    if short.what is Short.BASIC_CARDS:
        return _(
            "None of these boxes have the basic cards (Copper to Province). Add Dominion, Intrigue "
            "1st or Base Cards."
        )
    if short.what is Short.LANDSCAPES:
        return _(
            "To get the landscapes you want, {games} need {needed} different landscapes, but these "
            "boxes have {there}.",
            **values,
        )
    if short.wish is None:
        return _(
            "{games} need {needed} different piles. Your shelf has {there} to draw from.", **values
        )
    wish = wish_in_words(short.wish, asked.counted, catalog)
    if short.other:
        return _(
            "Your wish for each game: {wish}. {games} need {needed} piles besides those, but your "
            "shelf has only {there}.",
            wish=wish,
            **values,
        )
    return _(
        "Your wish for each game: {wish}. {games} need {needed} of them, but your shelf has "
        "{there}.",
        wish=wish,
        **values,
    )
