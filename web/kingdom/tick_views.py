"""Ticks and other marks of a kingdom on the table, shared between phones."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request

from setup_rules.kingdom import possible_players
from web.catalog import app_catalog
from web.http.forms import FORGED, BaseForm, check_token, is_ours
from web.http.limits.route_marks import answers_scripts
from web.http.visitor import at_home, changed, household
from web.language.translation import gettext as _
from web.links.code_doors import opened
from web.links.kingdom_link import kingdom_key, link_for, read_address
from web.setup_sheet.fetch_list import TICKED
from web.setup_sheet.start import BEGINS, LEFT_OF_WINNER, begins_in_words, pick_beginner
from web.store import Marks, TooManyMarks, get_store

bp = Blueprint("ticks", __name__)

LONGEST_ITEM = 120
ITEM = re.compile(r"[fa]:[a-z0-9-]+:[a-z0-9-]+")
KEY = re.compile("[0-9a-f]{20}")
NUMBER = re.compile("[0-9]{1,9}")
UNDONE = ""
SIDES = ("fetch", "put-away")


class BadMarks(Exception):
    """Marks that cannot be kept; its text says why."""


@bp.get("/marks")
@answers_scripts
def show():
    """What changed on a kingdom of this household since a version; nothing new is no content."""
    key, since = request.args.get("kingdom", ""), request.args.get("since", "0")
    if not KEY.fullmatch(key) or not NUMBER.fullmatch(since):
        return _refused(_("Say which kingdom, and since which version."))
    home = household()
    return _news(home.id if home else "", key, int(since))


@bp.get("/k/<text>/marks")
@answers_scripts
def show_shared(text: str):
    """The same for friends, who look at a kingdom by its code."""
    shared = opened(text, get_store().shared)
    since = request.args.get("since", "0")
    if shared is None:
        abort(404)
    if not NUMBER.fullmatch(since):
        return _refused(_("Say which kingdom, and since which version."))
    return _news(shared.household, kingdom_key(shared.link), int(since))


@bp.post("/marks")
@answers_scripts
def keep():
    """Keep the few ticks a script sends, and answer what others changed meanwhile.

    The cookie stays as it is: the page the browser keeps is to open while the server sleeps,
    and its script knows newer ticks.
    """
    if not is_ours():
        # Whoever may read this answer may also read our pages, so the token is safe in it.
        token = BaseForm().csrf_token.current_token
        return jsonify(message=_(FORGED), token=token), 400
    key, since = request.form.get("kingdom", ""), request.form.get("since", "0")
    try:
        if not KEY.fullmatch(key) or not NUMBER.fullmatch(since):
            raise BadMarks(_("Say which kingdom, and since which version."))
        on, off = _items(request.form.getlist("on")), _items(request.form.getlist("off"))
        home = _kept(key, dict.fromkeys(on, TICKED) | dict.fromkeys(off, UNDONE))
    except BadMarks as bad:
        return _refused(str(bad))
    return _news(home, key, int(since), always=True)


@bp.post("/ticks")
def save():
    """Keep what was changed on the whole list, by a page without scripts."""
    check_token()
    link = link_for(*read_address(request.form.get("link", ""), app_catalog()))
    side = request.form.get("to", "")
    try:
        ticked = _items(request.form.getlist("t"))
        shown = _items(request.form.get("shown", "").split())
        changes = dict.fromkeys(ticked - shown, TICKED) | dict.fromkeys(shown - ticked, UNDONE)
        _kept(kingdom_key(link), changes)
        changed()
    except BadMarks as bad:
        return _refused_page(str(bad), link)
    return redirect(f"{link}#{side if side in SIDES else SIDES[0]}", code=303)


@bp.post("/begins")
def begins():
    """Pick who begins, by the rule; every phone sees it."""
    check_token()
    asked = read_address(request.form.get("link", ""), app_catalog())
    link = link_for(*asked)
    players = possible_players(asked.players)
    how, seats = request.form.get("how", ""), request.form.getlist("seat")
    known = {str(seat) for seat in range(1, players + 1)}
    if how not in ("first", "winner", "tie") or not set(seats) <= known:
        sentence = _("Say whether it is the first game, there was a winner, or who tied.")
        return _refused_page(sentence, link)
    if how == "winner":
        value = LEFT_OF_WINNER
    else:
        tied = frozenset(map(int, seats)) if how == "tie" else frozenset()
        value = pick_beginner(players, tied, secrets.randbelow)
    _kept(kingdom_key(link), {BEGINS: value})
    changed()
    return redirect(f"{link}#start", code=303)


def _items(sent: Iterable[str]) -> set[str]:
    """The items of ticks; raises BadMarks when one of them is none of ours."""
    items = set(sent)
    if not all(len(item) <= LONGEST_ITEM and ITEM.fullmatch(item) for item in items):
        raise BadMarks(_("These ticks belong to no list of ours. Load the page again."))
    return items


def _kept(key: str, changes: dict[str, str]) -> str:
    """Keep changes for the visitor's household, founded now if need be; answers its id."""
    home = at_home().id
    if changes:
        try:
            get_store().keep_marks(home, key, changes)
        except TooManyMarks:
            raise BadMarks(
                _("No kingdom has so many piles. Load the page again, and tick there.")
            ) from None
    return home


def _news(home: str, key: str, since: int, *, always: bool = False) -> Response:
    """The changes since a version; all marks when that version is not ours.

    A phone that knows more than we do is told so, and sends its ticks again.
    """
    marks = get_store().marks(home, key) if home else Marks({}, 0)
    if marks.version == since and not always:
        return _fresh(Response(status=204))
    known = since if since <= marks.version else 0
    new = get_store().marks(home, key, since=known).values if home else {}
    answer: dict[str, Any] = {
        "version": marks.version,
        "ticks": {item: int(value == TICKED) for item, value in new.items() if item != BEGINS},
    }
    if BEGINS in new:
        answer["begins"] = begins_in_words(new[BEGINS])
    return _fresh(jsonify(answer))


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def _refused(sentence: str) -> tuple[Response, int]:
    return jsonify(message=sentence), 422


def _refused_page(sentence: str, link: str) -> tuple[str, int]:
    heading = _("This did not work")
    return render_template("error.html", heading=heading, sentence=sentence, back=link), 422
