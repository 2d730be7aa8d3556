"""Played before: the log of games, what can be seen in it, and which cards rest."""

from __future__ import annotations

import re
from csv import writer
from io import StringIO

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from setup_rules.kingdom import possible_players
from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.history import cards_of, ten_of
from web.draw.preferences import resting_piles
from web.draw.tonight import tonight
from web.http.forms import BaseForm
from web.http.quota import all_kept
from web.http.visitor import at_home, changed, household, reading
from web.language.card_names import naming
from web.language.dates import read_day, this_day
from web.language.translation import gettext as _
from web.links.kingdom_link import read_address, read_link
from web.played.draft import Draft, draft_of, fresh_draft, keep_draft, merged
from web.played.forms import NUMBERS, GameForm, RestForm
from web.played.page import (
    PAGE_SIZE,
    details_of,
    games_as_table,
    months_of,
    rest_view,
    usual_people,
)
from web.played.statistics import numbers_of
from web.printing.pdf.jobs import MOST_KINGDOMS
from web.setup_sheet.sheet import name_of_ten
from web.store import LoggedGame, Person, TooMany, get_store
from web.store.games import MOST_GAMES, MOST_PEOPLE

bp = Blueprint("played", __name__)

RECENT = 60
"""Games that are looked at to find the usual people."""


