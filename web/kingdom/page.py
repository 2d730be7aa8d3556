"""The page of a kingdom, for the household it belongs to and for friends who open its code."""

from __future__ import annotations

import re

from flask import render_template, request

from setup_rules.chance import fresh_seed
from setup_rules.engine import plan_setup
from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.tonight import tonight
from web.draw.wish_words import wishes_in_words
from web.http.visitor import reading
from web.language.card_names import naming
from web.links.kingdom_link import kingdom_key, link_for, read_address
from web.setup_sheet.fetch_list import fetch_view
from web.setup_sheet.rows import NameStyle, kingdom_page, pile_counts
from web.setup_sheet.start import start_view
from web.setup_sheet.table_picture import lay_out
from web.store import Marks, Shared, get_store

NO_MARKS = Marks({}, 0)
STEP = re.compile("[0-9]{1,9}")


def render_shared(shared: Shared) -> str:
    """The page of a kingdom with a code, for friends: the owner's ticks, and nothing to change."""
    asked = read_address(shared.link, app_catalog())
    key = kingdom_key(shared.link)
    marks = get_store().marks(shared.household, key) if shared.household else NO_MARKS
    return render_kingdom(asked, marks, code=shared.code)


def render_kingdom(
    asked: PlanRequest, marks: Marks, kept: tuple[str, ...] = (), before: str = "", code: str = ""
) -> str:
    """The page with all four steps of a kingdom; with a code it is for friends to look at."""
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
        address=address_on_phone(asked, kept, request.args.get("from", "")),
        before=before,
        code=code,
        fixed=bool(code) or not asked.boxes,
        seed=fresh_seed(),
    )


def address_on_phone(asked: PlanRequest, kept: tuple[str, ...], step: str = "") -> str:
    """The kingdom's link with what is only for this phone: what is kept, the step before."""
    keep = f"&keep={'.'.join(kept)}" if kept else ""
    since = f"&from={step}" if STEP.fullmatch(step) else ""
    return f"{link_for(*asked)}{keep}{since}"
