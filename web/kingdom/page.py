"""The page of a kingdom: its SetupSheet with the links and locks that are the visitor's."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Response, render_template, request

from setup_rules.chance import fresh_seed
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.names import fold
from setup_rules.plan_request import PlanRequest
from web.catalog import app_catalog
from web.draw.changes import Hand
from web.draw.history import noted_on
from web.draw.nights import night_of
from web.draw.tonight import tonight
from web.draw.wish_words import wishes_in_words
from web.http.headers import unless_known
from web.http.visitor import home_id, household
from web.kingdom.facts import KingdomFacts, kingdom_facts
from web.kingdom.forms import ChoicesForm
from web.language.dates import this_day
from web.links.kingdom_link import kingdom_key, link_for, read_address
from web.printing.pdf import printing_available
from web.setup_sheet.fetch_list import FetchView
from web.setup_sheet.reader import reader_here
from web.setup_sheet.rows import CardRow, choice_row
from web.setup_sheet.setup_sheet import SetupSheet
from web.setup_sheet.storage import seen_by_friends
from web.setup_sheet.ticks import fetchers_in_words
from web.store import Marks, Shared, get_store
from web.store.evenings import MOVED, STEPS_KEPT

MOST_CLOSEST = 6
"""How many cards are suggested first."""
STEP = re.compile("[0-9]{1,9}")
SEED_LENGTH = 11
"""Letters of a seed: 66 bits, and no byte of the page to spare."""


class KingdomPage(NamedTuple):
    """A kingdom's page: the facts, and what this household or its friend adds to them."""

    facts: KingdomFacts
    sheet: SetupSheet
    """With ticks."""
    locked: tuple[str, ...]
    """The ids of piles and landscapes that a draw keeps."""

    @property
    def kept(self) -> int:
        """How many rows a draw keeps."""
        return sum(row.id in self.locked for row in self.sheet.rows)


def links_by_players(asked: PlanRequest) -> dict[int, str]:
    """The same kingdom for each number of players."""
    counts = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    return {number: link_for(*asked._replace(players=number)) for number in counts}


def render_shared(shared: Shared) -> Response:
    """The page of a kingdom with a code, for friends: the owner's ticks, and no changes to it."""
    asked = read_address(shared.link, app_catalog())
    marks = marks_of(shared.household, kingdom_key(shared.link))
    return render_kingdom(asked, marks, shared=shared)


def lists_of(asked: PlanRequest, shared: Shared | None = None) -> FetchView:
    """Both lists of a kingdom, as the household or its friends see them."""
    reader = reader_here(seen_by_friends(shared) if shared else None)
    return kingdom_facts(link_for(*asked), reader).sheet.fetch


def marks_of(home: str, kingdom: str, since: int = 0) -> Marks:
    """The marks of a kingdom; a visitor without a household has none, and needs no database."""
    return get_store().marks(home, kingdom, since) if home else Marks({}, 0)


def led_to(home: str, kingdom: str, since: int = 0) -> str:
    """What other phones made of a kingdom (by its key) after a version, in the end; else empty."""
    link, further = "", marks_of(home, kingdom, since).values.get(MOVED, "")
    for _step in range(STEPS_KEPT):
        if not further:
            break
        link, further = further, marks_of(home, kingdom_key(further)).values.get(MOVED, "")
    return link


def render_kingdom(
    asked: PlanRequest,
    marks: Marks,
    kept: tuple[str, ...] = (),
    step: str = "",
    shared: Shared | None = None,
) -> Response:
    """The page with all four steps of a kingdom; a shared one is for friends."""
    code, link = shared.code if shared else "", link_for(*asked)
    reader = reader_here(seen_by_friends(shared) if shared else None)
    own = _laid_over(asked, marks, kept, step, code)

    def render() -> str:
        facts = kingdom_facts(link, reader)
        sheet = facts.sheet.marked(marks.values, read_only=bool(code))
        if shared and shared.friends_tick:
            sheet = replace(sheet, fetch=sheet.fetch._replace(read_only=False))
        return render_template(
            "kingdom/show.html",
            page=KingdomPage(facts, sheet, kept),
            facts=facts,
            sheet=sheet,
            wrong=None if code else facts.wrong,
            player_counts=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
            published=not kept and facts.published,
            seed=fresh_seed()[:SEED_LENGTH],
            **own,
        )

    return unless_known((own, marks, reader.storage, shared), render, has_seed=True)


def _laid_over(
    asked: PlanRequest, marks: Marks, kept: tuple[str, ...], step: str, code: str
) -> dict[str, Any]:
    """What a household or its friend adds to the facts of a kingdom."""
    home, link = household(), link_for(*asked)
    return {
        "noted": noted_on(home_id(), link, str(this_day())) if not code else None,
        "can_print": printing_available() and not code,
        "links_by_players": links_by_players(asked) if code else {},
        "wishes": len(wishes_in_words(home.wishes, app_catalog())) if home else 0,
        "version": marks.version,
        "fetchers": fetchers_in_words(marks.values),
        "keep": ".".join(kept),
        "address": address_on_phone(link, kept, step),
        "step": step,
        "night": None if code else night_of(link),
        "code": code,
        "fixed": bool(code) or not asked.boxes,
        "newcomer": bool(home_id() and asked.boxes) and not code,
    }


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
        "back": address_on_phone(link_for(*asked), kept),
        "link": link_for(*asked),
        "keep": ".".join(kept),
        "seed": fresh_seed(),
        "version": marks_of(home_id(), kingdom_key(link_for(*asked))).version,
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


def address_on_phone(link: str, kept: tuple[str, ...], step: str = "") -> str:
    """A kingdom's link with what is only for this phone: what is kept, the step before."""
    keep = f"&keep={'.'.join(kept)}" if kept else ""
    since = f"&from={step}" if STEP.fullmatch(step) else ""
    return f"{link}{keep}{since}"
