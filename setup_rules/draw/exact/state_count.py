"""Counts kingdoms state by state: best with many counters, most of which settle early.

"At least one" needs no memory: it is "all" less "none", in lanes with a sign each, which lie
side by side in the number that each state carries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb, prod

from setup_rules.budget import open_budget
from setup_rules.draw.exact.card_order import GroupStep, Layout, State
from setup_rules.draw.exact.conditions import (
    ANY_COUNT,
    Condition,
    Constraints,
    Count,
    IfThen,
    bits_of,
)
from setup_rules.draw.exact.packed_count import DIGITS

MOST_LANES = 256
MOVE_COST = 600
"""Work units of a move from one state to another besides the digits of its number."""
DIGIT_BITS = 30


def count_by_states(
    constraints: Constraints,
    conditions: Sequence[Condition],
    budget: int,
    *,
    weighted: bool = False,
    most_lanes: int = MOST_LANES,
) -> int | None:
    """The number of kingdoms (or the sum of their weights) that meet the conditions.

    None when the work has come to the budget.
    """
    if constraints.refuted_by is not None:
        return 0
    if not weighted:
        constraints = replace(constraints, weights=(1,) * len(constraints.cards))
    lanes, counters, features = _lanes(constraints, conditions, most_lanes)
    layout = Layout(constraints, counters, features)
    start = layout.start()
    if start is None:
        return 0
    width = _width(constraints)
    cost = MOVE_COST + len(lanes) * width // DIGIT_BITS
    front: dict[State, int] = {start: sum(1 << width * place for place in range(len(lanes)))}
    request = open_budget()
    for step in layout.steps:
        request.spend(len(front) * (step.most + 1) * cost // DIGITS)
        ways, open_lanes = step.group.ways, _open_lanes(lanes, step, width)
        following: dict[State, int] = {}
        for state, packed in front.items():
            for how_many, target in layout.moves(step, state):
                more = (packed & open_lanes) * ways[how_many] if how_many else packed
                if more:
                    following[target] = following.get(target, 0) + more
                budget -= cost
            if budget < 0:
                return None
        front = following
    total = _sum_of_lanes(lanes, sum(front.values()), width)
    return total * prod(constraints.weights[place] for place in bits_of(constraints.pinned))


def _open_lanes(lanes: Sequence[tuple[int, int]], step: GroupStep, width: int) -> int:
    """The bits of the lanes that may take cards of this step."""
    ones = (1 << width) - 1
    return sum(
        ones << width * place for place, (_, without) in enumerate(lanes) if not without & step.mask
    )


def _sum_of_lanes(lanes: Sequence[tuple[int, int]], packed: int, width: int) -> int:
    """The lanes of a packed number added up, each with its sign."""
    ones = (1 << width) - 1
    return sum(sign * (packed >> width * place & ones) for place, (sign, _) in enumerate(lanes))


def _width(constraints: Constraints) -> int:
    """Bits that no number of ways can fill."""
    heaviest = sorted(constraints.weights[place] for place in bits_of(constraints.free))[::-1]
    most = comb(constraints.free.bit_count(), constraints.slots) * prod(
        heaviest[: constraints.slots]
    )
    return most.bit_length() + 1


def _lanes(
    constraints: Constraints, conditions: Sequence[Condition], most_lanes: int
) -> tuple[list[tuple[int, int]], list[Condition], list[int]]:
    """The lanes (a sign, and the cards left out), the other conditions, the cards told apart."""
    lanes = {0: 1}
    others: list[Condition] = []
    features: list[int] = []
    for condition in conditions:
        factors = [(1, 0)]
        if (
            isinstance(condition, Count)
            and constraints.only_at_least(condition.mask, condition.allowed) == 1
        ):
            factors += [(-1, condition.mask)]
        elif (
            isinstance(condition, IfThen)
            and condition.at_least == 1
            and condition.allowed == ANY_COUNT & ~1
        ):
            both = condition.mask | condition.cause
            factors += [(-1, condition.mask), (1, both)]
        if len(factors) == 1 or len(lanes) * len(factors) > most_lanes:
            others.append(condition)
            continue
        product: dict[int, int] = {}
        for without, sign in lanes.items():
            for other, more in factors:
                joined = without | more
                if not joined & constraints.pinned:
                    product[joined] = product.get(joined, 0) + sign * other
        lanes = {without: sign for without, sign in product.items() if sign}
        features += [more for _, more in factors[1:]]
    return [(sign, without) for without, sign in lanes.items()], others, features
