"""Menagerie: the card of Way of the Mouse; Horses and Exile mats are in its data."""

from __future__ import annotations

from collections.abc import Iterator

from setup_rules.cards import Card
from setup_rules.kingdom import Game
from setup_rules.plan import Pile, Place, SetOut
from setup_rules.rulebook import Rulebook, Slot, using
from setup_rules.sentences import say

book = Rulebook("menagerie")

_SOURCE = "Menagerie rulebook 2020, p. 2, 14"

book.states(
    "choose-way-limit",
    "At most 1 Way is recommended.",
    source="Menagerie rulebook 2020, p. 2",
)


MOUSE = Slot(
    key="mouse",
    place=60,
    asked_by="Way of the Mouse",
    says=say("set aside for Way of the Mouse"),
    single_copy=True,
    reminds=False,  # the card itself is not in play; the Way only borrows what it does
    turn=5,
    label=say("Mouse"),
    title=say("Card for Way of the Mouse"),
    about="The card set aside for Way of the Mouse.",
    because=say("because {card} is set aside for Way of the Mouse."),
)


@book.draw(
    MOUSE,
    "way-of-the-mouse",
    source=_SOURCE,
    wants=say("an unused non-Duration Action costing $2 or $3"),
    mixed=False,
    invalid="check-mouse-invalid",
    empty="check-mouse-pool",
    instead=say("Leave out the Way, or add a box."),
)
def mouse(card: Card) -> bool:
    """1 unused Action that isn’t a Duration and costs exactly $2 or $3."""
    return "Action" in card.types and "Duration" not in card.types and card.cost.is_exactly(2, 3)


@book.rule("way-of-the-mouse", source=_SOURCE, when=using("Way of the Mouse"))
def mouse_card(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """Set 1 copy aside for Way of the Mouse, and do that card’s setup too."""
    yield from set_aside(game, MOUSE)


def set_aside(game: Game, slot: Slot) -> Iterator[Pile]:
    """The single card of a slot; a mixed pile named by hand stands for its top card."""
    card = game.slots.get(slot.key)
    if isinstance(card, Card):
        top = card.contains[0].name if card.is_mixed else card.name
        name = card.name if card.pile == "knights" else top
        yield Pile(slot.asked_by, 1, Place.ASIDE, "", ((name, 1),), card=name)
