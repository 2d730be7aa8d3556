"""The fetch list: what to take out of which box, each box opened once and as few as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from setup_rules.cards import Box
from setup_rules.collection import TOKEN_VALUES, Collection, piece_of
from setup_rules.kingdom import Game
from setup_rules.plan import FetchBox, FetchItem, Pile, SetupPlan
from setup_rules.rules.plunder import inherited_pile

DECK = "Black Market deck"


@dataclass(slots=True)
class _Demand:
    """Something to take out: how many, and which boxes have how many of it."""

    what: str
    count: int
    note: str
    holders: Sequence[tuple[Box, int]]
    pieces: Mapping[str, int] | None = None
    """By box, the tokens to have at hand: all of them are taken, and `holders` has their value."""
    single: bool = False
    """Whether it is one card of the Black Market deck."""


def fetch_list(game: Game, plan: SetupPlan) -> tuple[FetchBox, ...]:
    """Everything a plan needs, grouped by box in shelf order."""
    demands = [demand for demand in _demands(game, plan) if demand.holders]
    opened = _boxes_to_open(demands)
    trash = _trash(game, opened)
    if trash:
        basics = {pile.name for pile in plan.supply if pile.card is None}
        demands.insert(sum(demand.what in basics for demand in demands), trash)
    lines: dict[str, list[FetchItem]] = {}
    singles: dict[str, list[str]] = {}
    for demand in demands:
        taken = _allocate(demand, opened)
        for box, there, count in taken:
            if demand.single:
                singles.setdefault(box.id, []).append(demand.what)
                continue
            note = demand.note
            if len(taken) > 1:
                total = sum(count for _, _, count in taken)
                note = f"of {total} from {len(taken)} boxes{': ' if note else ''}{note}"
            in_one = there // game.collection.copies[box.id]
            whole = demand.pieces is not None or count % in_one == 0
            item = FetchItem(demand.what, count, whole, note)
            lines.setdefault(box.id, []).append(item)
    for id_, names in singles.items():
        deck = FetchItem(DECK, len(names), False, f"one each: {', '.join(names)}")
        lines.setdefault(id_, []).append(deck)
    shelf = game.collection.boxes
    return tuple(FetchBox(box.id, tuple(lines[box.id])) for box in shelf if box.id in lines)


class _Gatherer:
    """Gathers demands, uses of one card merged."""

    def __init__(self, collection: Collection) -> None:
        self._holders = collection.holders
        self.demands: dict[str, _Demand] = {}

    def add(self, what: str, count: int, note: str = "", *, single: bool = False) -> None:
        key = f"{DECK}: {what}" if single else what
        there = self.demands.get(key)
        if there is None:
            holders = self._holders.get(what, ())
            self.demands[key] = _Demand(what, count, note, holders, single=single)
        else:
            there.count += count
            there.note = "; ".join(text for text in (there.note, note) if text)


def _demands(game: Game, plan: SetupPlan) -> Sequence[_Demand]:
    wanted = _Gatherer(game.collection)
    players = plan.players
    dealt = dict(plan.starting_deck)
    inherited = inherited_pile(game)
    if inherited:
        for name in (inherited.name, *(part.name for part in inherited.contains)):
            dealt.pop(name, None)
    for pile in plan.supply:
        if pile.card is None:
            to_each = dealt.pop(pile.name, 0)
            split = f"{pile.count} in the pile, {to_each} to each player" if to_each else ""
            wanted.add(pile.name, pile.count + to_each * players, split or pile.note)
    for name, each in dealt.items():
        wanted.add(name, each * players, f"{each} to each player")
    for pile in plan.supply:
        if pile.card is None:
            continue
        count, note = pile.count, pile.note
        if pile.card is inherited:
            count += players
            note = f"{pile.count} in the pile, 1 to each player; {note}"
        elif pile.name == "Young Witch" and "bane" in game.slots:
            note = "and its randomizer, to mark the Bane"
        wanted.add(pile.name, count, note)
    for other in (*plan.beside, *plan.aside):
        for name, count in other.takes or ((other.name, other.count),):
            deck = other.name == DECK
            wanted.add(name, count, "" if deck else _note_of(other, name), single=deck)
    for name, count in plan.trash.items():
        wanted.add(name, count, "face up into the trash")
    for landscape in plan.landscapes:
        wanted.add(landscape.name, 1, landscape.kind.capitalize())
    for mat in plan.player_mats:
        wanted.add(f"{mat} mat", players, "1 to each player")
    for mat in plan.shared_mats:
        wanted.add(f"{mat} mat", 1)
    return [*wanted.demands.values(), *_token_demands(game, plan)]


def _token_demands(game: Game, plan: SetupPlan) -> list[_Demand]:
    """Tokens that are placed, or everything in a box where they are kept at hand."""
    found = []
    for kind, value in plan.tokens_placed.items():
        pieces = tuple(TOKEN_VALUES.get(kind, {})) or (piece_of(kind),)
        values: dict[Box, int] = {}
        counts: dict[str, int] = {}
        for piece in pieces:
            worth = TOKEN_VALUES.get(kind, {}).get(piece, 1)
            for box, count in game.collection.holders.get(piece, ()):
                values[box] = values.get(box, 0) + count * worth
                counts[box.id] = counts.get(box.id, 0) + count
        what = f"{kind} tokens" if kind in TOKEN_VALUES else pieces[0]
        holders = [(box, values[box]) for box in game.collection.boxes if box in values]
        at_hand = counts if kind in plan.token_reserves else None
        found.append(_Demand(what, max(value, 1), "", holders, pieces=at_hand))
    return found


def _note_of(pile: Pile, taken: str) -> str:
    if pile.card:
        return f"set aside for {pile.name}"
    if pile.name.startswith("Ferryman"):
        return "; ".join(text for text in ("Ferryman's pile, beside the Supply", pile.note) if text)
    if pile.name != taken:
        return f"{pile.count} of them set aside for Druid"
    return pile.note


def _trash(game: Game, opened: Set[str]) -> _Demand | None:
    """What marks the trash: a mat in newer boxes, a card in older ones; no box is opened for it."""
    for box in game.collection.boxes:
        for name in ("Trash mat", "Trash card"):
            if box.id in opened and box.stock.get(name):
                return _Demand(name, 1, "", [(box, game.collection.copies[box.id])])
    return None


def _satisfied(demand: _Demand, opened: set[str]) -> bool:
    there = missing = 0
    for box, count in demand.holders:
        if box.id in opened:
            there += count
        else:
            missing += count
    return there >= demand.count or not missing


def _boxes_to_open(demands: Sequence[_Demand]) -> set[str]:
    """Boxes that must be opened anyway, then as few others as greed finds, none needlessly."""
    opened = {demand.holders[0][0].id for demand in demands if len(demand.holders) == 1}
    choices = [demand for demand in demands if len(demand.holders) > 1]
    added: list[str] = []
    waiting = choices
    while waiting := [demand for demand in waiting if not _satisfied(demand, opened)]:
        helps: dict[str, int] = {}
        for demand in waiting:
            for box, _ in demand.holders:
                if box.id not in opened:
                    helps[box.id] = helps.get(box.id, 0) + 1
        added.append(max(helps, key=lambda id_: helps[id_]))
        opened.add(added[-1])
    for id_ in added[:-1]:
        if all(_satisfied(demand, opened - {id_}) for demand in choices):
            opened.discard(id_)
    return opened


def _allocate(demand: _Demand, opened: set[str]) -> list[tuple[Box, int, int]]:
    """Which opened boxes give how many, in shelf order; one that has enough gives all."""
    if len(demand.holders) == 1 and demand.pieces is None:
        box, there = demand.holders[0]
        return [(box, there, min(there, demand.count))]
    holders = [(box, there) for box, there in demand.holders if box.id in opened]
    enough = [(box, there) for box, there in holders if there >= demand.count]
    taken, left = [], demand.count
    for box, there in enough[:1] or holders:
        if left > 0:
            taken.append((box, there, demand.pieces[box.id] if demand.pieces else min(there, left)))
            left -= there
    return taken
