"""Who fetches which box: one page for the household, one for friends who may tick."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for

from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.fetchers.forms import FetcherForm
from web.http.visitor import at_home, changed, home_id
from web.language.translation import gettext as _
from web.links.code_doors import opened
from web.links.kingdom_link import kingdom_key, link_for, read_address
from web.setup_sheet.reader import reader_here
from web.setup_sheet.setup_sheet import setup_sheet
from web.setup_sheet.storage import seen_by_friends
from web.setup_sheet.ticks import FETCHER, fetchers_in
from web.store import Shared, get_store

bp = Blueprint("fetchers", __name__)


@bp.get("/fetchers")
def show():
    """The boxes of a kingdom, and who fetches each."""
    form = FetcherForm(request.args)
    return _page(form, form.asked)


@bp.post("/fetchers")
def change():
    """Take over a box of this household's kingdom, or give it back."""
    form = FetcherForm(request.form)
    valid, asked = form.validate(), form.asked
    if not valid:
        return _page(form, asked), 422
    _keep(at_home().id, asked, form)
    changed()
    return redirect(url_for(".show", link=link_for(*asked), who=form.who.cleaned), code=303)


@bp.get("/k/<text>/fetchers")
def show_shared(text: str):
    """The same for friends who may tick."""
    shared = _open_to_friends(text)
    return _page(FetcherForm(request.args), _asked(shared), shared)


@bp.post("/k/<text>/fetchers")
def change_shared(text: str):
    """Take over a box of a friend's kingdom, or give it back."""
    form = FetcherForm(request.form)
    valid, shared = form.validate(), _open_to_friends(text)
    if not valid:
        return _page(form, _asked(shared), shared), 422
    _keep(shared.household, _asked(shared), form, shared)
    return redirect(url_for(".show_shared", text=shared.code, who=form.who.cleaned), code=303)


def _open_to_friends(text: str) -> Shared:
    shared = opened(text, get_store().shared)
    if shared is None:
        abort(404)
    if not shared.friends_tick:
        abort(403)
    return shared


def _asked(shared: Shared) -> PlanRequest:
    return read_address(shared.link, app_catalog())


def _boxes(asked: PlanRequest, shared: Shared | None) -> list[Any]:
    """The places of the fetch list, in its order."""
    reader = reader_here(seen_by_friends(shared) if shared else None)
    fetch = setup_sheet(asked, app_catalog(), reader).fetch
    return [box.spine for box in fetch.sides[0].boxes]


def _keep(home: str, asked: PlanRequest, form: FetcherForm, shared: Shared | None = None) -> None:
    """Keep who fetches a box, unless another phone was faster: then that is told."""
    key, names = kingdom_key(link_for(*asked)), {}
    boxes = {spine.box: spine.name for spine in _boxes(asked, shared)}
    box, _colon, was = (form.free.data or f"{form.take.data}:").partition(":")
    if box not in boxes:
        return
    store = get_store()
    with store.immediate():
        names = fetchers_in(store.marks(home, key).values)
        if names.get(box, "") == was:
            who = "" if form.free.data else form.who.cleaned
            store.keep_marks(home, key, {FETCHER + box: who})
    if names.get(box, "") not in (was, form.who.cleaned):
        flash(_("{name} is already fetching {box}.", name=names[box], box=boxes[box]), "bad")


def _page(form: FetcherForm, asked: PlanRequest, shared: Shared | None = None) -> str:
    link, home = link_for(*asked), shared.household if shared else home_id()
    store = get_store()
    marks = store.marks(home, kingdom_key(link))
    people = [person.name for person in store.people(home) if person.here] if not shared else []
    return render_template(
        "fetchers/show.html",
        form=form,
        link="" if shared else link,
        back=url_for("share.open_code", text=shared.code) if shared else link,
        news=url_for("ticks.show_shared", text=shared.code, may=1)
        if shared
        else url_for("ticks.show", kingdom=kingdom_key(link)),
        version=marks.version,
        boxes=_boxes(asked, shared),
        names=fetchers_in(marks.values),
        people=people,
    )
