"""The published kingdoms: which of them a shelf can play, which with one box more, and by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from setup_rules.cards import Card, Landscape
from setup_rules.catalog import Catalog, PublishedKingdom
from setup_rules.chance import Chance
from setup_rules.collection import Collection, gather
from setup_rules.draw.completion import Dealing, NoCompletion, deal
from setup_rules.kingdom import Kingdom
from setup_rules.names import fold
from setup_rules.plan_request import PlanRequest

_COLONIES, _SHELTERS = ("Platinum", "Colony"), ("Hovel", "Necropolis", "Overgrown Estate")


@lru_cache(maxsize=64)
def playable_kingdoms(catalog: Catalog, boxes: tuple[str, ...]) -> tuple[PublishedKingdom, ...]:
    """Those that the boxes can play, by their newest box and then by name.

    It is the cards that count: a first edition with its update pack plays what asks for the second.
    """
    shelf = gather(catalog, boxes)
    return in_published_order(
        catalog, (each for each in catalog.published.values() if not any(_lacking(each, shelf)))
    )


@lru_cache(maxsize=64)
def one_short(
    catalog: Catalog, boxes: tuple[str, ...]
) -> Mapping[str, tuple[PublishedKingdom, ...]]:
    """By each box that is not here, the kingdoms that could be played if it were; most first."""
    shelf = gather(catalog, boxes)
    kingdoms: dict[str, list[PublishedKingdom]] = {}
    for each in catalog.published.values():
        lacking = list(_lacking(each, shelf))
        for box in set.intersection(*map(set, lacking)) if lacking else ():
            kingdoms.setdefault(box, []).append(each)
    order = {box: place for place, box in enumerate(catalog.boxes)}
    ranked = sorted(kingdoms, key=lambda box: (-len(kingdoms[box]), order[box]))
    return {box: in_published_order(catalog, kingdoms[box]) for box in ranked}


def _lacking(kingdom: PublishedKingdom, shelf: Collection) -> Iterator[tuple[str, ...]]:
    """For each thing a kingdom needs that is not on the shelf, the boxes that have it."""
    things: tuple[Card | Landscape, ...] = (
        *kingdom.cards,
        *kingdom.landscapes,
        *kingdom.drawn.values(),
    )
    for thing in things:
        if not shelf.owns(thing):
            yield thing.boxes
    names = (_COLONIES if kingdom.platinum_colony else ()) + (_SHELTERS if kingdom.shelters else ())
    boxes = shelf.catalog.boxes.values()
    for name in names:
        if not shelf.stock.get(name):
            yield tuple(box.id for box in boxes if box.stock.get(name))
    if not shelf.basic_sets:
        yield tuple(box.id for box in boxes if box.has_basic_cards)


def in_published_order(
    catalog: Catalog, kingdoms: Iterable[PublishedKingdom]
) -> tuple[PublishedKingdom, ...]:
    """Kingdoms by their newest box, then by name."""
    years = {box: place for place, box in enumerate(catalog.boxes)}
    return tuple(sorted(kingdoms, key=lambda kingdom: _place(kingdom, years)))


def _place(kingdom: PublishedKingdom, years: dict[str, int]) -> tuple[list[int], str]:
    newest_first = sorted((years[box] for box in set(kingdom.some_boxes)), reverse=True)
    return newest_first, kingdom.name


def boxes_on(kingdom: PublishedKingdom, shelf: Collection) -> tuple[str, ...]:
    """The boxes it is played from: of those that serve equally the ones that are here."""
    here = shelf.copies.keys()
    chosen = [
        box
        for choices in kingdom.boxes
        for box in min(choices, key=lambda choice: len(set(choice) - here))
    ]
    return tuple(box for box in shelf.catalog.boxes if box in chosen)


def families_of(kingdom: PublishedKingdom, catalog: Catalog) -> frozenset[str]:
    """The games a kingdom is for, whichever edition."""
    return frozenset(
        catalog.boxes[box].family
        for choices in kingdom.boxes
        for choice in choices
        for box in choice
    )


def found_by(kingdom: PublishedKingdom, catalog: Catalog, words: str) -> bool:
    """Whether each word begins a word of its name or of its cards' names, in any language."""
    known = _searched(catalog)[kingdom.id]
    return all(f" {word}" in known for word in fold(words).split())


@cache
def _searched(catalog: Catalog) -> Mapping[str, str]:
    """What each published kingdom is found by, as folded words with a space before each."""
    folded: dict[str, str] = {}

    def words_of(thing: Card | Landscape) -> str:
        if thing.id not in folded:
            names = [thing.name, *getattr(thing, "aliases", ())]
            for local in catalog.local_names.values():
                if thing.id in local:
                    names += [local[thing.id].name, *local[thing.id].other_spellings]
            folded[thing.id] = " ".join(dict.fromkeys(map(fold, names)))
        return folded[thing.id]

    return {
        kingdom.id: " ".join(
            (
                "",
                fold(kingdom.name),
                *map(words_of, kingdom.cards),
                *map(words_of, kingdom.landscapes),
                *map(words_of, kingdom.drawn.values()),
            )
        )
        for kingdom in catalog.published.values()
    }


def asked_for(published: PublishedKingdom, players: int, boxes: tuple[str, ...]) -> PlanRequest:
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
    return PlanRequest(kingdom, players, boxes, None)


def with_draws(
    asked: PlanRequest, catalog: Catalog, seed: str
) -> tuple[PlanRequest, tuple[str, ...]]:
    """The kingdom with what is printed open drawn, such as Obelisk's pile; and what was drawn.

    What is printed stays as it is; what players choose for themselves stays open.
    """
    kingdom, shelf = asked.kingdom, asked.game(catalog).collection
    try:
        dealt = deal(kingdom, asked.players, shelf, Dealing(), Chance(seed, "published")).kingdom
    except NoCompletion:
        return asked, ()
    new = {slot: thing for slot, thing in dealt.drawn.items() if slot not in kingdom.drawn}
    new |= {trait: pile for trait, pile in dealt.traits.items() if trait not in kingdom.traits}
    names = [*(thing.name for thing in new.values())]
    names += [boon.name for boon in dealt.boons if not kingdom.boons]
    return asked._replace(kingdom=dealt), tuple(names)
