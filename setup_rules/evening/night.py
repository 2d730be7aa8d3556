"""Several kingdoms for one evening: no pile twice, each as wished, and few boxes opened."""

from __future__ import annotations

from collections.abc import Collection as Some
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from functools import cached_property, reduce
from itertools import combinations
from math import comb
from operator import or_
from typing import NamedTuple

from setup_rules.budget import BudgetSpent, open_budget
from setup_rules.cards import MAIN_LANDSCAPES, Box, Card, Landscape, Thing
from setup_rules.cascade import settle
from setup_rules.chance import Chance, Dice, picked
from setup_rules.collection import Collection, gather
from setup_rules.draw.completion import (
    Dealing,
    NoCompletion,
    asks_for_a_card,
    deal,
    draw_landscapes,
    eligible_landscapes,
    pruned,
)
from setup_rules.draw.drawing import pins_not_owned, playable, with_rules
from setup_rules.draw.exact.conditions import (
    BoxesUsed,
    Condition,
    Constraints,
    Count,
    state_constraints,
)
from setup_rules.draw.exact.sampler import WORK_LIMIT, Answer, prepare_constraints
from setup_rules.draw.landscape_conflict import can_lay_out
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import KINGDOM_SIZE, Bounds, Wish
from setup_rules.engine import plan_setup
from setup_rules.kingdom import Kingdom, pile_id
from setup_rules.problems import Severity
from setup_rules.rules import DECISIONS, EXTRAS

FEWEST_GAMES, MOST_GAMES = 2, 6
SPARE_BOXES = 1
"""Boxes more than the fewest that can do, so that the games of an evening do not look alike."""
FEW_PILES = 5
"""Boxes with fewer piles than this are opened only where larger ones do not suffice."""
MANY_PLAYERS = 5
"""From so many players on, a game uses the Treasures of two basic sets."""

NIGHT_LIMIT = 2 * WORK_LIMIT
"""Work of all tries of one night before it is "not decided"."""
LEAST_WORK = 1_000
"""What a try counts for at least."""
TRIES = 3
"""Tries with one choice of boxes."""
MOST_LOOKED_AT = 15_000
"""Choices of boxes that are looked at one by one."""
FIRST_THROWS, MOST_THROWS = 300, 3_000
"""Choices of boxes that are thrown at random before that, and where there are more of them."""


class Short(Enum):
    """What there is too little of."""

    PILES, WISH, LANDSCAPES, BASIC_CARDS, BOXES, PINNED, FAMILIES = range(7)


class Shortage(NamedTuple):
    """Something of which the shelf has too little for so many games."""

    what: Short
    needed: int
    there: int
    wish: Wish | None = None
    other: bool = False
    """Whether it is the cards outside the wish that are short: at most so many are allowed."""


class Night(NamedTuple):
    """The kingdoms of an evening, or why there are none."""

    kingdoms: tuple[Kingdom, ...]
    boxes: tuple[str, ...] = ()
    """The boxes they come from, by id, in shelf order; a box that is there twice once."""
    fewest: int = 0
    """With fewer boxes than this no such night is possible; 0 where that is not known."""
    shortage: Shortage | None = None
    clash: bool = False
    """Whether not even one kingdom fits the wishes."""
    undecided: bool = False


class NoNight(Exception):
    """This choice of boxes, or this try, came to nothing."""


def draw_night(asked: DrawRequest, games: int, seed: str, most_boxes: int | None = None) -> Night:
    """So many kingdoms, each as wished and no pile in two of them.

    Boxes are chosen first: each set of boxes that suffices is equally likely among those of its
    size. Then one ten after the other: each that fits the wishes and leaves enough piles of every
    kind for the games after it is equally likely, or by its weight.
    """
    try:
        return _draw_night(asked, games, seed, most_boxes)
    except BudgetSpent:
        return Night((), undecided=True)


