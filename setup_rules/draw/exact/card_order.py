"""The order in which cards are gone through, and what must be remembered on the way.

Cards that no condition tells apart form a group. A state is what the groups so far leave to be
remembered; states with the same future are made one, and what is settled is forgotten.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from math import comb
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

DEAD = -1
EFFECT = 32
"""An if-then remembers two counts in one number: the cause, and the effect times this."""

PARTS_AND_FEATURES = 4
"""Pairs of a group and a condition that are laid out for one unit of work."""
VALUES = 2
"""Values of a memory that are compared for one unit of work."""
WEIGHTS = 6
"""Weights that are added up for one unit of work."""
ALIKE_WORK = 2
"""Units of work for looking up what one memory may forget."""
GROUP_WORK = 6
"""Units of work of a group besides its cards."""

State = tuple[int, ...]
"""Cards still to choose, boxes used, cards of the open box, then one value per condition."""


class Group:
    """Cards that no condition of the table tells apart."""

    __slots__ = ("bits", "columns", "places", "ways", "weights")

    def __init__(self, places: Sequence[int], weights: Sequence[int], most: int) -> None:
        self.places = tuple(places)
        self.bits = tuple(1 << place for place in places)
        most = min(most, len(places))
        self.weights = None if all(weight == 1 for weight in weights) else tuple(weights)
        if self.weights is None:
            self.columns: Sequence[Sequence[int]] = [
                _binomial_column(k, _rounded(len(places))) for k in range(most + 1)
            ]
        else:
            open_budget().spend(len(places) * (most + 1) // WEIGHTS)
            self.columns = _weight_columns(self.weights, most)
        self.ways = tuple(self.columns[k][len(places)] for k in range(most + 1))

    def choose(self, how_many: int, number: int) -> int:
        """The cards of the choice that has this number among all choices of so many cards."""
        if how_many == 1 and self.weights is None:
            return self.bits[number]
        chosen = 0
        top, bits, weights = len(self.places), self.bits, self.weights
        for column in self.columns[how_many:0:-1]:
            top = bisect_right(column, number, 0, top + 1) - 1
            number -= column[top]
            if weights is not None:
                number //= weights[top]
            chosen |= bits[top]
        return chosen


def _rounded(n: int) -> int:
    """A size at least n that few groups differ in, so that they share their columns."""
    return max(16, 1 << n.bit_length())


@cache
def _binomial_column(k: int, size: int) -> tuple[int, ...]:
    return tuple(comb(n, k) for n in range(size + 1))


def _weight_columns(weights: Sequence[int], most: int) -> list[list[int]]:
    """columns[k][i]: the weight of all choices of k among the first i cards."""
    columns = [[1] * (len(weights) + 1)]
    for _ in range(most):
        before, column = columns[-1], [0]
        for place, weight in enumerate(weights):
            column.append(column[-1] + weight * before[place])
        columns.append(column)
    return columns


class _Memory:
    """What one condition remembers: values with the same future are made one."""

    __slots__ = ("_known", "cause", "condition", "effect")

    def __init__(self, condition: Count | IfThen) -> None:
        self.condition = condition
        self.cause = condition.cause if isinstance(condition, IfThen) else 0
        self.effect = condition.mask
        self._known: dict[tuple[int, int], tuple[int, ...]] = {}

    def value(self, cards: int) -> int:
        """What these cards leave in memory."""
        effects = (cards & self.effect).bit_count()
        return (cards & self.cause).bit_count() + EFFECT * effects if self.cause else effects

    def alike(self, causes: int, effects: int) -> tuple[int, ...]:
        """For each value the one that stands for it, or DEAD, when at most so many can come."""
        key = (causes, effects)
        known = self._known.get(key)
        if known is None:
            seen: dict[tuple[int, int], int] = {}
            answer = []
            for value in range(EFFECT * (KINGDOM_SIZE + 1) if self.cause else KINGDOM_SIZE + 1):
                future = self._future(value, causes, effects)
                answer.append(DEAD if future is None else seen.setdefault(future, value))
            open_budget().spend(len(answer) // VALUES)
            known = self._known[key] = tuple(answer)
        return known

    def _future(self, value: int, causes: int, effects: int) -> tuple[int, int] | None:
        """What decides how it may end; None when it cannot end well."""
        condition = self.condition
        effect, cause = divmod(value, EFFECT) if self.cause else (value, 0)
        all_well = (1 << (effects + 1)) - 1
        ends = condition.allowed >> effect & all_well
        if isinstance(condition, Count):
            return (0, ends) if ends else None
        if ends == all_well or cause + causes < condition.at_least:
            return (0, all_well)
        if cause < condition.at_least:
            return (condition.at_least - cause, ends)
        return (0, ends) if ends else None


class GroupStep(NamedTuple):
    """One group, with what it adds to each memory and what can still come after it."""

    group: Group
    mask: int
    most: int
    units: tuple[int, ...]
    later: int
    """The cards of all groups after this one."""
    cards_left: int
    opens: int
    """Pinned cards of the box that begins here; -1 when none begins."""
    closes: bool
    box_cards_left: int
    boxes_left: int
    alikes: list[tuple[tuple[int, ...], ...]]
    """By the number of cards still to choose: the values made one, when first wanted."""


class Layout:
    """The order of the groups, and how a state changes from one to the next."""

    def __init__(
        self,
        constraints: Constraints,
        conditions: Sequence[Condition],
        told_apart: Sequence[int] = (),
    ) -> None:
        """`told_apart`: more sets of cards whose members lie in groups of their own."""
        self.constraints = constraints
        self.memories = [_Memory(c) for c in conditions if isinstance(c, Count | IfThen)]
        self.used, self.least, self.by_box = ANY_COUNT, 1, False
        for condition in conditions:
            if isinstance(condition, BoxesUsed):
                self.used, self.by_box = self.used & condition.allowed, True
            elif isinstance(condition, LeastPerBox):
                self.least, self.by_box = max(self.least, condition.least), True
        self.least = min(self.least, KINGDOM_SIZE + 1)
        self._boxes_alike: dict[int, tuple[int, ...]] = {}
        self.steps = self._lay_out(told_apart)

    def start(self) -> State | None:
        """The state before the first group; None when the pins alone rule all out."""
        constraints = self.constraints
        if constraints.free.bit_count() < constraints.slots:
            return None
        used = 0
        if self.by_box:
            for box in constraints.boxes:
                pins = (box & constraints.pinned).bit_count()
                used += bool(pins)
                if pins and not box & constraints.free and pins < self.least:
                    return None
            boxes = sum(1 for box in constraints.boxes if box & constraints.free)
            used = self._alike_boxes(min(constraints.slots, boxes))[used]
            if used == DEAD:
                return None
        values = []
        for memory in self.memories:
            alike = memory.alike(
                min(constraints.slots, (memory.cause & constraints.free).bit_count()),
                min(constraints.slots, (memory.effect & constraints.free).bit_count()),
            )
            value = alike[memory.value(constraints.pinned)]
            if value == DEAD:
                return None
            values.append(value)
        return (constraints.slots, used, 0, *values)

    def moves(self, step: GroupStep, state: State) -> Iterator[tuple[int, State]]:
        """How many cards of a group may be chosen in a state, and the state after each."""
        slots, used, count, *values = state
        for how_many in range(max(0, slots - step.cards_left), min(slots, step.most) + 1):
            left = slots - how_many
            after = [left, 0, 0]
            if self.by_box:
                boxes = self._boxes_after(step, left, used, count, how_many)
                if boxes is None:
                    continue
                after[1:] = boxes
            alikes = step.alikes[left] or self._alikes(step, left)
            for alike, value, unit in zip(alikes, values, step.units, strict=True):
                value = alike[value + how_many * unit]
                if value == DEAD:
                    break
                after.append(value)
            else:
                yield how_many, tuple(after)

    def _boxes_after(
        self, step: GroupStep, left: int, used: int, count: int, how_many: int
    ) -> tuple[int, int] | None:
        """Boxes used and cards of the open box after so many cards; None at a dead end."""
        if step.opens >= 0:
            count = min(step.opens, self.least)
        if how_many:
            used += not count
            count = min(count + how_many, self.least)
        if 0 < count < self.least and self.least - count > min(left, step.box_cards_left):
            return None
        used = self._alike_boxes(min(left, step.boxes_left))[used]
        return None if used == DEAD else (used, 0 if step.closes else count)

    def _alikes(self, step: GroupStep, left: int) -> tuple[tuple[int, ...], ...]:
        """For each memory the values that are alike after a step with so many cards to come."""
        alikes = tuple(
            memory.alike(
                min(left, (memory.cause & step.later).bit_count()),
                min(left, (memory.effect & step.later).bit_count()),
            )
            for memory in self.memories
        )
        open_budget().spend(1 + len(alikes) * ALIKE_WORK)
        step.alikes[left] = alikes
        return alikes

    def _alike_boxes(self, more: int) -> tuple[int, ...]:
        """For each number of boxes used the one that stands for it, when so many can come."""
        known = self._boxes_alike.get(more)
        if known is None:
            seen: dict[int, int] = {}
            answer = []
            for used in range(KINGDOM_SIZE + 2):
                future = self.used >> used & ((1 << (more + 1)) - 1)
                answer.append(seen.setdefault(future, used) if future else DEAD)
            known = self._boxes_alike[more] = tuple(answer)
        return known

    def _lay_out(self, told_apart: Sequence[int]) -> list[GroupStep]:
        free = self.constraints.free
        boxes = (
            [box & free for box in self.constraints.boxes if box & free] if self.by_box else [free]
        )
        features: list[int] = []
        for memory in self.memories:
            features.extend(part for part in (memory.cause, memory.effect) if part)
        features.extend(told_apart)
        touched = [memory.cause | memory.effect for memory in self.memories]
        ordered: list[tuple[int, int, int]] = []
        for box in boxes:
            parts = [box]
            for feature in features:
                parts = [
                    part for mask in parts for part in (mask & feature, mask & ~feature) if part
                ]
            parts = _ordered(parts, touched)
            pins = 0
            if self.by_box:
                whole = next(mask for mask in self.constraints.boxes if mask & box)
                pins = (whole & self.constraints.pinned).bit_count()
            for place, part in enumerate(parts):
                rest = sum(other.bit_count() for other in parts[place + 1 :])
                ordered.append((part, -1 if place else pins, rest))
        pairs = len(ordered) * len(features)
        work = free.bit_count() + len(ordered) * GROUP_WORK + pairs // PARTS_AND_FEATURES
        open_budget().spend(work)
        return self._steps(ordered, len(boxes))

    def _steps(self, ordered: list[tuple[int, int, int]], boxes: int) -> list[GroupStep]:
        constraints, slots = self.constraints, self.constraints.slots
        steps = []
        left = constraints.free
        for mask, opens, rest in ordered:
            left &= ~mask
            boxes -= not rest
            places = tuple(bits_of(mask))
            group = Group(places, [constraints.weights[place] for place in places], slots)
            steps.append(
                GroupStep(
                    group=group,
                    mask=mask,
                    most=len(group.ways) - 1,
                    units=tuple(memory.value(mask & -mask) for memory in self.memories),
                    later=left,
                    cards_left=left.bit_count(),
                    opens=opens,
                    closes=not rest,
                    box_cards_left=rest,
                    boxes_left=boxes,
                    alikes=[()] * (slots + 1),
                )
            )
        return steps


def _ordered(parts: list[int], touched: list[int]) -> list[int]:
    """The groups in an order that lets each condition be settled and forgotten early."""
    touching = {part: [at for at, cards in enumerate(touched) if part & cards] for part in parts}
    waiting: list[list[int]] = [[] for _ in touched]
    for part, places in touching.items():
        for at in places:
            waiting[at].append(part)
    left = [len(some) for some in waiting]
    ordered: dict[int, None] = {}
    while any(left):
        fewest = min((at for at, number in enumerate(left) if number), key=left.__getitem__)
        for part in waiting[fewest]:
            if part not in ordered:
                ordered[part] = None
                for at in touching[part]:
                    left[at] -= 1
    return [*ordered, *(part for part in parts if part not in ordered)]
