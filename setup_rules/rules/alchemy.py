"""Alchemy: the Potion pile is stated in its data; here is the advice on how many cards to use."""

from __future__ import annotations

from collections.abc import Iterator

from setup_rules.kingdom import Game
from setup_rules.plan import SetupPlan
from setup_rules.problems import Problem, advice, error
from setup_rules.rulebook import Rulebook, Trigger
from setup_rules.rules.every_box import asked_by_owned
from setup_rules.sentences import row, say, say_number

book = Rulebook("alchemy")

book.states(
    "choose-alchemy-advice",
    "You can use any number of Alchemy cards; 3 to 5 together are recommended.",
    source="Annotated rules 2013, section 1",
)


@book.check("check-potion-missing", when=Trigger(potion=True))
def potions_are_there(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """A card with a Potion in its cost needs the Potions of Alchemy or Base Cards."""
    cards = asked_by_owned(game, plan, "Potion")
    if cards and not game.collection.stock.get("Potion"):
        yield error(
            "check-potion-missing",
            say("{card} costs a Potion, but none of your boxes have Potions.", card=cards[0]),
            say("Add Alchemy or Base Cards, or leave out all cards with a Potion in their cost."),
            *cards,
        )


@book.check(
    "check-alchemy-few", source="Annotated rules 2013, section 1", when=Trigger(potion=True)
)
def three_to_five_go_together(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """With 1 or 2 Alchemy cards Potions buy little; more than 5 are a lot."""
    cards = [card.name for card in game.supply_cards if "alchemy" in card.families]
    potions_for = plan.because.get("Potion", ())
    if len(cards) <= 2 and potions_for and {*potions_for} <= {*cards}:
        first = (
            say("{card} is the only Alchemy card.", card=cards[0])
            if len(cards) == 1
            else say("Only 2 Alchemy cards.")
        )
        then = say("3 to 5 work better together, because Potions buy little else.")
        yield advice(
            "check-alchemy-few",
            row((first, then), " "),
            say("Leave it as is, or play with more Alchemy cards or none."),
            *cards,
            quiet=True,
        )
    elif len(cards) > 5:
        yield advice(
            "check-alchemy-few",
            say_number(
                "{number} Alchemy card, but 3 to 5 are recommended.",
                "{number} Alchemy cards, but 3 to 5 are recommended.",
                len(cards),
            ),
            say("Leave it as is, or swap some out."),
            *cards,
            quiet=True,
        )
