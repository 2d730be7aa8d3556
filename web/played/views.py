"""Played before: the log of games, what can be seen in it, and which cards rest."""

from __future__ import annotations

from csv import writer
from io import StringIO

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from setup_rules.chance import fresh_seed
from setup_rules.kingdom import possible_players
from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.history import cards_of, likely_players
from web.draw.tonight import tonight
from web.http.forms import BaseForm
from web.http.visitor import at_home, changed, home_id, names_here
from web.language.dates import this_day
from web.language.translation import gettext as _
from web.links.kingdom_link import read_address, read_link
from web.played.draft import fresh_game, keep_entered, keep_once, merged
from web.played.forms import NUMBERS, GameForm, RestForm
from web.played.page import Details, details_of, games_as_table, log_page
from web.played.points import point_numbers
from web.played.statistics import numbers_of
from web.printing.jobs.orders import MOST_KINGDOMS
from web.setup_sheet.sheet import name_of_ten
from web.store import LoggedGame, Person, TooMany, get_store

bp = Blueprint("played", __name__)

NEW_ROWS = 6
"""Names that can be added at once."""


@bp.get("/played")
def show():
    """The games by month, the newest first, in pages."""
    return render_template(
        "played/show.html",
        **log_page(request.args.get("page", "1")),
        choosing="choose" in request.args,
        saved=get_store().game(home_id(), request.args.get("saved", "")),
        seed=fresh_seed(),
        most=MOST_KINGDOMS,
        numbers=NUMBERS,
    )


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
    seats = possible_players(asked.players)
    people = likely_players(home_id(), seats)
    rows = min(max(seats - len(people), 1), NEW_ROWS)
    return _form(fresh_game(asked, seats, people), rows=rows)


@bp.post("/played/new")
def keep():
    """Keep a game once, however often it is sent; ask before the same one is kept again."""
    form = GameForm(request.form, people=_people())
    valid, game = form.validate(), form.game(form.kingdom)
    if not valid:
        return _form(game, form), 422
    home, store = at_home().id, get_store()
    if same := store.game(home, form.same.data):
        return _form(merged(same, game), editing=True)
    try:
        twin = keep_once(store, home, _with_own_name(game), again=form.again.data)
    except TooMany as error:
        form.refuse(error)
        return _form(game, form), 422
    return (_form(game, form, twin=twin), 409) if twin else _kept(game)


def _kept(game: LoggedGame):
    changed()
    flash(_("Saved: {kingdom}.", kingdom=_name(game)))
    return redirect(url_for(".show", saved=game.id), code=303)


def _people() -> tuple[Person, ...]:
    return get_store().people(home_id())


def _with_own_name(game: LoggedGame) -> LoggedGame:
    """The usual name of a kingdom is not kept, so that it is said in every language."""
    return game._replace(name="") if game.name == _name(game._replace(name="")) else game


def _name(game: LoggedGame) -> str:
    catalog = app_catalog()
    return game.name or name_of_ten(cards_of(game.link, catalog), catalog, names_here())


def _form(
    game: LoggedGame,
    form: GameForm | None = None,
    twin: LoggedGame | None = None,
    *,
    editing: bool = False,
    rows: int = 1,
) -> str:
    """The form with what was sent, or with a game and empty rows for new names."""
    form = form or GameForm.of(game, _people(), _name(game._replace(name="")), rows)
    played = {player.person for player in game.players}
    return render_template(
        "played/form.html",
        form=form,
        id=game.id,
        link=game.link,
        people=sorted(form.people, key=lambda person: person.id not in played),
        kingdom=_name(game),
        editing=editing,
        twin=_details(twin) if twin else None,
        today=this_day().isoformat(),
    )


@bp.get("/played/numbers")
def numbers():
    """What can be counted in the log."""
    games = get_store().games(home_id())
    numbers = numbers_of(games, tonight().shelf, this_day(), names_here())
    points = point_numbers(games, names_here())
    return render_template("played/numbers.html", numbers=numbers, points=points)


@bp.get("/played/games.csv")
def save():
    """All games as a table that other programs can read."""
    games, address = get_store().games(home_id()), request.host_url.rstrip("/")
    text = StringIO()
    writer(text).writerows(games_as_table(games, app_catalog(), names_here(), address))
    answer = Response(text.getvalue().encode("utf-8-sig"), mimetype="text/csv")
    answer.headers["Content-Disposition"] = 'attachment; filename="ten-piles-games.csv"'
    answer.vary.update(("Accept-Language", "Cookie"))
    return answer


@bp.get("/played/<id_>")
def game(id_: str):
    """One game with all that was noted of it."""
    return render_template("played/game.html", game=_details(_game(id_)))


def _details(game: LoggedGame) -> Details:
    return details_of(game, app_catalog(), names_here())


@bp.get("/played/<id_>/change")
def edit(id_: str):
    """The form with what was noted of a game."""
    return _form(_game(id_), editing=True)


@bp.post("/played/<id_>/change")
def change(id_: str):
    """Keep what was changed of a game."""
    form = GameForm(request.form, people=_people())
    valid, game = form.validate(), form.game(_game(id_).link, id_)
    if not valid:
        return _form(game, form, editing=True), 422
    try:
        keep_entered(get_store(), at_home().id, _with_own_name(game))
    except TooMany as error:
        form.refuse(error)
        return _form(game, form, editing=True), 422
    changed()
    return redirect(url_for(".game", id_=id_), code=303)


@bp.get("/played/<id_>/delete")
def ask_to_delete(id_: str):
    """Ask before a game is deleted."""
    return render_template("played/delete.html", game=_details(_game(id_)))


@bp.post("/played/<id_>/delete")
def delete(id_: str):
    """Delete a game from the log."""
    BaseForm(request.form).validate()
    game = _game(id_)
    get_store().delete_game(at_home().id, game.id)
    changed()
    flash(_("The game has been deleted."))
    return redirect(url_for(".show"), code=303)


def _game(id_: str) -> LoggedGame:
    """A game of the visitor's household."""
    game = get_store().game(home_id(), id_)
    if game is None:
        raise NotFound
    return game
