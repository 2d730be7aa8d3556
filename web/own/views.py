"""A kingdom of one's own: names typed or pasted, checked, repaired and planned."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, flash, jsonify, redirect, render_template, request, url_for

from setup_rules.plan_request import MOST_PLAYERS_ASKED
from web.catalog import app_catalog
from web.draw.tonight import Tonight, tonight
from web.fix.checked import OwnInput, check
from web.fix.kingdom_fixes import carry_out, input_of
from web.fix.problems import OwnPage
from web.fix.remedies import Remedies
from web.fix.text import added, writing
from web.fix.text_problems import OTHER_PROSPERITY
from web.http.limits.rates import TooHasty, too_hasty, wait_header
from web.http.limits.route_marks import heavy
from web.http.visitor import reading
from web.links.code_doors import opened
from web.links.kingdom_link import full_box, link_for, read_link, short_box
from web.own.foreign_links import expand
from web.own.forms import KingdomForm, form_of
from web.own.suggestions import names_beginning
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.rows import choice_row
from web.store import get_store

bp = Blueprint("own", __name__)

LONGEST_ADDRESS = 6_000
"""Characters up to which what was typed stands in the address, so that a page can be reloaded."""
NO_BOXES = "-"


@bp.get("/own")
@heavy
def ask():
    """Show what the address says was typed, checked; or ask for names."""
    return _page(_table(), request.args.get("choose", ""))


@bp.get("/own/names")
def names():
    """Names that begin as what was typed does, in any language; for those with scripts."""
    answer = jsonify(names_beginning(request.args.get("q", ""), reading().names))
    answer.headers["Cache-Control"] = "private, max-age=3600"
    return answer


@bp.post("/own")
@heavy
def read():
    """Read what was typed, do what the button says, and show what came of it."""
    form = KingdomForm(request.form)
    if not form.validate():
        return _page(form.table, form=form), 422
    try:
        table = _understood(form.table._replace(names=added(form.table.names, form.choices)))
    except TooHasty as error:
        form.names.errors = [too_hasty(error)]
        return _page(form.table, form=form), 429, wait_header(error)
    return _done(form.do.data, table, form.seed.data)


def _done(action: str, table: OwnInput, seed: str):
    """Do what a button says, and lead to what came of it."""
    if action.startswith("choose:"):
        return _shown(table, action.removeprefix("choose:"))
    if action == OTHER_PROSPERITY:
        return redirect(url_for("other_prosperity.show"), code=303)
    checked = check(table, reading().names)
    if action == "as-it-is" or (action == "show" and OwnPage(checked).is_ready):
        return redirect(link_for(*checked.asked), code=303)
    result = carry_out(checked, action, seed)
    if result.says:
        flash(result.says, "bad" if result.table == table else "")
    return _shown(result.table)


def _understood(table: OwnInput) -> OwnInput:
    """With links and codes read as the names they stand for; without boxes, with theirs."""
    catalog = app_catalog()

    def lookup(code: str) -> str:
        shared = opened(code, get_store().shared)
        return shared.link if shared else ""

    read = expand(table.names, catalog, writing(catalog, reading().names), lookup)
    if read.ours and not table.boxes:
        ours = read.ours
        table = table._replace(boxes=ours.boxes, players=ours.players, sets=ours.basic_sets)
    return table._replace(names=read.text)


def _shown(table: OwnInput, choose: str = ""):
    """Lead to the page by its address; what is too long for one is shown at once."""
    address = _address(table, choose)
    if len(address) <= LONGEST_ADDRESS:
        return redirect(address, code=303)
    return _page(table, choose)


def _address(table: OwnInput, choose: str = "") -> str:
    """The address of what was typed; tonight's players and boxes go without saying."""
    here = tonight()
    query = {"names": table.names}
    if table.players != here.players:
        query["players"] = str(table.players)
    if table.boxes != here.boxes:
        query["boxes"] = ".".join(map(short_box, table.boxes)) or NO_BOXES
    if table.sets:
        query["sets"] = str(table.sets)
    if table.left:
        query["left"] = ".".join(table.left)
    if choose:
        query["choose"] = choose
    return f"/own?{urlencode(query)}"


def _table() -> OwnInput:
    """What the address says: a kingdom to be changed, or what was typed; else tonight's table."""
    here = tonight()
    args = request.args
    if "kingdom" in args:
        return input_of(read_link(args["kingdom"], args, app_catalog()))
    number, sets = args.get("players", ""), args.get("sets", "")
    return OwnInput(
        args.get("names", "").replace("\r\n", "\n"),
        int(number) if number.isascii() and number.isdigit() and len(number) < 3 else here.players,
        _boxes(args.get("boxes", ""), here),
        int(sets) if sets in tuple("123456789") else None,
        tuple(filter(None, args.get("left", "").split(".")))[:20],
    )


def _boxes(text: str, here: Tonight) -> tuple[str, ...]:
    catalog = app_catalog()
    if not text:
        return here.boxes
    named = [full_box(word, catalog) for word in text.split(".")[:200]]
    return tuple(box for box in catalog.boxes for _copy in range(min(named.count(box), 4)))


def _page(table: OwnInput, choose: str = "", form: KingdomForm | None = None) -> str:
    """The page with the text, its state and its problems; or what may be chosen for one."""
    table = table._replace(players=min(table.players, MOST_PLAYERS_ASKED))
    language = reading().names
    checked = check(table, language)
    form = form or form_of(table)
    choices = Remedies(checked, "", language).choices(choose) if choose else []
    reader = NameStyle(checked.name, reading().beside)
    return render_template(
        "own/choose.html" if choose else "own/form.html",
        form=form,
        on=checked,
        page=OwnPage(checked),
        player_values=[choice.value for choice in form.players.choices],
        what=choose,
        rows=[choice_row(one, checked.shelf, reader) for one in choices],
        back=_address(table),
        seed=form.seed.data,
        boxes_here=len(set(table.boxes)),
    )
