"""A tournament for whoever organises it: players, seats, rounds, results, standings."""

from __future__ import annotations

from datetime import date
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from setup_rules.chance import fresh_seed
from setup_rules.tournament.finals import PRE_FINAL
from setup_rules.tournament.sets import say_copies
from setup_rules.tournament.tables import FEWEST, MOST, table_sizes
from web.catalog import app_catalog
from web.draw.tonight import tonight
from web.draw.wish_words import wishes_in_words
from web.http.forms import check_token
from web.http.limits.rates import TooHasty, too_hasty, wait_header
from web.http.limits.route_marks import heavy
from web.http.quota import all_kept
from web.http.visitor import LONGEST_NAME, at_home, at_the_server, clean_name, household
from web.language.dates import whole_day
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.links.codes import qr_picture, written
from web.printing.documents import on_paper
from web.store import Entrant, TooMany, get_store
from web.store.base import new_code
from web.store.games import LONGEST_PERSON
from web.store.tournaments import MOST_TOURNAMENTS
from web.tournament.book import Book
from web.tournament.entry import ResultEntry
from web.tournament.kingdom import (
    OWN,
    SET,
    WISHES,
    draw_by_wishes,
    draw_from_set,
    find_kingdom,
    kingdom_row,
    sizes_of,
    suggested,
)
from web.tournament.names import named_twice, read_player_names, too_long_name
from web.tournament.page import (
    finals_parts,
    player_rows,
    round_rows,
    seating_parts,
    stage_of,
    standings_parts,
    table_rows,
    tables_in_words,
    title_of,
)
from web.tournament.search import look_after, open_rounds, search_now
from web.tournament.words import round_name

bp = Blueprint("tournament", __name__, url_prefix="/tournament")

LONGEST_SEED = 100
LOT_LENGTH = 12
"""Characters of the seed of lots, which is told when one is drawn."""
LONGEST_SHOWN = 200


@bp.get("")
def every():
    """The tournaments of the household, and the way to a new one."""
    home = household()
    found = get_store().tournaments_of(home.id) if home else ()
    if not found:
        return redirect(url_for(".ask"))
    rows = [
        (
            one.id,
            title_of(one),
            whole_day(date.fromisoformat(one.made[:10])),
            stage_of(Book(one)),
        )
        for one in found
    ]
    return render_template("tournament/all.html", rows=rows)


@bp.get("/new")
def ask():
    """Who plays."""
    return _asking("", "", fresh_seed(), ())


def _asking(name: str, names: str, seed: str, faults: tuple[str, ...]) -> str:
    return render_template(
        "tournament/new.html",
        name=name,
        names=names,
        seed=seed,
        faults=faults,
        fewest=FEWEST,
        most=MOST,
        longest=LONGEST_NAME,
    )


@bp.post("/new")
@heavy
def begin():
    """Begin a tournament, and search seats for everybody."""
    check_token()
    name, text = clean_name(request.form.get("name", "")), request.form.get("names", "")
    seed = request.form.get("seed", "")[:LONGEST_SEED] or fresh_seed()
    read = read_player_names(text)
    faults = read.faults
    if len(name) > LONGEST_NAME:
        faults = (*faults, _("The name has at most {number} characters.", number=LONGEST_NAME))
    if faults:
        return _asking(name, text, seed, faults), 422
    home, store = at_home(), get_store()
    try:
        lot = written(new_code(LOT_LENGTH))
        id_ = store.add_tournament(home.id, seed, name, read.names, lot)
    except TooMany as error:
        many = _(
            "{number} tournaments are kept here, and more do not fit in. Delete one first.",
            number=MOST_TOURNAMENTS,
        )
        fault = all_kept() if error.what == "bytes" else many
        return _asking(name, text, seed, (fault,)), 422
    book = own_book(id_)
    if not book.kept.seated and not book.kept.search:
        search_now(book.kept)
    return redirect(url_for(".show", id_=id_), code=303)


@bp.get("/<id_>")
def show(id_: str):
    """How far it is and what comes next; while seats are searched, how far that is."""
    book = own_book(id_)
    look_after(book.kept)
    kept = book.kept
    address = f"{request.scheme}://{request.host}/t/{kept.code}"
    return render_template(
        "tournament/show.html",
        kept=kept,
        stage=stage_of(book),
        rows=round_rows(book),
        sizes=_sizes_in_words(len(book.here)),
        players=len(kept.players),
        straight=PRE_FINAL not in book.rounds,
        away=len(kept.players) - len(book.here),
        next_round=book.next_round,
        next_name=round_name(book.next_round) if book.next_round else "",
        is_over=book.is_complete(kept.announced),
        at=kept.announced,
        at_name=round_name(kept.announced),
        may_search=bool(open_rounds(kept)) and not kept.search,
        any_standings=book.complete > 0,
        code=written(kept.code),
        address=address,
        qr=qr_picture(address.upper()),
        unreachable=at_the_server(),
        **seating_parts(book),
        **on_paper(),
    )


