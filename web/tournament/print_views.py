"""The papers of a tournament, for whoever organises it: tables, kingdoms, standings, seats."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.exceptions import NotFound

from web.http.limits.route_marks import PRINTS, heavy, rate_limited
from web.language.translation import gettext as _
from web.printing.answers import as_pdf, asked_paper
from web.printing.tournament import kingdom_sheet, seating_plan, standings_list, table_sheets
from web.tournament.kingdom import sizes_of
from web.tournament.organiser import own_book
from web.tournament.page import notes_after, seating_parts, standings_parts, title_of

bp = Blueprint("tournament_print", __name__, url_prefix="/tournament")


@bp.get("/<id_>/round/<int:number>/tables.pdf")
@heavy
@rate_limited(PRINTS)
def tables(id_: str, number: int):
    """A sheet for each table of a round."""
    book = own_book(id_)
    kept, seats = book.kept, book.seats(number)
    if not seats:
        raise NotFound
    paper = asked_paper()
    return as_pdf(table_sheets, title_of(kept), number, seats, book.names, kept.code, paper)


@bp.get("/<id_>/round/<int:number>/kingdom.pdf")
@heavy
@rate_limited(PRINTS)
def kingdom(id_: str, number: int):
    """The setup sheet of a round's kingdom, for one of the numbers of players at its tables."""
    book = own_book(id_)
    one = book.kept.round(number)
    if not one.link:
        raise NotFound
    asked, sizes = request.args.get("players", ""), sizes_of(book.seats(number))
    size = int(asked) if asked in map(str, sizes) else sizes[0]
    return as_pdf(kingdom_sheet, book.kept.household, one.link, size, asked_paper())


@bp.get("/<id_>/standings.pdf")
@heavy
@rate_limited(PRINTS)
def standings(id_: str):
    """The standings after a round that is over."""
    book = own_book(id_)
    after = standings_parts(book, request.args.get("after", ""))["after"]
    if not after:
        flash(_("The first standings appear once all results of the first round are in."), "bad")
        return redirect(url_for("tournament.standings", id_=id_), code=303)
    title, ranks, notes = (
        title_of(book.kept),
        book.standings(after),
        tuple(notes_after(book, after)),
    )
    return as_pdf(standings_list, title, after, ranks, book.names, asked_paper(), notes)


@bp.get("/<id_>/seating.pdf")
@heavy
@rate_limited(PRINTS)
def seating(id_: str):
    """Who sits where in all rounds that have their seats."""
    book = own_book(id_)
    parts = seating_parts(book)
    if not parts["rounds"]:
        flash(_("The seating isn’t ready yet."), "bad")
        return redirect(url_for("tournament.seating", id_=id_), code=303)
    rounds = [(number, book.seats(number)) for _name, number, _tables in parts["rounds"]]
    title, quality = title_of(book.kept), tuple(parts["quality"])
    return as_pdf(seating_plan, title, rounds, book.names, asked_paper(), quality)
