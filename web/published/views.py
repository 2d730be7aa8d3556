"""Published kingdoms: what the rulebooks recommend, found by shelf, box and name."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from setup_rules.catalog import PublishedKingdom
from setup_rules.chance import Chance, fresh_seed
from setup_rules.collection import gather
from web.catalog import app_catalog
from web.draw.history import played_tens
from web.draw.published import asked_for, boxes_on, with_draws
from web.draw.tonight import Tonight, tonight
from web.http.headers import unless_known
from web.http.visitor import names_here
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.links.kingdom_link import link_for
from web.published.forms import FilterForm, SurpriseForm
from web.published.page import Finder
from web.setup_sheet.other_prosperity import names_the_other_game
from web.store import get_store

bp = Blueprint("published", __name__, url_prefix="/published")


@bp.get("")
def show():
    """Published kingdoms as the address asks for them."""
    here = tonight()

    def render() -> str:
        page = _finder(FilterForm(request.args, shelf=bool(here.boxes)), here).page()
        other_game = names_the_other_game(page.filter.q)
        return render_template(
            "published/show.html", page=page, other_game=other_game, seed=fresh_seed()
        )

    return unless_known((here, sorted(map(sorted, _played(here)))), render, has_seed=True)


@bp.get("/<kingdom>")
def open_one(kingdom: str):
    """Lead to a published kingdom's own page, for tonight's players and boxes."""
    published = app_catalog().published.get(kingdom)
    if published is None:
        raise NotFound
    return redirect(_link(published, tonight()), code=303)


@bp.post("/surprise")
def surprise():
    """One of those that match, can be played and were not played, each equally likely."""
    here = tonight()
    form = SurpriseForm(request.form, shelf=bool(here.boxes))
    finder = _finder(form, here)
    unplayed = finder.unplayed()
    if not unplayed:
        flash(finder.why_none(), "bad")
        return redirect(url_for(".show", **finder.filter.address()), code=303)
    link = _link(unplayed[Chance(form.seed.data, "surprise").below(len(unplayed))], here)
    if here.home is None:
        return redirect(link, code=303)
    step = get_store().keep_step(here.home.id, link, url_for(".show"))
    return redirect(f"{link}&from={step}", code=303)


def _finder(form: FilterForm, here: Tonight) -> Finder:
    return Finder(here, form.filter, _played(here), app_catalog())


def _played(here: Tonight) -> frozenset[frozenset[str]]:
    return played_tens(here.home.id) if here.home else frozenset()


def _link(published: PublishedKingdom, here: Tonight) -> str:
    """Its link; what the rulebook leaves open is drawn, the same all day, and told."""
    catalog = app_catalog()
    boxes = here.boxes or boxes_on(published, gather(catalog, ()))
    asked = asked_for(published, here.players, boxes)
    asked, drawn = with_draws(asked, catalog, f"{published.id} {datetime.now(UTC).date()}")
    if drawn:
        flash(
            _(
                "The rulebook leaves a choice open here. Drawn for you: {things}.",
                things=and_list(map(names_here(), drawn)),
            )
        )
    return link_for(*asked)
