"""Kingdoms that ask for much, for tests of pages and papers: as few as show everything there is."""

from random import Random

from setup_rules.kingdom import Kingdom
from setup_rules.plan_request import PlanRequest
from tests.builders import ALL_BOXES, CATALOG, landscape, ten_with, thing

DECK = (
    *("Adventurer", "Bureaucrat", "Chancellor", "Chapel", "Council Room", "Feast", "Festival"),
    *("Gardens", "Laboratory", "Library", "Market", "Militia", "Mine", "Moneylender", "Spy"),
)


def asked(
    *names,
    players=4,
    boxes=ALL_BOXES,
    landscapes=(),
    deck=(),
    boons=(),
    traits=None,
    platinum_colony=False,
    shelters=False,
    **drawn,
):
    kingdom = Kingdom(
        piles=tuple(thing(name) for name in ten_with(*names)),
        landscapes=tuple(landscape(name) for name in landscapes),
        deck=tuple(thing(name) for name in deck),
        drawn={slot: thing(name) for slot, name in drawn.items()},
        boons=tuple(thing(name) for name in boons),
        traits={landscape(name).id: thing(pile) for name, pile in (traits or {}).items()},
        platinum_colony=platinum_colony,
        shelters=shelters,
    )
    return PlanRequest(kingdom, players, tuple(boxes), None)


def bank_and_hermit(players=4):
    """The kingdom with 27 piles and a Black Market list."""
    return asked(
        *("Black Market", "Tournament", "Young Witch", "Marauder", "Hermit", "Urchin", "Bank"),
        *("Familiar", "Golem", "University"),
        boxes=[
            *("dominion-1e", "alchemy", "prosperity-1e", "cornucopia", "dark-ages"),
            "promo-black-market",
        ],
        bane="Cellar",
        platinum_colony_card="Bank",
        shelters_card="Golem",
        deck=DECK,
        platinum_colony=True,
        players=players,
    )


def rice_and_fishmonger(players=6):
    """A Prophecy with Suns, an Army, a card set aside, debt, two basic sets."""
    return asked(
        *("Fishmonger", "Snake Witch", "Aristocrat", "Craftsman", "Riverboat", "Rice", "Poet"),
        *("River Shrine", "Samurai", "Tanuki"),
        boxes=["dominion-2e", "base-cards", "rising-sun", "renaissance"],
        prophecy="Approaching Army",
        army="Witch",
        riverboat="Laboratory",
        landscapes=["Credit", "Sinister Plot"],
        players=players,
    )


def rare(deck=("Militia",)):
    """Tokens of three kinds on piles, Traits, Obelisk, Mouse, a filled trash, thirteen boxes."""
    return asked(
        *("Young Witch", "Ferryman", "Riverboat", "Tea House", "Druid", "Black Market"),
        *("Necromancer", "Great Hall", "Settlers/Bustling Village", "Peasant"),
        landscapes=["Way of the Mouse", "Obelisk", "Tax", "Aqueduct", "Pious", "Inherited"],
        traits={"Pious": "Cellar", "Inherited": "Peasant"},
        bane="Cellar",
        army="Witch",
        prophecy="Approaching Army",
        ferryman="Village",
        riverboat="Bazaar",
        mouse="Moat",
        obelisk="Great Hall",
        deck=deck,
        boons=["The Sea's Gift", "The Sky's Gift", "The Sun's Gift"],
        platinum_colony=True,
        shelters=True,
    )


def fates():
    """Boons, Hexes, States, Artifacts, Potion, an Heirloom, mats and VP tokens."""
    return asked(
        *("Fool", "Vampire", "Treasurer", "Border Guard", "Vineyard", "Island", "Bauble"),
        *("Distant Lands", "Werewolf", "Relic"),
        landscapes=["Academy", "Battlefield", "Tax"],
        ally="Fellowship of Scribes",
        players=3,
    )


def overfull(seed=0):
    """Sixty cards in the Black Market deck out of all boxes, eight landscapes, six players."""
    chance = Random(seed)
    ten = ("Black Market", "Young Witch", "Page", "Peasant", "Vampire", "Fool", "Necromancer")
    ten = (*ten, "Amulet", "Den of Sin", "Distant Lands")
    cards = [card.name for card in CATALOG.cards.values() if not card.is_mixed]
    deck = chance.sample([name for name in cards if name not in (*ten, "Cellar", "Moat")], 60)
    kinds = ("event", "landmark", "project")
    lands = [each.name for each in CATALOG.landscapes.values() if each.kind in kinds]
    return asked(
        *ten,
        landscapes=[*chance.sample(lands, 7), "Way of the Mouse"],
        deck=deck,
        bane="Cellar",
        mouse="Moat",
        platinum_colony=True,
        shelters=True,
        players=6,
    )
