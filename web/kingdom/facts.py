"""What a kingdom's page shows to everybody alike: worked out once and kept for the next visitor.

It is a pure function of the kingdom's link and of how somebody reads: language, names of cards,
order of the fetch list. What is a household's own (ticks, kept piles, names of its cases) is
laid over it in `page.py`, and never gets in here.
"""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations
from typing import NamedTuple

from flask import Flask, current_app

from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.card_words import GlancePart, at_a_glance
from web.fix.kingdom_fixes import problems_of
from web.fix.problems import OwnPage
from web.language.translation import sentences
from web.links.kingdom_link import kingdom_key, piles_part, query_for, read_address
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.setup_sheet import SetupSheet, setup_sheet
from web.setup_sheet.table.picture import lay_out
from web.setup_sheet.table.shapes import TablePicture
from web.store.households import CASES, Storage

MOST_KINGDOMS = 200
"""Kept by one app; each takes about 60 kB."""


class KingdomFacts(NamedTuple):
    """A kingdom without anything of a household."""

    sheet: SetupSheet
    picture: TablePicture
    glance: tuple[GlancePart, ...]
    link: str
    """The kingdom's own link, without what is only on one phone."""
    key: str
    own_url: str
    wrong: OwnPage | None
    """What is wrong with it, with the buttons against it."""
    players: int
    boxes: int
    """How many boxes it was drawn from."""
    published: bool


def kingdom_facts(link: str, reader: NameStyle) -> KingdomFacts:
    """The facts of the kingdom that a link holds, of late ones without any work."""
    if reader.storage.how == CASES:  # cases have names that a household gave them
        return _facts(link, sentences(), reader)
    reader = reader._replace(storage=Storage(reader.storage.how))
    facts: KingdomFacts = current_app.extensions["kingdoms"](link, sentences(), reader)
    return facts


def _facts(link: str, _sentences: NullTranslations, reader: NameStyle) -> KingdomFacts:
    catalog = app_catalog()
    asked = read_address(link, catalog)
    sheet = setup_sheet(asked, catalog, reader)
    piles = (*sheet.roll, *sheet.extras)
    return KingdomFacts(
        sheet=sheet,
        picture=lay_out(sheet.table),
        glance=at_a_glance((row.name, row.tag_ids) for row in piles),
        link=link,
        key=kingdom_key(link),
        own_url=own_address(asked),
        wrong=problems_of(asked) if sheet.problems else None,
        players=asked.players,
        boxes=len(set(asked.boxes)),
        published=frozenset(asked.kingdom.piles) in catalog.published_by_ten,
    )


def own_address(asked: PlanRequest) -> str:
    """Where a kingdom is changed by hand."""
    return f"/own?kingdom={piles_part(asked.kingdom)}&{query_for(*asked)}"


def whole(units: float) -> int:
    """A place in the table picture: a unit is less than a pixel of a phone, and shorter."""
    return round(units)


def register(app: Flask) -> None:
    """Give the app kingdoms of its own, so that its boxes and its version are always theirs."""
    app.jinja_env.filters["whole"] = whole
    app.extensions["kingdoms"] = lru_cache(maxsize=MOST_KINGDOMS)(_facts)
