"""Draws the kingdoms of a night: all of them, or one of them again."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from setup_rules.draw.drawing import canonical
from setup_rules.draw.request import DrawRequest
from setup_rules.evening.night import draw_night, redraw, shelf_of
from setup_rules.kingdom import Kingdom
from web.catalog import app_catalog
from web.draw.tonight import Tonight
from web.links.kingdom_link import link_for, read_address
from web.night.conflict import conflict_of
from web.night.games import GamesRefused
from web.store import PlannedNight


class DrawnNight(NamedTuple):
    """What is kept of a night."""

    links: tuple[str, ...]
    boxes: tuple[str, ...]
    fewest: int


def plan_night(here: Tonight, games: int, boxes: int, seed: str) -> DrawnNight:
    """So many kingdoms from at most so many boxes, 0 for as few as is good; raises GamesRefused."""
    asked = here.request()
    night = draw_night(asked, games, seed, boxes or None)
    if not night.kingdoms:
        raise GamesRefused(conflict_of(night, games, here, asked, app_catalog()))
    links = tuple(_link(kingdom, asked, night.boxes) for kingdom in night.kingdoms)
    return DrawnNight(links, night.boxes, night.fewest)


def draw_again(night: PlannedNight, place: int, here: Tonight, seed: str) -> DrawnNight | None:
    """The night with another kingdom in one place; None if no other one fits."""
    before = [read_address(link, app_catalog()) for link in night.links]
    gone = (box for box in before[0].boxes if box not in here.boxes)
    boxes = [*here.boxes, *dict.fromkeys(gone)]
    asked = here.request(before[0].players, boxes)
    new = redraw(asked, [one.kingdom for one in before], place, night.boxes, seed)
    if new is None:
        return None
    links = list(night.links)
    links[place] = _link(new, asked, night.boxes)
    return DrawnNight(tuple(links), night.boxes, night.fewest)


def _link(kingdom: Kingdom, asked: DrawRequest, boxes: tuple[str, ...]) -> str:
    """The link of a kingdom, on a shelf of only the boxes of the night."""
    part = replace(asked, shelf=shelf_of(asked, boxes))
    ids = tuple(box for box in asked.shelf.ids if box in part.shelf.copies)
    return link_for(canonical(kingdom, part), asked.players, ids)
