"""Reads pasted text: finds the names in it and what each of them is for.

Everything here is a plain function of the text: lists with numbers, bullets, commas, costs; what
goes with a card in brackets, `Young Witch (Moat)`; labels, `Bane: Moat`; Traits, `Cheap Market`;
and words for the two draws, `no Shelters`. The text itself is never changed here: each piece
knows where it stands in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.kingdom import Kingdom, pile_meant
from setup_rules.names import ENGLISH, fold
from setup_rules.rules import DEALT_KINDS, EXTRAS, PILE_SLOTS
from web.fix.name_finder import TYPE_WORDS, NameFinder, labels_of
from web.fix.text_items import MOST_TEXT, Span, TextItem, parts_between_commas, text_items, trimmed
from web.links.slot_words import (
    ANSWERS,
    BETWEEN,
    IN_BRACKETS,
    SLOT_OF_HOST,
    draw_said,
    ruins_words,
    slot_words,
    words_in,
)

MOST_NAMES = 300
"""Names in a text that are read; no kingdom with its deck has half as many."""
LONGEST_LIST = 60
"""Words without anything between them in which names are looked for."""


class Piece(NamedTuple):
    """A part of the text that says something."""

    start: int
    end: int
    text: str
    role: str
    """`pile`, `landscape`, a slot, `trait`, `deck`, `boon`, `colony`, `shelters`, `label` (passed
    over), `beside` (set out by itself) or `unknown`."""
    thing: Thing | None = None
    of: str = ""
    """The Trait that lies on this pile, by its id; `no` for a draw that is declined."""
    maybe: tuple[Thing, ...] = ()
    """What an ambiguous name may stand for."""


@dataclass(frozen=True, slots=True)
class Pasted:
    """A text that was read: its pieces, and the kingdom they make."""

    text: str
    pieces: tuple[Piece, ...]
    kingdom: Kingdom
    left_over: int = 0
    """Names beyond the most that are read."""
    too_long: bool = False

    @property
    def unknown(self) -> tuple[Piece, ...]:
        """What was not understood."""
        return tuple(piece for piece in self.pieces if piece.role == "unknown")


_NOT_DRAWN = words_in("label unknown beside colony shelters pile deck boon trait")
_CARD_SLOTS = frozenset(slot.key for slot in EXTRAS if not slot.kind)
_COST = re.compile(r"[\s$€£()]*\d{0,2}\s*(?:[PD*+]|debt|potion|coins?)?[\s*+]*", re.IGNORECASE)


def read_names(text: str, catalog: Catalog, language: str = ENGLISH) -> Pasted:
    """What a text says; `language` is the reader's, who may well paste another one."""
    return _Reading(text, catalog, language).read()


