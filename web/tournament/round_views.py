"""The rounds of a tournament for whoever organises it: kingdom, announcement, results."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from setup_rules.sentences import say
from setup_rules.tournament.sets import say_copies
from web.catalog import app_catalog
from web.draw.tonight import tonight
from web.draw.wish_words import wishes_in_words
from web.http.forms import BaseForm
from web.http.limits.rates import TooHasty, too_hasty, wait_header
from web.http.limits.route_marks import heavy
from web.language.tournament_words import round_name
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.printing.documents import on_paper
from web.store import get_store
from web.tournament.book import Book
from web.tournament.entry import ResultEntry
from web.tournament.forms import CloseForm, RoundKingdomForm
from web.tournament.kingdom import (
    OWN,
    WISHES,
    draw_by_wishes,
    draw_from_set,
    find_kingdom,
    kingdom_row,
    sizes_of,
    suggested,
)
from web.tournament.organiser import own_book
from web.tournament.page import table_rows, tables_in_words

bp = Blueprint("tournament_round", __name__, url_prefix="/tournament")

NO_SET = say(
    "Your boxes don’t have the cards for this mix. Use your own wishes, or enter a kingdom."
)
NO_MATCH = say("No kingdom from these boxes matches your wishes. Change the wishes.")
NO_KINGDOM = say("This isn’t a kingdom’s link or code, or the name of a published kingdom.")


@bp.get("/<id_>/round/<int:number>")
def one_round(id_: str, number: int):
    """Choose its kingdom; after it is announced, see who has entered results."""
    return _round_page(own_book(id_), number)


def _round_page(book: Book, number: int, form: RoundKingdomForm | None = None) -> str:
    if number not in book.rounds:
        raise NotFound
    one, seats = book.kept.round(number), book.seats(number)
    common = {
        "kept": book.kept,
        "one": one,
        "number": number,
        "round_name": round_name(number),
        "kingdom": kingdom_row(one.link, seats) if one.link else None,
        "tables": table_rows(book, number),
        "sheets": _sheets(book, number),
        **on_paper(),
    }
    if one.announced:
        return _announced_page(book, number, common)
    here = tonight()
    fits = suggested(number, here)
    return render_template(
        "tournament/prepare.html",
        **common,
        form=form or RoundKingdomForm(),
        boxes=len(here.boxes),
        says=translate(fits.card_set.says),
        missing=[translate(sentence) for sentence in fits.missing],
        wishes=wishes_in_words(here.wishes, app_catalog()),
        copies=translate(say_copies(len(seats))) if seats else "",
        may_announce=book.can_announce(number),
        waits=_waits(book, number),
    )


def _announced_page(book: Book, number: int, common: dict[str, Any]) -> str:
    return render_template(
        "tournament/round.html",
        **common,
        stage=tables_in_words(book, number),
        is_complete=book.is_complete(number),
        next_round=book.next_round if number == book.kept.announced else None,
        next_name=round_name(book.next_round) if book.next_round else "",
    )


def _sheets(book: Book, number: int) -> list[tuple[str, str]]:
    """What can be printed for a round, in words, and where."""
    of: dict[str, Any] = {"id_": book.kept.id, "number": number}
    tables = (_("A sheet for each table"), url_for("tournament_print.tables", **of))
    return [
        tables,
        *(
            (
                ngettext(
                    "Setup sheet for {number} player", "Setup sheet for {number} players", size
                ),
                url_for("tournament_print.kingdom", **of, players=size),
            )
            for size in sizes_of(book.seats(number))
        ),
    ]


def _waits(book: Book, number: int) -> str:
    """Why a round cannot be announced yet, apart from its kingdom; empty if it can."""
    at = book.kept.announced
    if number != book.next_round or (at and not book.is_complete(at)):
        return _("You can announce it once all results of earlier rounds are in.")
    if book.kept.search or not book.seats(number):
        return _("You can announce it once everyone has a seat.")
    return ""


@bp.post("/<id_>/round/<int:number>/kingdom")
@heavy
def choose(id_: str, number: int):
    """Draw or choose the kingdom of a round; nobody else sees it before it is announced."""
    book, form = own_book(id_), RoundKingdomForm(request.form)
    is_right = form.validate()
    if number not in book.rounds:
        raise NotFound
    try:
        link = _kingdom_link(book, number, form) if is_right else ""
    except TooHasty as error:
        form.kingdom.errors = [too_hasty(error)]
        return _round_page(book, number, form), 429, wait_header(error)
    if not link:
        return _round_page(book, number, form), 422
    if not get_store().choose_kingdom(book.kept.household, id_, number, form.how.data, link):
        flash(_("This round has already been announced; its kingdom stays."), "bad")
    return redirect(url_for(".one_round", id_=id_, number=number), code=303)


def _kingdom_link(book: Book, number: int, form: RoundKingdomForm) -> str:
    """The link of the kingdom that is asked for; empty with an error where there is none."""
    here, seats, seed = tonight(), book.seats(number), form.seed.data
    link = ""
    if form.how.data == OWN:
        link = find_kingdom(form.kingdom.data, here, seats, seed)
        field, message = form.kingdom, NO_KINGDOM
    elif form.how.data == WISHES:
        link = draw_by_wishes(here, seats, seed) if here.boxes else ""
        field, message = form.how, NO_MATCH
    else:
        if here.boxes and suggested(number, here).is_playable:
            link = draw_from_set(number, here, seats, seed)
        field, message = form.how, NO_SET
    field.errors = [] if link else [message]
    return link


@bp.post("/<id_>/round/<int:number>/announce")
def announce(id_: str, number: int):
    """Announce a round: from now on everybody sees its kingdom and tables."""
    BaseForm(request.form).validate()
    store = get_store()
    with store.immediate():
        book = own_book(id_)
        if book.can_announce(number):
            store.announce_round(book.kept.household, id_, number, book.seats(number))
        elif not book.kept.round(number).announced:
            flash(_waits(book, number) or _("Choose a kingdom first."), "bad")
    return redirect(url_for(".one_round", id_=id_, number=number), code=303)


@bp.post("/<id_>/round/<int:number>/close")
def close(id_: str, number: int):
    """Take results from phones no longer, or again."""
    book, form = own_book(id_), CloseForm(request.form)
    form.validate()
    if number not in book.rounds:
        raise NotFound
    get_store().close_round(book.kept.household, id_, number, closed=form.is_closed)
    return redirect(url_for(".one_round", id_=id_, number=number), code=303)


@bp.get("/<id_>/round/<int:number>/table/<int:place>")
def table(id_: str, number: int, place: int):
    """The result of a table, to be entered or corrected."""
    return _entry(id_, number, place).show()


@bp.post("/<id_>/round/<int:number>/table/<int:place>")
def enter(id_: str, number: int, place: int):
    """Keep the result of a table, also in a round that is closed."""
    return _entry(id_, number, place).take()


def _entry(id_: str, number: int, place: int) -> ResultEntry:
    book = own_book(id_)
    one = book.kept.round(number)
    if not one.announced or not 1 <= place <= len(one.seats):
        raise NotFound
    back = url_for(".one_round", id_=id_, number=number)
    return ResultEntry(book, number, place, organiser=True, back=back)
