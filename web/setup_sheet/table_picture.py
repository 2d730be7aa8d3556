"""The table picture: where each pile, landscape and mat lies, and what is written on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.plan import Pile, Place, SetupPlan, SupplyPile
from setup_rules.rulebook import Slot
from setup_rules.rules import EXTRAS
from setup_rules.sentences import parts_of
from web.language.card_names import Name
from web.language.phrases import so_many
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.setup_sheet.glyphs import GLYPH_OF
from web.setup_sheet.sheet import CostMark, colours, cost_mark
from web.setup_sheet.text_width import Face, Fitted, fit, width, wrapped

MARGIN, GAP, ROW_GAP = 12.0, 9.0, 11.0
TILE_WIDTH = 84.75
BAND, BAND_BESIDE = 22.0, 20.0
HEIGHTS = (80.0, 72.0)
"""Of a tile, where five rows are enough and where not."""
BESIDE_HEIGHT, MAT_HEIGHT, STRIP_HEIGHT, MORE_FOR_A_LINE = 64.0, 58.0, 50.0, 13.0
HEADING = 25.0
PANEL_HEAD, PANEL_FOOT = 28.0, 15.0
STRIP_FIELD, STRIP_TOKEN = 31.0, 26.0
INSIDE, TAG_INSIDE, MAT_INSIDE = 8.0, 4.0, 14.0
"""Left free across a tile beside a name, a tag, and a name on a mat."""
NAME_SIZES, TAG_SIZES, NOTE_SIZE, LANDSCAPE_SIZE = (16, 15, 14, 13, 12), (13, 12), 14, 17
TOKEN_RADIUS, TOKEN_PITCH, TOKEN_FROM_RIGHT, TOKEN_FROM_BOTTOM = 10.5, 22.0, 7.0, 4.0
MOST_EDGES, CARDS_TO_AN_EDGE = 4, 12

TREASURES = ("Copper", "Silver", "Gold", "Platinum", "Potion")
VICTORY_SIDE = ("Estate", "Duchy", "Province", "Colony", "Curse", "Ruins")
USUAL_DECK = {"Copper", "Estate"}
SUPPLY_SLOTS = tuple(slot for slot in EXTRAS if slot.in_supply)
"""The slots of Kingdom piles beyond the ten."""
TOKEN_SHAPES = {"Debt": "debt", "VP": "vp"}
TOKENS_ON_MATS = {"Coin": ("Coffers", "Coffers/Villagers"), "Favor": ("Favors",)}
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


class Words(NamedTuple):
    """A line of text, from the middle of a tile's upper edge or the left of a strip's."""

    text: str
    x: float
    y: float
    size: int
    style: str
    """One of name, tag, note."""


class Token(NamedTuple):
    """Tokens that lie on something: `shape` is token, debt or vp; placed as Words are."""

    shape: str
    number: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TableTile:
    """A pile, the trash, a deck or a mat."""

    kind: str
    """One of pile, trash, deck, mat."""
    name: str
    x: float
    y: float
    width: float
    height: float
    band: float = 0
    bands: tuple[str, ...] = ()
    """The types that colour the band: one, or two that part it."""
    glyphs: tuple[str, ...] = ()
    cost: CostMark | None = None
    count: int | None = None
    edges: int = 0
    words: tuple[Words, ...] = ()
    tags: tuple[str, ...] = ()
    tokens: tuple[Token, ...] = ()
    is_marked: bool = False
    """Whether the Bane marker lies sideways under it."""

    @property
    def middle(self) -> float:
        """The middle of its width."""
        return self.x + self.width / 2

    @property
    def is_low(self) -> bool:
        """Whether its band is the lower one of the piles that are not for sale."""
        return self.band == BAND_BESIDE


class Form(NamedTuple):
    """What all piles of one size have in common; `edges` is the most that one of them has."""

    is_low: bool
    height: float
    band: float
    edges: int


class Strip(NamedTuple):
    """A landscape, full width."""

    name: str
    x: float
    y: float
    width: float
    height: float
    glyph: str
    words: tuple[Words, ...]
    tokens: tuple[Token, ...]


class Heading(NamedTuple):
    """A heading, or a remark: `anchor` is start, middle or end, `style` head or note."""

    text: str
    x: float
    y: float
    anchor: str
    style: str


class Panel(NamedTuple):
    """The ground on which lies what is not for sale."""

    x: float
    y: float
    width: float
    height: float


class TableEntry(NamedTuple):
    """The same as a tile or a strip, to be read."""

    name: str
    notes: tuple[str, ...]


class TableSection(NamedTuple):
    """What lies together, to be read."""

    heading: str
    entries: tuple[TableEntry, ...]


@dataclass(frozen=True, slots=True)
class TablePicture:
    """All there is to draw, in units of which a phone is 390 wide; and the same as lists."""

    title: str
    width: float
    height: float
    supply: tuple[TableTile, ...]
    panel: Panel | None
    strips: tuple[Strip, ...]
    beside: tuple[TableTile, ...]
    players: tuple[TableTile, ...]
    headings: tuple[Heading, ...]
    sections: tuple[TableSection, ...]

    @property
    def tiles(self) -> tuple[TableTile, ...]:
        """Everything but the landscapes."""
        return (*self.supply, *self.beside, *self.players)

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms of piles used, each once."""
        piles = [tile for tile in self.tiles if tile.kind == "pile"]
        most: dict[tuple[bool, float, float], int] = {}
        for tile in piles:
            form = (tile.is_low, tile.height, tile.band)
            most[form] = max(tile.edges, most.get(form, 0))
        return tuple(Form(*form, edges) for form, edges in most.items())

    @property
    def glyphs(self) -> tuple[str, ...]:
        """The names of all glyphs used, each once."""
        used = {glyph for tile in self.tiles for glyph in tile.glyphs}
        return tuple(sorted(used | {strip.glyph for strip in self.strips}))

    @property
    def shapes(self) -> tuple[str, ...]:
        """The shapes of costs and tokens used, each once."""
        on_tiles = (token for tile in self.tiles for token in tile.tokens)
        on_strips = (token for strip in self.strips for token in strip.tokens)
        used = {token.shape for token in (*on_tiles, *on_strips)}
        for cost in (tile.cost for tile in self.tiles if tile.cost):
            parts = (("coin", cost.coin), ("flask", cost.potion), ("debt", cost.debt))
            used |= {shape for shape, there in parts if there}
        return tuple(sorted(used))


