"""Night plan: several kingdoms for one evening, few boxes, no card twice, one fetch list."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest

from setup_rules.chance import fresh_seed
from setup_rules.evening.night import MOST_GAMES
from web.catalog import app_catalog
from web.draw.history import played_tens
from web.draw.nights import address_of_night, tonights_night
from web.draw.tonight import Tonight, tonight
from web.draw.wish_words import wishes_in_words
from web.http.forms import BaseForm
from web.http.limits.route_marks import PRINTS, heavy, rate_limited
from web.http.quota import no_code
from web.http.visitor import changed, home_id
from web.language.translation import gettext as _
from web.links.codes import room_parts
from web.links.night_link import GAME, night_link, read_games
from web.night.conflict import NightConflict
from web.night.drawing import draw_again, plan_night
from web.night.forms import NightForm, RedrawForm
from web.night.games import GamesRefused, fetch_page, keep_ticks, planned
from web.night.page import NightBook
from web.printing.answers import as_pdf, asked_paper
from web.printing.documents import Document, on_paper
from web.printing.night import night_paper
from web.printing.qr import code_or_none
from web.printing.styles import Paper
from web.setup_sheet.reader import reader_here
from web.store import PlannedNight, TooMany, get_store

bp = Blueprint("night", __name__, url_prefix="/night")


@bp.get("")
def ask():
    """How many games, for how many players, from how many boxes."""
    here = tonight()
    if not here.boxes:
        flash(_("No boxes yet. Tick the ones you own, then you can plan a night."), "bad")
        return redirect(url_for("shelf.show"))
    return _ask_page(NightForm(here=here), here)


def _ask_page(form: NightForm, here: Tonight, conflict: NightConflict | None = None) -> str:
    return render_template(
        "night/ask.html",
        form=form,
        conflict=conflict,
        wishes=wishes_in_words(here.wishes, app_catalog()),
        last=get_store().last_night(home_id()),
        door=tonights_night(),
    )


@bp.post("")
@heavy
def plan():
    """Draw a whole night, and lead to it; or say why there is none."""
    here = tonight()
    form = NightForm(request.form, here=here)
    is_right = form.validate()
    if not here.boxes or here.home is None:
        return redirect(url_for("shelf.show"), code=303)
    if not is_right:
        return _ask_page(form, here), 422
    here = _with_players(here, form.players.data)
    try:
        night = plan_night(here, form.games.data, form.boxes.data, form.seed.data)
    except GamesRefused as error:
        return _ask_page(form, here, error.conflict), 422
    id_ = get_store().keep_night(home_id(), *night)
    return redirect(url_for(".show", night=id_), code=303)


def _with_players(here: Tonight, players: int) -> Tonight:
    """Tonight with another number of players, which is remembered."""
    if players == here.players:
        return here
    get_store().keep_players(home_id(), players)
    changed()
    return here._replace(players=players)


@bp.get("/shared")
def shared():
    """A night that a friend shared; those who planned it find it as their own."""
    links = read_games(request.args.getlist(GAME)[: MOST_GAMES + 1], app_catalog())
    own = get_store().night_with(home_id(), links[0]) if home_id() else None
    if own and own.links == links:
        return redirect(address_of_night(own))
    book = _book_of(PlannedNight("", links, (), 0, ""))
    return render_template("night/show.html", page=book.page(), seed=fresh_seed(), **on_paper())


@bp.get("/<night>")
def show(night: str):
    """The kingdoms of a night and the boxes they open."""
    book = _book(night)
    return render_template("night/show.html", page=book.page(), seed=fresh_seed(), **on_paper())


@bp.post("/<night>/share")
def make_code(night: str):
    """Give a night its code, and show it."""
    BaseForm(request.form).validate()
    try:
        get_store().share(home_id(), night_link(_night(night).links))
    except TooMany as many:
        flash(no_code(many), "bad")
        return redirect(url_for(".show", night=night), code=303)
    return redirect(url_for(".share", night=night), code=303)


@bp.get("/<night>/share")
def share(night: str):
    """The code of a night, for friends to scan."""
    planned = _night(night)
    code = get_store().code_of(home_id(), night_link(planned.links))
    if not code:
        return redirect(url_for(".show", night=night))
    parts = room_parts(code, "k")
    return render_template("night/share.html", night=night, games=len(planned.links), **parts)


@bp.post("/<night>/again")
@heavy
def again(night: str):
    """Draw one kingdom again and keep the others; the night before stays where it was."""
    old = _night(night)
    form = RedrawForm(request.form, len(old.links))
    if not form.validate():
        raise BadRequest
    new = draw_again(old, form.which.data - 1, tonight(), form.seed.data)
    if new is None:
        flash(
            _("No other kingdom fits the rest of the night. Redraw it all, or open more boxes."),
            "bad",
        )
        return redirect(url_for(".show", night=night), code=303)
    id_ = get_store().keep_night(home_id(), *new)
    return redirect(url_for(".show", night=id_), code=303)


@bp.get("/<night>/fetch")
def fetch(night: str):
    """What to take out of which box for the whole night, with its ticks."""
    book = _book(night)
    return fetch_page("night/fetch.html", book, book.page())


@bp.get("/<night>/night.pdf")
@heavy
@rate_limited(PRINTS)
def paper(night: str):
    """The games of a night and all that is fetched for them, on paper."""
    code = code_or_none(get_store(), home_id(), night_link(_night(night).links))
    return as_pdf(_paper, _night(night), code, asked_paper())


def _paper(night: PlannedNight, code: str, paper: Paper) -> Document:
    book = _book_of(night)
    players = book.games[0][1].players
    return night_paper(book.on_paper(), book.errors(), book.fetch({}), players, code, paper)


@bp.post("/<night>/ticks")
def tick(night: str):
    """Keep what was changed on the list, by a page without scripts."""
    return keep_ticks(lambda: _book(night), night=night)


def _night(id_: str) -> PlannedNight:
    return planned(id_, at_tables=False)


def _book(id_: str) -> NightBook:
    return _book_of(_night(id_))


def _book_of(night: PlannedNight) -> NightBook:
    return NightBook(night, app_catalog(), reader_here(), played_tens(home_id()))
