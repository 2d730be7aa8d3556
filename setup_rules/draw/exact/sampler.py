"""Draws ten piles so that every kingdom that fits the wishes is equally likely, and counts them.

A table draws exactly among the kingdoms that meet some of the conditions; those that break one
of the others are thrown away. Which conditions the table holds decides the speed, never the odds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import sqrt
from typing import NamedTuple

from setup_rules.budget import BudgetSpent, open_budget
from setup_rules.cards import Card
from setup_rules.chance import Chance, Dice, shuffled
from setup_rules.draw.exact.conditions import (
    BoxesUsed,
    Condition,
    Constraints,
    Count,
    LeastPerBox,
    state_constraints,
)
from setup_rules.draw.exact.count_table import CountTable, build_table
from setup_rules.draw.exact.counting import count_exactly
from setup_rules.draw.wishes import Wish, Wishes

COUNT_BUDGET = 20_000_000
"""Work units of an exact count: digits gone through, about 0.1 s in all."""
WORK_LIMIT = 150_000
"""Steps of all the tables that one request may build before it is "not decided", under 1 s."""
FIRST_STATES = 6_000
PROBES, MOST_PROBES, ENOUGH_HITS = 150, 450, 8
BOX_PROBES = 40
FEW_PROBES = 12
"""Probes of each table where one kingdom found is enough."""
ESTIMATE_PROBES, ESTIMATE_HITS = 3_000, 400
DRAW_WORK = 12
"""Units of the budget for one draw from a table."""
TRIES_AT_ONCE = 16
"""Draws of one kingdom after which the budget is asked; most take fewer."""
TESTS = 3
"""Conditions that are tested for one more unit."""


class Answer(Enum):
    """Whether any kingdom fits the wishes, as far as the work allowed could tell."""

    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"


class Tally(NamedTuple):
    """How many kingdoms fit: exactly, or about so many with a relative error, or not known."""

    exact: int | None
    about: int | None = None
    error: float | None = None
    """One standard deviation of `about`, relative to it."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Wishes made ready for any number of draws."""

    answer: Answer
    constraints: Constraints
    table: CountTable | None = None
    tests: tuple[Condition, ...] = ()
    """The conditions that the table does not hold."""
    refuted_by: tuple[Wish, ...] = ()
    """When impossible: wishes that cannot be met on this pool with these pins and bans."""
    hardest: tuple[Wish, ...] = ()
    """When undecided: the wishes that were broken most often, the worst first."""
    work: int = 0

    def draw(self, dice: Dice) -> tuple[Card, ...]:
        """A kingdom in the order dealt: each that fits equally likely, or by its weight."""
        return shuffled(self.constraints.cards_of(self.draw_set(dice)), dice)

    def draw_set(self, dice: Dice) -> int:
        """The same as a set of bits, in no order."""
        if self.table is None or self.answer is not Answer.POSSIBLE:
            raise ValueError(f"no kingdom to draw: the wishes are {self.answer.value}")
        draw, slots, pinned = self.table.draw, self.constraints.slots, self.constraints.pinned
        tries = 0
        while True:
            tries += 1
            if not tries % TRIES_AT_ONCE:
                open_budget().spend(TRIES_AT_ONCE * _draw_work(self.tests))
            chosen = draw(slots, dice) | pinned
            for test in self.tests:
                if not test.holds(chosen):
                    break
            else:
                return chosen


def prepare(pool: Collection[Card], wishes: Wishes, *, limit: int = WORK_LIMIT) -> Prepared:
    """Wishes made ready for drawing, or refuted, or left undecided at the limit of work.

    If the budget of the request ends first, they are undecided even if some table could draw: the
    search might have found another one, and a seed gives one kingdom or none.

    Every pinned card must be in the pool: add those that a box filter has left out.
    """
    return prepare_constraints(state_constraints(pool, wishes), limit=limit)


