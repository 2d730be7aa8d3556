"""The back of a setup card: how to set the kingdom up for any number of players, made to fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from setup_rules.kingdom import Game
from setup_rules.plan import Pile, SetupPlan, SupplyPile
from setup_rules.rules import EXTRAS, SLOTS
from setup_rules.sentences import NoteKind, Sentence, kind_of, parts_of
from web.language.card_names import Name
from web.language.phrases import and_list, in_order, so_many
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.printing.text import POINT, SPARE
from web.setup_sheet.text_width import Face, width, wrapped

PLAYERS = range(2, 7)
"""The numbers of players a card holds for."""
ROOM = 51.0
"""How wide the content of a card is, in millimetres."""
SIZES, DENSE_SIZES = (9.0, 8.7, 8.4, 8.1, 7.8), (7.8, 7.5, 7.2, 7.0)
"""Of the text, in points; the first one in which everything fits is taken.

If none does, headings go into the lines of their text.
"""
LINE, HEADING, ABOVE_HEADING, UNDER_HEAD = 1.215, 1.624, 0.2, 0.215
"""Heights in sizes of the text: a line, a heading, what is free above it and under the players."""
DENSE_LINE, ABOVE_PART = 1.16, 0.22
"""The same where headings are within the text: a line, and what is free above each part."""
TOP, BOTTOM = 11.5, 83.6
"""Where the text may begin and must end, in millimetres from the upper cut."""
COLUMN, HEAD = 5.1, -1
"""From one number of a row to the next; HEAD stands for the numbers of players above them."""
LABEL_SIZES = (1.0, 0.95, 0.9, 0.87)
"""Of a label beside numbers, in sizes of the text."""
FEW = 4
"""So many piles are named one by one; of more it is said what they have in common."""
LONG = 12
"""Letters of a word that may stand alone on the last line."""
PLAIN = 10
"""Cards in a Kingdom pile about which there is nothing to say."""
JOINED = "\N{NO-BREAK SPACE}"

TREASURES = ("Copper", "Silver", "Gold")
VICTORY = ("Estate", "Duchy", "Colony")
DEALT_OUT = ("Curse", "Ruins")


TOLD_ELSEWHERE = {
    NoteKind.ADDED,
    NoteKind.HANDED_OUT,
    NoteKind.LOOKED_AT,
    NoteKind.MARKED,
    NoteKind.TRAIT,
}
"""Notes on piles that have places of their own on the card."""


class CountRow(NamedTuple):
    """A line of the table: what, and how many of it for each number of players."""

    label: str
    numbers: tuple[int, ...]


class BackSection(NamedTuple):
    """A heading and the text under it."""

    heading: str
    text: str


class Label(NamedTuple):
    """The lines of a label, and its size in sizes of the text."""

    lines: tuple[str, ...]
    size: float


class FittedRow(NamedTuple):
    """A line of the table as it is printed."""

    label: Label
    numbers: tuple[int, ...]

    @property
    def digits(self) -> int:
        """How many digits each number has, the first one aside; 0 if some have more than others."""
        digits = {len(str(number)) for number in self.numbers[1:]}
        return digits.pop() if len(digits) == 1 else 0


class Lines(NamedTuple):
    """Rows of the table that are alike."""

    labels: str
    rule: str
    """The size of the labels, where that is another one than the text has."""
    numbers: str
    digits: int

    @property
    def columns(self) -> tuple[str, ...]:
        """The numbers column by column."""
        rows = [line.split(" ") for line in self.numbers.split("\n")]
        places = range(max(map(len, rows)))
        return tuple(
            "\n".join(row[place] if len(row) > place else "" for row in rows) for place in places
        )


class FittedPart(NamedTuple):
    """A heading and the lines under it."""

    heading: str
    lines: tuple[str, ...]


class Back(NamedTuple):
    """A back that fits: `size` is that of its text, in points."""

    size: float
    is_dense: bool
    """Whether headings stand in the lines of their text."""
    rows: tuple[FittedRow, ...]
    note: tuple[str, ...]
    """What is said under the table."""
    parts: tuple[FittedPart, ...]

    @property
    def height(self) -> float:
        """How tall the text is, in millimetres."""
        lines = sum(len(row.label.lines) for row in self.rows) + 1 + len(self.note)
        lines += sum(len(part.lines) for part in self.parts)
        if self.is_dense:
            sizes = lines * DENSE_LINE + len(self.parts) * ABOVE_PART + UNDER_HEAD
        else:
            headings = len(self.parts) + 1
            above = len(self.parts) * ABOVE_HEADING
            sizes = lines * LINE + headings * HEADING + above + UNDER_HEAD
        return sizes * self.size * POINT

    @property
    def fits(self) -> bool:
        """Whether there is room for it on a card."""
        return self.height <= BOTTOM - TOP

    @property
    def table(self) -> Iterator[Lines]:
        """The rows of the table; those that are alike together, because that is printed faster."""
        line = DENSE_LINE if self.is_dense else LINE
        for (size, digits), some in groupby(
            self.rows, key=lambda row: (row.label.size, row.digits)
        ):
            rows = tuple(some)
            rule = f"font-size:{size}em;line-height:{line / size:.4f}em" if size != 1 else ""
            yield Lines(
                labels="\n".join(line for row in rows for line in row.label.lines),
                rule=rule,
                numbers="\n".join(
                    " ".join(map(str, row.numbers)) + "\n" * (len(row.label.lines) - 1)
                    for row in rows
                ),
                digits=digits,
            )

    def apart_rule(self, digits: int) -> str:
        """How far apart numbers of one digit or two are, so that they stand under each other."""
        face = Face.BOLD if digits == HEAD else Face.TEXT
        across = width("0" * max(digits, 1) + " ", self.size * POINT, face)
        return f"word-spacing:{COLUMN - across:.3f}mm"


class DeckDetail(Enum):
    """How much is said of the Black Market deck: its cards, where they are listed, or a number."""

    LISTED, POINTED_AT, COUNTED = range(3)


def card_back(game: Game, plans: Sequence[SetupPlan], name: Name) -> Back:
    """The back of a kingdom's card; `plans` are those for 2 to 6 players."""
    told = _CountTeller(game, plans, name)
    rows, note = tuple(told.rows()), told.note()
    whole, counted = told.parts(DeckDetail.LISTED), told.parts(DeckDetail.COUNTED)
    ways = [
        *((whole, size, False) for size in SIZES),
        *((told.parts(DeckDetail.POINTED_AT), size, False) for size in SIZES[-2:]),
        (counted, SIZES[-1], False),
        *((counted, size, True) for size in DENSE_SIZES),
        (told.parts(DeckDetail.COUNTED, reminders=False), DENSE_SIZES[-1], True),
    ]
    for parts, size, dense in ways:
        back = _set(rows, note, parts, size, is_dense=dense)
        if back.fits:
            return back
    return _cut(back)


