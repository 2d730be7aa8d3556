"""Ticks and other marks of a kingdom on the table, shared between phones."""

from __future__ import annotations

import re
import secrets
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for

from web.catalog import app_catalog
from web.draw.history import last_winners
from web.http.forms import FORGED, BaseForm
from web.http.headers import no_store
from web.http.hints import put_away
from web.http.limits.route_marks import answers_scripts
from web.http.visitor import at_home, changed, home_id
from web.kingdom.forms import KEY, BeginForm, KingdomTicksForm, MarksForm, SharedMarksForm
from web.kingdom.page import led_to, lists_of, marks_of
from web.language.translation import gettext as _
from web.language.translation import translate
from web.links.code_doors import opened
from web.links.kingdom_link import kingdom_key, link_for, read_address
from web.setup_sheet.fetch_list import TICKED, FetchView
from web.setup_sheet.start import (
    BEGINS,
    LEFT_OF_WINNER,
    begins_in_words,
    pick_beginner,
    pick_by_name,
)
from web.setup_sheet.ticks import ITEM, NO_ITEM, TicksForm, fetchers_in_words
from web.store import Shared, TooManyMarks, get_store
from web.store.evenings import MOVED

bp = Blueprint("ticks", __name__)

NUMBER = re.compile("[0-9]{1,9}")


class BadMarks(Exception):
    """Marks that cannot be kept; its text says why."""


@bp.get("/marks")
@answers_scripts
def show():
    """What changed on a kingdom of this household since a version; nothing new is no content."""
    key, since = request.args.get("kingdom", ""), request.args.get("since", "0")
    if not KEY.fullmatch(key) or not NUMBER.fullmatch(since):
        return _refused(_("Send the kingdom and the version you last saw."))
    return _news(home_id(), key, int(since))


@bp.get("/k/<text>/marks")
@answers_scripts
def show_shared(text: str):
    """The same for friends, who look at a kingdom by its code."""
    shared = opened(text, get_store().shared)
    since = request.args.get("since", "0")
    if shared is None:
        abort(404)
    if not NUMBER.fullmatch(since):
        return _refused(_("Send the kingdom and the version you last saw."))
    if shared.friends_tick != ("may" in request.args):
        return no_store(jsonify(reload=True))  # the page has checkboxes, or has none, wrongly
    return _news(shared.household, kingdom_key(shared.link), int(since))


@bp.post("/k/<text>/marks")
@answers_scripts
def keep_shared(text: str):
    """Keep the few ticks that a friend's script sends, where friends may tick."""
    form = SharedMarksForm(request.form)
    valid, shared = form.validate(), _open_to_friends(text)
    if not valid:
        return _refused(_first_fault(form))
    try:
        _kept_for_friends(shared, form.changes)
    except BadMarks as bad:
        return _refused(str(bad))
    return _news(shared.household, kingdom_key(shared.link), form.since.data, always=True)


@bp.post("/k/<text>/ticks")
def save_shared(text: str):
    """Keep what a friend changed on the whole list, by a page without scripts."""
    form = TicksForm(request.form)
    valid, shared = form.validate(), _open_to_friends(text)
    page = url_for("share.open_code", text=shared.code, _anchor=form.side)
    if not valid:
        return _refused_page(_first_fault(form), page)
    try:
        _kept_for_friends(shared, form.changes(lambda: _lists_of(shared)))
    except BadMarks as bad:
        return _refused_page(str(bad), page)
    changed()
    return redirect(page, code=303)


def _open_to_friends(text: str) -> Shared:
    """A shared kingdom that friends may tick."""
    shared = opened(text, get_store().shared)
    if shared is None:
        abort(404)
    if not shared.friends_tick:
        abort(403)
    return shared


def _lists_of(shared: Shared) -> FetchView:
    return lists_of(read_address(shared.link, app_catalog()), shared)


def _kept_for_friends(shared: Shared, changes: dict[str, str]) -> None:
    """Keep what friends changed; they tick what is on the lists and nothing else."""
    if not changes.keys() <= _lists_of(shared).items():
        raise BadMarks(translate(NO_ITEM))
    _kept(kingdom_key(shared.link), changes, shared.household)


