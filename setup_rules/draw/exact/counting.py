"""How many kingdoms meet all conditions, exactly, by the way that takes less work."""

from __future__ import annotations

from collections.abc import Sequence

from setup_rules.draw.exact.conditions import BoxesUsed, Condition, Constraints, LeastPerBox
from setup_rules.draw.exact.packed_count import count_packed
from setup_rules.draw.exact.state_count import count_by_states

EASY = 2_000_000
"""Work that is not worth thinking about."""


def count_exactly(
    constraints: Constraints,
    conditions: Sequence[Condition],
    budget: int,
    *,
    weighted: bool = False,
) -> int | None:
    """The number of kingdoms, or the sum of their weights; None past the budget of work.

    The packed way knows its work beforehand, so that asking it costs little. Where it is not
    easy, a part of the budget goes to the other way first: that is often far shorter, but
    seldom where boxes are counted, unless they are few.
    """
    by_box = any(isinstance(condition, BoxesUsed | LeastPerBox) for condition in conditions)
    total = count_packed(constraints, conditions, min(budget, EASY), weighted=weighted)
    if total is None:
        total = count_by_states(
            constraints, conditions, budget // (25 if by_box else 4), weighted=weighted
        )
    if total is None:
        total = count_packed(constraints, conditions, budget, weighted=weighted)
    return total