@bp.get("/played")
def show():
    """The games by month, the newest first, in pages."""
    home, catalog = household(), app_catalog()
    store = get_store()
    total = store.count_games(home.id) if home else 0
    last = max((total - 1) // PAGE_SIZE, 0)
    asked = request.args.get("page", "1")
    page = min(int(asked) - 1, last) if re.fullmatch("[1-9][0-9]{0,3}", asked, re.ASCII) else 0
    games = store.games(home.id, PAGE_SIZE, page * PAGE_SIZE) if home else ()
    choosing = "choose" in request.args
    return render_template(
        "played/show.html",
        months=months_of(games, this_day(), catalog, naming(catalog, reading().names)),
        total=total,
        newer=page if page else None,
        older=page + 2 if page < last else None,
        choosing=choosing,
        page=page + 1,
        most=MOST_KINGDOMS,
        rest=_rest_view(home.id) if home and total else None,
        numbers=NUMBERS,
    )


def _rest_view(home: str):
    store, shelf = get_store(), {card.id for card in tonight().shelf.cards}
    kept = store.rest(home)
    return rest_view(kept, len(resting_piles(store, home, kept) & shelf), len(shelf))


@bp.post("/played/rest")
def rest():
    """Let cards rest or not, or change which and how."""
    form = RestForm(request.form)
    form.validate()
    home, store = at_home(), get_store()
    with store.immediate():  # another phone may be changing it, too
        store.keep_rest(home.id, form.changed(store.rest(home.id)))
    changed()
    return redirect(url_for(".show", _anchor="rest"), code=303)


@bp.get("/played/new")
def log():
    """The form for a game with the kingdom of a link, filled in as far as we can."""
    return _fresh(read_address(request.args.get("link", ""), app_catalog()))


@bp.get("/kingdom/<piles>/played")
def log_this(piles: str):
    """The same from the kingdom's own page, by an address that page has in it anyway."""
    return _fresh(read_link(piles, request.args, app_catalog()))


def _fresh(asked: PlanRequest):
    home, store = household(), get_store()
    seats = possible_players(asked.players)
    chosen: tuple[int, ...] = ()
    if home is not None:
        people = store.people(home.id)
        here = [person.id for person in people if person.here]
        usual = usual_people(store.games(home.id, RECENT), seats, [p.id for p in people])
        picked = here if len(here) == seats else usual or here
        chosen = tuple(person.id for person in people if person.id in picked)
    return _form(fresh_draft(asked, seats, chosen))


@bp.post("/played/new")
def keep():
    """Keep a game once, however often it is sent; ask before the same one is kept again."""
    form = GameForm(request.form, people=_people())
    valid, draft = form.validate(), form.draft(form.asked)
    if not valid:
        return _form(draft, form), 422
    home, store = at_home(), get_store()
    twin = store.game(home.id, form.same.data)
    if twin is not None:
        return _form(merged(draft_of(twin, _people()), draft), editing=True)
    try:
        with store.immediate():
            known = store.game(home.id, draft.id) is not None
            if not (known or form.again.data):
                twin = _twin(home.id, draft)
            if twin is None:
                keep_draft(store, home.id, _with_own_name(draft))
    except TooMany as error:
        form.form_errors.append(_too_many(error))
        return _form(draft, form), 422
    if twin is not None:
        return _form(draft, form, twin=twin), 409
    changed()
    flash(_("Kept: {kingdom}.", kingdom=_name(draft)))
    return redirect(url_for(".show"), code=303)


def _people() -> tuple[Person, ...]:
    home = household()
    return get_store().people(home.id) if home else ()


def _twin(home: str, draft: Draft) -> LoggedGame | None:
    """A game with the same ten piles on the same day."""
    ten, day = ten_of(draft.link), str(read_day(draft.day))
    return next((g for g in get_store().games_on(home, day) if ten_of(g.link) == ten), None)


def _with_own_name(draft: Draft) -> Draft:
    """The usual name of a kingdom is not kept, so that it is said in every language."""
    return draft._replace(name="") if draft.name == _name(draft._replace(name="")) else draft


def _too_many(error: TooMany) -> str:
    if error.what == "games":
        return _("The log holds {number} games, and it is full.", number=MOST_GAMES)
    if error.what == "bytes":
        return all_kept()
    return _("At most {number} people are remembered.", number=MOST_PEOPLE)


def _name(draft: Draft) -> str:
    catalog = app_catalog()
    ten = cards_of(draft.link, catalog)
    return draft.name or name_of_ten(ten, catalog, naming(catalog, reading().names))


def _form(
    draft: Draft,
    form: GameForm | None = None,
    twin: LoggedGame | None = None,
    *,
    editing: bool = False,
) -> str:
    """The form with what was sent, or with a draft."""
    catalog = app_catalog()
    form = form or GameForm.of(draft, _people(), _name(draft._replace(name="")))
    return render_template(
        "played/form.html",
        form=form,
        id=draft.id,
        link=draft.link,
        people=sorted(form.people, key=lambda person: not draft.parts.get(person.id)),
        kingdom=_name(draft),
        editing=editing,
        twin=details_of(twin, catalog, naming(catalog, reading().names)) if twin else None,
        today=this_day().isoformat(),
    )


@bp.get("/played/numbers")
def numbers():
    """What can be counted in the log."""
    here, catalog = tonight(), app_catalog()
    games = get_store().games(here.home.id) if here.home else ()
    name = naming(catalog, reading().names)
    return render_template(
        "played/numbers.html", numbers=numbers_of(games, here.shelf, this_day(), name)
    )


@bp.get("/played/games.csv")
def save():
    """All games as a table that other programs can read."""
    home, catalog = household(), app_catalog()
    games = get_store().games(home.id) if home else ()
    name = naming(catalog, reading().names)
    text = StringIO()
    table = games_as_table(games, catalog, name, request.host_url.rstrip("/"))
    writer(text).writerows(table)
    answer = Response(text.getvalue().encode("utf-8-sig"), mimetype="text/csv")
    answer.headers["Content-Disposition"] = 'attachment; filename="ten-piles-games.csv"'
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer


@bp.get("/played/<id_>")
def game(id_: str):
    """One game with all that was noted of it."""
    catalog = app_catalog()
    details = details_of(_game(id_), catalog, naming(catalog, reading().names))
    return render_template("played/game.html", game=details)


@bp.get("/played/<id_>/change")
def edit(id_: str):
    """The form with what was noted of a game."""
    return _form(draft_of(_game(id_), _people()), editing=True)


@bp.post("/played/<id_>/change")
def change(id_: str):
    """Keep what was changed of a game."""
    form = GameForm(request.form, people=_people())
    valid, game = form.validate(), _game(id_)
    draft = form.draft(read_address(game.link, app_catalog()), game.id)
    if not valid:
        return _form(draft, form, editing=True), 422
    try:
        keep_draft(get_store(), at_home().id, _with_own_name(draft))
    except TooMany as error:
        form.form_errors.append(_too_many(error))
        return _form(draft, form, editing=True), 422
    changed()
    return redirect(url_for(".game", id_=id_), code=303)


@bp.get("/played/<id_>/delete")
def ask_to_delete(id_: str):
    """Ask before a game is deleted."""
    catalog = app_catalog()
    details = details_of(_game(id_), catalog, naming(catalog, reading().names))
    return render_template("played/delete.html", game=details)


@bp.post("/played/<id_>/delete")
def delete(id_: str):
    """Delete a game from the log."""
    BaseForm(request.form).validate()
    game = _game(id_)
    get_store().delete_game(at_home().id, game.id)
    changed()
    flash(_("The game is deleted."))
    return redirect(url_for(".show"), code=303)


def _game(id_: str) -> LoggedGame:
    """A game of the visitor's household."""
    home = household()
    game = get_store().game(home.id, id_) if home else None
    if game is None:
        raise NotFound
    return game
