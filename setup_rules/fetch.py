"""The fetch list: what to take out of which box, each box opened once and as few as possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from setup_rules.cards import LANDSCAPE_KINDS, Box, Card
from setup_rules.collection import Collection, piece_of
from setup_rules.kingdom import Game
from setup_rules.plan import Basics, FetchBox, FetchItem, Pile, SetupPlan, SupplyPile
from setup_rules.rulebook import Slot
from setup_rules.rules import BASIC_GAME, EXTRAS, SIDE_DECK, TOKEN_VALUES
from setup_rules.sentences import row, say, say_number

DECK = SIDE_DECK.name
TRASH = BASIC_GAME.trash
"""What marks the trash."""

_BESIDE = {slot.key: slot.fetch_note for slot in EXTRAS if slot.fetch_note}
_MARKERS = [slot for slot in EXTRAS if slot.marker_note]
_INTO_THE_TRASH = say("face up in the trash")
_KINDS = {kind: say(kind.capitalize()) for kind in LANDSCAPE_KINDS}


Places = Callable[[Box, str], Hashable]
"""Where the thing of a box is kept; what is kept in one place is taken out together."""


class _There(NamedTuple):
    """What one box has of a thing."""

    box: int
    """The box, by its place on the shelf."""
    place: int
    """What must be opened for it: the box, unless the cards are kept elsewhere."""
    amount: int
    """How many, or what the tokens are worth, all copies of the box counted."""
    in_one: int
    """The same for one copy of the box."""
    pieces: int


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A thing, the boxes that have it, in shelf order, and the places to open for it."""

    what: str
    there: tuple[_There, ...]
    places: tuple[int, ...]
    mask: int
    """The same places as a set of bits."""
    least: int
    """The least that any of the boxes has."""


class Demand(dict[int, "Lines"]):
    """Something to take out: the lines of the boxes that give some, by the places opened for it."""

    __slots__ = (
        "amount",
        "any_will_do",
        "at_hand",
        "choice",
        "held",
        "lines",
        "mask",
        "note",
    )

    def __init__(self, held: Held, amount: int, note: str, at_hand: bool) -> None:
        self.held, self.mask, self.amount, self.note = held, held.mask, amount, note
        self.at_hand = at_hand
        """Whether these are tokens to have at hand, of which a box gives all."""
        self.any_will_do = amount <= held.least
        """Whether any one of the places has enough."""
        several = len(held.places) > 1
        self.choice: object = several and (held.mask if self.any_will_do else (held, amount))
        """The same for demands that the same places meet; False if there is only one place."""
        self.lines: Lines = () if several else self[held.mask]
        """Those of the only place."""

    def is_met(self, opened: int) -> bool:
        """Whether the opened boxes have so many, or all there is."""
        if self.any_will_do:
            return bool(self.mask & opened)
        there = sum([one.amount for one in self.held.there if opened >> one.place & 1])
        return there >= self.amount or not self.mask & ~opened

    def __missing__(self, opened: int) -> Lines:
        """The lines in shelf order; a box that has enough gives all."""
        held, note, at_hand, wanted = self.held, self.note, self.at_hand, self.amount
        opened_here = [one for one in held.there if opened >> one.place & 1]
        enough = [one for one in opened_here if one.amount >= wanted]
        giving: list[tuple[_There, int]] = []
        for one in enough[:1] or opened_here:
            if wanted > 0:
                giving.append((one, one.pieces if at_hand else min(one.amount, wanted)))
                wanted -= one.amount
        if len(giving) > 1:
            note = _from_several(len(giving), sum([count for _, count in giving]), note)
        self[opened] = lines = [
            (one.box, FetchItem(held.what, count, at_hand or not count % one.in_one, note))
            for one, count in giving
        ]
        return lines


Lines = Sequence[tuple[int, FetchItem]]
"""Lines of the fetch list, each with its box by the place on the shelf."""


class Demands(dict[int, Mapping[int, list[FetchItem]]]):
    """Several demands as one: all their lines by box, by the places opened for them."""

    def __init__(self, each: Sequence[Demand]) -> None:
        self.each = each
        self.mask = reduce(or_, [one.mask for one in each], 0)
        self.choices: Choices = {}
        self.opened = _sort_out(each, self.choices)

    def __missing__(self, opened: int) -> Mapping[int, list[FetchItem]]:
        self[opened] = lines = defaultdict(list)
        for one in self.each:
            for box, item in one[opened & one.mask]:
                lines[box].append(item)
        return lines


Choices = dict[object, tuple[Demand, int]]
"""Demands that several places can meet, one of each `choice`, and how many there are of these."""


