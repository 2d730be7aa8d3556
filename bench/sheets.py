"""All published kingdoms as setup sheets: each must be one page, by measure and when printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import BytesIO

from pypdf import PdfReader

from setup_rules.catalog import Catalog, PublishedKingdom
from setup_rules.collection import gather
from setup_rules.kingdom import Kingdom
from web.kingdom_page import Reader
from web.naming import naming
from web.pdf import render
from web.print_sheet import fits, sheet_html
from web.reading import Asked

ADDRESS, CODE = "http://localhost:5000/k/4F7K2Q", "4F7K2Q"


def asked_for(published: PublishedKingdom, players: int, catalog: Catalog) -> Asked:
    """A published kingdom on the boxes it names, with Base Cards if these have no basic set."""
    boxes = published.some_boxes
    if not gather(catalog, boxes).basic_sets:
        boxes = (*boxes, "base-cards")
    kingdom = Kingdom(
        piles=published.cards,
        landscapes=published.landscapes,
        drawn=published.drawn,
        boons=published.boons,
        traits=published.traits,
        platinum_colony=published.platinum_colony,
        shelters=published.shelters,
    )
    return Asked(kingdom, players, boxes, None)


def measured(catalog: Catalog, players: tuple[int, ...] = (2, 4, 6)) -> Counter[int]:
    """How many sheets take each step of density; raises for one that fits in none."""
    reader = Reader(naming(catalog, "en"), False)
    return Counter(
        fits(asked_for(published, number, catalog), catalog, reader)
        for published in catalog.published.values()
        for number in players
    )


def not_one_page(catalog: Catalog, players: int = 4) -> Iterator[str]:
    """Print all of them on both papers; tells those that are not exactly one page."""
    reader = Reader(naming(catalog, "en"), False)
    for published in catalog.published.values():
        asked = asked_for(published, players, catalog)
        for paper in ("a4", "letter"):
            html = sheet_html(asked, catalog, paper, reader, ADDRESS, CODE)
            pages = len(PdfReader(BytesIO(render(html, published.name))).pages)
            if pages != 1:
                yield f"{published.id} on {paper}: {pages} pages"
