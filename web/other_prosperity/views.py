"""The other Prosperity, by Knizia and Bleasdale: a planner of its own, apart from Dominion."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, url_for

from web.draw.tonight import tonight
from web.http.forms import check_token
from web.language.translation import ngettext
from web.printing.documents import on_paper
from web.setup_sheet.other_prosperity import OtherPage, Unknown, Wanted, read_wanted
from web.setup_sheet.other_prosperity_picture import (
    BOARD_HEIGHT,
    TABLE_HEIGHT,
    WIDTH,
    board_picture,
    table_picture,
)

bp = Blueprint("other_prosperity", __name__)


@bp.get("/other-prosperity")
def show():
    """The setup that the address asks for."""
    try:
        wanted = read_wanted(request.args, tonight().players)
    except Unknown as unknown:
        return _page(read_wanted({}, tonight().players), str(unknown)), 422
    return _page(wanted)


@bp.post("/other-prosperity")
def pick():
    """Pick who begins among the colours that play, each equally likely."""
    check_token()
    chosen = tuple(request.form.getlist("colour"))
    sent = {key: request.form.get(key, "") for key in ("players", "game")}
    try:
        wanted = read_wanted({**sent, "colours": ".".join(chosen)}, tonight().players)
    except Unknown as unknown:
        return _page(read_wanted({}, tonight().players), str(unknown)), 422
    if len(chosen) != wanted.players:
        fault = ngettext(
            "Choose {number} colour, one for each player.",
            "Choose {number} colours, one for each player.",
            wanted.players,
        )
        return _page(wanted, fault, chosen), 422
    picked = wanted._replace(begins=chosen[secrets.randbelow(len(chosen))])
    return redirect(f"{url_for('.show')}?{picked.query()}#begins", code=303)


def _page(wanted: Wanted, fault: str = "", chosen: tuple[str, ...] | None = None) -> str:
    """The page; `chosen` are colours that were ticked and are too few or too many."""
    page = OtherPage(wanted)
    return render_template(
        "other_prosperity/show.html",
        page=page,
        fault=fault,
        chosen=wanted.colours if chosen is None else chosen,
        table=table_picture(page),
        board=board_picture(page),
        sizes={"width": WIDTH, "table": TABLE_HEIGHT, "board": BOARD_HEIGHT},
        **on_paper(),
    )
