"""The wishes of a household as they are stored: a JSON object that POST /api/draw takes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from setup_rules.cards import MAIN_LANDSCAPES
from setup_rules.catalog import Catalog
from setup_rules.draw.wishes import PRESET
from setup_rules.kingdom import find_card
from setup_rules.names import shorten
from web.http.visitor import at_home, reading
from web.language.card_names import naming
from web.reading.draw_fields import WISHED
from web.reading.stored import read_stored
from web.store import get_store

BEFORE = "wishes_before"
"""Where the session has the wishes from before a change of many at once, until the next draw."""
Kept = dict[str, Any]
Path = Sequence[str]
"""The keys that lead to a value."""


def newest_wishes() -> Kept:
    """The wishes as they are kept now, whatever this request has read before."""
    return read_stored(WISHED, get_store().wishes_of(at_home().id))


def value_at(kept: Mapping[str, Any], path: Path) -> Any:
    """The value at a path; None if there is none."""
    value: Any = kept
    for key in path:
        value = (value or {}).get(key)
    return value


def put_at(kept: Kept, path: Path, value: Any) -> None:
    """Put a value at a path; None takes it out, with all that has become empty below a wish."""
    *parents, last = path
    levels = [kept]
    for key in parents:
        if levels[-1].get(key) is None:
            levels[-1][key] = {}
        levels.append(levels[-1][key])
    if value is not None:
        levels[-1][last] = value
        return
    levels[-1].pop(last, None)
    if len(path) > 3 and not levels[-1]:
        del levels[-2][parents[-1]]


def without_empty(kept: Mapping[str, Any]) -> Kept:
    """The wishes without parts that have become empty."""
    return {key: value for key, value in kept.items() if value not in ({}, [], None)}


def digest_of(kept: Mapping[str, Any]) -> str:
    """A short hash, by which a page that is out of date is known."""
    text = json.dumps(kept, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def has_preset(kept: Mapping[str, Any]) -> bool:
    """Whether the wishes follow the published kingdoms."""
    return bool(value_at(kept, ("wishes", PRESET.name)))


def card_id(name: str, catalog: Catalog) -> str:
    """The id of a pile or landscape named in any way; the name itself if it is not known."""
    card = find_card(name, catalog)
    return card.id if card else name


def card_name(name: str, catalog: Catalog) -> str:
    """The name of a pile or landscape as the reader likes to see it."""
    card = find_card(name, catalog)
    return naming(catalog, reading().names)(card.name) if card else shorten(name)


def without_cards(cards: Iterable[str], gone: Collection[str], catalog: Catalog) -> list[str]:
    """Cards named in any way without those of some ids."""
    return [card for card in cards if card_id(card, catalog) not in gone]


def pair_code(pair: Iterable[str], catalog: Catalog) -> str:
    """Two cards that are not wanted together, as a control names them."""
    return ".".join(sorted(card_id(card, catalog) for card in pair))


@lru_cache(maxsize=4)
def landscape_families(catalog: Catalog) -> tuple[str, ...]:
    """The families of boxes that have landscapes, in the order of the boxes."""
    kinds = (ls for ls in catalog.landscapes.values() if ls.kind in MAIN_LANDSCAPES)
    boxes = {box for landscape in kinds for box in landscape.boxes}
    return tuple(dict.fromkeys(box.family for box in catalog.boxes.values() if box.id in boxes))


def family_name(family: str, catalog: Catalog) -> str:
    """What a family of boxes is called: the name of its newest box; a promo goes by its card's."""
    boxes = [box for box in catalog.boxes.values() if box.family == family]
    names = [box.name for box in boxes if box.kind != "update pack"]
    return naming(catalog, reading().names)(names[-1]) if names else family
