"""What the back of a setup card says: how to set a kingdom up for 2 to 6 players at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from setup_rules.fetch import DECK
from setup_rules.plan import Pile, SetupPlan, SupplyPile
from setup_rules.sentences import NoteKind
from web.draw.wish_words import capital
from web.language.card_names import Name
from web.language.phrases import and_list, or_list, so_many
from web.language.translation import gettext as _
from web.printing.text import JOINED, POINT
from web.setup_sheet.setup_sheet import SetupSheet
from web.setup_sheet.start import DecidedKind, PlacedTokens
from web.setup_sheet.table.facts import TablePile
from web.setup_sheet.table.notes import table_notes
from web.setup_sheet.text_width import Face, width

PLAYERS = range(2, 7)
"""The numbers of players a card holds for."""
ROOM = 51.0
"""How wide the content of a card is, in millimetres."""
LABEL_SIZE = 9.0
"""The size in which a label is measured, in points."""
LONG = 12
"""Letters of a word that may stand alone on the last line."""
PLAIN = 10
"""Cards in a Kingdom pile about which there is nothing to say."""

TREASURES = ("Copper", "Silver", "Gold")
VICTORY = ("Estate", "Duchy", "Colony")
DEALT_OUT = ("Curse", "Ruins")
USUAL = (*TREASURES, *VICTORY, "Province", "Curse")
"""Supply piles of every game, and Colony, which is named with Platinum."""
TOLD_ELSEWHERE = {
    NoteKind.ADDED,
    NoteKind.HANDED_OUT,
    NoteKind.LOOKED_AT,
    NoteKind.MARKED,
    NoteKind.TRAIT,
}
"""Notes on piles that have places of their own on the card."""

Counts = Mapping[str, tuple[int, ...]]
"""How many of each pile there are, for each number of players."""


class CountRow(NamedTuple):
    """A line of the table: what, and how many of it for each number of players."""

    label: str
    numbers: tuple[int, ...]


class BackSection(NamedTuple):
    """A heading and the text under it."""

    heading: str
    text: str


class DeckDetail(Enum):
    """How much is said of the Black Market deck: its cards, where they are listed, or a number."""

    LISTED, POINTED_AT, COUNTED = range(3)


def text_width(text: str, size: float) -> float:
    """How wide a line is in millimetres; the size is in points."""
    return width(text.replace(JOINED, " "), size * POINT, Face.TEXT)


class BackText:
    """The setup for 2 to 6 players as one text: words from the sheet, numbers from the plans."""

    def __init__(self, sheet: SetupSheet, plans: Sequence[SetupPlan], name: Name) -> None:
        self._sheet = sheet
        self._table, self._start = sheet.table, sheet.start
        self._plans = plans
        self._name = name
        self._piles = [_piles_of(plan) for plan in plans]
        self._supply = self._over_players(self._table.supply)
        self._beside = self._over_players(self._table.beside)
        self._varying = {
            pile
            for counts in (self._supply, self._beside)
            for pile, numbers in counts.items()
            if len(set(numbers)) > 1
        }
        self._on_landscapes = [
            {
                (token, name(landscape)): number
                for landscape, lying in plan.landscape_tokens.items()
                for token, number in lying.items()
            }
            for plan in plans
        ]

    def _over_players(self, shown: Iterable[TablePile]) -> dict[str, tuple[int, ...]]:
        return {
            pile.key: tuple(
                piles[pile.key].count if pile.key in piles else 0 for piles in self._piles
            )
            for pile in shown
        }

    # The table

    def rows(self) -> tuple[CountRow, ...]:
        """What there is more of when more play."""
        kingdom = [pile.key for pile in (*self._table.ten, *self._table.extras)]
        basic = {*USUAL, *DEALT_OUT, *kingdom}
        return (
            *self._grouped(VICTORY, self._supply),
            *self._grouped(("Province",), self._supply),
            *self._grouped(kingdom, self._supply, shared=_("Kingdom Victory")),
            *self._grouped(DEALT_OUT, self._supply),
            *self._grouped([pile for pile in self._supply if pile not in basic], self._supply),
            *self._grouped(self._beside, self._beside),
            *self._token_rows(),
        )

    def note(self) -> str:
        """What else depends on the number of players."""
        treasures = {self._supply[name] for name in ("Silver", "Gold") if name in self._supply}
        if any(len(set(numbers)) > 1 for numbers in treasures):
            return _("5–6 players: 2 sets of Treasures.")
        return ""

    def _grouped(
        self, piles: Iterable[str], counts: Counts, shared: str = ""
    ) -> Iterator[CountRow]:
        """Piles of which there are equally many together; Victory piles by one word if many."""
        by_numbers: dict[tuple[int, ...], list[str]] = {}
        for pile in piles:
            if pile in self._varying and pile in counts:
                by_numbers.setdefault(counts[pile], []).append(pile)
        victory = {pile.key for pile in self._table.supply if "Victory" in pile.printed_types}
        for numbers, together in by_numbers.items():
            label = ", ".join(map(self._name, together))
            if shared and len(together) > 1 and victory.issuperset(together):
                label = label if text_width(label, LABEL_SIZE) <= ROOM / 2 else shared
            yield CountRow(label, numbers)

    def _token_rows(self) -> Iterator[CountRow]:
        """Tokens on landscapes that depend on the number of players."""
        together: dict[tuple[str, tuple[int, ...]], list[str]] = {}
        for tokens in self._start.placed:
            numbers = self._on_landscape(tokens)
            if len(set(numbers)) > 1:
                together.setdefault((tokens.what, numbers), []).append(tokens.place)
        for (what, numbers), places in together.items():
            label = _("{tokens} on {place}", tokens=what, place=", ".join(places))
            yield CountRow(label, numbers)

    def _on_landscape(self, tokens: PlacedTokens) -> tuple[int, ...]:
        """How many of them there are for each number of players; none if they are on piles."""
        if not tokens.landscape:
            return ()
        key = (tokens.token, tokens.place)
        return tuple(lying.get(key, 0) for lying in self._on_landscapes)

    # The text

    def sections(self, deck: DeckDetail, *, reminders: bool = True) -> tuple[BackSection, ...]:
        """The rest of the setup; without the lists there may be no room for."""
        listed = ", ".join(self._sheet.market_deck) if deck is DeckDetail.LISTED else ""
        trash = and_list(self._table.trash)
        texts = (
            (_("Add to the Supply"), (", ".join(self._added()), *self._tokens_placed())),
            (
                _("Beside the Supply"),
                (
                    ", ".join(self._lying_beside(deck)),
                    _("In the trash: {cards}", cards=trash) if trash else "",
                ),
            ),
            (_("Each player"), self._each_player()),
            (_("Keep at hand"), tuple(self._at_hand(reminders=reminders))),
            (_("The game ends"), (self._ends(),)),
            (_("Black Market deck"), (listed,)),
        )
        sections = (BackSection(heading, _sentences(text)) for heading, text in texts)
        return tuple(section for section in sections if section.text)

    def _counted(self, pile: TablePile) -> str:
        """`Potion 16`; without the number where the table has it."""
        if pile.key in self._varying or pile.count < 2:
            return pile.title
        return f"{pile.title}{JOINED}{pile.count}"

    def _added(self) -> Iterator[str]:
        """Supply piles beyond the usual ones, and how unusual ones lie."""
        table = self._table
        for pile in (*table.treasures, *table.victory, *table.extras, *table.ten):
            if pile.key in USUAL:
                continue
            plain = pile in table.ten and pile.count == PLAIN
            counted = pile.title if plain else self._counted(pile)
            if pile.key == "Platinum" and "Colony" in self._supply:
                colony = self._name("Colony")
                counted = _("{platinum} and {colony}", platinum=counted, colony=colony)
            what = " ".join(filter(None, (counted, pile.added)))
            notes = "; ".join(self._notes(pile))
            unusual = pile.count != PLAIN and pile.key not in self._varying
            if not pile.is_kingdom or pile.added or notes or unusual:
                yield _("{pile}: {notes}", pile=what, notes=notes) if notes else what

    def _notes(self, pile: TablePile) -> Iterator[str]:
        """How a pile lies, if that is said nowhere else and holds for any number of players."""
        if pile.key == "Ruins":
            yield _("shuffled, top card face up")
            return
        fewest, most = (
            self._own_notes(pile.key, piles) for piles in (self._piles[0], self._piles[-1])
        )
        for few, many in zip(fewest, most, strict=False):
            yield few if few == many else _for_few_and_many(few, many)

    def _own_notes(self, key: str, piles: Mapping[str, SupplyPile | Pile]) -> list[str]:
        notes = table_notes(piles[key], self._name) if key in piles else ()
        return [note.text for note in notes if note.kind not in TOLD_ELSEWHERE]

    def _tokens_placed(self) -> Iterator[str]:
        """Tokens on piles, and those on landscapes that are the same for all."""
        for tokens in self._start.placed:
            if len(set(self._on_landscape(tokens))) <= 1:
                yield tokens.sentence.short

    def _lying_beside(self, deck: DeckDetail) -> Iterator[str]:
        for pile in self._table.beside:
            if pile.is_single:
                yield _("{card} for {whom}", card=pile.name, whom=pile.whom)
                continue
            notes = "; ".join(self._notes(pile))
            if pile.key == DECK:
                notes = _("see the sheet") if deck is DeckDetail.POINTED_AT else ""
            elif pile.is_aside:
                notes = self._sheet.boons or notes
            counted = self._counted(pile)
            yield _("{pile}: {notes}", pile=counted, notes=notes) if notes else counted

    def _each_player(self) -> tuple[str, ...]:
        start = self._start
        deck = ", ".join(
            so_many(pile.number, pile.name).replace(" ", JOINED, 1)
            if pile.number > 1
            else pile.name
            for pile in start.deck
        )
        shuffle, *tokens = (sentence.short for sentence in start.first)
        mats = [mat.name for mat in start.mats if not mat.loose]
        return deck, shuffle, ", ".join((*mats, *tokens))

    def _at_hand(self, *, reminders: bool) -> Iterator[str]:
        start, on_piles = self._start, (DecidedKind.TRAIT, DecidedKind.NAMED_PILE)
        yield ", ".join(one.short for one in start.decided if one.kind in on_piles)
        yield ", ".join(one.short for one in start.reserves)
        for_all = self._reminders()
        if reminders:
            yield from for_all
        elif for_all:
            yield _("Reminders: see the sheet.")

    def _reminders(self) -> list[str]:
        """Those that hold for any number of players."""
        plan = next(plan for plan in self._plans if plan.players == self._sheet.players)
        return [
            shown.short
            for shown, reminder in zip(self._start.reminders, plan.reminders, strict=True)
            if all(reminder in each.reminders for each in self._plans)
        ]

    def _ends(self) -> str:
        piles = [end.pile for end in self._start.ends if end.pile]
        return _(
            "{piles} empty, or any 3 Supply piles empty (4 with 5 or 6 players).",
            piles=or_list(piles),
        )


def _piles_of(plan: SetupPlan) -> dict[str, SupplyPile | Pile]:
    piles: tuple[SupplyPile | Pile, ...] = (*plan.supply, *plan.beside, *plan.aside)
    return {pile.name: pile for pile in piles}


def _sentences(texts: Iterable[str]) -> str:
    """The texts that say something, each as a sentence; the last two words stay together."""
    sentences = " ".join(
        capital(text if text.endswith((".", "!", "?")) else f"{text}.") for text in texts if text
    )
    before, space, last = sentences.rpartition(" ")
    return f"{before}{JOINED}{last}" if space and len(last) < LONG else sentences


def _for_few_and_many(few: str, many: str) -> str:
    """What is done for two players and for more, and then what is the same for both."""
    parts, others = few.split(", "), many.split(", ")
    same: list[str] = []
    while len(parts) > 1 and len(others) > 1 and parts[-1] == others[-1]:
        same.insert(0, parts.pop())
        others.pop()
    both = _("{few} for 2 players, {many} for more", few=", ".join(parts), many=", ".join(others))
    return ", ".join((both, *same))
