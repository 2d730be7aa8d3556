"""The words beside names in a text: what a card is for, and what is decided on the two draws."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from setup_rules.names import fold
from setup_rules.rulebook import Slot
from setup_rules.rules import SLOTS
from setup_rules.sentences import say
from web.language.card_names import Name
from web.language.translation import gettext as _
from web.language.translation import in_every_language

DECK, BOON = "deck", "boon"
LABELS = {
    **{slot.key: slot.label for slot in SLOTS},
    DECK: say("Black Market deck"),
    BOON: say("Boons"),
}
"""What stands before the card of a slot where nothing in the text asks for it."""
WITH = {"platinum_colony": say("Colonies"), "shelters": say("Shelters")}
WITHOUT = {"platinum_colony": say("No Colonies"), "shelters": say("No Shelters")}


class DrawWord(NamedTuple):
    """What some words say of one of the two draws."""

    draw: str
    """`colony` or `shelters`."""
    no: bool


def words_in(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


SLOT_OF_HOST = {slot.asked_by: slot.key for slot in SLOTS if slot.asked_by and slot.in_brackets}
"""The slot whose card stands in brackets behind a card or landscape, by its printed name."""
IN_BRACKETS = {**SLOT_OF_HOST, "Black Market": DECK, "Druid": BOON}
"""The same with lists of cards."""
_SLOT_WORDS: Mapping[str, str] = {
    **{fold(word): slot.key for slot in SLOTS for word in (slot.label, *slot.words)},
    "black market deck": DECK,
    "market deck": DECK,
    "boons": BOON,
    "druid boons": BOON,
}
"""Words before a colon or in brackets that say what a card is for; any host's name does, too."""
_NO = words_in("no not none without kein keine keinen ohne bez zadne sans pas aucune geen zonder")
_YES = words_in("with use using yes mit avec met se s")
BETWEEN = words_in("and und et en a plus y e i de des the les die das with")
ANSWERS = {
    **dict.fromkeys(words_in("yes ja oui ano 1 true si tak"), True),
    **dict.fromkeys(words_in("no nein non nee ne 0 false nie"), False),
}
_COLONIES = words_in("platinum colony colonies platin platine platina kolonie kolonien colonie")
_SHELTERS = words_in(
    "shelter shelters unterschlupf unterschlupfe unterkunft unterkunfte abri abris refuge refuges "
    "schuilplaats schuilplaatsen onderkomen onderkomens pristresi utociste ukryty"
)


@cache
def slot_words() -> Mapping[str, str]:
    """Words before a colon or in brackets that say what a card is for, in every language."""
    ours = {
        fold(spelling): slot
        for slot, word in LABELS.items()
        for spelling in in_every_language(word)
    }
    return {**ours, **_SLOT_WORDS}


@cache
def ruins_words() -> frozenset[str]:
    """What the Ruins are called, folded, in every language."""
    return frozenset(fold(spelling) for spelling in in_every_language("Ruins"))


def draw_said(key: str) -> DrawWord | None:
    """What a folded text says of Platinum & Colony or of Shelters; None if of neither."""
    if known := _draws_said().get(key):
        return known
    words = set(key.split())
    named = words - _NO - _YES - BETWEEN
    for draw, all_words in (("colony", _COLONIES), ("shelters", _SHELTERS)):
        if named and named <= all_words:
            return DrawWord(draw, bool(words & _NO))
    return None


@cache
def _draws_said() -> Mapping[str, DrawWord]:
    return {
        fold(spelling): DrawWord("colony" if draw == "platinum_colony" else draw, no)
        for no, words in ((False, WITH), (True, WITHOUT))
        for draw, word in words.items()
        for spelling in in_every_language(word)
    }


def slot_mark(slot: Slot, name: Name) -> str:
    """The word that marks a slot's card: its own, or the name of what asks for it."""
    return _(slot.mark) if slot.mark else name(slot.asked_by)
