"""When no kingdom fits: a smallest set of wishes that clash, and the ways out with their counts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from setup_rules.budget import BudgetSpent
from setup_rules.cards import Card
from setup_rules.draw.exact.conditions import state_constraints
from setup_rules.draw.exact.sampler import (
    COUNT_BUDGET,
    WORK_LIMIT,
    Answer,
    Prepared,
    Tally,
    count_constraints,
    prepare_constraints,
)
from setup_rules.draw.wishes import (
    ABOUT_CARDS,
    BANS,
    BOXES,
    KINGDOM_SIZE,
    Bounds,
    Wish,
    Wishes,
    allowing,
    bounds_of,
    list_wishes,
    name_of,
    with_bounds,
    without,
)

REFUTE_LIMIT = WORK_LIMIT
QUESTION_LIMIT = 150_000
"""Work that one question "is there any kingdom" may take while a conflict is made smaller."""
EXPLAIN_LIMIT = 300_000
"""Work that all these questions together may take; after that only the simplest are answered."""
LEAST_LIMIT = 2_000
MOST_QUESTIONS = 80
MOST_WAYS_OUT = 3
BACKGROUND = (*ABOUT_CARDS, BOXES.key)


class WayOut(NamedTuple):
    """A change of wishes that makes them possible, and how many kingdoms fit then."""

    changes: tuple[str, ...]
    """What changes, each as a player would say it: `at least 1 Reaction will do`."""
    wishes: Wishes
    more_boxes: tuple[str, ...]
    """Families of boxes to be added to the pool."""
    tally: Tally


class Conflict(NamedTuple):
    """Wishes that cannot be met together; drop any one of them and the rest can be."""

    wishes: tuple[Wish, ...]
    ways_out: tuple[WayOut, ...]
    proved: bool = True
    """False: the work limit came first, and these are only the wishes that are hardest to meet."""
    minimal: bool = True
    """False: the work limit came first for some smaller set, which may clash as well."""


def find_conflict(
    pool: Collection[Card],
    wishes: Wishes,
    *,
    everything: Collection[Card] | None = None,
    names: Mapping[str, str] | None = None,
    budget: int = COUNT_BUDGET,
) -> Conflict | None:
    """Why no kingdom fits, or None when one does.

    With `everything`, the cards of all boxes, the choice of boxes counts as a wish too.
    `names` has the printed names of boxes, and of cards that are not in the pool.
    """
    return _Question(pool, wishes, everything, names or {}, budget).conflict()


class _WishChange(NamedTuple):
    """One change of the wishes: one of them dropped, or less strict."""

    says: str
    wishes: Wishes
    more_boxes: tuple[str, ...] = ()


class _Question:
    """One impossible request, asked again and again with fewer wishes."""

    def __init__(
        self,
        pool: Collection[Card],
        wishes: Wishes,
        everything: Collection[Card] | None,
        names: Mapping[str, str],
        budget: int,
    ) -> None:
        self.pool = tuple(pool)
        self.everything = None if everything is None else tuple(everything)
        self.wishes = wishes
        self.names = {card.id: card.name for card in (*pool, *(everything or ()))} | dict(names)
        self.budget = budget
        listed = list_wishes(wishes, self.names)
        self.boxes = Wish(BOXES.key, (), f"only the boxes chosen, with {len(self.pool)} piles")
        self.all = (*listed, self.boxes) if everything is not None else listed
        self.known = {wish.identity: wish for wish in (*listed, self.boxes)}
        self.asked = 0
        self.work = 0
        self.sure = True

    def conflict(self) -> Conflict | None:
        """What the wishes clash over, as far as the budget of the request lets us find out."""
        try:
            constraints = state_constraints(self.pool, self.wishes)
        except BudgetSpent:
            return Conflict(self.all, (), proved=False)
        prepared = prepare_constraints(constraints, limit=REFUTE_LIMIT, any_will_do=True)
        if prepared.answer is Answer.POSSIBLE:
            return None
        if prepared.answer is Answer.UNDECIDED:
            hardest = self._original(prepared.hardest) or self.all
            return Conflict(hardest, (), proved=False)
        core = self._smallest(self.all, prepared)
        minimal = self.sure
        ways_out: list[WayOut] = []
        with suppress(BudgetSpent):
            ways_out.extend(self._ways_out(core))  # those found before the end stay
        ways_out.sort(key=lambda way: len(way.changes))
        return Conflict(core, tuple(ways_out), minimal=minimal)

    def _original(self, wishes: Sequence[Wish]) -> tuple[Wish, ...]:
        return tuple(self.known[wish.identity] for wish in wishes)

    def _ask(self, kept: Sequence[Wish]) -> Prepared:
        """Whether these wishes alone can be met."""
        identities = {wish.identity for wish in kept}
        dropped = [wish for wish in self.all if wish.identity not in identities]
        pool = self.pool
        if self.everything is not None and self.boxes.identity not in identities:
            pool = self.everything
        return self._try(pool, without(self.wishes, dropped))

    def _try(self, pool: tuple[Card, ...], wishes: Wishes) -> Prepared:
        self.asked += 1
        constraints = state_constraints(pool, wishes)
        limit = max(min(QUESTION_LIMIT, EXPLAIN_LIMIT - self.work), LEAST_LIMIT)
        prepared = prepare_constraints(constraints, limit=limit, any_will_do=True)
        self.work += prepared.work
        self.sure = self.sure and prepared.answer is not Answer.UNDECIDED
        return prepared

    def _is_possible(self, pool: tuple[Card, ...], wishes: Wishes) -> bool:
        return self._try(pool, wishes).answer is Answer.POSSIBLE

    def _smallest(self, asked: Sequence[Wish], refuted: Prepared) -> tuple[Wish, ...]:
        """A conflict among the wishes asked from which nothing can be left out."""
        core = self._narrowed(asked, refuted)
        by_boxes = self.boxes.identity in {wish.identity for wish in refuted.refuted_by}
        necessary: list[Wish] = []
        while waiting := [wish for wish in core if wish not in necessary]:
            wish = waiting[0]
            rest = [other for other in core if other != wish]
            try:
                prepared = self._ask(rest)
            except BudgetSpent:
                self.sure = False
                break
            if prepared.answer is Answer.IMPOSSIBLE:
                core = self._narrowed(rest, prepared)
                by_boxes = self.boxes.identity in {w.identity for w in prepared.refuted_by}
            else:
                necessary.append(wish)
        in_order = [wish for wish in self.all if wish in core]
        if self.everything is None and (by_boxes or not in_order):
            in_order.append(self.boxes)
        return tuple(in_order)

    def _narrowed(self, asked: Sequence[Wish], refuted: Prepared) -> list[Wish]:
        """Those that the refutation rests on; the background first, to be left out first."""
        named = {wish.identity for wish in refuted.refuted_by}
        background = [wish for wish in asked if wish.key in BACKGROUND]
        return background + [
            wish for wish in asked if wish.identity in named and wish.key not in BACKGROUND
        ]

    def _ways_out(self, core: tuple[Wish, ...]) -> Iterator[WayOut]:
        """The fewest changes that make all the wishes possible, each as small as can be."""
        found: list[tuple[Wish, ...]] = []
        level: list[tuple[tuple[Wish, ...], tuple[Wish, ...]]] = [((), core)]
        while level and len(found) < MOST_WAYS_OUT:
            following: list[tuple[tuple[Wish, ...], tuple[Wish, ...]]] = []
            tried: list[set[Wish]] = []
            for dropped, clash in level:
                for wish in clash:
                    gone = (*dropped, wish)
                    if wish.is_rule or wish not in self.all or set(gone) in tried:
                        continue
                    if any(set(way) <= set(gone) for way in found):
                        continue
                    if self.asked >= MOST_QUESTIONS or len(found) == MOST_WAYS_OUT:
                        break
                    tried.append(set(gone))
                    kept = [other for other in self.all if other not in gone]
                    prepared = self._ask(kept)
                    if prepared.answer is Answer.POSSIBLE:
                        found.append(gone)
                    elif prepared.answer is Answer.IMPOSSIBLE:
                        following.append((gone, self._smallest(kept, prepared)))
            level = following if self.asked < MOST_QUESTIONS else []
        ways = []
        for way in found:
            ways.append(self._gently(way))
            yield ways[-1]
        missing = MOST_WAYS_OUT - len(ways)
        others = (
            other
            for way, first in zip(found, ways, strict=True)
            if len(way) == 1
            for other in self._other_directions(way[0], first)
        )
        yield from islice(others, missing)

    def _gently(self, way: tuple[Wish, ...]) -> WayOut:
        """The way out with each wish loosened no further than it must be."""
        changes: list[str] = []
        wishes, pool = self.wishes, self.pool
        more_boxes: tuple[str, ...] = ()
        for place, wish in enumerate(way):
            later = way[place + 1 :]
            step = self._dropped(wishes, wish)
            for looser in self._looser(wishes, wish):
                if self.asked >= 2 * MOST_QUESTIONS:
                    break
                rest_pool = self.everything if self.boxes in later else None
                rest_pool = rest_pool or (*pool, *self._of(looser.more_boxes))
                if self._is_possible(rest_pool, without(looser.wishes, later)):
                    step = looser
                    break
            changes.append(step.says)
            wishes, pool = step.wishes, (*pool, *self._of(step.more_boxes))
            more_boxes += step.more_boxes
        return WayOut(tuple(changes), wishes, more_boxes, self._tally(pool, wishes))

    def _tally(self, pool: Collection[Card], wishes: Wishes) -> Tally:
        """The count of a way out, or an estimate if that takes little work."""
        return count_constraints(state_constraints(pool, wishes), self.budget, QUESTION_LIMIT)

    def _other_directions(self, wish: Wish, first: WayOut) -> Iterator[WayOut]:
        """Other ways to loosen the same wish: its other bound, another card, another box."""
        directions = [_direction(first.changes[0])]
        for step in self._looser(self.wishes, wish):
            if _direction(step.says) in directions or self.asked >= 2 * MOST_QUESTIONS:
                continue
            pool = (*self.pool, *self._of(step.more_boxes))
            if self._is_possible(pool, step.wishes):
                directions.append(_direction(step.says))
                tally = self._tally(pool, step.wishes)
                yield WayOut((step.says,), step.wishes, step.more_boxes, tally)

    def _of(self, families: Collection[str]) -> list[Card]:
        return [card for card in self._elsewhere() if min(card.families) in families]

    def _dropped(self, wishes: Wishes, wish: Wish) -> _WishChange:
        """The wish given up altogether."""
        if wish.key == "boxes":
            return _WishChange("add all other boxes", wishes, self._other_families())
        if wish.key == "pinned":
            says = f"unpin {name_of(wish.cards[0], self.names)}"
        elif wish.key in BANS:
            says = "allow all cards you never want" if wish.key == "banned" else "no weight of zero"
        else:
            says = f"do without “{wish.says}”"
        return _WishChange(says, without(wishes, [wish]))

    def _other_families(self) -> tuple[str, ...]:
        return tuple(sorted({min(card.families) for card in self._elsewhere()}))

    def _elsewhere(self) -> list[Card]:
        """The cards of the boxes that are not chosen."""
        here = {card.id for card in self.pool}
        return [card for card in self.everything or () if card.id not in here]

    def _looser(self, wishes: Wishes, wish: Wish) -> Iterator[_WishChange]:
        """The wish a little less strict, step by step."""
        part = wish.key
        if part == "boxes":
            for family in self._other_families():
                yield _WishChange(f"add {name_of(family, self.names)}", wishes, (family,))
        elif part in BANS:
            for id_ in wish.cards:
                looser = allowing(wishes, wish, id_)
                yield _WishChange(f"allow {name_of(id_, self.names)}", looser)
        elif (bounds := bounds_of(wishes, wish)) is not None:
            for word, wider in _wider(bounds):
                looser = with_bounds(wishes, wish, wider)
                listed = {other.identity: other for other in list_wishes(looser, self.names)}
                if wish.identity in listed:
                    yield _WishChange(f"{listed[wish.identity].says} {word}", looser)


def _wider(bounds: Bounds) -> Iterator[tuple[str, Bounds]]:
    """The bounds a step wider, below or above, then two steps and so on."""
    least = min(bounds.least, KINGDOM_SIZE + 1)
    for step in range(1, KINGDOM_SIZE + 2):
        if step <= least and (step < least or bounds.most is not None):
            yield "will do", Bounds(least - step, bounds.most)
        if bounds.most is not None and bounds.most + step <= KINGDOM_SIZE:
            yield "are fine", Bounds(bounds.least, bounds.most + step)


def _direction(says: str) -> str:
    """What a change goes towards: more of it, less of it, or a card or box of its own."""
    return says[-8:] if says.endswith((" will do", "are fine")) else says
