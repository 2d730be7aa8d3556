"""The rulebooks: each module here states one, and a new module is found by itself."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from setup_rules.rulebook import (
    AlsoType,
    BasicGame,
    Carries,
    Choice,
    Rulebook,
    ScoreDoubt,
    ScoreRule,
    SideDeck,
    Slot,
)

RULEBOOKS: tuple[Rulebook, ...] = tuple(
    import_module(f"{__name__}.{module.name}").book
    for module in sorted(iter_modules(__path__), key=lambda module: module.name)
)
"""All rulebooks, by module name."""
SLOTS: tuple[Slot, ...] = tuple(
    sorted((slot for book in RULEBOOKS for slot in book.slots), key=lambda slot: slot.place)
)
"""Every slot of a kingdom, in the order they are listed everywhere."""
PILE_SLOTS = frozenset(choice.slot.key for book in RULEBOOKS for choice in book.pile_choices)
"""Keys of the slots that name a Supply pile."""
CHOICES: dict[str, Choice] = {choice.key: choice for book in RULEBOOKS for choice in book.choices}
"""The choices of a kingdom that fill no slot of a draw, by key."""
CARRIERS: dict[str, Carries] = {
    kind: carries for book in RULEBOOKS for kind, carries in book.carriers.items()
}
"""Which Kingdom piles may carry a landscape of each kind that lies on one."""
BASIC_GAME: BasicGame = next(book.basic_game for book in RULEBOOKS if book.basic_game)
"""Starting decks, basic piles and the end of the game."""
SIDE_DECK: SideDeck = next(book.side_deck for book in RULEBOOKS if book.side_deck)
"""The deck of single cards beside the Supply."""
TOKEN_VALUES = {kind: values for book in RULEBOOKS for kind, values in book.token_values.items()}
"""Kinds of token that are kept at hand, and what each printed piece of the kind is worth."""
MAT_SWAPS = tuple(swaps for book in RULEBOOKS for swaps in book.mat_swaps)
"""What tells which mats come in the place of others."""
TITLES = {title: cards for book in RULEBOOKS for title, cards in book.titles.items()}
"""Titles that are also sold together in one box: the ids of the cards of each."""
DECISIONS = tuple(
    sorted((one for book in RULEBOOKS for one in book.decisions), key=lambda one: one.card.place)
)
"""The draws that Kingdom cards decide, in the order they are made."""
EXTRAS = tuple(slot for slot in SLOTS if slot.is_extra)
"""The slots that bring a card or landscape of their own."""
DEALT_KINDS = tuple(slot.kind for slot in EXTRAS if slot.kind)
"""Kinds of landscapes that come from decks of their own when a card asks for them."""
SCORE_RULES: dict[str, ScoreRule] = {
    rule.name: rule for book in RULEBOOKS for rule in book.score_rules
}
"""How points are worked out that no formula in data can state, by name."""
ALSO_TYPES: tuple[AlsoType, ...] = tuple(one for book in RULEBOOKS for one in book.also_types)
"""The further types that cards have while something is in use."""
SCORE_DOUBTS: tuple[ScoreDoubt, ...] = tuple(one for book in RULEBOOKS for one in book.score_doubts)
"""What changes scores, or not, by how the game went."""
CHEAPER: dict[str, int] = {
    trait: less for book in RULEBOOKS for trait, less in book.cheaper.items()
}
"""Coins that the cards of a Trait's pile cost less, by the Trait's name."""
