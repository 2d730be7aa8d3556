"""Repairs a kingdom somebody named: the fewest changes that make it playable, drawn uniformly.

*Playable* means that no Problem of the engine is an error. What was named are the piles, the
landscapes and the choices: a card for a slot, a pile for a Trait, the Black Market deck card by
card, the piles and cards that slots name, Platinum & Colony, Shelters and the cards
that decided on them.

*Changes* are counted in this order:

1. named things that are lost, whether or not something else stands in their place;
2. piles put in that ask for yet another card, such as a Bane.

A thing that can never be played here is lost in any case: a name that is no pile of its own or is
named twice, a card that no box holds, one whose parts are too few for the players, one that asks
for a card nobody has. What a kingdom with the fewest losses asks for (a Bane, an Ally, a deck) is
dealt as after a draw (see `completion`); filling what is open loses nothing. Landscapes are taken
out and never put in. A choice that clashes with a pile gives way, and a card that is named for a
slot is not put in as a pile. The two draws stay open if they are: they keep nobody from playing.

*Uniformly*: all ways to lose the fewest things and to put in piles, so that there are ten and
everything they ask for can be had, are equally likely. They are drawn from all ways of that size,
and thrown away until one can be completed; where they are few, they are looked at one by one.

Wishes play no part, except that a card which is never to be dealt is put in only if nothing else
will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, product
from math import comb
from typing import NamedTuple

from setup_rules.budget import BudgetSpent
from setup_rules.cards import Card, Landscape, Thing
from setup_rules.cascade import settle
from setup_rules.chance import Chance, Dice, picked, weighted
from setup_rules.collection import Collection
from setup_rules.draw.completion import Dealing, NoCompletion, can_be_completed, deal, pruned
from setup_rules.draw.drawing import parts_short
from setup_rules.draw.wishes import KINGDOM_SIZE
from setup_rules.engine import plan_setup
from setup_rules.kingdom import Game, Kingdom, is_kingdom_card, pile_id, pile_meant
from setup_rules.problems import Problem, Severity, error
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import SlotDraw
from setup_rules.rules import CARRIERS, DEALT_KINDS, DECISIONS, PILE_SLOTS, SLOTS
from setup_rules.sentences import say, say_number

TRIES = 400
"""Ways drawn at random before those of one number of changes are looked at one by one."""
LISTED = 60
"""Ways that are looked at one by one at once, without drawing any at random before."""
FEW = 3_000
"""Ways that are looked at one by one. If more than these are tried in vain, we go on."""
HOPELESS = (
    "check-player-count",
    "check-no-basic-cards",
    "check-treasure-sets",
    "check-basic-shortage",
)
"""Errors that no other card fixes: they are about players and boxes."""
_CHOICES = tuple(slot for slot in SLOTS if slot.asked_by and not slot.is_extra)
"""The slots in which a card or landscape names something that is in use anyway."""
MOST_WORK = 6_000
"""Ways looked at in all, so that no list of names keeps us long."""


class Repaired(NamedTuple):
    """A playable kingdom and what has changed, or why there is none."""

    kingdom: Kingdom | None
    problems: tuple[Problem, ...] = ()
    """Why it cannot be repaired, as the engine says it."""
    lost: int = 0
    """Named things that are gone."""


def repair(
    kingdom: Kingdom,
    players: int,
    shelf: Collection,
    seed: str,
    banned: frozenset[str] = frozenset(),
    basic_sets: int | None = None,
) -> Repaired:
    """The kingdom with the fewest changes that make it playable, one of them drawn uniformly."""
    hopeless = _hopeless(players, shelf, basic_sets)
    if hopeless:
        return Repaired(None, hopeless)
    repairer = _Repairer(players, shelf, basic_sets, Chance(seed))
    try:
        first = repairer.repair(kingdom, banned) if banned else None
        return first if first and first.kingdom else repairer.repair(kingdom, frozenset())
    except BudgetSpent:
        return Repaired(None, (_given_up(repairer.looked_at),))


def draw_piles(
    kingdom: Kingdom,
    number: int,
    players: int,
    shelf: Collection,
    seed: str,
    banned: frozenset[str] = frozenset(),
) -> tuple[Card, ...]:
    """So many more piles; none if the shelf has not enough that go with those named.

    Uniform among the sets of piles that can be completed, without piles that ask for another
    card if that can be.
    """
    repairer = _Repairer(players, shelf, None, Chance(seed))
    with suppress(BudgetSpent):
        for never in dict.fromkeys((banned, frozenset[str]())):
            drawn = repairer.draw(kingdom, number, never)
            if drawn:
                return drawn
    return ()


def can_be_put_in(
    kingdom: Kingdom, players: int, shelf: Collection, banned: frozenset[str] = frozenset()
) -> tuple[Card, ...]:
    """Piles of the shelf that could be one more of the ten, by name."""
    repairer = _Repairer(players, shelf, None, Chance(""))
    return tuple(sorted(repairer.pool(kingdom, banned), key=lambda card: card.name))


def _hopeless(players: int, shelf: Collection, basic_sets: int | None) -> tuple[Problem, ...]:
    """Errors that an empty kingdom has already."""
    plan = plan_setup(settle(Kingdom(()), players, shelf, basic_sets))
    return tuple(p for p in _errors(plan.problems) if p.code in HOPELESS)


def _errors(problems: Iterable[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.severity is Severity.ERROR]


class _Named(NamedTuple):
    """What of a kingdom may stay, each thing by itself."""

    piles: tuple[Card, ...]
    landscapes: tuple[Landscape, ...]
    slots: tuple[str, ...]
    """Slots whose named card may stay."""
    rest: Kingdom
    """The choices, without those that cannot stay."""
    lost: int

    @property
    def others(self) -> tuple[object, ...]:
        """Landscapes and choices: what may be lost beside the piles."""
        return (*self.landscapes, *self.slots)


class _Shape(NamedTuple):
    """A kind of way: so many piles and other things lost, so many asking and quiet piles put in."""

    piles: int
    others: int
    asking: int
    quiet: int


class _Repairer:
    """Repairs for one table: players, shelf and chance."""

    def __init__(
        self, players: int, shelf: Collection, basic_sets: int | None, chance: Chance
    ) -> None:
        self._players, self._shelf, self._sets = players, shelf, basic_sets
        self._chance = chance
        self.looked_at = 0
        """Ways that were tried."""
        self._rules = rules_of(shelf.catalog)
        self._short = parts_short(shelf, max(players, 2))

    # What can be played at all.

    def _settle(self, kingdom: Kingdom) -> Game:
        return settle(kingdom, self._players, self._shelf, self._sets)

    def _is_playable(self, thing: Card | Landscape) -> bool:
        """Whether it lies in a box, with its parts, and what it asks for can be had."""
        if not self._shelf.owns(thing) or thing.id in self._short:
            return False
        if isinstance(thing, Landscape):
            alone = Kingdom((), (thing,))
        else:
            if thing.cost.potion and not self._shelf.stock.get("Potion"):
                return False
            alone = Kingdom((thing,))
        return not self._asks(thing) or self._can_be_completed(alone, frozenset())

    def _asks(self, thing: Card | Landscape) -> tuple[str, ...]:
        """The slots that a thing wants filled; the Black Market deck is one."""
        return tuple(
            due.key if isinstance(due, SlotDraw) else "deck"
            for due in self._rules.by_thing.get(thing.id, ())
            if due in self._rules.bringing
        )

    def _can_be_completed(self, kingdom: Kingdom, banned: frozenset[str]) -> bool:
        how = Dealing(banned=banned | self._short)
        if not can_be_completed(kingdom, self._players, self._shelf, how):
            return False
        traits = sum(ls.kind == "trait" for ls in kingdom.landscapes)
        carriers = [c for c in kingdom.piles if isinstance(c, Card) and CARRIERS["trait"](c)]
        return traits <= len(carriers) or len(kingdom.piles) < KINGDOM_SIZE

    def pool(self, kingdom: Kingdom, banned: frozenset[str]) -> list[Card]:
        """The piles that may be put in: playable, and not in use anywhere."""
        used = self._settle(kingdom).used_piles
        named = {pile_id(thing) for thing in kingdom.drawn.values()}
        return [
            card
            for card in self._shelf.cards
            if card.id not in used | named | banned and self._is_playable(card)
        ]

    # What may stay of what was named.

    def _named(self, kingdom: Kingdom) -> _Named:
        """What was named, without what can never be played here."""
        catalog = self._shelf.catalog
        meant = [pile_meant(thing, catalog) for thing in kingdom.piles]
        piles = tuple(dict.fromkeys(card for card in meant if card and self._is_playable(card)))
        drawn = dict(kingdom.drawn)
        landscapes, lost = [], len(kingdom.piles) - len(piles)
        for landscape in kingdom.landscapes:
            if landscape.kind in DEALT_KINDS and landscape.kind not in drawn:
                drawn[landscape.kind] = landscape
            elif landscape in landscapes or landscape.kind in DEALT_KINDS:
                lost += landscape is not drawn.get(landscape.kind)
            elif self._is_playable(landscape):
                landscapes.append(landscape)
            else:
                lost += 1
        dealt = [thing for thing in drawn.values() if isinstance(thing, Landscape)]
        asked = self._asked_by((*piles, *landscapes, *dealt), drawn)
        for slot in tuple(drawn):
            if slot in DEALT_KINDS:
                stays = self._may_be_dealt(slot, drawn[slot])
            else:
                stays = slot not in asked or self._fits(slot, drawn[slot], drawn, piles)
            if not stays:
                del drawn[slot]
                lost += 1
        rest = kingdom._replace(piles=(), landscapes=(), drawn=drawn)
        rest, gone = self._without_wrong_choices(rest, piles)
        slots = tuple(slot for slot in rest.drawn if slot in self._rules.slots)
        return _Named(piles, tuple(landscapes), slots, rest, lost + gone)

    def _asked_by(
        self, things: Sequence[Card | Landscape], drawn: Mapping[str, Thing]
    ) -> frozenset[str]:
        """All slots asked for by things and by what is named for the slots."""
        asked: set[str] = set()
        waiting: list[Thing] = list(things)
        while waiting:
            thing = waiting.pop()
            if isinstance(thing, Card | Landscape):
                fresh = set(self._asks(thing)) - asked
                asked |= fresh
                waiting += [drawn[slot] for slot in fresh if slot in drawn]
        return frozenset(asked)

    def _may_be_dealt(self, kind: str, thing: Thing) -> bool:
        """Whether an Ally or Prophecy is one, and can be played."""
        return isinstance(thing, Landscape) and thing.kind == kind and self._is_playable(thing)

    def _fits(
        self, slot: str, thing: Thing, drawn: Mapping[str, Thing], piles: Sequence[Card]
    ) -> bool:
        """Whether the card named for a slot may fill it."""
        draw = next((draw for draw in self._rules.draws if draw.key == slot), None)
        if draw is None or draw.kind:
            return True
        card = pile_meant(thing, self._shelf.catalog)
        earlier = list(drawn)[: list(drawn).index(slot)]
        taken = {pile_id(drawn[other]) for other in earlier if other in self._rules.slots}
        return (
            card is not None
            and draw.fits(card)
            and self._is_playable(card)
            and card not in piles
            and card.id not in taken
        )

    def _without_wrong_choices(
        self, kingdom: Kingdom, piles: Sequence[Card]
    ) -> tuple[Kingdom, int]:
        """Deck cards, draws and their cards that cannot stay are gone; and how many these are."""
        drawn = dict(kingdom.drawn)
        in_use = {card.id for card in piles}
        in_use |= {pile_id(t) for slot, t in drawn.items() if slot in self._rules.slots}
        deck: dict[str, Thing] = {}
        for thing in kingdom.deck:
            pile = pile_id(thing)
            if is_kingdom_card(thing) and pile not in in_use and self._shelf.owns(thing):
                deck.setdefault(pile, thing)
        lost = len(kingdom.deck) - len(deck)
        refused: dict[str, bool] = {}
        decided: set[str] = set()
        for decision in DECISIONS:
            wanted = getattr(kingdom, decision.key)
            if wanted and not decision.owned(self._shelf, self._players):
                refused[decision.key] = False
            card = drawn.get(decision.card.key)
            if card and pile_id(card) in decided:
                del drawn[decision.card.key]
                lost += 1
            elif card:
                decided.add(pile_id(card))
        fixed = kingdom.but(deck=tuple(deck.values()), drawn=drawn, **refused)
        return fixed, lost + len(refused)

    # Ways of one number of changes.

    def repair(self, kingdom: Kingdom, banned: frozenset[str]) -> Repaired:
        """The fewest changes, drawn uniformly, and all that is asked for then."""
        found = self.way(kingdom, banned)
        if isinstance(found, Problem):
            return Repaired(None, (found,))
        return self._dealt(kingdom, *found, banned)

    def way(self, kingdom: Kingdom, banned: frozenset[str]) -> tuple[Kingdom, int] | Problem:
        """A way to make the fewest changes, with how many things are lost; or why there is none."""
        self.looked_at = 0
        named = self._named(kingdom)
        whole = named.rest._replace(piles=named.piles, landscapes=named.landscapes)
        pool = self.pool(whole, banned)
        if len(named.piles) + len(pool) < KINGDOM_SIZE:
            return _too_few(len(named.piles) + len(pool))
        dice = self._chance.stream("mending")
        for losses in range(len(named.piles) + len(named.others) + 1):
            for asking in range(KINGDOM_SIZE + 1):
                ways = _Ways(named, pool, losses, asking, self._asks)
                found = self._one_of(ways, dice, banned)
                if found is not None:
                    return found, named.lost + losses
        if self.looked_at > MOST_WORK:
            return _given_up(self.looked_at)
        return _nothing_goes_together(whole)

    def draw(self, kingdom: Kingdom, number: int, banned: frozenset[str]) -> tuple[Card, ...]:
        """So many more piles; what cannot be played here takes up its place and no more."""
        named = self._named(kingdom)
        whole = named.rest._replace(piles=named.piles, landscapes=named.landscapes)
        pool = self.pool(whole._replace(piles=(*named.piles, *kingdom.piles)), banned)
        dice, size = self._chance.stream("mending"), len(named.piles) + number
        for asking in range(number + 1):
            ways = _Ways(named, pool, 0, asking, self._asks, size)
            found = self._one_of(ways, dice, banned)
            if found is not None:
                return tuple(c for c in found.piles[len(named.piles) :] if isinstance(c, Card))
        return ()

    def _one_of(self, ways: _Ways, dice: Dice, banned: frozenset[str]) -> Kingdom | None:
        """One of the ways that can be completed, each as likely as any other."""
        number = ways.number
        if self.looked_at > MOST_WORK:
            return None
        if number > LISTED:
            for _ in range(TRIES):
                way = ways.drawn(dice)
                if self._holds(way, banned):
                    return way
        if number <= FEW:
            good = [way for way in ways if self._holds(way, banned)]
            return good[dice.below(len(good))] if good else None
        return None

    def _holds(self, kingdom: Kingdom, banned: frozenset[str]) -> bool:
        """Whether what was named for slots is asked for, and the rest can be had."""
        self.looked_at += 1
        named = (*kingdom.piles, *kingdom.landscapes, *kingdom.deck)
        things = [thing for thing in named if isinstance(thing, Card | Landscape)]
        asked = self._asked_by(things, kingdom.drawn)
        if any(kind in kingdom.drawn and kind not in asked for kind in DEALT_KINDS):
            return False
        return self._can_be_completed(kingdom, banned)

    # The rest.

    def _dealt(self, asked: Kingdom, way: Kingdom, lost: int, banned: frozenset[str]) -> Repaired:
        """A way with everything it asks for; and whether that is playable after all."""
        fine = self._without_lost_places(way)
        lost += fine.lost
        how = Dealing(banned=banned | self._short, platinum_colony="open", shelters="open")
        ready = fine.kingdom or way
        try:
            made = deal(ready, self._players, self._shelf, how, self._chance).kingdom
        except NoCompletion as missing:
            return Repaired(None, (_nothing_left(missing.args[0]),))
        if not ready.boons:
            made = made._replace(boons=())
        new = PILE_SLOTS - ready.drawn.keys() - asked.drawn.keys()
        drawn = {slot: thing for slot, thing in made.drawn.items() if slot not in new}
        made = made._replace(drawn=drawn)
        wrong = _errors(plan_setup(self._settle(made)).problems)
        return Repaired(None, tuple(wrong)) if wrong else Repaired(made, lost=lost)

    def _without_lost_places(self, kingdom: Kingdom) -> Repaired:
        """Without piles of Traits and other choices that the ten have no place for."""
        kept = pruned(kingdom, self._players, self._shelf)
        game = self._settle(kept)
        taken: set[str] = set()
        traits = {}
        for trait, pile in kept.traits.items():
            meant = pile_meant(pile, self._shelf.catalog)
            if meant and CARRIERS["trait"](meant) and meant.id not in taken:
                taken.add(meant.id)
                traits[trait] = pile
        drawn = dict(kept.drawn)
        wrong = [set(problem.cards) for problem in _errors(plan_setup(game).problems)]
        for slot in _CHOICES:
            if slot.key in drawn:
                both = {slot.asked_by, drawn[slot.key].name}
                if any(both <= cards for cards in wrong):
                    del drawn[slot.key]
        here = {landscape.id for landscape in game.landscapes}
        named = {landscape.name for landscape in game.landscapes}
        lost = sum(trait in here and trait not in traits for trait in kingdom.traits)
        lost += sum(
            slot.key in kingdom.drawn and slot.key not in drawn
            for slot in _CHOICES
            if slot.asked_by in named
        )
        return Repaired(kept._replace(traits=traits, drawn=drawn), lost=lost)


class _Ways:
    """All ways to lose so many named things and to put in so many piles that ask for a card."""

    def __init__(
        self,
        named: _Named,
        pool: Sequence[Card],
        losses: int,
        asking: int,
        asks: Callable[[Card], tuple[str, ...]],
        size: int = KINGDOM_SIZE,
    ) -> None:
        self._named, self._ten = named, size
        asked = {card.id: asks(card) for card in pool}
        self._askers = [card for card in pool if asked[card.id]]
        self._quiet = [card for card in pool if not asked[card.id]]
        shapes = self._all_shapes(losses, asking)
        self._shapes = [shape for shape in shapes if self._size(shape)]
        self._sizes = [self._size(shape) for shape in self._shapes]
        self.number = sum(self._sizes)

    def _all_shapes(self, losses: int, asking: int) -> Iterator[_Shape]:
        here = len(self._named.piles)
        for piles in range(losses + 1):
            free = self._ten - here + piles
            if free >= asking:
                yield _Shape(piles, losses - piles, asking, free - asking)

    def _size(self, shape: _Shape) -> int:
        return (
            comb(len(self._named.piles), shape.piles)
            * comb(len(self._named.others), shape.others)
            * comb(len(self._askers), shape.asking)
            * comb(len(self._quiet), shape.quiet)
        )

    def drawn(self, dice: Dice) -> Kingdom:
        """One of the ways, each as likely as any other."""
        named, shape = self._named, self._shapes[weighted(self._sizes, dice)]
        return self._made(
            picked(named.piles, shape.piles, dice),
            picked(named.others, shape.others, dice),
            (
                *picked(self._askers, shape.asking, dice),
                *picked(self._quiet, shape.quiet, dice),
            ),
        )

    def __iter__(self) -> Iterator[Kingdom]:
        for shape in self._shapes:
            for gone, others, askers, quiet in product(
                combinations(self._named.piles, shape.piles),
                combinations(self._named.others, shape.others),
                combinations(self._askers, shape.asking),
                combinations(self._quiet, shape.quiet),
            ):
                yield self._made(gone, others, (*askers, *quiet))

    def _made(self, gone: Sequence[Card], others: Sequence[object], new: Sequence[Card]) -> Kingdom:
        """The kingdom of a way: new piles stand in the places of lost ones, then at the end."""
        named, waiting = self._named, sorted(new, key=lambda card: card.id)
        piles = []
        for card in named.piles:
            if card not in gone:
                piles.append(card)
            elif waiting:
                piles.append(waiting.pop(0))
        return named.rest._replace(
            piles=(*piles, *waiting),
            landscapes=(
                *named.rest.landscapes,
                *(landscape for landscape in named.landscapes if landscape not in others),
            ),
            drawn={slot: t for slot, t in named.rest.drawn.items() if slot not in others},
        )


def _too_few(number: int) -> Problem:
    return error(
        "check-kingdom-size",
        say_number(
            "Your boxes have only {number} pile you can use here.",
            "Your boxes have only {number} piles you can use here.",
            number,
        ),
        say("Add a box; you need 10 piles."),
    )


def _nothing_goes_together(kingdom: Kingdom) -> Problem:
    return error(
        "check-kingdom-size",
        say("Your boxes don’t have all the cards these piles need."),
        say("Add a box."),
        *[pile.name for pile in kingdom.piles],
    )


def _given_up(number: int) -> Problem:
    return error(
        "check-kingdom-size",
        say_number(
            "The app tried {number} way to fix this, but it didn’t work.",
            "The app tried {number} ways to fix this, but none of them worked.",
            number,
        ),
        say("Take some cards out, or add a box."),
    )


def _nothing_left(cards_need: str) -> Problem:
    return error(
        "check-kingdom-size",
        say("{cards_need}, but your boxes have none left.", cards_need=cards_need),
        say("Add a box, or swap that card."),
    )
