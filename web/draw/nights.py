"""Where a planned night is found again: from the front page and from its games."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for

from web.draw.history import played_tens, ten_of
from web.http.visitor import home_id
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.store import PlannedNight, get_store


class NightDoor(NamedTuple):
    """A way to a night."""

    address: str
    name: str
    note: str = ""


def tonights_night() -> NightDoor | None:
    """The night planned for this evening, and which game is next."""
    night = get_store().night_of_tonight(home_id()) if home_id() else None
    if night is None:
        return None
    if night.seats:
        return NightDoor(address_of_night(night), _("Two tables tonight"))
    name = ngettext("A night of {number} game", "A night of {number} games", len(night.links))
    return NightDoor(address_of_night(night), name, _next_game(night))


def night_of(link: str) -> NightDoor | None:
    """The night that a kingdom is a game of."""
    night = get_store().night_with(home_id(), link) if home_id() else None
    if night is None:
        return None
    if night.seats:
        return NightDoor(address_of_night(night), _("Two tables"))
    number, games = night.links.index(link) + 1, len(night.links)
    return NightDoor(
        address_of_night(night), _("Game {number} of {games}", number=number, games=games)
    )


def address_of_night(night: PlannedNight) -> str:
    """The page of a night or of two tables."""
    if night.seats:
        return url_for("two_tables.show", tables=night.id)
    return url_for("night.show", night=night.id)


def _next_game(night: PlannedNight) -> str:
    """The first game that is not in the log, in words."""
    played = played_tens(home_id())
    for number, link in enumerate(night.links, 1):
        if ten_of(link) not in played:
            return _("Next is game {number}", number=number)
    return _("All games are in the game log")