@dataclass
class _Reading:
    """Reads one text."""

    text: str
    catalog: Catalog
    language: str
    pieces: list[Piece] = field(default_factory=list)

    def read(self) -> Pasted:
        """All pieces and their kingdom."""
        self._labels = labels_of(self.catalog)
        self._find = NameFinder(self.catalog, self.language)
        items = list(text_items(self.text))
        left_over = max(len(items) - MOST_NAMES, 0)
        items = items[:MOST_NAMES]
        self._find.listen([self.text[item.start : item.end] for item in items])
        self._line, self._section, self._kept = -1, "", ""
        lines = [item.line for item in items]
        for item, next_line in zip(items, [*lines[1:], -1], strict=False):
            self._read(item, more=next_line == item.line)
        self._settle()
        pieces = tuple(sorted(self.pieces))
        return Pasted(
            self.text,
            pieces,
            _kingdom(pieces, self.catalog),
            left_over,
            len(self.text) > MOST_TEXT,
        )

    # What a name stands for.

    def _read(self, item: TextItem, *, more: bool) -> None:
        text = self.text[item.start : item.end]
        if item.line != self._line:
            self._line = item.line
            self._section, self._kept = self._kept, ""
        if item.labelled:
            self._label(item, text, more)
        elif self._section:
            self._into_section(item, text)
        elif item.cell and self._is_label(text):
            self._add(item.start, item.end, "label")
        else:
            self._name(item, text)
        for opened, closed in item.brackets:
            self._in_brackets(item, text, opened + 1, closed - 1)

    def _label(self, item: TextItem, text: str, more: bool) -> None:
        """A word before a colon: what the next card is for, or a heading."""
        thing = self._find.find(text)
        section = slot_words().get(fold(text), "")
        if isinstance(thing, Landscape) and thing.kind == "trait":
            self._add(item.start, item.end, "landscape", thing)
            self._section = f"trait:{thing.id}"
        elif thing is not None and thing.name in IN_BRACKETS:
            self._add(item.start, item.end, _place_of(thing), thing)
            self._section = IN_BRACKETS[thing.name]
        elif section:
            self._add(item.start, item.end, "label")
            self._section = section
        elif (answer := draw_said(fold(text))) and more:
            self._add(item.start, item.end, "label")
            self._section = f"answer:{answer.draw}"
        elif thing is not None:
            self._name(item, text)
        else:
            self._add(item.start, item.end, "label")
        if self._section and not more:
            self._kept = self._section

    def _into_section(self, item: TextItem, text: str) -> None:
        """A name that a label said the purpose of; but for lists, it is one name alone."""
        section = self._section
        if section.startswith("answer:"):
            answer = ANSWERS.get(fold(text))
            draw = section.removeprefix("answer:")
            if answer is None:
                self._add(item.start, item.end, "label")
            else:
                self._add(item.start, item.end, draw, of="" if answer else "no")
        else:
            self._slot(item.start, item.end, section)
        if section not in ("deck", "boon"):
            self._section = ""
        elif item.line == self._line:
            self._kept = ""

    def _name(self, item: TextItem, text: str) -> None:
        """A name by itself."""
        thing = self._find.find(text)
        if thing is not None:
            self._thing(item.start, item.end, thing)
        elif not self._passed_over(item, text) and not self._several(item.start, item.end):
            maybe = self._find.maybe(text)
            self._add(item.start, item.end, "unknown", maybe=maybe)

    def _passed_over(self, item: TextItem, text: str) -> bool:
        """Costs, types, boxes and words for the draws."""
        key = fold(text)
        if not key or key in ruins_words() or _COST.fullmatch(text) or self._is_label(text):
            self._add(item.start, item.end, "label")
        elif answer := draw_said(key):
            self._add(item.start, item.end, answer.draw, of="no" if answer.no else "")
        else:
            return False
        return True

    def _is_label(self, text: str) -> bool:
        key = fold(text)
        words = re.split(r"[\s/–-]+", key)
        return key in self._labels or all(word in TYPE_WORDS for word in words if word)

    def _thing(self, start: int, end: int, thing: Thing) -> None:
        """A name that is known, in its place."""
        if isinstance(thing, OtherCard) and thing.id in ("platinum", "colony"):
            self._add(start, end, "colony")
        elif isinstance(thing, OtherCard) and thing.id in ("hovel", "necropolis"):
            self._add(start, end, "shelters")
        elif isinstance(thing, OtherCard) and thing.group == "Boons":
            self._add(start, end, "boon", thing)
        elif isinstance(thing, OtherCard) and thing.kind == "basic":
            self._add(start, end, "label", thing)
        else:
            meant = pile_meant(thing, self.catalog)
            self._add(start, end, _place_of(thing), meant or thing)

    def _slot(self, start: int, end: int, section: str) -> None:
        """A card that fills a slot; known or not, this is what it is for."""
        start, end = trimmed(self.text, start, end)
        text = self.text[start:end]
        thing = self._find.find(text)
        role, _, trait = section.partition(":")
        if (role in PILE_SLOTS or role == "trait") and fold(text) in ruins_words():
            thing = self.catalog.groups["Ruins"][0]
        if thing is None:
            if role in ("deck", "boon") and (self._is_label(text) or _COST.fullmatch(text)):
                self._add(start, end, "label")
            else:
                self._add(start, end, "unknown", of=section, maybe=self._find.maybe(text))
        elif role in PILE_SLOTS or isinstance(thing, Landscape):
            self._add(start, end, role, thing, trait)
        else:
            whole = role not in ("deck", "boon")
            meant = pile_meant(thing, self.catalog) if whole else None
            self._add(start, end, role, meant or thing, trait)

    def _several(self, start: int, end: int) -> bool:
        """A Trait before or after its pile; or names with nothing but spaces between them."""
        words = list(re.finditer(r"[^\s/+&]+", self.text[start:end]))
        if not 1 < len(words) <= LONGEST_LIST:
            return False
        spans = [(start + word.start(), start + word.end()) for word in words]
        return self._trait(spans) or self._run_of_names(spans)

    def _trait(self, spans: list[Span]) -> bool:
        for cut in range(1, len(spans)):
            left, right = (spans[0][0], spans[cut - 1][1]), (spans[cut][0], spans[-1][1])
            for trait, pile in ((left, right), (right, left)):
                lies = self._find.find(self.text[slice(*trait)])
                on = pile_meant(self._find.find(self.text[slice(*pile)]), self.catalog)
                if isinstance(lies, Landscape) and lies.kind == "trait" and on:
                    self._add(*trait, "landscape", lies)
                    self._add(*pile, "pile", on)
                    self._add(*pile, "trait", on, lies.id)
                    return True
        return False

    def _run_of_names(self, spans: list[Span]) -> bool:
        """Names in a row, longest first; words that are no name may stand among three or more."""
        names: list[tuple[int, int, Thing | None]] = []
        place = 0
        while place < len(spans):
            for last in range(min(len(spans), place + 6), place, -1):
                thing = self._find.find(self.text[spans[place][0] : spans[last - 1][1]])
                if thing is not None:
                    names.append((spans[place][0], spans[last - 1][1], thing))
                    place = last
                    break
            else:
                word = self.text[slice(*spans[place])]
                if fold(word) and fold(word) not in BETWEEN:
                    if names and names[-1][2] is None:
                        names[-1] = (names[-1][0], spans[place][1], None)
                    else:
                        names.append((*spans[place], None))
                place += 1
        known = sum(thing is not None for _, _, thing in names)
        strange = len(names) - known
        if known < 2 or (strange and known < 3):
            return False
        for start, end, thing in names:
            if thing is None:
                self._add(start, end, "unknown")
            else:
                self._thing(start, end, thing)
        return True

    # What stands in brackets.

    def _in_brackets(self, item: TextItem, text: str, start: int, end: int) -> None:
        host = self._find.find(text)
        section = ""
        if isinstance(host, Landscape) and host.kind == "trait":
            section = f"trait:{host.id}"
        elif host is not None:
            section = IN_BRACKETS.get(host.name, "")
        if not section and (answer := draw_said(fold(text))):
            section = f"{'platinum_colony' if answer.draw == 'colony' else 'shelters'}_card"
        for first, last in parts_between_commas(self.text, start, end):
            inner = self.text[first:last]
            label, colon, _ = inner.partition(":")
            if colon and not self._find.find(inner):
                slot = slot_words().get(fold(label), "")
                first, last = trimmed(self.text, first + len(label) + 1, last)
                if slot or section:
                    self._slot(first, last, slot or section)
                continue
            thing = self._find.find(inner)
            plain = not fold(inner) or _COST.fullmatch(inner) is not None
            if plain or (thing is None and self._is_label(inner)):
                self._add(first, last, "label")
            elif section:
                self._slot(first, last, section)
            else:
                self._beside(item, first, last, inner, thing)

    def _beside(
        self, item: TextItem, start: int, end: int, inner: str, thing: Thing | None
    ) -> None:
        """What stands behind a pile that asks for nothing: its Trait, or what it is for."""
        mine = next((p for p in self.pieces if p.start == item.start and p.role == "pile"), None)
        word = fold(inner)
        slot = slot_words().get(word) or slot_words().get(word.partition(" ")[0], "")
        if mine and isinstance(thing, Landscape) and thing.kind == "trait":
            self._add(start, end, "landscape", thing)
            self._add(mine.start, mine.end, "trait", mine.thing, thing.id)
        elif mine and (slot in _CARD_SLOTS or (thing is not None and thing.name in SLOT_OF_HOST)):
            self.pieces.remove(mine)
            role = slot or SLOT_OF_HOST[thing.name if thing else ""]
            self.pieces.append(mine._replace(role=role))
            self._add(start, end, "label")
        else:
            self._add(start, end, "label")

    def _settle(self) -> None:
        """A card that fills a slot twice over is named once; a Trait's pile is one of the ten."""
        seen: set[tuple[str, str, Thing | None]] = set()
        for piece in list(self.pieces):
            if piece.role in ("pile", "deck", "boon", "label", "unknown", "beside", "landscape"):
                continue
            key = (piece.role, piece.of, piece.thing)
            if key in seen:
                self.pieces.remove(piece)
                self.pieces.append(piece._replace(role="label"))
            seen.add(key)
        named = {piece.thing for piece in self.pieces if piece.role not in ("trait", "unknown")}
        for piece in [p for p in self.pieces if p.role == "trait" and p.thing not in named]:
            if isinstance(piece.thing, Card):
                self.pieces.append(piece._replace(role="pile", of=""))

    def _add(
        self,
        start: int,
        end: int,
        role: str,
        thing: Thing | None = None,
        of: str = "",
        maybe: tuple[Thing, ...] = (),
    ) -> None:
        self.pieces.append(Piece(start, end, self.text[start:end], role, thing, of, maybe))


