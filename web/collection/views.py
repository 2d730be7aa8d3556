"""Bringing a collection: choose a file or paste a list, see what it means, and save it."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge

from web.catalog import app_catalog
from web.collection.formats import NoCollection
from web.collection.forms import CollectionForm
from web.collection.page import collection_page
from web.collection.reader import ReadCollection, read_collection
from web.http.forms import sent_with_files
from web.http.limits.route_marks import heavy, takes_files
from web.http.visitor import at_home, changed, household
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.store import get_store

bp = Blueprint("collection", __name__, url_prefix="/shelf/import")

LARGEST = 4 * 2**20
"""Bytes of a file; that of a collection of two thousand games has about half of it."""
EDIT, SAVE = "edit", "save"


@bp.get("")
def choose():
    """Ask for a file or a list."""
    return _page(CollectionForm())


@bp.post("")
@heavy
@takes_files
def read():
    """Show what a list means; save it once that is confirmed."""
    if request.mimetype == "multipart/form-data":  # in which nobody can hide millions of fields
        request.max_content_length = request.max_form_memory_size = LARGEST
    form = CollectionForm(sent_with_files())
    is_right = form.validate()
    if form.do.data == EDIT and form.body.strip():
        return _page(form)
    try:
        collection = read_collection(form.body, app_catalog())
    except NoCollection as error:
        return _page(form, translate(error.message)), 422
    return _save(form, collection) if form.do.data == SAVE and is_right else _preview(collection)


@bp.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge):
    """Say how large a file may be."""
    most = _("The file is too big. The limit is {number} MB.", number=LARGEST // 2**20)
    return _page(CollectionForm(), most), 413


def _preview(collection: ReadCollection) -> str:
    home = household()
    page = collection_page(collection, home.boxes if home else ())
    return render_template("collection/preview.html", page=page)


def _save(form: CollectionForm, collection: ReadCollection):
    """Put the chosen boxes on the shelf, unless an edition is still to be chosen."""
    home = household()
    shelf = home.boxes if home else ()
    page = collection_page(collection, shelf, form.box.data or (), form.picked)
    if page.faulty:
        return render_template("collection/preview.html", page=page), 422
    if page.chosen:
        get_store().add_boxes(at_home().id, page.chosen)
        changed()
    number = len(page.chosen)
    flash(ngettext("{number} box added.", "{number} boxes added.", number))
    return redirect(url_for("shelf.show"), code=303)


def _page(form: CollectionForm, fault: str = "") -> str:
    form.file.errors = [fault] if fault else []
    return render_template("collection/show.html", form=form)
