"""The shelf: boxes that stand here, friends' shelves for tonight, and the shelf as a file."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge

from setup_rules.chance import fresh_seed
from setup_rules.collection import gather
from web.catalog import app_catalog
from web.draw.tonight import in_shelf_order, tonight
from web.household.file import LARGEST, NoShelf, read_household
from web.household.import_preview import (
    REPLACE,
    WAYS,
    in_words,
    take,
    taking_page,
    too_many,
    with_friends,
)
from web.http.forms import check_token
from web.http.limits.rates import TooHasty, too_hasty, wait_header
from web.http.limits.route_marks import heavy, takes_files
from web.http.visitor import at_home, at_the_server, changed, household, reading
from web.language.card_names import naming
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.links.code_doors import opened
from web.links.codes import qr_picture, read_code, written
from web.setup_sheet.spines import spines
from web.shelf.file import FILENAME, write_shelf
from web.shelf.page import MOST_COPIES, friend_row, shelf_page
from web.store import Friend, TooMany, Whole, get_store
from web.store.export import MOST_FRIENDS

bp = Blueprint("shelf", __name__, url_prefix="/shelf")

MOST_FAULTS = 200
"""Faults of one file that are told at once."""


@bp.get("")
def show(fault: str = ""):
    """All boxes, those that are here, and the friends' ones."""
    page = shelf_page(tonight())
    return render_template(
        "shelf/show.html", page=page, fault=fault, most=MOST_COPIES, seed=fresh_seed()
    )


@bp.post("")
def put():
    """Put a box on the shelf or take it away; `box` is its id and how often it is here."""
    check_token()
    told = re.fullmatch(r"([a-z0-9-]+):([0-9])", request.form.get("box", ""))
    if not told or told[1] not in app_catalog().boxes or int(told[2]) > MOST_COPIES:
        return show(_("This box is not known here. Nothing was changed.")), 422
    get_store().put_box(at_home().id, told[1], int(told[2]))
    changed()
    return redirect(url_for(".show", _anchor=told[1]), code=303)


@bp.post("/friends")
def switch():
    """Say whether a friend's boxes are here tonight; `friend` is the code and yes or no."""
    check_token()
    code, _colon, here = request.form.get("friend", "").partition(":")
    found, home = _own_friend(code), household()
    if found and home:
        get_store().switch_friend(home.id, found.id, here=here == "yes")
        changed()
    return redirect(url_for(".show", _anchor="tonight"), code=303)


@bp.get("/show")
def show_code():
    """The code of this shelf, for friends to scan."""
    home = household()
    if home is None:
        flash(_("No box here yet. Tap the ones on your shelf; then friends can see them."))
        return redirect(url_for(".show"))
    code = get_store().shelf_code(home.id)
    address = url_for(".friend", code=code, _external=True)
    return render_template(
        "shelf/code.html",
        code=written(code),
        address=address,
        qr=qr_picture(address),
        name=home.name,
        unreachable=at_the_server(),
    )


@bp.get("/friend")
def find():
    """Ask for a friend's code, and lead to that shelf."""
    typed = request.args.get("code", "")
    if not typed.strip():
        return render_template("shelf/find.html", typed="", fault="")
    code = read_code(typed)
    if code is None:
        fault = _("A shelf code has six characters, such as 4F7K 2Q. Check what was typed.")
        return render_template("shelf/find.html", typed=typed, fault=fault), 422
    if _friend(code) is None:
        return _unknown(typed), 422
    return redirect(url_for(".friend", code=code))


@bp.get("/friend/<code>")
def friend(code: str):
    """A friend's shelf."""
    found = _friend(code)
    if found is None:
        return _unknown(code), 404
    shelf = gather(app_catalog(), in_shelf_order(found.boxes))
    home = household()
    others = get_store().friends(home.id) if home else ()
    return render_template(
        "shelf/friend.html",
        friend=friend_row(found),
        spines=spines(shelf),
        piles=len(shelf.cards),
        own=home is not None and home.id == found.id,
        joined=next((other for other in others if other.id == found.id), None),
    )


