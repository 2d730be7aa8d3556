"""A tournament for everybody who has its code: the round, results of tables, standings, seats."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from web.http.forms import BaseForm
from web.http.headers import news_since, no_store
from web.http.limits.route_marks import answers_scripts
from web.links.code_doors import NO_TOURNAMENT, entered
from web.store import get_store
from web.tournament.book import ALL_ROUNDS, Book
from web.tournament.entry import ResultEntry
from web.tournament.page import finals_parts, hall_parts, seating_parts, standings_parts

bp = Blueprint("tournament_player", __name__)


@bp.get("/t/<text>")
@bp.get("/T/<text>")
def short(text: str):
    """The short address that a QR code holds."""
    return redirect(url_for(".show", text=_book(text).kept.code))


@bp.get("/tournament/at/<text>")
def show(text: str):
    """The round that is announced, and its tables: everybody picks their own."""
    return no_store(render_template("tournament/hall.html", **hall_parts(_book(text))))


@bp.get("/tournament/at/<text>/news")
@answers_scripts
def news(text: str):
    """Whether anything changed since a version."""
    return news_since(entered(text, get_store().tournament_version, NO_TOURNAMENT))


@bp.get("/tournament/at/<text>/standings")
def standings(text: str):
    """The standings after each round that is over, and the finals."""
    book = _book(text)
    return no_store(
        render_template(
            "tournament/standings.html",
            kept=book.kept,
            **standings_parts(book, request.args.get("after", "")),
            **finals_parts(book),
        )
    )


@bp.get("/tournament/at/<text>/seating")
def seating(text: str):
    """Who sits where in which round, and nothing of the kingdoms."""
    book = _book(text)
    page = render_template("tournament/seating.html", kept=book.kept, **seating_parts(book))
    return no_store(page)


@bp.get("/tournament/at/<text>/<int:number>/<int:place>")
def table(text: str, number: int, place: int):
    """A table of a round: its result, or the form for it."""
    entry = _entry(text, number, place)
    return no_store(entry.show() if entry else redirect(url_for(".show", text=text)))


@bp.post("/tournament/at/<text>/<int:number>/<int:place>")
def enter(text: str, number: int, place: int):
    """Look at what a table enters, and keep it."""
    entry = _entry(text, number, place)
    if entry:
        return no_store(entry.take())
    BaseForm(request.form).validate()
    return no_store(redirect(url_for(".show", text=text), code=303))


def _entry(text: str, number: int, place: int) -> ResultEntry | None:
    """The form of a table; None before its round is announced, though paper may lead there."""
    book = _book(text)
    one = book.kept.round(number)
    if number in ALL_ROUNDS and not one.announced:
        return None
    if not 1 <= place <= len(one.seats):
        raise NotFound
    return ResultEntry(
        book, number, place, organiser=False, back=url_for(".show", text=book.kept.code)
    )


def _book(text: str) -> Book:
    return Book(entered(text, get_store().tournament_by_code, NO_TOURNAMENT))
