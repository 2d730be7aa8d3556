"""The page of a kingdom: its SetupSheet with the links and locks that are the visitor's."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import render_template, request

from setup_rules.chance import fresh_seed
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.names import fold
from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.card_words import at_a_glance
from web.draw.changes import Hand
from web.draw.nights import night_of
from web.draw.tonight import tonight
from web.draw.wish_words import wishes_in_words
from web.fix.kingdom_fixes import problems_of
from web.http.visitor import home_id
from web.kingdom.forms import ChoicesForm
from web.links.kingdom_link import kingdom_key, link_for, piles_part, query_for, read_address
from web.printing.pdf import printing_available
from web.setup_sheet.fetch_list import FetchView
from web.setup_sheet.reader import reader_here
from web.setup_sheet.rows import CardRow, choice_row
from web.setup_sheet.setup_sheet import SetupSheet, setup_sheet
from web.setup_sheet.storage import storage_for_friends
from web.setup_sheet.table.picture import lay_out
from web.store import Marks, Shared, get_store
from web.store.households import IN_BOXES, Storage

MOST_CLOSEST = 6
"""How many cards are suggested first."""
STEP = re.compile("[0-9]{1,9}")


class PlayersLink(NamedTuple):
    """The same kingdom for another number of players."""

    players: int
    url: str
    current: bool


class KingdomPage(NamedTuple):
    """A kingdom's sheet, and what its page adds to it."""

    sheet: SetupSheet
    link: str
    """The kingdom's own link, without what is only on this phone."""
    own_url: str
    players: int
    players_links: tuple[PlayersLink, ...]
    boxes: int
    """How many boxes it was drawn from."""
    locked: tuple[str, ...]
    """The ids of piles and landscapes that a draw keeps."""

    @property
    def kept(self) -> int:
        """How many rows a draw keeps."""
        return sum(row.id in self.locked for row in self.sheet.rows)


def kingdom_page(asked: PlanRequest, sheet: SetupSheet, locked: tuple[str, ...]) -> KingdomPage:
    """The page of a kingdom on which these are locked."""
    players_links = tuple(
        PlayersLink(n, link_for(*asked._replace(players=n)), n == asked.players)
        for n in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    )
    return KingdomPage(
        sheet=sheet,
        link=link_for(*asked),
        own_url=own_address(asked),
        players=asked.players,
        players_links=players_links,
        boxes=len(set(asked.boxes)),
        locked=locked,
    )


def own_address(asked: PlanRequest) -> str:
    """Where a kingdom is changed by hand."""
    return f"/own?kingdom={piles_part(asked.kingdom)}&{query_for(*asked)}"


def render_shared(shared: Shared) -> str:
    """The page of a kingdom with a code, for friends: the owner's ticks, and no changes to it."""
    asked = read_address(shared.link, app_catalog())
    marks = marks_of(shared.household, kingdom_key(shared.link))
    return render_kingdom(asked, marks, shared=shared)


def _seen_by_friends(shared: Shared) -> Storage:
    storage = get_store().storage_of(shared.household) if shared.household else IN_BOXES
    return storage_for_friends(storage)


def lists_of(asked: PlanRequest, shared: Shared | None = None) -> FetchView:
    """Both lists of a kingdom, as the household or its friends see them."""
    reader = reader_here(_seen_by_friends(shared) if shared else None)
    return setup_sheet(asked, app_catalog(), reader).fetch


def marks_of(home: str, kingdom: str, since: int = 0) -> Marks:
    """The marks of a kingdom; a visitor without a household has none, and needs no database."""
    return get_store().marks(home, kingdom, since) if home else Marks({}, 0)


def render_kingdom(
    asked: PlanRequest,
    marks: Marks,
    kept: tuple[str, ...] = (),
    step: str = "",
    shared: Shared | None = None,
) -> str:
    """The page with all four steps of a kingdom; a shared one is for friends."""
    catalog, code = app_catalog(), shared.code if shared else ""
    reader = reader_here(_seen_by_friends(shared) if shared else None)
    sheet = setup_sheet(asked, catalog, reader, marks.values, read_only=bool(code))
    if shared and shared.friends_tick:
        sheet = replace(sheet, fetch=sheet.fetch._replace(read_only=False))
    page = kingdom_page(asked, sheet, kept)
    return render_template(
        "kingdom/show.html",
        page=page,
        sheet=sheet,
        can_print=printing_available() and not code,
        wrong=problems_of(asked) if sheet.problems and not code else None,
        parts=at_a_glance((row.name, row.tag_ids) for row in (*sheet.roll, *sheet.extras)),
        picture=lay_out(sheet.table),
        wishes=wishes_in_words(tonight().wishes, catalog),
        key=kingdom_key(page.link),
        version=marks.version,
        keep=".".join(kept),
        address=address_on_phone(asked, kept, step),
        step=step,
        night=None if code else night_of(page.link),
        code=code,
        published=not kept and frozenset(asked.kingdom.piles) in catalog.published_by_ten,
        fixed=bool(code) or not asked.boxes,
        newcomer=bool(home_id() and asked.boxes) and not code,
        seed=fresh_seed(),
    )


def choices_for(card: str, asked: PlanRequest, kept: tuple[str, ...]) -> dict[str, Any]:
    """What may stand in the place of a card of a kingdom."""
    catalog, reader = app_catalog(), reader_here()
    hand, shelf = Hand(asked, kept, tonight().wishes, catalog), asked.game(catalog).collection
    rows = [choice_row(new, shelf, reader) for new in hand.choices(card)]
    form = ChoicesForm(request.args)
    found = [row for row in rows if _is_wanted(row, form)]
    thing = catalog.cards.get(card) or catalog.landscapes[card]
    best = _closest(choice_row(thing, shelf, reader), found)
    return {
        "old": card,
        "name": reader.name(thing.name),
        "all": len(rows),
        "found": len(found),
        "lists": [best, [row for row in found if row not in best]],
        "costs": sorted({row.cost.words: row.cost for row in rows if row.cost}.items()),
        "boxes": sorted({row.spine.box: row.spine for row in rows if row.spine}.items()),
        "form": form,
        "query": lambda key, value: urlencode({**request.args, key: value}),
        "back": address_on_phone(asked, kept),
        "link": link_for(*asked),
        "keep": ".".join(kept),
        "seed": fresh_seed(),
    }


def _is_wanted(row: CardRow, form: ChoicesForm) -> bool:
    """Whether a card is among what is looked for."""
    return (
        form.find.data in fold(f"{row.name} {row.printed}")
        and form.cost.data in ("", row.cost.words if row.cost else "")
        and form.of.data in ("", row.spine.box if row.spine else "")
    )


def _closest(old: CardRow, rows: list[CardRow]) -> list[CardRow]:
    """The best to stand in a place: of the same box, cost and purpose, or of two of them."""

    def likeness(row: CardRow) -> int:
        same = (row.spine == old.spine, row.cost == old.cost, bool(row.tag_ids & old.tag_ids))
        return sum(same)

    close = sorted(rows, key=lambda row: (-likeness(row), -len(row.tag_ids & old.tag_ids)))
    return [row for row in close[:MOST_CLOSEST] if likeness(row) > 1]


def address_on_phone(asked: PlanRequest, kept: tuple[str, ...], step: str = "") -> str:
    """The kingdom's link with what is only for this phone: what is kept, the step before."""
    keep = f"&keep={'.'.join(kept)}" if kept else ""
    since = f"&from={step}" if STEP.fullmatch(step) else ""
    return f"{link_for(*asked)}{keep}{since}"
