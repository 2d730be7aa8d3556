"""The papers of a tournament: a slip for each table, the standings, seats, kingdom sheets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from flask import request, url_for
from markupsafe import Markup

from setup_rules.tournament.finals import FINAL, PRE_FINAL
from setup_rules.tournament.standings import Decided, Standing
from web.catalog import app_catalog
from web.language.phrases import name_key
from web.language.tournament_words import percent_in_words, points_in_words, round_name
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.links.codes import written
from web.links.kingdom_link import link_for, read_address
from web.printing.documents import Document, sheet
from web.printing.qr import code_or_none, qr_drawing
from web.printing.styles import Paper, document_html
from web.printing.text import JOINED, POINT
from web.setup_sheet.text_width import Face, fit
from web.store import get_store

Names = Mapping[int, str]
"""The players' names by their numbers."""
Tables = Sequence[Sequence[int]]
"""The tables of a round in order, players in starting order."""

TITLE_SIZES = (260, 240, 220, 200, 180, 160, 140)
SLIP_SIZES = (200, 190, 180, 170, 160, 150, 140, 130, 120)
LIST_SIZES = (110, 105, 100, 95, 90, 85, 80, 75, 70)
SEAT_SIZES = (105, 100, 95, 90, 85, 80, 75, 70)
TABLE_SIZES = (90, 85, 80, 75, 70)
"""Sizes of names, in tenths of a point, from the one that is wanted to the smallest."""
SLIP_LINES, LIST_LINES, TABLE_LINES = 160, 80, 70
"""The largest of them in which a name may stand on two lines."""
NAMES_HEAD, NAMES_ROW = 5.6, 6.45
"""How tall the list by names is, in millimetres: its head and each row."""


class Fit(NamedTuple):
    """A text on one line or two, in the size that it fits in."""

    text: str
    rule: str


class Slip(NamedTuple):
    """What a table gets."""

    table: int
    players: tuple[Fit, ...]
    """In starting order."""
    qr: Markup


class StandingsLine(NamedTuple):
    """A line of the standings."""

    rank: int
    name: Fit
    left: bool
    points: str
    share: str
    victories: int
    seconds: int
    thirds: int
    games: int
    decided: str


class RoundSeat(NamedTuple):
    """Where somebody sits in a round; both are empty where they do not."""

    table: str
    position: str


class ByName(NamedTuple):
    """A player's seats in all rounds."""

    name: Fit
    seats: tuple[RoundSeat, ...]


class PlannedTable(NamedTuple):
    """A table of a round."""

    table: int
    players: tuple[Fit, ...]


class PlannedRound(NamedTuple):
    """A round of the plan."""

    name: str
    tables: tuple[PlannedTable, ...]


def table_sheets(
    title: str, number: int, tables: Tables, names: Names, code: str, paper: Paper
) -> Document:
    """A slip for each table of a round, two to a page: who sits there, and room for the result."""
    slips = [
        Slip(
            place,
            tuple(_fit(names[player], 90, SLIP_SIZES, SLIP_LINES) for player in table),
            qr_drawing(
                url_for(
                    "tournament_player.table", text=code, number=number, place=place, _external=True
                ),
                "",
            ),
        )
        for place, table in enumerate(tables, 1)
    ]
    html = document_html(
        "tournament_tables",
        "tournament",
        paper=paper,
        title=_fit(title, 140, (105, 100, 95, 90, 85, 80), face=Face.TEXT),
        round_name=round_name(number),
        slips=slips,
        code=written(code),
        address=f"{request.host}/k",
        tie=_tie(number),
    )
    return Document(html, _("{title}: table sheets", title=title), f"tables-{number}.pdf")


