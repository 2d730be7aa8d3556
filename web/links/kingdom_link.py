"""The link that holds a whole kingdom, so that it is valid for ever and nothing is stored."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TypeVar
from urllib.parse import parse_qs

from werkzeug.datastructures import MultiDict

from setup_rules.cards import Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.kingdom import Kingdom
from setup_rules.plan_request import (
    MOST_BOONS,
    MOST_BOXES,
    MOST_IN_DECK,
    MOST_LANDSCAPES,
    MOST_PILES,
    MOST_PLAYERS_ASKED,
    MOST_SETS,
    MOST_TRAITS,
    PlanRequest,
)
from setup_rules.rules import SLOTS
from web.catalog import app_catalog

LONGEST_QUERY = 40_000
"""Characters of a query that are read; the longest kingdom has far fewer."""

NO_PILES = "-"
"""Stands for an empty list of piles, which a path cannot hold."""

SLOTS_BY_KEY = {slot.link_key: slot.key for slot in SLOTS}
"""The slots of a Kingdom by their key in the link."""

_PLACES = {
    "players": 0,
    "boxes": 1,
    "landscapes": 2,
    "deck": 3,
    "colony": 15,
    "shelters": 25,
    "boons": 95,
    "traits": 105,
    "sets": 10_000,
    **{slot.link_key: slot.place for slot in SLOTS},
}
ORDER = tuple(sorted(_PLACES, key=_PLACES.__getitem__))
"""The keys of a link; the same kingdom always has the same link."""
_YES_OR_NO = {"yes": True, "no": False}

LONGEST = 1_800
"""Characters up to which a link names boxes in full; with an address before it, 2,000 are safe."""


class BrokenLink(Exception):
    """A link that holds no kingdom."""


class UnknownInLink(BrokenLink):
    """A link that names something that no box here has; its only argument is that name."""


def link_for(
    kingdom: Kingdom, players: int, boxes: tuple[str, ...], basic_sets: int | None = None
) -> str:
    """The address of a kingdom's page: its piles as path, all else that is set as query."""
    path = f"/kingdom/{piles_part(kingdom)}?"
    link = path + query_for(kingdom, players, boxes, basic_sets)
    if len(link) <= LONGEST:
        return link
    return path + query_for(kingdom, players, tuple(map(short_box, boxes)), basic_sets)


def short_box(box: str) -> str:
    """What stands for a box in a link that would grow too long; none may ever change."""
    return app_catalog().boxes[box].short


def full_box(name: str, catalog: Catalog) -> str:
    """The id of the box that a name in a link stands for; what no box is called stays as it is."""
    return _full_boxes(catalog).get(name, name)


@cache
def _full_boxes(catalog: Catalog) -> Mapping[str, str]:
    return {box.short: box.id for box in catalog.boxes.values()}


def piles_part(kingdom: Kingdom) -> str:
    """The piles as a part of the path."""
    return _ids(kingdom.piles) or NO_PILES


def query_for(
    kingdom: Kingdom, players: int, boxes: tuple[str, ...], basic_sets: int | None = None
) -> str:
    """All that is set beside the piles, in a fixed order and with nothing to escape."""
    parts = {
        "players": str(players),
        "boxes": ".".join(boxes),
        "landscapes": _ids(kingdom.landscapes),
        "deck": _ids(kingdom.deck),
        "colony": _word(kingdom.platinum_colony),
        "shelters": _word(kingdom.shelters),
        "boons": _ids(kingdom.boons),
        "traits": ".".join(f"{trait}:{pile.id}" for trait, pile in kingdom.traits.items()),
        "sets": "" if basic_sets is None else str(basic_sets),
    }
    for key, slot in SLOTS_BY_KEY.items():
        if slot in kingdom.drawn:
            parts[key] = kingdom.drawn[slot].id
    return "&".join(f"{key}={parts[key]}" for key in ORDER if parts.get(key))


def _ids(things: tuple[Thing, ...] | tuple[Landscape, ...] | tuple[OtherCard, ...]) -> str:
    return ".".join(thing.id for thing in things)


