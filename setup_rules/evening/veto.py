"""The blind veto: ten piles and some more are dealt, players strike, ten of the rest are played.

The ten come as in any draw. Each pile of the surplus is dealt as a swap would deal it: it fits the
wishes in the place of one of the ten, so the piles that are struck can be made good for. What is
struck is out of the game, as a Bane or in a Black Market deck as well. Among the piles left every
ten that fits the wishes and can be completed is equally likely: weights had their say in the deal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from setup_rules.budget import BudgetSpent, open_budget, part_of_it
from setup_rules.cards import Card
from setup_rules.chance import Chance, Dice, shuffled, weighted
from setup_rules.collection import Collection as Shelf
from setup_rules.draw.completion import can_be_completed
from setup_rules.draw.conflict import find_conflict
from setup_rules.draw.drawing import draw_completed, playable, with_rules
from setup_rules.draw.exact.conditions import Count, bits_of, state_constraints
from setup_rules.draw.exact.sampler import WORK_LIMIT, Answer, Prepared, prepare
from setup_rules.draw.request import DrawRequest
from setup_rules.draw.wishes import (
    ABOUT_CARDS,
    BANS,
    KINGDOM_SIZE,
    Wish,
    Wishes,
    list_wishes,
    without,
    zero_weights,
)
from setup_rules.kingdom import Kingdom

MOST_STRIKES = 2
"""Piles that one player may strike."""
BEYOND_WISHES = ABOUT_CARDS
"""Wishes that no ten of the piles dealt can break: those banned were never dealt."""


class TooFewPiles(Exception):
    """Fewer piles on the shelf than ten and the surplus; `there` is how many."""

    def __init__(self, there: int) -> None:
        super().__init__(there)
        self.there = there


class Unkept(NamedTuple):
    """A wish that the piles left could not keep, and what it clashed with."""

    wish: Wish
    struck: bool = False
    """Whether it is a pinned pile that was struck."""
    there: int | None = None
    """How many of the piles left are as it asks for, where it asks for a number of piles."""
    beside: tuple[Wish, ...] = ()
    """The wishes and rules that were kept instead."""


class Verdict(NamedTuple):
    """What came of the strikes."""

    kingdom: Kingdom | None
    """The kingdom with all that it asks for; None when no ten of those left can be played."""
    left: tuple[Card, ...]
    """The piles nobody struck, in the order dealt."""
    unkept: tuple[Unkept, ...] = ()
    notes: tuple[str, ...] = ()


def dealable(asked: DrawRequest) -> tuple[Card, ...]:
    """The piles on the shelf that may be dealt at all."""
    wishes = playable(asked).wishes
    gone = {*wishes.banned, *zero_weights(wishes)}
    return tuple(card for card in asked.shelf.cards if card.id not in gone)


def deal_surplus(
    asked: DrawRequest, ten: Sequence[Card], surplus: int, seed: str
) -> tuple[Card, ...]:
    """So many more piles; raises TooFewPiles.

    One after the other they stand in for the ten, in random order and round again: each is
    uniform, or by its weight, among those that fit the wishes in that place. Where none is left
    for any of the ten, or the budget ends, it comes from all that may be dealt.
    """
    asked = playable(asked)
    everything = dealable(asked)
    if len({*everything, *ten}) < KINGDOM_SIZE + surplus:
        raise TooFewPiles(len({*everything, *ten}))
    dice = Chance(seed, "veto surplus")
    order = shuffled(sorted(ten, key=lambda card: card.id), dice)
    dealt: list[Card] = []
    for place in range(surplus):
        turns = (order[(place + more) % KINGDOM_SIZE] for more in range(KINGDOM_SIZE))
        stand_ins = (_stand_in(asked, ten, old, dealt, dice) for old in turns)
        new = None
        with suppress(BudgetSpent):
            new = next((card for card in stand_ins if card), None)
        if new is None:
            rest = [card for card in everything if card not in ten and card not in dealt]
            weights = asked.wishes.weight_of
            new = rest[weighted([weights.get(card.id, 1) for card in rest], dice)]
        dealt.append(new)
    return tuple(dealt)


def _stand_in(
    asked: DrawRequest, ten: Sequence[Card], old: Card, gone: Collection[Card], dice: Dice
) -> Card | None:
    """A pile that fits the wishes in the place of one of the ten; None when there is none."""
    nine = [card for card in ten if card is not old]
    ids = {card.id for card in nine}
    wishes = asked.counted
    wishes = replace(wishes, pinned=tuple(pin for pin in wishes.pinned if pin in ids))
    constraints = state_constraints(
        asked.shelf.cards, with_rules(asked.shelf, wishes), kept=nine, left_out=(old, *gone)
    )
    open_budget().spend(len(constraints.cards) * (1 + len(constraints.conditions)) // 20)
    fitting = [
        place
        for place in bits_of(constraints.free)
        if constraints.holds(constraints.pinned | 1 << place)
    ]
    while fitting:
        place = fitting.pop(weighted([constraints.weights[place] for place in fitting], dice))
        new = constraints.cards[place]
        if can_be_completed(Kingdom((*nine, new)), asked.players, asked.shelf, asked.how):
            return new
    return None


def judge(asked: DrawRequest, dealt: Sequence[Card], struck: Collection[str], seed: str) -> Verdict:
    """The kingdom that comes of the strikes, the same each time for one seed.

    A wish that the piles left cannot keep is given up, the others stay: of wishes that clash the
    last one in the order of `list_wishes` goes first. If the budget ends before that is known, all
    wishes are given up, for there must be a kingdom to play.
    """
    asked = playable(asked)
    left = tuple(card for card in dealt if card.id not in struck)
    wishes, unkept = _after_strikes(asked, struck)
    with part_of_it(0.6) as part:
        verdict = _judged(asked, left, struck, seed, wishes, unkept)
    if verdict.kingdom is None and part.is_over:
        names = {card.id: card.name for card in asked.shelf.cards}
        given_up = [w for w in list_wishes(wishes, names) if w.key not in BEYOND_WISHES]
        unkept += [Unkept(wish) for wish in given_up]
        verdict = _judged(asked, left, struck, seed, without(wishes, given_up), unkept)
    return verdict


def _judged(
    asked: DrawRequest,
    left: tuple[Card, ...],
    struck: Collection[str],
    seed: str,
    wishes: Wishes,
    unkept: Sequence[Unkept],
) -> Verdict:
    """A kingdom of the piles left, with as many of the wishes as can be kept."""
    chance = Chance(seed, "veto")
    for barred in (frozenset(struck), frozenset[str]()):
        banned = tuple(sorted({*asked.wishes.banned, *barred}))
        how = replace(asked.how, banned=asked.how.banned | barred)
        kept, given_up = replace(wishes, banned=banned), list(unkept)
        while True:
            ruled = with_rules(asked.shelf, kept, left)
            try:
                prepared = prepare(left, ruled, limit=2 * WORK_LIMIT)
                if prepared.answer is Answer.POSSIBLE:
                    then = replace(asked.without_chance, wishes=kept, how=how)
                    completed = draw_completed(then, prepared, chance)
                    if completed is None:
                        break
                    kingdom, notes = completed
                    return Verdict(kingdom, left, tuple(given_up), notes)
            except BudgetSpent:
                return Verdict(None, left, tuple(unkept))
            if open_budget().is_over:
                return Verdict(None, left, tuple(unkept))
            lost = _give_up(left, ruled, asked.shelf, prepared)
            if lost is None:
                break
            given_up.append(lost)
            kept = without(kept, (lost.wish,))
    return Verdict(None, left, tuple(unkept))


def _after_strikes(asked: DrawRequest, struck: Collection[str]) -> tuple[Wishes, list[Unkept]]:
    """The wishes of which only the ten is asked, without pins on struck piles; and these pins."""
    wishes = asked.counted
    names = {card.id: card.name for card in asked.shelf.cards}
    pins = [wish for wish in list_wishes(wishes, names) if wish.key == "pinned"]
    lost = [wish for wish in pins if wish.cards[0] in struck]
    return without(wishes, lost).unweighted, [Unkept(wish, struck=True) for wish in lost]


def _give_up(
    left: Sequence[Card], wishes: Wishes, shelf: Shelf, prepared: Prepared
) -> Unkept | None:
    """The wish to go, of a smallest set that clashes; None when only rules are left to break."""
    names = {card.id: card.name for card in shelf.cards}
    conflict = find_conflict(left, wishes, names=names)
    clash = conflict.wishes if conflict else prepared.hardest
    players = [w for w in clash if not w.is_rule and w.key not in BEYOND_WISHES]
    if not players:
        return None
    lost = players[-1]
    counts = (
        c for c in prepared.constraints.conditions if isinstance(c, Count) and lost in c.wishes
    )
    mask = next((count.mask for count in counts), None)
    return Unkept(
        lost,
        there=None if mask is None else mask.bit_count(),
        beside=tuple(w for w in clash if w is not lost and w.key not in BANS),
    )
