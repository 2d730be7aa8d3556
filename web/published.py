"""The published kingdoms that a shelf can play, sorted, as if each were asked for by its link."""

from __future__ import annotations

from functools import lru_cache

from setup_rules.catalog import Catalog, PublishedKingdom
from setup_rules.collection import gather
from setup_rules.kingdom import Kingdom
from web.reading import Asked


@lru_cache(maxsize=16)
def playable(catalog: Catalog, boxes: tuple[str, ...]) -> tuple[PublishedKingdom, ...]:
    """Those for which all boxes are here, by their newest box and then by name."""
    here = set(boxes)
    if not gather(catalog, boxes).basic_sets:
        return ()
    found = (
        kingdom
        for kingdom in catalog.published.values()
        if all(any(here.issuperset(choice) for choice in choices) for choices in kingdom.boxes)
    )
    years = {box: place for place, box in enumerate(catalog.boxes)}
    return tuple(sorted(found, key=lambda kingdom: _place(kingdom, years)))


def _place(kingdom: PublishedKingdom, years: dict[str, int]) -> tuple[list[int], str]:
    newest_first = sorted((years[box] for box in set(kingdom.some_boxes)), reverse=True)
    return newest_first, kingdom.name


def asked_for(published: PublishedKingdom, players: int, boxes: tuple[str, ...]) -> Asked:
    """A published kingdom with everything it fixes, for these players and boxes."""
    kingdom = Kingdom(
        piles=published.cards,
        landscapes=published.landscapes,
        drawn=published.drawn,
        boons=published.boons,
        traits=published.traits,
        platinum_colony=published.platinum_colony,
        shelters=published.shelters,
    )
    return Asked(kingdom, players, boxes, None)
