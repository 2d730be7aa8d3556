"""The wishes in their normal form: conditions on a set of cards, held as the bits of a number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations
from operator import or_
from typing import Any

from setup_rules.budget import open_budget
from setup_rules.cards import Card
from setup_rules.draw.wish_kinds import ByBox, ByPart, Kind, Weights, by_id
from setup_rules.draw.wishes import (
    BANS,
    BOXES,
    KINGDOM_SIZE,
    OF_THE_TEN,
    Bounds,
    Wish,
    Wishes,
    WishType,
    list_wishes,
    zero_weights,
)

ANY_COUNT = (1 << (KINGDOM_SIZE + 1)) - 1
"""The counts from 0 to ten, one bit each."""
CARDS_AND_CONDITIONS = 12
"""Pairs of a card and a condition that are compared for one unit of work."""


@dataclass(frozen=True, slots=True)
class Count:
    """The number of chosen cards in `mask` is one of the `allowed`."""

    wishes: tuple[Wish, ...]
    mask: int
    allowed: int

    def holds(self, chosen: int) -> bool:
        """Whether these cards meet it."""
        return bool(self.allowed >> (chosen & self.mask).bit_count() & 1)


@dataclass(frozen=True, slots=True)
class IfThen:
    """If at least so many cards in `cause` are chosen, the number in `mask` is allowed."""

    wishes: tuple[Wish, ...]
    cause: int
    at_least: int
    mask: int
    allowed: int

    def holds(self, chosen: int) -> bool:
        """Whether these cards meet it."""
        return (chosen & self.cause).bit_count() < self.at_least or bool(
            self.allowed >> (chosen & self.mask).bit_count() & 1
        )


@dataclass(frozen=True, slots=True)
class BoxesUsed:
    """The number of boxes with a chosen card is allowed."""

    wishes: tuple[Wish, ...]
    boxes: tuple[int, ...]
    allowed: int

    def holds(self, chosen: int) -> bool:
        """Whether these cards meet it."""
        return bool(self.allowed >> sum(1 for box in self.boxes if chosen & box) & 1)


@dataclass(frozen=True, slots=True)
class LeastPerBox:
    """Each box with a chosen card has at least so many of them."""

    wishes: tuple[Wish, ...]
    boxes: tuple[int, ...]
    least: int

    def holds(self, chosen: int) -> bool:
        """Whether these cards meet it."""
        return not any(0 < (chosen & box).bit_count() < self.least for box in self.boxes)


Condition = Count | IfThen | BoxesUsed | LeastPerBox


@dataclass(frozen=True)
class Constraints:
    """What is asked, ready for counting and drawing: bit i of a set stands for `cards[i]`."""

    cards: tuple[Card, ...]
    """By id, without those never dealt."""
    weights: tuple[int, ...]
    pinned: int
    free: int
    """The cards that may still be chosen."""
    boxes: tuple[int, ...]
    """The cards of each family of boxes, by the family's id."""
    conditions: tuple[Condition, ...]
    refuted_by: tuple[Wish, ...] | None
    """The wishes that cannot be met, where that shows at once."""

    @cached_property
    def slots(self) -> int:
        """How many cards are still to be chosen."""
        return KINGDOM_SIZE - self.pinned.bit_count()

    @cached_property
    def weighted(self) -> bool:
        """Whether the weights differ from one."""
        return any(weight != 1 for weight in self.weights)

    def reach(self, mask: int, free: int | None = None) -> int:
        """The counts of a mask that ten cards can have at all, one bit each."""
        if free is None:
            free = self.free
        inside = (mask & free).bit_count()
        least = max(0, self.slots - (free.bit_count() - inside))
        most = min(self.slots, inside)
        if least > most:
            return 0
        return ((1 << (most + 1)) - (1 << least)) << (mask & self.pinned).bit_count()

    def boxes_reach(self) -> int:
        """The numbers of boxes that ten cards with these pins can come from, one bit each."""
        pinned = sum(1 for box in self.boxes if box & self.pinned)
        others = sum(1 for box in self.boxes if box & self.free and not box & self.pinned)
        return ((1 << (min(self.slots, others) + 1)) - 1) << pinned

    def only_at_least(self, mask: int, allowed: int) -> int:
        """k, when the allowed counts within reach are all those from k on; otherwise 0."""
        if not allowed:
            return 0
        low = (allowed & -allowed).bit_length() - 1
        return low if not self.reach(mask) >> low << low & ~allowed else 0

    def holds(self, chosen: int) -> bool:
        """Whether these ten cards meet every condition."""
        return all(condition.holds(chosen) for condition in self.conditions)

    def cards_of(self, chosen: int) -> tuple[Card, ...]:
        """The cards of a set, by id."""
        return tuple(map(self.cards.__getitem__, bits_of(chosen)))


