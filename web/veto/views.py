"""The blind veto: everybody strikes on an own phone, and all strikes are revealed at once."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    flash,
    jsonify,
    redirect,
    render_template,
    request,
    session,
    url_for,
)

from setup_rules.cards import Card
from setup_rules.chance import fresh_seed
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.evening.veto import TooFewPiles, deal_surplus
from web.draw.tonight import tonight
from web.http.forms import BaseForm
from web.http.headers import no_store
from web.http.limits.route_marks import SEATS, answers_scripts, heavy, rate_limited
from web.http.visitor import at_the_server, household
from web.language.translation import gettext as _
from web.links.code_doors import opened
from web.links.codes import qr_picture, written
from web.store import Room, VetoSeat, get_store
from web.store.base import digest, new_key
from web.store.rooms import VETO
from web.veto.forms import DealForm, SeatForm, SitForm, StrikeForm
from web.veto.page import dealt_rows, link_of, result_of, seat_rows, verdict_of
from web.veto.snapshot import Outdated, packed

bp = Blueprint("veto", __name__)


class NoSuchVeto(Exception):
    """A code that opens no veto."""


@bp.errorhandler(Outdated)
@bp.errorhandler(NoSuchVeto)
def no_room(_error: Exception):
    """Say kindly that a code opens nothing."""
    sentence = _(
        "No veto has this code. Check the six characters; a veto is forgotten after two days."
    )
    page = render_template("error.html", heading=_("Nothing here"), sentence=sentence, back="")
    return page, 404


@bp.get("/veto/new")
def ask():
    """How many players and strikes; and the veto that is open already."""
    here = tonight()
    if not here.boxes:
        return redirect(url_for("shelf.show"))
    return _ask_page(DealForm(data={"players": here.players}))


def _ask_page(form: DealForm) -> str:
    home = household()
    rooms = get_store().rooms_of(home.id, VETO) if home else ()
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
    players, strikes, seed = form.players.data, form.strikes.data, form.seed.data
    asked = here.request(players)
    drawn = draw_kingdom(asked, seed)
    if drawn.kingdom is None:
        return redirect(url_for("wishes.show"), code=303)
    ten = [pile for pile in drawn.kingdom.piles if isinstance(pile, Card)]
    try:
        more = deal_surplus(asked, ten, players * strikes, seed)
    except TooFewPiles as few:
        form.form_errors.append(_too_few(few.there, players, strikes))
        return _ask_page(form), 422
    dealt = sorted(card.id for card in (*ten, *more))
    about = {"request": packed(asked), "dealt": dealt, "strikes": strikes}
    code = get_store().open_room(here.home.id, VETO, seed, about, seats=players)
    return redirect(url_for(".show", text=code), code=303)


def _too_few(there: int, players: int, strikes: int) -> str:
    too_few = _(
        "This takes {needed} piles, and {there} may be dealt tonight.",
        needed=10 + players * strikes,
        there=there,
    )
    if strikes > 1 and there >= 10 + players:
        return f"{too_few} {_('One strike each would do, or add a box.')}"
    return f"{too_few} {_('Add a box, or allow more cards.')}"


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
    phone = _phone()
    mine = [seat for seat in seats if phone and seat.phone == digest(phone)]
    common = {
        "room": room,
        "seats": seat_rows(seats),
        "ready": sum(seat.done for seat in seats),
        "strikes": room.about["strikes"],
        "piles": dealt_rows(room),
    }
    striking = next((seat for seat in mine if not seat.done), None)
    if striking:
        form = form or StrikeForm(room=room)
        seat = seat_rows((striking,))[0]
        return render_template("veto/strike.html", **common, seat=seat, form=form)
    host = _is_host(room)
    return render_template(
        "veto/wait.html",
        **common,
        host=host,
        mine=len(mine),
        free=sum(not seat.phone for seat in seats),
        code=written(room.code),
        address=_address(room.code),
        qr=qr_picture(_address(room.code).upper()) if host else "",
        unreachable=host and at_the_server(),
        form=SitForm(),
        people=_people(room, seats) if host else (),
    )


def _people(room: Room, seats: tuple[VetoSeat, ...]) -> list[str]:
    """The names of those who are here tonight and do not sit yet, for the host's phone alone."""
    seated = {seat.name for seat in seats}
    people = get_store().people(room.household)
    return [one.name for one in people if one.here and one.name not in seated]


@bp.get("/veto/<text>/news")
@answers_scripts
def news(text: str):
    """Whether anything changed since a version: the number alone, and never what was struck."""
    room = _room(text)
    since = request.args.get("since", "")
    if since == str(room.version):
        return no_store(Response(status=204))
    return no_store(jsonify(version=room.version))


@bp.post("/veto/<text>/sit")
@rate_limited(SEATS)
def sit(text: str):
    """Give this phone the next free seat."""
    form = SitForm(request.form)
    form.validate()
    room, phone = _room(text), _phone()
    if not phone:
        phone = session["phone"] = new_key()
    if not room.reveal and not get_store().take_seat(room.code, form.name.data, phone):
        flash(_("All seats are taken."))
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
    if get_store().strike(room.code, seat.number, _phone(), sorted(form.chosen), fresh_seed()):
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
    room = opened(text, lambda code: get_store().room(code, VETO))
    if room is None:
        raise NoSuchVeto
    return room


def _is_host(room: Room) -> bool:
    home = household()
    return home is not None and home.id == room.household


def _phone() -> str:
    """The secret this phone carries; empty when it has none yet."""
    key = session.get("phone")
    return key if isinstance(key, str) else ""


def _my_seat(room: Room, number: int | None) -> VetoSeat | None:
    phone = _phone()
    seats = get_store().seats(room.code)
    mine = (seat for seat in seats if phone and seat.phone == digest(phone))
    return next((seat for seat in mine if seat.number == number), None)


def _address(code: str) -> str:
    return f"{request.scheme}://{request.host}/v/{code}"
