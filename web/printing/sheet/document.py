"""Setup sheets and booklets as HTML documents.

Everything is measured before it is printed: when a page gets too full, the next of the STEPS makes
it denser, until all of it fits. So a sheet is one page on every paper and in every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from setup_rules.budget import give_way
from setup_rules.catalog import Catalog
from setup_rules.engine import plan_setup
from setup_rules.plan_request import PlanRequest
from web.language.score_words import score_rows
from web.language.translation import gettext as _
from web.links.codes import written
from web.printing.game.score_strip import score_strip
from web.printing.qr import qr_drawing
from web.printing.sheet.content import Content
from web.printing.sheet.layout import (
    AMOUNT_LARGER,
    COLUMN,
    GUTTER,
    HEADER,
    LIVE_HEIGHT,
    RULE_GAP,
    PageLayout,
)
from web.printing.sheet.pen import WIDTH, Pen
from web.printing.sheet.sizes import ROOMY_STEPS, STEPS, Over
from web.printing.styles import Paper, document_html
from web.printing.text import POINT, across
from web.setup_sheet.reader import NameStyle
from web.setup_sheet.setup_sheet import setup_sheet
from web.setup_sheet.table.facts import TableFacts
from web.setup_sheet.text_width import Face, fit

NAME_SIZES, NAME_ROOM = tuple(range(260, 150, -10)), 147.0
ONE = (1,) * len(NAME_SIZES)
"""The name of a kingdom: its sizes in tenths of a point, its room, one line in each size."""
LISTED, LISTED_ROOM, LISTED_NAME = 38, 73.0, 50.0
"""Sheets in one column of a list of contents, the room for a line, and for its name at most."""
LISTED_SIZE, SUMMARY_SIZE = 11.0, 8.0
"""Of the names there, and of players and boxes beside them, in points."""
MARK = 2.9
"""The most that a tick box and a glyph beside a sentence measure."""
ABOVE_PLAYED: dict[Paper, float] = {"a4": LIVE_HEIGHT, "letter": 251.5}
"""How tall a sheet may be that has a line for date, players and winner at its foot."""


class PrintedSheet(NamedTuple):
    """All there is on a page."""

    id: str
    number: str
    name: str
    facts: Markup
    code: str
    address: str
    """The short address as it is typed; empty where there is no code."""
    qr: Markup
    drawing: Markup
    drawing_title: str
    rules: Markup
    """Sizes and places, as style rules."""
    layout: PageLayout
    step: int
    """Which of the STEPS was taken."""
    listed: str
    """Its name in a list of contents."""
    summary: str
    """Players and boxes in a list of contents."""
    fetch_heading: str
    has_played_line: bool
    """Whether there is room for a line with date, players and winner."""


def sheet_html(
    asked: PlanRequest,
    catalog: Catalog,
    paper: Paper,
    reader: NameStyle,
    address: str,
    code: str,
    begins: str = "",
) -> str:
    """The sheet of a kingdom as a complete document; `begins` says who goes first."""
    sheet = make_sheet(asked, catalog, reader, address, code, paper, begins=begins)
    game = asked.game(catalog)
    scoring = score_rows(game, plan_setup(game), reader.name)
    strip = score_strip(scoring, asked.players, sheet.layout.height, ABOVE_PLAYED[paper])
    return document_html("sheet", "sheet", paper=paper, sheet=sheet, rules=sheet.rules, strip=strip)


def booklet_html(
    entries: Iterable[tuple[int, PlanRequest, str, str]],
    catalog: Catalog,
    paper: Paper,
    reader: NameStyle,
    title: str,
) -> str:
    """Many sheets with a list of them in front, sorted by number."""
    sheets: list[PrintedSheet] = []
    for number, asked, address, code in sorted(entries, key=lambda entry: entry[0]):
        sheets.append(
            make_sheet(
                asked, catalog, reader, address, code, paper, f"k{len(sheets) + 1}", str(number)
            )
        )
    contents = tuple(_contents(sheets))
    return document_html(
        "booklet",
        "sheet",
        paper=paper,
        rules=Markup("").join(sheet.rules for sheet in sheets),
        sheets=sheets,
        title=title,
        contents=contents,
        pages=dict(_first_pages(sheets, len(contents))),
    )


def _first_pages(sheets: Iterable[PrintedSheet], before: int) -> Iterator[tuple[str, int]]:
    """The id of each sheet and the page on which it begins, after so many."""
    for sheet in sheets:
        yield sheet.id, before + 1
        before += 1 if sheet.layout.sizes.over is Over.NOTHING else 2


def _contents(sheets: Sequence[PrintedSheet]) -> Iterator[tuple[Sequence[PrintedSheet], ...]]:
    """The list of sheets page by page, up to two columns on each."""
    for start in range(0, len(sheets), 2 * LISTED):
        page = sheets[start : start + 2 * LISTED]
        yield tuple(page[at : at + LISTED] for at in range(0, len(page), LISTED))


def make_sheet(
    asked: PlanRequest,
    catalog: Catalog,
    reader: NameStyle,
    address: str,
    code: str,
    paper: Paper = "a4",
    id_: str = "k1",
    number: str = "",
    begins: str = "",
) -> PrintedSheet:
    """The sheet in the roomiest sizes that fit; in the smallest ones if none do.

    What is played is noted at the foot, unless the table had to be listed to make room for it.
    """
    content = Content(setup_sheet(asked, catalog, reader), begins)
    above_played = ABOVE_PLAYED[paper]
    step, layout = _fitting(content, above_played)
    if above_played < LIVE_HEIGHT and layout.sizes.table.as_text:
        step, layout = _fitting(content, LIVE_HEIGHT)
    size, (name,) = fit(content.sheet.name, NAME_ROOM / POINT * 10, Face.NAMES, NAME_SIZES, ONE)
    listed = _listed(content.sheet.name)
    return PrintedSheet(
        id_,
        number,
        name,
        content.facts(number),
        written(code),
        address.partition("://")[2] if code else "",
        qr_drawing(address, code),
        _drawing(layout),
        _described(content.sheet.table),
        _rules(layout, id_, size / 10),
        layout,
        step,
        listed,
        _summary(content, listed),
        _("Fetch, box by box") if content.sheet.fetch.by_box else _("Fetch"),
        layout.height <= above_played,
    )


def _summary(content: Content, listed: str) -> str:
    """What stands beside the name in a list of contents, as far as there is room."""
    room = LISTED_ROOM - across(listed, LISTED_SIZE, Face.NAMES)
    return content.summary(lambda text: across(text, SUMMARY_SIZE, Face.TEXT) <= room)


def _fitting(content: Content, most: float) -> tuple[int, PageLayout]:
    """The first of the STEPS that gets no taller than this, or the last one."""
    last = len(STEPS) - 1
    for step, sizes in enumerate(STEPS):
        give_way()
        layout = PageLayout(content, sizes)
        if layout.height <= most:
            break
        if step == ROOMY_STEPS:
            smallest = PageLayout(content, STEPS[last])
            if smallest.height > most:
                return last, smallest
    return step, layout


def fits(asked: PlanRequest, catalog: Catalog, reader: NameStyle) -> int:
    """Which of the STEPS a kingdom takes on one page; raises if none is enough."""
    sheet = make_sheet(asked, catalog, reader, "HTTP://LOCALHOST/K/000000", "000000")
    if sheet.layout.height > LIVE_HEIGHT:
        raise ValueError(f"{sheet.name}: {sheet.layout.height:.0f} mm")
    return sheet.step


def _drawing(layout: PageLayout) -> Markup:
    """The table, the rule under it, and the glyphs of the third column."""
    sizes, pen = layout.sizes, Pen()
    drawn, bottom = layout.content.table.draw(HEADER, sizes.table)
    pen.path(f"M0 {bottom + RULE_GAP:.2f}h{WIDTH:g}", line=0.35)
    groups = (
        (layout.sections, layout.top, 2 * (COLUMN + GUTTER)),
        (layout.below, layout.below_top, 0),
    )
    for sections, y, x in groups:
        for section in sections:
            at = y + sizes.heading_line
            size = min(MARK, sizes.text_line * 0.72)
            for glyph, lines in zip(section.glyphs, section.items, strict=False):
                pen.glyph(glyph, x + 0.1, at + (sizes.text_line - size) / 2, size)
                at += len(lines) * sizes.text_line + sizes.text_gap
            y += section.height + sizes.section_gap
    return drawn + pen.drawn()


def _rules(layout: PageLayout, id_: str, title: float) -> Markup:
    sizes = layout.sizes
    tick = min(MARK, sizes.row * 0.66)
    lengths = {
        "tick": tick, "tick-top": (sizes.row - tick) / 2,
        "top": layout.top, "list": layout.list_top, "below": layout.below_top,
        "third-head": layout.third_head, "third-top": layout.third_top,
        "remarks": layout.more_remarks_top, "row": sizes.row,
        "step": layout.name_step, "note-line": sizes.note_line, "text-line": sizes.text_line,
        "text-gap": sizes.text_gap, "h2-line": sizes.heading_line,
        "section-gap": sizes.section_gap, "box-head": sizes.box_head, "box-gap": sizes.box_gap,
        "box-step": layout.box_step, "box-two": sizes.box_head + layout.box_step,
    }  # fmt: skip
    points = {
        "title": title, "name": sizes.name, "note": sizes.note, "text": sizes.text,
        "h2": layout.heading, "box-name": sizes.box_name, "amount": sizes.note + AMOUNT_LARGER,
    }  # fmt: skip
    rules = [f"--{key}:{value:.2f}mm" for key, value in lengths.items()]
    rules += [f"--{key}:{value:.2f}pt" for key, value in points.items()]
    return Markup(f"#{id_}{{{';'.join(rules)}}}")  # noqa: S704  made of numbers


def _described(table: TableFacts) -> str:
    """The table in words, for those who do not see its picture."""
    parts = (
        f"{section.heading}: {', '.join(entry.name for entry in section.entries)}"
        for section in table.sections
    )
    return f"{table.title}. {'; '.join(parts)}."


def _listed(name: str) -> str:
    """A name on one line of a list of contents, cut if it is too long."""
    size = round(LISTED_SIZE * 10)
    return fit(name, LISTED_NAME / POINT * 10, Face.NAMES, (size,), (1,)).lines[0]