def _sizes_in_words(players: int) -> str:
    sizes = table_sizes(players)
    if set(sizes) == {3}:
        return ngettext("{number} table of three.", "{number} tables of three.", len(sizes))
    return _("Players at the tables: {sizes}.", sizes=" + ".join(map(str, sizes)))


@bp.post("/<id_>/search")
@heavy
def search(id_: str):
    """Search seats once more for the rounds that are not announced; the better ones stay."""
    check_token()
    search_now(own_book(id_).kept)
    return redirect(url_for(".show", id_=id_), code=303)


# Rounds


@bp.get("/<id_>/round/<int:number>")
def one_round(id_: str, number: int):
    """Choose its kingdom; after it is announced, see who has entered results."""
    return _round_page(own_book(id_), number)


def _round_page(book: Book, number: int, *, typed: str = "", fault: str = "") -> str:
    kept, here = book.kept, tonight()
    if number not in book.rounds:
        raise NotFound
    one, seats = kept.round(number), book.seats(number)
    common = {
        "kept": kept,
        "one": one,
        "number": number,
        "round_name": round_name(number),
        "kingdom": kingdom_row(one.link, seats) if one.link else None,
        "tables": table_rows(book, number),
        "sheets": _sheets(book, number),
        **on_paper(),
    }
    if one.announced:
        return render_template(
            "tournament/round.html",
            **common,
            stage=tables_in_words(book, number),
            is_complete=book.is_complete(number),
            next_round=book.next_round if number == kept.announced else None,
            next_name=round_name(book.next_round) if book.next_round else "",
        )
    fits = suggested(number, here)
    return render_template(
        "tournament/prepare.html",
        **common,
        boxes=len(here.boxes),
        says=translate(fits.card_set.says),
        missing=[translate(said) for said in fits.missing],
        wishes=wishes_in_words(here.wishes, app_catalog()),
        copies=translate(say_copies(len(seats))) if seats else "",
        may_announce=book.can_announce(number),
        waits=_waits(book, number),
        typed=typed[:LONGEST_SHOWN],
        fault=fault,
        seed=fresh_seed(),
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
        return _("It can be announced when all results of the rounds before are there.")
    if book.kept.search or not book.seats(number):
        return _("It can be announced when everybody has a seat.")
    return ""


@bp.post("/<id_>/round/<int:number>/kingdom")
@heavy
def choose(id_: str, number: int):
    """Draw or choose the kingdom of a round; nobody else sees it before it is announced."""
    check_token()
    book = own_book(id_)
    if number not in book.rounds:
        raise NotFound
    how, typed = request.form.get("how", ""), request.form.get("kingdom", "")
    seed = request.form.get("seed", "")[:LONGEST_SEED] or fresh_seed()
    here, seats = tonight(), book.seats(number)
    link, fault = "", _("Say where the kingdom shall come from.")
    if how == SET and here.boxes and suggested(number, here).is_playable:
        link = draw_from_set(number, here, seats, seed)
    if how == SET:
        fault = _("Your boxes cannot play this set. Use your own wishes, or name a kingdom.")
    elif how == WISHES:
        link = draw_by_wishes(here, seats, seed) if here.boxes else ""
        fault = _("No kingdom matches your wishes with these boxes. Change the wishes.")
    elif how == OWN:
        fault = _(
            "This is neither the link nor the code of a kingdom, nor the name of a published one."
        )
        try:
            link = find_kingdom(typed, here, seats, seed)
        except TooHasty as error:
            page = _round_page(book, number, typed=typed, fault=too_hasty(error))
            return page, 429, wait_header(error)
    if not link:
        return _round_page(book, number, typed=typed, fault=fault), 422
    if not get_store().choose_kingdom(book.kept.household, id_, number, how, link):
        flash(_("This round is announced already; its kingdom stays."))
    return redirect(url_for(".one_round", id_=id_, number=number), code=303)


@bp.post("/<id_>/round/<int:number>/announce")
def announce(id_: str, number: int):
    """Announce a round: from now on everybody sees its kingdom and tables."""
    check_token()
    store = get_store()
    with store.immediate():
        book = own_book(id_)
        if book.can_announce(number):
            store.announce_round(book.kept.household, id_, number, book.seats(number))
        elif not book.kept.round(number).announced:
            flash(_waits(book, number) or _("Choose a kingdom first."))
    return redirect(url_for(".one_round", id_=id_, number=number), code=303)


@bp.post("/<id_>/round/<int:number>/close")
def close(id_: str, number: int):
    """Take results from phones no longer, or again."""
    check_token()
    book = own_book(id_)
    if number not in book.rounds:
        raise NotFound
    closed = request.form.get("closed") != "no"
    get_store().close_round(book.kept.household, id_, number, closed=closed)
    return redirect(url_for(".one_round", id_=id_, number=number), code=303)


@bp.get("/<id_>/round/<int:number>/table/<int:place>")
def table(id_: str, number: int, place: int):
    """The result of a table, to be entered or corrected."""
    return _entry(id_, number, place).show()


@bp.post("/<id_>/round/<int:number>/table/<int:place>")
def enter(id_: str, number: int, place: int):
    """Keep the result of a table, also in a round that is closed."""
    check_token()
    return _entry(id_, number, place).take()


def _entry(id_: str, number: int, place: int) -> ResultEntry:
    book = own_book(id_)
    one = book.kept.round(number)
    if not one.announced or not 1 <= place <= len(one.seats):
        raise NotFound
    back = url_for(".one_round", id_=id_, number=number)
    return ResultEntry(book, number, place, organiser=True, back=back)


# Standings and seats


@bp.get("/<id_>/standings")
def standings(id_: str):
    """The standings after each round that is over, and the finals."""
    book = own_book(id_)
    return render_template(
        "tournament/standings.html",
        kept=book.kept,
        **standings_parts(book, request.args.get("after", "")),
        **finals_parts(book),
        **on_paper(),
    )


@bp.get("/<id_>/seating")
def seating(id_: str):
    """Who sits where in which round."""
    book = own_book(id_)
    return render_template(
        "tournament/seating.html",
        kept=book.kept,
        **seating_parts(book),
        **on_paper(),
    )


# Players


@bp.get("/<id_>/players")
def players(id_: str):
    """Everybody who plays."""
    book = own_book(id_)
    return render_template("tournament/players.html", kept=book.kept, rows=player_rows(book))


@bp.get("/<id_>/players/<int:number>")
def player(id_: str, number: int):
    """One player: the name, and leaving."""
    return _player_page(own_book(id_), number)


def _player_page(book: Book, number: int, *, typed: str | None = None, fault: str = "") -> str:
    who = _player(book, number)
    at = book.kept.announced
    return render_template(
        "tournament/player.html",
        kept=book.kept,
        who=who,
        state=player_rows(book)[number].state,
        typed=who.name if typed is None else typed,
        fault=fault,
        longest=LONGEST_PERSON,
        may_leave=book.can_leave(who),
        may_leave_midway=book.can_leave_midway(who),
        may_come_back=book.can_come_back(who),
        at_name=round_name(at),
    )


@bp.post("/<id_>/players/<int:number>/name")
def rename(id_: str, number: int):
    """Correct a player's name."""
    check_token()
    book = own_book(id_)
    who = _player(book, number)
    typed = request.form.get("name", "")
    name, fault = clean_name(typed), ""
    others = {one.name.casefold() for one in book.kept.players if one is not who}
    if not name:
        fault = _("Everybody needs a name.")
    elif len(name) > LONGEST_PERSON:
        fault = too_long_name(name)
    elif name.casefold() in others:
        fault = named_twice(name)
    if fault:
        return _player_page(book, number, typed=typed[:LONGEST_SHOWN], fault=fault), 422
    get_store().rename_player(book.kept.household, id_, number, name)
    return redirect(url_for(".players", id_=id_), code=303)


@bp.post("/<id_>/players/<int:number>/leave")
def leave(id_: str, number: int):
    """Mark a player as gone or as here again; rounds to come are seated anew."""
    check_token()
    store, when = get_store(), request.form.get("when", "")
    with store.immediate():
        book = own_book(id_)
        who, at = _player(book, number), book.kept.announced
        changes: dict[str, Any] | None = None
        if when == "next" and book.can_leave(who):
            changes = {"gone": at + 1}
        elif when == "now" and book.can_leave_midway(who):
            changes = {"gone": at, "midway": True}
        elif when == "back" and book.can_come_back(who):
            changes = {"gone": None}
        if changes is None:
            flash(_("Nothing was changed: this is not possible any more."))
        else:
            store.keep_gone(book.kept.household, id_, number, **changes)
    if changes is not None:
        search_now(own_book(id_).kept)
    return redirect(url_for(".players", id_=id_), code=303)


def _player(book: Book, number: int) -> Entrant:
    found = next((one for one in book.kept.players if one.number == number), None)
    if found is None:
        raise NotFound
    return found


# The end


@bp.get("/<id_>/delete")
def ask_to_delete(id_: str):
    """Ask whether a tournament shall be deleted."""
    book = own_book(id_)
    return render_template("tournament/delete.html", kept=book.kept, title=title_of(book.kept))


@bp.post("/<id_>/delete")
def delete(id_: str):
    """Delete a tournament with all its results."""
    check_token()
    kept = own_book(id_).kept
    get_store().delete_tournament(kept.household, id_)
    flash(_("The tournament is deleted."))
    return redirect(url_for(".every"), code=303)


def own_book(id_: str) -> Book:
    """A tournament of this household; nobody else's is ever found."""
    home = household()
    kept = get_store().tournament(home.id, id_) if home else None
    if kept is None:
        raise NotFound
    return Book(kept)
