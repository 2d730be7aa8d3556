"""What lies on the table and how it is marked; pictures and lists only place it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.plan import Pile, Place, SetupPlan, SupplyPile
from setup_rules.rulebook import Slot
from setup_rules.rules import EXTRAS
from web.language.card_names import Name
from web.language.phrases import so_many
from web.language.translation import gettext as _
from web.language.translation import ngettext, rich
from web.setup_sheet.glyphs import GLYPH_OF
from web.setup_sheet.sheet import (
    CostMark,
    PileCounts,
    bands_of,
    cost_mark,
    glyphs_of,
    pile_counts,
    type_words,
)
from web.setup_sheet.start import GlyphSentence
from web.setup_sheet.table.notes import SHUFFLED, TableNote, table_notes
from web.setup_sheet.tokens import PlayerToken, mat_name, mat_of, token_amount

TREASURES = ("Copper", "Silver", "Gold", "Platinum", "Potion")
VICTORY_SIDE = ("Estate", "Duchy", "Province", "Colony", "Curse", "Ruins")
USUAL_DECK = {"Copper", "Estate"}
SUPPLY_SLOTS = tuple(slot for slot in EXTRAS if slot.in_supply)
"""The slots of Kingdom piles beyond the ten."""
TOKEN_SHAPES = {"Debt": "debt", "VP": "vp"}
PILE_GLYPHS = {
    "Black Market deck": "event",
    "Loot": "loot",
    "Potion": "potion",
    "Prizes": "star",
    "Rewards": "star",
}
"""Piles that show another glyph than that of their type."""
MANY_COLOURS = {"Prizes", "Rewards"}
"""Piles of cards of different types, which have the plain colour."""
LENGTHWISE = ("Boon", "Hex", "State", "Artifact")
"""Types of cards that are printed like landscapes."""


class TokenMark(NamedTuple):
    """Tokens that lie on something: `shape` is token, debt or vp."""

    shape: str
    number: int


@dataclass(frozen=True, slots=True)
class TablePile:
    """A pile of the Supply, beside it or set aside."""

    key: str
    """The printed name of the pile, the same in every language."""
    title: str
    """The same in the reader's language."""
    name: str
    """What lies there: the pile, or the card that is set aside."""
    count: int
    printed_types: tuple[str, ...]
    bands: tuple[str, ...]
    """The types that colour it: one, or two that part it."""
    glyphs: tuple[str, ...]
    cost: CostMark | None = None
    tags: tuple[str, ...] = ()
    tokens: tuple[TokenMark, ...] = ()
    tokens_in_words: tuple[str, ...] = ()
    is_marked: bool = False
    """Whether the Bane marker lies sideways under it."""
    is_kingdom: bool = False
    added: str = ""
    """What a Kingdom pile beyond the ten is there for: `Bane for Young Witch`."""
    whom: str = ""
    """The card that something is set aside for."""
    is_aside: bool = False
    is_single: bool = False
    """Whether it is set aside, and whether it is a single card."""
    notes: tuple[TableNote, ...] = ()


class TableLandscape(NamedTuple):
    """A landscape."""

    name: str
    glyph: str
    notes: tuple[str, ...]
    tokens: tuple[TokenMark, ...]


class TableMat(NamedTuple):
    """A mat, and what lies on it at the start."""

    name: str
    tags: tuple[str, ...] = ()
    tokens: tuple[TokenMark, ...] = ()


class TablePlayer(NamedTuple):
    """What lies in front of each player at the start."""

    deck_count: int
    deck: str
    """The starting deck card by card."""
    usual_deck: bool
    """Whether it is of Copper and Estates."""
    mats: tuple[TableMat, ...]
    tokens: tuple[PlayerToken, ...]


class TableEntry(NamedTuple):
    """Something that lies there, to be read."""

    name: str
    notes: tuple[str, ...]


class TableSection(NamedTuple):
    """What lies together, to be read."""

    heading: str
    entries: tuple[TableEntry, ...]


