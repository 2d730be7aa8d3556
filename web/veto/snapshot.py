"""What a veto is drawn by, as it was when the piles were dealt: wishes may change meanwhile."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from setup_rules.catalog import Catalog
from setup_rules.collection import gather
from setup_rules.draw.completion import Dealing, LandscapeWish
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import Bounds, ListLimit, Needs, Wishes

KNOWN = {kind.__name__: kind for kind in (Bounds, ListLimit, Needs, Wishes, Dealing, LandscapeWish)}
"""The kinds of value that stand in a request, by name."""


class Outdated(Exception):
    """A request kept by an older Ten Piles, which this one cannot read any more."""


def packed(asked: DrawRequest) -> dict[str, Any]:
    """All that a draw depends on but the seed, as JSON can hold it."""
    return {
        "boxes": list(asked.shelf.ids),
        "players": asked.players,
        "wishes": _packed(asked.wishes),
        "how": _packed(asked.how),
        "landscapes": [landscape.id for landscape in asked.pinned_landscapes],
        "random_boxes": asked.random_boxes,
    }


def unpacked(kept: dict[str, Any], catalog: Catalog) -> DrawRequest:
    """The request again; raises Outdated."""
    try:
        return DrawRequest(
            gather(catalog, tuple(kept["boxes"])),
            kept["players"],
            _unpacked(kept["wishes"]),
            _unpacked(kept["how"]),
            tuple(catalog.landscapes[id_] for id_ in kept["landscapes"]),
            kept["random_boxes"],
        )
    except (KeyError, TypeError) as wrong:
        raise Outdated from wrong


def _packed(value: Any) -> Any:
    kind = type(value).__name__
    if value is None or isinstance(value, int | str):
        return value
    if is_dataclass(value):
        named = {one.name: _packed(getattr(value, one.name)) for one in fields(value)}
        return {"kind": kind, "fields": named}
    if isinstance(value, frozenset):
        return {"kind": "set", "parts": sorted(map(_packed, value))}
    if kind in KNOWN or type(value) is tuple:
        return {"kind": kind, "parts": [_packed(part) for part in value]}
    raise TypeError(f"a request has no {kind}")


def _unpacked(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    kind = value["kind"]
    if "fields" in value:
        return KNOWN[kind](**{name: _unpacked(part) for name, part in value["fields"].items()})
    parts = [_unpacked(part) for part in value["parts"]]
    if kind == "tuple":
        return tuple(parts)
    return frozenset(parts) if kind == "set" else KNOWN[kind](*parts)
