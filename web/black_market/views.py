"""The Black Market deck on the phone: agreed on, revealed three at a time, followed by all."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for

from setup_rules.cards import Thing
from setup_rules.chance import fresh_seed
from setup_rules.evening.market_deck import BadMove, play, real_cards
from web.black_market.forms import MoveForm, StartForm
from web.black_market.page import agreed, contents_rows, deck_of, market_of
from web.catalog import app_catalog
from web.http.errors import lost_page
from web.http.headers import news_since, no_store
from web.http.limits.route_marks import answers_scripts, heavy
from web.http.visitor import at_home, home_id
from web.language.translation import gettext as _
from web.links.code_doors import NO_DECK, OpensNothing, entered
from web.links.codes import room_parts
from web.links.kingdom_link import link_for, read_address
from web.setup_sheet.reader import reader_here
from web.setup_sheet.sheet import kingdom_name
from web.store import Room, Shared, Stale, TooManyMoves, get_store
from web.store.rooms import MARKET

bp = Blueprint("black_market", __name__)

UNDO, SHUFFLE = "undo", "shuffle"


class NoDeck(Exception):
    """A kingdom without a Black Market deck; `link` leads back to it."""

    def __init__(self, link: str) -> None:
        super().__init__(link)
        self.link = link


@bp.errorhandler(NoDeck)
def no_deck(error: NoDeck):
    """Say that a kingdom has no such deck."""
    return lost_page(_("This kingdom has no Black Market deck."), error.link)


@bp.get("/market")
def show():
    """What is in a kingdom's deck, before the game; the deck itself, once it is started."""
    link, cards = _agreed(request.args.get("link", ""))
    room = _started(link, home_id())
    if room:
        return redirect(url_for(".table", text=room.code))
    return no_store(_contents(link, cards))


@bp.post("/market")
@heavy
def start():
    """Shuffle the deck that was agreed on; from now on its order is nobody's to see."""
    form = StartForm(request.form)
    form.validate()
    link, cards = _agreed(form.link.data)
    home, store = at_home(), get_store()
    seed = fresh_seed()  # never the one of the form, from which a phone could tell the order
    about = {"link": link, "cards": real_cards(cards, seed), "seed": seed}
    with store.immediate():  # two phones may start it at once
        room = _started(link, home.id)
        code = room.code if room else store.open_room(home.id, MARKET, form.seed.data, about)
    return redirect(url_for(".table", text=code), code=303)


def _agreed(address: str) -> tuple[str, list[Thing]]:
    """A kingdom's own link and its deck; raises BrokenLink or NoDeck."""
    catalog = app_catalog()
    asked = read_address(address, catalog)
    link = link_for(*asked)
    cards = agreed(asked.game(catalog))
    if not cards:
        raise NoDeck(link)
    return link, cards


def _started(link: str, owner: str) -> Room | None:
    """The deck that a household plays this kingdom with."""
    rooms = get_store().rooms_of(owner, MARKET) if owner else ()
    return next((room for room in rooms if room.about["link"] == link), None)


def _contents(link: str, cards: list[Thing], looking: str = "", news: str = "") -> str:
    catalog = app_catalog()
    asked = read_address(link, catalog)
    game = asked.game(catalog)
    reader = reader_here()
    return render_template(
        "black_market/contents.html",
        name=kingdom_name(game, reader.name),
        link=link,
        rows=contents_rows(cards, game.collection, reader),
        looking=looking,
        news=news,
        seed=fresh_seed(),
    )


@bp.get("/m/<text>")
@bp.get("/M/<text>")
def short(text: str):
    """The short address that a QR code holds."""
    return redirect(url_for(".table", text=_room(text).code))


@bp.get("/market/<text>")
def table(text: str):
    """The deck for all who hold its code: they may look and act."""
    room = _room(text)
    return _table(
        room,
        back=room.about["link"],
        news=url_for(".news", text=room.code),
        act=url_for(".move", text=room.code),
        own=home_id() == room.household,
        **room_parts(room.code, "m"),
    )


@bp.get("/market/look/<text>")
def look(text: str):
    """The deck for friends who hold the kingdom's code: they look on."""
    shared = _shared(text)
    link, cards = _agreed(shared.link)
    room = _started(link, shared.household)
    back = url_for("share.open_code", text=shared.code)
    news_url = url_for(".look_news", text=shared.code)
    if room is None:
        return no_store(_contents(link, cards, looking=back, news=news_url))
    return _table(room, back=back, news=news_url, act="", code="", own=False)


def _table(room: Room, *, back: str, **parts: Any) -> Response:
    moves = get_store().moves(room.code)
    market = market_of(room, moves, reader_here())
    page = render_template(
        "black_market/table.html",
        market=market,
        version=room.version,
        back=back,
        **parts,
    )
    return no_store(page)


@bp.get("/market/<text>/news")
@answers_scripts
def news(text: str):
    """Whether anything changed since a version."""
    return news_since(_room(text).version)


@bp.get("/market/look/<text>/news")
@answers_scripts
def look_news(text: str):
    """The same for those who look on."""
    shared = _shared(text)
    link = link_for(*read_address(shared.link, app_catalog()))
    room = _started(link, shared.household)
    return news_since(room.version) if room else no_store(Response(status=204))


@bp.post("/market/<text>")
def move(text: str):
    """Make a move, or take the last one back; nothing happens to a deck that has changed."""
    form = MoveForm(request.form)
    is_right, room = form.validate(), _room(text)
    if not is_right:
        raise OpensNothing(NO_DECK)
    try:
        _keep_move(room, form.do.data, form.version.data)
    except (BadMove, Stale):
        flash(_("Another phone was faster. This is the deck now."), "bad")
    except TooManyMoves:
        flash(_("This deck has had too many moves. Shuffle all cards again."), "bad")
    return redirect(url_for(".table", text=room.code), code=303)


def _keep_move(room: Room, do: str, version: int) -> None:
    """Keep a move that the rules of the deck allow; raises BadMove, Stale or TooManyMoves."""
    store = get_store()
    if version != room.version:
        raise Stale
    if do == UNDO:
        store.undo_move(room.code, version)
        return
    restart = do == SHUFFLE
    move = f"{SHUFFLE}:{fresh_seed()}" if restart else do
    if do.startswith(f"{SHUFFLE}:"):
        raise BadMove
    play(deck_of(room, store.moves(room.code)), move)
    store.add_move(room.code, version, move, restart=restart)


def _room(text: str) -> Room:
    return entered(text, lambda code: get_store().room(code, MARKET), NO_DECK)


def _shared(text: str) -> Shared:
    return entered(text, get_store().shared, NO_DECK)
