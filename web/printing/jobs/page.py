"""Long print work as pages show it: what it is, how far it is, and what boxes would give."""

from __future__ import annotations

from typing import Any, NamedTuple

from wtforms import SelectChoice

from web.catalog import app_catalog
from web.draw.tonight import in_shelf_order
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.printing.documents import liked_sheet
from web.printing.forms import (
    BOOKLET,
    CARDS,
    CHECKLIST,
    DIVIDERS,
    OF_KINGDOMS,
    RANDOMIZERS,
    ByBoxForm,
)
from web.printing.jobs.orders import (
    MOST_PAGES,
    PrintCount,
    chosen_boxes,
    count_boxes,
    count_kingdoms,
    kingdoms_of,
)
from web.printing.styles import TABS
from web.setup_sheet.spines import box_name
from web.store import Household, Job


class JobRow(NamedTuple):
    """A piece of long print work."""

    id: str
    kind: str
    state: str
    unfinished: bool
    name: str
    what: str
    """`12 kingdoms`, `3 boxes`."""
    progress: str
    done: int
    total: int


class PrintRow(NamedTuple):
    """Something that can be printed of chosen boxes."""

    kind: str
    name: str
    note: str
    pages: int
    can_be: bool
    """Whether there is anything to print, and not too much of it."""


def job_row(job: Job) -> JobRow:
    """A piece of work in words."""
    if job.kind in OF_KINGDOMS:
        number = len(job.request["links"])
        what = ngettext("{number} kingdom", "{number} kingdoms", number)
    else:
        what = ngettext("{number} box", "{number} boxes", len(job.request["boxes"]))
    return JobRow(
        id=job.id,
        kind=job.kind,
        state=job.state,
        unfinished=job.unfinished,
        name=_names()[job.kind],
        what=what,
        progress=_progress(job),
        done=job.done,
        total=job.total,
    )


def _names() -> dict[str, str]:
    return {
        CARDS: _("Setup cards"),
        BOOKLET: _("A booklet"),
        CHECKLIST: _("Collection checklist"),
        RANDOMIZERS: _("Randomizer cards"),
        DIVIDERS: _("Dividers"),
    }


def _progress(job: Job) -> str:
    """How many pages are done of all; each is laid out first, and then drawn."""
    pages = max(job.total // 2, 1)
    if job.state == "waiting":
        return _("Waiting for its turn")
    if job.done < pages:
        return _("{done} of {pages} pages laid out", done=job.done, pages=pages)
    return _("{done} of {pages} pages printed", done=min(job.done, 2 * pages) - pages, pages=pages)


def by_box_form(home: Household, sent: Any) -> ByBoxForm:
    """The boxes of a shelf to tick; all are, until some are chosen."""
    form = ByBoxForm(sent)
    shelf = dict.fromkeys(in_shelf_order(home.boxes))
    form.box.choices = [SelectChoice(box, box_name(app_catalog().boxes[box])) for box in shelf]
    form.box.data = [box for box in form.box.data or () if box in shelf] or list(shelf)
    if form.tabs.data not in TABS:
        form.tabs.data = form.tabs.default
    return form


def by_box_page(home: Household, form: ByBoxForm) -> dict[str, Any]:
    """What can be printed of the chosen boxes."""
    boxes = chosen_boxes(home, form.box.data)
    return {"form": form, "boxes": form.box.data, "rows": _rows(home, boxes), "most": MOST_PAGES}


def _rows(home: Household, boxes: tuple[str, ...]) -> list[PrintRow]:
    likes = liked_sheet()
    kingdoms = len(kingdoms_of(in_shelf_order(home.boxes), boxes))
    counts = {CARDS: count_kingdoms(CARDS, kingdoms, likes)}
    counts |= {kind: count_boxes(kind, boxes, likes) for kind in (RANDOMIZERS, DIVIDERS, CHECKLIST)}
    return [_print_row(kind, count) for kind, count in counts.items()]


def _print_row(kind: str, count: PrintCount) -> PrintRow:
    number = count.items
    items = {
        CARDS: ngettext("{number} kingdom", "{number} kingdoms", number),
        RANDOMIZERS: ngettext("{number} card", "{number} cards", number),
        DIVIDERS: ngettext("{number} divider", "{number} dividers", number),
        CHECKLIST: ngettext("{number} line to tick", "{number} lines to tick", number),
    }
    pages = ngettext("{number} page", "{number} pages", count.pages)
    can_be = 0 < count.pages <= MOST_PAGES
    return PrintRow(kind, _names()[kind], f"{items[kind]} · {pages}", count.pages, can_be)
