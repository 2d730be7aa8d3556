"""Finds who plays what at a table of a tournament, so that its points can be counted."""

from __future__ import annotations

import re
from typing import NamedTuple

from web.catalog import app_catalog
from web.links.code_doors import NO_TOURNAMENT, OpensNothing, entered
from web.links.kingdom_link import link_for, read_address
from web.store import get_store

TABLE = re.compile(r"([0-9A-Za-z]{1,12})\.([1-9])\.([1-9][0-9]?)")


class TableGame(NamedTuple):
    """The game of a table."""

    link: str
    names: tuple[str, ...]
    table: tuple[str, int, int]
    """The tournament's code, the round and the number of the table."""
    entrants: tuple[int, ...]
    """Their numbers in the tournament, in the order of the names."""


def find_table(text: str) -> TableGame:
    """The game at a table such as `4F7K2Q.1.3`; raises OpensNothing."""
    match = TABLE.fullmatch(text)
    if match is None:
        raise OpensNothing(NO_TOURNAMENT)
    kept = entered(match[1], get_store().tournament_by_code, NO_TOURNAMENT)
    number, place = int(match[2]), int(match[3])
    one = kept.round(number)
    if not one.announced or place > len(one.seats):
        raise OpensNothing(NO_TOURNAMENT)
    players = one.seats[place - 1]
    names = {player.number: player.name for player in kept.players}
    asked = read_address(one.link, app_catalog())
    return TableGame(
        link_for(*asked._replace(players=len(players))),
        tuple(names[player] for player in players),
        (kept.code, number, place),
        players,
    )
