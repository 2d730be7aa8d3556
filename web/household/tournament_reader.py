"""Reads the tournaments of a household's file: players, rounds, seats and results."""

from __future__ import annotations

from collections.abc import Iterator

from setup_rules.sentences import Code, say
from setup_rules.tournament.tables import MOST, MOST_AT_A_TABLE
from web.household.log_reader import GAME_ID, LogReader
from web.http.visitor import LONGEST_NAME as LONGEST_HOME
from web.links.code_seals import is_sealed
from web.reading.json_reader import LONGEST_NAME
from web.store import Entrant, KeptRound, TableResult, Tournament
from web.store.games import LONGEST_PERSON
from web.store.tournaments import MOST_POINTS, MOST_TOURNAMENTS, MOST_TURNS, Scores, Seats
from web.tournament.book import ALL_ROUNDS
from web.tournament.file import (
    KEYS,
    PLAYER_KEYS,
    RESULT_KEYS,
    ROUND_KEYS,
    SCORE_KEYS,
    is_sound,
)
from web.tournament.kingdom import WAYS


class TournamentReader(LogReader):
    """Reads tournaments; what does not fit together is told and left out."""

    def _tournaments(self, value: object) -> Iterator[Tournament]:
        seen: set[str] = set()
        for field, entry in self._each("tournaments", value, MOST_TOURNAMENTS, KEYS):
            before = len(self._faults)
            id_ = entry.get("id")
            if not isinstance(id_, str) or not GAME_ID.fullmatch(id_) or id_ in seen:
                message = say(
                    "“{field}” must be 8 to 40 letters or digits, different for each tournament."
                )
                self._wrong(f"{field}.id", message, id_)
            code = self._code(f"{field}.code", entry.get("code"))
            tournament = Tournament(
                household="",
                id=str(id_),
                code=code if is_sealed(code, str(id_), entry.get("seal")) else "",
                name=self._text(f"{field}.name", entry.get("name", ""), LONGEST_HOME) or "",
                lot=self._text(f"{field}.lot", entry.get("lot"), LONGEST_NAME) or "",
                search="",
                done=0,
                version=0,
                made=self._moment(f"{field}.made", entry.get("made")),
                players=tuple(self._entrants(f"{field}.players", entry.get("players"))),
                rounds=tuple(self._rounds(f"{field}.rounds", entry.get("rounds", []))),
                results=tuple(self._results(f"{field}.results", entry.get("results", []))),
            )
            if len(self._faults) > before:
                continue
            if not is_sound(tournament):
                message = say(
                    "The players, seats and results of “{field}” don’t match.",
                    field=Code(field),
                )
                self._fault(field, message)
                continue
            seen.add(tournament.id)
            yield tournament

    def _entrants(self, field: str, value: object) -> Iterator[Entrant]:
        players = self._each(field, value, MOST, PLAYER_KEYS)
        for number, (where, entry) in enumerate(players):
            name = self._text(f"{where}.name", entry.get("name"), LONGEST_PERSON)
            gone = entry.get("gone")
            if gone is not None:
                gone = self._number(f"{where}.gone", gone, 1, ALL_ROUNDS[-1])
            midway = self._is(f"{where}.midway", entry.get("midway"))
            if not name:
                self._fault(where, say("“{field}” has no name.", field=Code(where)))
            yield Entrant(number, name or "", gone, midway and gone is not None)

    def _rounds(self, field: str, value: object) -> Iterator[KeptRound]:
        rounds = self._each(field, value, len(ALL_ROUNDS), ROUND_KEYS)
        for where, entry in rounds:
            link, how = entry.get("link", ""), entry.get("how", "")
            yield KeptRound(
                self._number(f"{where}.number", entry.get("number"), 1, ALL_ROUNDS[-1]),
                self._seats(f"{where}.seats", entry.get("seats", [])),
                "" if how == "" else self._word(f"{where}.how", how, WAYS) or "",
                "" if link == "" else self._link(f"{where}.link", link),
                self._is(f"{where}.announced", entry.get("announced")),
                self._is(f"{where}.closed", entry.get("closed")),
            )

    def _seats(self, field: str, value: object) -> Seats:
        return tuple(
            tuple(
                self._number(seat, number, 0, MOST - 1)
                for seat, number in self._items(where, table, MOST_AT_A_TABLE)
            )
            for where, table in self._items(field, value, MOST)
        )

    def _results(self, field: str, value: object) -> Iterator[TableResult]:
        most = len(ALL_ROUNDS) * MOST
        for where, entry in self._each(field, value, most, RESULT_KEYS):
            yield TableResult(
                self._number(f"{where}.round", entry.get("round"), 1, ALL_ROUNDS[-1]),
                self._number(f"{where}.table", entry.get("table"), 1, MOST),
                self._scores(f"{where}.scores", entry.get("scores")),
            )

    def _scores(self, field: str, value: object) -> Scores:
        scores = self._each(field, value, MOST_AT_A_TABLE, SCORE_KEYS)
        return tuple(
            (
                self._number(f"{where}.player", entry.get("player"), 0, MOST - 1),
                self._number(f"{where}.points", entry.get("points"), -MOST_POINTS, MOST_POINTS),
                self._number(f"{where}.turns", entry.get("turns"), 0, MOST_TURNS),
            )
            for where, entry in scores
        )
