"""Makes a DrawRequest of a shelf, players and wishes in plain values, as they are stored and sent.

Names that the catalog does not know, or no longer, are left out; a check that tells of them comes
before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from setup_rules.cards import MAIN_LANDSCAPES, Card, Landscape
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection
from setup_rules.draw.completion import AS_PRINTED, DECK_SIZE, POLICIES, Dealing, LandscapeWish
from setup_rules.draw.presets import as_published
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wish_kinds import ByPart, read_bounds
from setup_rules.draw.wishes import (
    LANDSCAPES,
    OF_THE_TEN,
    PRESET,
    RANDOM_BOXES,
    Bounds,
    Wishes,
    zero_weights,
)
from setup_rules.kingdom import find_card
from setup_rules.names import family_of

Plain = Mapping[str, Any]
"""Values that JSON can hold, by their keys."""


def plain_request(values: Plain, shelf: Collection, players: int) -> DrawRequest:
    """The draw that is asked for; everything in `values` may be left out."""
    asked: Plain = values.get("wishes") or {}
    pinned = _things(values.get("pinned"), shelf.catalog)
    banned = _things(values.get("banned"), shelf.catalog)
    laid_out = tuple(thing for thing in pinned if isinstance(thing, Landscape))
    wishes = replace(
        _wishes(asked, shelf),
        pinned=tuple(card.id for card in pinned if isinstance(card, Card)),
        banned=tuple(thing.id for thing in banned),
    )
    chosen = asked.get(RANDOM_BOXES.name)
    draws: Plain = values.get("draws") or {}
    how = Dealing(
        banned=frozenset((*wishes.banned, *zero_weights(wishes))),
        near=wishes.limits_boxes or chosen is not None,
        landscapes=_landscapes(asked.get(LANDSCAPES.name) or {}, laid_out, shelf.catalog),
        deck_size=values.get("black_market_size") or DECK_SIZE,
        **{draw: way for draw, way in draws.items() if way in POLICIES.get(draw, ())},
    )
    return DrawRequest(shelf, players, wishes, how, laid_out, chosen)


def _things(names: Iterable[str] | None, catalog: Catalog) -> list[Card | Landscape]:
    """The piles of these names, then the landscapes, each once."""
    things = dict.fromkeys(find_card(name, catalog) for name in names or ())
    known = [thing for thing in things if thing is not None]
    return sorted(known, key=lambda thing: isinstance(thing, Landscape))


def _wishes(asked: Plain, shelf: Collection) -> Wishes:
    """The wishes named, and those of the preset where none is named in their place."""
    preset = as_published(shelf.catalog) if asked.get(PRESET.name) else Wishes()
    values: dict[str, Any] = {}
    for line in OF_THE_TEN:
        named, theirs = asked.get(line.name), getattr(preset, line.field)
        if isinstance(line.kind, ByPart):
            parts = dict(theirs) | dict(line.kind.read(named, shelf))
            # Bounds that hold nothing back are no wish: they free a part from the preset.
            value = tuple(sorted(part for part in parts.items() if part[1] != Bounds()))
        else:
            value = theirs if named is None else line.kind.read(named, shelf)
        values[line.field] = value
    return Wishes(**values)


def _landscapes(asked: Plain, pinned: Iterable[Landscape], catalog: Catalog) -> LandscapeWish:
    """The wish; what it does not say is as printed, but never less than what is pinned."""
    each = {kind: read_bounds(bounds) for kind, bounds in (asked.get("each") or {}).items()}
    each = {kind: each[kind] for kind in MAIN_LANDSCAPES if each.get(kind, Bounds()) != Bounds()}
    of_kinds, ways = sum(one.least for one in each.values()), each.get("way", Bounds())
    kinds = [landscape.kind for landscape in pinned if landscape.kind in MAIN_LANDSCAPES]
    least, most, most_ways = asked.get("min") or 0, asked.get("max"), asked.get("max_ways")
    wanted = asked.get("kinds")
    return LandscapeWish(
        least=least,
        most=max(AS_PRINTED.most, least, len(kinds), of_kinds) if most is None else most,
        kinds=tuple(kind for kind in MAIN_LANDSCAPES if wanted is None or kind in wanted),
        most_ways=max(AS_PRINTED.most_ways, kinds.count("way"), ways.least, ways.most or 0)
        if most_ways is None
        else most_ways,
        always=bool(asked.get("always")),
        each=tuple(each.items()),
        boxes=tuple(sorted({family_of(box, catalog) for box in asked.get("boxes") or ()} - {""})),
    )