def _word(answer: bool | None) -> str:
    return {True: "yes", False: "no", None: ""}[answer]


def read_link(piles: str, args: MultiDict[str, str], catalog: Catalog) -> PlanRequest:
    """What a link asks for; raises BrokenLink. Keys it does not know are passed over."""
    parts = {key: _only(args.getlist(key)) for key in ORDER}
    find = _any_of(catalog)
    return PlanRequest(
        Kingdom(
            piles=() if piles == NO_PILES else _each(piles, find, MOST_PILES),
            landscapes=_each(
                parts["landscapes"], _among(catalog.landscapes, catalog), MOST_LANDSCAPES
            ),
            deck=_each(parts["deck"], find, MOST_IN_DECK),
            drawn={slot: find(parts[key]) for key, slot in SLOTS_BY_KEY.items() if parts[key]},
            boons=_each(
                parts["boons"],
                _among({boon.id: boon for boon in catalog.groups["Boons"]}, catalog),
                MOST_BOONS,
            ),
            traits=_traits(parts["traits"], catalog),
            platinum_colony=_answer(parts["colony"]),
            shelters=_answer(parts["shelters"]),
        ),
        _number(parts["players"], 0, MOST_PLAYERS_ASKED),
        _each(parts["boxes"], _box(catalog), MOST_BOXES),
        _number(parts["sets"], 1, MOST_SETS) if parts["sets"] else None,
    )


@lru_cache(maxsize=64)
def read_address(address: str, catalog: Catalog) -> PlanRequest:
    """What a kingdom's own address asks for, which one request may ask often; raises BrokenLink."""
    path, _, query = address.partition("#")[0].partition("?")
    piles = path.removeprefix("/kingdom/")
    if piles == path:
        raise BrokenLink
    return read_link(piles, MultiDict(parse_qs(query[:LONGEST_QUERY])), catalog)


def _any_of(catalog: Catalog) -> Callable[[str], Thing]:
    """Finds any card or landscape by its id."""

    def find(id_: str) -> Thing:
        try:
            return catalog.thing(id_)
        except KeyError:
            raise UnknownInLink(id_) from None

    return find


_Found = TypeVar("_Found")


def _among(known: Mapping[str, _Found], catalog: Catalog) -> Callable[[str], _Found]:
    def find(id_: str) -> _Found:
        if id_ not in known:
            _any_of(catalog)(id_)
            raise BrokenLink
        return known[id_]

    return find


def _box(catalog: Catalog) -> Callable[[str], str]:
    """Finds a box by its id or by its short name."""

    def find(name: str) -> str:
        box = full_box(name, catalog)
        if box not in catalog.boxes:
            raise UnknownInLink(box)
        return box

    return find


def _only(values: list[str]) -> str:
    """The one value of a key; a key said twice is none of ours."""
    if len(values) > 1:
        raise BrokenLink
    return values[0] if values else ""


def _each(text: str, find: Callable[[str], _Found], most: int) -> tuple[_Found, ...]:
    ids = text.split(".") if text else []
    if len(ids) > most:
        raise BrokenLink
    return tuple(find(id_) for id_ in ids)


def _traits(text: str, catalog: Catalog) -> dict[str, Thing]:
    def pair(part: str) -> tuple[str, Thing]:
        trait, _, pile = part.partition(":")
        if _among(catalog.landscapes, catalog)(trait).kind != "trait":
            raise BrokenLink
        return trait, _any_of(catalog)(pile)

    pairs = _each(text, pair, MOST_TRAITS)
    if len(dict(pairs)) < len(pairs):
        raise BrokenLink
    return dict(pairs)


def _answer(text: str) -> bool | None:
    if text and text not in _YES_OR_NO:
        raise BrokenLink
    return _YES_OR_NO.get(text)


def _number(text: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,2}", text) or not least <= int(text) <= most:
        raise BrokenLink
    return int(text)


def kingdom_key(link: str) -> str:
    """A short name for a kingdom's own link."""
    return hashlib.sha256(link.encode()).hexdigest()[:20]
