"""The Black Market deck as it is played: a shuffled order and the moves since, nothing else.

Moves are short texts: `reveal` turns up to three cards over; `buy:<card>` takes one of them and
`none` takes none; `put:<card>` lays one of the rest under the deck and `rest` all of them as they
lie; `shuffle:<seed>` begins again with all cards. Undoing is leaving the last move out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from setup_rules.cards import Card, OtherCard, Thing
from setup_rules.chance import Chance, shuffled

REVEALED = 3
"""Cards that are turned over at a time."""


class Phase(Enum):
    """What comes next."""

    READY = "ready"
    """Somebody may reveal."""
    CHOOSE = "choose"
    """Buy one of those revealed, or none."""
    ORDER = "order"
    """Lay the rest under the deck, one after the other."""
    EMPTY = "empty"
    """All cards are bought."""


class BadMove(Exception):
    """A move that cannot be made as the deck lies."""


@dataclass(frozen=True, slots=True)
class Deck:
    """How the deck lies. Only `shown` and `bought` are for players' eyes."""

    contents: tuple[str, ...]
    """All cards that were agreed on, by id."""
    hidden: tuple[str, ...]
    """Face down, the top first."""
    shown: tuple[str, ...] = ()
    """Turned over and neither bought nor put back, as they lie."""
    bought: tuple[str, ...] = ()
    chosen: bool = field(default=False)
    """Whether it is decided what is bought of those shown."""

    @property
    def phase(self) -> Phase:
        """What comes next."""
        if self.shown:
            return Phase.ORDER if self.chosen else Phase.CHOOSE
        return Phase.READY if self.hidden else Phase.EMPTY

    @property
    def left(self) -> int:
        """Cards that are not bought."""
        return len(self.hidden) + len(self.shown)

    @property
    def next_reveal(self) -> int:
        """How many cards will be turned over."""
        return min(REVEALED, len(self.hidden))


def real_cards(named: Iterable[Thing], seed: str) -> tuple[str, ...]:
    """The ids of the real cards for what was agreed on, each once.

    The Knights give one of them, each equally likely; another mixed pile gives its top card.
    """
    ids: dict[str, None] = {}
    for thing in named:
        if isinstance(thing, Card) and thing.pile == "knights":
            dice = Chance(seed, f"market {thing.id}")
            ids[thing.contains[dice.below(len(thing.contains))].id] = None
        elif isinstance(thing, Card) and thing.contains:
            ids[thing.contains[0].id] = None
        elif isinstance(thing, Card | OtherCard):
            ids[thing.id] = None
    return tuple(ids)


def shuffle_deck(contents: Sequence[str], seed: str) -> Deck:
    """All cards shuffled, each order equally likely; the same for the same seed."""
    return Deck(
        tuple(contents), shuffled(sorted(contents), Chance(seed, "market")), (), (), chosen=False
    )


def play(deck: Deck, move: str) -> Deck:
    """The deck after a move; raises BadMove."""
    verb, _, what = move.partition(":")
    if verb == "shuffle" and what:
        return shuffle_deck(deck.contents, what)
    if verb == "reveal" and not what and deck.phase is Phase.READY:
        number = deck.next_reveal
        return replace(deck, hidden=deck.hidden[number:], shown=deck.hidden[:number], chosen=False)
    if verb == "buy" and deck.phase is Phase.CHOOSE and what in deck.shown:
        shown = tuple(card for card in deck.shown if card != what)
        return _settled(replace(deck, shown=shown, bought=(*deck.bought, what), chosen=True))
    if verb == "none" and not what and deck.phase is Phase.CHOOSE:
        return _settled(replace(deck, chosen=True))
    if verb == "put" and deck.phase is Phase.ORDER and what in deck.shown:
        shown = tuple(card for card in deck.shown if card != what)
        return _settled(replace(deck, shown=shown, hidden=(*deck.hidden, what)))
    if verb == "rest" and not what and deck.phase is Phase.ORDER:
        return replace(deck, shown=(), hidden=(*deck.hidden, *deck.shown), chosen=False)
    raise BadMove(move)


def _settled(deck: Deck) -> Deck:
    """A single card that is left to put back goes by itself."""
    if len(deck.shown) > 1:
        return deck
    return replace(deck, shown=(), hidden=(*deck.hidden, *deck.shown), chosen=False)


def replay(contents: Sequence[str], seed: str, moves: Iterable[str]) -> Deck:
    """The deck after all moves since it was shuffled; raises BadMove."""
    deck = shuffle_deck(contents, seed)
    for move in moves:
        deck = play(deck, move)
    return deck
