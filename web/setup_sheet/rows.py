"""The rows of a kingdom: its piles and landscapes with cost, types, box and role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from setup_rules.cards import Card, Landscape
from setup_rules.collection import Collection
from setup_rules.fetch import DECK
from setup_rules.kingdom import Game
from setup_rules.plan import Pile, SetupPlan, SupplyPile
from setup_rules.rulebook import Rule, SlotDraw
from setup_rules.rules import EXTRAS
from setup_rules.sentences import piece_words
from web.draw.card_words import purposes
from web.language.phrases import and_list, so_many
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.links.slot_words import slot_mark
from web.setup_sheet.glyphs import GLYPH_OF
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.sheet import CostMark, TypeWord, colours, cost_mark, type_words
from web.setup_sheet.spines import Spine, box_of, spine
from web.setup_sheet.table.facts import set_aside
from web.setup_sheet.tokens import mat_name, tokens_of_kind


class Brought(NamedTuple):
    """Something that a card brings to the table, and how much of it, if that is counted."""

    name: str
    number: int
    words: str = ""
    """What tokens and mats are called in a sentence."""

    @property
    def amount(self) -> str:
        """`5× Champion`, `coin tokens`, or only the name of something single."""
        return so_many(self.number, self.name) if self.number > 1 else self.words or self.name


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
    glyph: str
    """The glyph in the field of a landscape that costs nothing, or empty."""
    number: int = 0
    """How many cards it has; 0 where they are not counted."""
    brings: tuple[Brought, ...] | None = None
    """What it brings to the table; None outside a kingdom, or while that is not chosen yet."""
    mark: str = ""
    """The role in a word, where there is little room: `Bane`."""
    is_drawn: bool = False
    """Whether it was drawn for a card, and nothing is said of it among what to keep at hand."""
    printed: str = ""
    """Its English name, by which the wiki knows it."""
    tag_ids: frozenset[str] = frozenset()
    """What it does, as the data tags it; empty for a landscape."""

    @property
    def purposes(self) -> tuple[str, ...]:
        """What it is for, in a few words each."""
        return purposes(self.tag_ids)

    @property
    def says(self) -> str:
        """How many cards it has, and what it brings to the table."""
        sentences = []
        if self.number:
            sentences.append(ngettext("{number} card.", "{number} cards.", self.number))
        if self.brings:
            things = and_list(thing.amount for thing in self.brings)
            sentences.append(_("Also needed: {things}.", things=things))
        elif self.brings is not None and not self.glyph:
            sentences.append(_("Needs nothing else."))
        return " ".join(sentences)

    @property
    def bands(self) -> tuple[str, ...]:
        """The types that colour its field."""
        return tuple(half[2:] for half in self.colours.split())


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
        glyph="",
        printed=thing.name,
    )
    if isinstance(thing, Card):
        words = type_words(thing.types)
        return row._replace(colours=colours(thing.types), types=words, tag_ids=thing.tags)
    kind = thing.kind.capitalize()
    word = TypeWord(GLYPH_OF[kind], _(kind), "landscape")
    return row._replace(types=(word,), glyph=word.glyph)


def _is_open(due: object, game: Game) -> bool:
    """Whether nobody has chosen yet what a rule asks for."""
    if isinstance(due, SlotDraw):
        return due.key not in game.slots
    return isinstance(due, Rule) and due.deals_deck and not game.kingdom.deck


class CardRows:
    """The rows of a kingdom: the ten, what they ask for, landscapes."""

    def __init__(self, game: Game, plan: SetupPlan, reader: NameStyle) -> None:
        self._game = game
        self._plan = plan
        self._reader = reader
        piles: tuple[SupplyPile | Pile, ...] = (*plan.supply, *plan.beside)
        self._tokens = {*plan.tokens_placed, *plan.player_tokens}
        self._counts = {pile.name: pile.count for pile in piles}
        self._lying = {pile.name: set_aside(pile, plan)[0] for pile in (*plan.beside, *plan.aside)}
        self._open = {name for due, who in game.due.items() if _is_open(due, game) for name in who}
        """Cards that need something nobody has chosen yet."""
        self._box = {item.what: box.box for box in reversed(plan.fetch) for item in box.items}
        """The box to fetch a card from; its first one, where it comes from several."""
        self._asking = {due.key: who for due, who in game.due.items() if isinstance(due, SlotDraw)}
        self._brought_by: dict[str, list[str]] = {}
        for what, cards in plan.because.items():
            for card in set(cards):
                self._brought_by.setdefault(card, []).append(what)

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
        brings = tuple(
            self._brought(what)
            for what in self._brought_by.get(thing.name, ())
            if what != thing.name or self._words(what)
        )
        row = choice_row(thing, self._game.collection, self._reader)
        if box := self._box.get(thing.name):
            row = row._replace(spine=spine(self._game.collection.catalog.boxes[box]))
        is_open = thing.name in self._open
        number = self._counts.get(thing.name, 0)
        return row._replace(number=number, brings=None if is_open and not brings else brings)

    def _brought(self, what: str) -> Brought:
        """What a card brings; tokens and mats that are called like a card are none."""
        if words := self._words(what):
            return Brought(translate(piece_words(what)), 0, words)
        number = self._counts.get(what, 0)
        if what == DECK:
            deck = ngettext(
                "Black Market deck of {number} card", "Black Market deck of {number} cards", number
            )
            return Brought(self._reader.name(what), 0, deck)
        lies = self._lying.get(what, what)
        both = lies != what and lies in self._plan.because  # more of them are brought as well
        words = ""
        if both:
            boons = what == "Druid Boons"
            words = _("3 Boons for Druid") if boons else self._reader.name(what)
        return Brought(self._reader.name(lies), number, words)

    def _words(self, what: str) -> str:
        """What tokens and mats are called in a sentence; empty for cards."""
        if what in self._tokens:
            return tokens_of_kind(what)
        is_mat = what in (*self._plan.player_mats, *self._plan.shared_mats)
        return mat_name(what) if is_mat else ""
