"""Counts kingdoms by generating functions packed into big numbers: best with few counters.

A field of the packed number holds how many ways there are to have chosen r cards with such and
such counts, so that adding a group of cards to all states at once is a shift, a mask and an
addition. "At least" is counted as "all" less "fewer", in lanes with a sign each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb, prod
from typing import NamedTuple

from setup_rules.budget import open_budget
from setup_rules.draw.exact.conditions import (
    ANY_COUNT,
    BoxesUsed,
    Condition,
    Constraints,
    Count,
    IfThen,
    LeastPerBox,
    bits_of,
)
from setup_rules.draw.wishes import KINGDOM_SIZE

MOST_LANES = 1 << 10
STEP_COST, LANE_COST = 500, 5_000
"""Work units of a step and of a lane besides the digits gone through; a digit is one unit."""
DIGIT_BITS = 30
MOST_KEPT = 20_000_000
"""Digits of all masks of one lane together: four bytes each."""
DIGITS = 200
"""Digits gone through, or what counts as such here, for one unit of the budget of a request."""

Lane = tuple[int, dict[int, int]]
"""A sign (and how often), and the allowed counts by mask."""


class _Boxes(NamedTuple):
    """The conditions on boxes, joined: how many may be used, and how many cards each gives."""

    used: int
    least: int


class _Class(NamedTuple):
    """Cards counted together before the next class begins, and the counts allowed to them."""

    mask: int
    allowed: int
    pins: int


def count_packed(
    constraints: Constraints,
    conditions: Iterable[Condition],
    budget: int,
    *,
    weighted: bool = False,
) -> int | None:
    """The number of kingdoms (or the sum of their weights) that meet the conditions.

    None when that would take more work than the budget, which shows before it is done.
    """
    plan = _plan(constraints, tuple(conditions))
    if plan is None:
        return 0
    boxes, classes, lanes = plan
    if not lanes:
        return None
    sums = _Sums(constraints, weighted)
    runs = []
    promised = 0
    for sign, counts in lanes:
        run = _lane_run(constraints, boxes, classes, counts)
        if run is None:
            continue
        promised += LANE_COST + run.work(sums)
        if promised > budget or run.masks(sums) > MOST_KEPT:
            return None
        runs.append((sign, run))
    open_budget().spend(promised // DIGITS)
    meter = Meter(promised)
    try:
        total = sum(sign * run.total(sums, meter) for sign, run in runs)
    except MoreThanPromised:
        return None
    return total * sums.weight_of_pins


class MoreThanPromised(Exception):
    """A count takes more work than was worked out for it."""


class Meter:
    """The work that was done of the work that was promised."""

    __slots__ = ("done", "promised")

    def __init__(self, promised: int) -> None:
        self.promised = promised
        self.done = 0

    def add(self, steps: int, digits: int) -> None:
        """Note some steps, each through so many digits; raises MoreThanPromised."""
        self.done += steps * (STEP_COST + digits)
        if self.done > self.promised:
            raise MoreThanPromised


class _Sums:
    """For a set of cards, in how many ways (or with what weight) it gives 0, 1, 2 … of them."""

    def __init__(self, constraints: Constraints, weighted: bool) -> None:
        self.slots = constraints.slots
        self.weights = constraints.weights if weighted and constraints.weighted else None
        self.weight_of_pins = 1
        if self.weights:
            self.weight_of_pins = prod(self.weights[place] for place in bits_of(constraints.pinned))
        self._known: dict[int, list[int]] = {}
        self.width = max(self.of(constraints.free)).bit_length() + 1
        """Bits of a field: no number of ways, nor their sum, needs more."""

    def of(self, mask: int) -> list[int]:
        if self.weights is None:
            return _binomials(mask.bit_count(), self.slots)
        known = self._known.get(mask)
        if known is None:
            known = elementary([self.weights[place] for place in bits_of(mask)], self.slots)
            self._known[mask] = known
        return known


@cache
def _binomials(n: int, most: int) -> list[int]:
    return [comb(n, k) for k in range(most + 1)]


def elementary(weights: Sequence[int], most: int) -> list[int]:
    """The weight of all choices of 0, 1, 2 … `most` cards: elementary symmetric sums."""
    sums = [1] + [0] * most
    for weight in weights:
        for k in range(most, 0, -1):
            sums[k] += weight * sums[k - 1]
    return sums


def _plan(
    constraints: Constraints, conditions: tuple[Condition, ...]
) -> tuple[_Boxes | None, tuple[_Class, ...], list[Lane]] | None:
    """How to count: box by box if boxes matter, in classes, in lanes (none if there are too many).

    None when there is nothing to count.
    """
    if constraints.refuted_by or constraints.free.bit_count() < constraints.slots:
        return None
    counts: dict[int, int] = {}
    lanes: list[Lane] = [(1, {})]
    used, least, by_box = ANY_COUNT, 1, False
    for condition in conditions:
        if isinstance(condition, Count):
            counts[condition.mask] = counts.get(condition.mask, ANY_COUNT) & condition.allowed
        elif isinstance(condition, IfThen):
            if constraints.reach(condition.cause) >> condition.at_least:
                lanes = _product(lanes, _if_then_lanes(condition))
        elif isinstance(condition, BoxesUsed):
            used, by_box = used & condition.allowed, True
        elif isinstance(condition, LeastPerBox):
            least, by_box = max(least, condition.least), True
    if least > KINGDOM_SIZE or (by_box and not used & constraints.boxes_reach()):
        return None
    kept = _counts_that_matter(constraints, counts)
    if kept is None:
        return None
    boxes = _Boxes(used & constraints.boxes_reach(), least) if by_box else None
    local = list(constraints.boxes) if by_box else _disjoint(constraints, kept)
    classes = _classes(constraints, local, kept)
    in_all = {mask: allowed for mask, allowed in kept.items() if mask not in local}
    return boxes, classes, _with_counts(constraints, lanes, in_all)


def _counts_that_matter(
    constraints: Constraints, counts: Mapping[int, int]
) -> dict[int, int] | None:
    """The counts that ten cards could break, as far as they reach; None if one cannot be met."""
    kept: dict[int, int] = {}
    for mask, allowed in counts.items():
        reach = constraints.reach(mask)
        if not allowed & reach:
            return None
        if reach & ~allowed:
            kept[mask] = allowed & reach
    return kept


def _with_counts(
    constraints: Constraints, lanes: list[Lane], counts: Mapping[int, int]
) -> list[Lane]:
    """The lanes with counts over all cards; "at least" is everything without "fewer than"."""
    in_all: dict[int, int] = {}
    for mask, allowed in counts.items():
        if at_least := constraints.only_at_least(mask, allowed):
            if at_least > KINGDOM_SIZE // 2:
                other = (constraints.free | constraints.pinned) & ~mask
                in_all[other] = in_all.get(other, ANY_COUNT) & _mirrored(allowed)
            else:
                lanes = _product(lanes, [(1, {}), (-1, {mask: (1 << at_least) - 1})])
        else:
            in_all[mask] = in_all.get(mask, ANY_COUNT) & allowed
    return _product(lanes, [(1, in_all)])


def _mirrored(allowed: int) -> int:
    """The allowed counts of all other cards."""
    return sum(1 << (KINGDOM_SIZE - count) for count in bits_of(allowed))


def _if_then_lanes(condition: IfThen) -> list[Lane]:
    """All, less those with a wrong effect, plus those of these without the cause."""
    wrong = ANY_COUNT & ~condition.allowed
    no_cause = (1 << condition.at_least) - 1
    both = {condition.mask: wrong}
    both[condition.cause] = both.get(condition.cause, ANY_COUNT) & no_cause
    return [(1, {}), (-1, {condition.mask: wrong}), (1, both)]


def _product(lanes: list[Lane], factors: list[Lane]) -> list[Lane]:
    """Each lane with each factor; equal lanes are added up. None at all if they are too many."""
    if len(lanes) * len(factors) > MOST_LANES:
        return []
    merged: dict[tuple[tuple[int, int], ...], Lane] = {}
    sizes = [len(counts) for _, counts in (*lanes, *factors)]
    open_budget().spend(len(lanes) * len(factors) * (4 + max(sizes)) // 4)
    for sign, counts in lanes:
        for other, more in factors:
            joined = dict(counts)
            for mask, allowed in more.items():
                joined[mask] = joined.get(mask, ANY_COUNT) & allowed
            key = tuple(sorted(joined.items()))
            merged[key] = (merged.get(key, (0, joined))[0] + sign * other, joined)
    return [lane for lane in merged.values() if lane[0]]


def _disjoint(constraints: Constraints, counts: Mapping[int, int]) -> list[int]:
    """Masks without a common card, those first that would cost most memory."""

    def cost(mask: int) -> tuple[int, int, int]:
        allowed = counts[mask]
        size = 2 if constraints.only_at_least(mask, allowed) == 1 else allowed.bit_length()
        return (-size, -mask.bit_count(), mask)

    chosen: list[int] = []
    taken = 0
    for mask in sorted(counts, key=cost):
        if not mask & taken:
            chosen.append(mask)
            taken |= mask
    return chosen


def _classes(
    constraints: Constraints, local: list[int], counts: Mapping[int, int]
) -> tuple[_Class, ...]:
    classes = [
        _Class(
            mask,
            _open_ended(constraints, mask, counts.get(mask, ANY_COUNT)),
            (mask & constraints.pinned).bit_count(),
        )
        for mask in local
    ]
    rest = constraints.free
    for mask in local:
        rest &= ~mask
    if rest:
        classes.append(_Class(rest, ANY_COUNT, 0))
    return tuple(classes)


def _open_ended(constraints: Constraints, mask: int, allowed: int) -> int:
    """The same counts, and those out of reach too if that tells fewer apart."""
    top = constraints.reach(mask).bit_length() - 1
    return allowed | ANY_COUNT >> top << top if allowed >> top & 1 else allowed


def _lane_run(
    constraints: Constraints,
    boxes: _Boxes | None,
    classes: tuple[_Class, ...],
    counts: dict[int, int],
) -> _Run | None:
    """What is left to do in a lane; None when it is empty."""
    free = constraints.free
    for mask, allowed in counts.items():
        if allowed == 1:
            if mask & constraints.pinned:
                return None
            free &= ~mask
    if free.bit_count() < constraints.slots:
        return None
    counters = []
    for mask, allowed in counts.items():
        reach = constraints.reach(mask, free)
        if not allowed & reach:
            return None
        if reach & ~allowed:
            counters.append((mask, allowed & reach))
    pinned_boxes = sum(1 for kind in classes if kind.pins) if boxes else 0
    return _Run(constraints, boxes, classes, free, _by_reach(counters, free), pinned_boxes)


def _by_reach(counters: list[tuple[int, int]], free: int) -> tuple[tuple[int, int], ...]:
    """The counters that touch most cards first, so that the number stays short for longest."""
    return tuple(sorted(counters, key=lambda pair: (-(pair[0] & free).bit_count(), pair)))


class _Run(NamedTuple):
    """One lane: which cards are free, and which counts are kept in the fields of the number."""

    constraints: Constraints
    boxes: _Boxes | None
    classes: tuple[_Class, ...]
    free: int
    counters: tuple[tuple[int, int], ...]
    pinned_boxes: int

    def _is_plain(self) -> bool:
        return not self.counters and not self.boxes and len(self.classes) == 1

    def work(self, sums: _Sums) -> int:
        """Work units this will take, known before it is done."""
        if self._is_plain():
            return STEP_COST
        layers = self._layers()
        field = (self.constraints.slots + 1) * sums.width
        spent = 0
        if not self.counters:
            return len(self.classes) * layers * (STEP_COST + field // 4)
        sizes = [allowed.bit_length() for _, allowed in self.counters]
        pinned = [bool(mask & self.constraints.pinned) for mask, _ in self.counters]
        highest = max((place + 1 for place, there in enumerate(pinned) if there), default=0)
        for place, (kind, groups) in enumerate(self._ordered()):
            states = self._levels(kind) * min(layers, place + 1)
            for signature, mask in groups:
                highest = max(highest, signature.bit_length())
                digits = prod(sizes[:highest]) * field // DIGIT_BITS
                steps = min(self.constraints.slots, mask.bit_count())
                for counter in bits_of(signature):
                    steps = min(steps, sizes[counter] - 1)
                spent += states * steps * (STEP_COST + digits)
        return spent

    def masks(self, sums: _Sums) -> int:
        """Digits of the masks that are kept for the whole of the run (see `_Fields`)."""
        sizes = [allowed.bit_length() for _, allowed in self.counters]
        digits = prod(sizes) * (self.constraints.slots + 1) * sums.width // DIGIT_BITS
        return sum(sizes) * digits if sizes else 0

    def _layers(self) -> int:
        """How many numbers of boxes used are told apart; at least one."""
        if self.boxes is None:
            return 1
        return max(self.boxes.used.bit_length() - self.pinned_boxes, 1)

    def _levels(self, kind: _Class) -> int:
        """How many counts of a class are told apart while it is open."""
        if self.boxes:
            return max(1, self._cap(kind)) + 1
        return self._cap(kind) + 1 if kind.allowed != ANY_COUNT else 1

    def _cap(self, kind: _Class) -> int:
        """The count of a class from which on more make no difference."""
        least = self.boxes.least if self.boxes else 0
        for cap in range(KINGDOM_SIZE, 0, -1):
            if cap == least or (kind.allowed >> cap & 1) != (kind.allowed >> (cap - 1) & 1):
                return cap
        return 0

    def _ordered(self) -> list[tuple[_Class, list[tuple[int, int]]]]:
        """The classes and in each the groups of cards that all counters see alike."""
        ordered = []
        open_budget().spend((8 + len(self.counters)) * (8 + len(self.classes)) // 8)
        for kind in self.classes:
            parts = [(0, kind.mask & self.free)]
            for place, (mask, _) in enumerate(self.counters):
                parts = [
                    part
                    for signature, cards in parts
                    for part in ((signature, cards & ~mask), (signature | 1 << place, cards & mask))
                    if part[1]
                ]
            ordered.append((kind, sorted(parts)))
        ordered.sort(key=lambda pair: (max((s for s, _ in pair[1]), default=0), pair[0].mask))
        return ordered

    def total(self, sums: _Sums, meter: Meter) -> int:
        """The number of ways of this lane, all its conditions met."""
        if self._is_plain() and self.classes[0].allowed == ANY_COUNT:
            return sums.of(self.free)[self.constraints.slots]
        if self.counters:
            return self._with_counters(sums, meter)
        return self._without_counters(sums, meter)

    def _without_counters(self, sums: _Sums, meter: Meter) -> int:
        """Class by class: a polynomial for each number of boxes used, fields by cards chosen."""
        width, slots = sums.width, self.constraints.slots
        whole = (1 << width * (slots + 1)) - 1
        by_used = {self.pinned_boxes: 1}
        for kind in self.classes:
            ways = sums.of(kind.mask & self.free)
            stays, grows = 0, 0
            for more, number in enumerate(ways):
                count = kind.pins + more
                if not number or not kind.allowed >> count & 1:
                    continue
                if self.boxes and count and count < self.boxes.least:
                    continue
                if self.boxes and more and not kind.pins:
                    grows += number << width * more
                else:
                    stays += number << width * more
            following: dict[int, int] = {}
            meter.add(len(by_used), width * (slots + 1) // 4)
            for used, packed in by_used.items():
                if stays:
                    following[used] = following.get(used, 0) + (packed * stays & whole)
                if grows and self.boxes and self.boxes.used >> (used + 1):
                    following[used + 1] = following.get(used + 1, 0) + (packed * grows & whole)
            by_used = following
        allowed = self.boxes.used if self.boxes else ANY_COUNT
        return sum(
            packed >> width * slots for used, packed in by_used.items() if allowed >> used & 1
        )

    def _with_counters(self, sums: _Sums, meter: Meter) -> int:
        """The same with all counters in the fields, group by group."""
        fields = _Fields(self.constraints, self.counters, sums)
        by_used = {self.pinned_boxes: fields.start}
        for kind, groups in self._ordered():
            cap = self._cap(kind)
            track = bool(self.boxes) or cap > 0
            opened: dict[tuple[int, int], int] = {
                (used, min(kind.pins, cap)): packed for used, packed in by_used.items()
            }
            for signature, mask in groups:
                steps = fields.steps(signature, sums.of(mask))
                following = dict(opened)
                for (used, count), packed in opened.items():
                    meter.add(len(steps), packed.bit_length() // DIGIT_BITS)
                    for more, (keep, number, shift) in enumerate(steps, 1):
                        kept = packed & keep
                        if not kept:
                            break
                        target = used
                        if self.boxes and not count and not kind.pins:
                            target = used + 1
                            if not self.boxes.used >> target:
                                break
                        level = (target, min(count + more, max(cap, 1)) if track else 0)
                        following[level] = following.get(level, 0) + (kept * number << shift)
                opened = following
            by_used = {}
            for (used, count), packed in opened.items():
                if not self._may_close(kind, count, cap):
                    continue
                by_used[used] = by_used.get(used, 0) + packed
        allowed = self.boxes.used if self.boxes else ANY_COUNT
        return sum(
            fields.finished(packed) for used, packed in by_used.items() if allowed >> used & 1
        )

    def _may_close(self, kind: _Class, count: int, cap: int) -> bool:
        """Whether a class may end with this count (the cap stands for itself and more)."""
        if self.boxes and 0 < count < self.boxes.least:
            return False
        return bool(kind.allowed >> min(count, cap) & 1) if cap else True


class _Fields:
    """Where in the packed number each state lies: cards chosen innermost, then the counters."""

    def __init__(
        self, constraints: Constraints, counters: tuple[tuple[int, int], ...], sums: _Sums
    ) -> None:
        self.slots = constraints.slots
        self.width = sums.width
        self.sizes = [allowed.bit_length() for _, allowed in counters]
        self.strides = [sums.width * (self.slots + 1)]
        for size in self.sizes:
            self.strides.append(self.strides[-1] * size)
        self.bits = self.strides[-1]
        pins = [(mask & constraints.pinned).bit_count() for mask, _ in counters]
        place = sum(stride * pin for stride, pin in zip(self.strides, pins, strict=False))
        self.start = 1 << place
        self.allowed = [allowed for _, allowed in counters]
        self._cards_below: dict[int, int] = {}
        self._counter_below: dict[tuple[int, int], int] = {}

    def _repeat(self, pattern: int, period: int) -> int:
        """The pattern again and again through the whole number."""
        length = period
        while length < self.bits:
            pattern |= pattern << length
            length *= 2
        return pattern & ((1 << self.bits) - 1)

    def _room(self, signature: int, more: int) -> int:
        """The states that can take so many more cards of a signature."""
        room = self._cards_below.get(more)
        if room is None:
            pattern = (1 << self.width * (self.slots + 1 - more)) - 1
            room = self._cards_below[more] = self._repeat(pattern, self.strides[0])
        for place in bits_of(signature):
            key = (place, more)
            below = self._counter_below.get(key)
            if below is None:
                pattern = (1 << self.strides[place] * (self.sizes[place] - more)) - 1
                below = self._repeat(pattern, self.strides[place + 1])
                self._counter_below[key] = below
            room &= below
        return room

    def steps(self, signature: int, ways: list[int]) -> list[tuple[int, int, int]]:
        """For 1, 2, 3 … cards of a group: the states with room, the ways, how far to shift."""
        unit = self.width + sum(self.strides[place] for place in bits_of(signature))
        most = min([self.slots, *(self.sizes[place] - 1 for place in bits_of(signature))])
        return [
            (self._room(signature, more), ways[more], unit * more)
            for more in range(1, most + 1)
            if ways[more]
        ]

    def finished(self, packed: int) -> int:
        """The sum of all fields with every card chosen and every count allowed."""
        packed &= self._repeat(((1 << self.width) - 1) << self.width * self.slots, self.strides[0])
        for place, allowed in enumerate(self.allowed):
            stride = self.strides[place]
            good = sum(((1 << stride) - 1) << stride * count for count in bits_of(allowed))
            packed &= self._repeat(good, self.strides[place + 1])
        return packed % ((1 << self.width) - 1)
