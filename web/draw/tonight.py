"""Tonight: the boxes that are here, friends' included, the players and the wishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection as Some
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from setup_rules.collection import Collection, gather
from setup_rules.draw.preferences import NO_PREFERENCES, Preferences, with_preferences
from web.catalog import app_catalog
from web.draw.defaults import with_habits
from web.draw.preferences import preferences_of
from web.http.visitor import household
from web.reading.draw_reading import ParsedDraw, read_draw
from web.reading.json_reader import Unreadable
from web.store import Friend, Household, get_store
from web.store.households import DEFAULT_PLAYERS

ENOUGH = 4
"""Copies of a box that are made use of, so that all boxes at once are still read as a draw."""


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

    def request(self, **changes: Any) -> ParsedDraw:
        """Tonight's draw as the engine takes it, with changes to what was kept."""
        here = {"boxes": list(self.boxes), "players": self.players}
        return read_tonight(here, self.wishes, changes, self.preferences)


def read_tonight(
    here: Mapping[str, Any],
    wishes: Mapping[str, Any],
    changes: Mapping[str, Any],
    preferences: Preferences = NO_PREFERENCES,
    spared: Some[str] = (),
) -> ParsedDraw:
    """A draw from parts. Wishes that name what is no longer known are read without these.

    Cards `spared` are free of the preferences, as pinned ones are.
    """
    catalog = app_catalog()
    try:
        request = read_draw({**here, **with_habits(wishes), **changes}, catalog)
    except Unreadable as unreadable:
        tried = _without(wishes, {fault.field for fault in unreadable.faults})
        try:
            request = read_draw({**here, **with_habits(tried), **changes}, catalog)
        except Unreadable:
            request = read_draw({**here, **with_habits({}), **changes}, catalog)
    return request._replace(asked=with_preferences(request.asked, preferences, spared))


def _without(value: Any, fields: Some[str], at: str = "") -> Any:
    """What is left without these fields, such as `banned[2]` or `wishes.not_together[0][1]`."""
    if isinstance(value, Mapping):
        inside = {f"{at}.{key}".removeprefix("."): key for key in value}
        return {
            key: _without(value[key], fields, path)
            for path, key in inside.items()
            if path not in fields
        }
    if isinstance(value, list):
        return [
            item
            for place, item in enumerate(value)
            if not any(f"{field}[".startswith(f"{at}[{place}][") for field in fields)
        ]
    return value


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
