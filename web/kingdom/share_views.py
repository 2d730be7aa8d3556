"""Sharing a kingdom: its code, the QR, the long link, and the page friends open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for

from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.http.headers import kept_for_the_evening
from web.http.quota import no_code
from web.http.visitor import at_home, at_the_server, changed, home_id, names_here
from web.kingdom.forms import FriendsForm, LinkForm
from web.kingdom.page import render_shared
from web.language.translation import ASKED, LANGUAGE_NAMES, language, languages
from web.language.translation import gettext as _
from web.links.code_doors import opened
from web.links.codes import address_of, short_qr, written
from web.links.kingdom_link import ORDER, BrokenLink, link_for, read_address, read_link
from web.links.night_link import is_night
from web.links.online_text import online_text
from web.printing.documents import on_paper
from web.setup_sheet.sheet import kingdom_name
from web.store import Shared, TooMany, get_store
from web.store.rooms import MARKET, SCORE, VETO

bp = Blueprint("share", __name__)

LONGEST_TYPED = 40
SPEAKS = "in"
"""The word in this page's address that says which language the link shall ask for."""

ROOMS = {VETO: "veto.show", MARKET: "black_market.table", SCORE: "score.show"}
"""The page of each kind of room."""


@bp.post("/share")
def make():
    """Give a kingdom its code, and show it."""
    form = LinkForm(request.form)
    form.validate()
    link, canonical = form.link.data, link_for(*form.asked)
    try:
        code = get_store().share(at_home().id, canonical)
    except TooMany as many:
        flash(no_code(many), "bad")
        return redirect(canonical.replace("/kingdom/", "/share/", 1), code=303)
    back = None if link == canonical else link
    return redirect(url_for(".show", what=code, back=back), code=303)


@bp.get("/share/<what>")
def show(what: str):
    """How to hand a kingdom on: by its code, or, where it has none yet, by its long link."""
    if "players" in request.args:
        return _page(read_link(what, request.args, app_catalog()))
    shared = opened(what, get_store().shared)
    if shared is None:
        return _unknown(what)
    return _page(read_address(shared.link, app_catalog()), shared)


@bp.post("/share/<what>/friends")
def friends(what: str):
    """Let friends tick a kingdom of this household, or no longer."""
    form = FriendsForm(request.form)
    form.validate()
    shared = opened(what, get_store().shared)
    if shared is None or not _is_ours(shared):
        return _unknown(what)
    get_store().let_friends_tick(shared.household, shared.code, form.tick.data == "yes")
    changed()
    asked = {"back": _back(), SPEAKS: _spoken()}
    return redirect(_address(".show", shared.code, asked), code=303)


def _address(endpoint: str, code: str, asked: Mapping[str, str]) -> str:
    """A page about a code, with as much as was asked for."""
    values: dict[str, Any] = {key: value for key, value in asked.items() if value}
    return url_for(endpoint, what=code, **values)


def _spoken() -> str:
    """The language that the link shall ask for; empty for the reader's own."""
    spoken = request.args.get(SPEAKS, "")
    return spoken if spoken in languages() else ""


def _is_ours(shared: Shared) -> bool:
    return bool(shared.household) and shared.household == home_id()


def _page(asked: PlanRequest, shared: Shared | None = None):
    code = shared.code if shared else ""
    game = asked.game(app_catalog())
    link = link_for(*asked)
    back, spoken = _back(), _spoken()
    return render_template(
        "kingdom/share.html",
        name=kingdom_name(game, names_here()),
        link=link,
        back=back or link,
        full_address=request.host_url.rstrip("/") + link + (f"&{ASKED}={spoken}" if spoken else ""),
        online=online_text(game),
        deck=bool(game.kingdom.deck),
        code=code and written(code),
        friends_tick=shared is not None and shared.friends_tick,
        switch=_address(".friends", code, {"back": back, SPEAKS: spoken})
        if shared and _is_ours(shared)
        else "",
        address=code and address_of(code, spoken),
        qr=code and short_qr(code, spoken),
        spoken=spoken,
        languages={one: LANGUAGE_NAMES.get(one, one) for one in languages()},
        asked=_asked(back),
        unreachable=at_the_server(),
        **on_paper(),
    )


def _asked(back: str) -> list[tuple[str, str]]:
    """What this page was opened with, to open it again for another language."""
    known = [(key, request.args[key]) for key in ORDER if key in request.args]
    return [*known, ("back", back)] if back else known


def _back() -> str:
    """The kingdom as it was left, with what is kept on this phone alone; nothing if it is none."""
    back = request.args.get("back", "")
    try:
        read_address(back, app_catalog())
    except BrokenLink:
        return ""
    return back


@bp.get("/K")
@bp.get("/k")
def typed():
    """Lead from a code that was typed to its address; or ask for one."""
    text = request.args.get("code")
    if text is None:
        return _field("", "")
    address = opened(text, _address_of)
    return redirect(address, code=303) if address else _unknown(text)


def _address_of(code: str) -> str | None:
    """Where a code leads: to a room, a tournament or a kingdom."""
    store = get_store()
    if room := store.room(code):
        return url_for(ROOMS[room.kind], text=code)
    if store.tournament_version(code) is not None:
        return url_for("tournament_player.show", text=code)
    return url_for(".open_code", text=code) if store.shared(code) else None


@bp.get("/K/<text>")
@bp.get("/k/<text>")
def open_code(text: str):
    """A kingdom for friends; the household it belongs to finds it as its own."""
    shared = opened(text, get_store().shared)
    if shared is None:
        return _unknown(text)
    if is_night(shared.link):
        return redirect(shared.link, code=303)
    if shared.household and shared.household == home_id():
        asks = f"&{ASKED}={language()}" if ASKED in request.args else ""
        return redirect(shared.link + asks, code=303)
    return kept_for_the_evening(render_shared(shared))


def _unknown(text: str):
    sentence = _(
        "There’s no kingdom with this code. Check the 6 characters, or draw a new kingdom."
    )
    return _field(text[:LONGEST_TYPED], sentence), 404


def _field(code: str, fault: str) -> str:
    return render_template("kingdom/unknown_code.html", code=code, fault=fault)
