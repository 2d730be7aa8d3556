"""A kingdom of one's own: names typed or pasted, checked and planned."""

from typing import Any

from flask import Blueprint, redirect, render_template, request

from setup_rules.catalog import load_catalog
from web.forms import KingdomForm, boxes_typed, typed
from web.links import link_for, read_link
from web.tonight import tonight

bp = Blueprint("own", __name__)


@bp.get("/own")
def ask():
    """Ask for ten names, players and boxes; filled in with what is known already."""
    return render_template("own/form.html", form=KingdomForm(data=_known_already()))


@bp.post("/own")
def read():
    """Read what was typed, and lead to the kingdom's own address."""
    form = KingdomForm(request.form)
    if not form.validate():
        return render_template("own/form.html", form=form), 422
    return redirect(link_for(*form.asked), code=303)


def _known_already() -> dict[str, Any]:
    """The kingdom that shall be changed, or else tonight's boxes and players."""
    if "kingdom" in request.args:
        catalog = load_catalog()
        return typed(read_link(request.args["kingdom"], request.args, catalog), catalog)
    here = tonight()
    return {"players": str(here.players), **boxes_typed(here.boxes)}