def _place_of(thing: Thing) -> str:
    """Where a thing goes that is named by itself."""
    if isinstance(thing, Landscape):
        return "landscape"
    if isinstance(thing, Card) or thing.pile:
        return "pile"
    return "beside"


def _kingdom(pieces: tuple[Piece, ...], catalog: Catalog) -> Kingdom:
    """The kingdom that the pieces make."""

    def things(role: str) -> list[Thing]:
        return [piece.thing for piece in pieces if piece.role == role and piece.thing is not None]

    def answer(draw: str) -> bool | None:
        answers = [piece.of != "no" for piece in pieces if piece.role == draw]
        return answers[-1] if answers else None

    boons = [boon for boon in things("boon") if isinstance(boon, OtherCard)]
    landscapes: list[Landscape] = []
    drawn: dict[str, Thing] = {}
    for piece in pieces:
        thing = piece.thing
        if thing is None or piece.role in _NOT_DRAWN:
            continue
        if not isinstance(thing, Landscape):
            drawn.setdefault(piece.role, thing)
        elif thing.kind in DEALT_KINDS and thing.kind not in drawn:
            drawn[thing.kind] = thing
        elif thing not in landscapes:
            landscapes.append(thing)
    traits = {p.of: p.thing for p in pieces if p.role == "trait" and p.thing is not None}
    return Kingdom(
        tuple(things("pile")),
        tuple(landscapes),
        tuple(things("deck")),
        drawn,
        tuple(dict.fromkeys(boon for boon in boons if boon.group == "Boons")),
        {trait: pile for trait, pile in traits.items() if catalog.landscapes[trait] in landscapes},
        platinum_colony=answer("colony"),
        shelters=answer("shelters"),
    )