@bp.post("/friend/<code>")
def join(code: str):
    """Have a friend's boxes here tonight."""
    check_token()
    found = _friend(code)
    if found is None:
        return _unknown(code), 404
    home = at_home()
    others = [other.id for other in get_store().friends(home.id)]
    if found.id == home.id:
        flash(_("This is your own shelf."))
    elif len(others) >= MOST_FRIENDS and found.id not in others:
        flash(_("These are many friends already. Remove one first."))
    else:
        get_store().add_friend(home.id, found.id)
        flash(_("{shelf} is here tonight.", shelf=friend_row(found).name))
        changed()
    return redirect(url_for(".show"), code=303)


@bp.post("/friend/<code>/remove")
def remove(code: str):
    """Forget a friend's shelf."""
    check_token()
    found, home = _own_friend(code), household()
    if found and home:
        get_store().remove_friend(home.id, found.id)
        changed()
    return redirect(url_for(".show"), code=303)


@bp.get("/file")
def save():
    """The shelf as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{FILENAME}"'}
    return Response(write_shelf(household()), headers=headers, mimetype="application/json")


@bp.get("/open")
def choose():
    """Ask for a file."""
    return _file_page()


@bp.post("/open")
@heavy
@takes_files
def read():
    """Read a file, say what it would do, and do it once that is confirmed."""
    if request.mimetype == "multipart/form-data":  # in which nobody can hide millions of fields
        request.max_content_length = request.max_form_memory_size = LARGEST
    try:
        check_token()
        file = request.files.get("file")
        text = request.form.get("text", "")
    except RequestEntityTooLarge:
        most = _("A file has at most {number} MB.", number=LARGEST // 2**20)
        return _file_page([most]), 413
    if file is not None and file.filename:
        body = file.read()
    else:
        body = text.encode("utf-8", "surrogatepass")
    if not body.strip():
        return _file_page([_("Choose a file first.")]), 422
    try:
        found = read_household(body)
    except NoShelf as error:
        return _file_page([str(error)], _as_text(body)), 422
    if found.faults and "partly" not in request.form:
        faults = _in_words(found.faults)
        return _file_page(faults, _as_text(body), partly=found.whole != Whole()), 422
    try:
        found = found._replace(whole=with_friends(found.whole))
    except TooHasty as error:
        return _file_page([too_hasty(error)], _as_text(body)), 429, wait_header(error)
    how = request.form.get("how", "")
    if how not in WAYS:
        return render_template(
            "shelf/import_preview.html", page=taking_page(found), text=_as_text(body)
        )
    try:
        taken = take(found, replace=how == REPLACE)
    except TooMany as many:
        return _file_page([too_many(many)], _as_text(body)), 422
    changed()
    flash(_("Read: {what}.", what=in_words(taken.added) or _("nothing new")))
    return redirect(url_for(".show"), code=303)


def _friend(code: str) -> Friend | None:
    """Anybody's shelf, by its code."""
    return opened(code, get_store().shelf_by_code)


def _own_friend(code: str) -> Friend | None:
    """A shelf that was joined; whether others have this code is not looked up."""
    home, known = household(), read_code(code)
    friends = get_store().friends(home.id) if home and known else ()
    return next((friend for friend in friends if friend.code == known), None)


def _unknown(typed: str) -> str:
    fault = _("No shelf has this code. Check the six characters, or ask for it again.")
    return render_template("shelf/find.html", typed=typed, fault=fault)


def _as_text(body: bytes) -> str:
    """The content of a file to be mended; empty when it is no text."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""
    return "" if "\0" in text else text


def _in_words(faults: tuple[str, ...]) -> list[str]:
    """Every fault in a sentence; of very many the first."""
    name = naming(app_catalog(), reading().names)
    said = [translate(fault, name) for fault in faults[:MOST_FAULTS]]
    more = len(faults) - len(said)
    if more:
        said.append(ngettext("And {number} more.", "And {number} more.", more))
    return said


def _file_page(faults: Any = (), text: str = "", *, partly: bool = False) -> str:
    return render_template("shelf/file.html", faults=faults, text=text, partly=partly)