class TableFacts(NamedTuple):
    """Everything on the table, in the order in which it is shown."""

    title: str
    counts: PileCounts
    treasures: tuple[TablePile, ...]
    ten: tuple[TablePile, ...]
    extras: tuple[TablePile, ...]
    """Kingdom piles beyond the ten."""
    victory: tuple[TablePile, ...]
    """Victory piles, Curse and Ruins."""
    trash: tuple[str, ...]
    """Cards that lie in the trash at the start."""
    trash_count: str
    """How many these are, where there is no room for their names."""
    landscapes: tuple[TableLandscape, ...]
    is_bought_beside: bool
    """Whether some of these have a cost, as Events do."""
    beside: tuple[TablePile, ...]
    shared_mats: tuple[TableMat, ...]
    reserves: tuple[str, ...]
    """Kinds of tokens to have at hand."""
    players: TablePlayer

    @property
    def supply(self) -> tuple[TablePile, ...]:
        """All piles of the Supply."""
        return (*self.treasures, *self.ten, *self.extras, *self.victory)

    @property
    def reserved(self) -> str:
        """Tokens to have at hand, in a sentence; empty if there are none."""
        tokens = ", ".join(self.reserves)
        return _("Tokens at hand: {tokens}", tokens=tokens) if tokens else ""

    @property
    def shuffled(self) -> tuple[GlyphSentence, ...]:
        """Piles to shuffle, how they lie then, and what is dealt from them."""
        sentences = []
        for pile in (*self.treasures, *self.victory, *self.ten, *self.extras, *self.beside):
            if (pile.is_aside and pile.notes) or any(note.kind in SHUFFLED for note in pile.notes):
                how = ", ".join(note.shuffle for note in pile.notes)
                what = " ".join((pile.name, *pile.tags)) if pile.is_aside else pile.name
                text = rich("<b>{pile}:</b> {how}", pile=what, how=how)
                sentences.append(GlyphSentence(next(iter(pile.glyphs), "swap"), text))
        return tuple(sentences)

    @property
    def sections(self) -> tuple[TableSection, ...]:
        """The same as lists, without those that are empty."""
        lists = (
            (_("Treasures"), map(_entry, self.treasures)),
            (_("Kingdom"), map(_entry, (*self.ten, *self.extras))),
            (_("Victory and Curse"), map(_entry, self.victory)),
            (_("In the trash"), (TableEntry(card, ()) for card in self.trash)),
            (_("Beside the Supply"), self._entries_beside()),
            (_("Each player"), self._entries_of_players()),
        )
        sections = (TableSection(heading, tuple(entries)) for heading, entries in lists)
        return tuple(section for section in sections if section.entries)

    def _entries_beside(self) -> Iterator[TableEntry]:
        for landscape in self.landscapes:
            yield TableEntry(landscape.name, landscape.notes)
        yield from map(_entry, self.beside)
        for mat in self.shared_mats:
            yield TableEntry(mat.name, mat.tags)
        if self.reserves:
            yield TableEntry(self.reserved, ())

    def _entries_of_players(self) -> Iterator[TableEntry]:
        player = self.players
        yield TableEntry(_("Deck"), (cards_in_words(player.deck_count), player.deck))
        tokens = (token.amount for token in player.tokens)
        for name in (*(mat.name for mat in player.mats), *tokens):
            yield TableEntry(name, ())


def cards_in_words(count: int) -> str:
    """`10 cards`."""
    return ngettext("{number} card", "{number} cards", count)


def _entry(pile: TablePile) -> TableEntry:
    cost = (pile.cost.words,) if pile.cost else ()
    whom = (_("for {card}", card=pile.whom),) if pile.whom else ()
    notes = (note.text for note in pile.notes)
    on_it = (_("{tokens} on it", tokens=tokens) for tokens in pile.tokens_in_words)
    return TableEntry(pile.name, (*cost, cards_in_words(pile.count), *whom, *notes, *on_it))