def prepare_constraints(
    constraints: Constraints, *, limit: int = WORK_LIMIT, any_will_do: bool = False
) -> Prepared:
    """The same for constraints that are stated; with `any_will_do`, one kingdom found is enough."""
    refuted_by = _refuted_at_once(constraints)
    if refuted_by is not None:
        return Prepared(Answer.IMPOSSIBLE, constraints, refuted_by=refuted_by)
    return _Search(constraints, limit, any_will_do).run()


def _refuted_at_once(constraints: Constraints) -> tuple[Wish, ...] | None:
    """Wishes that cannot be met, where a look at each of them alone is enough."""
    if constraints.refuted_by is not None:
        return constraints.refuted_by
    if constraints.free.bit_count() < constraints.slots:
        return ()
    for condition in constraints.conditions:
        if isinstance(condition, Count) and not condition.allowed & constraints.reach(
            condition.mask
        ):
            return condition.wishes
        if isinstance(condition, BoxesUsed) and not condition.allowed & constraints.boxes_reach():
            return condition.wishes
    return None


def _draw_work(tests: Sequence[object]) -> int:
    """Units of one draw from a table and of the tests after it."""
    return DRAW_WORK + len(tests) // TESTS


def _may_break(constraints: Constraints, condition: Condition) -> bool:
    """Whether any ten cards could break it at all."""
    return not isinstance(condition, Count) or bool(
        constraints.reach(condition.mask) & ~condition.allowed
    )


class _Found(NamedTuple):
    """A table over the conditions held, and how many of its probes met the others."""

    table: CountTable
    held: tuple[int, ...]
    hits: int
    tries: int


class _Search:
    """Looks for the conditions to hold in the table, guided by probes from a fixed stream."""

    def __init__(self, constraints: Constraints, limit: int, any_will_do: bool) -> None:
        self.constraints = constraints
        self.limit = limit
        self.any_will_do = any_will_do
        self.work = 0
        self.states = FIRST_STATES
        self.conditions = tuple(c for c in constraints.conditions if _may_break(constraints, c))
        self.broken = [0] * len(self.conditions)

    def run(self) -> Prepared:
        """What the search comes to; undecided if the budget of the request ends first."""
        try:
            return self._searched()
        except BudgetSpent:
            return self._undecided()

    def _searched(self) -> Prepared:
        """Adds conditions to the table until enough of its draws meet the others too."""
        conditions = self.conditions
        held = self._boxes_to_hold()
        blocked: list[int] = []
        best: _Found | None = None
        counted = False
        while self.work <= self.limit:
            table = self._build(held)
            if table is None and best is None:
                self.states *= 8
                continue
            if table is None:
                blocked.append(held.pop())
            elif not table.total:
                return self._refuted(held)
            else:
                found = self._probe(table, held)
                if best is None or found.hits * best.tries >= best.hits * found.tries:
                    best = found
                if 50 * found.hits >= found.tries or (self.any_will_do and found.hits):
                    break
            more = self._next(held, blocked)
            if more is None and best is not None and best.hits:
                break
            if more is None:
                if not counted and count_exactly(self.constraints, conditions, COUNT_BUDGET) == 0:
                    return self._refuted(range(len(conditions)))
                counted, blocked = True, []
                self.states *= 8
                more = self._next(held, blocked)
            held += [] if more is None else [more]
        return self._undecided() if best is None or not best.hits else self._possible(best)

    def _possible(self, best: _Found) -> Prepared:
        """The best table, and the conditions to test, those first that are broken most often."""
        conditions = self.conditions
        tests = [place for place in range(len(conditions)) if place not in best.held]
        tests.sort(key=lambda place: (-self.broken[place], place))
        return Prepared(
            Answer.POSSIBLE,
            self.constraints,
            table=best.table,
            tests=tuple(conditions[place] for place in tests),
            work=self.work,
        )

    def _undecided(self) -> Prepared:
        return Prepared(Answer.UNDECIDED, self.constraints, hardest=self._hardest(), work=self.work)

    def _boxes_to_hold(self) -> list[int]:
        """The conditions on boxes, which are cheap to hold alone, if they are often broken."""
        places = [
            place
            for place, condition in enumerate(self.conditions)
            if isinstance(condition, BoxesUsed | LeastPerBox)
        ]
        table = self._build([]) if places else None
        if table is None:
            return places
        dice = Chance("probe", "boxes")
        met = 0
        open_budget().spend(BOX_PROBES * _draw_work(places))
        for _ in range(BOX_PROBES):
            chosen = table.draw(self.constraints.slots, dice) | self.constraints.pinned
            met += all(self.conditions[place].holds(chosen) for place in places)
        return [] if 4 * met > BOX_PROBES else places

    def _build(self, held: list[int]) -> CountTable | None:
        conditions = [self.conditions[place] for place in held]
        work_left = self.limit - self.work
        table, work = build_table(self.constraints, conditions, self.states, work_left)
        self.work += work
        return table

    def _next(self, held: list[int], blocked: list[int]) -> int | None:
        """The condition broken most often that is neither held nor blocked."""
        others = [
            place for place in range(len(self.broken)) if place not in held and place not in blocked
        ]
        return max(others, key=lambda place: (self.broken[place], -place), default=None)

    def _probe(self, table: CountTable, held: list[int]) -> _Found:
        """How many of how many draws met all the other conditions; notes those broken."""
        dice = Chance("probe", "probe")
        constraints = self.constraints
        tests = [
            (place, condition)
            for place, condition in enumerate(self.conditions)
            if place not in held
        ]
        self.broken = [0] * len(self.broken)
        hits = tries = 0
        budget, work = open_budget(), _draw_work(tests)
        while tries < PROBES or (tries < MOST_PROBES and hits < ENOUGH_HITS):
            if self.any_will_do and (hits or tries == FEW_PROBES):
                break
            tries += 1
            budget.spend(work)
            chosen = table.draw(constraints.slots, dice) | constraints.pinned
            broken = [place for place, condition in tests if not condition.holds(chosen)]
            for place in broken:
                self.broken[place] += 1
            hits += not broken
        self.work += tries
        return _Found(table, tuple(held), hits, tries)

    def _refuted(self, held: Iterable[int]) -> Prepared:
        wishes = dict.fromkeys(w for place in held for w in self.conditions[place].wishes)
        return Prepared(
            Answer.IMPOSSIBLE, self.constraints, refuted_by=tuple(wishes), work=self.work
        )

    def _hardest(self) -> tuple[Wish, ...]:
        order = sorted(range(len(self.broken)), key=lambda place: (-self.broken[place], place))
        wishes = [w for place in order for w in self.conditions[place].wishes]
        return tuple(dict.fromkeys(wishes))[:5]