def lay_out(
    plan: SetupPlan, catalog: Catalog, upright: bool = True, name: Name = str
) -> TablePicture:
    """The picture of a plan: upright for phones, lengthwise for paper."""
    return _Table(plan, catalog, upright, name).picture()


class _Cell(NamedTuple):
    """A place in the upright grid; lengthwise its sides are exchanged."""

    row: int
    column: int


class _Table:
    """Lays out part after part from the top; `below` is where the next one begins."""

    def __init__(self, plan: SetupPlan, catalog: Catalog, upright: bool, name: Name) -> None:
        self.plan, self.catalog, self.upright, self.name = plan, catalog, upright, name
        self.cells = _cells(plan, upright)
        ends = (cell.row + (2 if cell.column == 0 else 1) for cell in self.cells.values())
        self.rows = max((5, *ends))
        self.across = 4 if upright else max(6, self.rows)
        self.width = 2 * MARGIN + self.across * TILE_WIDTH + (self.across - 1) * GAP
        self.tile_height = HEIGHTS[self.rows > 5 or not upright]
        self.headings: list[Heading] = []

    def picture(self) -> TablePicture:
        """All parts, one below the other."""
        supply = (*self._supply(), self._trash())
        below = max(tile.y + tile.height for tile in supply)
        panel, strips, beside, below = self._beside(below)
        players, below = self._players(below)
        return TablePicture(
            title=self._title(),
            width=self.width,
            height=below,
            supply=supply,
            panel=panel,
            strips=strips,
            beside=beside,
            players=players,
            headings=tuple(self.headings),
            sections=tuple(section for section in self._sections() if section.entries),
        )

    def _title(self) -> str:
        beside = sum(1 for pile in self.plan.beside if pile.count)
        supply = len(self.plan.supply)
        if not beside:
            return ngettext(
                "The table: {number} pile in the Supply",
                "The table: {number} piles in the Supply",
                supply,
            )
        return ngettext(
            "The table: {number} pile in the Supply, {beside} beside it",
            "The table: {number} piles in the Supply, {beside} beside it",
            supply,
            beside=beside,
        )

    # The Supply

    def _place(self, cell: _Cell) -> tuple[float, float]:
        row, column = cell
        if self.upright:
            return self._left(column), HEADING + row * (self.tile_height + ROW_GAP)
        heads = (1, 2, 2, 3)[column] * HEADING
        return self._left(row), heads + column * (self.tile_height + ROW_GAP)

    def _left(self, column: int) -> float:
        return MARGIN + column * (TILE_WIDTH + GAP)

    def _supply(self) -> Iterator[TableTile]:
        self._supply_headings()
        for pile in self.plan.supply:
            x, y = self._place(self.cells[pile.name])
            extra = _supply_slots(pile.name, self.plan)
            tags = [_(slot.mark) for slot in extra]
            if pile.name in self.plan.traits:
                tags.append(self.name(self.plan.traits[pile.name]))
            bands, glyphs = _look(pile.name, pile.types)
            on_it = [(token, on.get(pile.name, 0)) for token, on in self.plan.pile_tokens.items()]
            tile = TableTile(
                "pile",
                self.name(pile.name),
                x,
                y,
                TILE_WIDTH,
                self.tile_height,
                BAND,
                bands=bands,
                glyphs=glyphs,
                cost=_cost_of(pile, self.catalog),
                count=pile.count,
                edges=_edges(pile.count),
                tags=tuple(tags),
                tokens=_corner_tokens(on_it, self.tile_height),
                is_marked=any(slot.marked for slot in extra),
            )
            yield _written(tile)

    def _supply_headings(self) -> None:
        treasures, kingdom = _("Treasures"), _("Kingdom")
        if self.upright:
            middle = TILE_WIDTH / 2
            places = ((treasures, 0, middle), (kingdom, 1, TILE_WIDTH + GAP / 2))
            for text, column, along in (*places, (_("Victory"), 3, middle)):
                at = self._left(column) + along
                self.headings.append(Heading(text, at, HEADING - 9, "middle", "head"))
        else:
            for text, column in ((treasures, 0), (kingdom, 1), (_("Victory and Curse"), 3)):
                y = self._place(_Cell(0, column))[1] - 9
                self.headings.append(Heading(text, MARGIN, y, "start", "head"))

    def _trash(self) -> TableTile:
        x, y = self._place(_Cell(self.rows - 1, 0))
        tile = TableTile("trash", _("Trash"), x, y, TILE_WIDTH, self.tile_height)
        cards = [self._counted(card, count) for card, count in self.plan.trash.items()]
        if not cards:
            return _written(tile)
        size, room = NAME_SIZES[-1], TILE_WIDTH - INSIDE
        lines = [line for card in cards for line in wrapped(card, room, size, Face.NAMES)]
        if len(lines) > (tile.height - NAME_SIZES[0] - 4) // size:
            total = sum(self.plan.trash.values())
            lines = [self._cards(total)]
        top = (tile.height - NAME_SIZES[0] - len(lines) * size) / 2
        words = [Words(tile.name, 0, top + 12, NAME_SIZES[0], "name")]
        for number, line in enumerate(lines, start=1):
            words.append(Words(line, 0, top + NAME_SIZES[0] + number * size - 2, size, "name"))
        return replace(tile, words=tuple(words))

    def _counted(self, card: str, count: int) -> str:
        return self.name(card) if count == 1 else so_many(count, self.name(card))

    # Beside the Supply

    def _beside(
        self, below: float
    ) -> tuple[Panel | None, tuple[Strip, ...], tuple[TableTile, ...], float]:
        tiles = [*self._piles_beside(), *self._shared_mats()]
        at_hand = self._at_hand()
        if not (tiles or self.plan.landscapes or at_hand):
            return None, (), (), below + ROW_GAP
        top = below + 17
        self._head_panel(top)
        y = top + PANEL_HEAD
        strips = []
        for landscape in self.plan.landscapes:
            strips.append(self._strip(landscape, y))
            y += strips[-1].height + GAP
        placed, y = self._in_rows(tiles, y, ROW_GAP)
        if at_hand:
            y = self._remark(at_hand, y) - 6
        bottom = y - ROW_GAP + PANEL_FOOT if placed or at_hand else y + 3
        panel = Panel(MARGIN / 2, top, self.width - MARGIN, bottom - top)
        return panel, tuple(strips), placed, bottom

    def _head_panel(self, top: float) -> None:
        right = self.width - MARGIN - 2
        head = Heading(_("Beside the Supply"), MARGIN + 2, top + 19, "start", "head")
        remark = Heading(_("not for sale"), right, top + 19, "end", "note")
        self.headings += [head, remark]

    def _in_rows(
        self, tiles: Sequence[TableTile], y: float, gap: float
    ) -> tuple[tuple[TableTile, ...], float]:
        """The tiles row by row, all as high as the highest, and where they end with a gap."""
        if not tiles:
            return (), y
        height = max(tile.height for tile in tiles)
        placed = []
        for number, tile in enumerate(tiles):
            row, column = divmod(number, self.across)
            here = y + row * (height + gap)
            placed.append(_written(replace(tile, x=self._left(column), y=here, height=height)))
        return tuple(placed), y + ceil(len(tiles) / self.across) * (height + gap)

    def _piles_beside(self) -> Iterator[TableTile]:
        for pile in (*self.plan.beside, *self.plan.aside):
            if not pile.count:
                continue
            card, whom = _set_aside(pile, self.plan)
            tags = (_("for {card}", card=self.name(whom)),) if whom else ()
            bands, glyphs = _look(card, _types_of(card, self.catalog))
            two_lines = len(_fit_tag(tags, TILE_WIDTH - TAG_INSIDE).lines) > 1
            yield TableTile(
                "pile",
                self.name(card),
                0,
                0,
                TILE_WIDTH,
                BESIDE_HEIGHT + MORE_FOR_A_LINE * two_lines,
                BAND_BESIDE,
                bands=bands,
                glyphs=glyphs,
                count=pile.count,
                edges=_edges(pile.count),
                tags=tags,
            )

    def _shared_mats(self) -> Iterator[TableTile]:
        for mat in self.plan.shared_mats:
            title, tags = self._mat(mat), (_("shared"),)
            yield TableTile("mat", title, 0, 0, TILE_WIDTH, BESIDE_HEIGHT, tags=tags)

    def _mat(self, mat: str) -> str:
        return _("{name} mat", name=self.name(mat))

    def _at_hand(self) -> str:
        kinds = ", ".join(self.name(kind) for kind in self.plan.reserved_for)
        return _("Tokens at hand: {tokens}", tokens=kinds) if kinds else ""

    def _remark(self, text: str, y: float) -> float:
        """A sentence across the picture, and where it ends with a gap."""
        room = self.width - 2 * MARGIN - 4
        for line in wrapped(text, room, NOTE_SIZE, Face.TEXT):
            y += NOTE_SIZE + 3
            self.headings.append(Heading(line, MARGIN + 2, y - 5, "start", "note"))
        return y + ROW_GAP

    def _strip(self, landscape: Landscape, y: float) -> Strip:
        on_it = self.plan.landscape_tokens.get(landscape.name, {}).items()
        across = self.width - 2 * MARGIN
        room = across - STRIP_FIELD - 20 - 2 * STRIP_TOKEN * len(on_it)
        title = fit(self.name(landscape.name), room, Face.NAMES, (LANDSCAPE_SIZE, *NAME_SIZES))
        notes = self._landscape_notes(landscape)
        says = fit(" · ".join(notes), room, Face.TEXT, (NOTE_SIZE, 13, 12))
        lines = [(line, title.size, "name") for line in title.lines]
        lines += [(line, says.size, "note") for line in says.lines]
        height = STRIP_HEIGHT + max(0, len(lines) - 2) * (NOTE_SIZE + 1)
        words, at = [], (height - sum(size + 2 for _, size, _ in lines)) / 2
        for line, size, style in lines:
            words.append(Words(line, STRIP_FIELD + 10, at + size * 0.85, size, style))
            at += size + 2
        tokens = tuple(
            Token(_shape(token), count, across - STRIP_TOKEN * (2 * place + 1), height / 2)
            for place, (token, count) in enumerate(on_it)
        )
        title_said, glyph = self.name(landscape.name), GLYPH_OF[landscape.kind.capitalize()]
        return Strip(title_said, MARGIN, y, across, height, glyph, tuple(words), tokens)

    def _landscape_notes(self, landscape: Landscape) -> list[str]:
        plan = self.plan
        notes = [_(landscape.kind.capitalize())]
        if landscape.cost:
            notes.append(cost_mark(landscape.cost).words)
        for pile, trait in plan.traits.items():
            if trait == landscape.name:
                notes.append(_("on {pile}", pile=self.name(pile)))
        if named := plan.named_piles.get(landscape.name):
            notes.append(_("counts {pile}", pile=self.name(named)))
        for token, count in plan.landscape_tokens.get(landscape.name, {}).items():
            notes.append(_("put {tokens} on it", tokens=self._tokens(count, token)))
        return notes

    def _tokens(self, count: int, token: str) -> str:
        if token == "Project cube":
            return ngettext("{number} Project cube", "{number} Project cubes", count)
        kind = self.name(token)
        if token.startswith(("+", "-")):
            return _("{kind} token", kind=kind)
        if token == "VP":
            return so_many(count, kind)
        return ngettext("{number} {kind} token", "{number} {kind} tokens", count, kind=kind)

    # Each player

    def _players(self, below: float) -> tuple[tuple[TableTile, ...], float]:
        top = below + 36
        self.headings.append(Heading(_("Each player"), MARGIN + 2, below + 26, "start", "head"))
        tiles = [self._deck(), *self._player_mats()]
        placed, y = self._in_rows(tiles, top, ROW_GAP)
        for remark in self._player_remarks():
            y = self._remark(remark, y) - ROW_GAP
        return placed, y + 2

    def _deck(self) -> TableTile:
        count = sum(self.plan.starting_deck.values())
        title, says = _("Deck"), self._cards(count)
        words = (
            Words(title, 0, 25, NAME_SIZES[1], "name"),
            Words(says, 0, 44, NOTE_SIZE, "note"),
        )
        return TableTile(
            "deck", title, 0, 0, TILE_WIDTH, MAT_HEIGHT, count=count, edges=1, words=words
        )

    def _player_mats(self) -> Iterator[TableTile]:
        for mat in self.plan.player_mats:
            tokens = [
                (token, count)
                for token, count in self.plan.player_tokens.items()
                if mat in TOKENS_ON_MATS.get(token, ())
            ]
            placed = _corner_tokens(tokens, MAT_HEIGHT)
            yield TableTile("mat", self._mat(mat), 0, 0, TILE_WIDTH, MAT_HEIGHT, tokens=placed)

    def _player_remarks(self) -> Iterator[str]:
        """What the tiles do not show: an unusual deck, and tokens that lie on no mat."""
        if not set(self.plan.starting_deck) <= USUAL_DECK:
            yield _("Deck: {cards}", cards=self._deck_cards())
        on_mats = {
            token
            for token, mats in TOKENS_ON_MATS.items()
            if any(mat in mats for mat in self.plan.player_mats)
        }
        loose = [
            self.name(token) if count == 1 else self._tokens(count, token)
            for token, count in self.plan.player_tokens.items()
            if count and token not in on_mats
        ]
        if loose:
            yield _("Tokens: {tokens}", tokens=", ".join(loose))

    def _deck_cards(self) -> str:
        deck = self.plan.starting_deck.items()
        return ", ".join(so_many(count, self.name(card)) for card, count in deck if count)

    # The same to be read

    def _sections(self) -> Iterator[TableSection]:
        headings = (_("Treasures"), _("Kingdom"), _("Kingdom"), _("Victory and Curse"))
        for heading in dict.fromkeys(headings):
            piles = (
                pile
                for pile in sorted(self.plan.supply, key=lambda pile: self.cells[pile.name])
                if headings[self.cells[pile.name].column] == heading
            )
            yield TableSection(heading, tuple(self._entry(pile) for pile in piles))
        trash = (self._counted(card, count) for card, count in self.plan.trash.items())
        yield TableSection(_("In the trash"), tuple(TableEntry(card, ()) for card in trash))
        yield TableSection(_("Beside the Supply, not for sale"), tuple(self._entries_beside()))
        yield TableSection(_("Each player"), tuple(self._entries_of_players()))

    def _entry(self, pile: SupplyPile) -> TableEntry:
        cost = _cost_of(pile, self.catalog)
        return TableEntry(
            self.name(pile.name),
            (
                *((cost.words,) if cost else ()),
                self._cards(pile.count),
                *(translate(note, self.name) for note in parts_of(pile.note, "; ")),
                *(
                    _("{tokens} on it", tokens=self._tokens(on[pile.name], token))
                    for token, on in self.plan.pile_tokens.items()
                    if on.get(pile.name)
                ),
            ),
        )

    def _cards(self, count: int) -> str:
        return ngettext("{number} card", "{number} cards", count)

    def _entries_beside(self) -> Iterator[TableEntry]:
        for landscape in self.plan.landscapes:
            yield TableEntry(self.name(landscape.name), tuple(self._landscape_notes(landscape)))
        for pile in (*self.plan.beside, *self.plan.aside):
            if pile.count:
                card, whom = _set_aside(pile, self.plan)
                notes = [self._cards(pile.count)]
                if whom:
                    notes.append(_("for {card}", card=self.name(whom)))
                notes += [translate(note, self.name) for note in parts_of(pile.note, "; ")]
                yield TableEntry(self.name(card), tuple(notes))
        for mat in self.plan.shared_mats:
            yield TableEntry(self._mat(mat), (_("shared"),))
        if self.plan.reserved_for:
            yield TableEntry(self._at_hand(), ())

    def _entries_of_players(self) -> Iterator[TableEntry]:
        deck = sum(self.plan.starting_deck.values())
        yield TableEntry(_("Deck"), (self._cards(deck), self._deck_cards()))
        for mat in self.plan.player_mats:
            yield TableEntry(self._mat(mat), ())
        for token, count in self.plan.player_tokens.items():
            if count:
                yield TableEntry(self._tokens(count, token), ())