def table_facts(plan: SetupPlan, catalog: Catalog, name: Name) -> TableFacts:
    """What lies on the table of a plan."""
    piles = {pile.name: _supply_pile(pile, plan, catalog, name) for pile in plan.supply}
    basic = [pile for pile in plan.supply if pile.card is None]
    treasures = [pile.name for pile in basic if "Treasure" in pile.types]
    others = [pile.name for pile in basic if "Treasure" not in pile.types]
    kingdom = [pile.name for pile in plan.supply if pile.card is not None]
    extras = [pile for pile in kingdom if _supply_slots(pile, plan)]
    extras.sort(key=lambda pile: _supply_slots(pile, plan)[0].place)
    beside = tuple(
        _pile_beside(pile, plan, catalog, name)
        for pile in (*plan.beside, *plan.aside)
        if pile.count
    )
    counts = pile_counts(plan)
    return TableFacts(
        title=counts.title,
        counts=counts,
        treasures=tuple(piles[pile] for pile in _in_order(treasures, TREASURES)),
        ten=tuple(piles[pile] for pile in kingdom if pile not in extras),
        extras=tuple(piles[pile] for pile in extras),
        victory=tuple(piles[pile] for pile in _in_order(others, VICTORY_SIDE)),
        trash=tuple(
            so_many(count, name(card)) if count > 1 else name(card)
            for card, count in plan.trash.items()
        ),
        trash_count=cards_in_words(sum(plan.trash.values())),
        landscapes=tuple(_landscape(landscape, plan, name) for landscape in plan.landscapes),
        is_bought_beside=any(landscape.cost for landscape in plan.landscapes),
        beside=beside,
        shared_mats=tuple(TableMat(mat_name(mat), (_("shared"),)) for mat in plan.shared_mats),
        reserves=tuple(map(_, plan.reserved_for)),
        players=_each_player(plan, name),
    )


def _each_player(plan: SetupPlan, name: Name) -> TablePlayer:
    deck = {card: count for card, count in plan.starting_deck.items() if count}
    return TablePlayer(
        deck_count=sum(deck.values()),
        deck=", ".join(so_many(count, name(card)) for card, count in deck.items()),
        usual_deck=set(plan.starting_deck) <= USUAL_DECK,
        mats=tuple(_player_mat(mat, plan) for mat in plan.player_mats),
        tokens=tuple(
            PlayerToken(token, _(token), count, is_loose=not mat_of(token, plan))
            for token, count in plan.player_tokens.items()
            if count
        ),
    )


def _in_order(piles: Iterable[str], order: Sequence[str]) -> list[str]:
    """The piles in this order, those it does not name at the end."""
    return sorted(piles, key=lambda pile: order.index(pile) if pile in order else len(order))


def _supply_slots(pile: str, plan: SetupPlan) -> tuple[Slot, ...]:
    """The slots that a Kingdom pile beyond the ten fills."""
    asked = plan.because.get(pile, ())
    return tuple(slot for slot in SUPPLY_SLOTS if slot.asked_by in asked)


def _supply_pile(pile: SupplyPile, plan: SetupPlan, catalog: Catalog, name: Name) -> TablePile:
    slots = _supply_slots(pile.name, plan) if pile.card else ()
    tags = [_(slot.mark) for slot in slots]
    if pile.name in plan.traits:
        tags.append(name(plan.traits[pile.name]))
    bands, glyphs = _look(pile.name, pile.types)
    if pile.card:
        glyphs = glyphs_of(bands, type_words(pile.types))
    lying = {token: on[pile.name] for token, on in plan.pile_tokens.items() if on.get(pile.name)}
    return TablePile(
        key=pile.name,
        title=name(pile.name),
        name=name(pile.name),
        count=pile.count,
        printed_types=pile.types,
        bands=bands,
        glyphs=glyphs,
        cost=_cost_of(pile, catalog),
        tags=tuple(tags),
        tokens=_marks(lying),
        tokens_in_words=tuple(token_amount(count, token) for token, count in lying.items()),
        is_marked=any(slot.marked for slot in slots),
        is_kingdom=pile.card is not None,
        added=next((_(slot.on_card, card=name(slot.asked_by)) for slot in slots), ""),
        notes=table_notes(pile, name),
    )


