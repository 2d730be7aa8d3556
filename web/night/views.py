"""Night plan: several kingdoms for one evening, few boxes, no card twice, one fetch list."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound

from setup_rules.chance import fresh_seed
from setup_rules.draw.drawing import canonical
from setup_rules.evening.night import draw_night, redraw, shelf_of
from setup_rules.kingdom import Kingdom
from web.catalog import app_catalog
from web.draw.history import played_tens
from web.draw.tonight import Tonight, tonight
from web.draw.wish_words import wishes_in_words
from web.http.limits.route_marks import heavy
from web.http.visitor import changed, household, reading
from web.language.card_names import naming
from web.language.translation import gettext as _
from web.links.kingdom_link import link_for, read_address
from web.night.conflict import NightConflict, conflict_of
from web.night.forms import NightForm, RedrawForm
from web.night.page import NightBook
from web.printing.documents import on_paper
from web.reading.draw_reading import ParsedDraw
from web.setup_sheet.rows import NameStyle
from web.setup_sheet.ticks import TicksForm
from web.store import PlannedNight, TooManyMarks, get_store

bp = Blueprint("night", __name__, url_prefix="/night")


@bp.get("")
def ask():
    """How many games, for how many players, from how many boxes."""
    here = tonight()
    if not here.boxes:
        flash(_("No box here yet. Tap the ones on your shelf; then a night can be planned."))
        return redirect(url_for("shelf.show"))
    return _ask_page(NightForm(here=here), here)


def _ask_page(form: NightForm, here: Tonight, conflict: NightConflict | None = None) -> str:
    return render_template(
        "night/ask.html",
        form=form,
        conflict=conflict,
        wishes=wishes_in_words(here.wishes, app_catalog()),
        last=get_store().last_night(here.home.id) if here.home else "",
    )


@bp.post("")
@heavy
def plan():
    """Draw a whole night, and lead to it; or say why there is none."""
    here = tonight()
    form = NightForm(request.form, here=here)
    is_right = form.validate()
    if not here.boxes or here.home is None:
        return redirect(url_for("shelf.show"), code=303)
    if not is_right:
        return _ask_page(form, here), 422
    here = _with_players(here, form.players.data)
    asked = here.request(seed=form.seed.data)
    games = form.games.data
    night = draw_night(asked.asked, games, asked.seed, form.boxes.data or None)
    if not night.kingdoms:
        conflict = conflict_of(night, games, here, asked.asked, app_catalog())
        return _ask_page(form, here, conflict), 422
    links = tuple(_link(kingdom, asked, night.boxes) for kingdom in night.kingdoms)
    id_ = get_store().keep_night(_home(), links, night.boxes, night.fewest)
    return redirect(url_for(".show", night=id_), code=303)


def _with_players(here: Tonight, players: int) -> Tonight:
    """Tonight with another number of players, which is remembered."""
    if players == here.players:
        return here
    get_store().keep_players(_home(), players)
    changed()
    return here._replace(players=players)


@bp.get("/<night>")
def show(night: str):
    """The kingdoms of a night and the boxes they open."""
    book = _book(_found(night))
    return render_template("night/show.html", page=book.page(), seed=fresh_seed(), **on_paper())


@bp.post("/<night>/again")
@heavy
def again(night: str):
    """Draw one kingdom again and keep the others; the night before stays where it was."""
    old, here, catalog = _found(night), tonight(), app_catalog()
    form = RedrawForm(request.form, len(old.links))
    if not form.validate():
        raise BadRequest
    before = [read_address(link, catalog) for link in old.links]
    gone = (box for box in before[0].boxes if box not in here.boxes)
    boxes = [*here.boxes, *dict.fromkeys(gone)]
    asked = here.request(seed=form.seed.data, players=before[0].players, boxes=boxes)
    place = form.which.data - 1
    new = redraw(asked.asked, [one.kingdom for one in before], place, old.boxes, asked.seed)
    if new is None:
        flash(_("These boxes have no other kingdom that fits beside the others."))
        return redirect(url_for(".show", night=night), code=303)
    links = list(old.links)
    links[place] = _link(new, asked, old.boxes)
    id_ = get_store().keep_night(_home(), tuple(links), old.boxes, old.fewest)
    return redirect(url_for(".show", night=id_), code=303)


@bp.get("/<night>/fetch")
def fetch(night: str):
    """What to take out of which box for the whole night, with its ticks."""
    book = _book(_found(night))
    marks = get_store().marks(_home(), book.key)
    return render_template(
        "night/fetch.html",
        page=book.page(),
        fetch=book.fetch(marks.values),
        key=book.key,
        version=marks.version,
    )


@bp.post("/<night>/ticks")
def tick(night: str):
    """Keep what was changed on the list, by a page without scripts."""
    form = TicksForm(request.form)
    if not form.validate():
        raise BadRequest
    try:
        get_store().keep_marks(_home(), _book(_found(night)).key, form.changes)
    except TooManyMarks:
        raise BadRequest from None
    changed()
    return redirect(url_for(".fetch", night=night, _anchor=form.side), code=303)


def _home() -> str:
    home = household()
    return home.id if home else ""


def _found(night: str) -> PlannedNight:
    """A night of this household; nobody else's is ever found."""
    found = get_store().night(_home(), night)
    if found is None or found.seats:
        raise NotFound
    return found


def _book(night: PlannedNight) -> NightBook:
    catalog, likes = app_catalog(), reading()
    reader = NameStyle(naming(catalog, likes.names), likes.beside)
    return NightBook(night, catalog, reader, played_tens(_home()))


def _link(kingdom: Kingdom, asked: ParsedDraw, boxes: tuple[str, ...]) -> str:
    """The link of a kingdom, on a shelf of only the boxes of the night."""
    shelf = shelf_of(asked.asked, boxes)
    part = asked._replace(asked=replace(asked.asked, shelf=shelf))
    ids = tuple(box for box in asked.boxes if box in shelf.copies)
    return link_for(canonical(kingdom, part.asked), asked.asked.players, ids)
