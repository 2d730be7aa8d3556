"""Draws the kingdoms of two tables: both of them, or one of them again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from setup_rules.draw.drawing import canonical
from setup_rules.draw.request import DrawRequest
from setup_rules.evening.two_tables import draw_two_tables, redraw_table, split_players
from setup_rules.kingdom import Kingdom
from web.catalog import app_catalog
from web.draw.tonight import Tonight
from web.http.visitor import names_here
from web.links.kingdom_link import link_for, read_address
from web.night.games import GamesRefused
from web.store import PlannedNight
from web.two_tables.conflict import conflict_of


def draw_tables(here: Tonight, players: int, seed: str) -> tuple[str, ...]:
    """The links of both kingdoms; raises GamesRefused."""
    asked = here.request()
    tables = draw_two_tables(asked, players, seed)
    if not tables.kingdoms:
        raise GamesRefused(conflict_of(tables, here, asked, app_catalog(), names_here()))
    return _links(tables.kingdoms, split_players(players), asked)


def draw_tables_again(
    tables: PlannedNight, place: int | None, here: Tonight, seed: str
) -> tuple[str, ...]:
    """The links with another kingdom in one place, or in both; the same where none fits."""
    before = [read_address(link, app_catalog()) for link in tables.links]
    gone = (box for box in before[0].boxes if box not in here.boxes)
    asked = here.request(boxes=[*here.boxes, *dict.fromkeys(gone)])
    sizes, kingdoms = [one.players for one in before], [one.kingdom for one in before]
    if place is None:
        drawn = draw_two_tables(asked, sum(sizes), seed).kingdoms
        return _links(drawn, sizes, asked) or tables.links
    other = redraw_table(asked, sizes, kingdoms, place, seed)
    if other is None:
        return tables.links
    links = list(tables.links)
    links[place] = _link(other, sizes[place], asked)
    return tuple(links)


def _links(
    kingdoms: Sequence[Kingdom], sizes: Sequence[int], asked: DrawRequest
) -> tuple[str, ...]:
    pairs = zip(kingdoms, sizes, strict=False)
    return tuple(_link(kingdom, players, asked) for kingdom, players in pairs)


def _link(kingdom: Kingdom, players: int, asked: DrawRequest) -> str:
    """The link of one table's kingdom, for its players and the whole shelf."""
    return link_for(canonical(kingdom, replace(asked, players=players)), players, asked.shelf.ids)
