"""A kingdom as text for the online game: English names with commas between them."""

from __future__ import annotations

from setup_rules.cards import Card, Landscape, OtherCard
from setup_rules.kingdom import Game
from web.links.slot_words import SLOT_OF_HOST


def online_text(game: Game) -> str:
    """The names the online game is set up with.

    In brackets what goes with a card: `Young Witch (Moat)`, `Pious (Smithy)`. What is decided on
    Platinum & Colony and Shelters follows. It deals a Black Market deck itself.
    """
    named = [_named(card, game) for card in game.ten]
    named += (_named(landscape, game) for landscape in game.landscapes)
    for used, chosen, what in (
        (game.platinum_colony, game.kingdom.platinum_colony, "Colonies"),
        (game.shelters, game.kingdom.shelters, "Shelters"),
    ):
        if used or chosen is False:
            named.append(what if used else f"No {what}")
    return ", ".join(named)


def _named(thing: Card | Landscape, game: Game) -> str:
    """A name with what goes with it; a split pile goes by its upper half."""
    name = thing.name
    if isinstance(thing, Card) and thing.pile == "halves":
        name = thing.contains[0].name
    beside = _beside(thing, game)
    return f"{name} ({beside})" if beside else name


def _beside(thing: Card | Landscape, game: Game) -> str:
    if thing.id == "druid":
        return ", ".join(boon.name for boon in game.kingdom.boons)
    kingdom = game.kingdom
    other = kingdom.traits.get(thing.id) or kingdom.drawn.get(SLOT_OF_HOST.get(thing.name, ""))
    if isinstance(other, OtherCard) and other.group == "Ruins":
        return other.group
    return other.name.partition("/")[0] if other else ""
