"""Night plan: several kingdoms for one evening, few boxes, no card twice, one fetch list."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound

from setup_rules.chance import fresh_seed
from setup_rules.draw.drawing import canonical
from setup_rules.evening.night import FEWEST_GAMES, MOST_GAMES, draw_night, redraw, shelf_of
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS, Kingdom
from web.catalog import app_catalog
from web.draw.history import played_tens
from web.draw.tonight import Tonight, tonight
from web.draw.wish_words import wishes_in_words
from web.http.forms import check_token
from web.http.limits.route_marks import heavy
from web.http.visitor import changed, household, reading
from web.kingdom.tick_views import ITEM, LONGEST_ITEM, SIDES, UNDONE
from web.language.card_names import naming
from web.language.translation import gettext as _
from web.links.kingdom_link import link_for, read_address
from web.night.form import NightConflict, NightWish, read_wish, trouble_with
from web.night.page import NightBook
from web.printing.documents import on_paper
from web.reading.draw_reading import ParsedDraw
from web.setup_sheet.fetch_list import TICKED
from web.setup_sheet.rows import NameStyle
from web.store import PlannedNight, TooManyMarks, get_store

bp = Blueprint("night", __name__, url_prefix="/night")

LONGEST_SEED = 100


@bp.get("")
def ask():
    """How many games, for how many players, from how many boxes."""
    here = tonight()
    if not here.boxes:
        flash(_("No box here yet. Tap the ones on your shelf; then a night can be planned."))
        return redirect(url_for("shelf.show"))
    return _asking(here, read_wish({}, here)[0])


def _asking(here: Tonight, wish: NightWish, fault: str = "", trouble: NightConflict | None = None):
    return render_template(
        "night/ask.html",
        wish=wish,
        fault=fault,
        trouble=trouble,
        games=range(FEWEST_GAMES, MOST_GAMES + 1),
        players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
        boxes=len(set(here.boxes)),
        wishes=wishes_in_words(here.wishes, app_catalog()),
        last=get_store().last_night(here.home.id) if here.home else "",
        seed=fresh_seed(),
    )


@bp.post("")
@heavy
def plan():
    """Draw a whole night, and lead to it; or say why there is none."""
    check_token()
    here = tonight()
    if not here.boxes or here.home is None:
        return redirect(url_for("shelf.show"), code=303)
    wish, fault = read_wish(request.form, here)
    if fault:
        return _asking(here, wish, fault), 422
    home = here.home.id
    if wish.players != here.players:
        get_store().keep_players(home, wish.players)
        changed()
        here = here._replace(players=wish.players)
    asked = here.request(seed=_seed())
    night = draw_night(asked.asked, wish.games, asked.seed, wish.most_boxes)
    if not night.kingdoms:
        trouble = trouble_with(night, wish, here, asked.asked, app_catalog())
        return _asking(here, wish, trouble=trouble), 422
    links = tuple(_link(kingdom, asked, night.boxes) for kingdom in night.kingdoms)
    id_ = get_store().keep_night(home, links, night.boxes, night.fewest)
    return redirect(url_for(".show", night=id_), code=303)


@bp.get("/<night>")
def show(night: str):
    """The kingdoms of a night and the boxes they open."""
    book = _book(_found(night))
    return render_template("night/show.html", page=book.page(), seed=fresh_seed(), **on_paper())


@bp.post("/<night>/again")
@heavy
def again(night: str):
    """Draw one kingdom again and keep the others; the night before stays where it was."""
    check_token()
    old, here = _found(night), tonight()
    catalog = app_catalog()
    before = [read_address(link, catalog) for link in old.links]
    which = request.form.get("which", "")
    if which not in map(str, range(1, len(before) + 1)):
        raise BadRequest
    place = int(which) - 1
    gone = (box for box in before[0].boxes if box not in here.boxes)
    asked = here.request(
        seed=_seed(), players=before[0].players, boxes=[*here.boxes, *dict.fromkeys(gone)]
    )
    kingdoms = [one.kingdom for one in before]
    new = redraw(asked.asked, kingdoms, place, old.boxes, asked.seed)
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
    check_token()
    book = _book(_found(night))
    ticked, shown = set(request.form.getlist("t")), set(request.form.get("shown", "").split())
    if not all(len(item) <= LONGEST_ITEM and ITEM.fullmatch(item) for item in ticked | shown):
        raise BadRequest
    changes = dict.fromkeys(ticked - shown, TICKED) | dict.fromkeys(shown - ticked, UNDONE)
    try:
        get_store().keep_marks(_home(), book.key, changes)
    except TooManyMarks:
        raise BadRequest from None
    changed()
    side = request.form.get("to", "")
    anchor = side if side in SIDES else SIDES[0]
    return redirect(url_for(".fetch", night=night, _anchor=anchor), code=303)


def _seed() -> str:
    return request.form.get("seed", "")[:LONGEST_SEED] or fresh_seed()


def _home() -> str:
    home = household()
    return home.id if home else ""


def _found(night: str) -> PlannedNight:
    """A night of this household; nobody else's is ever found."""
    found = get_store().night(_home(), night)
    if found is None:
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
