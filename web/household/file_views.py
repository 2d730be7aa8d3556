"""Reading a saved file: choose it, see what it would change, and import it."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge

from web.household.forms import FileForm
from web.household.household_file import LARGEST, NoShelf, read_household
from web.household.import_preview import (
    REPLACE,
    WAYS,
    import_household,
    import_preview,
    in_words,
    too_many,
    with_friends,
)
from web.http.forms import sent_with_files
from web.http.limits.rates import TooHasty, too_hasty, wait_header
from web.http.limits.route_marks import heavy, takes_files
from web.http.visitor import changed, names_here
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.store import HouseholdExport, TooMany

bp = Blueprint("saved_file", __name__, url_prefix="/shelf/open")

MOST_FAULTS = 200
"""Faults of one file that are told at once."""


@bp.get("")
def choose():
    """Ask for a file."""
    return _page(FileForm())


@bp.post("")
@heavy
@takes_files
def read():
    """Read a file, say what it would do, and do it once that is confirmed."""
    try:
        form = _sent_form()
    except RequestEntityTooLarge:
        most = _("The file is too big. The limit is {number} MB.", number=LARGEST // 2**20)
        return _page(FileForm(), [most]), 413
    try:
        return _read(form)
    except NoShelf as error:
        return _page(form, [str(error)]), 422
    except TooHasty as error:
        return _page(form, [too_hasty(error)]), 429, wait_header(error)
    except TooMany as many:
        return _page(form, [too_many(many)]), 422


def _sent_form() -> FileForm:
    """The form with its file; raises RequestEntityTooLarge."""
    if request.mimetype == "multipart/form-data":  # in which nobody can hide millions of fields
        request.max_content_length = request.max_form_memory_size = LARGEST
    form = FileForm(sent_with_files())
    form.validate()
    return form


def _read(form: FileForm):
    """The faults of the file, what it would change, or the shelf once it is imported."""
    if not form.body.strip():
        raise NoShelf(_("Choose a file first."))
    file = read_household(form.body)
    if file.faults and not form.partly.data:
        return _page(form, _in_words(file.faults), partly=file.export != HouseholdExport()), 422
    file = file._replace(export=with_friends(file.export))
    if form.how.data not in WAYS:
        preview = import_preview(file)
        return render_template("household/import_preview.html", page=preview, text=form.as_text)
    imported = import_household(file, replace=form.how.data == REPLACE)
    changed()
    flash(_("Imported: {what}.", what=in_words(imported.added) or _("nothing new")))
    return redirect(url_for("shelf.show"), code=303)


def _in_words(faults: tuple[str, ...]) -> list[str]:
    """Every fault in a sentence; of very many the first."""
    sentences = [translate(fault, names_here()) for fault in faults[:MOST_FAULTS]]
    more = len(faults) - len(sentences)
    if more:
        sentences.append(ngettext("And {number} more.", "And {number} more.", more))
    return sentences


def _page(form: FileForm, faults: list[str] | None = None, *, partly: bool = False) -> str:
    form.file.errors = faults or []
    return render_template("household/file.html", form=form, partly=partly)
