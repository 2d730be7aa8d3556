"""When the landscapes wished for cannot be laid out: which wishes clash, and the ways out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from setup_rules.cards import MAIN_LANDSCAPES, Landscape
from setup_rules.collection import Collection, gather
from setup_rules.draw.completion import LandscapeWish, eligible_landscapes
from setup_rules.draw.conflict import MOST_WAYS_OUT, Conflict, WayOut
from setup_rules.draw.exact.sampler import Tally
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import BOXES, LANDSCAPES, Bounds, Wish
from setup_rules.sentences import listed

ANY_NUMBER = LandscapeWish(most=1000, most_ways=1000)


def find_landscape_conflict(
    asked: DrawRequest, count: Callable[[DrawRequest], Tally]
) -> Conflict | None:
    """Why the landscapes cannot be as wished, or None when they can; `count` counts ways out."""
    if can_lay_out(asked):
        return None
    core = _each_wish(asked)
    for wish in core:
        rest = tuple(other for other in core if other != wish)
        if not can_lay_out(_only(asked, rest)):
            core = rest
    ways = [way for wish in core for way in _ways_out(asked, wish, count) if way.tally.exact != 0]
    return Conflict(core, tuple(ways[:MOST_WAYS_OUT]))


def can_lay_out(asked: DrawRequest) -> bool:
    """Whether the pinned landscapes and as many others as wished for can be laid out."""
    how = asked.how
    return _fit(asked.shelf, asked.pinned_landscapes, how.landscapes, how.banned)


@lru_cache(maxsize=256)
def _fit(
    shelf: Collection, pins: tuple[Landscape, ...], wish: LandscapeWish, banned: frozenset[str]
) -> bool:
    if any(pin.id in banned or not shelf.owns(pin) for pin in pins):
        return False
    laid_out = [pin for pin in pins if pin.kind in MAIN_LANDSCAPES]
    there = Counter(landscape.kind for landscape in laid_out)
    pool = eligible_landscapes(shelf, wish, banned)
    others = Counter(landscape.kind for landscape in pool if landscape not in pins)
    possible = 0
    for kind in MAIN_LANDSCAPES:
        have = there[kind] + others[kind]
        most = wish.most_of(kind) if kind == "way" or kind in dict(wish.each) else have
        least = dict(wish.each).get(kind, Bounds()).least
        if there[kind] > most or least > min(have, most):
            return False
        possible += min(have, most)
    return wish.at_least <= min(wish.most, possible) and len(laid_out) <= wish.most


def _each_wish(asked: DrawRequest) -> tuple[Wish, ...]:
    wish, catalog = asked.how.landscapes, asked.shelf.catalog
    pins = [
        Wish("pinned", (pin.id,), f"{pin.name} is pinned")
        for pin in dict.fromkeys(asked.pinned_landscapes)
    ]
    banned = tuple(sorted(id_ for id_ in asked.how.banned if id_ in catalog.landscapes))
    never = [Wish("banned", banned, "landscapes that are never wanted")] if banned else []
    return (
        *pins,
        *never,
        Wish(LANDSCAPES.name, (), _in_words(wish)),
        Wish(BOXES.key, (), "only the boxes chosen"),
    )


def _in_words(wish: LandscapeWish) -> str:
    only = "" if wish.kinds == MAIN_LANDSCAPES else f" that are {_plurals(wish.kinds)}"
    ways = f", at most {wish.most_ways} of them Ways" if "way" in wish.kinds else ""
    each = "".join(f", {_bounds_in_words(bounds)} {kind}s" for kind, bounds in wish.each)
    boxes = f" from {listed(wish.boxes, 'or')}" if wish.boxes else ""
    return f"at least {wish.at_least} and at most {wish.most} landscapes{only}{boxes}{ways}{each}"


def _bounds_in_words(bounds: Bounds) -> str:
    return f"{bounds.least} to {'any' if bounds.most is None else bounds.most}"


def _plurals(kinds: tuple[str, ...]) -> str:
    return listed([f"{kind.capitalize()}s" for kind in kinds], "or") or "of no kind"


def _only(asked: DrawRequest, kept: tuple[Wish, ...]) -> DrawRequest:
    """The request with no other wishes about landscapes than these."""
    keys = {wish.key for wish in kept}
    pinned = {wish.cards[0] for wish in kept if wish.key == "pinned"}
    catalog, how = asked.shelf.catalog, asked.how
    return replace(
        asked,
        shelf=asked.shelf if BOXES.key in keys else gather(catalog, tuple(catalog.boxes)),
        pinned_landscapes=tuple(pin for pin in asked.pinned_landscapes if pin.id in pinned),
        how=replace(
            how,
            banned=how.banned if "banned" in keys else how.banned - set(catalog.landscapes),
            landscapes=how.landscapes if LANDSCAPES.name in keys else ANY_NUMBER,
        ),
    )


def _ways_out(
    asked: DrawRequest, wish: Wish, count: Callable[[DrawRequest], Tally]
) -> Iterator[WayOut]:
    """The request without one of its wishes, if that is enough."""
    catalog = asked.shelf.catalog
    if wish.key == BOXES.key:
        for box in catalog.boxes.values():
            more = replace(asked, shelf=gather(catalog, (*asked.shelf.ids, box.id)))
            if can_lay_out(more):
                tally = count(more)
                yield WayOut((f"add {box.title}",), asked.wishes, (box.family,), tally)
                return
        return
    rest = tuple(other for other in _each_wish(asked) if other != wish)
    without = _only(asked, rest)
    if can_lay_out(without):
        says = {
            "banned": "allow all landscapes you never want",
            LANDSCAPES.name: f"do without “{wish.says}”",
        }
        name = catalog.landscapes[wish.cards[0]].name if wish.key == "pinned" else ""
        change = says.get(wish.key, f"unpin {name}")
        yield WayOut((change,), asked.wishes, (), count(without))
