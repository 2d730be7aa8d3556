"""Dominion, 2nd edition: the basic piles, pile sizes, starting decks, the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from setup_rules.cards import Card
from setup_rules.catalog import Catalog
from setup_rules.plan import Basics, Pile, Place, StartsWith, SupplyPile
from setup_rules.rulebook import BasicGame, Rulebook

book = Rulebook("dominion-2e")

_PREPARATION = "Intrigue rulebook 2009, Preparation; Annotated rules 2013, section 1"
COPPERS, SILVERS, GOLDS = 60, 40, 30
"""Treasures in one basic set."""

book.states(
    "base-supply-piles",
    "Every game has Copper, Silver, Gold, Estate, Duchy, Province, Curse and 10 different "
    "Kingdom piles, all face up; the trash is beside them and isn’t a pile.",
    source=_PREPARATION,
)
book.states(
    "base-treasure",
    "All Silvers, all Golds, and all Coppers left after the starting decks: 1 set of basic "
    "cards for 2–4 players, 2 for more.",
    source=_PREPARATION + ", note 1",
)
book.states(
    "base-victory",
    "Estate, Duchy and Province: 8 each for 2 players, 12 for more; 15 Provinces for 5, 18 for "
    "6, 21 for 7. Hand out the starting Estates first.",
    source=_PREPARATION + ", note 2",
)
book.states("base-curse", "10 Curses for each player after the first.", source=_PREPARATION)
book.states(
    "base-kingdom", "10 Kingdom piles of 10 cards; some have a different size.", source=_PREPARATION
)
book.states(
    "base-start-deck",
    "Each player starts with 7 Coppers and 3 Estates, shuffles and draws 5; Shelters, "
    "Heirlooms and Inherited change the 10 cards.",
    source=_PREPARATION,
)
book.states(
    "base-first-player",
    "First game: anyone at random. Later: the player to the left of the last winner; after a "
    "tie, a random player who didn’t win.",
    source="Intrigue rulebook 2009; Annotated rules 2013, section 3",
)
book.states(
    "base-end",
    "The game ends at the end of a turn when the Province pile, the Colony pile or any 3 "
    "Supply piles are empty; any 4 with 5 or more players.",
    source="Prosperity rulebook 2016; Intrigue rulebook 2009; Annotated rules 2013, section 3",
)
book.states(
    "base-tie",
    "In a tie, whoever had fewer turns wins, not counting extra turns; "
    "if still tied, they share the win.",
    source="Intrigue rulebook 2009; Annotated rules 2013, section 3",
)
book.states(
    "base-more-than-4",
    "More than 4 players are better off at 2 tables; 1 table of 5 or 6 isn’t for beginners.",
    source="Intrigue rulebook 2009",
)
book.states(
    "choose-kingdom",
    "Choose the ten piles any way you agree on; leave out the 1st edition’s randomizers for "
    "basic cards.",
    source="Intrigue rulebook 2009; Annotated rules 2013, section 1, note 3",
)


@book.pile("pile-normal", "ten", source="Annotated rules 2013, section 1")
def normal(card: Card, players: int) -> tuple[int, str]:
    """A Kingdom pile has 10 cards unless a rule says otherwise."""
    return 10, ""


@book.pile("pile-victory", "victory", source=_PREPARATION)
def victory(card: Card, players: int) -> tuple[int, str]:
    """A Kingdom Victory pile has 8 cards for 2 players and 12 for more."""
    return victory_count(players), ""


def victory_count(players: int) -> int:
    """Cards in an Estate, Duchy, Colony or Kingdom Victory pile."""
    return 8 if players == 2 else 12


def province_count(players: int) -> int:
    """Cards in the Province pile: three for each player from five players on."""
    return victory_count(players) if players <= 4 else 3 * players


def starting_deck(shelters: bool, swaps: Sequence[StartsWith]) -> dict[str, int]:
    """The ten cards of each player, after cards have come in place of others."""
    deck = {"Copper": 7}
    if shelters:
        deck.update({"Hovel": 1, "Necropolis": 1, "Overgrown Estate": 1})
    else:
        deck["Estate"] = 3
    for swap in swaps:
        goes = swap.instead_of if deck.get(swap.instead_of) else next(c for c in deck if deck[c])
        deck[goes] -= 1
        deck[swap.card] = deck.get(swap.card, 0) + 1
    return {card: count for card, count in deck.items() if count}


def basic_piles(
    players: int, sets: int, coppers_dealt: int, platinum_colony: bool
) -> dict[str, int]:
    """The basic Supply piles in the order they are laid out, with their numbers of cards."""
    coppers = max(COPPERS * sets - coppers_dealt, 0)
    counts = {"Copper": coppers, "Silver": SILVERS * sets, "Gold": GOLDS * sets}
    if platinum_colony:
        counts["Platinum"] = 12
    counts |= {
        "Estate": victory_count(players),
        "Duchy": victory_count(players),
        "Province": province_count(players),
    }
    if platinum_colony:
        counts["Colony"] = victory_count(players)
    counts["Curse"] = 10 * (players - 1)
    return counts


@lru_cache(maxsize=1024)
def basics(
    catalog: Catalog,
    players: int,
    sets: int,
    draws: tuple[bool, bool],
    swaps: tuple[StartsWith, ...],
    more: tuple[Pile, ...],
) -> Basics:
    """The starting deck and the piles of no Kingdom card, Treasures first; kingdoms share them."""
    platinum_colony, shelters = draws
    deck = starting_deck(shelters, swaps)
    counts = basic_piles(players, sets, players * deck.get("Copper", 0), platinum_colony)
    laid_out = []
    for pile in (*(Pile(name, number, Place.SUPPLY) for name, number in counts.items()), *more):
        first = (catalog.groups.get(pile.name) or (catalog.by_name[pile.name],))[0]
        types: tuple[str, ...] = getattr(first, "types", ())
        laid_out.append(SupplyPile(pile.name, pile.count, types, None, pile.note))
    laid_out.sort(key=lambda pile: "Treasure" not in pile.types)
    return Basics(deck, tuple(swap.card for swap in swaps if swap.pile), tuple(laid_out))


def empty_piles(players: int) -> int:
    """How many empty Supply piles end the game."""
    return 3 if players <= 4 else 4


book.basic_game = BasicGame(
    basics=basics,
    empty_piles=empty_piles,
    trash=("Trash mat", "Trash card"),  # a mat in newer boxes, a card in older ones
)
