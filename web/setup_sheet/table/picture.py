"""The table picture of the screen: where each pile, landscape and mat is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from web.http.visitor import reading
from web.language.translation import gettext as _
from web.setup_sheet.table.facts import (
    TableFacts,
    TableLandscape,
    TablePile,
    TokenMark,
    cards_in_words,
)
from web.setup_sheet.table.shapes import (
    BAND,
    BAND_BESIDE,
    Heading,
    Panel,
    Strip,
    TablePicture,
    TableTile,
    Token,
    Words,
)
from web.setup_sheet.text_width import Face, Fitted, fit, width, wrapped

MARGIN, GAP, ROW_GAP = 12.0, 9.0, 11.0
COLUMNS = 4
TILE_WIDTH = 84.75
HEIGHTS = (80.0, 72.0)
"""Of a tile, where five rows are enough and where not."""
FEW_ROWS = 5
BESIDE_HEIGHT, MAT_HEIGHT, STRIP_HEIGHT, MORE_FOR_A_LINE = 64.0, 58.0, 50.0, 13.0
HEADING, OVER_TILES = 25.0, 9.0
"""How tall a heading of the Supply is, and how far over the tiles it stands."""
PANEL_ABOVE, PANEL_HEAD, PANEL_HEADING, PANEL_FOOT, UNDER_STRIPS = 17.0, 28.0, 19.0, 15.0, 3.0
"""Free above the panel; in it: where tiles begin, where the heading stands, free at its foot."""
INDENT = 2.0
"""How far headings and remarks of the panel and below are from the margin."""
PLAYERS_HEAD, PLAYERS_HEADING = 36.0, 26.0
"""Under the panel: where the tiles of a player begin, and where their heading stands."""
DECK_NAME, DECK_COUNT = 25.0, 44.0
"""Where the two lines on the deck of a player stand."""
STRIP_FIELD, STRIP_TEXT, STRIP_TOKEN = 31.0, 10.0, 26.0
"""Of a landscape: its field, how far from it the text is, half of what a token takes."""
INSIDE, TAG_INSIDE, MAT_INSIDE = 8.0, 4.0, 14.0
"""Left free across a tile beside a name, a tag, and a name on a mat."""
NAME_SIZES, TAG_SIZES, NOTE_SIZES, LANDSCAPE_SIZE = (16, 15, 14, 13, 12), (13, 12), (14, 13, 12), 17
NOTE_SIZE = NOTE_SIZES[0]
BETWEEN_LINES = 2
REMARK_LINE, REMARK_UNDER = NOTE_SIZE + 3, 5
"""Of a remark: from line to line, and what of that is under its letters."""
TAG_FOOT = 5.0
"""How far from the foot of a tile its tag stands."""
TOKEN_RADIUS, TOKEN_PITCH, TOKEN_FROM_RIGHT, TOKEN_FROM_BOTTOM = 10.5, 22.0, 7.0, 4.0
MOST_EDGES, CARDS_TO_AN_EDGE = 4, 12
BETWEEN = " · "


def lay_out(table: TableFacts) -> TablePicture:
    """The picture of a table, upright as phones are."""
    return _Picture(table).picture()


class _Cell(NamedTuple):
    """A place in the grid of the Supply."""

    row: int
    column: int


class _Picture:
    """Lays out part after part from the top; `below` is where the next one begins."""

    def __init__(self, table: TableFacts) -> None:
        self.table = table
        self.cells = _cells(table)
        ends = (cell.row + (2 if cell.column == 0 else 1) for cell in self.cells.values())
        self.rows = max((FEW_ROWS, *ends))
        self.width = 2 * MARGIN + COLUMNS * TILE_WIDTH + (COLUMNS - 1) * GAP
        self.tile_height = HEIGHTS[self.rows > FEW_ROWS]
        self.headings: list[Heading] = []

    def picture(self) -> TablePicture:
        """All parts, one below the other."""
        supply = (*self._supply(), self._trash())
        below = max(tile.y + tile.height for tile in supply)
        panel, strips, beside, below = self._beside(below)
        players, below = self._players(below)
        return TablePicture(
            title=self.table.title,
            width=self.width,
            height=below,
            supply=supply,
            panel=panel,
            strips=strips,
            beside=beside,
            players=players,
            headings=tuple(self.headings),
        )

    # The Supply

    def _place(self, cell: _Cell) -> tuple[float, float]:
        return _left(cell.column), HEADING + cell.row * (self.tile_height + ROW_GAP)

    def _supply(self) -> Iterator[TableTile]:
        self._supply_headings()
        names = reading().names
        for pile, cell in self.cells.items():
            x, y = self._place(cell)
            yield _supply_tile(pile, self.tile_height, names)._replace(x=x, y=y)

    def _supply_headings(self) -> None:
        middle = TILE_WIDTH / 2
        places = ((_("Treasures"), 0, middle), (_("Kingdom"), 1, TILE_WIDTH + GAP / 2))
        for text, column, along in (*places, (_("Victory"), COLUMNS - 1, middle)):
            at = _left(column) + along
            self.headings.append(Heading(text, at, HEADING - OVER_TILES, "middle", "head"))

    def _trash(self) -> TableTile:
        x, y = self._place(_Cell(self.rows - 1, 0))
        tile = TableTile("trash", _("Trash"), 0, 0, TILE_WIDTH, self.tile_height)
        if not self.table.trash:
            return _written(tile, reading().names)._replace(x=x, y=y)
        title, size, room = NAME_SIZES[0], NAME_SIZES[-1], TILE_WIDTH - INSIDE
        each = [line for card in self.table.trash for line in wrapped(card, room, size, Face.NAMES)]
        running = wrapped(", ".join(self.table.trash), room, size, Face.NAMES)
        most = (tile.height - title - 4) // size
        fitting = (lines for lines in (each, running) if len(lines) <= most)
        lines = next(fitting, (self.table.trash_count,))
        top = (tile.height - title - len(lines) * size) / 2
        words = [Words(tile.name, 0, top + size, title, "name")]
        for number, line in enumerate(lines, start=1):
            at = top + title + number * size - BETWEEN_LINES
            words.append(Words(line, 0, at, size, "name"))
        return tile._replace(x=x, y=y, words=tuple(words))

    # Beside the Supply

    def _beside(
        self, below: float
    ) -> tuple[Panel | None, tuple[Strip, ...], tuple[TableTile, ...], float]:
        table = self.table
        tiles = [_tile_beside(pile) for pile in table.beside]
        tiles += [
            TableTile("mat", mat.name, 0, 0, TILE_WIDTH, BESIDE_HEIGHT, tags=mat.tags)
            for mat in table.shared_mats
        ]
        if not (tiles or table.landscapes or table.reserves):
            return None, (), (), below + ROW_GAP
        top = below + PANEL_ABOVE
        self._head_panel(top)
        y = top + PANEL_HEAD
        strips = []
        for landscape in table.landscapes:
            strips.append(self._strip(landscape, y))
            y += strips[-1].height + GAP
        placed, y = _in_rows(tiles, y)
        if table.reserves:
            y = self._remark(table.reserved, y) + REMARK_UNDER
        bottom = y - ROW_GAP + PANEL_FOOT if placed or table.reserves else y + UNDER_STRIPS
        panel = Panel(MARGIN / 2, top, self.width - MARGIN, bottom - top)
        return panel, tuple(strips), placed, bottom

    def _head_panel(self, top: float) -> None:
        y, right = top + PANEL_HEADING, self.width - MARGIN - INDENT
        head = Heading(_("Beside the Supply"), MARGIN + INDENT, y, "start", "head")
        self.headings.append(head)
        if not self.table.is_bought_beside:
            self.headings.append(Heading(_("not for sale"), right, y, "end", "note"))

    def _remark(self, text: str, y: float) -> float:
        """A sentence across the picture, and where it ends."""
        room = self.width - 2 * (MARGIN + INDENT)
        for line in wrapped(text, room, NOTE_SIZE, Face.TEXT):
            y += REMARK_LINE
            at = y - REMARK_UNDER
            self.headings.append(Heading(line, MARGIN + INDENT, at, "start", "note"))
        return y

    def _strip(self, landscape: TableLandscape, y: float) -> Strip:
        across = self.width - 2 * MARGIN
        tokens_take = 2 * STRIP_TOKEN * len(landscape.tokens)
        room = across - STRIP_FIELD - 2 * STRIP_TEXT - tokens_take
        title = fit(landscape.name, room, Face.NAMES, (LANDSCAPE_SIZE, *NAME_SIZES))
        notes = fit(BETWEEN.join(landscape.notes), room, Face.TEXT, NOTE_SIZES)
        lines = [(line, title.size, "name") for line in title.lines]
        lines += [(line, notes.size, "note") for line in notes.lines]
        height = STRIP_HEIGHT + max(0, len(lines) - 2) * (NOTE_SIZE + 1)
        words, at = [], (height - sum(size + BETWEEN_LINES for _, size, _ in lines)) / 2
        for line, size, style in lines:
            words.append(Words(line, STRIP_FIELD + STRIP_TEXT, at + size * 0.85, size, style))
            at += size + BETWEEN_LINES
        tokens = tuple(
            Token(token.shape, token.number, across - STRIP_TOKEN * (2 * place + 1), height / 2)
            for place, token in enumerate(landscape.tokens)
        )
        name, glyph = landscape.name, landscape.glyph
        return Strip(name, MARGIN, y, across, height, glyph, tuple(words), tokens)

    # Each player

    def _players(self, below: float) -> tuple[tuple[TableTile, ...], float]:
        heading = _("Each player")
        at = below + PLAYERS_HEADING
        self.headings.append(Heading(heading, MARGIN + INDENT, at, "start", "head"))
        mats = [
            TableTile(
                *("mat", mat.name, 0, 0, TILE_WIDTH, MAT_HEIGHT),
                tokens=_corner_tokens(mat.tokens, MAT_HEIGHT),
            )
            for mat in self.table.players.mats
        ]
        placed, y = _in_rows([self._deck(), *mats], below + PLAYERS_HEAD)
        for remark in self._player_remarks():
            y = self._remark(remark, y)
        return placed, y + BETWEEN_LINES

    def _deck(self) -> TableTile:
        count = self.table.players.deck_count
        title = _("Deck")
        words = (
            Words(title, 0, DECK_NAME, NAME_SIZES[1], "name"),
            Words(cards_in_words(count), 0, DECK_COUNT, NOTE_SIZE, "note"),
        )
        return TableTile(
            "deck", title, 0, 0, TILE_WIDTH, MAT_HEIGHT, count=count, edges=1, words=words
        )

    def _player_remarks(self) -> Iterator[str]:
        """What the tiles do not show: an unusual deck, and tokens that lie on no mat."""
        if not self.table.players.usual_deck:
            yield _("Deck: {cards}", cards=self.table.players.deck)
        loose = [token for token in self.table.players.tokens if token.is_loose]
        single = ", ".join(token.name for token in loose if token.number == 1)
        if single:
            yield _("Tokens: {tokens}", tokens=single)
        if several := ", ".join(token.amount for token in loose if token.number > 1):
            yield several


def _left(column: int) -> float:
    return MARGIN + column * (TILE_WIDTH + GAP)


def _cells(table: TableFacts) -> dict[TablePile, _Cell]:
    """The place of each Supply pile in the grid; the ten two by two, further ones under them."""
    cells = {pile: _Cell(row, 0) for row, pile in enumerate(table.treasures)}
    half = max(FEW_ROWS, ceil(len(table.ten) / 2))
    for start, piles in ((0, table.ten), (half, table.extras)):
        for place, pile in enumerate(piles):
            cells[pile] = _Cell(start + place // 2, 1 + place % 2)
    cells |= {pile: _Cell(row, COLUMNS - 1) for row, pile in enumerate(table.victory)}
    return cells


def _in_rows(tiles: Sequence[TableTile], y: float) -> tuple[tuple[TableTile, ...], float]:
    """The tiles row by row, all as high as the highest, and where they end with a gap."""
    if not tiles:
        return (), y
    height, names = max(tile.height for tile in tiles), reading().names
    placed = []
    for number, tile in enumerate(tiles):
        row, column = divmod(number, COLUMNS)
        here = y + row * (height + ROW_GAP)
        written = _written(tile._replace(height=height), names)
        placed.append(written._replace(x=_left(column), y=here))
    return tuple(placed), y + ceil(len(tiles) / COLUMNS) * (height + ROW_GAP)


@lru_cache(maxsize=2_000)
def _supply_tile(pile: TablePile, height: float, names: str) -> TableTile:
    """A pile with its words, wherever it lies."""
    tile = _pile_tile(pile, height, BAND)
    return _written(tile._replace(cost=pile.cost, is_marked=pile.is_marked), names)


def _pile_tile(pile: TablePile, height: float, band: float) -> TableTile:
    return TableTile(
        *("pile", pile.name, 0, 0, TILE_WIDTH, height, band, pile.bands, pile.glyphs),
        count=pile.count,
        edges=_edges(pile.count),
        tags=pile.tags,
        tokens=_corner_tokens(pile.tokens, height),
    )


def _tile_beside(pile: TablePile) -> TableTile:
    two_lines = len(_fit_tag(pile.tags, TILE_WIDTH - TAG_INSIDE).lines) > 1
    return _pile_tile(pile, BESIDE_HEIGHT + MORE_FOR_A_LINE * two_lines, BAND_BESIDE)


def _edges(count: int) -> int:
    """The cards seen under the top one: more for a thicker pile."""
    return min(1 + count // CARDS_TO_AN_EDGE, MOST_EDGES)


def _corner_tokens(tokens: Sequence[TokenMark], height: float) -> tuple[Token, ...]:
    """From the lower right corner to the left."""
    right = TILE_WIDTH / 2 - TOKEN_FROM_RIGHT
    return tuple(
        Token(token.shape, token.number, right - place * TOKEN_PITCH, height - TOKEN_FROM_BOTTOM)
        for place, token in enumerate(tokens)
    )


def _fit_tag(tags: tuple[str, ...], room: float) -> Fitted:
    if not tags:
        return Fitted(TAG_SIZES[0], ())
    size, lines = fit(BETWEEN.join(tags), room, Face.BOLD, TAG_SIZES)
    return Fitted(size, tuple(line.strip(BETWEEN) for line in lines))


@lru_cache(maxsize=2_000)
def _written(tile: TableTile, _names: str) -> TableTile:
    """The tile, wherever it lies, with its name in the middle and its tags at the foot.

    Names are hyphenated by their language.
    """
    if tile.words:
        return tile
    beside_tokens = 0.0
    if tile.tokens:
        left_end = min(token.x for token in tile.tokens) - TOKEN_RADIUS
        beside_tokens = tile.width / 2 - left_end
    tag = _fit_tag(tile.tags, tile.width - TAG_INSIDE - beside_tokens)
    foot = len(tag.lines) * tag.size + (1 if tag.lines else 0)
    words = [
        Words(line, -beside_tokens / 2, tile.height - TAG_FOOT - place * tag.size, tag.size, "tag")
        for place, line in enumerate(reversed(tag.lines))
    ]
    title = _name_words(tile, foot)
    over_tokens = TOKEN_RADIUS + TOKEN_FROM_BOTTOM
    if tile.tokens and foot < over_tokens and _reaches(title[-1], tile, over_tokens):
        title = _name_words(tile, over_tokens)
    return tile._replace(words=(*title, *words))


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
