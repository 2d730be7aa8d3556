"""How the cards are stored: choose it, and fetch lists follow."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, flash, redirect, render_template, request, url_for

from web.catalog import app_catalog
from web.draw.tonight import in_shelf_order
from web.http.visitor import at_home, changed, household
from web.language.translation import gettext as _
from web.setup_sheet.spines import box_name
from web.setup_sheet.storage import storage_here
from web.storage.forms import MORE_CASES, StorageForm
from web.store import get_store
from web.store.households import MOST_CASES

bp = Blueprint("storage", __name__, url_prefix="/shelf/storage")


@bp.get("")
def show():
    """Ask how the cards are stored."""
    storage = storage_here()
    more = min(MORE_CASES, MOST_CASES - len(storage.cases))
    cases = [case._asdict() for case in storage.cases] + [{} for _row in range(more)]
    return _page(StorageForm(data={"how": storage.how, "case": cases}))


@bp.post("")
def keep():
    """Keep it."""
    form = StorageForm(request.form)
    if not form.validate():
        return _page(form), 422
    get_store().keep_storage(at_home().id, form.storage)
    changed()
    flash(_("Saved. Fetch lists will use this from now on."))
    return redirect(url_for("shelf.show"), code=303)


def _page(form: StorageForm) -> str:
    home = household()
    cased = [box for row in form.case for box in row.boxes.data or ()]
    boxes = _named((*(home.boxes if home else ()), *cased))
    return render_template("storage/show.html", form=form, boxes=boxes)


def _named(boxes: Iterable[str]) -> list[tuple[str, str]]:
    known = app_catalog().boxes
    return [(id_, box_name(known[id_])) for id_ in dict.fromkeys(in_shelf_order(boxes))]
