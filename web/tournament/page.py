"""What the pages of a tournament show: rounds, tables, standings and places, as rows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from setup_rules.tournament.finals import FINAL, PRE_FINAL, FinalPlace, rank_final, rank_group
from setup_rules.tournament.scoring import percentage_totals, places, tournament_points
from setup_rules.tournament.standings import Decided, Standing
from setup_rules.tournament.tables import table_sizes
from web.http.visitor import home_id
from web.language.dates import whole_day
from web.language.phrases import and_list, in_figures
from web.language.tournament_words import percent_in_words, points_in_words, round_name
from web.language.translation import gettext as _
from web.language.translation import ngettext, translate
from web.store import Tournament
from web.store.tournaments import PRELIMINARY, Scores
from web.tournament.book import Book
from web.tournament.kingdom import kingdom_row
from web.tournament.search import open_rounds, quality_of


class PlaceRow(NamedTuple):
    """How somebody ended a game."""

    place: int
    name: str
    victory_points: str
    turns: int
    points: str
    """Tournament points; empty in the last two rounds, where there are none."""
    left: bool
    says: str = ""
    """What decided, in the last two rounds."""


class TableRow(NamedTuple):
    """A table of a round."""

    place: int
    players: tuple[str, ...]
    """In starting order."""
    result: tuple[PlaceRow, ...]
    """By place; empty before it is entered."""


class RoundRow(NamedTuple):
    """A round in the list of all of them."""

    number: int
    name: str
    state: str
    announced: bool
    complete: bool


class StandingRow(NamedTuple):
    """A player's line in the standings, in words."""

    standing: Standing
    name: str
    points: str
    share: str
    decided: str
    """What put the player below the one above; nothing is told of the first."""


class PlayerRow(NamedTuple):
    """Somebody who plays, and since when they do not any more."""

    number: int
    name: str
    state: str


def title_of(kept: Tournament) -> str:
    """The name of a tournament, or what it is."""
    return kept.name or _("Tournament")


def stage_of(book: Book) -> str:
    """How far the tournament is, in a sentence."""
    kept, at = book.kept, book.kept.announced
    if book.champion is not None:
        return champion_in_words(book)
    if kept.search:
        return _("Working out the seating…")
    if not kept.seated:
        return _("Working out the seating was interrupted. Start it again.")
    if not at:
        return _("Everyone has a seat. Choose a kingdom and announce the first round.")
    if book.is_complete(at):
        return _("{round}: all results are in.", round=round_name(at))
    return tables_in_words(book, at)


def tournament_rows(tournaments: Iterable[Tournament]) -> list[tuple[str, str, str, str]]:
    """Each tournament of a household: its id, its name, its day and how far it is."""
    return [
        (one.id, title_of(one), whole_day(date.fromisoformat(one.made[:10])), stage_of(Book(one)))
        for one in tournaments
    ]


def overview_parts(book: Book) -> dict[str, Any]:
    """How far a tournament is and what comes next, for whoever organises it."""
    kept = book.kept
    return {
        "kept": kept,
        "stage": stage_of(book),
        "rows": round_rows(book),
        "sizes": _sizes_in_words(len(book.here)),
        "players": len(kept.players),
        "straight": PRE_FINAL not in book.rounds,
        "away": len(kept.players) - len(book.here),
        "next_round": book.next_round,
        "next_name": round_name(book.next_round) if book.next_round else "",
        "is_over": book.is_complete(kept.announced),
        "at": kept.announced,
        "at_name": round_name(kept.announced),
        "may_search": bool(open_rounds(kept)) and not kept.search,
        "any_standings": book.complete > 0,
    }


def _sizes_in_words(players: int) -> str:
    sizes = table_sizes(players)
    if set(sizes) == {3}:
        return ngettext("{number} table of 3.", "{number} tables of 3.", len(sizes))
    return _("Players at the tables: {sizes}.", sizes=" + ".join(map(str, sizes)))


def hall_parts(book: Book) -> dict[str, Any]:
    """The round that is announced with its tables, for everybody who plays."""
    kept, at = book.kept, book.kept.announced
    one = kept.round(at)
    return {
        "kept": kept,
        "title": title_of(kept),
        "at": at,
        "round_name": round_name(at),
        "stage": stage_of(book) if at else _("The first round hasn’t been announced yet."),
        "champion": champion_in_words(book),
        "closed": one.closed,
        "kingdom": kingdom_row(one.link, one.seats) if at else None,
        "tables": table_rows(book, at) if at else (),
        "coming": round_name(book.next_round) if book.next_round else "",
        "any_standings": book.complete > 0,
        "any_seats": kept.seated,
        "organiser": kept.household == home_id(),
    }


def tables_in_words(book: Book, number: int) -> str:
    """How many tables have handed in their result."""
    tables = len(book.kept.round(number).seats)
    return ngettext(
        "Results are in from {number} of {all} tables.",
        "Results are in from {number} of {all} tables.",
        len(book.results_of(number)),
        all=tables,
    )


def champion_in_words(book: Book) -> str:
    """Who has won it all; empty before that."""
    won = book.champion
    return "" if won is None else _("{name} is the champion.", name=book.names[won])