def _draw_night(asked: DrawRequest, games: int, seed: str, most_boxes: int | None) -> Night:
    asked = as_limits(asked)
    if is_hopeless(asked):
        return Night((), clash=True)
    needs = NightNeeds(asked, games)
    shortage = needs.shortage()
    if shortage:
        return Night((), shortage=shortage)
    fewest = needs.fewest()
    if most_boxes is not None and most_boxes < fewest:
        return Night((), fewest=fewest, shortage=Shortage(Short.BOXES, fewest, most_boxes))
    first = min(fewest + SPARE_BOXES, len(needs.boxes)) if most_boxes is None else most_boxes
    last = len(needs.boxes) if most_boxes is None else most_boxes
    work = 0
    for size in range(min(first, len(needs.boxes)), min(last, len(needs.boxes)) + 1):
        for boxes in needs.choices(size, Chance(seed, f"night boxes {size}")):
            for number in range(TRIES):
                attempt = Attempt(asked, boxes, f"{seed} {size} {number}")
                try:
                    kingdoms = attempt.draw(games)
                except NoNight:
                    work += attempt.work + LEAST_WORK
                    if attempt.hopeless or work > NIGHT_LIMIT:
                        break
                    continue
                return Night(kingdoms, boxes, fewest)
            if work > NIGHT_LIMIT:
                return Night((), fewest=fewest, undecided=True)
    return Night((), fewest=fewest, undecided=True)


def redraw(
    asked: DrawRequest, kingdoms: Sequence[Kingdom], place: int, boxes: tuple[str, ...], seed: str
) -> Kingdom | None:
    """Another kingdom in one place of a night, from the same boxes; None if there is none.

    Each ten that fits the wishes without a pile of the other games is equally likely.
    """
    asked = as_limits(asked)
    others = [kingdom for at, kingdom in enumerate(kingdoms) if at != place]
    old = {pile_id(thing) for thing in kingdoms[place].piles}
    for number in range(TRIES):
        attempt = Attempt(asked, boxes, f"{seed} again {number}")
        try:
            drawn = attempt.draw_one(others, pins=place == 0)
        except BudgetSpent:
            return None
        except NoNight:
            if attempt.hopeless:
                return None
            continue
        if {pile_id(thing) for thing in drawn.piles} != old:
            return drawn
    return None


def most_games(asked: DrawRequest) -> int:
    """So many games the shelf has enough piles for, as far as counting tells; at most six."""
    asked = as_limits(asked)
    with suppress(BudgetSpent):
        for games in range(MOST_GAMES, 1, -1):
            if NightNeeds(asked, games).shortage() is None:
                return games
    return 1


def shelf_of(asked: DrawRequest, boxes: Some[str]) -> Collection:
    """The part of a shelf that these boxes are, each as often as it is there."""
    return _part(asked.shelf, frozenset(boxes))


def repeated(kingdoms: Sequence[Kingdom]) -> tuple[str, ...]:
    """Names of what is in use in more than one game, Black Market decks aside."""
    seen: dict[str, int] = {}
    names: dict[str, str] = {}
    for kingdom in kingdoms:
        for thing in in_use(kingdom):
            seen[pile_id(thing)] = seen.get(pile_id(thing), 0) + 1
            names[pile_id(thing)] = thing.name
    return tuple(sorted(names[id_] for id_, count in seen.items() if count > 1))


def in_use(kingdom: Kingdom) -> Iterator[Thing]:
    """The ten, landscapes and extras, each once."""
    extras = [kingdom.drawn[slot.key] for slot in EXTRAS if slot.key in kingdom.drawn]
    yield from dict.fromkeys((*kingdom.piles, *kingdom.landscapes, *extras))


def as_limits(asked: DrawRequest) -> DrawRequest:
    """The request with boxes chosen at random read as a limit on boxes; what nobody can use out."""
    return playable(asked.without_chance)


def is_hopeless(asked: DrawRequest) -> bool:
    """Whether not even one kingdom fits the wishes."""
    if pins_not_owned(asked) or not can_lay_out(asked):
        return True
    constraints = state_constraints(asked.shelf.cards, with_rules(asked.shelf, asked.wishes))
    return prepare_constraints(constraints, any_will_do=True).answer is Answer.IMPOSSIBLE