def standings_list(
    title: str,
    after: int,
    standings: Sequence[Standing],
    names: Names,
    paper: Paper,
    notes: Iterable[str] = (),
) -> Document:
    """The standings after so many rounds, and what else is to be told, such as who goes on."""
    rows = [
        StandingsLine(
            one.rank,
            _fit(names[one.player], 40 if one.left else 50, LIST_SIZES, LIST_LINES),
            one.left,
            points_in_words(one.points),
            percent_in_words(one.share),
            one.victories,
            one.seconds,
            one.thirds,
            one.games,
            "" if one.decided is Decided.FIRST else translate(one.decided.value),
        )
        for one in standings
    ]
    html = document_html(
        "tournament_standings",
        "tournament",
        paper=paper,
        heading=_fit(title, 184, TITLE_SIZES),
        facts=[
            _("Standings"),
            ngettext("After {number} round", "After {number} rounds", after),
            ngettext("{number} player", "{number} players", len(rows)),
        ],
        rows=rows,
        notes=list(notes),
    )
    return Document(html, _("{title}: standings", title=title), f"standings-{after}.pdf")


def seating_plan(
    title: str,
    rounds: Sequence[tuple[int, Tables]],
    names: Names,
    paper: Paper,
    notes: Iterable[str] = (),
) -> Document:
    """Who sits where in each of these rounds, by name and by table, and how good the plan is.

    The list by names has the preliminary rounds, in which everybody plays.
    """
    for_all = [(number, tables) for number, tables in rounds if number < PRE_FINAL]
    by_name = _by_name(for_all, names)
    half = ceil(len(by_name) / 2)
    html = document_html(
        "tournament_seating",
        "tournament",
        paper=paper,
        heading=_fit(title, 184, TITLE_SIZES),
        facts=[ngettext("{number} player", "{number} players", len(by_name))],
        notes=list(notes),
        round_names=[round_name(number) for number, _tables in for_all],
        halves=[by_name[:half], by_name[half:]],
        tall=f"--tall:{NAMES_HEAD + NAMES_ROW * half:.2f}mm",
        rounds=[_planned(number, tables, names) for number, tables in rounds],
    )
    return Document(html, _("{title}: who sits where", title=title), "seating.pdf")


def kingdom_sheet(household: str, link: str, players: int, paper: Paper) -> Document:
    """The setup sheet of a round's kingdom for tables of so many players."""
    asked = read_address(link, app_catalog())._replace(players=players)
    code = code_or_none(get_store(), household, link_for(*asked))
    return sheet(asked, paper, code, _("The turn order is on the table sheet"))


def _fit(
    text: str, room: float, sizes: tuple[int, ...], two_lines: int = 0, face: Face = Face.NAMES
) -> Fit:
    """A text where there is so much room across, in millimetres; a last number is not parted.

    It stands on two lines in sizes up to `two_lines` where it is too long for one.
    """
    lines = tuple(2 if size <= two_lines else 1 for size in sizes)
    together = re.sub(" (?=[0-9]+$)", JOINED, text)
    size, fitted = fit(together, room / POINT * 10, face, sizes, lines)
    return Fit("\n".join(fitted), f"font-size:{size / 10:g}pt")


def _tie(number: int) -> str:
    """Who is ahead when victory points are equal."""
    if number == PRE_FINAL:
        return _(
            "Tied on victory points: whoever ranked higher after the preliminary rounds is ahead."
        )
    if number == FINAL:
        return _(
            "Tied on victory points: whoever has the higher percentage total of victory points "
            "is ahead."
        )
    return _("Tied on victory points: whoever had fewer turns is ahead.")


def _by_name(rounds: Sequence[tuple[int, Tables]], names: Names) -> list[ByName]:
    seats: dict[int, list[RoundSeat]] = {player: [] for player in names}
    for _number, tables in rounds:
        round_seats = {
            player: RoundSeat(str(table), str(position))
            for table, players in enumerate(tables, 1)
            for position, player in enumerate(players, 1)
        }
        for player, row in seats.items():
            row.append(round_seats.get(player, RoundSeat("", "")))
    room = 88 - 12.0 * len(rounds)
    return [
        ByName(_fit(names[player], room, SEAT_SIZES, LIST_LINES), tuple(seats[player]))
        for player in sorted(names, key=lambda player: name_key(names[player]))
    ]


def _planned(number: int, tables: Tables, names: Names) -> PlannedRound:
    planned = (
        PlannedTable(
            place,
            tuple(_fit(names[player], 40, TABLE_SIZES, TABLE_LINES, Face.TEXT) for player in table),
        )
        for place, table in enumerate(tables, 1)
    )
    return PlannedRound(round_name(number), tuple(planned))