def _cells(plan: SetupPlan, upright: bool) -> dict[str, _Cell]:
    """The place of each Supply pile in the grid."""
    basic = [pile for pile in plan.supply if pile.card is None]
    treasures = [pile.name for pile in basic if "Treasure" in pile.types]
    others = [pile.name for pile in basic if "Treasure" not in pile.types]
    kingdom = [pile.name for pile in plan.supply if pile.card is not None]
    extras = [pile for pile in kingdom if _supply_slots(pile, plan)]
    ten = [pile for pile in kingdom if pile not in extras]
    cells = {pile: _Cell(row, 0) for row, pile in enumerate(_in_order(treasures, TREASURES))}
    for row, pile in enumerate(_in_order(others, VICTORY_SIDE)):
        cells[pile] = _Cell(row, 3)
    half = max(5, ceil(len(ten) / 2))
    for place, pile in enumerate(ten):
        row, column = divmod(place, 2) if upright else divmod(place, half)[::-1]
        cells[pile] = _Cell(row, 1 + column)
    extras.sort(key=lambda pile: _supply_slots(pile, plan)[0].place)
    for column, pile in enumerate(extras, start=1):
        cells[pile] = _Cell(half, column)
    return cells


def _in_order(piles: Iterable[str], order: Sequence[str]) -> list[str]:
    """The piles in this order, those it does not name at the end."""
    return sorted(piles, key=lambda pile: order.index(pile) if pile in order else len(order))


