"""The front page: what shall we play tonight, and one tap to a kingdom."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, session, url_for

from setup_rules.chance import fresh_seed
from setup_rules.draw.drawing import canonical, draw_kingdom
from web.draw.kept_wishes import BEFORE
from web.draw.tonight import tonight
from web.home.forms import DrawForm, PlayersForm
from web.home.page import front_page
from web.http.limits.route_marks import heavy
from web.http.visitor import at_home, changed, names_here
from web.language.translation import translate
from web.links.kingdom_link import link_for
from web.store import get_store

bp = Blueprint("home", __name__)


@bp.get("/")
def show():
    """Tonight's boxes, players and wishes; on the first visit the shelf opens instead."""
    here = tonight()
    if not here.boxes:
        return redirect(url_for("shelf.show"))
    return render_template("home/show.html", **front_page(here), seed=fresh_seed())


@bp.post("/players")
def players():
    """Keep the number of players."""
    form = PlayersForm(request.form)
    if form.validate():
        get_store().keep_players(at_home().id, form.players.data)
        changed()
    else:
        flash(translate(form.players.errors[0]), "bad")
    page = "shelf.show" if form.shelf.data else "home.show"
    return redirect(url_for(page), code=303)


@bp.post("/draw")
@heavy
def draw():
    """Draw ten piles by tonight's wishes, and lead to them; or say why there are none."""
    form = DrawForm(request.form)
    form.validate()
    session.pop(BEFORE, None)
    here = tonight()
    if not here.boxes or here.home is None:
        return redirect(url_for("shelf.show"), code=303)
    asked = here.request()
    drawn = draw_kingdom(asked, form.seed.data)
    if drawn.kingdom is None:
        return redirect(url_for("wishes.show"), code=303)
    for note in drawn.notes:
        flash(translate(note, names_here()))
    link = link_for(canonical(drawn.kingdom, asked), here.players, here.boxes)
    step = get_store().keep_step(here.home.id, link, url_for("home.show"))
    return redirect(f"{link}&from={step}", code=303)