def count_constraints(
    constraints: Constraints, budget: int = COUNT_BUDGET, limit: int = WORK_LIMIT
) -> Tally:
    """How many kingdoms fit; past the budget an estimate that says it is one.

    Weights do not matter to it.
    """
    try:
        exact = count_exactly(constraints, constraints.conditions, budget)
        if exact is not None:
            return Tally(exact)
        unweighted = replace(constraints, weights=(1,) * len(constraints.cards))
        return estimate(prepare_constraints(unweighted, limit=limit))
    except BudgetSpent:
        return Tally(None)


def estimate(prepared: Prepared) -> Tally:
    """About how many kingdoms fit, from the table's total and the share of draws accepted.

    Raises BudgetSpent.
    """
    if prepared.answer is Answer.IMPOSSIBLE:
        return Tally(0)
    table = prepared.table
    if table is None:
        return Tally(None)
    if not prepared.tests:
        return Tally(table.total)
    constraints = prepared.constraints
    dice = Chance("estimate", "estimate")
    hits = tries = 0
    budget, work = open_budget(), _draw_work(prepared.tests)
    while (tries < ESTIMATE_PROBES and hits < ESTIMATE_HITS) or not hits:
        tries += 1
        budget.spend(work)
        chosen = table.draw(constraints.slots, dice) | constraints.pinned
        hits += all(test.holds(chosen) for test in prepared.tests)
    return Tally(None, table.total * hits // tries, sqrt((1 - hits / tries) / hits))
