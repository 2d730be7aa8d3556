"""The kingdom of a tournament's round: drawn from a suggested mix or by wishes, or chosen."""

from __future__ import annotations

import re
from typing import NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.draw.drawing import canonical, draw_kingdom
from setup_rules.draw.request import DrawRequest
from setup_rules.engine import plan_setup
from setup_rules.names import fold
from setup_rules.plan_request import PlanRequest
from setup_rules.tournament.sets import Playable, playable_sets, setup_players
from setup_rules.tournament.tables import USUAL
from web.catalog import app_catalog
from web.draw.changes import EXTRAS
from web.draw.published import asked_for, boxes_on, with_draws
from web.draw.tonight import Tonight
from web.http.visitor import reading
from web.language.card_names import naming
from web.links.code_doors import opened
from web.links.kingdom_link import BrokenLink, link_for, read_address
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.sheet import banner, kingdom_name
from web.store import get_store
from web.store.tournaments import Seats

SET, WISHES, OWN = "set", "wishes", "own"
WAYS = (SET, WISHES, OWN)
"""Where the kingdom of a round may come from."""
LONGEST_ADDRESS = 4_000


class KingdomRow(NamedTuple):
    """A kingdom as the pages of a tournament show it."""

    name: str
    banner: tuple[str, ...]
    also: str
    """Landscapes and more piles, in words."""
    links: tuple[tuple[int, str], ...]
    """Its page for each number of players at a table."""
    playable: bool


def sizes_of(seats: Seats) -> tuple[int, ...]:
    """How many sit at the tables of a round, the usual number first; three before it is known."""
    return setup_players([len(table) for table in seats]) or (USUAL,)


def suggested(number: int, here: Tonight) -> Playable:
    """The suggested mix of a round, and what tonight's boxes lack for it."""
    return playable_sets(here.shelf)[number - 1]


def draw_from_set(number: int, here: Tonight, seats: Seats, seed: str) -> str:
    """The link of a kingdom of the suggested mix; empty where there is none."""
    card_set = suggested(number, here).card_set
    players = max(sizes_of(seats))
    asked = DrawRequest(here.shelf, players, card_set.wishes, card_set.dealing)
    return _drawn(asked, seats, seed)


def draw_by_wishes(here: Tonight, seats: Seats, seed: str) -> str:
    """The link of a kingdom by tonight's wishes; empty where none matches."""
    return _drawn(here.request(max(sizes_of(seats))), seats, seed)


def _drawn(asked: DrawRequest, seats: Seats, seed: str) -> str:
    kingdom = draw_kingdom(asked, seed).kingdom
    if kingdom is None:
        return ""
    return link_for(canonical(kingdom, asked), sizes_of(seats)[0], asked.shelf.ids)


def find_kingdom(text: str, here: Tonight, seats: Seats, seed: str) -> str:
    """The link of a kingdom by its address, its code or its published name; empty if unknown."""
    catalog, players = app_catalog(), sizes_of(seats)[0]
    text = text[:LONGEST_ADDRESS].strip()
    asked = _published(text, catalog, here, players, seed)
    if asked is None:
        asked = _linked(text, catalog)
    if asked is None or not asked.kingdom.piles:
        return ""
    return link_for(*asked._replace(players=players))


def _linked(text: str, catalog: Catalog) -> PlanRequest | None:
    code = re.search(r"(?:/k/|/share/|^)([^/?&]+)$", text)
    shared = opened(code[1], get_store().shared) if code else None
    address = shared.link if shared else text[max(text.find("/kingdom/"), 0) :]
    try:
        return read_address(address, catalog)
    except BrokenLink:
        return None


def _published(
    text: str, catalog: Catalog, here: Tonight, players: int, seed: str
) -> PlanRequest | None:
    by_address = re.search(r"/published/([a-z0-9-]+)$", text)
    wanted = fold(text)
    kingdom = next(
        (
            each
            for each in catalog.published.values()
            if (by_address and each.id == by_address[1]) or (wanted and fold(each.name) == wanted)
        ),
        None,
    )
    if kingdom is None:
        return None
    boxes = here.boxes or boxes_on(kingdom, here.shelf)
    return with_draws(asked_for(kingdom, players, boxes), catalog, seed)[0]


def kingdom_row(link: str, seats: Seats) -> KingdomRow:
    """A round's kingdom, with a link for each number of players at its tables."""
    catalog, likes = app_catalog(), reading()
    name = NameStyle(naming(catalog, likes.names), likes.beside).name
    asked = read_address(link, catalog)
    game = asked.game(catalog)
    extras = [game.slots[slot] for slot in EXTRAS if slot in game.slots]
    also = [name(thing.name) for thing in (*game.landscapes, *extras)]
    return KingdomRow(
        name=kingdom_name(game, name),
        banner=banner(game.ten),
        also=", ".join(dict.fromkeys(also)),
        links=tuple((size, link_for(*asked._replace(players=size))) for size in sizes_of(seats)),
        playable=plan_setup(game).status != "error",
    )