@bp.post("/marks")
@answers_scripts
def keep():
    """Keep the few ticks a script sends, and answer what others changed meanwhile.

    The cookie stays as it is: the page the browser keeps is to open while the server sleeps,
    and its script knows newer ticks.
    """
    form = MarksForm(request.form)
    valid = form.validate()
    if form.csrf_token.errors:
        # Whoever may read this answer may also read our pages, so the token is safe in it.
        return jsonify(message=_(FORGED), token=form.csrf_token.current_token), 400
    if not valid:
        return _refused(_first_fault(form))
    try:
        home = _kept(form.kingdom.data, form.changes)
    except BadMarks as bad:
        return _refused(str(bad))
    return _news(home, form.kingdom.data, form.since.data, always=True)


@bp.post("/ticks")
def save():
    """Keep what was changed on the whole list, by a page without scripts."""
    form = KingdomTicksForm(request.form)
    valid, link = form.validate(), link_for(*form.asked)
    if not valid:
        return _refused_page(_first_fault(form), link)
    try:
        _kept(kingdom_key(link), form.changes(lambda: lists_of(form.asked)))
    except BadMarks as bad:
        return _refused_page(str(bad), link)
    changed()
    if form.hint.data:
        put_away(form.hint.data)
    return redirect(f"{link}#{form.side}", code=303)


@bp.post("/begins")
def begins():
    """Pick who begins, by the rule; every phone sees it."""
    form = BeginForm(request.form)
    valid, link = form.validate(), link_for(*form.asked)
    if not valid:
        return _refused_page(_first_fault(form), link)
    _kept(kingdom_key(link), {BEGINS: _beginner(form)})
    changed()
    return redirect(f"{link}#start", code=303)


def _beginner(form: BeginForm) -> str:
    """Who begins: by name where it is known who is here or who won last, else by seat."""
    if form.how.data == "winner":
        return LEFT_OF_WINNER
    if form.how.data == "tie":
        tied = frozenset(map(int, form.seat.data))
        return pick_beginner(form.players, tied, secrets.randbelow)
    home = home_id()
    here = [person.name for person in get_store().people(home) if person.here] if home else []
    known = here if len(here) == form.players else []
    by_name = pick_by_name(known, last_winners(home), secrets.randbelow)
    return by_name or pick_beginner(form.players, frozenset(), secrets.randbelow)


def _first_fault(form: BaseForm) -> str:
    """What is wrong first; these are fields that no person fills in."""
    return translate(next(iter(form.errors.values()))[0])


def _kept(key: str, changes: dict[str, str], home: str = "") -> str:
    """Keep changes for the visitor's household, founded now if need be, or another; its id."""
    home = home or at_home().id
    if changes:
        try:
            get_store().keep_marks(home, key, changes)
        except TooManyMarks:
            raise BadMarks(
                _("No kingdom has that many piles. Reload the page and tick again.")
            ) from None
    return home


def _news(home: str, key: str, since: int, *, always: bool = False) -> Response:
    """The changes since a version; all marks when that version is not ours.

    A phone that knows more than we do is told so, and sends its ticks again.
    """
    marks = marks_of(home, key)
    if marks.version == since and not always:
        return no_store(Response(status=204))
    known = since if since <= marks.version else 0
    new = marks_of(home, key, known).values
    answer: dict[str, Any] = {
        "version": marks.version,
        "ticks": {item: int(value == TICKED) for item, value in new.items() if ITEM.match(item)},
    }
    if fetchers := fetchers_in_words(new):
        answer["fetchers"] = fetchers
    if new.get(MOVED) and home == home_id():
        answer["moved"] = led_to(home, key)
    if BEGINS in new:
        answer["begins"] = begins_in_words(new[BEGINS])
    return no_store(jsonify(answer))


def _refused(sentence: str) -> tuple[Response, int]:
    return jsonify(message=sentence), 422


def _refused_page(sentence: str, link: str) -> tuple[str, int]:
    heading = _("That didn’t work")
    return render_template("error.html", heading=heading, sentence=sentence, back=link), 422
