"""Links that hold a whole night: the kingdoms of its games, each as its own link."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import parse_qs, urlencode

from setup_rules.catalog import Catalog
from setup_rules.evening.night import MOST_GAMES
from web.links.kingdom_link import BrokenLink, link_for, read_address

PATH = "/night/shared"
GAME = "game"


def night_link(games: Iterable[str]) -> str:
    """The address of a night, which needs nothing stored."""
    return f"{PATH}?{urlencode([(GAME, link) for link in games])}"


def is_night(link: str) -> bool:
    """Whether a link holds a night and not one kingdom."""
    return link.startswith(f"{PATH}?")


def read_night(link: str, catalog: Catalog) -> tuple[str, ...]:
    """The kingdoms of a night's address; raises BrokenLink."""
    return read_games(parse_qs(link.partition("?")[2]).get(GAME, []), catalog)


def read_games(games: list[str], catalog: Catalog) -> tuple[str, ...]:
    """The kingdoms of a night, each as its own link; raises BrokenLink."""
    if not 1 <= len(games) <= MOST_GAMES:
        raise BrokenLink
    return tuple(link_for(*read_address(game, catalog)) for game in games)
