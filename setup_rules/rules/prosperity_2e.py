"""Prosperity, 2nd edition: Platinum and Colony, and the published ways to decide on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from setup_rules.cards import Card
from setup_rules.collection import Collection
from setup_rules.kingdom import Game, Kingdom
from setup_rules.plan import SetupPlan
from setup_rules.problems import Problem, advice, error
from setup_rules.rulebook import Rulebook
from setup_rules.sentences import say

book = Rulebook("prosperity-2e")

FAMILY = "prosperity"
_SEEDS = "Prosperity rulebook 2016; Czech rulebook 2010; Annotated rules 2013, section 1"

book.states(
    "draw-platinum-colony",
    "Platinum and Colony are used both or not at all and are no Kingdom piles: 12 Platinum, and "
    "8 Colonies for two players or 12 for more.",
    source=_SEEDS,
)
book.states(
    "draw-recommended-sets",
    "A published kingdom is played with what it prints: Platinum and Colony, Shelters, its Bane, "
    "landscapes, Boons, Riverboat card, Ally and Prophecy.",
    source="Prosperity rulebook 2016; Annotated rules 2013, section 9; Nocturne rulebook 2017, "
    "p. 5; Rising Sun rulebook 2024, p. 11",
)


def colonies_in_use(kingdom: Kingdom, ten: Sequence[Card], collection: Collection) -> bool:
    """Whether Platinum and Colony are used: as decided, or surely when all ten are from here."""
    if kingdom.platinum_colony is not None:
        return kingdom.platinum_colony
    owned = bool(collection.stock.get("Platinum") and collection.stock.get("Colony"))
    return owned and all_from(ten, FAMILY)


def all_from(ten: Sequence[Card], family: str) -> bool:
    """Whether the ten are all from one family of boxes."""
    return len(ten) == 10 and all(family in card.families for card in ten)


def from_family(game: Game, family: str) -> tuple[int, int]:
    """How many Kingdom piles of the Supply are from a family of boxes, and of how many."""
    cards = game.supply_cards
    return sum([family in card.families for card in cards]), len(cards)


def deciding(game: Game, family: str) -> tuple[int, int]:
    """How many cards of how many decide for a family by random card; all when all ten are of it."""
    of_them, among = from_family(game, family)
    return (among if all_from(game.ten, family) else of_them), among


@book.variant("platinum_colony", "random-card", source="Prosperity rulebooks 2016 and 2022, p. 2")
def random_card(game: Game) -> Fraction:
    """A random Kingdom card in use decides: from Prosperity, use both."""
    return Fraction(*deciding(game, FAMILY)) if game.supply_cards else Fraction(0)


@book.variant("platinum_colony", "first-randomizer", source="Annotated rules 2013, section 1")
def first_randomizer(game: Game) -> Fraction:
    """The first card dealt decides."""
    return Fraction(bool(game.ten) and FAMILY in game.ten[0].families)


@book.variant("platinum_colony", "all-prosperity", source="Annotated rules 2013, section 1")
def all_prosperity(game: Game) -> Fraction:
    """Use both when all ten are from Prosperity."""
    return Fraction(all_from(game.ten, FAMILY))


@book.variant(
    "platinum_colony",
    "four-or-more",
    source="Czech rulebook 2010; German Prosperity rulebook 2022, p. 3",
)
def four_or_more(game: Game) -> Fraction:
    """Use both when four or more Kingdom cards are from Prosperity."""
    return Fraction(from_family(game, FAMILY)[0] >= 4)


@book.variant("platinum_colony", "majority", source="German Prosperity rulebook 2022, p. 2")
def majority(game: Game) -> Fraction:
    """Use both when most Kingdom cards are from Prosperity."""
    of_them, among = from_family(game, FAMILY)
    return Fraction(2 * of_them > among)


@book.variant("platinum_colony", "free-choice", source="Prosperity rulebook 2016")
def free_choice(game: Game) -> None:
    """Use both whenever the players like."""
    return


@book.check("check-colony-missing", source=_SEEDS)
def colonies_are_there(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Platinum and Colony need Prosperity or Base Cards; without them a random draw is skipped."""
    stock = game.collection.stock
    if stock.get("Colony") and stock.get("Platinum"):
        return
    cards = [card.name for card in game.supply_cards if FAMILY in card.families]
    if game.kingdom.platinum_colony:
        yield error(
            "check-colony-missing",
            say("Platinum and Colony are wanted, and no box on the shelf has them."),
            say("Add Prosperity or Base Cards, or play without Platinum and Colony."),
            *cards,
        )
    elif game.kingdom.platinum_colony is None and cards:
        yield advice(
            "check-colony-missing",
            say("No box on the shelf has Platinum and Colony, so they are not drawn for."),
            say("Add Prosperity or Base Cards to have them drawn for."),
            *cards,
        )
