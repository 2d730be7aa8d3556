"""Two tables: two kingdoms at once for five to eight players, out of the same boxes."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound

from setup_rules.chance import fresh_seed
from setup_rules.draw.drawing import canonical
from setup_rules.evening.two_tables import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    draw_two_tables,
    pick_seats,
    redraw_table,
    split_players,
)
from setup_rules.kingdom import Kingdom
from web.catalog import app_catalog
from web.draw.tonight import Tonight, tonight
from web.draw.wish_words import wishes_in_words
from web.http.limits.route_marks import heavy
from web.http.visitor import changed, household, reading
from web.language.card_names import naming
from web.language.translation import gettext as _
from web.links.kingdom_link import link_for, read_address
from web.printing.documents import on_paper
from web.reading.draw_reading import ParsedDraw
from web.setup_sheet.rows import NameStyle
from web.setup_sheet.ticks import TicksForm
from web.store import PlannedNight, TooManyMarks, get_store
from web.two_tables.conflict import TablesConflict, conflict_of
from web.two_tables.forms import BOTH, AgainForm, SeatsForm, TablesForm
from web.two_tables.page import TablesBook

bp = Blueprint("two_tables", __name__, url_prefix="/two-tables")


@bp.get("")
def ask():
    """How many play."""
    here = tonight()
    if not here.boxes:
        flash(_("No box here yet. Tap the ones on your shelf; then two tables can be drawn."))
        return redirect(url_for("shelf.show"))
    return _ask_page(TablesForm(here=len(_names()) or here.players), here)


def _ask_page(form: TablesForm, here: Tonight, conflict: TablesConflict | None = None) -> str:
    sizes = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    return render_template(
        "two_tables/ask.html",
        form=form,
        conflict=conflict,
        splits=[(number, *split_players(number)) for number in sizes],
        names=_names(),
        wishes=wishes_in_words(here.wishes, app_catalog()),
        last=get_store().last_night(_home(), at_tables=True),
    )


@bp.post("")
@heavy
def draw():
    """Draw two kingdoms, and lead to them; or say why there are none."""
    here = tonight()
    form = TablesForm(request.form, here=here.players)
    is_right = form.validate()
    if not here.boxes or here.home is None:
        return redirect(url_for("shelf.show"), code=303)
    if not is_right:
        return _ask_page(form, here), 422
    asked = here.request(seed=form.seed.data)
    tables = draw_two_tables(asked.asked, form.players.data, asked.seed)
    if not tables.kingdoms:
        name = naming(app_catalog(), reading().names)
        conflict = conflict_of(tables, here, asked.asked, app_catalog(), name)
        return _ask_page(form, here, conflict), 422
    sizes = split_players(form.players.data)
    links = tuple(map(_link, tables.kingdoms, sizes, [asked, asked]))
    return _kept(links, tuple(("",) * size for size in sizes))


@bp.get("/<tables>")
def show(tables: str):
    """Both kingdoms and who sits where."""
    book = _book(_found(tables))
    return render_template(
        "two_tables/show.html", page=book.page(), seed=fresh_seed(), **on_paper()
    )


@bp.post("/<tables>/again")
@heavy
def again(tables: str):
    """Draw one kingdom again and keep the other, or draw both; who sits where stays."""
    old, here, catalog = _found(tables), tonight(), app_catalog()
    form = AgainForm(request.form)
    if not form.validate():
        raise BadRequest
    before = [read_address(link, catalog) for link in old.links]
    gone = (box for box in before[0].boxes if box not in here.boxes)
    asked = here.request(seed=form.seed.data, boxes=[*here.boxes, *dict.fromkeys(gone)])
    sizes, links = [one.players for one in before], list(old.links)
    if form.which.data == BOTH:
        new = draw_two_tables(asked.asked, sum(sizes), asked.seed).kingdoms
        links = list(map(_link, new, sizes, [asked, asked])) or links
    else:
        place = form.which.data - 1
        kingdoms = [one.kingdom for one in before]
        other = redraw_table(asked.asked, sizes, kingdoms, place, asked.seed)
        links[place] = _link(other, sizes[place], asked) if other else links[place]
    if tuple(links) == old.links:
        flash(_("Your boxes have no other kingdom that fits beside the other table."))
    return _kept(tuple(links), old.seats)


@bp.post("/<tables>/seats")
def seats(tables: str):
    """Pick who sits where."""
    old = _found(tables)
    form = SeatsForm(request.form)
    if not form.validate():
        raise BadRequest
    picked = pick_seats(_names(), [len(table) for table in old.seats], form.seed.data)
    return _kept(old.links, tuple(picked))


@bp.get("/<tables>/fetch")
def fetch(tables: str):
    """What to take out of which box for which table, with its ticks."""
    book = _book(_found(tables))
    marks = get_store().marks(_home(), book.key)
    return render_template(
        "two_tables/fetch.html",
        page=book.page(),
        fetch=book.fetch(marks.values),
        key=book.key,
        version=marks.version,
    )


@bp.post("/<tables>/ticks")
def tick(tables: str):
    """Keep what was changed on the list, by a page without scripts."""
    form = TicksForm(request.form)
    if not form.validate():
        raise BadRequest
    try:
        get_store().keep_marks(_home(), _book(_found(tables)).key, form.changes)
    except TooManyMarks:
        raise BadRequest from None
    changed()
    return redirect(url_for(".fetch", tables=tables, _anchor=form.side), code=303)


def _home() -> str:
    home = household()
    return home.id if home else ""


def _names() -> tuple[str, ...]:
    """Who is here tonight, as far as that is known."""
    people = get_store().people(_home())
    return tuple(person.name for person in people if person.here)


def _found(tables: str) -> PlannedNight:
    """Two tables of this household; nobody else's are ever found."""
    found = get_store().night(_home(), tables)
    if found is None or not found.seats:
        raise NotFound
    return found


def _book(tables: PlannedNight) -> TablesBook:
    catalog, likes = app_catalog(), reading()
    return TablesBook(tables, catalog, NameStyle(naming(catalog, likes.names), likes.beside))


def _link(kingdom: Kingdom, players: int, asked: ParsedDraw) -> str:
    """The link of one table's kingdom, for its players and the whole shelf."""
    request_of_table = replace(asked.asked, players=players)
    return link_for(canonical(kingdom, request_of_table), players, asked.boxes)


def _kept(links: tuple[str, ...], at_tables: tuple[tuple[str, ...], ...]):
    """Keep two tables and lead to them."""
    boxes = tuple(dict.fromkeys(read_address(links[0], app_catalog()).boxes))
    id_ = get_store().keep_night(_home(), links, boxes, 0, at_tables)
    return redirect(url_for(".show", tables=id_), code=303)
