"""The kingdom on the table: its four steps in one page, and every way to change it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl, quote

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound

from setup_rules.collection import gather
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS, Kingdom
from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.changes import Changed, Hand
from web.draw.kept_wishes import newest_wishes
from web.draw.tonight import tonight
from web.fix.kingdom_fixes import fix
from web.http.headers import kept_for_the_evening, unless_known
from web.http.limits.route_marks import heavy
from web.http.visitor import at_home, came_from, changed, home_id, names_here
from web.kingdom.facts import kingdom_facts, own_address
from web.kingdom.forms import ChangeForm, LinkForm
from web.kingdom.page import (
    STEP,
    address_on_phone,
    choices_for,
    led_to,
    marks_of,
    render_kingdom,
)
from web.language.translation import translate
from web.links.kingdom_link import (
    BrokenLink,
    kingdom_key,
    link_for,
    read_address,
    read_link,
)
from web.setup_sheet.reader import reader_here
from web.setup_sheet.rows import choice_row
from web.store import get_store

bp = Blueprint("kingdom", __name__)

MOST_OVERTAKEN = 3
"""How often a change is tried while other phones change the same kingdom."""


@bp.get("/kingdom/<piles>")
def show(piles: str):
    """Show all four steps of the kingdom a link holds."""
    asked, args = read_link(piles, request.args, app_catalog()), request.args
    marks = marks_of(home_id(), kingdom_key(link_for(*asked)))
    kept, step = _kept(args.get("keep", ""), asked), _step_to(asked, args.get("from", ""))
    return kept_for_the_evening(render_kingdom(asked, marks, kept=kept, step=step))


def _step_to(asked: PlanRequest, step: str) -> str:
    """The step of this household that led to a kingdom, on any phone; empty if there is none."""
    if not home_id():
        return ""
    if not _before(step):
        step = str(get_store().step_to(home_id(), link_for(*asked)))
    return step if _before(step) else ""


def _before(step: str) -> str:
    """The address of the kingdom before a step of this household; empty before the first one."""
    if not home_id() or not STEP.fullmatch(step):
        return ""
    before = get_store().step_before(home_id(), int(step))
    return before if before.startswith("/kingdom/") else ""


@bp.post("/kingdom/change")
@heavy
def change():
    """Keep, swap, never deal, choose or draw again; then lead to the kingdom that came of it."""
    form = ChangeForm(request.form)
    form.validate()
    for _other_phone in range(MOST_OVERTAKEN):
        _follow(form)
        with suppress(Overtaken):
            return redirect(_lead(form), code=303)
    return redirect(form.link.data, code=303)


class Overtaken(Exception):
    """Another phone of the household has changed the same kingdom in the meantime."""


def _follow(form: ChangeForm) -> None:
    """Go on from what other phones made of the kingdom, so that no change is lost."""
    key = kingdom_key(link_for(*form.asked))
    if form.since.data is None:
        form.since.data = marks_of(home_id(), key).version
    if newest := led_to(home_id(), key, form.since.data):
        form.link.data, form.step.data = newest, ""
        form.since.data = marks_of(home_id(), kingdom_key(newest)).version


def _lead(form: ChangeForm) -> str:
    """Where a change leads."""
    asked, (verb, what) = form.asked, form.action
    kept = _kept(form.keep.data, asked)
    if verb in AT_ONCE:
        return AT_ONCE[verb](asked, kept, form.step.data, what)
    return _fixed(form, kept) if verb == "fix" else _drawn(form, kept)


def _drawn(form: ChangeForm, kept: tuple[str, ...]) -> str:
    """Where a change that draws leads: to the new kingdom, or back with the reason why not."""
    asked, (verb, what) = form.asked, form.action
    before = address_on_phone(link_for(*asked), kept, form.step.data)
    at_home()
    change = _changed(_hand(asked, kept, verb, what), verb, what, form.seed.data)
    address = before
    if change.kingdom:
        banned = f"&never={what}" if verb == "never" else ""
        new = asked._replace(kingdom=change.kingdom)
        address = _next_step(before + banned, new, kept, form.since.data)
    if change.says:
        flash(translate(change.says, names_here()), "bad" if change.kingdom is None else "")
    return address


def _fixed(form: ChangeForm, kept: tuple[str, ...]) -> str:
    """Where a button against a problem leads: to what may be chosen, or to the fixed kingdom."""
    asked, button = form.asked, form.action[1]
    if button.startswith("choose:"):
        return f"{own_address(asked)}&choose={quote(button.removeprefix('choose:'))}"
    at_home()
    new = fix(asked, button, form.seed.data)
    address = address_on_phone(link_for(*asked), kept, form.step.data)
    if not new.bad:
        address = _next_step(address, new.asked, kept, form.since.data)
    if new.says:
        flash(new.says, "bad" if new.bad else "")
    return address


def _hand(asked: PlanRequest, kept: tuple[str, ...], verb: str, what: str) -> Hand:
    """What can change a kingdom by tonight's wishes."""
    wishes = _ban(what) if verb == "never" else at_home().wishes
    return Hand(asked, kept, wishes, app_catalog(), tonight().preferences)