def _supply_slots(pile: str, plan: SetupPlan) -> tuple[Slot, ...]:
    """The slots that a Kingdom pile beyond the ten fills."""
    asked = plan.because.get(pile, ())
    return tuple(slot for slot in SUPPLY_SLOTS if slot.asked_by in asked)


def _set_aside(pile: Pile, plan: SetupPlan) -> tuple[str, str]:
    """The card that lies there, and the one it is set aside for, if any."""
    if pile.card:
        return pile.card, pile.name
    whom = next(iter(plan.because.get(pile.name, ())), "")
    if pile.place is Place.ASIDE:
        return pile.takes[0][0], whom
    return (pile.takes[0][0], whom) if pile.slot else (pile.name, "")


def _found(name: str, catalog: Catalog) -> Thing | None:
    """A card by its name, or the first one of a group."""
    return catalog.by_name.get(name) or next(iter(catalog.groups.get(name, ())), None)


def _types_of(card: str, catalog: Catalog) -> tuple[str, ...]:
    found = _found(card, catalog)
    return () if found is None or isinstance(found, Landscape) else found.types


def _look(pile: str, types: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The types that colour the band, and the glyphs on it."""
    if types and types[0] in LENGTHWISE:
        bands: tuple[str, ...] = ("landscape",)
        glyphs = [GLYPH_OF[types[0]]]
    else:
        bands = tuple(half[2:] for half in colours(() if pile in MANY_COLOURS else types).split())
        glyphs = [GLYPH_OF[band.capitalize()] for band in bands]
    if pile in PILE_GLYPHS:
        glyphs = [PILE_GLYPHS[pile]]
    return bands, tuple(glyph for glyph in glyphs if glyph)


def _cost_of(pile: SupplyPile, catalog: Catalog) -> CostMark | None:
    card: Card | OtherCard | None = pile.card
    if card is None:
        found = _found(pile.name, catalog)
        card = found if isinstance(found, OtherCard) else None
    return cost_mark(card.cost) if card and card.cost else None


def _edges(count: int) -> int:
    """The cards seen under the top one: more for a thicker pile."""
    return min(1 + count // CARDS_TO_AN_EDGE, MOST_EDGES)


def _shape(token: str) -> str:
    return TOKEN_SHAPES.get(token, "token")


def _corner_tokens(tokens: Iterable[tuple[str, int]], height: float) -> tuple[Token, ...]:
    """From the lower right corner to the left."""
    right = TILE_WIDTH / 2 - TOKEN_FROM_RIGHT
    there = [(token, count) for token, count in tokens if count]
    return tuple(
        Token(_shape(token), count, right - place * TOKEN_PITCH, height - TOKEN_FROM_BOTTOM)
        for place, (token, count) in enumerate(there)
    )


def _fit_tag(tags: tuple[str, ...], room: float) -> Fitted:
    if not tags:
        return Fitted(TAG_SIZES[0], ())
    size, lines = fit(" · ".join(tags), room, Face.BOLD, TAG_SIZES)
    return Fitted(size, tuple(line.strip(" ·") for line in lines))


def _written(tile: TableTile) -> TableTile:
    """The tile with its name in the middle of the free part and its tags at the foot."""
    if tile.words:
        return tile
    beside_tokens = 0.0
    if tile.tokens:
        left_end = min(token.x for token in tile.tokens) - TOKEN_RADIUS
        beside_tokens = tile.width / 2 - left_end
    tag = _fit_tag(tile.tags, tile.width - TAG_INSIDE - beside_tokens)
    foot = len(tag.lines) * tag.size + (1 if tag.lines else 0)
    words = [
        Words(line, -beside_tokens / 2, tile.height - 5 - place * tag.size, tag.size, "tag")
        for place, line in enumerate(reversed(tag.lines))
    ]
    title = _name_words(tile, foot)
    over_tokens = TOKEN_RADIUS + TOKEN_FROM_BOTTOM
    if tile.tokens and foot < over_tokens and _reaches(title[-1], tile, over_tokens):
        title = _name_words(tile, over_tokens)
    return replace(tile, words=(*title, *words))


def _name_words(tile: TableTile, foot: float) -> tuple[Words, ...]:
    """The name in the middle of what is free above the foot."""
    free = tile.height - tile.band - foot
    room = tile.width - (MAT_INSIDE if tile.kind == "mat" else INSIDE)
    there_is_height_for = [max(1, int(free / size)) for size in NAME_SIZES]
    most_lines = (*(min(2, lines) for lines in there_is_height_for[:-1]), there_is_height_for[-1])
    size, lines = fit(tile.name, room, Face.NAMES, NAME_SIZES, most_lines)
    step = min(size + 1.0, free / len(lines))
    first = tile.band + (free - step * (len(lines) - 1)) / 2 + size * 0.3
    return tuple(
        Words(line, 0, first + place * step, size, "name") for place, line in enumerate(lines)
    )


def _reaches(line: Words, tile: TableTile, foot: float) -> bool:
    """Whether a line would lie under the tokens in the corner."""
    left_end = min(token.x for token in tile.tokens) - TOKEN_RADIUS
    right = width(line.text, line.size, Face.NAMES) / 2
    return right > left_end and line.y + line.size * 0.25 > tile.height - foot
