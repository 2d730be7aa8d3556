"""The piles of a shelf, box by box: what a checklist lists, and what gets a card or a divider."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from setup_rules.cards import LANDSCAPE_KINDS, Box, Card, Landscape, OtherCard
from setup_rules.catalog import Catalog
from setup_rules.collection import gather
from setup_rules.names import fold
from web.language.card_names import Name
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.setup_sheet.glyphs import GLYPH_OF
from web.setup_sheet.sheet import CostMark, TypeWord, bands_of, cost_mark, type_words
from web.setup_sheet.spines import Spine, edition_in_words, spine

BASIC = "basic"


class ShelfPile(NamedTuple):
    """Cards that lie together in a box, or a landscape."""

    name: str
    cost: CostMark | None
    bands: tuple[str, ...]
    """The types that its field is hatched for."""
    types: tuple[TypeWord, ...]
    """Those with glyphs."""
    in_words: str
    """All its types."""
    cards: int
    contains: tuple[str, ...]
    """Its different cards by name, if it has several."""
    is_landscape: bool = False


class ShelfBox(NamedTuple):
    """A box with its piles, each kind by the alphabet."""

    spine: Spine
    edition: str
    copies: int
    basic: tuple[ShelfPile, ...]
    kingdom: tuple[ShelfPile, ...]
    beside: tuple[ShelfPile, ...]
    """Cards that no Kingdom pile holds: Ruins, Prizes, Horses, Boons."""
    landscapes: tuple[ShelfPile, ...]

    @property
    def name(self) -> str:
        """Its name with the edition, where there are several."""
        return f"{self.spine.name}, {self.edition}" if self.edition else self.spine.name

    @property
    def piles(self) -> tuple[ShelfPile, ...]:
        """All of them."""
        return (*self.basic, *self.kingdom, *self.beside, *self.landscapes)


def shelf_boxes(boxes: Sequence[str], catalog: Catalog, name: Name) -> tuple[ShelfBox, ...]:
    """The boxes of a shelf with everything that lies in them."""
    shelf = gather(catalog, tuple(boxes))
    return tuple(_box(box, shelf.copies[box.id], name) for box in shelf.boxes)


def each_once(boxes: Iterable[ShelfBox]) -> tuple[ShelfBox, ...]:
    """The boxes without what an earlier one has, too; of some, nothing is left."""
    seen: set[str] = set()

    def new(piles: Iterable[ShelfPile]) -> tuple[ShelfPile, ...]:
        fresh = tuple(pile for pile in piles if pile.name not in seen)
        seen.update(pile.name for pile in fresh)
        return fresh

    kept = [
        box._replace(
            basic=new(box.basic),
            kingdom=new(box.kingdom),
            beside=new(box.beside),
            landscapes=new(box.landscapes),
        )
        for box in boxes
    ]
    return tuple(box for box in kept if box.piles)


def landscape_kinds(landscapes: Sequence[ShelfPile]) -> Iterator[ShelfPile]:
    """Landscapes of a kind as one pile, as they are kept together."""
    numbers = Counter(pile.types[0] for pile in landscapes)
    for word, number in numbers.items():
        names = tuple(pile.name for pile in landscapes if pile.types[0] == word)
        kind = next(kind for kind in LANDSCAPE_KINDS if GLYPH_OF[kind.capitalize()] == word.glyph)
        yield ShelfPile(
            name=ngettext(*LANDSCAPE_KINDS[kind].counted, number),
            cost=None,
            bands=("landscape",),
            types=(word,),
            in_words=word.word,
            cards=number,
            contains=names,
            is_landscape=True,
        )


def _box(box: Box, copies: int, name: Name) -> ShelfBox:
    look = spine(box)
    basic = [_other(card, name) for card in box.others if card.kind == BASIC]
    return ShelfBox(
        spine=look,
        edition=edition_in_words(look),
        copies=copies,
        basic=tuple(basic),
        kingdom=_sorted(_kingdom_pile(card, box, name) for card in box.piles),
        beside=_sorted(_beside(box, name)),
        landscapes=_sorted(_landscape(each, name) for each in box.landscapes),
    )


def _sorted(piles: Iterable[ShelfPile]) -> tuple[ShelfPile, ...]:
    return tuple(
        sorted(
            piles, key=lambda pile: (pile.types[:1] if pile.is_landscape else (), fold(pile.name))
        )
    )


def _kingdom_pile(card: Card, box: Box, name: Name) -> ShelfPile:
    return ShelfPile(
        name=name(card.name),
        cost=cost_mark(card.cost),
        bands=bands_of(card.types),
        types=type_words(card.types),
        in_words=_in_words(card.types),
        cards=box.stock.get(card.name, 0),
        contains=tuple(name(each.name) for each in card.contains),
    )


def _in_words(types: Iterable[str]) -> str:
    return " · ".join(map(_, types))


def _other(card: OtherCard, name: Name) -> ShelfPile:
    types = card.types or (card.kind.capitalize(),)
    return ShelfPile(
        name=name(card.name),
        cost=cost_mark(card.cost) if card.cost else None,
        bands=bands_of(types),
        types=type_words(types),
        in_words=_in_words(types),
        cards=card.copies,
        contains=(),
    )


def _beside(box: Box, name: Name) -> Iterator[ShelfPile]:
    """The cards of no Kingdom pile; those of a group as one pile."""
    groups: dict[str, list[OtherCard]] = {}
    for card in box.others:
        if card.kind != BASIC and not card.pile:
            groups.setdefault(card.group or card.name, []).append(card)
    for group, cards in groups.items():
        first = _other(cards[0], name)
        if len(cards) == 1:
            yield first
            continue
        costs = {card.cost for card in cards}
        yield first._replace(
            name=_(group),
            cost=first.cost if len(costs) == 1 else None,
            cards=sum(card.copies for card in cards),
            contains=tuple(name(card.name) for card in cards),
        )


def _landscape(landscape: Landscape, name: Name) -> ShelfPile:
    kind = landscape.kind.capitalize()
    return ShelfPile(
        name=name(landscape.name),
        cost=cost_mark(landscape.cost) if landscape.cost else None,
        bands=("landscape",),
        types=(TypeWord(GLYPH_OF[kind], _(kind), "landscape"),),
        in_words=_(kind),
        cards=1,
        contains=(),
        is_landscape=True,
    )
