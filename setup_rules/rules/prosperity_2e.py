"""Prosperity, 2nd edition: Platinum and Colony, and the published ways to decide on them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from setup_rules.kingdom import Game
from setup_rules.plan import SetupPlan
from setup_rules.problems import Problem, advice, error
from setup_rules.rulebook import AlsoType, Decision, Rulebook, Slot, all_from, from_family
from setup_rules.sentences import say

book = Rulebook("prosperity-2e")

_SEEDS = "Prosperity rulebook 2016; Czech rulebook 2010; Annotated rules 2013, section 1"

book.states(
    "draw-platinum-colony",
    "Use Platinum and Colony together or not at all; they aren’t Kingdom piles. 12 Platinum, "
    "and 8 Colonies for 2 players or 12 for more.",
    source=_SEEDS,
)
book.states(
    "draw-recommended-sets",
    "Play a published kingdom with everything printed for it: Platinum and Colony, Shelters, "
    "its Bane, landscapes, Boons, Riverboat card, Ally and Prophecy.",
    source="Prosperity rulebook 2016; Annotated rules 2013, section 9; Nocturne rulebook 2017, "
    "p. 5; Rising Sun rulebook 2024, p. 11",
)

book.also_types.append(AlsoType(by="Charlatan", cards="Curse", also="Treasure"))


COLONIES = book.decision(
    Decision(
        key="platinum_colony",
        family="prosperity",
        card=Slot(
            key="platinum_colony_card",
            place=20,
            link="colony_card",
            label=say("Colonies decided by"),
            words=("colony card", "kolonie-karte"),
            title=say("Card that decided Platinum & Colony"),
            about="The card that decided on Platinum and Colony; never needed.",
        ),
        brings=("Platinum", "Colony"),
        owned=lambda shelf, _players: bool(
            shelf.stock.get("Platinum") and shelf.stock.get("Colony")
        ),
        left_out=say("Platinum and Colony are left out: your boxes don’t have enough of them."),
    )
)


@book.variant(COLONIES.key, "random-card", source="Prosperity rulebooks 2016 and 2022, p. 2")
def random_card(game: Game) -> Fraction:
    """A random Kingdom card in use decides: if it’s from Prosperity, use both."""
    return Fraction(*COLONIES.deciding(game)) if game.supply_cards else Fraction(0)


@book.variant(COLONIES.key, "first-randomizer", source="Annotated rules 2013, section 1")
def first_randomizer(game: Game) -> Fraction:
    """The first card drawn decides."""
    return Fraction(bool(game.ten) and COLONIES.family in game.ten[0].families)


@book.variant(COLONIES.key, "all-prosperity", source="Annotated rules 2013, section 1")
def all_prosperity(game: Game) -> Fraction:
    """Use both if all 10 piles are from Prosperity."""
    return Fraction(all_from(game.ten, COLONIES.family))


@book.variant(
    COLONIES.key,
    "four-or-more",
    source="Czech rulebook 2010; German Prosperity rulebook 2022, p. 3",
)
def four_or_more(game: Game) -> Fraction:
    """Use both if 4 or more Kingdom cards are from Prosperity."""
    return Fraction(from_family(game, COLONIES.family)[0] >= 4)


@book.variant(COLONIES.key, "majority", source="German Prosperity rulebook 2022, p. 2")
def majority(game: Game) -> Fraction:
    """Use both if most Kingdom cards are from Prosperity."""
    of_them, among = from_family(game, COLONIES.family)
    return Fraction(2 * of_them > among)


@book.variant(COLONIES.key, "free-choice", source="Prosperity rulebook 2016")
def free_choice(game: Game) -> None:
    """Use both whenever you like."""
    return


@book.check("check-colony-missing", source=_SEEDS, unless=COLONIES.owned)
def colonies_are_there(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """Platinum and Colony need Prosperity or Base Cards; otherwise the app doesn’t decide them."""
    cards = [card.name for card in game.supply_cards if COLONIES.family in card.families]
    if game.kingdom.platinum_colony:
        yield error(
            "check-colony-missing",
            say("Platinum and Colony are chosen, but they aren’t in your boxes."),
            say("Add Prosperity or Base Cards, or play without Platinum and Colony."),
            *cards,
        )
    elif game.kingdom.platinum_colony is None and cards:
        yield advice(
            "check-colony-missing",
            say("Platinum and Colony aren’t in your boxes, so this setup leaves them out."),
            say("Add Prosperity or Base Cards to be able to use them."),
            *cards,
        )
