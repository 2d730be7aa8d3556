"""The front page: what shall we play tonight, and one tap to a kingdom."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for

from setup_rules.chance import fresh_seed
from setup_rules.draw.drawing import canonical, draw_kingdom
from setup_rules.evening import two_tables
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from web.catalog import app_catalog
from web.draw.preferences import preferences_in_words
from web.draw.published import playable_kingdoms
from web.draw.tonight import tonight
from web.draw.wish_words import wishes_in_words
from web.home.forms import DrawForm, PlayersForm
from web.home.page import company_in_words, last_game_in_words
from web.http.limits.route_marks import heavy
from web.http.visitor import at_home, changed, reading
from web.language.card_names import naming
from web.language.dates import this_day
from web.language.translation import translate
from web.links.kingdom_link import link_for
from web.setup_sheet.spines import spines
from web.store import get_store

bp = Blueprint("home", __name__)


@bp.get("/")
def show():
    """Tonight's boxes, players and wishes; on the first visit the shelf opens instead."""
    here = tonight()
    if not here.boxes:
        return redirect(url_for("shelf.show"))
    catalog = app_catalog()
    return render_template(
        "home/show.html",
        spines=spines(here.shelf),
        boxes=len(here.boxes),
        piles=len(here.shelf.cards),
        players=here.players,
        fewer=here.players - 1 if here.players > FEWEST_PLAYERS else None,
        more=here.players + 1 if here.players < MOST_PLAYERS else None,
        tables_from=two_tables.FEWEST_PLAYERS,
        tables_to=two_tables.MOST_PLAYERS,
        wishes=[
            *wishes_in_words(here.wishes, catalog),
            *preferences_in_words(here.preferences, {card.id for card in here.shelf.cards}),
        ],
        published=len(playable_kingdoms(catalog, here.boxes)),
        all_published=len(catalog.published),
        last=get_store().last_kingdom(here.home.id) if here.home else "",
        company=company_in_words(get_store().people(here.home.id) if here.home else ()),
        last_game=last_game_in_words(
            get_store().games(here.home.id, 1) if here.home else (),
            this_day(),
            catalog,
            naming(catalog, reading().names),
        ),
        seed=fresh_seed(),
    )


@bp.post("/players")
def players():
    """Keep the number of players."""
    form = PlayersForm(request.form)
    if form.validate():
        get_store().keep_players(at_home().id, form.players.data)
        changed()
    else:
        flash(translate(form.players.errors[0]))
    return redirect(url_for("home.show"), code=303)


@bp.post("/draw")
@heavy
def draw():
    """Draw ten piles by tonight's wishes, and lead to them; or say why there are none."""
    form = DrawForm(request.form)
    form.validate()
    here = tonight()
    if not here.boxes or here.home is None:
        return redirect(url_for("shelf.show"), code=303)
    asked = here.request(seed=form.seed.data)
    drawn = draw_kingdom(asked.asked, asked.seed)
    if drawn.kingdom is None:
        return redirect(url_for("wishes.show"), code=303)
    for note in drawn.notes:
        flash(translate(note, naming(app_catalog(), reading().names)))
    link = link_for(canonical(drawn.kingdom, asked.asked), here.players, here.boxes)
    step = get_store().keep_step(here.home.id, link, url_for("home.show"))
    return redirect(f"{link}&from={step}", code=303)