@lru_cache(maxsize=8192)
def demand_for(held: Held, amount: int, note: str = "", at_hand: bool = False) -> Demand:
    """A demand with its lines; made once, because most kingdoms ask for a card in the same way."""
    return Demand(held, amount, note, at_hand)


class Wants(NamedTuple):
    """Everything a plan needs."""

    basics: Demands
    """The basic cards and other piles of no Kingdom card."""
    others: Sequence[Demand]
    deck: Sequence[Demand] = ()
    """Single cards of the Black Market deck."""


def _from_several(boxes: int, total: int, note: str) -> str:
    """The note of something that comes from several boxes."""
    if note:
        return say_number(
            "{total} total from {number} box: {note}",
            "{total} total from {number} boxes: {note}",
            boxes,
            total=total,
            note=note,
        )
    return say_number(
        "{total} total from {number} box",
        "{total} total from {number} boxes",
        boxes,
        total=total,
    )


WORTH = {f"{kind} tokens": worth for kind, worth in TOKEN_VALUES.items()}
"""What is counted by its worth rather than by pieces."""


class _Things(dict[str, "Held | None"]):
    """Things of a shelf by name, looked up when first asked for; None for what no box has."""

    def __init__(self, collection: Collection, place_of: Places | None) -> None:
        super().__init__()
        self._holders = collection.holders
        self._place_of = place_of
        self._places: dict[Hashable, int] = {}
        self._shelf = {
            box: (place, collection.copies[box.id]) for place, box in enumerate(collection.boxes)
        }

    def __missing__(self, what: str) -> Held | None:
        if what in WORTH:
            there = sorted(self._by_worth(what, WORTH[what]))
        else:
            holders = self._holders.get(what, ())
            there = [self._there(what, box, count, count) for box, count in holders]
        self[what] = held = _held(what, there) if there else None
        return held

    def _by_worth(self, what: str, worths: Mapping[str, int]) -> Iterator[_There]:
        amounts: dict[Box, int] = {}
        pieces: dict[Box, int] = {}
        for piece, worth in worths.items():
            for box, count in self._holders.get(piece, ()):
                amounts[box] = amounts.get(box, 0) + count * worth
                pieces[box] = pieces.get(box, 0) + count
        for box, amount in amounts.items():
            yield self._there(what, box, amount, pieces[box])

    def _there(self, what: str, box: Box, amount: int, pieces: int) -> _There:
        number, copies = self._shelf[box]
        return _There(number, self.place(box, what), amount, amount // copies, pieces)

    def place(self, box: Box, what: str) -> int:
        """The number of the place where a box's thing is kept."""
        if self._place_of is None:
            return self._shelf[box][0]
        return self._places.setdefault(self._place_of(box, what), len(self._places))


@dataclass(frozen=True, slots=True, eq=False)
class Shelf:
    """A Collection as the fetch list looks at it."""

    things: _Things
    trash: Sequence[Demand]
    """What can mark the trash, one for each box that has such a thing; none is opened for it."""
    piles: dict[Card | None, tuple[SupplyPile, Demand | None]] = field(default_factory=dict)
    """The last pile of each Kingdom card with its demand: most kingdoms have the same pile."""


@lru_cache(maxsize=128)
def shelf_of(collection: Collection, place_of: Places | None = None) -> Shelf:
    """Who has what, worked out once for a shelf."""
    things = _Things(collection, place_of)
    marks = [
        _held(name, [_There(number, things.place(box, name), 1, 1, 1)])
        for number, box in enumerate(collection.boxes)
        for name in TRASH
        if box.stock.get(name)
    ]
    return Shelf(things, [demand_for(mark, 1) for mark in marks])


def _held(what: str, there: Sequence[_There]) -> Held:
    places = tuple(dict.fromkeys([one.place for one in there]))
    mask = sum([1 << place for place in places])
    return Held(what, tuple(there), places, mask, min([one.amount for one in there]))


def fetch_list(game: Game, plan: SetupPlan, place_of: Places | None = None) -> tuple[FetchBox, ...]:
    """Everything a plan needs, grouped by box in shelf order.

    As few places as possible are opened; a place is a box, unless `place_of` says otherwise.
    """
    shelf = shelf_of(game.collection, place_of)
    return _listed(game.collection, shelf, demands_of(game, plan, shelf))


def fetch_together(
    games: Sequence[tuple[Game, SetupPlan]], place_of: Places | None = None
) -> tuple[FetchBox, ...]:
    """Everything that games on one shelf need one after the other: of each thing the most.

    Each thing comes from as few boxes as for a single game, and all of it is taken out at once.
    A note stays where all games that need the thing have the same.
    """
    collection = games[0][0].collection
    shelf = shelf_of(collection, place_of)
    together: tuple[dict[Held, Demand], ...] = ({}, {}, {})
    for game, plan in games:
        basics, *others = demands_of(game, plan, shelf)
        for demands, of_all in zip((basics.each, *others), together, strict=True):
            for one in demands:
                other = of_all.get(one.held, one)
                most = max(other, one, key=lambda need: (need.amount, need.at_hand))
                note = one.note if one.note == other.note else ""
                of_all[one.held] = demand_for(one.held, most.amount, note, most.at_hand)
    first, rest, deck = [[*of_all.values()] for of_all in together]
    return _listed(collection, shelf, Wants(Demands(first), rest, deck))


def taken(game: Game, plan: SetupPlan) -> dict[str, int]:
    """How many of each thing a game takes out of the boxes; of tokens at hand, what they are worth.

    Of tokens that are only kept at hand it takes some, which counts as one.
    """
    amounts: dict[str, int] = {}
    basics, others, deck = demands_of(game, plan, shelf_of(game.collection))
    for one in (*basics.each, *others, *deck):
        amounts[one.held.what] = amounts.get(one.held.what, 0) + one.amount
    return amounts


def amount_there(collection: Collection, what: str) -> int:
    """How many of a thing the boxes hold, counted as `taken` counts it."""
    held = shelf_of(collection).things[what]
    return sum(one.amount for one in held.there) if held else 0


def _listed(collection: Collection, shelf: Shelf, wanted: Wants) -> tuple[FetchBox, ...]:
    """Demands by the boxes that meet them."""
    basics, others, deck = wanted
    opened = boxes_to_open(basics, [*others, *deck] if deck else others)
    lines: defaultdict[int, list[FetchItem]] = defaultdict(list)
    for box, items in basics[opened & basics.mask].items():
        lines[box] += items
    trash = [mark for mark in shelf.trash if mark.mask & opened][:1]
    for one in (*trash, *others):
        for box, item in one.lines or one[opened & one.mask]:
            lines[box].append(item)
    for box, cards in Demands(deck)[opened].items() if deck else ():
        lines[box].append(deck_item([card.what for card in cards]))
    boxes = collection.boxes
    return tuple([FetchBox(boxes[box].id, tuple(lines[box])) for box in sorted(lines)])


def deck_item(names: Sequence[str]) -> FetchItem:
    """Cards of the Black Market deck that lie together, one each."""
    return FetchItem(DECK, len(names), False, say("1 each: {cards}", cards=row(names)))


def demands_of(game: Game, plan: SetupPlan, shelf: Shelf) -> Wants:
    """What to take out."""
    basics, handed_out = _basic_demands(shelf, plan.basics, plan.players)
    wanted: list[Demand] = []
    piles = shelf.piles
    for pile in plan.supply[len(plan.basics.piles) :]:
        last, one = piles.get(pile.card) or (None, None)
        if last is not pile:
            one = _pile_demand(shelf, pile)
            piles[pile.card] = (pile, one)
        if one is not None:
            wanted.append(one)
    for slot in _MARKERS:
        if slot.key in game.slots and slot.asked_by not in plan.basics.from_kingdom:
            wanted = [_marked(one, slot) for one in wanted]
    wanted += _demands(shelf, _outside(plan))
    if plan.aside or game.slots:  # whose cards may be in use elsewhere, too
        wanted = _merged(wanted)
    others = [*handed_out, *wanted, *_token_demands(plan, shelf)]
    deck = [(card, 1, "") for pile in plan.beside if pile.name == DECK for card, _ in pile.takes]
    return Wants(basics, others, _demands(shelf, deck) if deck else ())


_Part = tuple[str, int, str]
"""What, how many, with which note."""


def _demands(shelf: Shelf, parts: Iterable[_Part]) -> list[Demand]:
    """Demands for what the boxes have."""
    there = [(shelf.things[what], count, note) for what, count, note in parts]
    return [demand_for(held, count, note) for held, count, note in there if held]


def _merged(demands: Iterable[Demand]) -> list[Demand]:
    """The same with the uses of one card together."""
    merged: dict[Held, Demand] = {}
    for one in demands:
        before = merged.get(one.held)
        if before is not None:
            note = row((before.note, one.note), "; ")
            one = demand_for(one.held, before.amount + one.amount, note)
        merged[one.held] = one
    return [*merged.values()]


@lru_cache(maxsize=1024)
def _basic_demands(shelf: Shelf, basics: Basics, players: int) -> tuple[Demands, Sequence[Demand]]:
    """For the piles of no Kingdom card; for the cards of the starting decks that have no pile."""
    handed_out = dict(basics.starting_deck)
    piles: list[_Part] = []
    for pile in basics.piles:
        to_each = handed_out.pop(pile.name, 0)
        split = _split(pile.count, to_each) if to_each else ""
        piles.append((pile.name, pile.count + to_each * players, split or pile.note))
    others = [
        (name, each * players, _to_each(each))
        for name, each in handed_out.items()
        if name not in basics.from_kingdom
    ]
    return Demands(_demands(shelf, piles)), _demands(shelf, others)


def _pile_demand(shelf: Shelf, pile: SupplyPile) -> Demand | None:
    """For a Kingdom pile, with the cards of it that are in the starting decks."""
    held, note = shelf.things[pile.name], pile.note
    if pile.dealt:
        note = row((_split(pile.count, 1), note), "; ")
    return demand_for(held, pile.count + pile.dealt, note) if held else None


def _marked(demand: Demand, slot: Slot) -> Demand:
    """The same with what marks the pile of a slot, if it is that of the card that asks for it."""
    if demand.held.what != slot.asked_by:
        return demand
    return demand_for(demand.held, demand.amount, slot.marker_note)


def _outside(plan: SetupPlan) -> Iterator[_Part]:
    """What lies outside the Supply: piles, trash, landscapes and mats."""
    for other in (*plan.beside, *plan.aside):
        if other.name != DECK:
            for name, count in other.takes or ((other.name, other.count),):
                yield name, count, _note_of(other)
    for name, count in plan.trash.items():
        yield name, count, _INTO_THE_TRASH
    for landscape in plan.landscapes:
        yield landscape.name, 1, _KINDS[landscape.kind]
    for mat in plan.player_mats:
        yield f"{mat} mat", plan.players, _to_each(1)
    for mat in plan.shared_mats:
        yield f"{mat} mat", 1, ""


@lru_cache(maxsize=256)
def _to_each(number: int) -> str:
    return say("{each} per player", each=number)


@lru_cache(maxsize=1024)
def _split(in_pile: int, to_each: int) -> str:
    return say("{pile} in the pile, {each} per player", pile=in_pile, each=to_each)


def _token_demands(plan: SetupPlan, shelf: Shelf) -> Iterator[Demand]:
    """Tokens that are placed, or everything in a box where they are kept at hand."""
    for kind, value in plan.tokens_placed.items():
        held = shelf.things[f"{kind} tokens" if kind in TOKEN_VALUES else piece_of(kind)]
        if held:
            yield demand_for(held, max(value, 1), "", kind in plan.token_reserves)


def _note_of(pile: Pile) -> str:
    if pile.card:
        return say("set aside for {card}", card=pile.name)
    if pile.slot:
        return row((_BESIDE.get(pile.slot, ""), pile.note), "; ")
    if pile.host:
        return say("{number} of them set aside for {card}", number=pile.count, card=pile.host)
    return pile.note


def _sort_out(demands: Sequence[Demand], choices: Choices) -> int:
    """The places that must be opened anyway; demands that several can meet join the choices."""
    opened = 0
    for one in demands:
        choice = one.choice
        if not choice:
            opened |= one.mask
        else:
            choices[choice] = (one, choices[choice][1] + 1 if choice in choices else 1)
    return opened


def boxes_to_open(basics: Demands, others: Sequence[Demand] = ()) -> int:
    """Places that must be opened anyway, then as few others as greed finds, none needlessly.

    Demands that any one of the same places can meet, such as the basic cards, are looked at as one.
    """
    alike = basics.choices.copy()
    opened = basics.opened | _sort_out(others, alike)
    choices = [*alike.values()]
    waiting = _unmet(choices, opened)
    wanted_once = wanted_again = 0
    for one, _ in waiting:
        wanted_again |= wanted_once & one.mask
        wanted_once |= one.mask
    for one, _ in waiting:
        if one.any_will_do and not one.mask & wanted_again:
            opened |= 1 << one.held.places[0]  # no other demand cares which of its places it is
    added: list[int] = []
    while waiting := _unmet(waiting, opened):
        helps: defaultdict[int, int] = defaultdict(int)
        for one, number in waiting:
            for place in one.held.places:
                if one.any_will_do or not opened >> place & 1:
                    helps[place] += number
        added.append(max(helps, key=helps.__getitem__))
        opened |= 1 << added[-1]
    for place in added[:-1]:
        without = opened & ~(1 << place)
        if all(one.is_met(without) for one, _ in choices if one.mask >> place & 1):
            opened = without
    return opened


def _unmet(choices: Iterable[tuple[Demand, int]], opened: int) -> list[tuple[Demand, int]]:
    return [
        (one, number)
        for one, number in choices
        if not (one.mask & opened and (one.any_will_do or one.is_met(opened)))
    ]
