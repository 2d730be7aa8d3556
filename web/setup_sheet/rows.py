"""The kingdom as the first step shows it: the roll, what it brings, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from setup_rules.cards import BASIC_CARDS, Card, Landscape
from setup_rules.collection import Collection
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS, Game
from setup_rules.plan import Pile, SetupPlan, SupplyPile
from setup_rules.plan_request import PlanRequest
from setup_rules.rulebook import SlotDraw
from setup_rules.rules import EXTRAS, SLOTS
from web.language.card_names import Name
from web.language.phrases import and_list, in_order, so_many
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.links.kingdom_link import link_for, piles_part, query_for
from web.setup_sheet.glyphs import GLYPH_OF
from web.setup_sheet.sheet import (
    COLOURED,
    CostMark,
    DrawWay,
    ProblemRow,
    colours,
    cost_mark,
    kingdom_name,
    problem_row,
    quiet_notes,
    ways_to_decide,
)
from web.setup_sheet.spines import Spine, box_of, spine

PLAIN_SUPPLY = (*BASIC_CARDS, "Platinum", "Colony")
"""Supply piles that are told of elsewhere, or go without saying."""
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
    kept: bool
    says: str
    glyph: str
    """The glyph in the field of a landscape that costs nothing, or empty."""


class Bring(NamedTuple):
    """Something the kingdom brings: a draw that was made, a pile, a deck, things beside."""

    glyph: str
    what: str
    why: str
    swap: str
    """What the swap button sends, or empty."""
    swap_label: str
    cards: tuple[str, ...] = ()
    """A list to open, such as the Black Market deck."""


class DrawWays(NamedTuple):
    """The published ways to decide a draw, and what each says here."""

    name: str
    ways: tuple[DrawWay, ...]


class PlayersLink(NamedTuple):
    """The same kingdom for another number of players."""

    players: int
    url: str
    current: bool


class KingdomPage(NamedTuple):
    """The first step, and what the other steps hang on."""

    name: str
    link: str
    """The kingdom's own link, without what is only on this phone."""
    own_url: str
    players: int
    players_links: tuple[PlayersLink, ...]
    boxes: int
    roll: tuple[CardRow, ...]
    extras: tuple[CardRow, ...]
    landscapes: tuple[CardRow, ...]
    brings: tuple[Bring, ...]
    draws: tuple[DrawWays, ...]
    problems: tuple[ProblemRow, ...]
    notes: tuple[str, ...]
    """What is said in one line each, in small."""
    status: str
    kept: int

    @property
    def has_deck(self) -> bool:
        """Whether there is a Black Market deck, which a phone can hold."""
        return any(bring.swap == "deck" and bring.cards for bring in self.brings)


class NameStyle(NamedTuple):
    """How names are shown."""

    name: Name
    beside: bool

    def english(self, name: str) -> str:
        """The English name, where it is to stand beside another one."""
        return name if self.beside and self.name(name) != name else ""


def kingdom_page(
    asked: PlanRequest, game: Game, plan: SetupPlan, kept: tuple[str, ...], reader: NameStyle
) -> KingdomPage:
    """The first step of a kingdom."""
    rows = _Rows(game, plan, kept, reader)
    link = link_for(*asked)
    roll = tuple(rows.pile(card) for card in sorted(game.ten, key=lambda card: card.roll_order))
    extras = tuple(rows.extras())
    landscapes = tuple(rows.landscapes())
    return KingdomPage(
        name=kingdom_name(game, reader.name),
        link=link,
        own_url=f"/own?kingdom={piles_part(asked.kingdom)}&{query_for(*asked)}",
        players=asked.players,
        players_links=tuple(
            PlayersLink(
                n, link_for(asked.kingdom, n, asked.boxes, asked.basic_sets), n == asked.players
            )
            for n in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
        ),
        boxes=len(set(asked.boxes)),
        roll=roll,
        extras=extras,
        landscapes=landscapes,
        brings=tuple(_Brings(game, plan, reader)),
        draws=tuple(_ways(game, plan)),
        problems=tuple(problem_row(one, reader.name) for one in plan.problems if not one.quiet),
        notes=quiet_notes(plan.problems, reader.name),
        status=plan.status,
        kept=sum(row.kept for row in (*roll, *extras, *landscapes)),
    )