def _part(shelf: Collection, boxes: frozenset[str]) -> Collection:
    return gather(shelf.catalog, tuple(box for box in shelf.ids if box in boxes))


def _bounds(allowed: int) -> tuple[int, int]:
    """The lowest and the highest of the allowed counts."""
    return (allowed & -allowed).bit_length() - 1, allowed.bit_length() - 1


class _Floor(NamedTuple):
    """So many of these piles are needed in all games together."""

    mask: int
    needed: int
    wish: Wish | None
    other: bool


def _always_used(asked: DrawRequest) -> list[str]:
    """Basic cards that every game of the night uses, because that is wished, by name."""
    always = [one for one in DECISIONS if getattr(asked.how, one.key) == "always"]
    return [name for one in always for name in one.brings if asked.shelf.stock.get(name)]


class NightNeeds:
    """What a night needs of boxes, whatever is drawn: too little of it proves it impossible."""

    def __init__(self, asked: DrawRequest, games: int) -> None:
        shelf = asked.shelf
        self._games = games
        self._shelf = shelf
        later = replace(asked.wishes, pinned=())
        constraints = state_constraints(shelf.cards, with_rules(shelf, later))
        self._pinned = sum(
            1 << place
            for place, card in enumerate(constraints.cards)
            if card.id in asked.wishes.pinned
        )
        self._families = constraints.boxes
        self._least_families = 0
        self._floors = [
            _Floor((1 << len(constraints.cards)) - 1, games * KINGDOM_SIZE, None, False)
        ]
        self._floors += self._wished(constraints)
        wish = asked.how.landscapes
        self._landscapes = eligible_landscapes(shelf, wish, asked.how.banned)
        self._least_landscapes = wish.at_least * games
        self._least_of_kinds = {kind: bounds.least * games for kind, bounds in wish.each}
        self._most_ways = wish.most_ways * games
        self._pinned_landscapes = asked.pinned_landscapes
        self._sets = min(2 if asked.players >= MANY_PLAYERS else 1, max(shelf.basic_sets, 1))
        self._names = _always_used(asked)
        self.boxes: tuple[Box, ...] = tuple(
            box for box in shelf.boxes if box.piles or box.landscapes or box.has_basic_cards
        )
        self._masks = {
            box.id: sum(
                1 << at for at, card in enumerate(constraints.cards) if box.id in card.boxes
            )
            for box in self.boxes
        }

    def _wished(self, constraints: Constraints) -> Iterator[_Floor]:
        """What each wish asks of all games together, and of the piles beside it."""
        everything = (1 << len(constraints.cards)) - 1
        for condition in constraints.conditions:
            if isinstance(condition, BoxesUsed) and condition.allowed:
                self._least_families = _bounds(condition.allowed)[0]
            if not isinstance(condition, Count) or not condition.allowed:
                continue
            least, most = _bounds(condition.allowed)
            wish = condition.wishes[0] if condition.wishes else None
            if least:
                yield _Floor(condition.mask, self._games * least, wish, other=False)
            if most < KINGDOM_SIZE:
                others = everything & ~condition.mask
                yield _Floor(others, self._games * (KINGDOM_SIZE - most), wish, other=True)

    def shortage(self) -> Shortage | None:
        """What the whole shelf has too little of."""
        return self._short(self.boxes)

    def _short(self, boxes: Sequence[Box]) -> Shortage | None:
        open_budget().spend(5 + len(self._floors) // 2)
        there = 0
        for box in boxes:
            there |= self._masks[box.id]
        for floor in self._floors:
            have = (there & floor.mask).bit_count()
            if have < floor.needed:
                what = Short.WISH if floor.wish else Short.PILES
                return Shortage(what, floor.needed, have, floor.wish, floor.other)
        if self._pinned & ~there:
            return Shortage(Short.PINNED, 1, 0)
        families = sum(1 for family in self._families if family & there)
        if families < self._least_families:
            return Shortage(Short.FAMILIES, self._least_families, families)
        ids = {box.id for box in boxes}
        return self._short_beside(ids, boxes)

    def _short_beside(self, ids: set[str], boxes: Sequence[Box]) -> Shortage | None:
        """What is short beside the piles: basic cards, landscapes, Platinum, Shelters."""
        sets = sum(self._shelf.copies[box.id] for box in boxes if box.has_basic_cards)
        if sets < self._sets:
            return Shortage(Short.BASIC_CARDS, self._sets, sets)
        for name in self._names:
            if not any(box.stock.get(name) for box in boxes):
                return Shortage(Short.BASIC_CARDS, 1, 0)
        if any(ids.isdisjoint(pin.boxes) for pin in self._pinned_landscapes):
            return Shortage(Short.PINNED, 1, 0)
        if self._least_landscapes:
            here = [ls for ls in self._landscapes if not ids.isdisjoint(ls.boxes)]
            ways = sum(ls.kind == "way" for ls in here)
            have = len(here) - max(ways - self._most_ways, 0)
            if have < self._least_landscapes:
                return Shortage(Short.LANDSCAPES, self._least_landscapes, have)
            for kind, least in self._least_of_kinds.items():
                have = sum(ls.kind == kind for ls in here)
                if have < least:
                    return Shortage(Short.LANDSCAPES, least, have)
        return None

    @cached_property
    def _forced(self) -> tuple[Box, ...]:
        """The boxes without which all others together have not enough."""
        return tuple(
            box
            for box in self.boxes
            if self._short([other for other in self.boxes if other is not box])
        )

    def fewest(self) -> int:
        """The fewest boxes that have enough of everything; no night can do with fewer."""
        others = [box for box in self.boxes if box not in self._forced]
        others.sort(key=lambda box: -self._masks[box.id].bit_count())
        for size in range(max(self._at_least(), len(self._forced), 1), len(self.boxes)):
            more = combinations(others, size - len(self._forced))
            for looked, boxes in enumerate(more):
                if looked > MOST_LOOKED_AT or self._short((*self._forced, *boxes)) is None:
                    return size
        return len(self.boxes)

    def _at_least(self) -> int:
        """So many boxes are needed for what is scarcest, even if the richest of them are taken."""
        most = max(self._least_families, 1)
        for floor in self._floors:
            counts = sorted((mask & floor.mask).bit_count() for mask in self._masks.values())
            have, boxes = 0, 0
            while have < floor.needed and counts:
                have += counts.pop()
                boxes += 1
            most = max(most, boxes)
        return most

    def choices(self, size: int, dice: Dice) -> Iterator[tuple[str, ...]]:
        """Sets of so many boxes that have enough, in random order, the tidy ones first.

        Each order of the tidy ones is equally likely, and so it is with the others.
        """
        more = size - len(self._forced)
        if more < 0:
            return
        for tidy in (True, False):
            boxes = [
                box
                for box in self.boxes
                if box not in self._forced and (not tidy or self._is_large(box))
            ]
            for choice in self._in_random_order(boxes, more, dice, tidy=tidy):
                ids = {box.id for box in (*self._forced, *choice)}
                yield tuple(box.id for box in self.boxes if box.id in ids)

    def _in_random_order(
        self, boxes: Sequence[Box], size: int, dice: Dice, *, tidy: bool
    ) -> Iterator[tuple[Box, ...]]:
        """What fits, each order equally likely: thrown at first, as most often some fits soon."""
        few = comb(len(boxes), size) <= MOST_LOOKED_AT
        seen = set()
        for _ in range(FIRST_THROWS if few else MOST_THROWS):
            choice = picked(boxes, size, dice)
            if choice not in seen and self._fits(choice, tidy=tidy):
                seen.add(choice)
                yield choice
        every = combinations(boxes, size) if few else ()
        rest = [one for one in every if one not in seen and self._fits(one, tidy=tidy)]
        while rest:
            place = dice.below(len(rest))
            rest[place], rest[-1] = rest[-1], rest[place]
            yield rest.pop()

    def _is_large(self, box: Box) -> bool:
        return box.has_basic_cards or self._masks[box.id].bit_count() >= FEW_PILES

    def _fits(self, chosen: Sequence[Box], *, tidy: bool) -> bool:
        """Whether these and the boxes that must be there have enough, and are tidy or not."""
        boxes = (*self._forced, *chosen)
        return self._short(boxes) is None and self._is_tidy(boxes) is tidy

    def _is_tidy(self, boxes: Sequence[Box]) -> bool:
        """Whether each box must be there, or adds a few piles, or basic cards others lack."""
        sets = sum(self._shelf.copies[box.id] for box in boxes if box.has_basic_cards)
        for box in boxes:
            if box in self._forced:
                continue
            others = reduce(or_, (self._masks[one.id] for one in boxes if one is not box), 0)
            if (self._masks[box.id] & ~others).bit_count() >= FEW_PILES:
                continue
            if not box.has_basic_cards or sets - self._shelf.copies[box.id] >= self._sets:
                return False
        return True


class Attempt:
    """One try to deal a night, or one kingdom of it, from some boxes."""

    def __init__(self, asked: DrawRequest, boxes: tuple[str, ...], seed: str) -> None:
        self._whole = asked
        shelf = _part(asked.shelf, frozenset(boxes))
        self._asked = playable(replace(asked, shelf=shelf))
        self._shelf = shelf
        self._seed = seed
        self.work = 0
        self.hopeless = False
        """Whether it failed where another try would fail as well."""

    def draw(self, games: int) -> tuple[Kingdom, ...]:
        """All kingdoms of the night; raises NoNight."""
        tens: list[tuple[Card, ...]] = []
        used: set[str] = set()
        for number in range(games):
            self.hopeless = not number
            ten = self._ten(number, used, games - number - 1, pins=number == 0)
            tens.append(ten)
            used.update(card.id for card in ten)
        self.hopeless = False
        kingdoms: list[Kingdom] = []
        for number, ten in enumerate(tens):
            kingdoms.append(self._finished(ten, used, kingdoms, pins=number == 0))
        return tuple(kingdoms)

    def draw_one(self, others: Sequence[Kingdom], *, pins: bool, after: int = 0) -> Kingdom:
        """One more kingdom beside others that leaves enough for those after; raises NoNight."""
        used = {pile_id(thing) for kingdom in others for thing in in_use(kingdom)}
        self.hopeless = True
        ten = self._ten(len(others), used, after, pins=pins)
        self.hopeless = False
        return self._finished(ten, used | {card.id for card in ten}, others, pins=pins)

    def _ten(self, number: int, used: set[str], after: int, *, pins: bool) -> tuple[Card, ...]:
        """Ten piles of those not used that fit the wishes and leave enough for the games after."""
        wishes = self._asked.wishes
        pinned = set(wishes.pinned)
        if not pins or pinned & used:
            wishes = replace(wishes, pinned=())
        gone = used if pins else used | pinned
        pool = [card for card in self._shelf.cards if card.id not in gone]
        constraints = state_constraints(pool, with_rules(self._shelf, wishes, pool))
        constraints = self._leaving_enough(constraints, after)
        prepared = prepare_constraints(constraints, limit=WORK_LIMIT // 4)
        self.work += prepared.work
        if prepared.answer is not Answer.POSSIBLE:
            raise NoNight
        return prepared.draw(Chance(f"{self._seed} {number}", "night ten"))

    @staticmethod
    def _leaving_enough(constraints: Constraints, after: int) -> Constraints:
        """With narrower bounds, so that every wish can be met in the games after this one."""
        if not after:
            return constraints
        everything = (1 << len(constraints.cards)) - 1
        conditions: list[Condition] = []
        for condition in constraints.conditions:
            if isinstance(condition, Count) and condition.allowed:
                least, most = _bounds(condition.allowed)
                inside = (condition.mask & everything).bit_count()
                outside = len(constraints.cards) - inside
                top = inside - after * least
                bottom = KINGDOM_SIZE - (outside - after * (KINGDOM_SIZE - most))
                room = Bounds(max(bottom, 0), max(top, -1)).allowed if top >= 0 else 0
                conditions.append(replace(condition, allowed=condition.allowed & room))
            else:
                conditions.append(condition)
        return replace(constraints, conditions=tuple(conditions))

    def _finished(
        self, ten: tuple[Card, ...], tens: set[str], before: Sequence[Kingdom], *, pins: bool
    ) -> Kingdom:
        """The ten with all that they ask for, of cards no other game uses if there are any."""
        used = {pile_id(thing) for kingdom in before for thing in in_use(kingdom)}
        landscapes = {id_ for id_ in used if id_ in self._shelf.catalog.landscapes}
        apart = (tens | used) - {card.id for card in ten}
        for banned in (apart, landscapes, set()):
            try:
                kingdom = self._dealt(len(before), ten, frozenset(banned), pins=pins)
            except NoCompletion:
                continue
            if self._is_playable(kingdom):
                return kingdom
        raise NoNight

    def _dealt(
        self, number: int, ten: tuple[Card, ...], banned: frozenset[str], *, pins: bool
    ) -> Kingdom:
        asked = self._asked
        how = replace(asked.how, banned=asked.how.banned | banned)
        chance = Chance(f"{self._seed} {number}")
        fixed = asked.pinned_landscapes if pins else ()
        more = self._landscapes(number, ten, how, chance, fixed)
        kingdom = Kingdom(ten, landscapes=(*fixed, *more))
        shelf, players = self._shelf, asked.players
        try:
            dealt = deal(kingdom, players, shelf, how, chance).kingdom
        except NoCompletion:
            others = tuple(
                ls
                for ls in kingdom.landscapes
                if ls in fixed or not asks_for_a_card(ls, shelf.catalog)
            )
            if others == kingdom.landscapes:
                raise
            dealt = deal(kingdom._replace(landscapes=others), players, shelf, how, chance).kingdom
        if dealt.deck and len(dealt.deck) < how.deck_size:
            without = pruned(dealt._replace(deck=()), players, shelf)
            dealt = deal(without, players, shelf, asked.how, chance).kingdom
        return dealt

    def _landscapes(
        self,
        number: int,
        ten: tuple[Card, ...],
        how: Dealing,
        chance: Chance,
        fixed: tuple[Landscape, ...],
    ) -> tuple[Landscape, ...]:
        """Landscapes as wished, as if shuffled among the randomizers that earlier games left."""
        banned = how.banned | {landscape.id for landscape in self._asked.pinned_landscapes}
        left = sum(card.id not in self._asked.how.banned for card in self._shelf.cards)
        randomizers = max(left - KINGDOM_SIZE * number, KINGDOM_SIZE)
        dealing = replace(how, banned=banned, landscapes=how.landscapes.beside(fixed))
        return draw_landscapes(randomizers, self._shelf, dealing, chance, ten)

    def _is_playable(self, kingdom: Kingdom) -> bool:
        """Whether nothing is wrong with it that is not wrong on the whole shelf as well."""
        wish = self._asked.how.landscapes
        laid_out = sum(ls.kind in MAIN_LANDSCAPES for ls in kingdom.landscapes)
        if laid_out < wish.at_least:
            return False
        here = _faults(kingdom, self._asked.players, self._shelf)
        if not here:
            return True
        if any(severity is Severity.ERROR for _, severity in here):
            return False
        return here <= _faults(kingdom, self._asked.players, self._whole.shelf)


def _faults(kingdom: Kingdom, players: int, shelf: Collection) -> set[tuple[str, Severity]]:
    plan = plan_setup(settle(kingdom, players, shelf))
    bad = (Severity.ERROR, Severity.WARNING)
    return {(fault.code, fault.severity) for fault in plan.problems if fault.severity in bad}
