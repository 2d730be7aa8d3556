"""Putting hints away, and having them shown again."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for

from web.http.forms import BaseForm
from web.http.hints import HintForm, put_away, show_all
from web.http.visitor import came_from
from web.language.translation import gettext as _

bp = Blueprint("hints", __name__)


@bp.post("/hints")
def put():
    """Put a hint away, and lead back to the page it was on."""
    form = HintForm(request.form)
    if form.validate() and form.hint.data:
        put_away(form.hint.data)
    return redirect(came_from(url_for("home.show")), code=303)


@bp.post("/settings/hints")
def show():
    """Have every hint shown again."""
    BaseForm(request.form).validate()
    show_all()
    flash(_("All hints are back."))
    return redirect(url_for("household.show", _anchor="hints"), code=303)
