"""Takes names out of text as people paste it, and finds out what each of them stands for.

Everything here is a plain function of the text: lists with numbers, bullets, commas, costs; what
goes with a card in brackets, `Young Witch (Moat)`; labels, `Bane: Moat`; Traits, `Cheap Market`;
and words for the two draws, `no Shelters`. The text itself is never changed here: each piece
knows where it stands in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.kingdom import Kingdom, pile_meant
from setup_rules.names import ENGLISH, AmbiguousName, NameProblem, Names, fold, names_of
from setup_rules.rules import DEALT_KINDS, EXTRAS, PILE_SLOTS
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

MOST_TEXT = 10_000
"""Characters of a text that are read."""
MOST_NAMES = 300
"""Names in a text that are read; no kingdom with its deck has half as many."""
LONGEST_LIST = 60
"""Words without anything between them in which names are looked for."""

_SEPARATORS = re.compile(r"[\n\r\t,;|•·▪◦‣]|\s[-–—]\s")
_DECORATION = re.compile(r"^\s*(?:\d{1,3}\s*[.):x×]\s*|\d{1,3}\s+|[-–—*+>#]\s*)+")
_COST_OR_BOX = re.compile(r"\s*[(\[][^()\[\]]{0,60}[)\]]\s*$")


def split_names(text: str) -> list[str]:
    """The names in a text, one for each line or between commas, semicolons or dashes."""
    found = (_bare(part) for part in _SEPARATORS.split(text))
    return [name for name in found if name]


def _bare(part: str) -> str:
    """A name without its number or bullet, and without a cost or box in brackets after it."""
    name = _COST_OR_BOX.sub("", _DECORATION.sub("", part)).strip()
    return name or part.strip(" \t-–—*+>#.()[]")


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


_CARD_SLOTS = frozenset(slot.key for slot in EXTRAS if not slot.kind)
_TYPES = words_in(
    "action attack reaction treasure victory duration night reserve command event landmark project "
    "way trait ally prophecy liaison looter knight castle traveller fate doom gathering omen "
    "shadow curse promo aktion angriff reaktion geld punkte dauer nacht attaque tresor "
    "victoire duree actie aanval reactie overwinning duur akce utok reakce poklad"
)
_COST = re.compile(r"[\s$€£()]*\d{0,2}\s*(?:[PD*+]|debt|potion|coins?)?[\s*+]*", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:[\s\"“”„«»*_#>+~•·▪◦‣☐☑✓✔\-–—.]+|\d{1,3}\s*[.):x×]\s*|\d{1,3}\s+(?=\D)"
    r"|\$\d{1,2}[PD*+]*\s*[:\-–]?\s*|\[[ xX✓]?\]\s*)+"
)
_TRAIL = re.compile(
    r"(?:[\s\"“”„«»*_.!:=\-–—]+|\s+[x×]\s*\d{1,3}|\s*×\s*\d{1,3}|\s+\d{1,2}[PD*+]?"
    r"|\s*\$\d{1,2}[PD*+]*)+$"
)
_COLON = re.compile(r":(?!//)|：|=(?=\s*\S)")
_ADDRESS = re.compile(r"://|[?&]\w+=")
_OPEN, _CLOSE = "([", ")]"
BREAKS = re.compile(r"[\n\r,;|•▪◦‣\t]|\s[-–—]+\s|\s·\s")


class _Item(NamedTuple):
    """A name with the brackets after it, and how it stands in its line."""

    start: int
    end: int
    brackets: tuple[tuple[int, int], ...]
    line: int
    cell: int
    """Which cell of a row with tabs; 0 for the first, and where there are no tabs."""
    labelled: bool
    """Whether a colon follows it."""


def read_names(text: str, catalog: Catalog, language: str = ENGLISH) -> Pasted:
    """What a text says; `language` is the reader's, who may well paste another one."""
    return _Reading(text, catalog, language).read()


@cache
def _labels(catalog: Catalog) -> frozenset[str]:
    """Words that say where a card is from or what it is, folded."""
    boxes = catalog.boxes.values()
    titles = {fold(word) for box in boxes for word in (box.id, box.name, box.title, box.family)}
    short = {title.partition(" ")[0] for title in titles if title.startswith("dominion ")}
    return frozenset(titles | short | _TYPES | {"base", "base set", "base game", "base cards"})


