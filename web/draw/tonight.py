"""Tonight: the boxes that are here, friends' included, the players and the wishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection as Some
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from setup_rules.collection import Collection, gather
from setup_rules.draw.plain_request import plain_request
from setup_rules.draw.preferences import NO_PREFERENCES, Preferences, with_preferences
from setup_rules.draw.request import DrawRequest
from web.catalog import app_catalog
from web.draw.defaults import with_habits
from web.draw.preferences import preferences_of
from web.http.visitor import household
from web.store import Friend, Household, get_store
from web.store.households import DEFAULT_PLAYERS

ENOUGH = 4
"""Copies of a box that are made use of, so that a link can name all boxes at once."""


class Tonight(NamedTuple):
    """What a draw starts from."""

    home: Household | None
    friends: tuple[Friend, ...]
    boxes: tuple[str, ...]
    """Ids in shelf order; a box that is there twice is named twice."""
    players: int
    wishes: Mapping[str, Any]
    preferences: Preferences = NO_PREFERENCES
    """What rests, and what those here like and dislike."""

    @property
    def shelf(self) -> Collection:
        """All boxes that are here."""
        return gather(app_catalog(), self.boxes)

    def request(self, players: int | None = None, boxes: Iterable[str] = ()) -> DrawRequest:
        """Tonight's draw as the engine takes it, for other players or from other boxes."""
        shelf = gather(app_catalog(), tuple(boxes)) if boxes else self.shelf
        return request_for(self.wishes, shelf, players or self.players, self.preferences)


def request_for(
    wishes: Mapping[str, Any],
    shelf: Collection,
    players: int,
    preferences: Preferences = NO_PREFERENCES,
    spared: Some[str] = (),
) -> DrawRequest:
    """A draw by stored wishes; those that name what is no longer known are left out.

    Cards `spared` are free of the preferences, as pinned ones are.
    """
    asked = plain_request(with_habits(wishes), shelf, players)
    return with_preferences(asked, preferences, spared)


def tonight() -> Tonight:
    """What is kept of the visitor's household, and what friends brought."""
    home = household()
    if home is None:
        return Tonight(None, (), (), DEFAULT_PLAYERS, {})
    store = get_store()
    friends = store.friends(home.id)
    brought = [box for friend in friends if friend.here for box in friend.boxes]
    boxes = in_shelf_order((*home.boxes, *brought))
    preferences = preferences_of(store, home.id)
    return Tonight(home, friends, boxes, home.players, home.wishes, preferences)


def in_shelf_order(boxes: Iterable[str]) -> tuple[str, ...]:
    """The boxes that we know, by year; of a box that many friends bring, a few suffice."""
    copies = Counter(boxes)
    return tuple(id_ for id_ in app_catalog().boxes for _ in range(min(copies[id_], ENOUGH)))
