"""How a pile is laid out or marked, in the reader's words."""

from __future__ import annotations

from typing import NamedTuple

from setup_rules.plan import Pile, SupplyPile
from setup_rules.sentences import Note, NoteKind, kind_of, parts_of
from web.language.card_names import Name
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.setup_sheet.fetch_list import short_note

SHUFFLED = (NoteKind.SHUFFLED, NoteKind.SHUFFLED_TOP_UP, NoteKind.SHUFFLED_PART)


class TableNote(NamedTuple):
    """How a pile is laid out or marked."""

    kind: NoteKind | None
    text: str
    shuffle: str
    """The same under a heading that says it is about shuffling."""


def table_notes(pile: SupplyPile | Pile, name: Name) -> tuple[TableNote, ...]:
    """The notes on a pile."""
    return tuple(
        TableNote(kind_of(note), translate(note, name), _shuffle(note, pile.count, name))
        for note in parts_of(pile.note, "; ")
    )


def _shuffle(note: str, count: int, name: Name) -> str:
    kind = kind_of(note)
    if kind is NoteKind.SHUFFLED:
        return ngettext("{number} card, face down", "{number} cards, face down", count)
    if kind is NoteKind.SHUFFLED_TOP_UP:
        return ngettext(
            "{number} card, top card face up", "{number} cards, top card face up", count
        )
    if isinstance(note, Note) and kind is NoteKind.SHUFFLED_PART:
        return _("all {total}, count out {number}", **note.values)
    return short_note(note, name)
