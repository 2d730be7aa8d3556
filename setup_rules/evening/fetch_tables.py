"""One fetch list for tables that play at the same time: of each thing the sum, and who gets it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from setup_rules.collection import Collection
from setup_rules.fetch import (
    WORTH,
    Demand,
    Demands,
    Held,
    Shelf,
    boxes_to_open,
    deck_item,
    demand_for,
    demands_of,
    shelf_of,
)
from setup_rules.kingdom import Game
from setup_rules.plan import FetchBox, FetchItem, SetupPlan
from setup_rules.rules import TOKEN_VALUES
from setup_rules.sentences import row, say

_Wanted = Mapping[int, Demand]
"""What each table wants of one thing, by the table's place."""
_Line = tuple[int, FetchItem]
"""The place of a box on the shelf, and what it gives."""


def fetch_apart(games: Sequence[tuple[Game, SetupPlan]]) -> tuple[FetchBox, ...]:
    """Everything that games on one shelf need at the same time, with the share of each."""
    collection = games[0][0].collection
    shelf = shelf_of(collection)
    basics, others, deck = _wanted(games, shelf)
    opened = boxes_to_open(Demands([_sum(by_table) for by_table in (*basics, *others, *deck)]))
    sharing = _Sharing(collection, shelf, opened, len(games))
    lines = sharing.lines_by_box([*basics, *others])
    for place, item in sharing.trash():
        lines[place].append(item)
    for place, cards in sharing.lines_by_box(deck).items():
        shares = tuple(map(sum, zip(*(card.shares for card in cards), strict=True)))
        lines[place].append(replace(deck_item([card.what for card in cards]), shares=shares))
    boxes = collection.boxes
    return tuple(FetchBox(boxes[place].id, tuple(lines[place])) for place in sorted(lines))


def _wanted(games: Sequence[tuple[Game, SetupPlan]], shelf: Shelf) -> list[list[_Wanted]]:
    """What the tables want, thing by thing: basic cards, others, and cards of the deck."""
    wanted: tuple[dict[Held, dict[int, Demand]], ...] = ({}, {}, {})
    for table, (game, plan) in enumerate(games):
        basics, *others = demands_of(game, plan, shelf)
        for demands, of_all in zip((basics.each, *others), wanted, strict=True):
            for demand in demands:
                of_all.setdefault(demand.held, {})[table] = demand
    return [[*of_all.values()] for of_all in wanted]


def _sum(by_table: _Wanted) -> Demand:
    first = next(iter(by_table.values()))
    amount = sum(one.amount for one in by_table.values())
    return demand_for(first.held, amount, first.note, first.at_hand)


class _Sharing:
    """Gives the tables what they want out of the opened boxes."""

    def __init__(self, collection: Collection, shelf: Shelf, opened: int, tables: int) -> None:
        self._collection = collection
        self._shelf = shelf
        self._opened = opened
        self._tables = tables

    def lines_by_box(self, wanted: Sequence[_Wanted]) -> dict[int, list[FetchItem]]:
        """What each box gives, by its place."""
        lines = defaultdict[int, list[FetchItem]](list)
        for by_table in wanted:
            for place, item in self.lines(by_table):
                lines[place].append(item)
        return lines

    def lines(self, by_table: _Wanted) -> Iterator[_Line]:
        """The line of each box that gives some of a thing."""
        if len(by_table) > 1:
            held = next(iter(by_table.values())).held
            kind = held.what.removesuffix(" tokens")
            yield from (
                self._tokens(kind, by_table) if held.what in WORTH else self._things(held, by_table)
            )
            return
        for table, wanted in by_table.items():
            for place, item in wanted[self._opened & wanted.mask]:
                yield place, replace(item, shares=self._share({table: item.count}))

    def trash(self) -> Iterator[_Line]:
        """What marks the trash of each table, as far as the opened boxes have it."""
        boxes, copies = self._collection.boxes, self._collection.copies
        marks = (
            (mark.held, one.place)
            for mark in self._shelf.trash
            if mark.mask & self._opened
            for one in mark.held.there
            for _ in range(copies[boxes[one.place].id])
        )
        shares: dict[tuple[Held, int], dict[int, int]] = {}
        for table, mark in enumerate(islice(marks, self._tables)):
            shares.setdefault(mark, {})[table] = 1
        for (held, place), given in shares.items():
            yield place, FetchItem(held.what, len(given), True, "", self._share(given))

    def _share(self, given: Mapping[int, int]) -> tuple[int, ...]:
        return tuple(given.get(table, 0) for table in range(self._tables))

    def _things(self, held: Held, by_table: _Wanted) -> Iterator[_Line]:
        """A table gets all it wants out of one box where that has enough left."""
        here = {one.place: one for one in held.there if self._opened >> one.place & 1}
        left = {place: one.amount for place, one in here.items()}
        given: dict[int, dict[int, int]] = {}
        for table, demand in by_table.items():
            wanted = demand.amount
            enough = [place for place, amount in left.items() if amount >= wanted]
            for place in enough[:1] or left:
                taken = min(left[place], wanted)
                if taken:
                    given.setdefault(place, {})[table] = taken
                    left[place] -= taken
                    wanted -= taken
        for place, shares in sorted(given.items()):
            count = sum(shares.values())
            note = _note({table: by_table[table].note for table in shares})
            whole = count % here[place].in_one == 0
            yield place, FetchItem(held.what, count, whole, note, self._share(shares))

    def _tokens(self, kind: str, by_table: _Wanted) -> Iterator[_Line]:
        """Tokens of several tables, piece by piece of each value."""
        pieces: dict[str, Held] = {}
        there: dict[str, int] = {}
        for piece in TOKEN_VALUES[kind]:
            held = self._shelf.things[piece]
            if held and held.mask & self._opened:
                pieces[piece] = held
                there[piece] = sum(
                    one.amount for one in held.there if self._opened >> one.place & 1
                )
        for piece, shares in _split(kind, there, by_table).items():
            wanted = {
                table: demand_for(pieces[piece], count) for table, count in shares.items() if count
            }
            yield from self._things(pieces[piece], wanted)


def _split(kind: str, there: Mapping[str, int], by_table: _Wanted) -> dict[str, dict[int, int]]:
    """How many pieces of each value a table gets: what it places, and as much to spare."""
    worths = TOKEN_VALUES[kind]
    spare = sum(count * worths[piece] for piece, count in there.items())
    spare -= sum(demand.amount for demand in by_table.values())
    at_hand = [table for table, demand in by_table.items() if demand.at_hand]
    lacks = {
        table: demand.amount + (spare / len(at_hand) if table in at_hand else 0)
        for table, demand in by_table.items()
    }
    shares: dict[str, dict[int, int]] = {}
    for piece in sorted(there, key=lambda piece: -worths[piece]):
        given = shares.setdefault(piece, dict.fromkeys(by_table, 0))
        for _ in range(there[piece]):
            table = max(lacks, key=lambda table: lacks[table])
            if lacks[table] > 0:
                given[table] += 1
                lacks[table] -= worths[piece]
    return shares


def _note(notes: Mapping[int, str]) -> str:
    """What is done with it, table by table where that differs."""
    if len({*notes.values()}) == 1:
        return next(iter(notes.values()))
    return row(
        [
            say("table {number}: {note}", number=table + 1, note=note)
            for table, note in notes.items()
            if note
        ],
        "; ",
    )
