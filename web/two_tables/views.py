"""Two tables: two kingdoms at once for five to eight players, out of the same boxes."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest

from setup_rules.chance import fresh_seed
from setup_rules.evening.two_tables import FEWEST_PLAYERS, MOST_PLAYERS, pick_seats, split_players
from web.catalog import app_catalog
from web.draw.tonight import Tonight, tonight
from web.draw.wish_words import wishes_in_words
from web.http.limits.route_marks import heavy
from web.http.visitor import home_id
from web.language.translation import gettext as _
from web.links.kingdom_link import read_address
from web.night.games import GamesRefused, fetch_page, keep_ticks, planned
from web.printing.documents import on_paper
from web.setup_sheet.reader import reader_here
from web.store import PlannedNight, get_store
from web.store.households import IN_BOXES
from web.two_tables.conflict import TablesConflict
from web.two_tables.drawing import draw_tables, draw_tables_again
from web.two_tables.forms import BOTH, AgainForm, SeatsForm, TablesForm
from web.two_tables.page import TablesBook

bp = Blueprint("two_tables", __name__, url_prefix="/two-tables")


@bp.get("")
def ask():
    """How many play."""
    here = tonight()
    if not here.boxes:
        flash(_("No boxes yet. Tick the ones you own, then you can draw two tables."), "bad")
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
        last=get_store().last_night(home_id(), at_tables=True),
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
    try:
        links = draw_tables(here, form.players.data, form.seed.data)
    except GamesRefused as error:
        return _ask_page(form, here, error.conflict), 422
    return _kept(links, tuple(("",) * size for size in split_players(form.players.data)))


@bp.get("/<tables>")
def show(tables: str):
    """Both kingdoms and who sits where."""
    book = _book(tables)
    return render_template(
        "two_tables/show.html", page=book.page(), seed=fresh_seed(), **on_paper()
    )


@bp.post("/<tables>/again")
@heavy
def again(tables: str):
    """Draw one kingdom again and keep the other, or draw both; who sits where stays."""
    old = _tables(tables)
    form = AgainForm(request.form)
    if not form.validate():
        raise BadRequest
    place = None if form.which.data == BOTH else form.which.data - 1
    links = draw_tables_again(old, place, tonight(), form.seed.data)
    if links == old.links:
        flash(
            _(
                "Nothing else in your boxes fits beside the other table. Redraw both tables, or "
                "add a box."
            ),
            "bad",
        )
    return _kept(links, old.seats)


@bp.post("/<tables>/seats")
def seats(tables: str):
    """Pick who sits where."""
    old = _tables(tables)
    form = SeatsForm(request.form)
    if not form.validate():
        raise BadRequest
    picked = pick_seats(_names(), [len(table) for table in old.seats], form.seed.data)
    return _kept(old.links, tuple(picked))


@bp.get("/<tables>/fetch")
def fetch(tables: str):
    """What to take out of which box for which table, with its ticks."""
    book = _book(tables)
    return fetch_page("two_tables/fetch.html", book, book.page())


@bp.post("/<tables>/ticks")
def tick(tables: str):
    """Keep what was changed on the list, by a page without scripts."""
    return keep_ticks(lambda: _book(tables), tables=tables)


def _names() -> tuple[str, ...]:
    """Who is here tonight, as far as that is known."""
    people = get_store().people(home_id())
    return tuple(person.name for person in people if person.here)


def _tables(tables: str) -> PlannedNight:
    return planned(tables, at_tables=True)


def _book(tables: str) -> TablesBook:
    return TablesBook(_tables(tables), app_catalog(), reader_here(IN_BOXES))


def _kept(links: tuple[str, ...], at_tables: tuple[tuple[str, ...], ...]):
    """Keep two tables and lead to them."""
    boxes = tuple(dict.fromkeys(read_address(links[0], app_catalog()).boxes))
    id_ = get_store().keep_night(home_id(), links, boxes, 0, at_tables)
    return redirect(url_for(".show", tables=id_), code=303)
