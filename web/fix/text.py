"""A kingdom as text that `pasting` reads again, and changes to such a text in its own places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from setup_rules.cards import Card, Landscape, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.kingdom import Kingdom
from setup_rules.names import NameProblem, names_of
from setup_rules.rules import DEALT_KINDS, DECISIONS
from web.fix.pasting import Pasted, Piece
from web.fix.text_items import BREAKS
from web.http.visitor import ENGLISH
from web.language.card_names import naming
from web.language.translation import gettext as _
from web.links.slot_words import IN_BRACKETS, LABELS, WITH, WITHOUT

Written = Callable[[Thing], str]
"""How a thing is written, so that it is read again as the same."""


@cache
def writing(catalog: Catalog, language: str) -> Written:
    """Names in the reader's language, but English where that would be read as another card.

    Where the English name is a different card in the reader's language, it is one of a third.
    """
    name, known = naming(catalog, language), names_of(catalog)

    def is_read(word: str, thing: Thing) -> bool:
        for spoken in (ENGLISH, language):
            things = known.find_in(spoken, word)
            cards = tuple(one for one in things if isinstance(one, Card))
            if things and things != (thing,) and cards != (thing,):
                return False
        try:
            return known.find(word, prefer=(Card,), suggest=False) is thing
        except NameProblem:
            return False

    def written(thing: Thing) -> str:
        others = (names[thing.id].name for names in local_names if thing.id in names)
        for word in (name(thing.name), thing.name, *others):
            if is_read(word, thing):
                return word
        return thing.name

    local_names = tuple(catalog.local_names.values())
    return written


def kingdom_text(kingdom: Kingdom, written: Written = lambda thing: thing.name) -> str:
    """All that a kingdom has, in one line; what goes with a card stands in brackets behind it."""
    return ", ".join(_Writer(kingdom, written))


class _Writer:
    """Writes one kingdom."""

    def __init__(self, kingdom: Kingdom, written: Written) -> None:
        self._kingdom, self._written = kingdom, written
        self._written_slots: set[str] = set()

    def __iter__(self) -> Iterator[str]:
        kingdom = self._kingdom
        dealt = [kingdom.drawn[kind] for kind in DEALT_KINDS if kind in kingdom.drawn]
        named = dict.fromkeys((*kingdom.landscapes, *dealt))
        for thing in (*kingdom.piles, *named):
            yield self._with_brackets(thing)
        self._written_slots.update(DEALT_KINDS)
        for draw in WITH:
            answer = getattr(kingdom, draw)
            if answer is not None:
                self._written_slots.add(f"{draw}_card")
                card = kingdom.drawn.get(f"{draw}_card")
                beside = f" ({self._written(card)})" if card else ""
                yield f"{_((WITH if answer else WITHOUT)[draw])}{beside}"
        for slot, thing in kingdom.drawn.items():
            if slot not in self._written_slots:
                yield f"{_(LABELS[slot])}: {self._one(thing)}"
        if kingdom.deck and "deck" not in self._written_slots:
            yield f"\n{_(LABELS['deck'])}: {self._list(kingdom.deck)}"
        if kingdom.boons and "boon" not in self._written_slots:
            yield f"\n{_(LABELS['boon'])}: {self._list(kingdom.boons)}"

    def _with_brackets(self, thing: Thing) -> str:
        kingdom, name = self._kingdom, self._written(thing)
        slot = IN_BRACKETS.get(thing.name, "")
        beside = ""
        if thing.id in kingdom.traits:
            beside = self._written(kingdom.traits[thing.id])
        elif slot == "deck":
            beside = self._list(kingdom.deck)
        elif slot == "boon":
            beside = self._list(kingdom.boons)
        elif slot in kingdom.drawn:
            beside = self._one(kingdom.drawn[slot])
        self._written_slots.add(slot)
        return f"{name} ({beside})" if beside else name

    def _list(self, things: Iterable[Thing]) -> str:
        return ", ".join(self._written(thing) for thing in things)

    def _one(self, thing: Thing) -> str:
        ruins = isinstance(thing, OtherCard) and thing.group == "Ruins"
        return _("Ruins") if ruins else self._written(thing)


def replaced(pasted: Pasted, pieces: Iterable[Piece], name: str) -> str:
    """The text with other words in the place of some pieces."""
    return with_words(pasted.text, dict.fromkeys(pieces, name))


def with_words(text: str, words: Mapping[Piece, str]) -> str:
    """A text with other words in the place of each of these pieces of it."""
    for piece in sorted(words, key=lambda piece: piece.start, reverse=True):
        text = text[: piece.start] + words[piece] + text[piece.end :]
    return text


def removed(pasted: Pasted, pieces: Iterable[Piece]) -> str:
    """The text without some pieces, and without what only went with them."""
    cuts = sorted({_around(pasted, piece) for piece in pieces}, reverse=True)
    text, last = pasted.text, len(pasted.text) + 1
    for start, end in cuts:
        if end <= last:
            text, last = text[:start] + text[end:], start
    return text.strip(" ,;\t") if cuts else text


def added(text: str, names: Iterable[str]) -> str:
    """The text with more names at its end, parted as the others are."""
    more = [name for name in names if name]
    if not more:
        return text
    bare = text.rstrip(" ,;\t\r\n")
    between = "\n" if bare.count("\n") > bare.count(",") else ", "
    if bare and _ends_in_list(bare):
        between = "\n"
    return between.join([bare, *more] if bare else more)


def _ends_in_list(text: str) -> bool:
    """Whether the last line is a list with a label, so that nothing may be added to it."""
    line = text.rpartition("\n")[2].lower()
    return any(line.lstrip().startswith(LABELS[slot].lower()) for slot in ("deck", "boon"))


def with_slot(pasted: Pasted, slot: str, name: str, hosts: Iterable[str] = ()) -> str:
    """The text with a card for a slot: instead of the old one, behind its host, or at the end."""
    there = [piece for piece in pasted.pieces if _slot_of(piece) == slot]
    if there:
        last = there[-1]
        return pasted.text[: last.start] + name + pasted.text[last.end :]
    trait = slot.removeprefix("trait:") if slot.startswith("trait:") else ""
    for piece in pasted.pieces:
        thing = piece.thing
        if thing is None or piece.role not in ("pile", "landscape", *DEALT_KINDS):
            continue
        if thing.id == trait or IN_BRACKETS.get(thing.name) == slot or thing.id in hosts:
            return f"{pasted.text[: piece.end]} ({name}){pasted.text[piece.end :]}"
    if slot in DEALT_KINDS:
        return added(pasted.text, [name])
    if slot in ("deck", "boon"):
        return f"{pasted.text.rstrip(' ,;')}\n{LABELS[slot]}: {name}".lstrip("\n")
    return added(pasted.text, [f"{LABELS[slot]}: {name}"])


def _slot_of(piece: Piece) -> str:
    """The slot a piece fills, known or not."""
    if piece.role == "trait":
        return f"trait:{piece.of}"
    if piece.role == "unknown":
        return piece.of
    if isinstance(piece.thing, Landscape) and piece.role in ("landscape", *DEALT_KINDS):
        return piece.thing.kind if piece.thing.kind in DEALT_KINDS else ""
    return piece.role if piece.role in LABELS and piece.role not in ("deck", "boon") else ""


def with_draw(pasted: Pasted, draw: str, answer: bool | None, card: str = "") -> str:
    """The text with one of the two draws decided, or open again."""
    old = [p for p in pasted.pieces if p.role in (draw, f"{_CARD_OF[draw]}")]
    text = removed(pasted, old) if old else pasted.text
    if answer is None:
        return text
    word = {"colony": "Colonies", "shelters": "Shelters"}[draw]
    return added(text, [f"{'' if answer else 'No '}{word}{f' ({card})' if card else ''}"])


_CARD_OF = dict(zip(("colony", "shelters"), (one.card.key for one in DECISIONS), strict=True))


def _around(pasted: Pasted, piece: Piece) -> tuple[int, int]:
    """The stretch to cut out for a piece: all of its item, and one of the breaks beside it."""
    text = pasted.text
    opened = max(text.rfind("(", 0, piece.start), text.rfind("[", 0, piece.start))
    closed = min((p for p in (text.find(c, piece.end) for c in ")]") if p >= 0), default=-1)
    line = text.find("\n", max(opened, 0), piece.start)
    shut = re.search(r"[)\]]", text[max(opened, 0) : piece.start])
    if (
        opened >= 0
        and closed >= 0
        and line < 0
        and not shut
        and "\n" not in text[piece.end : closed]
    ):
        return _in_brackets(text, piece, opened, closed)
    start, end = _item(text, piece)
    others = [
        p
        for p in pasted.pieces
        if start <= p.start < end and p.role not in ("label",) and (p.start, p.end) != piece[:2]
    ]
    inside = [p for p in others if _is_in_brackets(text, p)]
    if len(inside) < len(others):
        return piece.start, piece.end
    if end < len(text):
        start += len(text[start:end]) - len(text[start:end].lstrip())
        return start, end + len(re.match(r"\s*[,;|\n\r\t]?[ \t]*", text[end:])[0])  # type: ignore[index]
    while start > 0 and text[start - 1] in " ,;|\n\r\t":
        start -= 1
    return start, end


def _in_brackets(text: str, piece: Piece, opened: int, closed: int) -> tuple[int, int]:
    """A piece in brackets; the brackets go as well if nothing else is in them."""
    parts = [part for part in re.split(r"[,;|]", text[opened + 1 : closed]) if part.strip()]
    if len(parts) < 2:
        while opened > 0 and text[opened - 1] == " ":
            opened -= 1
        return opened, closed + 1
    after = re.match(r"\s*[,;|]\s*", text[piece.end : closed])
    if after:
        return piece.start, piece.end + after.end()
    before = re.search(r"\s*[,;|]\s*$", text[opened + 1 : piece.start])
    return opened + 1 + before.start() if before else piece.start, piece.end


def _is_in_brackets(text: str, piece: Piece) -> bool:
    before, after = text[: piece.start], text[piece.end :]
    return max(before.rfind("("), before.rfind("[")) > max(
        before.rfind(")"), before.rfind("]"), before.rfind("\n")
    ) and bool(re.match(r"[^\n(\[]*[)\]]", after))


def _item(text: str, piece: Piece) -> tuple[int, int]:
    """From the break before a piece to the one behind it; brackets hold what is in them."""
    start, end, depth = 0, len(text), 0
    for match in re.finditer(rf"[(\[]|[)\]]|{BREAKS.pattern}", text):
        if match[0] in "([":
            depth = 1
        elif match[0] in ")]" or match[0] == "\n":
            depth = 0
        if depth or match[0] in ")]":
            continue
        if match.end() <= piece.start:
            start = match.end()
        elif match.start() >= piece.end:
            end = match.start()
            break
    return start, end
