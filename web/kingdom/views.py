"""The kingdom on the table: its four steps in one page, and every way to change it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request
from werkzeug.exceptions import BadRequest

from setup_rules.chance import fresh_seed
from setup_rules.engine import plan_setup
from setup_rules.kingdom import Kingdom
from setup_rules.plan_request import PlanRequest
from setup_rules.sentences import say
from web.catalog import app_catalog
from web.draw.changes import Changed, Hand
from web.draw.tonight import tonight
from web.draw.wish_words import wishes_in_words
from web.http.forms import check_token
from web.http.headers import kept_for_the_evening
from web.http.limits.route_marks import heavy
from web.http.visitor import at_home, changed, household, reading
from web.language.card_names import naming
from web.language.translation import translate
from web.links.kingdom_link import BrokenLink, kingdom_key, link_for, read_address, read_link
from web.setup_sheet.fetch_list import fetch_view
from web.setup_sheet.rows import NameStyle, choice_row, kingdom_page, pile_counts
from web.setup_sheet.start import start_view
from web.setup_sheet.table_picture import lay_out
from web.store import Household, Marks, Shared, get_store

bp = Blueprint("kingdom", __name__)

LONGEST_SEED = 100
NO_MARKS = Marks({}, 0)
STEP = re.compile("[0-9]{1,9}")


@bp.get("/kingdom/<piles>")
def show(piles: str):
    """Show all four steps of the kingdom a link holds."""
    asked = read_link(piles, request.args, app_catalog())
    home = household()
    marks = get_store().marks(home.id, kingdom_key(link_for(*asked))) if home else NO_MARKS
    before = _before(home, request.args.get("from", ""))
    page = _page(asked, marks, kept=_kept(request.args.get("keep", ""), asked), before=before)
    return kept_for_the_evening(page)


def _before(home: Household | None, step: str) -> str:
    """The address of the kingdom before a step of this household; empty before the first one."""
    if home is None or not STEP.fullmatch(step):
        return ""
    before = get_store().step_before(home.id, int(step))
    return before if before.startswith("/kingdom/") else ""


def render_shared(shared: Shared):
    """The page of a kingdom with a code, for friends: the owner's ticks, and nothing to change."""
    asked = read_address(shared.link, app_catalog())
    key = kingdom_key(shared.link)
    marks = get_store().marks(shared.household, key) if shared.household else NO_MARKS
    return _page(asked, marks, code=shared.code)


def _page(
    asked: PlanRequest, marks: Marks, kept: tuple[str, ...] = (), before: str = "", code: str = ""
):
    catalog = app_catalog()
    game = asked.game(catalog)
    plan = plan_setup(game)
    likes = reading()
    reader = NameStyle(naming(catalog, likes.names), likes.beside)
    page = kingdom_page(asked, game, plan, kept, reader)
    return render_template(
        "kingdom/show.html",
        page=page,
        fetch=fetch_view(plan, asked, catalog, marks.values, reader.name, read_only=bool(code)),
        picture=lay_out(plan, catalog, name=reader.name),
        counts=pile_counts(plan),
        start=start_view(game, plan, marks.values, reader.name, read_only=bool(code)),
        wishes=wishes_in_words(tonight().wishes, catalog),
        key=kingdom_key(page.link),
        version=marks.version,
        keep=".".join(kept),
        address=_address(asked, kept, request.args.get("from", "")),
        before=before,
        code=code,
        fixed=bool(code) or not asked.boxes,
        seed=fresh_seed(),
    )


