"""After the ten: landscapes, then every extra and draw asked for, until nothing is open.

Nothing here changes how likely a ten is. Each choice has a stream of its own, named for its slot,
so that a new slot never shifts an old one, and is uniform over its candidates in id order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from math import comb, prod
from operator import attrgetter
from typing import NamedTuple

from setup_rules.assembly import Assembly
from setup_rules.budget import open_budget
from setup_rules.cards import MAIN_LANDSCAPES, Card, Landscape, OtherCard, Thing
from setup_rules.cascade import settle
from setup_rules.catalog import Catalog
from setup_rules.chance import Chance, Dice, picked, shuffled, weighted
from setup_rules.collection import Collection
from setup_rules.draw.wish_kinds import Bounds
from setup_rules.kingdom import Game, Kingdom, pile_id
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import Decision, PileChoice, SlotDraw, all_from, named_pile
from setup_rules.rules import CARRIERS, CHOICES, DECISIONS, RULEBOOKS, SIDE_DECK, SLOTS
from setup_rules.sentences import listed, say
from setup_rules.slots import candidates, cards_need, fitting

_BY_ID = attrgetter("id")
_BOONS = CHOICES["druid_boons"]

DECK_SIZE = CHOICES["black_market_deck"].number
"""Cards that the Black Market deck has if no other number is wished."""
MOST_EXTRAS = 8
"""More piles than all slots together can ever use."""

SETTLE_WORK = 100
"""Units of the budget for following what a kingdom brings into use."""
COLONY_POLICIES = (
    "random-card",
    "first-randomizer",
    "all-prosperity",
    "four-or-more",
    "majority",
    "always",
    "never",
    "open",
)
SHELTER_POLICIES = ("random-card", "last-randomizer", "all-dark-ages", "always", "never", "open")
POLICIES = {"platinum_colony": COLONY_POLICIES, "shelters": SHELTER_POLICIES}
"""The ways to decide each draw."""


class NoCompletion(Exception):
    """These ten cannot be completed from this shelf: a slot they ask for cannot be filled."""


class LandscapeWish(NamedTuple):
    """How many landscapes, of which kinds, and how they are drawn."""

    least: int = 0
    most: int = 2
    kinds: tuple[str, ...] = MAIN_LANDSCAPES
    most_ways: int = 1
    always: bool = False
    """From a deck of their own, one at least, rather than shuffled among the randomizers."""
    each: tuple[tuple[str, Bounds], ...] = ()
    """How many of each kind, where that is wished."""
    boxes: tuple[str, ...] = ()
    """The families of boxes that they come from; none: all."""

    @property
    def at_least(self) -> int:
        """How many are laid out in any case."""
        of_kinds = sum(bounds.least for _kind, bounds in self.each)
        return max(self.least, 1 if self.always else 0, of_kinds)

    def most_of(self, kind: str) -> int:
        """How many of a kind there may be."""
        most = dict(self.each).get(kind, Bounds()).most
        least_of_both = self.most if most is None else min(self.most, most)
        return min(least_of_both, self.most_ways) if kind == "way" else least_of_both

    def beside(self, fixed: Sequence[Landscape]) -> LandscapeWish:
        """What is left to deal beside landscapes that lie there already."""
        there = Counter(landscape.kind for landscape in fixed if landscape.kind in MAIN_LANDSCAPES)
        return self._replace(
            least=max(self.least - there.total(), 0),
            most=max(self.most - there.total(), 0),
            most_ways=max(self.most_ways - there["way"], 0),
            each=tuple((kind, bounds.less(there[kind])) for kind, bounds in self.each),
        )


AS_PRINTED = LandscapeWish()
"""Shuffled among the randomizers, two at most, one Way at most."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """How the rest is dealt once the ten are known."""

    banned: frozenset[str] = frozenset()
    near: bool = False
    """Whether extras come from boxes already in use where these have an eligible card."""
    landscapes: LandscapeWish = AS_PRINTED
    platinum_colony: str = "random-card"
    shelters: str = "random-card"
    deck_size: int = DECK_SIZE
    not_again: str = ""
    """The name of a card or pile that is not to be chosen again for the slot it leaves."""


class Dealt(NamedTuple):
    """A Kingdom with nothing open, and what the players should know of how it came about."""

    kingdom: Kingdom
    notes: tuple[str, ...]


def deal(
    kingdom: Kingdom, players: int, collection: Collection, how: Dealing, chance: Chance
) -> Dealt:
    """Fill everything that is open; what is named stays. Raises NoCompletion if that cannot be."""
    dealer = _Dealer(players, collection, how, chance)
    return dealer.finish(kingdom)


def draw_landscapes(
    randomizers: int, collection: Collection, how: Dealing, chance: Chance, ten: Sequence[Thing]
) -> tuple[Landscape, ...]:
    """Landscapes as wished; `randomizers` is how many Kingdom cards the ten were drawn from.

    Every set with no more Ways than wished, and no more Traits than piles that can carry one, is
    equally likely among those of its size.
    """
    wish = how.landscapes
    if wish.each:
        return _of_each_kind(randomizers, collection, how, chance, ten)
    ways, traits, rest = _landscape_pools(collection, wish.kinds, wish.boxes, how.banned)
    dice = chance.stream("landscapes")
    most_ways = min(wish.most_ways, len(ways))
    most_traits = min(len(_carriers(collection.catalog).intersection(ten)), len(traits))
    traits = traits if most_traits else ()
    pool = len(ways) + len(traits) + len(rest)
    how_many = _how_many(wish, randomizers, pool, len(rest) + most_ways + most_traits, dice)
    if not how_many:
        return ()
    parts = (ways, traits, rest)
    shapes, weights = _shapes(
        (len(ways), len(traits), len(rest)), (most_ways, most_traits), how_many
    )
    return _drawn_from(parts, shapes[weighted(weights, dice)], dice)


def _drawn_from(
    parts: Iterable[Sequence[Landscape]], sizes: Sequence[int], dice: Dice
) -> tuple[Landscape, ...]:
    """So many of each part, in a random order."""
    drawn = [picked(part, size, dice) for part, size in zip(parts, sizes, strict=True)]
    return shuffled(sorted(chain(*drawn), key=_BY_ID), dice)


@cache
def _carriers(catalog: Catalog) -> frozenset[Card]:
    """The Kingdom piles that can carry a Trait."""
    return frozenset(filter(CARRIERS["trait"], catalog.cards.values()))


def _of_each_kind(
    randomizers: int, collection: Collection, how: Dealing, chance: Chance, ten: Sequence[Thing]
) -> tuple[Landscape, ...]:
    """The same where numbers of single kinds are wished: every set that has them is as likely."""
    wish, dice = how.landscapes, chance.stream("landscapes")
    pool = eligible_landscapes(collection, wish, how.banned)
    parts = {kind: tuple(ls for ls in pool if ls.kind == kind) for kind in MAIN_LANDSCAPES}
    highest = {kind: min(len(part), wish.most_of(kind)) for kind, part in parts.items()}
    highest["trait"] = min(highest["trait"], len(_carriers(collection.catalog).intersection(ten)))
    wished = dict(wish.each)
    lowest = {kind: min(wished.get(kind, Bounds()).least, highest[kind]) for kind in parts}
    least = max(wish.least, sum(lowest.values()))
    possible = sum(highest.values())
    how_many = _how_many(wish._replace(least=least), randomizers, len(pool), possible, dice)
    shapes = list(_splits(tuple((lowest[kind], highest[kind]) for kind in parts), how_many))
    if not shapes:
        return ()
    weights = [prod(map(comb, map(len, parts.values()), shape)) for shape in shapes]
    return _drawn_from(parts.values(), shapes[weighted(weights, dice)], dice)


def _splits(ranges: tuple[tuple[int, int], ...], total: int) -> Iterator[tuple[int, ...]]:
    """All ways to make up a total of one number of each range."""
    if not ranges:
        yield from () if total else ((),)
        return
    (least, most), *others = ranges
    for number in range(least, min(most, total) + 1):
        for rest in _splits(tuple(others), total - number):
            yield number, *rest


@lru_cache(maxsize=256)
def _shapes(
    sizes: tuple[int, int, int], most: tuple[int, int], how_many: int
) -> tuple[list[tuple[int, int, int]], list[int]]:
    """How many Ways, Traits and others there may be, and in how many sets each way of it."""
    shapes = [
        (of_ways, of_traits, how_many - of_ways - of_traits)
        for of_ways in range(min(most[0], how_many) + 1)
        for of_traits in range(min(most[1], how_many - of_ways) + 1)
    ]
    weights = [prod(map(comb, sizes, shape)) for shape in shapes]
    return shapes, weights


@lru_cache(maxsize=256)
def _landscape_pools(
    shelf: Collection, kinds: tuple[str, ...], boxes: tuple[str, ...], banned: frozenset[str]
) -> tuple[tuple[Landscape, ...], tuple[Landscape, ...], tuple[Landscape, ...]]:
    """The Ways, the Traits and the other landscapes that may be drawn, each by id."""
    pool = eligible_landscapes(shelf, LandscapeWish(kinds=kinds, boxes=boxes), banned)
    return (
        tuple(ls for ls in pool if ls.kind == "way"),
        tuple(ls for ls in pool if ls.kind == "trait"),
        tuple(ls for ls in pool if ls.kind not in ("way", "trait")),
    )


def eligible_landscapes(
    shelf: Collection, wish: LandscapeWish, banned: Set[str]
) -> list[Landscape]:
    """The landscapes of a shelf that a wish allows, by id."""
    families = {box.id: box.family for box in shelf.boxes}
    return [
        landscape
        for landscape in shelf.landscapes
        if landscape.kind in wish.kinds
        and landscape.id not in banned
        and (not wish.boxes or any(families.get(box) in wish.boxes for box in landscape.boxes))
    ]


def _how_many(wish: LandscapeWish, randomizers: int, pool: int, possible: int, dice: Dice) -> int:
    """Landscapes that turn up before the tenth pile, those beyond the most skipped."""
    most = min(wish.most, possible)
    least = min(max(wish.least, 1 if wish.always else 0), most)
    if wish.always:
        return least + dice.below(most - least + 1)
    return least + weighted(_turned_up(randomizers, pool, most)[least:], dice)


@lru_cache(maxsize=256)
def _turned_up(randomizers: int, pool: int, most: int) -> tuple[int, ...]:
    """In how many orders of the randomizer deck each number turns up, all above the most as it."""
    others = max(randomizers - 10, 0)
    orders = [comb(k + 9, k) * comb(others + pool - k, pool - k) for k in range(most)]
    return (*orders, comb(others + 10 + pool, pool) - sum(orders))


def asks_for_a_card(landscape: Landscape, catalog: Catalog) -> bool:
    """Whether a landscape needs a card, of which there may be none; a game can do without it."""
    return any(
        isinstance(due, SlotDraw) for due in rules_of(catalog).by_thing.get(landscape.id, ())
    )


def can_be_completed(kingdom: Kingdom, players: int, collection: Collection, how: Dealing) -> bool:
    """Whether everything that is open could be filled, one way or another."""
    return _Dealer(players, collection, how, Chance("")).can_finish(kingdom)


class _Dealer:
    """Deals one slot after the other, each time looking again what is open."""

    def __init__(self, players: int, shelf: Collection, how: Dealing, chance: Chance) -> None:
        self._players, self._shelf, self._how, self._chance = players, shelf, how, chance
        self._notes: list[str] = []
        self._dice: dict[str, Chance] = {}
        self._roomy = _is_roomy(shelf, how.banned)

    def _stream(self, slot: str) -> Chance:
        dice = self._dice.get(slot)
        if dice is None:
            dice = self._dice[slot] = self._chance.stream(slot)
        return dice

    def _settle(self, kingdom: Kingdom) -> Game:
        open_budget().spend(SETTLE_WORK)
        return settle(kingdom, self._players, self._shelf)

    def finish(self, kingdom: Kingdom) -> Dealt:
        """Extras, the Black Market deck, its extras, the Ally; then the draws and placements."""
        game = self._settle(kingdom)
        bringing = rules_of(self._shelf.catalog).bringing
        while not bringing.isdisjoint(game.due):
            slots = _open_slots(game)
            if slots and not slots[0].slot.after_deck:
                kingdom = self._fill(game, slots[0])
            elif _deck_is_due(game):
                kingdom = kingdom._replace(deck=self._deck(game))
            elif slots:
                kingdom = self._fill(game, slots[0])
            else:
                break
            game = self._settle(kingdom)
        kingdom = self._decided(game, kingdom)
        return Dealt(kingdom, tuple(self._notes))

    def _fill(self, game: Game, draw: SlotDraw) -> Kingdom:
        pool = self._candidates(game, draw)
        near = [card for card in pool if _is_near(card, game)] if self._how.near else []
        far = [card for card in pool if card not in near] if near else pool
        dice = self._stream(draw.key)
        for choices in (near, far):
            while choices:
                chosen = choices.pop(dice.below(len(choices)))
                drawn = {**game.kingdom.drawn, draw.key: chosen}
                kingdom = game.kingdom._replace(drawn=drawn)
                if self._roomy or self.can_finish(kingdom):
                    if self._how.near and choices is far and isinstance(chosen, Card):
                        self._say_where_from(game, draw, chosen)
                    return kingdom
        raise NoCompletion(cards_need(game.due[draw], draw.wants))

    def _candidates(self, game: Game, draw: SlotDraw) -> list[Card | Landscape]:
        banned, old = self._how.banned, self._how.not_again
        fitting: list[Card | Landscape] = [*candidates(game, draw)]
        if not banned and not old:
            return fitting
        return [c for c in fitting if c.id not in banned and c.name != old]

    def _say_where_from(self, game: Game, draw: SlotDraw, card: Card) -> None:
        titles = [box.title for box in self._shelf.boxes if box.id in card.boxes]
        self._notes.append(
            say(
                "{card} for {cards} comes from {boxes}, because no box in use has a card that "
                "fits.",
                card=card.name,
                cards=listed(game.due[draw]),
                boxes=listed(titles, "or"),
            )
        )

    def can_finish(self, kingdom: Kingdom) -> bool:
        """Whether every slot that is open now can be filled, and what these bring as well."""
        game = self._settle(kingdom)
        open_ = [(draw, self._candidates(game, draw)) for draw in _open_slots(game)]
        if not all(cards for _, cards in open_):
            return False
        if open_:
            draw, cards = open_[0]
            return any(
                self.can_finish(kingdom._replace(drawn={**kingdom.drawn, draw.key: card}))
                for card in cards
            )
        if not _deck_is_due(game):
            return True
        return any(self.can_finish(kingdom._replace(deck=(card,))) for card in self._for_deck(game))

    def _for_deck(self, game: Game) -> list[Card]:
        return [*game.without_used(_singles(self._shelf, self._how.banned))]

    def _deck(self, game: Game) -> tuple[Thing, ...]:
        """The Black Market deck; it leaves a card for every extra that its cards ask for."""
        dice = self._stream("black_market_deck")
        pool, size = self._for_deck(game), self._how.deck_size
        far: list[Card] = []
        if self._how.near:
            near = [card for card in pool if _is_near(card, game)]
            far = [card for card in pool if card not in near] if len(near) < size else []
            pool = near
        chosen = [*picked(pool, size, dice), *picked(far, size - len(pool), dice)]
        if far and chosen:
            self._notes.append(SIDE_DECK.from_afar)
        spare: list[Card] | None = None
        while chosen and not self.can_finish(game.kingdom._replace(deck=tuple(chosen))):
            if spare is None:
                spare = [card for card in shuffled((*pool, *far), dice) if card not in chosen]
            chosen.remove(self._in_the_way(game.kingdom._replace(deck=tuple(chosen))))
            chosen += [spare.pop()] if spare else []
        if not chosen:
            raise NoCompletion(cards_need((SIDE_DECK.card,), SIDE_DECK.wants))
        return tuple(sorted(chosen, key=lambda card: card.id))

    def _in_the_way(self, kingdom: Kingdom) -> Card:
        """A card of the deck that an extra needs, or that asks for what cannot be had."""
        game = self._settle(kingdom)
        deck = [card for card in kingdom.deck if isinstance(card, Card)]
        asking = {name for draw in _open_slots(game) for name in game.due[draw]}
        plain = [card for card in deck if card.name not in asking]
        open_ = sorted(_open_slots(game), key=lambda draw: len(self._candidates(game, draw)))
        for draw in open_:
            fitting = [card for card in plain if not draw.kind and draw.fits(card)]
            if fitting:
                return fitting[-1]
            askers = [card for card in deck if card.name in game.due[draw]]
            if askers:
                return askers[-1]
        return deck[-1]

    def _decided(self, game: Game, kingdom: Kingdom) -> Kingdom:
        """The Kingdom with the draws made, and all that lies on piles or is set aside."""
        answers, decided = self._decide_draws(game)
        traits = self._traits(game)
        drawn: dict[str, Thing] = {**kingdom.drawn, **decided}
        for choice in rules_of(self._shelf.catalog).pile_choices:
            if CHOICES[choice.slot.key] in game.due and choice.slot.key not in drawn:
                drawn |= self._pile_named(game, choice)
        return Kingdom(
            piles=kingdom.piles,
            landscapes=kingdom.landscapes,
            deck=kingdom.deck,
            drawn=drawn,
            boons=kingdom.boons or self._boons(game),
            traits=traits,
            platinum_colony=answers["platinum_colony"],
            shelters=answers["shelters"],
        )

    def _decide_draws(self, game: Game) -> tuple[dict[str, bool | None], dict[str, Thing]]:
        """Platinum and Colony, then Shelters, never by the same card; and the cards that decide."""
        answers: dict[str, bool | None] = {}
        cards = {one.card.key: game.kingdom.drawn.get(one.card.key) for one in DECISIONS}
        for one in DECISIONS:
            policy: str = getattr(self._how, one.key)
            answers[one.key] = getattr(game.kingdom, one.key)
            if answers[one.key] is None and policy != "open":
                others = {card for key, card in cards.items() if key != one.card.key}
                if "last-randomizer" in (self._how.platinum_colony, self._how.shelters):
                    others.add(game.ten[-1])
                answers[one.key], cards[one.card.key] = self._decide(game, one, policy, others)
        return answers, {slot: card for slot, card in cards.items() if card}

    def _decide(
        self, game: Game, decision: Decision, policy: str, others: Set[Thing | None]
    ) -> tuple[bool, Thing | None]:
        """Yes or no by a policy, and the card that decided if one did: none of these others."""
        family, owned = decision.family, decision.owned(self._shelf, game.players)
        if policy == "always" and not owned:
            self._notes.append(decision.left_out)
        if policy in ("always", "never") or not owned:
            return policy == "always" and owned, None
        if policy == "random-card":
            if all_from(game.ten, family):
                return True, None
            free = sorted({*game.supply_cards} - others, key=_BY_ID)
            decided = free[self._stream(decision.key).below(len(free))]
            return family in decided.families, decided
        if policy in ("first-randomizer", "last-randomizer"):
            decided = game.ten[0 if policy == "first-randomizer" else -1]
            return family in decided.families, decided
        return bool(_variants()[decision.key, policy](game)), None

    def _traits(self, game: Game) -> Mapping[str, Thing]:
        """Each Trait on a pile."""
        traits = dict(game.kingdom.traits)
        for trait in game.landscapes:
            if trait.kind == "trait" and trait.id not in traits:
                taken = {pile_id(pile) for pile in traits.values()}
                carriers = _carriers(self._shelf.catalog).intersection(game.supply_cards)
                piles = sorted([c for c in carriers if c.id not in taken], key=_BY_ID)
                piles = [card for card in piles if card.name != self._how.not_again]
                if not piles:
                    raise NoCompletion(cards_need((trait.name,), say("an Action or Treasure pile")))
                traits[trait.id] = piles[self._stream("traits").below(len(piles))]
        return traits

    def _pile_named(self, game: Game, choice: PileChoice) -> dict[str, Thing]:
        """One of the Supply piles for a slot, if there is one to choose."""
        key = choice.slot.key
        targets = sorted(choice.targets(Assembly(game).supply))
        targets = [name for name in targets if name != self._how.not_again]
        if not targets:
            return {}
        name, catalog = targets[self._stream(key).below(len(targets))], self._shelf.catalog
        group = catalog.groups.get(name)
        return {key: group[0] if group else catalog.by_name[name]}

    def _boons(self, game: Game) -> tuple[OtherCard, ...]:
        """The Boons that are set aside; none unless a card asks for them."""
        if _BOONS not in game.due:
            return ()
        twelve = sorted(self._shelf.catalog.groups[_BOONS.group], key=lambda boon: boon.id)
        return picked(twelve, _BOONS.number, self._stream(_BOONS.key))


@lru_cache(maxsize=256)
def _singles(shelf: Collection, banned: frozenset[str]) -> tuple[Card, ...]:
    """The piles on a shelf that are no mixed ones."""
    return tuple(card for card in shelf.cards if not card.contains and card.id not in banned)


def _open_slots(game: Game) -> list[SlotDraw]:
    """The slots that are due and not filled, in the order they are dealt."""
    due = [due for due in game.due if isinstance(due, SlotDraw) and due.key not in game.slots]
    return sorted(due, key=lambda draw: draw.slot.turn) if due else due


def _deck_is_due(game: Game) -> bool:
    return not game.kingdom.deck and _wants_deck(game)


def _is_near(card: Card | Landscape, game: Game) -> bool:
    """Whether it lies in a box that the ten open anyway; landscapes are dealt from any."""
    if isinstance(card, Landscape):
        return True
    return any(card.families & one.families for one in game.ten)


@lru_cache(maxsize=256)
def _is_roomy(shelf: Collection, banned: frozenset[str]) -> bool:
    """Whether every slot has so many candidates that no choice can use the last one up."""
    for draw in rules_of(shelf.catalog).draws:
        cards, landscapes = fitting(shelf, draw)
        left = [card for card in cards if card.id not in banned and not card.is_mixed]
        if len(left) < 10 + MOST_EXTRAS and all(ls.id in banned for ls in landscapes):
            return False
    return True


@lru_cache(maxsize=1)
def _variants() -> Mapping[tuple[str, str], Callable[[Game], object]]:
    return {
        (variant.draw, variant.id): variant.chance
        for book in RULEBOOKS
        for variant in book.variants
    }


def pruned(kingdom: Kingdom, players: int, collection: Collection) -> Kingdom:
    """A Kingdom without the choices that nothing in it asks for any more."""
    while True:
        game = settle(kingdom, players, collection)
        in_supply = {card.id for card in game.supply_cards}
        traits = {
            trait: pile
            for trait, pile in kingdom.traits.items()
            if pile_id(pile) in in_supply and any(ls.id == trait for ls in game.landscapes)
        }
        fresh = kingdom._replace(
            drawn=dict(_still_wanted(game, in_supply)),
            deck=kingdom.deck if _wants_deck(game) else (),
            traits=traits,
            boons=kingdom.boons if _BOONS in game.due else (),
        )
        gone = kingdom.drawn.keys() - fresh.drawn.keys()
        fresh = fresh.but(**{one.key: None for one in DECISIONS if one.card.key in gone})
        if fresh == kingdom:
            return kingdom
        kingdom = fresh


def _wants_deck(game: Game) -> bool:
    return not rules_of(game.collection.catalog).dealing.isdisjoint(game.due)


def _still_wanted(game: Game, in_supply: set[str]) -> Iterator[tuple[str, Thing]]:
    """Slots that are still asked for; cards that decided a draw and are still in use."""
    in_use = {use.thing.name for use in game.uses}
    choices = {choice.slot.key: choice for choice in rules_of(game.collection.catalog).pile_choices}
    slots = {slot.key: slot for slot in SLOTS}
    for key, thing in game.kingdom.drawn.items():
        slot = slots[key]
        if slot.is_extra:
            wanted = key in game.slots
        elif choice := choices.get(key):
            wanted = named_pile(game, slot) in choice.targets(Assembly(game).supply)
        elif slot.asked_by:
            wanted = slot.asked_by in in_use
        else:
            wanted = pile_id(thing) in in_supply
        if wanted:
            yield key, thing
