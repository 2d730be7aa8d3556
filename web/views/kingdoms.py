"""The form for a kingdom of one's own, and the page that shows its setup."""

import secrets
from typing import Any

from flask import Blueprint, redirect, render_template, request, session

from setup_rules.catalog import load_catalog
from web.forms import KingdomForm, boxes_typed, typed
from web.links import link_for, read_link
from web.reading import Asked
from web.setup_sheet import make_sheet
from web.store import LastUsed, get_store

bp = Blueprint("kingdoms", __name__)


@bp.get("/")
def ask():
    """Ask for ten names, players and boxes; filled in with what is known already."""
    return render_template("kingdoms/form.html", form=KingdomForm(data=_known_already()))


@bp.post("/")
def read():
    """Read what was typed, and lead to the kingdom's own address."""
    form = KingdomForm(request.form)
    if not form.validate():
        return render_template("kingdoms/form.html", form=form), 422
    _remember(form.asked)
    return redirect(link_for(*form.asked), code=303)


@bp.get("/kingdom/<piles>")
def show(piles: str):
    """Show the whole setup of the kingdom a link holds."""
    asked = read_link(piles, request.args, load_catalog())
    return render_template("kingdoms/show.html", sheet=make_sheet(asked, load_catalog()))


def _known_already() -> dict[str, Any]:
    """The kingdom that shall be changed, or else the boxes and players of last time."""
    if "kingdom" in request.args:
        catalog = load_catalog()
        return typed(read_link(request.args["kingdom"], request.args, catalog), catalog)
    used = get_store().last_used(session["household"]) if "household" in session else None
    if used is None:
        return {"players": "2"}
    return {"players": str(used.players), **boxes_typed(used.boxes)}


def _remember(asked: Asked) -> None:
    """Keep boxes and players for the next time; the key to them is in the cookie alone."""
    session.permanent = True
    if "household" not in session:
        session["household"] = secrets.token_urlsafe(32)
    get_store().remember(session["household"], LastUsed(asked.boxes, asked.players))
