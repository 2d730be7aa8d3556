"""What the preview of a collection shows: boxes to tick, editions to choose, and what is left."""

from __future__ import annotations

from collections.abc import Collection as Some
from collections.abc import Mapping
from typing import NamedTuple

from web.catalog import app_catalog
from web.collection.forms import LEAVE_OUT
from web.collection.reader import FoundBox, ReadCollection, Sureness, UnknownTitle
from web.language.translation import gettext as _
from web.setup_sheet.spines import Spine, box_name, spine

MOST_SHOWN = 100
"""Titles that are not understood and are shown; the rest is counted."""


class FoundRow(NamedTuple):
    """A box that a title names without doubt."""

    box: str
    name: str
    look: Spine
    line: str
    ticked: bool


class PickRow(NamedTuple):
    """A title that may mean one of several boxes."""

    field: str
    line: str
    says: str
    options: tuple[tuple[str, str], ...]
    """Boxes by their ids; empty for none yet, LEAVE_OUT for none at all."""
    chosen: str
    fault: str = ""


class CollectionPage(NamedTuple):
    """All that the preview shows."""

    boxes: tuple[FoundRow, ...]
    here: tuple[str, ...]
    """Names of boxes in the list that are on the shelf already."""
    picks: tuple[PickRow, ...]
    unknown: tuple[str, ...]
    more_unknown: int
    other_games: int
    lines: str

    @property
    def open(self) -> bool:
        """Whether there is anything to save."""
        return bool(self.boxes or self.picks)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The boxes that are ticked and picked."""
        ticked = [row.box for row in self.boxes if row.ticked]
        picked = [row.chosen for row in self.picks if row.chosen not in ("", LEAVE_OUT)]
        return tuple(dict.fromkeys((*ticked, *picked)))

    @property
    def faulty(self) -> bool:
        """Whether an edition is still to be chosen."""
        return any(row.fault for row in self.picks)


def collection_page(
    collection: ReadCollection,
    shelf: Some[str],
    ticked: Some[str] | None = None,
    picked: Mapping[int, str] | None = None,
) -> CollectionPage:
    """The preview, as it was read or, with what is ticked and picked, as it was sent."""
    known = app_catalog().boxes
    sure = {one.chosen: one for one in collection.found if one.sureness is Sureness.EXACT}
    boxes = [
        FoundRow(
            id_, box_name(known[id_]), spine(known[id_]), one.line, ticked is None or id_ in ticked
        )
        for id_, one in sure.items()
        if id_ not in shelf
    ]
    unsure = [one for one in collection.found if one.sureness is not Sureness.EXACT]
    settled = [one for one in unsure if _is_here(one, shelf)]
    alike = [one for one in collection.unknown[:MOST_SHOWN] if one.suggestions]
    asked: list[FoundBox | UnknownTitle] = [*unsure, *alike]
    picks = [_pick(place, one, picked) for place, one in enumerate(asked) if one not in settled]
    here = [id_ for id_ in sure if id_ in shelf]
    here += [id_ for one in settled for id_ in one.boxes if id_ in shelf]
    nameless = [one.line for one in collection.unknown[:MOST_SHOWN] if not one.suggestions]
    return CollectionPage(
        boxes=tuple(boxes),
        here=tuple(box_name(known[id_]) for id_ in dict.fromkeys(here)),
        picks=tuple(picks),
        unknown=tuple(nameless),
        more_unknown=max(0, len(collection.unknown) - MOST_SHOWN),
        other_games=collection.other_games,
        lines=collection.lines,
    )


def _is_here(one: FoundBox, shelf: Some[str]) -> bool:
    """Whether a title asks for nothing new: what it most likely means is on the shelf."""
    return one.chosen in shelf if one.chosen else any(id_ in shelf for id_ in one.boxes)


def _pick(place: int, one: FoundBox | UnknownTitle, picked: Mapping[int, str] | None) -> PickRow:
    known = app_catalog().boxes
    boxes = one.boxes if isinstance(one, FoundBox) else one.suggestions
    options = [(id_, box_name(known[id_])) for id_ in boxes]
    chosen = one.chosen if isinstance(one, FoundBox) else LEAVE_OUT
    says = _says(one)
    options.append((LEAVE_OUT, _("Leave it out")))
    if isinstance(one, FoundBox) and not one.chosen:
        options.insert(0, ("", _("Choose")))
    fault = ""
    if picked is not None:
        sent = picked.get(place, "")
        chosen = sent if sent in (*boxes, LEAVE_OUT) else ""
        fault = "" if chosen else _("Choose an edition, or leave it out.")
    return PickRow(f"pick.{place}.box", one.line, says, tuple(options), chosen, fault)


def _says(one: FoundBox | UnknownTitle) -> str:
    """Why there is something to choose."""
    if isinstance(one, UnknownTitle):
        return _("No box has this name. Did you mean one of these?")
    if one.sureness is Sureness.MISSPELT:
        return _("The spelling is a little different. Is this the box?")
    if one.sureness is Sureness.BY_YEAR:
        return _("Guessed from the year. Check the edition.")
    return _("Which edition?")
