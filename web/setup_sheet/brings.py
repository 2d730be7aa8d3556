"""What a kingdom brings beside its piles: draws, further piles, decks, cards set aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from setup_rules.cards import BASIC_CARDS
from setup_rules.fetch import DECK
from setup_rules.kingdom import Game
from setup_rules.plan import SetupPlan
from setup_rules.rules import SLOTS
from web.language.card_names import Name
from web.language.phrases import and_list, for_cards, in_order, so_many
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.setup_sheet.draws import DrawResult
from web.setup_sheet.glyphs import GLYPH_OF

PLAIN_SUPPLY = (*BASIC_CARDS, "Platinum", "Colony")
"""Supply piles that the draws tell of, or that go without saying."""
PLAIN_DECK = ("Copper", "Estate", "Hovel", "Necropolis", "Overgrown Estate")
"""Starting cards that the draws tell of, or that go without saying."""


class BringKind(Enum):
    """What something is that a kingdom brings."""

    DRAW, PILE, DECK, BOONS, ASIDE, TRAIT, NAMED_PILE, BESIDE, HEIRLOOM = range(9)


class Bring(NamedTuple):
    """Something the kingdom brings."""

    kind: BringKind
    glyph: str
    what: str
    reason: str = ""
    swap: str = ""
    """What the swap button sends, or empty."""
    swap_label: str = ""
    names: tuple[str, ...] = ()
    """What it is made of: piles beside the Supply, Boons, the Black Market deck."""

    @property
    def why(self) -> str:
        """What is said beside it: the cards that ask for it, or what it is made of."""
        if self.kind is BringKind.BESIDE:
            return f"{', '.join(self.names)}."
        return and_list(self.names) if self.kind is BringKind.BOONS else self.reason

    @property
    def cards(self) -> tuple[str, ...]:
        """A list to open: the Black Market deck."""
        return self.names if self.kind is BringKind.DECK else ()


def brings(
    game: Game, plan: SetupPlan, draws: Iterable[DrawResult], name: Name
) -> tuple[Bring, ...]:
    """What the kingdom brings, the two draws first."""
    return tuple(_Brings(game, plan, draws, name))


class _Brings:
    """Goes through a plan for what its kingdom brings."""

    def __init__(
        self, game: Game, plan: SetupPlan, draws: Iterable[DrawResult], name: Name
    ) -> None:
        self._game = game
        self._plan = plan
        self._results = draws
        self._name = name

    def __iter__(self) -> Iterator[Bring]:
        yield from self._draws()
        yield from self._supply()
        yield from self._decks()
        yield from self._aside()
        yield from self._traits()
        yield from self._beside()
        yield from self._heirlooms()

    def _why(self, thing: str) -> str:
        because = self._plan.because.get(thing, ())
        return for_cards([self._name(card) for card in because if card != thing])

    def _draws(self) -> Iterator[Bring]:
        for draw in self._results:
            if draw.in_question:
                swap = f"draws-{draw.key}" if draw.can_change else ""
                label = _("Decide again")
                yield Bring(BringKind.DRAW, draw.glyph, draw.what, draw.why, swap, label)

    def _supply(self) -> Iterator[Bring]:
        for pile in self._plan.supply:
            if pile.card is not None or pile.name in PLAIN_SUPPLY:
                continue
            why = self._why(pile.name)
            if pile.name == "Potion":
                yield Bring(BringKind.PILE, "potion", _("Potion pile"), why)
            else:
                what = so_many(pile.count, self._name(pile.name))
                glyph = GLYPH_OF.get(pile.types[0]) if pile.types else ""
                if pile.name == "Ruins":
                    glyph = "ruins"
                yield Bring(BringKind.PILE, glyph or "table", what, why)

    def _decks(self) -> Iterator[Bring]:
        kingdom = self._game.kingdom
        for pile in self._plan.beside:
            if pile.name == DECK and kingdom.deck:
                cards = in_order(self._name(card.name) for card in kingdom.deck)
                what = ngettext(
                    "Black Market deck ({number} card)",
                    "Black Market deck ({number} cards)",
                    pile.count,
                )
                label = _("Draw another deck")
                yield Bring(BringKind.DECK, "event", what, "", "deck", label, cards)
        if kingdom.boons:
            boons = tuple(self._name(boon.name) for boon in kingdom.boons)
            label = _("Draw different Boons")
            what = _("Boons for Druid")
            yield Bring(BringKind.BOONS, "fate", what, "", "boons", label, boons)

    def _aside(self) -> Iterator[Bring]:
        for pile in self._plan.aside:
            if not pile.card and pile.name != "Druid Boons":
                yield Bring(BringKind.ASIDE, "box", self._name(pile.name), self._why(pile.name))

    def _traits(self) -> Iterator[Bring]:
        by_name = {landscape.name: landscape.id for landscape in self._plan.landscapes}
        label = _("Draw another pile")
        for pile, trait in self._plan.traits.items():
            what = _("{trait} on {pile}", trait=self._name(trait), pile=self._name(pile))
            swap = f"trait-{by_name.get(trait, '')}"
            yield Bring(BringKind.TRAIT, "trait", what, "", swap, label)
        for slot in SLOTS:
            if named := self._plan.named_piles.get(slot.asked_by):
                what = _(slot.row, pile=self._name(named))
                yield Bring(BringKind.NAMED_PILE, slot.glyph, what, "", slot.key, label)

    def _beside(self) -> Iterator[Bring]:
        names = tuple(
            self._name(pile.name)
            for pile in self._plan.beside
            if pile.count and pile.name != DECK and not pile.slot
        )
        if names:
            yield Bring(BringKind.BESIDE, "table", _("Beside the Supply"), names=names)

    def _heirlooms(self) -> Iterator[Bring]:
        for name in self._plan.starting_deck:
            if name not in PLAIN_DECK:
                what = _("{card} in each starting deck", card=self._name(name))
                yield Bring(BringKind.HEIRLOOM, "treasure", what, self._why(name))