def _ways(game: Game, plan: SetupPlan) -> Iterator[DrawWays]:
    names = {"platinum_colony": _("Platinum & Colony"), "shelters": _("Shelters")}
    for draw, name in names.items():
        if getattr(plan.odds, draw):
            yield DrawWays(name, tuple(ways_to_decide(draw, game)))


def type_words(types: tuple[str, ...]) -> tuple[TypeWord, ...]:
    """The types a row names: Action only where it says something."""
    telling = [t for t in types if t != "Action" and GLYPH_OF.get(t)] or [types[0]]
    telling.sort(key=lambda t: COLOURED.index(t) if t in COLOURED else len(COLOURED))
    return tuple(
        TypeWord(GLYPH_OF.get(t) or "action", _(t), t.lower()) for t in telling[:SHOWN_TYPES]
    )


def pile_counts(plan: SetupPlan) -> str:
    """How many piles there are, and tokens that lie on several of them, in a sentence."""
    beside = sum(bool(pile.count) for pile in plan.beside)
    supply = len(plan.supply)
    if beside:
        first = ngettext(
            "{number} pile in the Supply, {beside} beside it.",
            "{number} piles in the Supply, {beside} beside it.",
            supply,
            beside=beside,
        )
    else:
        first = ngettext("{number} pile in the Supply.", "{number} piles in the Supply.", supply)
    said = [first]
    if plan.pile_tokens:
        said.append(_("Tokens lie on some piles."))
    return " ".join(said)


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
        kept=False,
        says="",
        glyph="",
    )
    if isinstance(thing, Card):
        return row._replace(colours=colours(thing.types), types=type_words(thing.types))
    kind = thing.kind.capitalize()
    word = TypeWord(GLYPH_OF[kind], _(kind), "landscape")
    return row._replace(types=(word,), glyph=word.glyph)


class _Rows:
    """Makes the rows of the roll."""

    def __init__(
        self, game: Game, plan: SetupPlan, kept: tuple[str, ...], reader: NameStyle
    ) -> None:
        self._game = game
        self._plan = plan
        self._kept = kept
        self._reader = reader
        piles: tuple[SupplyPile | Pile, ...] = (*plan.supply, *plan.beside)
        self._counts = {pile.name: pile.count for pile in piles}

    def pile(self, card: Card, role: str = "") -> CardRow:
        row = choice_row(card, self._game.collection, self._reader)
        return row._replace(role=role, kept=card.id in self._kept, says=self._says(card))

    def extras(self) -> Iterator[CardRow]:
        """More piles and cards that the ten ask for, such as a Bane."""
        asking = {due.key: who for due, who in self._game.due.items() if isinstance(due, SlotDraw)}
        for slot in EXTRAS:
            card = self._game.slots.get(slot.key)
            if isinstance(card, Card):
                who = and_list(self._reader.name(name) for name in asking.get(slot.key, ()))
                yield self.pile(card, _(slot.row, who=who))

    def landscapes(self) -> Iterator[CardRow]:
        for landscape in self._plan.landscapes:
            row = choice_row(landscape, self._game.collection, self._reader)
            kept = landscape.id in self._kept
            yield row._replace(kept=kept, says=self._says(landscape))

    def _says(self, thing: Card | Landscape) -> str:
        """How many cards it has, and what it brings to the table."""
        said = []
        count = self._counts.get(thing.name)
        if count:
            said.append(ngettext("{number} card.", "{number} cards.", count))
        brought = [
            self._amount(what)
            for what, cards in self._plan.because.items()
            if thing.name in cards and what != thing.name
        ]
        if brought:
            said.append(_("Brings {things} to the table.", things=and_list(brought)))
        elif isinstance(thing, Card):
            said.append(_("Brings nothing else to the table."))
        return " ".join(said)

    def _amount(self, what: str) -> str:
        count = self._counts.get(what, 0)
        name = self._reader.name(what)
        return so_many(count, name) if count > 1 else name