def _next_step(before: str, new: PlanRequest, kept: tuple[str, ...], since: int) -> str:
    """The address of a kingdom that came of another, which can be gone back to."""
    store, old = get_store(), read_address(before, app_catalog())
    with store.immediate():
        if led_to(home_id(), kingdom_key(link_for(*old)), since):
            raise Overtaken
        step = store.keep_step(home_id(), link_for(*new), before)
        _lead_on(old, new)
    return address_on_phone(link_for(*new), _kept(".".join(kept), new), str(step))


def _lead_on(old: PlanRequest, new: PlanRequest) -> None:
    """Lead other phones of the household from a kingdom to what was made of it."""
    link = link_for(*new)
    get_store().lead_on(home_id(), kingdom_key(link_for(*old)), kingdom_key(link), link)


def _with_kept(asked: PlanRequest, kept: tuple[str, ...], step: str, what: str) -> str:
    """The same kingdom with one pile kept, or no longer kept."""
    return address_on_phone(link_for(*asked), _toggled(kept, what), step)


def _with_players(asked: PlanRequest, kept: tuple[str, ...], step: str, what: str) -> str:
    """The same kingdom for another number of players, which the next draw has too."""
    if what not in map(str, range(FEWEST_PLAYERS, MOST_PLAYERS + 1)):
        raise BadRequest
    if home_id():
        get_store().keep_players(home_id(), int(what))
        _lead_on(asked, asked._replace(players=int(what)))
        changed()
    return address_on_phone(link_for(*asked._replace(players=int(what))), kept, step)


def _undone(asked: PlanRequest, kept: tuple[str, ...], step: str, _what: str) -> str:
    """The kingdom before a step, for as many players as now; a ban of that step is taken back."""
    before = _before(step)
    if not before:
        return address_on_phone(link_for(*asked), kept)
    get_store().drop_step(home_id(), int(step))
    query = dict(parse_qsl(before.partition("?")[2]))
    if "never" in query:
        _ban(query["never"], is_banned=False)
    old = read_address(before, app_catalog())._replace(players=asked.players)
    _lead_on(asked, old)
    return address_on_phone(
        link_for(*old), _kept(query.get("keep", ""), old), query.get("from", "")
    )


AT_ONCE = {"keep": _with_kept, "players": _with_players, "undo": _undone}
"""Changes that draw nothing."""


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
    except KeyError:
        raise BrokenLink from None
    raise BadRequest


def _ban(card: str, *, is_banned: bool = True) -> Mapping[str, Any]:
    """The wishes with a card that no draw has from now on, or may have again."""
    if card not in app_catalog().cards and card not in app_catalog().landscapes:
        raise BrokenLink
    store, home = get_store(), at_home()
    with store.immediate():  # another phone may be changing them, too
        wishes = newest_wishes()
        others = [id_ for id_ in wishes.get("banned", ()) if id_ != card]
        wishes["banned"] = [*others, card] if is_banned else others
        store.keep_wishes(home.id, wishes)
    changed()
    return wishes


@bp.get("/kingdom/<piles>/<any(table, draws, winner):part>")
def show_part(piles: str, part: str):
    """What few look up: the table as a list, ways to decide the draws, who goes first after a game.

    Each has a page of its own, so that the kingdom's page stays small.
    """
    asked = read_link(piles, request.args, app_catalog())
    link = link_for(*asked)
    sheet, back = kingdom_facts(link, reader_here()).sheet, came_from(link)
    page = render_template(f"kingdom/{part}.html", sheet=sheet, link=link, back=back)
    return kept_for_the_evening(page)


@bp.get("/card/<card>")
def about_card(card: str):
    """What a card is for, what it is, and where more is to be read."""
    catalog = app_catalog()
    thing = catalog.cards.get(card) or catalog.landscapes.get(card)
    if thing is None:
        raise NotFound
    boxes, back = tonight().boxes, came_from(url_for("home.show"))

    def render() -> str:
        row = choice_row(thing, gather(catalog, boxes), reader_here())
        return render_template("kingdom/card.html", row=row, back=back)

    return unless_known((boxes, back), render)


@bp.get("/instead")
def instead():
    """Lead from a row's button to what may stand in its place: one short button for each row."""
    asked = LinkForm(request.args).asked
    place = f"/instead/{quote(request.args.get('card', ''), safe='')}?"
    address = address_on_phone(link_for(*asked), _kept(request.args.get("keep", ""), asked))
    return redirect(address.replace("?", place, 1), code=303)


@bp.get("/kingdom/<piles>/instead/<card>")
@heavy
def choose(piles: str, card: str):
    """What may stand in the place of a card."""
    asked = read_link(piles, request.args, app_catalog())
    kept = _kept(request.args.get("keep", ""), asked)
    if card not in _shown(asked.kingdom):
        raise BrokenLink
    return render_template("kingdom/instead.html", **choices_for(card, asked, kept))


def _shown(kingdom: Kingdom) -> set[str]:
    things = (*kingdom.piles, *kingdom.landscapes, *kingdom.drawn.values())
    return {thing.id for thing in things}


def _kept(text: str, asked: PlanRequest) -> tuple[str, ...]:
    """The ids that are kept, as far as they are in the kingdom."""
    shown = _shown(asked.kingdom)
    return tuple(dict.fromkeys(id_ for id_ in text.split(".") if id_ in shown))


def _toggled(kept: tuple[str, ...], id_: str) -> tuple[str, ...]:
    return tuple(k for k in kept if k != id_) if id_ in kept else (*kept, id_)