@bp.post("/kingdom/change")
@heavy
def change():
    """Keep, swap, never deal, choose or draw again; then lead to the kingdom that came of it."""
    check_token()
    catalog = app_catalog()
    asked = read_address(request.form.get("link", ""), catalog)
    kept = _kept(request.form.get("keep", ""), asked)
    verb, _colon, what = request.form.get("do", "").partition(":")
    if verb == "keep":
        return redirect(
            _address(asked, _toggled(kept, what), request.form.get("from", "")), code=303
        )
    home = at_home()
    hand = Hand(asked, kept, _wishes_with(verb, what), catalog, tonight().preferences)
    made = _changed(hand, verb, what, request.form.get("seed", "")[:LONGEST_SEED] or fresh_seed())
    if made.says:
        flash(translate(made.says, naming(catalog, reading().names)))
    if made.kingdom is None:
        return redirect(_address(asked, kept, request.form.get("from", "")), code=303)
    new = asked._replace(kingdom=made.kingdom)
    step = get_store().keep_step(home.id, link_for(*new), _address(asked, kept))
    return redirect(_address(new, _kept(".".join(kept), new), str(step)), code=303)


def _changed(hand: Hand, verb: str, what: str, seed: str) -> Changed:
    """Carry out what a button asks for; an unknown card is a page that does not fit any more."""
    try:
        if verb == "again":
            return hand.draw_again(seed)
        if verb in ("swap", "never"):
            return hand.swap(what, seed)
        if verb == "other":
            return hand.swap_other(what, seed)
        if verb == "choose":
            old, _colon, new = what.partition(":")
            return hand.choose(old, new, seed)
        if verb == "allow":
            return Changed(None, say("It may be dealt again."))
    except KeyError:
        raise BrokenLink from None
    raise BadRequest


def _wishes_with(verb: str, what: str) -> Mapping[str, Any]:
    """Tonight's wishes; one more or one less card that is never dealt is kept for good."""
    wishes = dict(tonight().wishes)
    if verb not in ("never", "allow"):
        return wishes
    if what not in app_catalog().cards and what not in app_catalog().landscapes:
        raise BrokenLink
    store, home = get_store(), at_home().id
    with store.immediate():  # another phone may be changing them, too
        wishes = dict(store.wishes_of(home))
        banned = [id_ for id_ in wishes.get("banned", ()) if id_ != what]
        wishes["banned"] = [*banned, what] if verb == "never" else banned
        store.keep_wishes(home, wishes)
    changed()
    return wishes


@bp.get("/kingdom/<piles>/instead/<card>")
@heavy
def choose(piles: str, card: str):
    """What may stand in the place of a card."""
    catalog = app_catalog()
    asked = read_link(piles, request.args, catalog)
    kept = _kept(request.args.get("keep", ""), asked)
    if card not in _shown(asked.kingdom):
        raise BrokenLink
    likes = reading()
    reader = NameStyle(naming(catalog, likes.names), likes.beside)
    hand = Hand(asked, kept, tonight().wishes, catalog)
    shelf = asked.game(catalog).collection
    rows = [choice_row(new, shelf, reader) for new in hand.choices(card)]
    return render_template(
        "kingdom/instead.html",
        old=card,
        name=reader.name(catalog.thing(card).name),
        rows=rows,
        back=_address(asked, kept),
        link=link_for(*asked),
        keep=".".join(kept),
        seed=fresh_seed(),
    )


def _shown(kingdom: Kingdom) -> set[str]:
    things = (*kingdom.piles, *kingdom.landscapes, *kingdom.drawn.values())
    return {thing.id for thing in things}


def _kept(text: str, asked: PlanRequest) -> tuple[str, ...]:
    """The ids that are kept, as far as they are in the kingdom."""
    shown = _shown(asked.kingdom)
    return tuple(dict.fromkeys(id_ for id_ in text.split(".") if id_ in shown))


def _toggled(kept: tuple[str, ...], id_: str) -> tuple[str, ...]:
    return tuple(k for k in kept if k != id_) if id_ in kept else (*kept, id_)


def _address(asked: PlanRequest, kept: tuple[str, ...], step: str = "") -> str:
    """The kingdom's link with what is only for this phone: what is kept, the step before."""
    keep = f"&keep={'.'.join(kept)}" if kept else ""
    since = f"&from={step}" if STEP.fullmatch(step) else ""
    return f"{link_for(*asked)}{keep}{since}"
