"""The shapes of the table picture: tiles, strips, headings and words, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from web.setup_sheet.sheet import CostMark

BAND, BAND_BESIDE = 22.0, 20.0
"""How tall the coloured band of a pile is, in the Supply and beside it."""


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


class TableTile(NamedTuple):
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
    count: int | None = None  # type: ignore[assignment]
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
    def unplaced(self) -> TableTile:
        """What is on it, wherever it lies."""
        return self._replace(x=0, y=0)

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
    parted: bool
    """Whether the band of one of them has two colours."""


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


@dataclass(frozen=True, slots=True)
class TablePicture:
    """All there is to draw, in units of which a phone is 390 wide."""

    title: str
    width: float
    height: float
    supply: tuple[TableTile, ...]
    panel: Panel | None
    strips: tuple[Strip, ...]
    beside: tuple[TableTile, ...]
    players: tuple[TableTile, ...]
    headings: tuple[Heading, ...]

    @property
    def tiles(self) -> tuple[TableTile, ...]:
        """Everything but the landscapes."""
        return (*self.supply, *self.beside, *self.players)

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms of piles used, each once."""
        piles: dict[tuple[bool, float, float], list[TableTile]] = {}
        for tile in self.tiles:
            if tile.kind == "pile":
                piles.setdefault((tile.is_low, tile.height, tile.band), []).append(tile)
        return tuple(
            Form(*form, max(tile.edges for tile in tiles), any(tile.bands[1:] for tile in tiles))
            for form, tiles in piles.items()
        )

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
