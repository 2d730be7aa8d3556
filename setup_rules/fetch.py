"""The fetch list: what to take out of which box, each box opened once and as few as possible."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from setup_rules.cards import LANDSCAPE_KINDS, Box
from setup_rules.collection import Collection, piece_of
from setup_rules.kingdom import Game
from setup_rules.plan import FetchBox, FetchItem, Pile, SetupPlan
from setup_rules.rules import BASIC_GAME, EXTRAS, SIDE_DECK, TOKEN_VALUES
from setup_rules.sentences import row, say, say_number

DECK = SIDE_DECK.name
TRASH = BASIC_GAME.trash
"""What marks the trash."""

_BESIDE = {slot.key: slot.fetch_note for slot in EXTRAS if slot.fetch_note}
_MARKERS = {slot.key: slot for slot in EXTRAS if slot.marker_note}
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

    def suffices(self, wanted: int, opened: int) -> bool:
        """Whether the opened boxes have so many, or all there is."""
        if wanted <= self.least:
            return bool(self.mask & opened)
        there = sum([one.amount for one in self.there if opened >> one.place & 1])
        return there >= wanted or not self.mask & ~opened


class Demand(NamedTuple):
    """Something to take out."""

    held: Held
    amount: int
    note: str = ""
    at_hand: bool = False
    """Whether these are tokens to have at hand, of which a box gives all."""
    single: bool = False
    """Whether it is one card of the Black Market deck."""


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


class Shelf(NamedTuple):
    """A Collection as the fetch list looks at it."""

    things: _Things
    trash: Sequence[Held]
    """What can mark the trash, one for each box that has such a thing."""


@lru_cache(maxsize=128)
def shelf_of(collection: Collection, place_of: Places | None = None) -> Shelf:
    """Who has what, worked out once for a shelf."""
    things = _Things(collection, place_of)
    trash = [
        _held(name, [_There(number, things.place(box, name), 1, 1, 1)])
        for number, box in enumerate(collection.boxes)
        for name in TRASH
        if box.stock.get(name)
    ]
    return Shelf(things, trash)


def _held(what: str, there: Sequence[_There]) -> Held:
    places = tuple(dict.fromkeys([one.place for one in there]))
    mask = sum([1 << place for place in places])
    return Held(what, tuple(there), places, mask, min([one.amount for one in there]))


def fetch_list(game: Game, plan: SetupPlan, place_of: Places | None = None) -> tuple[FetchBox, ...]:
    """Everything a plan needs, grouped by box in shelf order.

    As few places as possible are opened; a place is a box, unless `place_of` says otherwise.
    """
    shelf = shelf_of(game.collection, place_of)
    return _listed(game.collection, shelf, *demands_of(game, plan, shelf))


def fetch_together(
    games: Sequence[tuple[Game, SetupPlan]], place_of: Places | None = None
) -> tuple[FetchBox, ...]:
    """Everything that games on one shelf need one after the other: of each thing the most.

    Each thing comes from as few boxes as for a single game, and all of it is taken out at once.
    """
    collection = games[0][0].collection
    shelf = shelf_of(collection, place_of)
    basics: dict[tuple[str, bool], Demand] = {}
    others: dict[tuple[str, bool], Demand] = {}
    for game, plan in games:
        first, rest = demands_of(game, plan, shelf)
        for demands, together in ((first, basics), (rest, others)):
            for demand in demands:
                held, count, _note, at_hand, single = demand
                there = together.get((held.what, single))
                if there is None or (count, at_hand) > (there[1], there[3]):
                    together[held.what, single] = demand
    return _listed(collection, shelf, list(basics.values()), list(others.values()))


def taken(game: Game, plan: SetupPlan) -> dict[str, int]:
    """How many of each thing a game takes out of the boxes; of tokens at hand, what they are worth.

    Of tokens that are only kept at hand it takes some, which counts as one.
    """
    amounts: dict[str, int] = {}
    for demands in demands_of(game, plan, shelf_of(game.collection)):
        for held, count, _note, _at_hand, _single in demands:
            amounts[held.what] = amounts.get(held.what, 0) + count
    return amounts


def amount_there(collection: Collection, what: str) -> int:
    """How many of a thing the boxes hold, counted as `taken` counts it."""
    held = shelf_of(collection).things[what]
    return sum(one.amount for one in held.there) if held else 0


def _listed(
    collection: Collection, shelf: Shelf, basics: Sequence[Demand], others: Sequence[Demand]
) -> tuple[FetchBox, ...]:
    """Demands by the boxes that meet them."""
    opened = boxes_to_open([*basics, *others])
    lines: dict[int, list[FetchItem]] = {}
    singles: dict[int, list[str]] = {}
    for held, count, note, at_hand, single in (*basics, *_trash(shelf, opened), *others):
        for box, item in lines_of(held, opened & held.mask, count, note, at_hand):
            if single:
                singles.setdefault(box, []).append(item.what)
            elif box in lines:
                lines[box].append(item)
            else:
                lines[box] = [item]
    for box, names in singles.items():
        lines.setdefault(box, []).append(deck_item(names))
    boxes = collection.boxes
    return tuple([FetchBox(boxes[box].id, tuple(lines[box])) for box in sorted(lines)])


def deck_item(names: Sequence[str]) -> FetchItem:
    """Cards of the Black Market deck that lie together, one each."""
    return FetchItem(DECK, len(names), False, say("1 each: {cards}", cards=row(names)))


class _Gatherer:
    """Gathers demands for what the boxes have, uses of one card merged."""

    def __init__(self, shelf: Shelf) -> None:
        self._things = shelf.things
        self._demands: dict[str, Demand] = {}

    def add(self, what: str, count: int, note: str = "", single: bool = False) -> None:
        held = self._things[what]
        if held is None:
            return
        key = f"{DECK}: {what}" if single else what
        there = self._demands.get(key)
        if there is not None:
            count += there[1]
            note = row((there[2], note), "; ")
        self._demands[key] = Demand(held, count, note, False, single)

    @property
    def demands(self) -> list[Demand]:
        return list(self._demands.values())


def demands_of(
    game: Game, plan: SetupPlan, shelf: Shelf
) -> tuple[Sequence[Demand], Sequence[Demand]]:
    """What to take out: the basic cards and other piles of no Kingdom card, then the rest."""
    wanted = _Gatherer(shelf)
    players = plan.players
    dealt = dict(plan.starting_deck)
    for card in (pile.card for pile in plan.supply if pile.card and pile.dealt):
        for name in (card.name, *(part.name for part in card.contains)):
            dealt.pop(name, None)
    for pile in plan.supply:
        if pile.card is None:
            to_each = dealt.pop(pile.name, 0)
            split = _split(pile.count, to_each) if to_each else ""
            wanted.add(pile.name, pile.count + to_each * players, split or pile.note)
    basics = len(wanted.demands)
    for name, each in dealt.items():
        wanted.add(name, each * players, _to_each(each))
    marking = [slot for key, slot in _MARKERS.items() if key in game.slots]
    markers = {slot.asked_by: slot.marker_note for slot in marking}
    for pile in plan.supply:
        if pile.card is None:
            continue
        count, note = pile.count, pile.note
        if pile.dealt:
            count += pile.dealt
            note = row((_split(pile.count, 1), note), "; ")
        elif pile.name in markers:
            note = markers[pile.name]
        wanted.add(pile.name, count, note)
    _add_beside(wanted, plan)
    demands = wanted.demands
    return demands[:basics], [*demands[basics:], *_token_demands(plan, shelf)]


def _add_beside(wanted: _Gatherer, plan: SetupPlan) -> None:
    """What lies outside the Supply: piles, trash, landscapes and mats."""
    for other in (*plan.beside, *plan.aside):
        for name, count in other.takes or ((other.name, other.count),):
            deck = other.name == DECK
            wanted.add(name, count, "" if deck else _note_of(other), deck)
    for name, count in plan.trash.items():
        wanted.add(name, count, _INTO_THE_TRASH)
    for landscape in plan.landscapes:
        wanted.add(landscape.name, 1, _KINDS[landscape.kind])
    for mat in plan.player_mats:
        wanted.add(f"{mat} mat", plan.players, _to_each(1))
    for mat in plan.shared_mats:
        wanted.add(f"{mat} mat", 1)


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
            yield Demand(held, max(value, 1), at_hand=kind in plan.token_reserves)


def _note_of(pile: Pile) -> str:
    if pile.card:
        return say("set aside for {card}", card=pile.name)
    if pile.slot:
        return row((_BESIDE.get(pile.slot, ""), pile.note), "; ")
    if pile.host:
        return say("{number} of them set aside for {card}", number=pile.count, card=pile.host)
    return pile.note


def _trash(shelf: Shelf, opened: int) -> Iterable[Demand]:
    """What marks the trash, from the first box that has it; no box is opened for it."""
    held_trash = next((held for held in shelf.trash if held.mask & opened), None)
    return [Demand(held_trash, 1)] if held_trash else ()


def boxes_to_open(demands: Sequence[Demand]) -> int:
    """Places that must be opened anyway, then as few others as greed finds, none needlessly.

    Demands that any one of the same places can meet, such as the basic cards, are looked at as one.
    """
    opened = 0
    alike: dict[object, tuple[Held, int, int]] = {}
    for held, count, _, _, _ in demands:
        if len(held.places) == 1:
            opened |= held.mask
        else:
            key = held.mask if count <= held.least else (held, count)
            number = alike[key][2] + 1 if key in alike else 1
            alike[key] = (held, count, number)
    choices = list(alike.values())
    added: list[int] = []
    waiting = choices
    while waiting := [one for one in waiting if not one[0].suffices(one[1], opened)]:
        helps: dict[int, int] = {}
        for held, _, number in waiting:
            for place in held.places:
                if not opened >> place & 1:
                    helps[place] = helps.get(place, 0) + number
        added.append(max(helps, key=helps.__getitem__))
        opened |= 1 << added[-1]
    for place in added[:-1]:
        without = opened & ~(1 << place)
        if all(held.suffices(count, without) for held, count, _ in choices):
            opened = without
    return opened


@lru_cache(maxsize=8192)
def lines_of(
    held: Held, opened: int, wanted: int, note: str, at_hand: bool
) -> tuple[tuple[int, FetchItem], ...]:
    """The line of each opened box that gives some, in shelf order; one that has enough gives all.

    Most kingdoms ask for a card in the same way, so each line is made once.
    """
    opened_here = [one for one in held.there if opened >> one.place & 1]
    enough = [one for one in opened_here if one.amount >= wanted]
    giving: list[tuple[_There, int]] = []
    for one in enough[:1] or opened_here:
        if wanted > 0:
            giving.append((one, one.pieces if at_hand else min(one.amount, wanted)))
            wanted -= one.amount
    if len(giving) > 1:
        total = sum(count for _, count in giving)
        if note:
            note = say_number(
                "{total} in all from {number} box: {note}",
                "{total} in all from {number} boxes: {note}",
                len(giving),
                total=total,
                note=note,
            )
        else:
            note = say_number(
                "{total} in all from {number} box",
                "{total} in all from {number} boxes",
                len(giving),
                total=total,
            )
    return tuple(
        [
            (one.box, FetchItem(held.what, count, at_hand or count % one.in_one == 0, note))
            for one, count in giving
        ]
    )
