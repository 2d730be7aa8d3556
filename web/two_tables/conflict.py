"""Why there are no two tables, in words, and what would help."""

from __future__ import annotations

from typing import NamedTuple

from setup_rules.catalog import Catalog
from setup_rules.draw.request import DrawRequest
from setup_rules.evening.two_tables import TooLittle, TwoTables
from setup_rules.sentences import listed
from web.draw.outcome import outcome_of
from web.draw.shortage_words import shortage_in_words
from web.draw.tonight import Tonight
from web.language.card_names import Name
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.setup_sheet.tokens import thing_name


class TablesConflict(NamedTuple):
    """Why there are no two tables, and what would help."""

    what: str
    why: str
    wishes: bool
    """Whether other wishes would help."""


def conflict_of(
    tables: TwoTables, here: Tonight, asked: DrawRequest, catalog: Catalog, name: Name
) -> TablesConflict:
    """Why two tables cannot be, as the draw explains it."""
    if tables.clash:
        reason = outcome_of(here, here.wishes, catalog).reason
        reason = reason or _("Not even one kingdom fits your wishes.")
        return TablesConflict(_("No kingdom matches"), reason, wishes=True)
    if tables.shortage:
        number = ngettext("{number} table", "{number} tables", 2)
        why = shortage_in_words(tables.shortage, number, asked, catalog)
        return TablesConflict(_("Not enough for two tables"), why, wishes=bool(here.wishes))
    lacks = lacks_in_words(tables.missing, catalog, name)
    if tables.undecided:
        why = _(
            "The app couldn’t find two kingdoms that fit side by side, though there may be some. "
            "Add a box, or loosen a wish."
        )
        if lacks:
            why = f"{why} {_('The most common reason: {more}', more=lacks)}"
        return TablesConflict(_("No kingdoms found for two tables"), why, wishes=bool(here.wishes))
    return TablesConflict(_("Not enough for two tables"), lacks, wishes=bool(here.wishes))


def lacks_in_words(missing: tuple[TooLittle, ...], catalog: Catalog, name: Name) -> str:
    """What two tables need and the boxes lack, and the boxes that have it."""
    if not missing:
        return ""
    needs = and_list(
        _(
            "{need}× {card} (you have {number})",
            need=lack.needed,
            card=thing_name(lack.what, name),
            number=lack.there,
        )
        for lack in missing
    )
    boxes = translate(listed(_boxes_with(missing, catalog), "or"))
    return _(
        "Two tables need {needs}. Add a box: {boxes}; a second copy counts too.",
        needs=needs,
        boxes=boxes,
    )


def _boxes_with(missing: tuple[TooLittle, ...], catalog: Catalog) -> list[str]:
    """Boxes with all that is missing, or else with any of it."""
    boxes = catalog.boxes.values()
    names = [lack.what for lack in missing]
    full = [box.title for box in boxes if all(map(box.stock.get, names))]
    return full or [box.title for box in boxes if any(map(box.stock.get, names))]