def _pile_beside(pile: Pile, plan: SetupPlan, catalog: Catalog, name: Name) -> TablePile:
    card, whom = set_aside(pile, plan)
    thing = _thing(card, catalog)
    types = () if thing is None or isinstance(thing, Landscape) else thing.types
    bands, glyphs = _look(card, types)
    return TablePile(
        key=pile.name,
        title=name(pile.name),
        name=name(card),
        count=pile.count,
        printed_types=types,
        bands=bands,
        glyphs=glyphs,
        tags=(_("for {card}", card=name(whom)),) if whom else (),
        whom=name(whom) if whom else "",
        is_aside=pile.place is Place.ASIDE,
        is_single=bool(pile.card),
        notes=table_notes(pile, name),
    )


def set_aside(pile: Pile, plan: SetupPlan) -> tuple[str, str]:
    """The card that lies there, and the one it is set aside for, if any."""
    if pile.card:
        return pile.card, pile.name
    whom = next(iter(plan.because.get(pile.name, ())), "")
    if pile.place is Place.ASIDE:
        return pile.takes[0][0], whom
    return (pile.takes[0][0], whom) if pile.slot else (pile.name, "")


def _thing(name: str, catalog: Catalog) -> Thing | None:
    """A card by its name, or the first one of a group."""
    return catalog.by_name.get(name) or next(iter(catalog.groups.get(name, ())), None)


def _look(pile: str, types: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The types that colour a pile, and its glyphs."""
    bands: tuple[str, ...]
    glyphs: tuple[str, ...]
    if types and types[0] in LENGTHWISE:
        bands, glyphs = ("landscape",), (GLYPH_OF[types[0]],)
    else:
        bands = bands_of(() if pile in MANY_COLOURS else types)
        glyphs = glyphs_of(bands)
    if pile in PILE_GLYPHS:
        glyphs = (PILE_GLYPHS[pile],)
    return bands, tuple(filter(None, glyphs))


def _cost_of(pile: SupplyPile, catalog: Catalog) -> CostMark | None:
    card: Card | OtherCard | None = pile.card
    if card is None:
        thing = _thing(pile.name, catalog)
        card = thing if isinstance(thing, OtherCard) else None
    return cost_mark(card.cost) if card and card.cost else None


def _marks(tokens: dict[str, int]) -> tuple[TokenMark, ...]:
    return tuple(
        TokenMark(TOKEN_SHAPES.get(token, "token"), count)
        for token, count in tokens.items()
        if count
    )


def _landscape(landscape: Landscape, plan: SetupPlan, name: Name) -> TableLandscape:
    kind = landscape.kind.capitalize()
    lying = dict(plan.landscape_tokens.get(landscape.name, {}))
    notes = [_(kind)]
    if landscape.cost:
        notes.append(cost_mark(landscape.cost).words)
    for pile, trait in plan.traits.items():
        if trait == landscape.name:
            notes.append(_("on {pile}", pile=name(pile)))
    if named := plan.named_piles.get(landscape.name):
        notes.append(_("counts {pile}", pile=name(named)))
    for token, count in lying.items():
        notes.append(_("put {tokens} on it", tokens=token_amount(count, token)))
    return TableLandscape(name(landscape.name), GLYPH_OF[kind], tuple(notes), _marks(lying))


def _player_mat(mat: str, plan: SetupPlan) -> TableMat:
    lying = {token: n for token, n in plan.player_tokens.items() if mat_of(token, plan) == mat}
    return TableMat(mat_name(mat), tokens=_marks(lying))