def bits_of(mask: int) -> list[int]:
    """The places of the bits that are set, lowest first."""
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places


def state_constraints(
    pool: Collection[Card],
    wishes: Wishes,
    *,
    kept: Sequence[Card] = (),
    left_out: Collection[Card] = (),
) -> Constraints:
    """The conditions that the wishes put on this pool.

    `kept` cards are in whatever the bans and the pool say; those `left_out` are not chosen
    again, but stay on the shelf. Every pinned card must be in the pool.
    """
    kept_ids = {card.id for card in kept}
    banned = {*wishes.banned, *zero_weights(wishes)} - kept_ids
    found = {card.id: card for card in (*pool, *kept) if card.id not in banned}
    cards = tuple(found[id_] for id_ in sorted(found))
    masks = _Masks(cards)
    names = {card.id: card.name for card in (*pool, *kept)}
    weight_of = wishes.weight_of
    pinned = masks.named({*wishes.pinned, *kept_ids})
    listed = list_wishes(wishes, names)
    conditions = tuple(_conditions(wishes, masks, listed))
    open_budget().spend(len(cards) * (12 + len(conditions)) // CARDS_AND_CONDITIONS)
    return Constraints(
        cards=cards,
        weights=tuple(weight_of.get(card.id, 1) or 1 for card in cards),
        pinned=pinned,
        free=masks.all & ~pinned & ~masks.named({card.id for card in left_out}),
        boxes=masks.boxes,
        conditions=conditions,
        refuted_by=_wrong_pins(wishes, listed, names, banned, kept_ids),
    )


class _Masks:
    """The cards of the pool as sets of bits, by what wishes ask about."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.all = (1 << len(cards)) - 1
        self.bit = {card.id: 1 << place for place, card in enumerate(cards)}
        families: dict[str, int] = {}
        for card in cards:
            family = min(card.families)
            families[family] = families.get(family, 0) | self.bit[card.id]
        self.families = families
        self.boxes = tuple(families[family] for family in sorted(families))

    def where(self, test: Callable[[Card], bool]) -> int:
        return sum([1 << place for place, card in enumerate(self.cards) if test(card)])

    def tagged(self, tag: str) -> int:
        return self.where(lambda card: tag in card.tags)

    def of(self, kind: ByPart, part: Any) -> int:
        fits = kind.fits
        return sum([1 << place for place, card in enumerate(self.cards) if fits(card, part)])

    def answering(self, answers: Collection[str] | str | None) -> int:
        if answers is None:
            return self.where(lambda card: card.defends)
        return self.tagged(answers) if isinstance(answers, str) else self.named(answers)

    def named(self, ids: Collection[str]) -> int:
        return sum(self.bit.get(id_, 0) for id_ in ids)


def _wrong_pins(
    wishes: Wishes,
    listed: Sequence[Wish],
    names: Collection[str],
    banned: Collection[str],
    kept: Collection[str],
) -> tuple[Wish, ...] | None:
    """Pins that cannot be: banned, not in the pool, or more than ten."""
    pins = [wish for wish in listed if wish.key == "pinned"]
    for pin in pins:
        id_ = pin.cards[0]
        if id_ in banned:
            bans = [wish for wish in listed if wish.key in BANS]
            return (pin, *(wish for wish in bans if id_ in wish.cards))
        if id_ not in names:
            return (pin, BOXES)
    if len({*wishes.pinned, *kept}) > KINGDOM_SIZE:
        return tuple(pins)
    return None


Singles = Mapping[str, tuple[Wish, ...]]
"""Each single wish by its key."""
_States = Callable[[Wishes, Singles, _Masks], Iterator[Condition]]
_CONDITIONS: dict[str, _States] = {}


def _condition(field: str) -> Callable[[_States], _States]:
    """Register what a wish means for the ten; one that has bounds by part needs nothing here."""

    def register(states: _States) -> _States:
        _CONDITIONS[field] = states
        return states

    return register


def _conditions(wishes: Wishes, masks: _Masks, listed: Sequence[Wish]) -> Iterator[Condition]:
    singles = {wish.key: (wish,) for wish in listed}
    for line in OF_THE_TEN:
        if isinstance(line.kind, ByPart):
            yield from _by_part(line, line.kind, wishes, singles, masks)
        elif not isinstance(line.kind, Weights):
            yield from _CONDITIONS[line.field](wishes, singles, masks)
    yield from _needs(wishes, singles, masks.bit)


def _by_part(
    line: WishType[Kind], kind: ByPart, wishes: Wishes, singles: Singles, masks: _Masks
) -> Iterator[Count]:
    for part, bounds in sorted(getattr(wishes, line.field), key=by_id):
        cards = masks.families.get(part, 0) if isinstance(kind, ByBox) else masks.of(kind, part)
        yield Count(singles[f"{line.field}.{part}"], cards, bounds.allowed)


@_condition("boxes_used")
def _boxes_used(wishes: Wishes, singles: Singles, masks: _Masks) -> Iterator[BoxesUsed]:
    if wishes.boxes_used is not None:
        yield BoxesUsed(singles["boxes_used"], masks.boxes, wishes.boxes_used.allowed)


@_condition("min_per_used_box")
def _least_per_box(wishes: Wishes, singles: Singles, masks: _Masks) -> Iterator[LeastPerBox]:
    if wishes.min_per_used_box > 1:
        yield LeastPerBox(singles["min_per_used_box"], masks.boxes, wishes.min_per_used_box)


@_condition("potion_cards")
def _potion_cards(wishes: Wishes, singles: Singles, masks: _Masks) -> Iterator[Count]:
    if wishes.potion_cards is not None:
        counts = {count for count in wishes.potion_cards if 0 <= count <= KINGDOM_SIZE}
        cards = masks.where(lambda card: bool(card.cost.potion))
        yield Count(singles["potion_cards"], cards, sum(1 << count for count in counts))


@_condition("attack_needs_answer")
def _answered(wishes: Wishes, singles: Singles, masks: _Masks) -> Iterator[IfThen]:
    if wishes.attack_needs_answer:
        attacks, answers = masks.tagged("attack"), masks.answering(wishes.answers)
        yield IfThen(singles["attack_needs_answer"], attacks, 1, answers, ANY_COUNT & ~1)


@_condition("not_together")
def _not_together(wishes: Wishes, singles: Singles, masks: _Masks) -> Iterator[Count]:
    pairs = enumerate(wishes.not_together)
    for place, pair in sorted(pairs, key=lambda numbered: sorted(numbered[1])):
        yield Count(singles[f"not_together.{place}"], masks.named(set(pair)), 0b11)


@_condition("list_limits")
def _list_limits(wishes: Wishes, singles: Singles, masks: _Masks) -> Iterator[Count]:
    for limit in sorted(wishes.list_limits):
        allowed = Bounds(0, limit.most).allowed
        yield Count(singles[f"list_limits.{limit.name}"], masks.named(set(limit.cards)), allowed)


def _needs(wishes: Wishes, singles: Singles, bit: dict[str, int]) -> Iterator[IfThen]:
    """Cards left over for every card that needs some.

    Several needs can all be met exactly when each set of them finds enough cards in the union
    of what they accept (Hall's theorem), so there is one condition for each set of triggers.
    """
    banned = {*wishes.banned, *zero_weights(wishes)}
    needs = []
    for need in sorted(wishes.needs, key=lambda need: need.trigger):
        if need.trigger in bit:
            here = sum(bit.get(id_, 0) for id_ in need.eligible | need.elsewhere)
            needs.append((need, here, {id_ for id_ in need.elsewhere if id_ not in bit} - banned))
    for size in range(1, min(len(needs), KINGDOM_SIZE) + 1):
        for together in combinations(needs, size):
            triggers = reduce(or_, (bit[need.trigger] for need, _, _ in together))
            here = reduce(or_, (mask for _, mask, _ in together))
            elsewhere: set[str] = set().union(*(ids for _, _, ids in together))
            needed = sum(need.how_many for need, _, _ in together)
            spare = here.bit_count() + len(elsewhere) - needed
            most_chosen = KINGDOM_SIZE - (triggers & ~here).bit_count()
            if spare < min(here.bit_count(), most_chosen):
                yield IfThen(
                    tuple(w for need, _, _ in together for w in singles[f"needs.{need.trigger}"]),
                    triggers,
                    triggers.bit_count(),
                    here,
                    Bounds(0, spare).allowed,
                )
