"""The blind veto: everybody strikes on an own phone, and all strikes are revealed at once."""

from __future__ import annotations

import re

from flask import (
    Blueprint,
    Response,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)

from setup_rules.cards import Card
from setup_rules.chance import fresh_seed
from setup_rules.draw.drawing import draw_kingdom
from setup_rules.evening.veto import MOST_STRIKES, TooFewPiles, deal_surplus
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from web.draw.tonight import tonight
from web.http.forms import check_token
from web.http.limits.route_marks import SEATS, answers_scripts, heavy, rate_limited
from web.http.visitor import at_the_server, clean_name, household
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.links.code_doors import opened
from web.links.codes import qr_picture, written
from web.store import Room, VetoSeat, get_store
from web.store.base import digest, new_key
from web.store.rooms import VETO
from web.veto.page import dealt_cards, dealt_rows, link_of, result_of, seat_rows, verdict_of
from web.veto.snapshot import Outdated, packed

bp = Blueprint("veto", __name__)

LONGEST_NAME = 24
"""Characters of a player's name."""
LONGEST_SEED = 100
NUMBER = re.compile("[0-9]{1,9}")


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
    return _ask_page(here.players, 1, fresh_seed())


def _ask_page(players: int, strikes: int, seed: str, fault: str = "") -> str:
    home = household()
    rooms = get_store().rooms_of(home.id, VETO) if home else ()
    return render_template(
        "veto/new.html",
        players=players,
        all_players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
        strikes=strikes,
        all_strikes=range(1, MOST_STRIKES + 1),
        seed=seed,
        fault=fault,
        going_on=next((room.code for room in rooms if not room.reveal), ""),
    )


@bp.post("/veto/new")
@heavy
def deal():
    """Deal ten piles by the wishes and the surplus to strike from."""
    check_token()
    here = tonight()
    if not here.boxes or here.home is None:
        return redirect(url_for("shelf.show"), code=303)
    seed = request.form.get("seed", "")[:LONGEST_SEED] or fresh_seed()
    players = _number("players", FEWEST_PLAYERS, MOST_PLAYERS)
    strikes = _number("strikes", 1, MOST_STRIKES)
    if players is None or strikes is None:
        fault = _("Say how many players there are, and whether each strikes one pile or two.")
        return _ask_page(players or here.players, strikes or 1, seed, fault), 422
    asked = here.request(players=players, seed=seed)
    drawn = draw_kingdom(asked.asked, asked.seed)
    if drawn.kingdom is None:
        return redirect(url_for("wishes.show"), code=303)
    ten = [pile for pile in drawn.kingdom.piles if isinstance(pile, Card)]
    try:
        more = deal_surplus(asked.asked, ten, players * strikes, seed)
    except TooFewPiles as few:
        return _ask_page(players, strikes, seed, _too_few(few.there, players, strikes)), 422
    about = {
        "request": packed(asked),
        "dealt": sorted(card.id for card in (*ten, *more)),
        "strikes": strikes,
    }
    code = get_store().open_room(here.home.id, VETO, seed, about, seats=players)
    return redirect(url_for(".show", text=code), code=303)


def _number(field: str, least: int, most: int) -> int | None:
    text = request.form.get(field, "")
    return int(text) if re.fullmatch("[0-9]", text) and least <= int(text) <= most else None


def _too_few(there: int, players: int, strikes: int) -> str:
    said = _(
        "This takes {needed} piles, and {there} may be dealt tonight.",
        needed=10 + players * strikes,
        there=there,
    )
    if strikes > 1 and there >= 10 + players:
        return f"{said} {_('One strike each would do, or add a box.')}"
    return f"{said} {_('Add a box, or allow more cards.')}"


@bp.get("/v/<text>")
@bp.get("/V/<text>")
def short(text: str):
    """The short address that a QR code holds."""
    return redirect(url_for(".show", text=_room(text).code))


@bp.get("/veto/<text>")
def show(text: str):
    """Strike, wait for the others, or see what came of it."""
    room = _room(text)
    return _unkept(_page(room))


def _page(room: Room, chosen: frozenset[str] = frozenset(), fault: str = "") -> str:
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
        return render_template(
            "veto/strike.html",
            **common,
            seat=seat_rows((striking,))[0],
            chosen=chosen,
            fault=fault,
        )
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
        longest=LONGEST_NAME,
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
        return _unkept(Response(status=204))
    return _unkept(jsonify(version=room.version))


@bp.post("/veto/<text>/sit")
@rate_limited(SEATS)
def sit(text: str):
    """Give this phone the next free seat."""
    check_token()
    room = _room(text)
    name = clean_name(request.form.get("name", ""))[:LONGEST_NAME]
    phone = _phone()
    if not phone:
        phone = session["phone"] = new_key()
    if not room.reveal and not get_store().take_seat(room.code, name, phone):
        flash(_("All seats are taken."))
    return redirect(url_for(".show", text=room.code), code=303)


@bp.post("/veto/<text>/strike")
def strike(text: str):
    """Keep what a seat strikes; nobody sees it before the reveal."""
    check_token()
    room = _room(text)
    here = redirect(url_for(".show", text=room.code), code=303)
    chosen = frozenset(request.form.getlist("pile"))
    dealt = {card.id for card in dealt_cards(room)}
    most = room.about["strikes"]
    seat = _my_seat(room, request.form.get("seat", ""))
    if room.reveal or seat is None or seat.done:
        return here
    if not chosen <= dealt or len(chosen) > most:
        fault = ngettext("Strike {number} pile at most.", "Strike {number} piles at most.", most)
        return _unkept(make_response(_page(room, chosen & dealt, fault), 422))
    if get_store().strike(room.code, seat.number, _phone(), sorted(chosen), fresh_seed()):
        _tell(room.code)
    return here


@bp.post("/veto/<text>/free")
def free(text: str):
    """Let the host take a seat from a phone that is gone; what it struck goes with it."""
    check_token()
    room = _room(text)
    number = request.form.get("seat", "")
    if _is_host(room) and NUMBER.fullmatch(number):
        get_store().free_seat(room.code, int(number))
    return redirect(url_for(".show", text=room.code), code=303)


@bp.post("/veto/<text>/end")
def end(text: str):
    """Let the host end the waiting: those who are not ready strike nothing."""
    check_token()
    room = _room(text)
    if _is_host(room) and get_store().reveal(room.code, fresh_seed()):
        _tell(room.code)
    return redirect(url_for(".show", text=room.code), code=303)


def _tell(code: str) -> None:
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


def _my_seat(room: Room, number: str) -> VetoSeat | None:
    phone = _phone()
    seats = get_store().seats(room.code)
    mine = (seat for seat in seats if phone and seat.phone == digest(phone))
    return next((seat for seat in mine if str(seat.number) == number), None)


def _address(code: str) -> str:
    return f"{request.scheme}://{request.host}/v/{code}"


def _unkept(page: str | Response) -> Response:
    """An answer that no browser and nothing between keeps."""
    response = make_response(page)
    response.headers["Cache-Control"] = "no-store"
    return response
