"""The rows of a kingdom: its piles and landscapes with cost, types, box and role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from setup_rules.cards import Card, Landscape
from setup_rules.collection import Collection
from setup_rules.kingdom import Game
from setup_rules.plan import Pile, SetupPlan, SupplyPile
from setup_rules.rulebook import SlotDraw
from setup_rules.rules import EXTRAS
from web.http.visitor import names_here, reading
from web.language.card_names import Name
from web.language.phrases import and_list, so_many
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.links.slot_words import slot_mark
from web.setup_sheet.glyphs import GLYPH_OF
from web.setup_sheet.sheet import COLOURED, CostMark, colours, cost_mark
from web.setup_sheet.spines import Spine, box_of, spine
from web.setup_sheet.storage import storage_here
from web.store.households import IN_BOXES, Storage

SHOWN_TYPES = 2
"""Types with a word of their own in a row; more would not fit."""


class TypeWord(NamedTuple):
    """A type as a row shows it: glyph and word, in the colour of the type."""

    glyph: str
    word: str
    colour: str


class CardRow(NamedTuple):
    """A pile or landscape of the roll."""

    id: str
    name: str
    english: str
    """The English name where another one is shown and both are wanted, or empty."""
    cost: CostMark | None
    colours: str
    types: tuple[TypeWord, ...]
    role: str
    """`Bane for Young Witch`; empty for the ten and for landscapes."""
    spine: Spine | None
    says: str
    glyph: str
    """The glyph in the field of a landscape that costs nothing, or empty."""
    mark: str = ""
    """The role in a word, where there is little room: `Bane`."""
    is_drawn: bool = False
    """Whether it was drawn for a card, and nothing is said of it among what to keep at hand."""

    @property
    def bands(self) -> tuple[str, ...]:
        """The types that colour its field."""
        return tuple(half[2:] for half in self.colours.split())


class NameStyle(NamedTuple):
    """How names are shown, and in which groups cards are fetched."""

    name: Name
    beside: bool
    storage: Storage = IN_BOXES

    def english(self, name: str) -> str:
        """The English name, where it is to stand beside another one."""
        return name if self.beside and self.name(name) != name else ""


def reader_here(storage: Storage | None = None) -> NameStyle:
    """How this phone likes to read names, and how its household stores cards if not told."""
    return NameStyle(names_here(), reading().beside, storage or storage_here())


def type_words(types: tuple[str, ...]) -> tuple[TypeWord, ...]:
    """The types a row names: Action only where it says something."""
    telling = [t for t in types if t != "Action" and GLYPH_OF.get(t)] or [types[0]]
    telling.sort(key=lambda t: COLOURED.index(t) if t in COLOURED else len(COLOURED))
    return tuple(
        TypeWord(GLYPH_OF.get(t) or "action", _(t), t.lower()) for t in telling[:SHOWN_TYPES]
    )


def choice_row(thing: Card | Landscape, shelf: Collection, reader: NameStyle) -> CardRow:
    """A pile or landscape by itself, as a row shows it."""
    box = box_of(thing, shelf)
    row = CardRow(
        id=thing.id,
        name=reader.name(thing.name),
        english=reader.english(thing.name),
        cost=cost_mark(thing.cost) if thing.cost else None,
        colours="a-landscape",
        types=(),
        role="",
        spine=spine(box) if box else None,
        says="",
        glyph="",
    )
    if isinstance(thing, Card):
        return row._replace(colours=colours(thing.types), types=type_words(thing.types))
    kind = thing.kind.capitalize()
    word = TypeWord(GLYPH_OF[kind], _(kind), "landscape")
    return row._replace(types=(word,), glyph=word.glyph)


class CardRows:
    """The rows of a kingdom: the ten, what they ask for, landscapes."""

    def __init__(self, game: Game, plan: SetupPlan, reader: NameStyle) -> None:
        self._game = game
        self._plan = plan
        self._reader = reader
        piles: tuple[SupplyPile | Pile, ...] = (*plan.supply, *plan.beside)
        self._counts = {pile.name: pile.count for pile in piles}
        self._asking = {due.key: who for due, who in game.due.items() if isinstance(due, SlotDraw)}

    def roll(self) -> Iterator[CardRow]:
        """The ten in the order of the roll."""
        for card in sorted(self._game.ten, key=lambda card: card.roll_order):
            yield self._row(card)

    def extras(self) -> Iterator[CardRow]:
        """More piles and cards that the ten ask for, such as a Bane."""
        for slot in EXTRAS:
            card = self._game.slots.get(slot.key)
            if isinstance(card, Card):
                who = and_list(self._reader.name(name) for name in self._asking.get(slot.key, ()))
                yield self._row(card)._replace(
                    role=_(slot.row, who=who),
                    mark=slot_mark(slot, self._reader.name),
                    is_drawn=slot.is_pile and not slot.glyph,
                )

    def landscapes(self) -> Iterator[CardRow]:
        """All landscapes; those that a card asked for were drawn."""
        drawn = [self._game.slots.get(slot.key) for slot in EXTRAS]
        for landscape in self._plan.landscapes:
            yield self._row(landscape)._replace(is_drawn=landscape in drawn)

    def _row(self, thing: Card | Landscape) -> CardRow:
        row = choice_row(thing, self._game.collection, self._reader)
        return row._replace(says=self._says(thing))

    def _says(self, thing: Card | Landscape) -> str:
        """How many cards it has, and what it brings to the table."""
        sentences = []
        count = self._counts.get(thing.name)
        if count:
            sentences.append(ngettext("{number} card.", "{number} cards.", count))
        brought = [
            self._amount(what)
            for what, cards in self._plan.because.items()
            if thing.name in cards and what != thing.name
        ]
        if brought:
            sentences.append(_("Brings {things} to the table.", things=and_list(brought)))
        elif isinstance(thing, Card):
            sentences.append(_("Brings nothing else to the table."))
        return " ".join(sentences)

    def _amount(self, what: str) -> str:
        count = self._counts.get(what, 0)
        name = self._reader.name(what)
        return so_many(count, name) if count > 1 else name