class _Finder:
    """Finds names, in the language of the text before all others."""

    def __init__(self, catalog: Catalog, language: str) -> None:
        self._catalog = catalog
        self._names: Names = names_of(catalog)
        self._languages = (ENGLISH, *catalog.local_names)
        self._order: tuple[str, ...] = tuple(dict.fromkeys((ENGLISH, language)))
        self._found: dict[str, Thing | tuple[Thing, ...] | None] = {}
        self._reader = language

    def listen(self, words: list[str]) -> None:
        """Find out which language most of the words are in."""
        heard: Counter[str] = Counter()
        for word in words:
            heard.update(lang for lang in self._languages if self._names.find_in(lang, word))
        if heard:
            most = max(heard.values())
            liked = [ENGLISH, self._reader, *self._languages]
            spoken = next(language for language in liked if heard[language] == most)
            self._order = tuple(dict.fromkeys((spoken, ENGLISH, self._reader)))
        self._found.clear()

    def find(self, word: str) -> Thing | None:
        """The one thing of this name."""
        found = self._look_up(word)
        return found if not isinstance(found, tuple) else None

    def maybe(self, word: str) -> tuple[Thing, ...]:
        """What an ambiguous name may stand for."""
        found = self._look_up(word)
        return found if isinstance(found, tuple) else ()

    def _look_up(self, word: str) -> Thing | tuple[Thing, ...] | None:
        key = word.strip()
        if key not in self._found:
            self._found[key] = self._searched(key)
        return self._found[key]

    def _searched(self, word: str) -> Thing | tuple[Thing, ...] | None:
        if not fold(word):
            return None
        for language in self._order:
            found = self._names.find_in(language, word)
            cards = tuple(thing for thing in found if isinstance(thing, Card))
            for choice in (found, cards):
                if len(choice) == 1:
                    return choice[0]
        try:
            return self._names.find(word, prefer=(Card,), suggest=False)
        except AmbiguousName as problem:
            named = [self._names.find_in(ENGLISH, name) for name in problem.suggestions]
            return tuple(things[0] for things in named if things)
        except NameProblem:
            return squashed(self._catalog).get(fold(word).replace(" ", ""))


@cache
def squashed(catalog: Catalog) -> Mapping[str, Thing]:
    """Everything by its English name without the spaces, as some sites write ids."""
    return {fold(thing.name).replace(" ", ""): thing for thing in catalog.by_name.values()}


