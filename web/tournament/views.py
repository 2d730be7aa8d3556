"""A tournament for whoever organises it: players, seats, rounds, results, standings."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from setup_rules.sentences import say
from web.http.forms import BaseForm
from web.http.limits.route_marks import heavy
from web.http.quota import all_kept
from web.http.visitor import at_home, home_id
from web.language.tournament_words import round_name
from web.language.translation import gettext as _
from web.links.codes import room_parts, written
from web.printing.documents import on_paper
from web.store import Entrant, TooMany, get_store
from web.store.base import new_code
from web.store.tournaments import MOST_TOURNAMENTS
from web.tournament.book import Book
from web.tournament.forms import (
    BACK,
    NEXT,
    NOW,
    LeaveForm,
    NewTournamentForm,
    PlayerNameForm,
    player_names,
)
from web.tournament.organiser import own_book
from web.tournament.page import (
    finals_parts,
    overview_parts,
    player_rows,
    seating_parts,
    standings_parts,
    title_of,
    tournament_rows,
)
from web.tournament.search import look_after, search_now

bp = Blueprint("tournament", __name__, url_prefix="/tournament")

LOT_LENGTH = 12
"""Characters of the seed of lots, which is told when one is drawn."""
TOO_MANY = say(
    "Too many tournaments are saved here; the limit is {number}. Delete one first.",
    number=MOST_TOURNAMENTS,
)


@bp.get("")
def every():
    """The tournaments of the household, and the way to a new one."""
    rows = tournament_rows(get_store().tournaments_of(home_id()))
    return render_template("tournament/all.html", rows=rows) if rows else redirect(url_for(".ask"))


@bp.get("/new")
def ask():
    """Who plays."""
    return _ask_page(NewTournamentForm())


def _ask_page(form: NewTournamentForm) -> str:
    return render_template("tournament/new.html", form=form)


@bp.post("/new")
@heavy
def begin():
    """Begin a tournament, and search seats for everybody."""
    form = NewTournamentForm(request.form)
    if not form.validate():
        return _ask_page(form), 422
    names, lot = player_names(form.names.data), written(new_code(LOT_LENGTH))
    home, store = at_home(), get_store()
    try:
        id_ = store.add_tournament(home.id, form.seed.data, form.name.cleaned, names, lot)
    except TooMany as error:
        form.form_errors.append(all_kept() if error.what == "bytes" else TOO_MANY)
        return _ask_page(form), 422
    kept = own_book(id_).kept
    if not kept.seated and not kept.search:
        search_now(kept)
    return redirect(url_for(".show", id_=id_), code=303)


@bp.get("/<id_>")
def show(id_: str):
    """How far it is and what comes next; while seats are searched, how far that is."""
    book = own_book(id_)
    look_after(book.kept)
    return render_template(
        "tournament/show.html",
        **overview_parts(book),
        **seating_parts(book),
        **room_parts(book.kept.code, "t"),
        **on_paper(),
    )


@bp.post("/<id_>/search")
@heavy
def search(id_: str):
    """Search seats once more for the rounds that are not announced; the better ones stay."""
    BaseForm(request.form).validate()
    search_now(own_book(id_).kept)
    return redirect(url_for(".show", id_=id_), code=303)


# Standings and seats


@bp.get("/<id_>/standings")
def standings(id_: str):
    """The standings after each round that is over, and the finals."""
    book = own_book(id_)
    return render_template(
        "tournament/standings.html",
        kept=book.kept,
        **standings_parts(book, request.args.get("after", "")),
        **finals_parts(book),
        **on_paper(),
    )


@bp.get("/<id_>/seating")
def seating(id_: str):
    """Who sits where in which round."""
    book = own_book(id_)
    return render_template(
        "tournament/seating.html",
        kept=book.kept,
        **seating_parts(book),
        **on_paper(),
    )


# Players


@bp.get("/<id_>/players")
def players(id_: str):
    """Everybody who plays."""
    book = own_book(id_)
    return render_template("tournament/players.html", kept=book.kept, rows=player_rows(book))


@bp.get("/<id_>/players/<int:number>")
def player(id_: str, number: int):
    """One player: the name, and leaving."""
    return _player_page(own_book(id_), number)


def _player_page(book: Book, number: int, form: PlayerNameForm | None = None) -> str:
    who = _player(book, number)
    return render_template(
        "tournament/player.html",
        kept=book.kept,
        who=who,
        form=form or PlayerNameForm(player=who, players=book.kept.players),
        state=player_rows(book)[number].state,
        may_leave=book.can_leave(who),
        may_leave_midway=book.can_leave_midway(who),
        may_come_back=book.can_come_back(who),
        at_name=round_name(book.kept.announced),
    )


@bp.post("/<id_>/players/<int:number>/name")
def rename(id_: str, number: int):
    """Correct a player's name."""
    book = own_book(id_)
    who, players = _player(book, number), book.kept.players
    form = PlayerNameForm(request.form, player=who, players=players)
    if not form.validate():
        return _player_page(book, number, form), 422
    get_store().rename_player(book.kept.household, id_, number, form.name.cleaned)
    return redirect(url_for(".players", id_=id_), code=303)


@bp.post("/<id_>/players/<int:number>/leave")
def leave(id_: str, number: int):
    """Mark a player as gone or as here again; rounds to come are seated again."""
    form = LeaveForm(request.form)
    when = form.when.data if form.validate() else ""
    store = get_store()
    with store.immediate():
        book = own_book(id_)
        changes = _leaving(book, _player(book, number), when)
        if changes is None:
            flash(_("Nothing was changed: that’s no longer possible."), "bad")
        else:
            store.keep_gone(book.kept.household, id_, number, **changes)
    if changes is not None:
        search_now(own_book(id_).kept)
    return redirect(url_for(".players", id_=id_), code=303)


def _leaving(book: Book, who: Entrant, when: str) -> dict[str, Any] | None:
    """What is kept of a player who leaves or comes back; None if that is not possible."""
    at = book.kept.announced
    if when == NEXT and book.can_leave(who):
        return {"gone": at + 1}
    if when == NOW and book.can_leave_midway(who):
        return {"gone": at, "midway": True}
    if when == BACK and book.can_come_back(who):
        return {"gone": None}
    return None


def _player(book: Book, number: int) -> Entrant:
    player = next((one for one in book.kept.players if one.number == number), None)
    if player is None:
        raise NotFound
    return player


# The end


@bp.get("/<id_>/delete")
def ask_to_delete(id_: str):
    """Ask whether a tournament shall be deleted."""
    book = own_book(id_)
    return render_template("tournament/delete.html", kept=book.kept, title=title_of(book.kept))


@bp.post("/<id_>/delete")
def delete(id_: str):
    """Delete a tournament with all its results."""
    BaseForm(request.form).validate()
    kept = own_book(id_).kept
    get_store().delete_tournament(kept.household, id_)
    flash(_("The tournament has been deleted."))
    return redirect(url_for(".every"), code=303)
