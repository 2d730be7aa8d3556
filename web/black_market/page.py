"""The Black Market deck as its pages show it; what lies face down is never among it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from setup_rules.cards import Card, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.collection import Collection, gather
from setup_rules.evening.market_deck import Deck, Phase, replay
from setup_rules.kingdom import Game, is_kingdom_card
from web.catalog import app_catalog
from web.language.translation import gettext as _
from web.links.kingdom_link import read_address
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.rows import CardRow, choice_row
from web.setup_sheet.sheet import colours, cost_mark, type_words
from web.setup_sheet.spines import box_of, spine
from web.store import Room


class Market(NamedTuple):
    """A deck that is being played with."""

    phase: str
    says: str
    """What is to be done next."""
    left: int
    reveals: int
    """How many cards will be revealed next."""
    shown: tuple[CardRow, ...]
    bought: tuple[CardRow, ...]
    """The newest first."""
    rest: tuple[CardRow, ...]
    """All cards that are not bought, in roll order: agreed on, so known to all."""
    moves: int
    """How many moves can be undone."""
    link: str


def agreed(game: Game) -> list[Thing]:
    """The cards of a kingdom's deck; empty when it has none."""
    return game.deck_cards if any(use.thing.id == "black-market" for use in game.uses) else []


def contents_rows(cards: Iterable[Thing], shelf: Collection, reader: NameStyle) -> list[CardRow]:
    """The agreed cards in roll order; the Knights say what becomes of them."""
    rows = []
    for thing in sorted(cards, key=_roll_order):
        row = card_row(thing, shelf, reader)
        if isinstance(thing, Card) and thing.is_mixed:
            knights = thing.pile == "knights"
            top = reader.name(thing.contains[0].name)
            role = _("one at random, drawn at the start") if knights else top
            row = row._replace(role=role)
        rows.append(row)
    return rows


def card_row(thing: Thing, shelf: Collection, reader: NameStyle) -> CardRow:
    """A card of the deck as a row shows it: a pile's own card, or one out of a mixed pile."""
    if not isinstance(thing, OtherCard):
        return choice_row(thing, shelf, reader)
    known = shelf.catalog.cards
    pile = known.get(thing.pile)
    box = box_of(pile, shelf) if pile else None
    return CardRow(
        id=thing.id,
        name=reader.name(thing.name),
        english=reader.english(thing.name),
        cost=cost_mark(thing.cost) if thing.cost else None,
        colours=colours(thing.types),
        types=type_words(thing.types),
        role="",
        spine=spine(box) if box else None,
        glyph="",
        printed=thing.name,
    )


def _roll_order(thing: Thing) -> tuple[bool, int, int, int, str]:
    if isinstance(thing, Card):
        return thing.roll_order
    cost = thing.cost
    if cost is None:
        return (False, 0, 0, 0, thing.name)
    return (bool(cost.debt and not cost.coin), cost.coin, cost.potion, cost.debt, thing.name)


def deck_of(room: Room, moves: Iterable[str]) -> Deck:
    """How the deck of a room lies after these moves."""
    return replay(room.about["cards"], room.about["seed"], moves)


def market_of(room: Room, moves: tuple[str, ...], reader: NameStyle) -> Market:
    """What all players may see of a deck."""
    catalog = app_catalog()
    deck = deck_of(room, moves)
    shelf = gather(catalog, read_address(room.about["link"], catalog).boxes)

    def rows(ids: Iterable[str], *, in_order: bool) -> tuple[CardRow, ...]:
        things = _things(ids, catalog)
        if not in_order:
            things.sort(key=_roll_order)
        return tuple(card_row(thing, shelf, reader) for thing in things)

    return Market(
        phase=deck.phase.value,
        says=_says(deck, moves),
        left=deck.left,
        reveals=deck.next_reveal,
        shown=rows(deck.shown, in_order=True),
        bought=rows(reversed(deck.bought), in_order=True),
        rest=rows((id_ for id_ in deck.contents if id_ not in deck.bought), in_order=False),
        moves=len(moves),
        link=room.about["link"],
    )


def _things(ids: Iterable[str], catalog: Catalog) -> list[Thing]:
    return [thing for thing in map(catalog.thing, ids) if is_kingdom_card(thing)]


def _says(deck: Deck, moves: tuple[str, ...]) -> str:
    """What is to be done next."""
    if deck.phase is Phase.ORDER and moves[-1].startswith("put:"):
        return _("Which card goes next?")
    return {
        Phase.READY: _("Whoever plays Black Market reveals the cards."),
        Phase.CHOOSE: _("Buy one of them, or none."),
        Phase.ORDER: _("Which card goes on the bottom first?"),
        Phase.EMPTY: _("The deck is empty: every card has been bought."),
    }[deck.phase]