@dataclass
class _Reading:
    """Reads one text."""

    text: str
    catalog: Catalog
    language: str
    pieces: list[Piece] = field(default_factory=list)

    def read(self) -> Pasted:
        """All pieces and their kingdom."""
        self._labels = _labels(self.catalog)
        self._find = _Finder(self.catalog, self.language)
        items = list(self._items())
        left_over = max(len(items) - MOST_NAMES, 0)
        items = items[:MOST_NAMES]
        self._find.listen([self.text[item.start : item.end] for item in items])
        self._line, self._section, self._kept = -1, "", ""
        for place, item in enumerate(items):
            self._read(item, _next_in_line(items, place))
        self._settle()
        pieces = tuple(sorted(self.pieces))
        return Pasted(
            self.text,
            pieces,
            _kingdom(pieces, self.catalog),
            left_over,
            len(self.text) > MOST_TEXT,
        )

    # Where names begin and end.

    def _items(self) -> Iterator[_Item]:
        """Names with the brackets after them, wherever something stands between."""
        text, line, cell, start = self.text[:MOST_TEXT], 0, 0, 0
        cuts = [match for match in BREAKS.finditer(text) if not self._inside(match.start())]
        for cut in (*cuts, None):
            end = cut.start() if cut else len(text)
            yield from self._named(start, end, line, cell)
            if cut is None:
                return
            start = cut.end()
            if cut[0] in "\n\r":
                line, cell = line + 1, 0
            elif cut[0] == "\t":
                cell += 1

    def _inside(self, place: int) -> bool:
        """Whether a place lies in brackets."""
        pairs = self._brackets()
        before = bisect_left(pairs, (place,))
        return before > 0 and place < pairs[before - 1][1]

    def _brackets(self) -> list[tuple[int, int]]:
        """Pairs of brackets on one line, the outer ones; one left open is none."""
        if not hasattr(self, "_pairs"):
            pairs, opened = [], -1
            for place, char in enumerate(self.text[:MOST_TEXT]):
                if char in _OPEN and opened < 0:
                    opened = place
                elif char in _CLOSE and opened >= 0:
                    pairs.append((opened, place + 1))
                    opened = -1
                elif char == "\n":
                    opened = -1
            self._pairs = pairs
        return self._pairs

    def _named(self, start: int, end: int, line: int, cell: int) -> Iterator[_Item]:
        """The names between two breaks; brackets and colons part them."""
        pairs = self._brackets()
        first, last = bisect_left(pairs, (start,)), bisect_left(pairs, (end,))
        brackets = [pair for pair in pairs[first:last] if pair[1] <= end]
        waiting: _Item | None = None
        place = start
        for bracket in (*brackets, (end, end)):
            for first, last, labelled in self._stretches(place, bracket[0]):
                if waiting:
                    yield waiting
                waiting = _Item(first, last, (), line, cell, labelled)
            if waiting and bracket[0] < end:
                waiting = waiting._replace(brackets=(*waiting.brackets, bracket))
            place = bracket[1]
        if waiting:
            yield waiting

    def _stretches(self, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
        """A name, or a label and the name behind its colon; bare, and not if they are empty."""
        colon = _COLON.search(self.text, start, end)
        parts = [(start, end, False)]
        link = _ADDRESS.search(self.text, start, end)
        if colon and not link and self.text[start : colon.start()].strip(" \t0123456789"):
            parts = [(start, colon.start(), True), (colon.end(), end, False)]
        for first, last, labelled in parts:
            first, last = self._trimmed(first, last)
            if first < last:
                yield first, last, labelled

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        """A stretch without numbers, bullets, costs and marks around the name in it."""
        lead = _LEAD.match(self.text, start, end)
        if lead and lead.end() < end:
            start = lead.end()
        trail = _TRAIL.search(self.text, start, end)
        if trail and (trail.start() > start or not self.text[start:end].strip(' *_.-–—"')):
            end = trail.start()
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        return start, end

    # What a name stands for.

    def _read(self, item: _Item, more: bool) -> None:
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

    def _label(self, item: _Item, text: str, more: bool) -> None:
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
        elif (said := draw_said(fold(text))) and more:
            self._add(item.start, item.end, "label")
            self._section = f"answer:{said.draw}"
        elif thing is not None:
            self._name(item, text)
        else:
            self._add(item.start, item.end, "label")
        if self._section and not more:
            self._kept = self._section

    def _into_section(self, item: _Item, text: str) -> None:
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

    def _name(self, item: _Item, text: str) -> None:
        """A name by itself."""
        thing = self._find.find(text)
        if thing is not None:
            self._thing(item.start, item.end, thing)
        elif not self._passed_over(item, text) and not self._several(item.start, item.end):
            maybe = self._find.maybe(text)
            self._add(item.start, item.end, "unknown", maybe=maybe)

    def _passed_over(self, item: _Item, text: str) -> bool:
        """Costs, types, boxes and words for the draws."""
        key = fold(text)
        if not key or key in ruins_words() or _COST.fullmatch(text) or self._is_label(text):
            self._add(item.start, item.end, "label")
        elif said := draw_said(key):
            self._add(item.start, item.end, said.draw, of="no" if said.no else "")
        else:
            return False
        return True

    def _is_label(self, text: str) -> bool:
        key = fold(text)
        words = re.split(r"[\s/–-]+", key)
        return key in self._labels or all(word in _TYPES for word in words if word)

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
        start, end = self._trimmed(start, end)
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

    def _trait(self, spans: list[tuple[int, int]]) -> bool:
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

    def _run_of_names(self, spans: list[tuple[int, int]]) -> bool:
        """Names in a row, longest first; words that are no name may stand among three or more."""
        found: list[tuple[int, int, Thing | None]] = []
        place = 0
        while place < len(spans):
            for last in range(min(len(spans), place + 6), place, -1):
                thing = self._find.find(self.text[spans[place][0] : spans[last - 1][1]])
                if thing is not None:
                    found.append((spans[place][0], spans[last - 1][1], thing))
                    place = last
                    break
            else:
                word = self.text[slice(*spans[place])]
                if fold(word) and fold(word) not in BETWEEN:
                    if found and found[-1][2] is None:
                        found[-1] = (found[-1][0], spans[place][1], None)
                    else:
                        found.append((*spans[place], None))
                place += 1
        known = sum(thing is not None for _, _, thing in found)
        strange = len(found) - known
        if known < 2 or (strange and known < 3):
            return False
        for start, end, thing in found:
            if thing is None:
                self._add(start, end, "unknown")
            else:
                self._thing(start, end, thing)
        return True

    # What stands in brackets.

    def _in_brackets(self, item: _Item, text: str, start: int, end: int) -> None:
        host = self._find.find(text)
        section = ""
        if isinstance(host, Landscape) and host.kind == "trait":
            section = f"trait:{host.id}"
        elif host is not None:
            section = IN_BRACKETS.get(host.name, "")
        if not section and (said := draw_said(fold(text))):
            section = f"{'platinum_colony' if said.draw == 'colony' else 'shelters'}_card"
        for first, last in _parts(self.text, start, end):
            inner = self.text[first:last]
            label, colon, _ = inner.partition(":")
            if colon and not self._find.find(inner):
                slot = slot_words().get(fold(label), "")
                first, last = self._trimmed(first + len(label) + 1, last)
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

    def _beside(self, item: _Item, start: int, end: int, inner: str, thing: Thing | None) -> None:
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


def _next_in_line(items: list[_Item], place: int) -> bool:
    """Whether something follows on the same line."""
    return place + 1 < len(items) and items[place + 1].line == items[place].line


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches between commas and the like."""
    place = start
    for cut in (*re.finditer(r"[,;|]", text[start:end]), None):
        last = start + cut.start() if cut else end
        stretch = text[place:last]
        if stretch.strip():
            first = place + len(stretch) - len(stretch.lstrip())
            yield first, first + len(stretch.strip())
        place = start + cut.end() if cut else end


def _place_of(thing: Thing) -> str:
    """Where a thing goes that is named by itself."""
    if isinstance(thing, Landscape):
        return "landscape"
    if isinstance(thing, Card) or thing.pile:
        return "pile"
    return "beside"


def _kingdom(pieces: tuple[Piece, ...], catalog: Catalog) -> Kingdom:
    """The kingdom that the pieces make."""
    piles: list[Thing] = []
    landscapes: list[Landscape] = []
    deck: list[Thing] = []
    boons: list[OtherCard] = []
    drawn: dict[str, Thing] = {}
    traits: dict[str, Thing] = {}
    colony: bool | None = None
    shelters: bool | None = None
    for piece in pieces:
        thing = piece.thing
        if piece.role == "colony":
            colony = piece.of != "no"
        elif piece.role == "shelters":
            shelters = piece.of != "no"
        elif thing is None or piece.role in ("label", "unknown", "beside"):
            continue
        elif piece.role == "pile":
            piles.append(thing)
        elif piece.role == "deck":
            deck.append(thing)
        elif piece.role == "boon":
            if isinstance(thing, OtherCard) and thing.group == "Boons" and thing not in boons:
                boons.append(thing)
        elif piece.role == "trait":
            traits[piece.of] = thing
        elif isinstance(thing, Landscape):
            if thing.kind in DEALT_KINDS and thing.kind not in drawn:
                drawn[thing.kind] = thing
            elif thing not in landscapes:
                landscapes.append(thing)
        else:
            drawn.setdefault(piece.role, thing)
    kept = {
        trait: pile for trait, pile in traits.items() if catalog.landscapes[trait] in landscapes
    }
    kingdom = Kingdom(tuple(piles), tuple(landscapes), tuple(deck), drawn, tuple(boons), kept)
    return replace(kingdom, platinum_colony=colony, shelters=shelters)
