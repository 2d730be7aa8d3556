"""From wishes to a whole kingdom: ten piles drawn exactly, then all that they ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import combinations
from math import comb, sqrt
from operator import or_
from typing import NamedTuple

from setup_rules.budget import BudgetSpent, open_budget, remembered
from setup_rules.cards import MAIN_LANDSCAPES, Card, Landscape
from setup_rules.cascade import settle
from setup_rules.chance import Chance, picked
from setup_rules.collection import Collection, gather, piece_of
from setup_rules.draw.completion import (
    Dealing,
    Dealt,
    NoCompletion,
    asks_for_a_card,
    can_be_completed,
    deal,
    draw_landscapes,
)
from setup_rules.draw.conflict import Conflict, WayOut, find_conflict
from setup_rules.draw.exact.conditions import Constraints, bits_of, state_constraints
from setup_rules.draw.exact.counting import count_exactly
from setup_rules.draw.exact.sampler import (
    COUNT_BUDGET,
    WORK_LIMIT,
    Answer,
    Prepared,
    Tally,
    estimate,
    prepare,
)
from setup_rules.draw.landscape_conflict import can_lay_out, find_landscape_conflict
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import (
    BOXES,
    KINGDOM_SIZE,
    Needs,
    Wish,
    Wishes,
    list_wishes,
    zero_weights,
)
from setup_rules.kingdom import Kingdom
from setup_rules.rule_index import rules_of
from setup_rules.rules import DEALT_KINDS, TOKEN_VALUES
from setup_rules.sentences import listed, say

MOST_TRIES = 200
"""Tens that may turn out to have no completion before a draw is given up as not decided."""
MOST_TENS = 40_000
"""Tens that are looked at one by one where a count cannot see whether extras can be filled."""
ESTIMATE_DRAWS = 300
MOST_CHOICES = 151
"""Choices of random boxes that are tried, each with a quarter of the work, before the wishes are
met from the whole shelf."""


class Drawn(NamedTuple):
    """What a draw gave: a kingdom, or why there is none, and how many there are."""

    kingdom: Kingdom | None
    seed: str
    tally: Tally
    conflict: tuple[Wish, ...] = ()
    ways_out: tuple[WayOut, ...] = ()
    undecided: bool = False
    notes: tuple[str, ...] = ()


@lru_cache(maxsize=256)
def parts_short(shelf: Collection, players: int) -> frozenset[str]:
    """Cards and landscapes whose limited parts, such as cubes or Heirlooms, are too few.

    Full boxes serve six players, so this is about a seventh.
    """
    short = {
        material
        for material in shelf.catalog.materials
        if (material.heirloom and shelf.stock.get(material.heirloom, 0) < players)
        or any(
            shelf.stock.get(piece_of(token), 0) < count * players
            for token, count in material.player_tokens
            if token not in TOKEN_VALUES
        )
    }
    things: tuple[Card | Landscape, ...] = (*shelf.cards, *shelf.landscapes)
    kinds = {kind for material in short for kind in material.kinds}
    return frozenset(
        thing.id
        for thing in things
        if short.intersection(thing.needs) or getattr(thing, "kind", "") in kinds
    )


def playable(asked: DrawRequest) -> DrawRequest:
    """The request without cards that so many players cannot use, unless they are pinned."""
    short = parts_short(asked.shelf, asked.players) - set(asked.wishes.pinned)
    if not short:
        return asked
    banned = tuple(sorted({*asked.wishes.banned, *short}))
    how = replace(asked.how, banned=asked.how.banned | short)
    return replace(asked, wishes=replace(asked.wishes, banned=banned), how=how)


def draw_kingdom(asked: DrawRequest, seed: str) -> Drawn:
    """A whole kingdom: each ten that fits the wishes equally likely, or by its weight."""
    asked = playable(asked)
    if pins_not_owned(asked) or not can_lay_out(asked):
        conflict, ways_out, _ = explain(asked)
        return Drawn(None, seed, Tally(0), conflict, ways_out)
    chance = Chance(seed)
    try:
        prepared = _prepare_by_chance(asked, chance)
    except BudgetSpent:
        return _undecided(asked, seed)
    if prepared.answer is Answer.UNDECIDED:
        return _undecided(asked, seed, prepared.hardest)
    if prepared.answer is Answer.IMPOSSIBLE:
        conflict, ways_out, undecided = explain(asked)
        tally = Tally(None) if undecided else Tally(0)
        return Drawn(None, seed, tally, conflict, ways_out, undecided)
    try:
        found = draw_completed(asked, prepared, chance)
    except BudgetSpent:
        return _undecided(asked, seed)
    tally = _tally(asked)
    if found is None:
        return Drawn(None, seed, tally, undecided=tally.exact != 0)
    kingdom, notes = found
    return Drawn(kingdom, seed, tally, notes=notes)


def _undecided(asked: DrawRequest, seed: str, hardest: tuple[Wish, ...] = ()) -> Drawn:
    """No answer, and the wishes that are hardest to meet; all of them if that is not known."""
    names = {card.id: card.name for card in asked.shelf.cards}
    conflict = hardest or list_wishes(asked.wishes, names)
    return Drawn(None, seed, Tally(None), conflict, undecided=True)


def draw_completed(asked: DrawRequest, prepared: Prepared, chance: Chance) -> Dealt | None:
    """The first ten drawn that can be completed, with what was noted; None if there seems none."""
    for _ in range(MOST_TRIES):
        try:
            return complete(asked, Kingdom(prepared.draw(chance)), chance)
        except NoCompletion:
            continue
    return None


def complete(
    asked: DrawRequest, kingdom: Kingdom, chance: Chance, dropped: frozenset[str] = frozenset()
) -> Dealt:
    """Landscapes, then all that is open; one that asks for a card is dropped where none fits."""
    how = _beside_pins(asked, dropped)
    randomizers = _dealable(asked.shelf, asked.how.banned)
    more = draw_landscapes(randomizers, asked.shelf, how, chance, kingdom.piles)
    laid_out = kingdom._replace(landscapes=(*asked.pinned_landscapes, *more))
    try:
        return deal(laid_out, asked.players, asked.shelf, asked.how, chance)
    except NoCompletion:
        asking = frozenset(ls.id for ls in more if asks_for_a_card(ls, asked.shelf.catalog))
        if not asking:
            raise
        return complete(asked, kingdom, chance, dropped | asking)


def _beside_pins(asked: DrawRequest, dropped: frozenset[str]) -> Dealing:
    """How landscapes are dealt beside those pinned, and without those dropped."""
    fixed, wish = asked.pinned_landscapes, asked.how.landscapes
    if not fixed and not dropped:
        return asked.how
    banned = asked.how.banned | dropped | {landscape.id for landscape in fixed}
    return replace(asked.how, banned=banned, landscapes=wish.beside(fixed))


@lru_cache(maxsize=256)
def _dealable(shelf: Collection, banned: frozenset[str]) -> int:
    """How many Kingdom cards there are to be dealt."""
    return sum(card.id not in banned for card in shelf.cards)


def count_kingdoms(asked: DrawRequest) -> Tally:
    """How many tens fit the wishes and can be completed."""
    asked = playable(asked)
    if pins_not_owned(asked) or not can_lay_out(asked):
        return Tally(0)
    return _tally(asked)


def _tally(asked: DrawRequest) -> Tally:
    """The same for a playable request whose pins can be laid out."""
    try:
        return _count(asked.shelf, asked.counted)
    except BudgetSpent:
        return Tally(None)


@remembered(512)
def _count(shelf: Collection, wishes: Wishes) -> Tally:
    constraints = state_constraints(shelf.cards, with_rules(shelf, wishes))
    exact = count_exactly(constraints, constraints.conditions, COUNT_BUDGET)
    if exact is None:
        return estimate(_prepare(shelf, wishes.unweighted))
    slots = _slots_on(shelf, wishes)
    if exact and any(slot.may_fail for slot in slots):
        return _count_completed(shelf, wishes, constraints, exact, [slot.plain for slot in slots])
    return Tally(exact)


class _Slot(NamedTuple):
    """A slot that a card on the shelf may ask for."""

    plain: frozenset[str]
    """The cards that may fill it and ask for nothing themselves."""
    may_fail: bool
    """Whether a ten may leave for it only cards that ask for yet another card.

    That takes a shelf with so few plain cards for the slot that one kingdom can use them up.
    """


def _slots_on(shelf: Collection, wishes: Wishes) -> list[_Slot]:
    gone = {*wishes.banned, *zero_weights(wishes)}
    there = frozenset(card.id for card in shelf.cards if card.id not in gone)
    needs = {need.trigger: need for need in with_rules(shelf, wishes).needs}
    asking = there & needs.keys()
    slots = []
    for trigger in sorted(asking):
        fitting = there & needs[trigger].eligible
        plain = fitting - asking
        may_fail = bool(fitting & asking) and len(plain) < KINGDOM_SIZE + len(asking)
        slots.append(_Slot(plain, may_fail))
    return slots


def _count_completed(
    shelf: Collection,
    wishes: Wishes,
    constraints: Constraints,
    at_most: int,
    plain: Sequence[frozenset[str]],
) -> Tally:
    """The tens in doubt looked at one by one; where they are many, an estimate that says so."""
    how = Dealing(banned=frozenset(wishes.banned))
    places = {card.id: 1 << place for place, card in enumerate(constraints.cards)}
    masks = [sum(places.get(id_, 0) for id_ in ids) for ids in plain]
    doubtful = _doubtful_tens(constraints, masks)
    if doubtful is not None:
        failed = sum(
            constraints.holds(chosen)
            and not _leaves_plain_cards(chosen, masks)
            and not can_be_completed(Kingdom(constraints.cards_of(chosen)), 2, shelf, how)
            for chosen in doubtful
        )
        return Tally(at_most - failed)
    prepared = _prepare(shelf, wishes)
    if prepared.answer is not Answer.POSSIBLE:
        return Tally(None)
    dice = Chance("completed", "estimate")
    hits = sum(
        can_be_completed(Kingdom(prepared.draw(dice)), 2, shelf, how) for _ in range(ESTIMATE_DRAWS)
    )
    if not hits:
        return Tally(None)
    missed = max(ESTIMATE_DRAWS - hits, 1)
    return Tally(None, at_most * hits // ESTIMATE_DRAWS, sqrt(missed / ESTIMATE_DRAWS / hits))


def _leaves_plain_cards(chosen: int, plain: Sequence[int]) -> bool:
    """Whether every slot can have a plain card of its own: any of them together have as many."""
    left = [mask & ~chosen for mask in plain]
    return all(
        reduce(or_, some).bit_count() >= number
        for number in range(1, len(left) + 1)
        for some in combinations(left, number)
    )


def _doubtful_tens(constraints: Constraints, plain: Sequence[int]) -> set[int] | None:
    """The tens that may leave a slot open; None where they are too many to look at.

    A ten that leaves each slot as many plain cards as there are slots can be completed: one slot
    after the other takes a plain card that is still there, and that asks for nothing more. Where
    there are few tens, all of them are looked at.
    """
    free, slots = constraints.free, constraints.slots
    few = comb(free.bit_count(), slots) <= MOST_TENS
    splits = [
        (mask, inside)
        for mask in ([0] if few else [mask & free for mask in plain])
        for inside in range(max(mask.bit_count() - len(plain) + 1, 0), slots + 1)
    ]
    tens = (
        comb(mask.bit_count(), inside) * comb((free & ~mask).bit_count(), slots - inside)
        for mask, inside in splits
    )
    if sum(tens) > MOST_TENS:
        return None
    return {
        constraints.pinned + sum(some) + sum(others)
        for mask, inside in splits
        for some in combinations([1 << place for place in bits_of(mask)], inside)
        for others in combinations([1 << place for place in bits_of(free & ~mask)], slots - inside)
    }


def count_or_explain(asked: DrawRequest, seed: str = "") -> Drawn:
    """What a draw tells, without the kingdom: how many there are, or why there is none."""
    tally = count_kingdoms(asked)
    if tally.exact or tally.about:
        return Drawn(None, seed, tally)
    return Drawn(None, seed, tally, *explain(asked))


def canonical(kingdom: Kingdom, asked: DrawRequest) -> Kingdom:
    """The Kingdom as a link has it: landscapes dealt for a card among the slots, Traits by name."""
    names = asked.shelf.catalog.landscapes
    slots = settle(kingdom, asked.players, asked.shelf).slots
    dealt = {slot: slots[slot] for slot in DEALT_KINDS if slot in slots}
    return kingdom._replace(
        landscapes=tuple(ls for ls in kingdom.landscapes if ls.kind in MAIN_LANDSCAPES),
        drawn={**kingdom.drawn, **dealt},
        traits=dict(sorted(kingdom.traits.items(), key=lambda trait: names[trait[0]].name)),
    )


def explain(asked: DrawRequest) -> tuple[tuple[Wish, ...], tuple[WayOut, ...], bool]:
    """A smallest set of clashing wishes, ways out, and whether that is not decided."""
    asked = playable(asked)
    landscapes = find_landscape_conflict(asked, count_kingdoms)
    if landscapes is not None:
        return landscapes.wishes, landscapes.ways_out, False
    missing = pins_not_owned(asked)
    if missing:
        return (*_why_not_owned(asked, missing), False)
    found = _conflict(asked)
    if found is None:
        return (), (), False
    return found.wishes, tuple(_counted_anew(asked, found.ways_out)), not found.proved


def _counted_anew(asked: DrawRequest, ways_out: tuple[WayOut, ...]) -> Iterator[WayOut]:
    """Ways out with more boxes, counted with what the cards in them ask for."""
    for way in ways_out:
        if way.more_boxes:
            then = replace(asked, shelf=_with_families(asked.shelf, way.more_boxes))
            tally = count_kingdoms(replace(then.without_chance, wishes=way.wishes))
            if tally.exact != 0:
                yield way._replace(tally=tally)
        else:
            yield way


def _with_families(shelf: Collection, families: tuple[str, ...]) -> Collection:
    """The shelf with every box of some families."""
    boxes = shelf.catalog.boxes.values()
    more = [b.id for b in boxes if b.family in families and b.id not in shelf.copies]
    return gather(shelf.catalog, (*shelf.ids, *more))


def with_rules(shelf: Collection, wishes: Wishes, pool: Sequence[Card] | None = None) -> Wishes:
    """The wishes with what the rules demand: a card left over for every slot of the ten.

    Extras may come from the whole shelf, the ten only from the pool, if there is one.
    """
    needs = _standing_needs(shelf, frozenset(wishes.banned))
    if pool is not None:
        gone = {*wishes.banned, *(card.id for card in pool)}
        outside = frozenset(card.id for card in shelf.cards if card.id not in gone)
        needs = tuple(need._replace(elsewhere=need.eligible & outside) for need in needs)
    return replace(wishes, needs=needs)


@lru_cache(maxsize=256)
def _standing_needs(shelf: Collection, banned: frozenset[str]) -> tuple[Needs, ...]:
    """For each Kingdom card that asks for another one: which cards would do.

    A card that asks for a landscape of which every one is banned can never be dealt.
    """
    everything = shelf.catalog.cards.values()
    rules = rules_of(shelf.catalog)
    found = []
    for draw in rules.draws:
        askers = [card for card in shelf.cards if draw in rules.by_thing.get(card.id, ())]
        if not draw.kind:
            fitting = [c for c in everything if draw.fits(c) and (draw.mixed or not c.is_mixed)]
            eligible = frozenset(card.id for card in fitting)
            found += [Needs(card.id, eligible, what=draw.wants) for card in askers]
        elif all(ls.id in banned for ls in shelf.landscapes if draw.fits(ls)):
            found += [Needs(card.id, frozenset(), what=draw.wants) for card in askers]
    singles = frozenset(card.id for card in everything if not card.is_mixed)
    what = say("a deck of unused cards")
    for card in everything:
        if not rules.dealing.isdisjoint(rules.by_thing.get(card.id, ())):
            found.append(Needs(card.id, singles, what=what))
    return tuple(found)


@remembered(128)
def _prepare(
    shelf: Collection,
    wishes: Wishes,
    pool: tuple[Card, ...] | None = None,
    limit: int = WORK_LIMIT,
) -> Prepared:
    """The wishes made ready on a whole shelf, or on a pool of its cards."""
    if pool is None or len(pool) == len(shelf.cards):
        return prepare(shelf.cards, with_rules(shelf, wishes), limit=limit)
    open_budget().spend(2 * len(shelf.cards))
    return prepare(pool, with_rules(shelf, wishes, pool), limit=limit)


def _prepare_by_chance(asked: DrawRequest, chance: Chance) -> Prepared:
    """The wishes made ready; with random boxes, on the first choice of boxes that can do it."""
    shelf = asked.shelf
    if asked.random_boxes is None:
        return _prepare(shelf, asked.wishes)
    opened = asked.pinned_families
    others = sorted({f for card in shelf.cards for f in card.families} - opened)
    dice = chance.stream("boxes")
    for _ in range(MOST_CHOICES):
        chosen = opened.union(picked(others, asked.random_boxes, dice))
        pool = tuple(card for card in shelf.cards if card.families & chosen)
        prepared = _prepare(shelf, asked.wishes, pool, WORK_LIMIT // 4)
        if prepared.answer is Answer.POSSIBLE:
            return prepared
    return _prepare(shelf, asked.counted)


def _conflict(asked: DrawRequest) -> Conflict | None:
    catalog = asked.shelf.catalog
    titles: dict[str, str] = {}
    for box in catalog.boxes.values():
        titles.setdefault(box.family, box.name)
    return find_conflict(
        asked.shelf.cards,
        with_rules(asked.shelf, asked.counted),
        everything=tuple(catalog.cards.values()),
        names=titles,
    )


def pins_not_owned(asked: DrawRequest) -> list[str]:
    """Pinned cards that lie in no box on the shelf."""
    if not asked.wishes.pinned:
        return []
    owned = {card.id for card in asked.shelf.cards}
    return [pin for pin in dict.fromkeys(asked.wishes.pinned) if pin not in owned]


def _why_not_owned(
    asked: DrawRequest, missing: list[str]
) -> tuple[tuple[Wish, ...], tuple[WayOut, ...]]:
    """A pinned card that no box on the shelf holds clashes with the choice of boxes."""
    catalog, first = asked.shelf.catalog, missing[0]
    card = catalog.cards[first]
    names = {card.id: card.name for card in catalog.cards.values()}
    pin = next(wish for wish in list_wishes(asked.wishes, names) if wish.cards == (first,))
    kept = tuple(pinned for pinned in asked.wishes.pinned if pinned not in missing)
    without_it = replace(asked, wishes=replace(asked.wishes, pinned=kept))
    ways = [
        WayOut(
            (f"without {listed([catalog.cards[id_].name for id_ in missing])}",),
            without_it.wishes,
            (),
            count_kingdoms(without_it),
        )
    ]
    if len(missing) == 1:
        box = catalog.boxes[card.boxes[0]]
        more = replace(asked, shelf=gather(catalog, (*asked.shelf.ids, box.id)))
        changes, family = (f"add {box.title}",), (box.family,)
        ways.append(WayOut(changes, asked.wishes, family, count_kingdoms(more)))
    boxes = Wish(BOXES.key, (), "only the boxes chosen")
    return (pin, boxes), tuple(way for way in ways if way.tally.exact != 0)
