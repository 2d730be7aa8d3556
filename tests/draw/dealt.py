"""Helps to judge whole draws: all outcomes of a dealing with their exact odds, and a referee."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TypeVar

from setup_rules.cards import Card, Landscape
from setup_rules.chance import Chance
from setup_rules.collection import Collection as Shelf
from setup_rules.collection import gather
from setup_rules.draw.completion import Dealing, deal
from setup_rules.engine import plan_setup, settle
from setup_rules.kingdom import Game, Kingdom
from setup_rules.plan import SetupPlan
from setup_rules.rulebook import Rule, SlotDraw
from setup_rules.slots import candidates
from tests.builders import ALL_BOXES, CATALOG, card, landscape, ten_with

T = TypeVar("T")

SHELF = gather(CATALOG, ALL_BOXES)
"""All boxes there are."""


def shelf_of(*boxes: str) -> Shelf:
    """A shelf of these boxes, with the basic cards in any case."""
    return gather(CATALOG, tuple(dict.fromkeys(("base-cards", *boxes))))


def ids(*names: str) -> frozenset[str]:
    """The ids of some piles."""
    return frozenset(card(name).id for name in names)


def all_but(*names: str) -> frozenset[str]:
    """Bans that leave of all boxes these piles only, whatever landscapes there are."""
    return frozenset(pile.id for pile in SHELF.cards) - ids(*names)


def kingdom_with(*names: str, landscapes: Iterable[str] = ()) -> Kingdom:
    """Ten piles, these among them, with nothing else decided."""
    piles = tuple(card(name) for name in ten_with(*names))
    return Kingdom(piles, tuple(landscape(name) for name in landscapes))


UNDRAWN = Dealing(platinum_colony="never", shelters="never")
"""A dealing that does not draw for Platinum, Colony and Shelters."""


def dealt(
    kingdom: Kingdom,
    seed: str = "deal",
    *,
    how: Dealing = UNDRAWN,
    shelf: Shelf = SHELF,
    players: int = 2,
) -> Kingdom:
    """The Kingdom with all that is open dealt."""
    return deal(kingdom, players, shelf, how, Chance(seed)).kingdom


def plan_of(kingdom: Kingdom, players: int = 2, shelf: Shelf = SHELF) -> SetupPlan:
    """The plan of a Kingdom."""
    return plan_setup(settle(kingdom, players, shelf))


class _Script:
    """Dice that follow a script, and write it on where it ends."""

    def __init__(self, script: list[list[int]], purposes: Collection[str], seed: str) -> None:
        self.script, self.purposes, self.seed = script, purposes, seed
        self.place = 0
        self.odds = Fraction(1)

    def stream(self, purpose: str) -> object:
        return self if purpose in self.purposes else Chance(self.seed, purpose)

    def below(self, n: int) -> int:
        if n <= 1:
            return 0
        if self.place == len(self.script):
            self.script.append([0, n])
        chosen, among = self.script[self.place]
        assert among == n, "the same choices before lead to the same choice now"
        self.place += 1
        self.odds /= n
        return chosen


def every_outcome(
    work: Callable[[Chance], T], *purposes: str, seed: str = "rest"
) -> Iterator[tuple[T, Fraction]]:
    """What comes of each way that the dice of some purposes can fall, and its exact odds.

    The dice of all other purposes fall as the seed says.
    """
    script: list[list[int]] = []
    while True:
        dice = _Script(script, purposes, seed)
        yield work(dice), dice.odds  # type: ignore[arg-type]
        del script[dice.place :]
        while script and script[-1][0] + 1 == script[-1][1]:
            script.pop()
        if not script:
            return
        script[-1][0] += 1


def odds_of(work: Callable[[Chance], T], *purposes: str, seed: str = "rest") -> dict[T, Fraction]:
    """The exact odds of each result."""
    odds: Counter[T] = Counter()
    for result, chance in every_outcome(work, *purposes, seed=seed):
        odds[result] += chance  # type: ignore[assignment]
    assert sum(odds.values()) == 1
    return dict(odds)  # type: ignore[arg-type]


def dealing_odds(
    kingdom: Kingdom,
    read: Callable[[Kingdom], T],
    *purposes: str,
    how: Dealing = UNDRAWN,
    shelf: Shelf = SHELF,
    players: int = 2,
) -> dict[T, Fraction]:
    """The exact odds of what is read off a dealt Kingdom, as far as these purposes decide it."""
    return odds_of(
        lambda chance: read(deal(kingdom, players, shelf, how, chance).kingdom), *purposes
    )


def evenly(results: Iterable[T]) -> dict[T, Fraction]:
    """Each of these alike."""
    listed = list(results)
    return dict.fromkeys(listed, Fraction(1, len(listed)))


def open_draws(game: Game) -> list[SlotDraw]:
    """Slots that are due and not filled."""
    return [due for due in game.due if isinstance(due, SlotDraw) and due.key not in game.slots]


def can_be_completed(
    kingdom: Kingdom, shelf: Shelf = SHELF, banned: Collection[str] = (), players: int = 2
) -> bool:
    """Whether any choice of extras gives a Kingdom without an error, by trying them all.

    A deck of one card will do: a longer one only asks for more.
    """
    seen: set[tuple[frozenset[tuple[str, str]], tuple[str, ...]]] = set()

    def search(so_far: Kingdom) -> bool:
        key = (
            frozenset((slot, thing.id) for slot, thing in so_far.drawn.items()),
            tuple(thing.id for thing in so_far.deck),
        )
        if key in seen:
            return False
        seen.add(key)
        game = settle(so_far, players, shelf)
        for draw in open_draws(game):
            return any(
                search(so_far._replace(drawn={**so_far.drawn, draw.key: thing}))
                for thing in candidates(game, draw)
                if thing.id not in banned
            )
        if not so_far.deck and any(isinstance(due, Rule) and due.deals_deck for due in game.due):
            return any(
                search(so_far._replace(deck=(single,)))
                for single in game.unused()
                if not single.is_mixed and single.id not in banned
            )
        return plan_setup(game).status != "error"

    return search(kingdom._replace(platinum_colony=False, shelters=False))


def tens_that_can_be_completed(
    shelf: Shelf, banned: Collection[str] = (), fits: Callable[[tuple[Card, ...]], bool] = bool
) -> set[frozenset[str]]:
    """All tens of the shelf that have a legal completion, as sets of ids."""
    pool = [pile for pile in shelf.cards if pile.id not in banned]
    return {
        frozenset(pile.id for pile in ten)
        for ten in combinations(pool, 10)
        if fits(ten) and can_be_completed(Kingdom(ten), shelf, banned)
    }


@cache
def piles_that(slot: str) -> tuple[Card, ...]:
    """The piles of all boxes that may fill a slot, by the words of the rules."""

    def action(pile: Card) -> bool:
        return "Action" in pile.types and "Duration" not in pile.types and not pile.contains

    def costs(pile: Card, *coins: int) -> bool:
        cost = pile.cost
        return cost.coin in coins and not cost.potion and not cost.debt

    fits = {
        "bane": lambda pile: costs(pile, 2, 3),
        "ferryman": lambda pile: costs(pile, 3, 4),
        "mouse": lambda pile: action(pile) and costs(pile, 2, 3),
        "riverboat": lambda pile: action(pile) and costs(pile, 5),
        "army": lambda pile: "Attack" in pile.types,
    }[slot]
    return tuple(pile for pile in SHELF.cards if fits(pile))


def in_use(kingdom: Kingdom, players: int = 2, shelf: Shelf = SHELF) -> Counter[str]:
    """How often each pile or landscape is in use."""
    return Counter(use.thing.id for use in settle(kingdom, players, shelf).uses)


def landscapes_of_kind(shelf: Shelf, kind: str) -> list[Landscape]:
    """The landscapes of a kind on a shelf."""
    return [one for one in shelf.landscapes if one.kind == kind]