def round_rows(book: Book) -> list[RoundRow]:
    """All rounds with how far they are."""
    return [
        RoundRow(
            number,
            round_name(number),
            _round_state(book, number),
            book.kept.round(number).announced,
            book.is_complete(number),
        )
        for number in book.rounds
    ]


def _round_state(book: Book, number: int) -> str:
    one = book.kept.round(number)
    if book.is_complete(number):
        return _("all results entered")
    if one.announced:
        return tables_in_words(book, number)
    return _("kingdom chosen") if one.link else _("no kingdom chosen yet")


def table_rows(book: Book, number: int) -> list[TableRow]:
    """The tables of a round with who sits there, and their results."""
    rows = []
    for place, table in enumerate(book.seats(number), 1):
        result = book.kept.result(number, place)
        names = tuple(book.names[player] for player in table)
        rows.append(
            TableRow(place, names, place_rows(book, number, result.scores) if result else ())
        )
    return rows


def place_rows(book: Book, number: int, scores: Scores) -> tuple[PlaceRow, ...]:
    """What a result means: the places, and tournament points or what decided."""
    scored = book.scored(number, scores)
    by_player = {score.player: score for score in scored}
    points: dict[int, str] = {}
    placed: Iterable[tuple[int, int, str]]
    if number <= PRELIMINARY:
        won = tournament_points(scored)
        points = {player: points_in_words(worth) for player, worth in won.items()}
        order = places(scored)
        placed = [(place, player, "") for player, place in order.items()]
        placed.sort(key=lambda one: one[0])
    else:
        placed = [
            (one.place, one.player, translate(one.says)) for one in _ranked(book, number, scores)
        ]
    return tuple(
        PlaceRow(
            place,
            book.names[player],
            in_figures(by_player[player].points),
            by_player[player].turns,
            points.get(player, ""),
            by_player[player].left,
            says,
        )
        for place, player, says in placed
    )


def _ranked(book: Book, number: int, scores: Scores) -> tuple[FinalPlace, ...]:
    scored = book.scored(number, scores)
    if number == PRE_FINAL:
        return rank_group(scored, book.ranking)
    return rank_final(scored, percentage_totals(book.played(range(1, FINAL))), book.ranking)


def standing_rows(book: Book, after: int) -> list[StandingRow]:
    """The standings after so many preliminary rounds."""
    return [
        StandingRow(
            one,
            book.names[one.player],
            points_in_words(one.points),
            percent_in_words(one.share),
            _decided(one.decided),
        )
        for one in book.standings(after)
    ]


def _decided(decided: Decided) -> str:
    if decided is Decided.FIRST:
        return ""
    if decided is Decided.NOTHING:
        return translate(decided.value)
    return _("decided by: {what}", what=translate(decided.value))


def player_rows(book: Book) -> list[PlayerRow]:
    """Everybody who entered, and who has left."""
    rows = []
    for one in book.kept.players:
        state = ""
        if one.gone is not None and one.midway:
            state = _("left during: {round}", round=round_name(one.gone))
        elif one.gone is not None:
            state = _("left before: {round}", round=round_name(one.gone))
        rows.append(PlayerRow(one.number, one.name, state))
    return rows


def standings_parts(book: Book, after: str) -> dict[str, Any]:
    """The standings after the round that is asked for, or the last one that is over."""
    complete = book.complete
    asked = int(after) if after in map(str, range(1, complete + 1)) else complete
    return {
        "title": title_of(book.kept),
        "after": asked,
        "all_after": range(1, complete + 1),
        "rows": standing_rows(book, asked) if asked else (),
        "next_round": book.next_round,
        "next_name": round_name(book.next_round) if book.next_round else "",
    }


def finals_parts(book: Book) -> dict[str, Any]:
    """What came of the preliminary rounds: who goes on, lots, groups, the final."""
    if book.complete < PRELIMINARY:
        return {"finals": "", "lots": (), "groups": (), "final": (), "champion": "", "note": ""}
    note = _(
        "A result was edited after the finals were seated. The tables stay as they were announced."
    )
    return {
        "note": note if book.was_corrected else "",
        "finals": translate(book.finals.says),
        "lots": [
            (translate(lot.says), and_list(book.names[player] for player in lot.order))
            for lot in book.finals.lots
        ],
        "groups": table_rows(book, PRE_FINAL) if PRE_FINAL in book.rounds else (),
        "final": table_rows(book, FINAL),
        "champion": champion_in_words(book),
    }


def notes_after(book: Book, after: int) -> list[str]:
    """What is said below standings on paper: who goes on after the last, and what lots decided."""
    if after != PRELIMINARY:
        return []
    finals = finals_parts(book)
    return [finals["finals"], *(f"{says} {order}" for says, order in finals["lots"])]


def seating_parts(book: Book) -> dict[str, Any]:
    """The seats of all preliminary rounds, and how good they are."""
    seated = book.kept.seated
    return {
        "title": title_of(book.kept),
        "rounds": [
            (round_name(number), number, table_rows(book, number))
            for number in book.rounds
            if book.seats(number) and (number <= PRELIMINARY or book.kept.round(number).announced)
        ],
        "quality": [translate(sentence) for sentence in quality_of(book.kept).says]
        if seated
        else (),
    }
