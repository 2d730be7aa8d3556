"""Two kingdoms at the same time, so that five to eight play at two tables with the same boxes.

No pile, landscape or extra is at both tables, and both together take no more of anything than the
boxes hold. What only one table can have, such as a deck of Boons, the other does without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from setup_rules.budget import BudgetSpent, open_budget, remembered
from setup_rules.cards import Card, Landscape
from setup_rules.cascade import settle
from setup_rules.chance import Chance, shuffled
from setup_rules.collection import Collection
from setup_rules.draw.completion import SETTLE_WORK
from setup_rules.draw.request import DrawRequest
from setup_rules.engine import plan_setup
from setup_rules.evening.night import (
    Attempt,
    NightNeeds,
    NoNight,
    Shortage,
    as_limits,
    in_use,
    is_hopeless,
)
from setup_rules.fetch import amount_there, taken
from setup_rules.kingdom import Game, Kingdom, pile_id
from setup_rules.plan import SetupPlan
from setup_rules.rules import DECISIONS

FEWEST_PLAYERS, MOST_PLAYERS = 5, 8
TRIES = 8
"""Pairs of kingdoms that are begun before it is "not decided"."""
MOST_MISSING = 3
"""Things that are told of when no pair is found."""

_Amounts = Mapping[str, int]


class TooLittle(NamedTuple):
    """Something of which the boxes hold too little for two tables."""

    what: str
    needed: int
    there: int


class TwoTables(NamedTuple):
    """A kingdom for each table, the larger one first; or why there are none."""

    kingdoms: tuple[Kingdom, ...] = ()
    missing: tuple[TooLittle, ...] = ()
    """What two tables always need and the boxes lack; or, if undecided, what most cards need."""
    shortage: Shortage | None = None
    clash: bool = False
    """Whether not even one kingdom fits the wishes."""
    undecided: bool = False


def split_players(players: int) -> tuple[int, int]:
    """How many sit at each table: as even as can be, the larger table first."""
    return players - players // 2, players // 2


def draw_two_tables(asked: DrawRequest, players: int, seed: str) -> TwoTables:
    """Two kingdoms, each as wished; what is pinned comes to the first table."""
    try:
        return _draw(as_limits(asked), players, seed)
    except BudgetSpent:
        return TwoTables(undecided=True)


def redraw_table(
    asked: DrawRequest, players: Sequence[int], kingdoms: Sequence[Kingdom], place: int, seed: str
) -> Kingdom | None:
    """Another kingdom for one table beside the other as it lies; None if none is found."""
    tables = _tables(as_limits(asked), players)
    other, old = kingdoms[1 - place], {pile_id(thing) for thing in kingdoms[place].piles}
    for number in range(TRIES):
        try:
            new = _draw_beside(tables, place, other, f"{seed} again {number}")
        except NoNight:
            continue
        except BudgetSpent:
            return None
        if {pile_id(thing) for thing in new.piles} != old:
            return new
    return None


def pick_seats(names: Sequence[str], players: Sequence[int], seed: str) -> list[tuple[str, ...]]:
    """Who sits at which table, in turn order, each way equally likely.

    Whoever has no name is a number; where more are named than play, all are numbers.
    """
    number = sum(players)
    known = tuple(names) if len(names) <= number else ()
    everybody = (*known, *(str(seat) for seat in range(len(known) + 1, number + 1)))
    order = iter(shuffled(everybody, Chance(seed, "two tables")))
    return [tuple(islice(order, at)) for at in players]


def games_at_tables(
    kingdoms: Sequence[Kingdom], players: Sequence[int], shelf: Collection
) -> tuple[tuple[Game, SetupPlan], ...]:
    """The game of each table with its plan."""
    games = [settle(kingdom, at, shelf) for kingdom, at in zip(kingdoms, players, strict=True)]
    return tuple((game, plan_setup(game)) for game in games)


def over_stock(games: Iterable[tuple[Game, SetupPlan]], shelf: Collection) -> tuple[TooLittle, ...]:
    """What games at the same time need more of than the boxes hold."""
    total: Counter[str] = Counter()
    for game, plan in games:
        total.update(taken(game, plan))
    return _too_little(total, shelf)


def _too_little(needs: _Amounts, shelf: Collection) -> tuple[TooLittle, ...]:
    """What is needed more of than the boxes hold."""
    amounts = [TooLittle(what, count, amount_there(shelf, what)) for what, count in needs.items()]
    return tuple(one for one in amounts if one.needed > one.there)


def at_both(kingdoms: Sequence[Kingdom]) -> frozenset[str]:
    """Ids of piles and landscapes that are in use at both tables, Black Market decks included."""
    one, other = map(_used, kingdoms)
    return one & other


def _used(kingdom: Kingdom) -> frozenset[str]:
    return frozenset(pile_id(thing) for thing in (*in_use(kingdom), *kingdom.deck))


def _tables(asked: DrawRequest, players: Sequence[int]) -> tuple[DrawRequest, DrawRequest]:
    """The request of each table. What is pinned is left to the first one."""
    first, second = (replace(asked, players=number) for number in players)
    pins = {*asked.wishes.pinned, *(landscape.id for landscape in asked.pinned_landscapes)}
    return first, replace(second, how=replace(second.how, banned=second.how.banned | pins))


def _draw(asked: DrawRequest, players: int, seed: str) -> TwoTables:
    tables = _tables(asked, split_players(players))
    if is_hopeless(tables[0]):
        return TwoTables(clash=True)
    always = {one.key: True for one in DECISIONS if getattr(asked.how, one.key) == "always"}
    missing = over_stock([_bare(one, always) for one in tables], asked.shelf)
    if missing:
        return TwoTables(missing=missing)
    shortage = NightNeeds(tables[0], len(tables)).shortage()
    if shortage:
        return TwoTables(shortage=shortage)
    scarce = _scarce(tables)
    for number in range(TRIES):
        try:
            return TwoTables(_draw_pair(tables, scarce, f"{seed} {number}", modest=number % 2 == 1))
        except NoNight:
            continue
    counts = Counter(need for needs in scarce.values() for need in needs)
    most = tuple(need for need, _ in counts.most_common(MOST_MISSING))
    return TwoTables(undecided=True, missing=most)


def _bare(table: DrawRequest, answers: Mapping[str, bool]) -> tuple[Game, SetupPlan]:
    """A game of basic cards alone, with these draws answered."""
    return games_at_tables([Kingdom(()).but(**answers)], [table.players], table.shelf)[0]


def _draw_pair(
    tables: tuple[DrawRequest, DrawRequest],
    scarce: Mapping[str, tuple[TooLittle, ...]],
    seed: str,
    *,
    modest: bool,
) -> tuple[Kingdom, Kingdom]:
    """Both kingdoms; raises NoNight.

    As a rule the first table draws freely and the second from what is left. Where most cards need
    things of which there is one, the second draws first, and modestly, from all other cards.
    """
    place = 1 if modest else 0
    asked = _without(tables[place], scarce if modest else _lacking(tables[place], {}))
    one = _attempt(asked, seed).draw_one((), pins=not modest, after=1)
    other = _draw_beside(tables, 1 - place, one, seed)
    return (other, one) if modest else (one, other)


def _draw_beside(
    tables: tuple[DrawRequest, DrawRequest], place: int, other: Kingdom, seed: str
) -> Kingdom:
    """A kingdom for one table of what the other leaves; raises NoNight."""
    asked, shelf = tables[place], tables[place].shelf
    theirs = games_at_tables([other], [tables[1 - place].players], shelf)
    takes = taken(*theirs[0])
    asked = _without(asked, _lacking(asked, takes) | _used(other))
    for one in DECISIONS:
        if not _fits(taken(*_bare(asked, {one.key: True})), takes, shelf):
            never: dict[str, Any] = {one.key: "never"}
            asked = replace(asked, how=replace(asked.how, **never))
    kingdom = _attempt(asked, seed).draw_one((other,), pins=place == 0)
    games = games_at_tables([kingdom], [asked.players], shelf)
    if at_both((kingdom, other)) or over_stock((*games, *theirs), shelf):
        raise NoNight
    return kingdom


def _attempt(asked: DrawRequest, seed: str) -> Attempt:
    return Attempt(asked, tuple(asked.shelf.copies), seed)


def _without(asked: DrawRequest, ids: Iterable[str]) -> DrawRequest:
    """The request without these cards and landscapes, pinned ones aside."""
    pins = {*asked.wishes.pinned, *(landscape.id for landscape in asked.pinned_landscapes)}
    gone = {*ids} - pins
    wishes = replace(asked.wishes, banned=tuple(sorted({*asked.wishes.banned, *gone})))
    return replace(asked, wishes=wishes, how=replace(asked.how, banned=asked.how.banned | gone))


def _lacking(asked: DrawRequest, takes: _Amounts) -> set[str]:
    """The cards and landscapes, by id, that need more than is left beside what others take."""
    needs = _needs(asked.shelf, asked.players)
    return {id_ for id_, needed in needs.items() if not _fits(needed, takes, asked.shelf)}


def _fits(needed: _Amounts, takes: _Amounts, shelf: Collection) -> bool:
    together = {what: count + takes.get(what, 0) for what, count in needed.items()}
    return not _too_little(together, shelf)


@remembered(64)
def _needs(shelf: Collection, players: int) -> Mapping[str, _Amounts]:
    """What each card and landscape, by id, takes out of the boxes beside itself."""
    bare = taken(*games_at_tables([Kingdom(())], [players], shelf)[0])
    needs: dict[str, _Amounts] = {}
    things: tuple[Card | Landscape, ...] = (*shelf.cards, *shelf.landscapes)
    open_budget().spend(len(things) * SETTLE_WORK)
    for thing in things:
        alone = Kingdom((thing,)) if isinstance(thing, Card) else Kingdom((), landscapes=(thing,))
        takes = taken(*games_at_tables([alone], [players], shelf)[0])
        needs[thing.id] = {
            what: count
            for what, count in takes.items()
            if what != thing.name and count > bare.get(what, 0)
        }
    return needs


def _scarce(tables: Sequence[DrawRequest]) -> dict[str, tuple[TooLittle, ...]]:
    """The cards and landscapes that need what only one of the tables can have."""
    shelf = tables[0].shelf
    first, second = (_needs(shelf, table.players) for table in tables)
    scarce: dict[str, tuple[TooLittle, ...]] = {}
    for id_, needs in first.items():
        both = {what: count + second[id_].get(what, 0) for what, count in needs.items()}
        if missing := _too_little(both, shelf):
            scarce[id_] = missing
    return scarce
