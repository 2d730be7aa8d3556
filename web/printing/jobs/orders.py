"""What long print work is asked for: of kingdoms or boxes, how many pages, and its limits.

What lays documents out is imported when something is counted: no other page needs it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import request

from setup_rules.catalog import PublishedKingdom
from web.catalog import app_catalog
from web.draw.published import asked_for, playable_kingdoms
from web.draw.tonight import in_shelf_order
from web.language.translation import gettext as _
from web.links.kingdom_link import BrokenLink, link_for, read_address
from web.printing.documents import liked_sheet, liked_words, name_style
from web.printing.forms import BOOKLET, CHECKLIST, OF_KINGDOMS, RANDOMIZERS, JobForm
from web.store import Household, TooManyJobs, get_store

MOST_PAGES = 200
MOST_KINGDOMS = 100
"""Kingdoms of a booklet, which has a page for each, or that are named one by one."""


class PrintPart(NamedTuple):
    """Some of the kingdoms that are printed together."""

    number: int
    first: int
    last: int


class OrderRefused(Exception):
    """Work that is not begun; the sentence says why."""

    def __init__(self, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.sentence, self.status = sentence, status


def place_order(home: Household | None, form: JobForm) -> str:
    """Put work in line, and answer its id; raises OrderRefused."""
    order = _order(home, form) if home and form.validate() else {}
    if home is None or not (order.get("links") or order.get("boxes")):
        raise OrderRefused(_("There’s nothing to print yet. Choose some boxes or kingdoms first."))
    kind, links = form.kind.data, order["links"]
    if len(links) > MOST_KINGDOMS and (kind == BOOKLET or form.link.data):
        raise OrderRefused(
            _(
                "Too many kingdoms to print at once; the limit is {number}. Choose fewer.",
                number=MOST_KINGDOMS,
            )
        )
    pages = _count(kind, order).pages
    if pages > MOST_PAGES:
        raise OrderRefused(
            _("That’s {pages} pages; the limit is {number}. Choose fewer boxes.",
              pages=pages, number=MOST_PAGES)
        )  # fmt: skip
    try:
        return get_store().add_job(home.id, kind, order, 2 * pages)
    except TooManyJobs as error:
        raise OrderRefused(_too_many(own=error.own), 429) from None


def _count(kind: str, order: Mapping[str, Any]) -> PrintCount:
    if kind in OF_KINGDOMS:
        return count_kingdoms(kind, len(order["links"]), order)
    return count_boxes(kind, order["boxes"], order)


def _order(home: Household, form: JobForm) -> dict[str, Any]:
    """All that a job depends on, so that it can be done when nobody is there."""
    likes = {
        **liked_sheet(),
        "tabs": form.tabs.data,
        "of": form.of.data,
        "address": request.host_url,
        **liked_words(),
    }
    if form.again.data:
        earlier = get_store().job(home.id, form.again.data)
        known = earlier.request if earlier else {}
        kept = {key: known[key] for key in ("links", "boxes", "tabs", "of") if key in known}
        return {"links": [], "boxes": [], **likes, **kept}
    boxes = chosen_boxes(home, form.box.data)
    if form.kind.data in OF_KINGDOMS:
        return {**likes, "links": _links(home, form, boxes), "boxes": []}
    return {**likes, "links": [], "boxes": list(boxes)}


def chosen_boxes(home: Household, chosen: Sequence[str]) -> tuple[str, ...]:
    """Those of a shelf that were chosen; all if none was."""
    shelf = in_shelf_order(home.boxes)
    return tuple(box for box in shelf if box in chosen) if chosen else shelf


def _links(home: Household, form: JobForm, boxes: Sequence[str]) -> list[str]:
    """The links of the kingdoms that were asked for; raises OrderRefused."""
    catalog, shelf = app_catalog(), in_shelf_order(home.boxes)
    if form.link.data:
        try:
            asked = [read_address(link, catalog) for link in form.link.data]
        except BrokenLink:
            sentence = _(
                "One of these kingdoms couldn’t be found, so nothing was printed. Choose the "
                "kingdoms again."
            )
            raise OrderRefused(sentence) from None
        return list(dict.fromkeys(link_for(*kingdom) for kingdom in asked))
    kingdoms = kingdoms_of(shelf, boxes)
    if not form.box.data:
        parts = {str(part.number): part for part in parts_of(len(kingdoms))}
        part = parts.get(form.part.data)
        kingdoms = kingdoms[part.first - 1 : part.last] if part else ()
    return [link_for(*asked_for(each, home.players, shelf)) for each in kingdoms]


def kingdoms_of(shelf: tuple[str, ...], boxes: Sequence[str]) -> tuple[PublishedKingdom, ...]:
    """The published kingdoms that a shelf can play, all of whose cards are in some of its boxes."""
    chosen = frozenset(boxes)

    def is_among(kingdom: PublishedKingdom) -> bool:
        cards = (*kingdom.cards, *kingdom.drawn.values())
        homes = [*(card.boxes for card in cards), *(each.boxes for each in kingdom.landscapes)]
        return not any(chosen.isdisjoint(holders) for holders in homes)

    return tuple(filter(is_among, playable_kingdoms(app_catalog(), shelf)))


def parts_of(kingdoms: int) -> tuple[PrintPart, ...]:
    """All kingdoms, as many at once as may be in a booklet."""
    firsts = range(1, kingdoms + 1, MOST_KINGDOMS)
    return tuple(
        PrintPart(number, first, min(first + MOST_KINGDOMS - 1, kingdoms))
        for number, first in enumerate(firsts, 1)
    )


def _too_many(*, own: bool) -> str:
    if own:
        return _("2 of your printouts are already being made. Wait for one, or stop it.")
    return _("Too many printouts are being made right now. Try again in a few minutes.")


# Pages


class PrintCount(NamedTuple):
    """How much something to print is."""

    items: int
    """Kingdoms, cards, dividers or lines."""
    pages: int
    """Those of a booklet without its contents."""


def count_kingdoms(kind: str, kingdoms: int, likes: Mapping[str, Any]) -> PrintCount:
    """A deck or a booklet of so many kingdoms."""
    from web.printing.cards.card_sheets import card_pages, card_sheet

    if kind == BOOKLET:
        return PrintCount(kingdoms, kingdoms)
    sheet = card_sheet(likes["paper"], likes["style"], likes["size"])
    return PrintCount(kingdoms, card_pages(kingdoms, sheet, likes["style"]))


def count_boxes(kind: str, boxes: Sequence[str], likes: Mapping[str, Any]) -> PrintCount:
    """A checklist, randomizer cards or dividers of these boxes."""
    from web.printing.cards.card_sheets import card_pages, card_sheet
    from web.printing.collection.checklist import checklist_columns, checklist_pages
    from web.printing.collection.dividers import divided_piles, divider_pages
    from web.printing.collection.pile_cards import randomizer_piles
    from web.printing.collection.shelf_piles import shelf_boxes

    catalog, reader = app_catalog(), name_style()
    paper, style, size = likes["paper"], likes["style"], likes["size"]
    if kind == CHECKLIST:
        columns = checklist_columns(shelf_boxes(boxes, catalog, reader.name), paper)
        lines = sum(len(box.lines) for column in columns for box in column)
        return PrintCount(lines, checklist_pages(len(columns)))
    if kind == RANDOMIZERS:
        cards = len(randomizer_piles(boxes, catalog, reader))
        return PrintCount(cards, card_pages(cards, card_sheet(paper, style, size), style))
    dividers = len(divided_piles(boxes, catalog, reader))
    return PrintCount(dividers, divider_pages(dividers, paper, size))