def _set(
    rows: Iterable[CountRow],
    note: str,
    parts: Iterable[BackSection],
    size: float,
    *,
    is_dense: bool,
) -> Back:
    """The same broken into lines."""
    room = ROOM - (len(PLAYERS) - 1) * COLUMN - width("00", size * POINT, Face.TEXT) - 1
    fitted = []
    for part in parts:
        before = width(f"{part.heading}  ", size * POINT, Face.BOLD) if is_dense else 0
        lines = filled(part.text, ROOM, size, taken=before)
        fitted.append(FittedPart(part.heading, lines))
    return Back(
        size,
        is_dense,
        tuple(FittedRow(_label(row.label, room, size), row.numbers) for row in rows),
        filled(note, ROOM, size),
        tuple(fitted),
    )


def _cut(back: Back) -> Back:
    """Without the lines there is no room for, each part that lost some saying where they are."""
    rows, parts = list(back.rows), list(back.parts)
    while not back.fits:
        longest = max(range(len(parts)), key=lambda place: len(parts[place].lines))
        heading, lines = parts[longest]
        if len(lines) > 2:
            parts[longest] = FittedPart(heading, (*lines[:-2], _shortened(lines[-2], back.size)))
        else:
            rows.pop()
        back = back._replace(rows=tuple(rows), parts=tuple(parts))
    return back


def _shortened(line: str, size: float) -> str:
    """A line that ends in where to read the rest."""
    says = _("… see the sheet.")
    room = ROOM - SPARE - _across(f" {says}", size)
    words = line.removesuffix(says).split(" ")
    while words and _across(" ".join(words), size) > room:
        words.pop()
    return " ".join((*words, says)).strip()


def _across(text: str, size: float) -> float:
    return width(text.replace(JOINED, " "), size * POINT, Face.TEXT)


