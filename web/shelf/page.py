"""The shelf as its page shows it: every game with its editions, friends, and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from setup_rules.cards import Box
from setup_rules.collection import gather
from setup_rules.draw.wishes import KINGDOM_SIZE
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from web.catalog import app_catalog
from web.draw.tonight import Tonight, in_shelf_order
from web.http.visitor import home_id
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.links.codes import written
from web.setup_sheet.spines import Spine, box_name, short_edition, spine, spines
from web.store import Friend, get_store

BOXES_NAMED = 8
"""Boxes of a friend that are named in a row before the rest is counted."""


class Toggle(NamedTuple):
    """One box that is here or not."""

    box: str
    label: str
    spoken: str
    """Its name to those who hear the page, the label included."""
    name: str
    copies: int


class ShelfGame(NamedTuple):
    """One line of the shelf: all editions of a game, or one promo."""

    letters: str
    look: Spine
    """The spine of its first box."""
    family: str
    toggles: tuple[Toggle, ...]

    @property
    def here(self) -> bool:
        """Whether any of its boxes is here."""
        return any(toggle.copies for toggle in self.toggles)


class FriendRow(NamedTuple):
    """A friend's shelf in words."""

    code: str
    name: str
    boxes: str
    here: bool


class ShelfPage(NamedTuple):
    """All that the page shows."""

    spines: Sequence[Spine]
    counted: str
    counted_tonight: str
    """Empty unless friends brought something."""
    games: tuple[ShelfGame, ...]
    promos: tuple[ShelfGame, ...]
    friends: tuple[FriendRow, ...]
    lacks_basic_cards: bool
    missing: int
    """Kingdom piles that a kingdom still needs."""
    players: int
    asks_players: bool
    """Whether nothing was drawn yet, so that nobody has said how many play."""

    @property
    def fewer(self) -> int | None:
        """One player less; None if that is too few."""
        return self.players - 1 if self.players > FEWEST_PLAYERS else None

    @property
    def more(self) -> int | None:
        """One player more; None if that is too many."""
        return self.players + 1 if self.players < MOST_PLAYERS else None

    @property
    def here(self) -> list[Toggle]:
        """The boxes that are here, each once."""
        rows = (*self.games, *self.promos)
        return [toggle for row in rows for toggle in row.toggles if toggle.copies]


def shelf_page(here: Tonight) -> ShelfPage:
    """What the page shows tonight."""
    own = in_shelf_order(here.home.boxes if here.home else ())
    shelf, all_here = gather(app_catalog(), own), here.shelf
    rows = [_game(boxes, Counter(own)) for boxes in boxes_by_game()]
    return ShelfPage(
        spines=spines(shelf),
        counted=_count(len(own), len(shelf.cards)),
        counted_tonight=_count(len(here.boxes), len(all_here.cards)) if here.boxes != own else "",
        games=tuple(row for row in rows if not row.look.promo),
        promos=tuple(row for row in rows if row.look.promo),
        friends=tuple(friend_row(friend) for friend in here.friends),
        lacks_basic_cards=bool(here.boxes) and not all_here.basic_sets,
        missing=max(0, KINGDOM_SIZE - len(all_here.cards)),
        players=here.players,
        asks_players=here.home is None or not get_store().last_kingdom(here.home.id),
    )


def friend_page(shelf: Friend) -> dict[str, Any]:
    """Somebody's shelf as others see it."""
    boxes = gather(app_catalog(), in_shelf_order(shelf.boxes))
    others = get_store().friends(home_id())
    return {
        "friend": friend_row(shelf),
        "spines": spines(boxes),
        "piles": len(boxes.cards),
        "own": shelf.id == home_id(),
        "joined": next((other for other in others if other.id == shelf.id), None),
    }


def friend_row(friend: Friend) -> FriendRow:
    """A friend's shelf in words."""
    known = app_catalog().boxes
    names = [box_name(known[id_]) for id_ in dict.fromkeys(in_shelf_order(friend.boxes))]
    more = len(names) - BOXES_NAMED
    boxes = ", ".join(names[:BOXES_NAMED]) or _("No boxes yet")
    if more > 0:
        boxes = ngettext(
            "{boxes} and {number} more", "{boxes} and {number} more", more, boxes=boxes
        )
    return FriendRow(friend.code, shelf_name(friend), boxes, friend.here)


def shelf_name(friend: Friend) -> str:
    """What a friend's shelf is called."""
    if friend.name:
        return _("{name}’s shelf", name=friend.name)
    return _("Shelf {code}", code=written(friend.code))


def _count(boxes: int, piles: int) -> str:
    return _(
        "{boxes}, {piles}.",
        boxes=ngettext("{number} box", "{number} boxes", boxes),
        piles=ngettext("{number} Kingdom pile", "{number} Kingdom piles", piles),
    )


def boxes_by_game() -> list[list[Box]]:
    """All games by the year of their first box; a game of cards comes before basic cards."""
    games: dict[tuple[str, str], list[Box]] = {}
    for box in app_catalog().boxes.values():
        games.setdefault((box.family, box.letters), []).append(box)
    return sorted(games.values(), key=lambda boxes: (boxes[0].year, boxes[0].kind == "basic cards"))


def _game(boxes: Sequence[Box], copies: Mapping[str, int]) -> ShelfGame:
    first = boxes[0]
    alone = len(first.letters) == 1 and first.kind != "base game"
    letters = first.name[:2] if alone else first.letters
    toggles = tuple(_toggle(box, copies[box.id]) for box in boxes)
    return ShelfGame(letters, spine(first), first.family, toggles)


def _toggle(box: Box, copies: int) -> Toggle:
    look = spine(box)
    label = short_edition(look) or (_("Here") if copies else _("Add"))
    spoken = _("{box}: {label}", box=look.name, label=label)
    return Toggle(box.id, label, spoken, box_name(box), copies)