class _Brings:
    """Tells what the kingdom brings, the two draws first."""

    def __init__(self, game: Game, plan: SetupPlan, reader: NameStyle) -> None:
        self._game = game
        self._plan = plan
        self._name = reader.name

    def __iter__(self) -> Iterator[Bring]:
        yield from self._draws()
        yield from self._supply()
        yield from self._decks()
        yield from self._aside()
        yield from self._traits()
        yield from self._beside()
        yield from self._heirlooms()

    def _why(self, thing: str) -> str:
        cards = [self._name(card) for card in self._plan.because.get(thing, ()) if card != thing]
        return _("for {cards}.", cards=and_list(cards)) if cards else ""

    def _draws(self) -> Iterator[Bring]:
        names = {
            "platinum_colony": (
                "treasure",
                _("Platinum & Colony: yes"),
                _("Platinum & Colony: no"),
            ),
            "shelters": ("shelter", _("Shelters: yes"), _("Shelters: no")),
        }
        for draw, (glyph, yes, no) in names.items():
            used: bool = getattr(self._game, draw)
            chosen: bool | None = getattr(self._game.kingdom, draw)
            odds = getattr(self._plan.odds, draw)
            if not (used or odds or chosen is not None):
                continue
            card = self._game.kingdom.drawn.get(f"{draw}_card")
            why = _("{card} decided", card=self._name(card.name)) if card else ""
            if chosen is None and not used:
                why = _("not decided: planned without")
            swap = "draws" if 0 < odds < 1 else ""
            yield Bring(glyph, yes if used else no, why, swap, _("Decide anew"))

    def _supply(self) -> Iterator[Bring]:
        for pile in self._plan.supply:
            if pile.card is not None or pile.name in PLAIN_SUPPLY:
                continue
            if pile.name == "Potion":
                cards = and_list(self._name(card) for card in self._plan.because.get("Potion", ()))
                why = _("for {cards}.", cards=cards)
                yield Bring("potion", _("Potion pile"), why, "", "")
            else:
                what = so_many(pile.count, self._name(pile.name))
                glyph = GLYPH_OF.get(pile.types[0]) if pile.types else ""
                if pile.name == "Ruins":
                    glyph = "ruins"
                yield Bring(glyph or "table", what, self._why(pile.name), "", "")

    def _decks(self) -> Iterator[Bring]:
        kingdom = self._game.kingdom
        for pile in self._plan.beside:
            if pile.name == "Black Market deck" and kingdom.deck:
                cards = in_order(self._name(card.name) for card in kingdom.deck)
                what = _("Black Market deck of {number}", number=pile.count)
                yield Bring("event", what, "", "deck", _("Draw another deck"), cards)
        if kingdom.boons:
            what = _("Boons for Druid")
            boons = and_list(self._name(boon.name) for boon in kingdom.boons)
            yield Bring("fate", what, boons, "boons", _("Draw other Boons"))

    def _aside(self) -> Iterator[Bring]:
        for pile in self._plan.aside:
            if not pile.card and pile.name != "Druid Boons":
                yield Bring("box", self._name(pile.name), self._why(pile.name), "", "")

    def _traits(self) -> Iterator[Bring]:
        by_name = {ls.name: ls.id for ls in self._plan.landscapes}
        for pile, trait in self._plan.traits.items():
            what = _("{trait} on {pile}", trait=self._name(trait), pile=self._name(pile))
            yield Bring(
                "trait", what, "", f"trait-{by_name.get(trait, '')}", _("Draw another pile")
            )
        for slot in SLOTS:
            if named := self._plan.named_piles.get(slot.asked_by):
                what = _(slot.row, pile=self._name(named))
                yield Bring(slot.glyph, what, "", slot.key, _("Draw another pile"))

    def _beside(self) -> Iterator[Bring]:
        told = ("Black Market deck",)
        names = [
            self._name(pile.name)
            for pile in self._plan.beside
            if pile.count and pile.name not in told and not pile.slot
        ]
        if names:
            yield Bring("table", _("Beside the Supply"), f"{', '.join(names)}.", "", "")

    def _heirlooms(self) -> Iterator[Bring]:
        usual = ("Copper", "Estate", "Hovel", "Necropolis", "Overgrown Estate")
        for name in self._plan.starting_deck:
            if name not in usual:
                what = _("{card} in each starting deck", card=self._name(name))
                yield Bring("treasure", what, self._why(name), "", "")
