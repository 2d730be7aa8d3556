"""Draws kingdoms that meet some conditions, each equally likely, by walking a table of counts.

The table goes through groups of like cards and knows, for every state it can be in, the exact
number (or weight) of ways to go on. One random number below the total then names one kingdom.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from setup_rules.budget import open_budget
from setup_rules.chance import Dice
from setup_rules.draw.exact.card_order import DEAD, Group, Layout, State
from setup_rules.draw.exact.conditions import Condition, Constraints

MOST_REMEMBERED = 200_000
"""Entries of the walk that a table keeps for later draws."""
MOVE_WORK = 2
"""Units of work of a move from one state to another."""
MOVES_TESTED = 6
"""Conditions of a move that are looked at for one more unit of work."""


class CountTable:
    """The states layer by layer, with the ways to finish from each."""

    __slots__ = ("_edges", "_groups", "_jumps", "_remembered", "_values", "total")

    def __init__(
        self,
        groups: Sequence[Group],
        edges: list[list[tuple[tuple[int, int], ...]]],
        values: list[list[int]],
    ) -> None:
        self._groups = groups
        self._edges = edges
        self._values = values
        self.total = values[0][0]
        self._jumps: dict[tuple[int, int], _Jump] = {}
        self._remembered = 0

    def draw(self, slots: int, dice: Dice) -> int:
        """A set of so many cards, each that meets the table's conditions equally likely."""
        number = dice.below(self.total)
        chosen, node = 0, (0, 0)
        jumps = self._jumps
        while slots:
            sums, targets = jumps.get(node) or self._jump(*node)
            place = bisect_right(sums, number)
            if place:
                number -= sums[place - 1]
            group, how_many, node, ways_on = targets[place]
            choice, number = divmod(number, ways_on)
            chosen |= group.choose(how_many, choice)
            slots -= how_many
        return chosen

    def _jump(self, layer: int, state: int) -> _Jump:
        """From a state, each group the next cards can come from, with running sums of the ways."""
        sums: list[int] = []
        targets: list[_Target] = []
        start, total = (layer, state), 0
        while layer < len(self._groups):
            group, following = self._groups[layer], self._values[layer + 1]
            skip = DEAD
            for how_many, target in self._edges[layer][state]:
                if not how_many:
                    skip = target
                elif following[target]:
                    total += group.ways[how_many] * following[target]
                    sums.append(total)
                    targets.append((group, how_many, (layer + 1, target), following[target]))
            if skip == DEAD:
                break
            layer, state = layer + 1, skip
        open_budget().spend(layer - start[0] + len(sums))
        jump = (sums, targets)
        if self._remembered < MOST_REMEMBERED:
            self._remembered += len(sums)
            self._jumps[start] = jump
        return jump


_Target = tuple[Group, int, tuple[int, int], int]
"""A group, how many of its cards, the layer and state then reached, the ways to go on."""
_Jump = tuple[list[int], list[_Target]]


def build_table(
    constraints: Constraints, conditions: Sequence[Condition], most_states: int, most_work: int
) -> tuple[CountTable | None, int]:
    """The table over these conditions, None when it would be too big, and the work spent."""
    layout = Layout(constraints, conditions)
    start = layout.start()
    front: dict[State, int] = {start: 0} if start is not None else {}
    edges: list[list[tuple[tuple[int, int], ...]]] = []
    states, work = 1, 0
    budget = open_budget()
    per_move = MOVE_WORK + len(layout.memories) // MOVES_TESTED
    for step in layout.steps:
        budget.spend(len(front) * (step.most + 1) * per_move)
        following: dict[State, int] = {}
        outs = []
        for state in front:
            out = tuple(
                (how_many, following.setdefault(target, len(following)))
                for how_many, target in layout.moves(step, state)
            )
            outs.append(out)
            work += len(out) + 1
            if states + len(following) > most_states or work > most_work:
                return None, work
        states += len(following)
        edges.append(outs)
        front = following
    groups = [step.group for step in layout.steps]
    values = _ways_to_finish(groups, edges, len(front))
    if start is None:
        values[0] = [0]
    return CountTable(groups, edges, values), work


def _ways_to_finish(
    groups: Sequence[Group], edges: list[list[tuple[tuple[int, int], ...]]], last: int
) -> list[list[int]]:
    """For each state of each layer, worked out from the last one, which has so many states."""
    values = [[1] * last]
    for group, outs in zip(reversed(groups), reversed(edges), strict=True):
        ways, following = group.ways, values[-1]
        values.append(
            [sum(ways[how_many] * following[target] for how_many, target in out) for out in outs]
        )
    values.reverse()
    return values
