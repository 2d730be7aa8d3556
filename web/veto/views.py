"""The blind veto: everybody strikes on an own phone, and all strikes are revealed at once."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for

from setup_rules.chance import fresh_seed
from setup_rules.evening.veto import TooFewPiles
from web.draw.tonight import tonight
from web.http.errors import lost_page
from web.http.forms import BaseForm
from web.http.headers import news_since, no_store
from web.http.limits.route_marks import SEATS, answers_scripts, heavy, rate_limited
from web.http.visitor import carry_phone_key, home_id, phone_key
from web.language.translation import gettext as _
from web.language.translation import translate
from web.links.code_doors import NO_VETO, entered
from web.links.codes import room_parts
from web.store import Room, Seat, get_store
from web.store.base import digest
from web.store.rooms import VETO
from web.veto.dealing import NoMatch, deal_piles
from web.veto.forms import DealForm, SeatForm, SitForm, StrikeForm
from web.veto.page import link_of, result_of, seat_rows, table_of, verdict_of
from web.veto.snapshot import Outdated

bp = Blueprint("veto", __name__)


@bp.errorhandler(Outdated)
def outdated(_error: Outdated):
    """Treat a veto of an older version like one that is deleted."""
    return lost_page(translate(NO_VETO))


@bp.errorhandler(NoMatch)
def no_kingdom(_error: NoMatch):
    """Lead to the wishes, which say why no kingdom matches them."""
    return redirect(url_for("wishes.show"), code=303)


@bp.get("/veto/new")
def ask():
    """How many players and strikes; and the veto that is open already."""
    here = tonight()
    if not here.boxes:
        return redirect(url_for("shelf.show"))
    return _ask_page(DealForm(data={"players": here.players}))


def _ask_page(form: DealForm) -> str:
    rooms = get_store().rooms_of(home_id(), VETO)
    going_on = next((room.code for room in rooms if not room.reveal), "")
    return render_template("veto/new.html", form=form, going_on=going_on)


@bp.post("/veto/new")
@heavy
def deal():
    """Deal ten piles by the wishes and the surplus to strike from."""
    here = tonight()
    form = DealForm(request.form, data={"players": here.players})
    is_right = form.validate()
    if not here.boxes or here.home is None:
        return redirect(url_for("shelf.show"), code=303)
    if not is_right:
        return _ask_page(form), 422
    seed, players = form.seed.data, form.players.data
    try:
        about = deal_piles(here.request(players), form.strikes.data, seed)
    except TooFewPiles as few:
        form.refuse(few.there)
        return _ask_page(form), 422
    code = get_store().open_room(here.home.id, VETO, seed, about, seats=players)
    return redirect(url_for(".show", text=code), code=303)


@bp.get("/v/<text>")
@bp.get("/V/<text>")
def short(text: str):
    """The short address that a QR code holds."""
    return redirect(url_for(".show", text=_room(text).code))


@bp.get("/veto/<text>")
def show(text: str):
    """Strike, wait for the others, or see what came of it."""
    return no_store(_page(_room(text)))


def _page(room: Room, form: StrikeForm | None = None) -> str:
    store = get_store()
    seats = store.seats(room.code)
    if room.reveal:
        result = result_of(room, seats, store.struck(room.code))
        return render_template("veto/result.html", result=result, host=_is_host(room))
    mine = [seat for seat in seats if _is_mine(seat)]
    striking = next((seat for seat in mine if not seat.done), None)
    if striking:
        form = form or StrikeForm(room=room)
        seat = seat_rows((striking,))[0]
        return render_template("veto/strike.html", **table_of(room, seats), seat=seat, form=form)
    return render_template(
        "veto/wait.html", **table_of(room, seats), mine=len(mine), form=SitForm(), **_host(room)
    )


def _host(room: Room) -> dict[str, Any]:
    """What the host's phone alone shows: the code, and who is here tonight to sit down."""
    if not _is_host(room):
        return {"host": False, "people": ()}
    people = [person.name for person in get_store().people(room.household) if person.here]
    return {"host": True, "people": people, **room_parts(room.code, "v")}


@bp.get("/veto/<text>/news")
@answers_scripts
def news(text: str):
    """Whether anything changed since a version: the number alone, and never what was struck."""
    return news_since(_room(text).version)


@bp.post("/veto/<text>/sit")
@rate_limited(SEATS)
def sit(text: str):
    """Give this phone the next free seat."""
    form = SitForm(request.form)
    form.validate()
    room, phone = _room(text), carry_phone_key()
    if not room.reveal and not get_store().take_seat(room.code, form.name.data, phone):
        flash(_("All seats are taken."), "bad")
    return redirect(url_for(".show", text=room.code), code=303)


@bp.post("/veto/<text>/strike")
def strike(text: str):
    """Keep what a seat strikes; nobody sees it before the reveal."""
    room = _room(text)
    form = StrikeForm(request.form, room=room)
    is_right = form.validate()
    seat = _my_seat(room, form.seat.data)
    if room.reveal or seat is None or seat.done:
        return redirect(url_for(".show", text=room.code), code=303)
    if not is_right:
        return no_store(_page(room, form), 422)
    if get_store().strike(room.code, seat.number, phone_key(), sorted(form.chosen), fresh_seed()):
        _keep_as_last_drawn(room.code)
    return redirect(url_for(".show", text=room.code), code=303)


@bp.post("/veto/<text>/free")
def free(text: str):
    """Let the host take a seat from a phone that is gone; what it struck goes with it."""
    form = SeatForm(request.form)
    is_right = form.validate()
    room = _room(text)
    if is_right and _is_host(room):
        get_store().free_seat(room.code, form.seat.data)
    return redirect(url_for(".show", text=room.code), code=303)


@bp.post("/veto/<text>/end")
def end(text: str):
    """Let the host end the waiting: those who are not ready strike nothing."""
    BaseForm(request.form).validate()
    room = _room(text)
    if _is_host(room) and get_store().reveal(room.code, fresh_seed()):
        _keep_as_last_drawn(room.code)
    return redirect(url_for(".show", text=room.code), code=303)


def _keep_as_last_drawn(code: str) -> None:
    """After the reveal the kingdom is the one drawn last, on the host's front page."""
    store = get_store()
    room = store.room(code, VETO)
    if room and room.reveal:
        link = link_of(room, verdict_of(room, store.struck(code)))
        if link:
            store.keep_step(room.household, link, url_for("home.show"))


def _room(text: str) -> Room:
    return entered(text, lambda code: get_store().room(code, VETO), NO_VETO)


def _is_host(room: Room) -> bool:
    return home_id() == room.household


def _is_mine(seat: Seat) -> bool:
    phone = phone_key()
    return bool(phone) and seat.phone == digest(phone)


def _my_seat(room: Room, number: int | None) -> Seat | None:
    seats = get_store().seats(room.code)
    return next((seat for seat in seats if _is_mine(seat) and seat.number == number), None)
