"""The other Prosperity, by Knizia and Bleasdale: a planner of its own, apart from Dominion."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, url_for

from web.draw.tonight import tonight
from web.other_prosperity.forms import BeginnerForm
from web.printing.documents import on_paper
from web.printing.other_prosperity_picture import (
    BOARD_HEIGHT,
    TABLE_HEIGHT,
    WIDTH,
    board_picture,
    table_picture,
)
from web.setup_sheet.other_prosperity import OtherPage, Unknown, Wanted, read_wanted

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
    form = BeginnerForm(request.form, usual=read_wanted({}, tonight().players))
    if not form.validate():
        return _page(form.wanted, form=form), 422
    wanted = form.wanted
    begins = wanted.colours[secrets.randbelow(len(wanted.colours))]
    query = wanted._replace(begins=begins).query()
    return redirect(f"{url_for('.show')}?{query}#begins", code=303)


def _page(wanted: Wanted, fault: str = "", form: BeginnerForm | None = None) -> str:
    page = OtherPage(wanted)
    return render_template(
        "other_prosperity/show.html",
        page=page,
        fault=fault,
        form=form or BeginnerForm(usual=wanted),
        table=table_picture(page),
        board=board_picture(page),
        sizes={"width": WIDTH, "table": TABLE_HEIGHT, "board": BOARD_HEIGHT},
        **on_paper(),
    )
