"""Cards that ask for one more card or landscape: who asks for what, and what may be taken."""

import pytest

from tests.builders import ALL_BOXES, CATALOG, all_that, no, pool, yes

LIAISONS = (
    *("Bauble", "Broker", "Contract", "Emissary", "Guildmaster", "Importer", "Sycophant"),
    *("Underling", "Wizards"),
)
OMENS = ("Kitsune", "Mountain Shrine", "Poet", "River Shrine", "Rustic Village", "Tea House")
ASKS = {
    "Young Witch": "an unused Kingdom pile costing $2 or $3",
    "Ferryman": "an unused Kingdom pile costing $3 or $4",
    "Way of the Mouse": "an unused non-Duration Action costing $2 or $3",
    "Riverboat": "an unused non-Duration Action costing $5",
    "Approaching Army": "an unused Attack pile",
    "Black Market": "a deck",
    **dict.fromkeys(LIAISONS, "an Ally"),
    **dict.fromkeys(OMENS, "a Prophecy"),
}
"""Annotated Rules 2013, section 1, Bane Pile and Black Market Deck; Cornucopia & Guilds 2023, p. 5;
Menagerie 2020, p. 14; Rising Sun 2024, p. 2, 6, 7; Allies 2021, p. 3."""


def costs(card, *coins):
    """So many coins, without Potion or debt, which nothing here may have."""
    return card.cost.coin in coins and not card.cost.potion and not card.cost.debt


def single_action(card):
    """An Action that is no Duration, and no pile of different cards."""
    return {"Action", "Duration"} & {*card.types} == {"Action"} and not card.contains


FITS = {
    "bane": lambda card: costs(card, 2, 3),  # Annotated Rules 2013, sections 1 and 4
    "ferryman": lambda card: costs(card, 3, 4),  # Cornucopia & Guilds rulebook 2023, p. 2, 3, 5
    "mouse": lambda card: costs(card, 2, 3) and single_action(card),  # Menagerie 2020, p. 2, 14
    "riverboat": lambda card: costs(card, 5) and single_action(card),  # Rising Sun 2024, p. 2, 6
    "army": lambda card: "Attack" in card.types,  # Rising Sun 2024, p. 2, 7
}
every_slot = pytest.mark.parametrize("slot", FITS)


@no("bane-pile", "ferryman-pile", "way-of-the-mouse", "riverboat-card", "approaching-army")
@no("liaison-ally", "omen-prophecy", "black-market-deck")
@pytest.mark.parametrize("what", sorted({*ASKS.values()}))
def test_no_other_card_or_landscape_asks_for_it(what):
    asking = all_that(lambda plan: any(f"needs {what}" in it.message for it in plan.problems))
    assert asking == {name for name, needed in ASKS.items() if needed == what}


@yes("bane-pile", "ferryman-pile", "way-of-the-mouse", "riverboat-card", "approaching-army")
@every_slot
@pytest.mark.parametrize(
    "shelf", [ALL_BOXES, ("dominion-2e", "empires"), ("dark-ages", "allies"), ("alchemy",)]
)
def test_every_pile_on_the_shelf_that_fits_by_type_and_cost_may_be_taken(slot, shelf):
    piles = {card for box in shelf for card in CATALOG.boxes[box].piles}
    assert pool(slot, fill=False, boxes=shelf) == {card.name for card in piles if FITS[slot](card)}


@no("bane-pile", "ferryman-pile", "way-of-the-mouse", "riverboat-card", "approaching-army")
@every_slot
def test_none_that_is_in_use_in_any_role(slot):
    named = {
        "bane": "Urchin",
        "ferryman": "Swindler",
        "mouse": "Workshop",
        "riverboat": "Cultist",
        "army": "Witch",
    }
    piles = pool(
        *(slot, "Young Witch", "Ferryman", "Riverboat", "Poet", "Black Market", "Cellar", "Baker"),
        landscapes=["Way of the Mouse"],
        prophecy="Approaching Army",
        deck=["Village", "Rabble", "Student"],
        **named,
    )
    used = {*named.values(), "Young Witch", "Cellar", "Baker", "Black Market"}
    used |= {"Village", "Rabble", "Wizards"}  # of the deck; Student is one of the Wizards
    assert piles & used == set()
    assert len(pool(slot, fill=False) & used) >= 4, "they would fit otherwise"


@yes("liaison-ally", "omen-prophecy")
@pytest.mark.parametrize(
    ("kind", "asks", "count"), [("ally", "Bauble", 23), ("prophecy", "Poet", 15)]
)
def test_any_ally_or_prophecy_may_be_dealt(kind, asks, count):
    dealt = pool(kind, asks)
    assert dealt == {one.name for one in CATALOG.landscapes.values() if one.kind == kind}
    assert len(dealt) == count