def filled(text: str, room: float, size: float, taken: float = 0) -> tuple[str, ...]:
    """A text on as many lines as it takes; what is joined stays on one.

    `taken` is how much of the first line something else takes.
    """
    lines, free, used = [""], room - SPARE - taken, 0.0
    space = _across(" ", size)
    for word in text.split(" "):
        across = _across(word, size)
        if lines[-1] and used + space + across <= free:
            lines[-1] += f" {word}"
            used += space + across
            continue
        if lines[-1] or across > free:
            free = room - SPARE
            lines.append("")
        parts: tuple[str, ...] = (word,)
        if across > free:
            parts = wrapped(word.replace(JOINED, " "), free, size * POINT, Face.TEXT)
        lines[-1:] = parts
        used = _across(parts[-1], size)
    return tuple(line for place, line in enumerate(lines) if line or (taken and not place))


def _label(text: str, room: float, size: float) -> Label:
    for part in LABEL_SIZES:
        if _across(text, size * part) <= room:
            return Label((text,), part)
    return Label(filled(text, room + SPARE, size * LABEL_SIZES[-1]), LABEL_SIZES[-1])


class _CountTeller:
    """Tells what to set out, for 2 to 6 players at once."""

    def __init__(self, game: Game, plans: Sequence[SetupPlan], name: Name) -> None:
        self._game = game
        self._plans = plans
        self._plan = plans[0]
        self._name = name
        self._counts = self._over_players(
            [{pile.name: pile.count for pile in plan.supply} for plan in plans]
        )
        self._beside_counts = self._over_players(
            [{pile.name: pile.count for pile in (*plan.beside, *plan.aside)} for plan in plans]
        )
        self._varying = {
            pile
            for counts in (self._counts, self._beside_counts)
            for pile, numbers in counts.items()
            if len(set(numbers)) > 1
        }

    @staticmethod
    def _over_players(counts: Sequence[Mapping[str, int]]) -> dict[str, tuple[int, ...]]:
        names = dict.fromkeys(name for count in counts for name in count)
        return {name: tuple(count.get(name, 0) for count in counts) for name in names}

    # The table

    def rows(self) -> Iterator[CountRow]:
        """What there is more of when more play."""
        yield from self._grouped(VICTORY)
        yield from self._grouped(("Province",))
        kingdom = [pile.name for pile in self._plan.supply if pile.card is not None]
        yield from self._grouped(kingdom, shared=_("Kingdom Victory"))
        yield from self._grouped(DEALT_OUT)
        basic = {*TREASURES, *VICTORY, "Province", *DEALT_OUT, *kingdom}
        yield from self._grouped([pile for pile in self._counts if pile not in basic])
        yield from self._grouped(self._beside_counts, self._beside_counts)
        yield from self._tokens()

    def note(self) -> str:
        """What else depends on the number of players."""
        treasures = {self._counts[name] for name in ("Silver", "Gold") if name in self._counts}
        if any(len(set(numbers)) > 1 for numbers in treasures):
            return _("5 or 6: two sets of Treasures.")
        return ""

    def _grouped(
        self,
        piles: Iterable[str],
        counts: Mapping[str, tuple[int, ...]] | None = None,
        shared: str = "",
    ) -> Iterator[CountRow]:
        counts = self._counts if counts is None else counts
        by_numbers: dict[tuple[int, ...], list[str]] = {}
        for pile in piles:
            if pile in self._varying and pile in counts:
                by_numbers.setdefault(counts[pile], []).append(pile)
        for numbers, together in by_numbers.items():
            label = ", ".join(map(self._name, together))
            if shared and len(together) > 1 and self._all_victory(together):
                short = _across(label, SIZES[0]) <= ROOM / 2
                label = label if short else shared
            yield CountRow(label, numbers)

    def _all_victory(self, piles: Iterable[str]) -> bool:
        types = {pile.name: pile.types for pile in self._plan.supply}
        return all("Victory" in types[pile] for pile in piles)

    def _tokens(self) -> Iterator[CountRow]:
        """Tokens on landscapes that depend on the number of players."""
        together: dict[tuple[str, tuple[int, ...]], list[str]] = {}
        for landscape, token, numbers in self._on_landscapes():
            if len(set(numbers)) > 1:
                together.setdefault((token, numbers), []).append(landscape)
        for (token, numbers), landscapes in together.items():
            place = ", ".join(map(self._name, landscapes))
            kind = _("Suns") if token == "Sun" else self._name(token)
            yield CountRow(_("{tokens} on {place}", tokens=kind, place=place), numbers)

    def _on_landscapes(self) -> Iterator[tuple[str, str, tuple[int, ...]]]:
        for landscape, lying in self._plan.landscape_tokens.items():
            for token in lying:
                numbers = tuple(
                    plan.landscape_tokens.get(landscape, {}).get(token, 0) for plan in self._plans
                )
                yield landscape, token, numbers

    # The text

    def parts(self, deck: DeckDetail, *, reminders: bool = True) -> tuple[BackSection, ...]:
        """The rest of the setup; without the lists there may be no room for."""
        listed = self._deck() if deck is DeckDetail.LISTED else ""
        parts = (
            BackSection(
                _("Add to the Supply"), self._sentences(self._added(), *self._tokens_on_piles())
            ),
            BackSection(
                _("Beside the Supply"),
                self._sentences(self._beside(deck), *self._in_trash()),
            ),
            BackSection(_("Each player"), self._sentences(*self._each_player())),
            BackSection(_("Keep at hand"), self._sentences(*self._at_hand(reminders=reminders))),
            BackSection(_("The game ends"), self._ends()),
            BackSection(_("Black Market deck"), self._sentences(listed)),
        )
        return tuple(part._replace(text=_no_orphan(part.text)) for part in parts if part.text)

    @staticmethod
    def _sentences(*said: str | Iterable[str]) -> str:
        """Sentences from words, or from things in a row; empty ones are left out."""
        texts = [text if isinstance(text, str) else ", ".join(text) for text in said]
        return " ".join(
            text if text.endswith((".", "!", "?")) else f"{text}." for text in texts if text
        )

    def _counted(self, pile: str, number: int) -> str:
        """`Potion 16`; without the number where the table has it."""
        name = self._name(pile)
        return name if pile in self._varying or number < 2 else f"{name}{JOINED}{number}"

    def _added(self) -> Iterator[str]:
        """Supply piles beyond the usual ones, and how unusual ones lie."""
        colonies = "Colony" in self._counts
        for pile in self._plan.supply:
            if pile.name in (*TREASURES, *VICTORY, "Province", "Curse"):
                continue
            counted = self._counted(pile.name, pile.count)
            if pile.card in self._game.ten and pile.count == PLAIN:
                counted = self._name(pile.name)
            if pile.name == "Platinum" and colonies:
                counted = _(
                    "{platinum} and {colony}", platinum=counted, colony=self._name("Colony")
                )
            said = " ".join(filter(None, (counted, self._role(pile))))
            notes = "; ".join(self._notes(pile))
            unusual = pile.count != PLAIN and pile.name not in self._varying
            if pile.card is None or self._role(pile) or notes or unusual:
                yield _("{pile}: {notes}", pile=said, notes=notes) if notes else said

    def _role(self, pile: SupplyPile) -> str:
        if pile.card is None or pile.card in self._game.ten:
            return ""
        for slot in EXTRAS:
            if slot.in_supply and pile.card is self._game.slots.get(slot.key):
                return _(slot.on_card, card=self._name(slot.asked_by))
        return ""

    def _notes(self, pile: SupplyPile | Pile) -> Iterator[str]:
        """How a pile lies, if that is said nowhere else and holds for any number of players."""
        if pile.name == "Ruins":
            yield _("shuffled, top card face up")
            return
        notes = [
            [
                translate(note, self._name)
                for note in parts_of(_note(plan, pile.name), "; ")
                if kind_of(note) not in TOLD_ELSEWHERE
            ]
            for plan in (self._plans[0], self._plans[-1])
        ]
        for few, many in zip(*notes, strict=False):
            yield few if few == many else _for_few_and_many(few, many)

    def _tokens_on_piles(self) -> Iterator[str]:
        for token, piles in self._plan.pile_tokens.items():
            for number in sorted(set(piles.values())):
                on = [pile for pile, lying in piles.items() if lying == number]
                place = self._all_of(on)
                yield _("{tokens} on {place}", tokens=self._some(number, token), place=place)
        for landscape, token, numbers in self._on_landscapes():
            if len(set(numbers)) == 1:
                tokens = self._some(numbers[0], token)
                yield _("{tokens} on {place}", tokens=tokens, place=self._name(landscape))

    def _all_of(self, piles: Sequence[str]) -> str:
        """Piles by what they have in common, where there are many."""
        supply = self._plan.supply
        if len(piles) == len(supply):
            return _("every Supply pile")
        if len(piles) > FEW:
            commons = {
                "Victory": _("each Victory pile"),
                "Action": _("each Action pile"),
            }
            for type_, each in commons.items():
                such = [pile for pile in supply if type_ in pile.types]
                if {pile.name for pile in such if "Gathering" not in pile.types} == set(piles):
                    plain = len(such) == len(piles)
                    return each if plain else _("{each} that is no Gathering", each=each)
        return and_list(map(self._name, piles))

    def _some(self, number: int, token: str) -> str:
        return so_many(number, self._name(token)).replace(" ", JOINED, 1)

    def _beside(self, deck: DeckDetail) -> Iterator[str]:
        for pile in self._plan.beside:
            if pile.count:
                notes = "; ".join(self._notes(pile))
                if pile.name == "Black Market deck":
                    notes = _("see the sheet") if deck is DeckDetail.POINTED_AT else ""
                counted = self._counted(pile.name, pile.count)
                yield _("{pile}: {notes}", pile=counted, notes=notes) if notes else counted
        for pile in self._plan.aside:
            if pile.card:
                yield _("{card} for {whom}", card=self._name(pile.card), whom=self._name(pile.name))
            else:
                boons = [self._name(boon.name) for boon in self._game.kingdom.boons]
                notes = and_list(boons) or "; ".join(self._notes(pile))
                said = self._counted(pile.name, pile.count)
                yield _("{pile}: {notes}", pile=said, notes=notes) if notes else said

    def _in_trash(self) -> Iterator[str]:
        if self._plan.trash:
            cards = and_list(map(self._name, self._plan.trash))
            yield _("In the trash: {cards}", cards=cards)

    def _each_player(self) -> Iterator[str]:
        deck = self._plan.starting_deck
        yield ", ".join(
            so_many(number, self._name(card)).replace(" ", JOINED, 1)
            if number > 1
            else self._name(card)
            for card, number in deck.items()
            if number
        )
        yield _("Shuffle, draw five.")
        mats = [_("{name} mat", name=self._name(mat)) for mat in self._plan.player_mats]
        tokens = [
            self._handed_out(token, number)
            for token, number in self._plan.player_tokens.items()
            if number
        ]
        yield ", ".join((*mats, *tokens))

    def _handed_out(self, token: str, number: int) -> str:
        if token == "Project cube":
            return ngettext("{number} Project cube", "{number} Project cubes", number)
        kind = self._name(token)
        if number == 1:
            return _("{kind} token", kind=kind)
        return ngettext("{number} {kind} token", "{number} {kind} tokens", number, kind=kind)

    def _at_hand(self, *, reminders: bool) -> Iterator[str]:
        plan, name = self._plan, self._name
        traits = [
            _("{trait} on {pile}", trait=name(trait), pile=name(pile))
            for pile, trait in plan.traits.items()
        ]
        traits += [
            _(slot.row, pile=name(plan.named_piles[slot.asked_by]))
            for slot in SLOTS
            if slot.asked_by in plan.named_piles
        ]
        yield ", ".join(traits)
        mats = [_("{name} mat", name=name(mat)) for mat in plan.shared_mats]
        tokens = [_("{kind} tokens", kind=name(kind)) for kind in plan.reserved_for]
        yield ", ".join((*mats, *tokens))
        said = [translate(reminder, name) for reminder in self._reminders()]
        if reminders:
            yield from said
        elif said:
            yield _("Reminders: see the sheet.")

    def _reminders(self) -> list[Sentence | str]:
        """Those that hold for any number of players."""
        return [
            reminder
            for reminder in self._plan.reminders
            if all(reminder in plan.reminders for plan in self._plans)
        ]

    def _ends(self) -> str:
        piles = [self._name(pile) for pile in self._plan.ends_when_empty]
        empty = piles[0]
        if len(piles) > 1:
            empty = _("{first} or {second}", first=piles[0], second=piles[1])
        return _(
            "{piles} empty, or three Supply piles empty (four with 5 or 6 players).", piles=empty
        )

    def _deck(self) -> str:
        return ", ".join(in_order(self._name(card.name) for card in self._game.kingdom.deck))


def _no_orphan(text: str) -> str:
    """The text with its last two words joined, so that none stands alone on a line."""
    before, space, last = text.rpartition(" ")
    return f"{before}{JOINED}{last}" if space and len(last) < LONG else text


def _for_few_and_many(few: str, many: str) -> str:
    """What is done for two players and for more, and then what is the same for both."""
    parts, others = few.split(", "), many.split(", ")
    same: list[str] = []
    while len(parts) > 1 and len(others) > 1 and parts[-1] == others[-1]:
        same.insert(0, parts.pop())
        others.pop()
    both = _("{few} for two, {many} for more", few=", ".join(parts), many=", ".join(others))
    return ", ".join((both, *same))


def _note(plan: SetupPlan, name: str) -> str:
    piles: tuple[SupplyPile | Pile, ...] = (*plan.supply, *plan.beside, *plan.aside)
    return next((pile.note for pile in piles if pile.name == name), "")
