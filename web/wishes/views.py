"""Wishes: what the ten piles should offer, with the exact count."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, jsonify, redirect, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict

from setup_rules.cards import Card, Landscape
from setup_rules.chance import fresh_seed
from setup_rules.draw.preferences import Lift
from web.catalog import app_catalog
from web.draw.kept_wishes import BEFORE, newest_wishes
from web.draw.outcome import outcome_of
from web.draw.preferences import preferences_in_words
from web.draw.tonight import tonight
from web.http.forms import BaseForm
from web.http.limits.route_marks import heavy
from web.http.visitor import at_home, changed, names_here
from web.language.translation import gettext as _
from web.reading.wish_reading import wish_faults
from web.store import get_store
from web.wishes.forms import ClearForm, WayForm, WishesForm
from web.wishes.page import WishesPage

bp = Blueprint("wishes", __name__)

MOST_UNDONE = 3000
"""Characters of wishes that a cookie may keep for undoing."""


@bp.get("/wishes")
@heavy
def show():
    """All wishes and how many kingdoms match them."""
    return _page()


@bp.post("/wishes")
@heavy
def change():
    """Keep every change that can be read; what cannot stays in its field, with the reason."""
    BaseForm(request.form).validate()  # before a household is founded for a forged form
    at_home()
    with get_store().immediate():  # another phone may be changing them, too
        form = WishesForm(request.form, newest_wishes(), app_catalog())
        valid = form.validate()
        answer = _kept(form.kept, form.place, undo=newest_wishes() if form.preset else None)
    if not valid:
        return _page(form.unread), 422
    if form.outdated:
        flash(
            _("The wishes were changed elsewhere in the meantime. These are the current ones."),
            "bad",
        )
    return answer


@bp.post("/wishes/way-out")
@heavy
def way_out():
    """Take one of the ways out, if it is still the one that was shown."""
    form = WayForm(request.form)
    form.validate()
    here = tonight()
    ways = outcome_of(here, here.wishes, app_catalog()).ways
    at_home()
    with get_store().immediate():
        for way in ways:
            if way.sign == form.way.data and newest_wishes() == here.wishes:
                _lift(way.lift)
                return _kept(way.kept, undo=here.wishes)
    flash(_("The wishes have changed in the meantime. Choose again."), "bad")
    return redirect(url_for(".show"), code=303)


@bp.post("/wishes/clear")
def clear():
    """Wish for nothing but what is never included; or take back that alone."""
    form = ClearForm(request.form)
    form.validate()
    wishes = tonight().wishes
    left = {key: value for key, value in wishes.items() if (key == "banned") != form.bans.data}
    return _kept(left, place="never" if form.bans.data else "", undo=wishes)


@bp.post("/wishes/undo")
def undo():
    """Bring the wishes back that were cleared or changed at once."""
    BaseForm(request.form).validate()
    before = session.get(BEFORE)
    try:
        kept = json.loads(before) if isinstance(before, str) else None
    except ValueError:
        kept = None
    if kept is None or wish_faults(kept, app_catalog()):
        return redirect(url_for(".show"), code=303)
    return _kept(kept)


@bp.get("/wishes/names.json")
def names():
    """All names that can be typed, in the reader's language; asked for when somebody types."""
    catalog, name = app_catalog(), names_here()
    things: list[Card | Landscape] = [*catalog.cards.values(), *catalog.landscapes.values()]
    answer = jsonify(sorted({name(thing.name) for thing in things}))
    answer.headers["Cache-Control"] = "private, max-age=86400"
    return answer


def _lift(lift: Lift) -> None:
    """Give up what a way out asks for: the rest, or dislikes of those here."""
    store, home = get_store(), at_home()
    if lift.rest:
        store.keep_rest(home.id, store.rest(home.id)._replace(on=False))
        flash(_("No cards are resting now. You can turn resting back on in the game log."))
    here = {person.id: person.name for person in store.people(home.id) if person.here}
    for taste in store.tastes(home.id):
        if taste.taste == "never" and taste.card in lift.never and taste.person in here:
            store.keep_taste(home.id, taste.person, taste.card, "")
            name = names_here()(app_catalog().cards[taste.card].name)
            flash(_("{card} was taken off {person}’s list.", card=name, person=here[taste.person]))
    if lift:
        changed()


def _kept(wishes: Mapping[str, Any], place: str = "", undo: Mapping[str, Any] | None = None):
    """Keep the wishes and show them; `undo` are those from before a change of many at once."""
    session.pop(BEFORE, None)
    home = at_home()
    if wishes != newest_wishes():
        get_store().keep_wishes(home.id, wishes)
        changed()
        before = json.dumps(undo) if undo else ""
        if 0 < len(before) <= MOST_UNDONE:
            session[BEFORE] = before
    return redirect(url_for(".show", unfold=place or None, _anchor=place or None), code=303)


def _page(unread: MultiDict[str, str] | None = None):
    """The screen; what was sent and could not be read stays in its fields."""
    here, catalog = tonight(), app_catalog()
    families = [box.family for box in here.shelf.boxes if box.piles]
    form = WishesForm(unread or MultiDict(), here.wishes, catalog, families)
    if unread:
        form.validate()
    page = WishesPage(here, form, catalog, request.args.get("unfold", ""))
    return render_template(
        "wishes/show.html",
        page=page,
        form=form,
        outcome=page.outcome,
        preferences=preferences_in_words(here.preferences, {card.id for card in here.shelf.cards}),
        seed=fresh_seed(),
        can_undo=bool(session.get(BEFORE)),
    )
