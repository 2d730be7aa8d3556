"""The score of a game: counted on one phone or several, shown with its places, and logged."""

from __future__ import annotations

import secrets

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from setup_rules.kingdom import MOST_PLAYERS, possible_players
from web.catalog import app_catalog
from web.draw.history import likely_players
from web.http.forms import BaseForm
from web.http.headers import news_since, no_store
from web.http.limits.route_marks import SEATS, answers_scripts, rate_limited
from web.http.quota import log_full
from web.http.visitor import at_home, carry_phone_key, changed, home_id
from web.language.translation import gettext as _
from web.links.code_doors import NO_SCORE, entered
from web.links.kingdom_link import link_for, read_link
from web.score.counting import TURNS, Counting
from web.score.forms import DONE, CountForm, PlayerForm, TableForm, TurnsForm, WhoPlayedForm
from web.score.page import count_page, result_page, room_page
from web.score.record import is_logged, log_game
from web.score.tables import TableGame, find_table
from web.store import Room, Seat, TooMany, get_store
from web.store.rooms import SCORE

bp = Blueprint("score", __name__)


@bp.get("/kingdom/<piles>/score")
def ask(piles: str):
    """Who played with this kingdom: as far as can be guessed, they are filled in."""
    asked = read_link(piles, request.args, app_catalog())
    players = possible_players(asked.players)
    names = [person.name for person in likely_players(home_id(), players)][:players]
    who = [{"name": name} for name in (*names, *[""] * (MOST_PLAYERS - len(names)))]
    return _ask_page(WhoPlayedForm(data={"players": players, "who": who, "link": link_for(*asked)}))


def _ask_page(form: WhoPlayedForm) -> str:
    people = [person.name for person in get_store().people(home_id())]
    back = link_for(*form.asked)
    return render_template("score/new.html", form=form, people=people, back=back)


@bp.post("/score")
def begin():
    """Open a room in which the points of these players are counted."""
    form = WhoPlayedForm(request.form)
    if not form.validate():
        return _ask_page(form), 422
    return _begin(form.table_game, form.seed.data)


@bp.post("/score/table")
def begin_table():
    """The same for a table of a tournament."""
    form = TableForm(request.form)
    form.validate()
    return _begin(find_table(form.table.data), form.seed.data)


def _begin(game: TableGame, seed: str) -> Response:
    about = {**game._asdict(), "game": secrets.token_urlsafe(12)}
    code = get_store().open_room(at_home().id, SCORE, seed, about, names=about.pop("names"))
    return redirect(url_for(".show", text=code), code=303)


@bp.get("/s/<text>")
@bp.get("/S/<text>")
def short(text: str):
    """The short address that a QR code holds."""
    return redirect(url_for(".show", text=_room(text).code))


@bp.get("/score/<text>")
def show(text: str):
    """Count, wait for the others, or see the result."""
    return no_store(_page(Counting(_room(text))))


def _page(counting: Counting) -> str:
    if counting.is_over:
        return _result(counting, TurnsForm.of(counting)())
    if any(not seat.done for seat in counting.here):
        form = CountForm.of(counting)()
        return render_template("score/count.html", **count_page(counting, form))
    return render_template("score/wait.html", **room_page(counting), here=counting.here)


def _result(counting: Counting, form: TurnsForm) -> str:
    logged = counting.is_host and is_logged(counting)
    return render_template("score/result.html", **result_page(counting, form), logged=logged)


@bp.get("/score/<text>/news")
@answers_scripts
def news(text: str):
    """Whether anything changed since a version."""
    return news_since(_room(text).version)


@bp.post("/score/<text>")
def count(text: str):
    """Keep what was changed of the counts; other phones may have changed others meanwhile."""
    counting = Counting(_room(text))
    counts_form = CountForm.of(counting)
    form = counts_form(request.form)
    if not form.validate():
        return no_store(render_template("score/count.html", **count_page(counting, form)), 422)
    store, code = get_store(), counting.room.code
    with store.immediate():
        for seat, counts in form.changes.items():
            store.count(code, seat, counts)
        if form.do.data == DONE:
            store.finish_counting(code, [seat.number for seat in counting.here])
    return _shown(counting)


@bp.post("/score/<text>/take")
@rate_limited(SEATS)
def take(text: str):
    """Let this phone count the points of one player."""
    counting, form = Counting(_room(text)), PlayerForm(request.form)
    form.validate()
    seat, code = form.seat.data or 0, counting.room.code
    if not get_store().hand_over(code, seat, carry_phone_key()):
        flash(_("Another phone is already counting for this player. Choose someone else."), "bad")
    return _shown(counting)


@bp.post("/score/<text>/free")
def free(text: str):
    """Let the host's phone count for a player again; whoever counts may give it back, too."""
    counting, form = Counting(_room(text)), PlayerForm(request.form)
    form.validate()
    seat = _seat(counting, form.seat.data)
    if seat and (counting.is_host or counting.is_own(seat)):
        get_store().take_back(counting.room.code, seat.number)
    return _shown(counting)


@bp.post("/score/<text>/reopen")
def reopen(text: str):
    """Go back to counting for those whose points this phone counts."""
    BaseForm(request.form).validate()
    counting = Counting(_room(text))
    numbers = [seat.number for seat in counting.here]
    get_store().finish_counting(counting.room.code, numbers, done=False)
    return _shown(counting)


@bp.post("/score/<text>/turns")
def turns(text: str):
    """Keep how many turns everybody had."""
    counting = Counting(_room(text))
    turns_form = TurnsForm.of(counting)
    form = turns_form(request.form)
    if not form.validate():
        return no_store(_result(counting, form), 422)
    if counting.here:  # whoever only looks on changes nothing
        for seat, field in form.turns.items():
            get_store().count(counting.room.code, seat, {TURNS: field.data})
    return _shown(counting)


@bp.post("/score/<text>/log")
def log(text: str):
    """Put the game into the log of the household that opened the room."""
    BaseForm(request.form).validate()
    counting = Counting(_room(text))
    if not counting.is_host or not counting.is_over:
        return _shown(counting)
    try:
        id_ = log_game(counting)
    except TooMany as error:
        flash(log_full(error), "bad")
        return _shown(counting)
    changed()
    flash(_("The game is in the log."))
    return redirect(url_for("played.game", id_=id_), code=303)


def _shown(counting: Counting) -> Response:
    return redirect(url_for(".show", text=counting.room.code), code=303)


def _room(text: str) -> Room:
    return entered(text, lambda code: get_store().room(code, SCORE), NO_SCORE)


def _seat(counting: Counting, number: int | None) -> Seat | None:
    return next((seat for seat in counting.seats if seat.number == number), None)
