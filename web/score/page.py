"""A score as its pages show it: columns to count in, who is not done yet, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import url_for
from wtforms import Field

from setup_rules.scoring.ending import PlayerScore
from setup_rules.scoring.inputs import Input
from web.http.visitor import names_here
from web.language.phrases import and_list, in_figures
from web.language.score_words import input_words
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.links.codes import room_parts
from web.score.counting import TURNS, Counting, seat_name
from web.score.forms import CountCell, CountForm, TurnsForm
from web.setup_sheet.sheet import ProblemRow, kingdom_name, problem_row
from web.store import Seat


class CountColumn(NamedTuple):
    """A player whose points are counted."""

    number: int
    name: str
    total: str
    state: str
    """`done`, `here` (on this phone), `away` (on another one) or `host` (on the host's)."""
    own: bool
    """Whether this very phone has said that it counts for them."""


class InputRow(NamedTuple):
    """Something to count, with a field for each player."""

    label: str
    why: str
    """The cards that ask for it; empty where its name says so."""
    cells: tuple[CountCell, ...]


class SourceRow(NamedTuple):
    """Where points came from, player by player."""

    name: str
    points: tuple[str, ...]


class ResultRow(NamedTuple):
    """A player in the result."""

    place: int
    name: str
    total: str
    won: bool
    parts: tuple[tuple[str, str], ...]
    """Each source of points: what was counted, and the points."""


class TurnsRow(NamedTuple):
    """The field for a player's turns."""

    name: str
    field: Field


def room_page(counting: Counting) -> dict[str, Any]:
    """What all pages of a room have."""
    room = counting.room
    return {
        "room": room,
        "name": kingdom_name(counting.game, names_here()),
        "link": room.about["link"],
        "host": counting.is_host,
        "columns": [_column(counting, seat) for seat in counting.seats],
        "waiting": and_list(seat_name(seat) for seat in counting.seats if not seat.done),
        **room_parts(room.code, "s"),
    }


def _column(counting: Counting, seat: Seat) -> CountColumn:
    if seat.done:
        state = "done"
    elif seat in counting.here:
        state = "here"
    else:
        state = "away" if seat.phone else "host"
    total = in_figures(counting.score_of(seat).total)
    return CountColumn(seat.number, seat_name(seat), total, state, counting.is_own(seat))


def count_page(counting: Counting, form: CountForm) -> dict[str, Any]:
    """The columns of those whose points this phone counts."""
    here = {seat.number for seat in counting.here}
    page = room_page(counting)
    cells = list(form.cells)
    return {
        **page,
        "form": form,
        "mine": [column for column in page["columns"] if column.number in here],
        "others": [column for column in page["columns"] if column.number not in here],
        "rows": [_input_row(one, cells) for one in counting.inputs],
    }


def _input_row(one: Input, cells: Sequence[CountCell]) -> InputRow:
    label, why = input_words(one, names_here())
    return InputRow(label, why, tuple(cell for cell in cells if cell.key == one.count.key))


def result_page(counting: Counting, form: TurnsForm) -> dict[str, Any]:
    """The places, where the points came from, and what looks odd."""
    scores = counting.ending.scores
    ordered = sorted(zip(counting.seats, scores, strict=True), key=lambda pair: pair[1].place)
    fields = form.turns
    return {
        **room_page(counting),
        "form": form,
        "says": _winners(counting),
        "tie": _tie(counting),
        "places": [_place_row(*pair) for pair in ordered],
        "questions": _questions(counting),
        "turns": [TurnsRow(seat_name(seat), fields[seat.number]) for seat in counting.seats],
        "ask_turns": _ties_without_turns(counting) or bool(form.errors),
        "entry": _tournament_entry(counting),
        "sources": [
            SourceRow(
                _source(source), tuple(in_figures(score.parts.get(source, 0)) for score in scores)
            )
            for source in dict.fromkeys(part for score in scores for part in score.parts)
        ],
    }


def _place_row(seat: Seat, score: PlayerScore) -> ResultRow:
    parts = [
        (
            _("{number}× {card}", number=seat.counts[source], card=_source(source))
            if seat.counts.get(source)
            else _source(source),
            in_figures(points),
        )
        for source, points in score.parts.items()
    ]
    total = in_figures(score.total)
    return ResultRow(score.place, seat_name(seat), total, score.place == 1, tuple(parts))


def _source(printed: str) -> str:
    """A card, landscape or kind of token in the reader's language."""
    name = names_here()(printed)
    return translate(printed) if name == printed else name


def _questions(counting: Counting) -> list[ProblemRow]:
    """What cannot all be right: asked about, and never refused."""
    return [problem_row(problem, names_here()) for problem in counting.ending.problems]


def _top(counting: Counting) -> list[Seat]:
    """Those who have the most points."""
    best = max(score.total for score in counting.ending.scores)
    return [seat for seat in counting.seats if counting.score_of(seat).total == best]


def _winners(counting: Counting) -> str:
    winners = counting.ending.winners
    if len(winners) == 1:
        return _("{name} wins!", name=winners[0])
    return _("{names} share the win.", names=and_list(winners))


def _tie(counting: Counting) -> str:
    """The rule for ties, where most points alone do not decide."""
    top = _top(counting)
    if len(top) < 2:
        return ""
    points = counting.score_of(top[0]).total
    tied = ngettext(
        "{players} players tie with {number} point.",
        "{players} players tie with {number} points.",
        points,
        players=len(top),
    )
    if len(top) == 2:
        tied = _("{names} have the same number of points.", names=and_list(map(seat_name, top)))
    rule = _("Whoever had fewer turns wins; with equal turns, they share the win.")
    if any(TURNS not in seat.counts for seat in top):
        return f"{tied} {rule} {_('Enter their turns below.')}"
    return f"{tied} {rule}"


def _ties_without_turns(counting: Counting) -> bool:
    """Whether turns are needed that nobody has entered: for a tie, or for a tournament."""
    needed = counting.seats if counting.room.about["entrants"] else _top(counting)
    unknown = any(TURNS not in seat.counts for seat in needed)
    return unknown and len(needed) > 1


def _tournament_entry(counting: Counting) -> dict[str, Any] | None:
    """Where the result of a table is entered, and the fields with which; None for other games."""
    about = counting.room.about
    if not about["entrants"]:
        return None
    code, number, place = about["table"]
    fields = {"version": "0", "do": "check"}
    for entrant, seat in zip(about["entrants"], counting.seats, strict=True):
        fields[f"points.{entrant}"] = str(counting.score_of(seat).total)
        fields[f"turns.{entrant}"] = str(seat.counts.get(TURNS, ""))
    address = url_for("tournament_player.enter", text=code, number=number, place=place)
    return {"address": address, "fields": fields}
