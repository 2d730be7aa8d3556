"""Tournaments: who plays, the kingdom and the seats of each round, and results as entered."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from web.store.base import now
from web.store.quota import RoomLeft, TooMany
from web.store.rooms import Stale

MOST_TOURNAMENTS = 30
"""Tournaments of one household; none is ever deleted to make room."""
ID_LENGTH = 16
PRELIMINARY = 4
"""The rounds that are seated by the search; the last two follow from the standings."""
MOST_POINTS, MOST_TURNS = 9_999, 999
"""Of a player in one game."""
WHOLE = 100
"""A search is done in hundredths."""

Seats = tuple[tuple[int, ...], ...]
"""Who sits at each table of a round, by number and in starting order."""
Scores = tuple[tuple[int, int, int], ...]
"""A table's result: player, victory points, turns."""


class Entrant(NamedTuple):
    """Somebody who plays in a tournament."""

    number: int
    name: str
    gone: int | None = None
    """The first round they do not play to its end; None while they are here."""
    midway: bool = False
    """Whether they left in the middle of that round, and not before it."""


class KeptRound(NamedTuple):
    """A round: what is chosen for it, and how far it is."""

    number: int
    seats: Seats = ()
    how: str = ""
    """Where its kingdom comes from: `set`, `wishes` or `own`; empty before it is chosen."""
    link: str = ""
    announced: bool = False
    closed: bool = False


class TableResult(NamedTuple):
    """What was entered for a table."""

    round: int
    place: int
    """The number of the table, from 1."""
    scores: Scores
    version: int = 1


class Tournament(NamedTuple):
    """All that is kept of a tournament."""

    household: str
    id: str
    code: str
    name: str
    lot: str
    """The seed by which lots are drawn where nothing else decides."""
    search: str
    """The search for seats that is under way; empty when there is none."""
    done: int
    version: int
    made: str
    players: tuple[Entrant, ...] = ()
    rounds: tuple[KeptRound, ...] = ()
    """Those that have seats or a kingdom, by number."""
    results: tuple[TableResult, ...] = ()

    def round(self, number: int) -> KeptRound:
        """A round; an empty one where nothing is known of it."""
        return next((one for one in self.rounds if one.number == number), KeptRound(number))

    def result(self, number: int, place: int) -> TableResult | None:
        """What was entered for a table."""
        results = (one for one in self.results if (one.round, one.place) == (number, place))
        return next(results, None)

    @property
    def announced(self) -> int:
        """The number of the round announced last; 0 before the first."""
        return max((one.number for one in self.rounds if one.announced), default=0)

    @property
    def seated(self) -> bool:
        """Whether all preliminary rounds have seats that hold."""
        return all(self.is_seated(number) for number in range(1, PRELIMINARY + 1))

    def is_seated(self, number: int) -> bool:
        """Whether everybody who is here has a seat in a round that is yet to come."""
        one = self.round(number)
        here = sorted(player.number for player in self.players if player.gone is None)
        return one.announced or sorted(seat for table in one.seats for seat in table) == here


class Closed(Exception):
    """A round in which no results are taken from phones: not announced, or closed."""


class Tournaments(RoomLeft):
    """Tournaments of all households."""

    def add_tournament(
        self, household: str, seed: str, name: str, players: Sequence[str], lot: str
    ) -> str:
        """A new tournament, the same one for the same seed; raises TooMany."""
        text = json.dumps([household, seed])
        id_ = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:ID_LENGTH]
        with self.immediate():
            if self.tournament(household, id_):
                return id_
            of = {"household": household, "tournament": id_}
            self._insert_tournament(household, id_, self.free_code(), name, lot, now())
            self._insert_all(
                "tournament_player",
                [{**of, "number": number, "name": one} for number, one in enumerate(players)],
            )
        return id_

    def _insert_tournament(
        self, household: str, id_: str, code: str, name: str, lot: str, made: str
    ) -> None:
        if self._count("tournament", household=household) >= MOST_TOURNAMENTS:
            raise TooMany("tournaments")
        self.check_bytes(household)
        self._insert(
            "tournament", household=household, id=id_, code=code, name=name, lot=lot, made=made
        )

    def tournament(self, household: str, id_: str) -> Tournament | None:
        """A tournament of this household."""
        row = self._row("select * from tournament where household = ? and id = ?", household, id_)
        return self._read(row) if row else None

    def tournament_by_code(self, code: str) -> Tournament | None:
        """The tournament with this code."""
        row = self._row("select * from tournament where code = ?", code)
        return self._read(row) if row else None

    def tournament_version(self, code: str) -> int | None:
        """How often the tournament with this code has changed; None if there is none."""
        return self._value("select version from tournament where code = ?", code, default=None)

    def exported_tournaments(self, household: str) -> tuple[Tournament, ...]:
        """The tournaments of a household as a file has them, the oldest first."""
        return tuple(
            tournament._replace(
                household="",
                search="",
                done=0,
                version=0,
                results=tuple(one._replace(version=1) for one in tournament.results),
            )
            for tournament in reversed(self.tournaments_of(household))
        )

    def tournaments_of(self, household: str) -> tuple[Tournament, ...]:
        """The tournaments of a household, the newest first."""
        rows = self._rows(
            "select * from tournament where household = ? order by made desc, rowid desc", household
        )
        return tuple(self._read(row) for row in rows)

    def _read(self, row: Mapping[str, Any]) -> Tournament:
        def of_it(columns: str, table: str, order: str) -> Iterable[tuple[Any, ...]]:
            return self._db.conn.execute(
                f"select {columns} from tournament_{table} "  # noqa: S608  our own names
                f"where household = ? and tournament = ? order by {order}",
                (row["household"], row["id"]),
            )

        players = of_it("number, name, gone, midway", "player", "number")
        rounds = of_it("number, seats, how, link, announced, closed", "round", "number")
        results = of_it("round, place, scores, version", "result", "round, place")
        return Tournament(
            **{key: value for key, value in row.items() if key != "beat"},
            players=tuple(
                Entrant(number, name, gone, bool(midway)) for number, name, gone, midway in players
            ),
            rounds=tuple(
                KeptRound(number, _tuples(seats), how, link, bool(announced), bool(closed))
                for number, seats, how, link, announced, closed in rounds
            ),
            results=tuple(
                TableResult(number, place, _tuples(scores), version)
                for number, place, scores, version in results
            ),
        )

    def _tournament_here(self, household: str, id_: str) -> Tournament:
        """The tournament within a transaction; raises Stale when it is gone."""
        tournament = self.tournament(household, id_)
        if tournament is None:
            raise Stale
        return tournament

    def _count_change(self, household: str, id_: str) -> None:
        """Have all phones look again."""
        self._write(
            "update tournament set version = version + 1 where household = ? and id = ?",
            *(household, id_),
        )

    def delete_tournament(self, household: str, id_: str) -> None:
        """Delete a tournament with all its results."""
        self._delete("tournament", household=household, id=id_)

    # The search for seats

    def _put_round(self, household: str, id_: str, number: int, **values: Any) -> bool:
        """Change what is known of a round that is not announced."""
        self._write(
            "insert or ignore into tournament_round (household, tournament, number) "
            "values (?, ?, ?)",
            *(household, id_, number),
        )
        names = ", ".join(f"{name} = ?" for name in values)
        return bool(
            self._write(
                f"update tournament_round set {names} "  # noqa: S608  our own names
                "where household = ? and tournament = ? and number = ? and announced = 0",
                *(*values.values(), household, id_, number),
            )
        )

    # Rounds

    def choose_kingdom(self, household: str, id_: str, number: int, how: str, link: str) -> bool:
        """Keep the kingdom of a round that is not announced; no phone is told of it."""
        with self.immediate():
            self._tournament_here(household, id_)
            return self._put_round(household, id_, number, how=how, link=link)

    def announce_round(self, household: str, id_: str, number: int, seats: Seats) -> bool:
        """Announce a round with its seats and close the one before; once, whoever asks."""
        with self.immediate():
            if not self._put_round(household, id_, number, seats=json.dumps(seats), announced=1):
                return False
            self._write(
                "update tournament_round set closed = 1 "
                "where household = ? and tournament = ? and number < ? and announced = 1",
                *(household, id_, number),
            )
            self._count_change(household, id_)
        return True

    def close_round(self, household: str, id_: str, number: int, *, closed: bool) -> None:
        """Take results from the organiser alone from now on, or from all phones again."""
        with self.immediate():
            if self._write(
                "update tournament_round set closed = ? where household = ? and tournament = ? "
                "and number = ? and announced = 1",
                *(int(closed), household, id_, number),
            ):
                self._count_change(household, id_)

    def keep_result(
        self, household: str, id_: str, result: TableResult, *, organiser: bool = False
    ) -> None:
        """Keep a table's result, entered while `result.version` stood; 0 is none.

        Raises Stale when another one stands there by now, unless it is the same; and Closed when
        the round takes no results, from anyone or from others than the organiser.
        """
        with self.immediate():
            tournament = self._tournament_here(household, id_)
            about = tournament.round(result.round)
            if not about.announced or (about.closed and not organiser):
                raise Closed
            there = tournament.result(result.round, result.place)
            if there and there.scores == result.scores:
                return
            if (there.version if there else 0) != result.version:
                raise Stale
            self._put(
                "tournament_result",
                household=household,
                tournament=id_,
                round=result.round,
                place=result.place,
                scores=json.dumps(result.scores),
                version=result.version + 1,
            )
            self._count_change(household, id_)

    # Players

    def rename_player(self, household: str, id_: str, number: int, name: str) -> None:
        """Correct a player's name."""
        with self.immediate():
            self._change_player(household, id_, number, name=name)

    def keep_gone(
        self, household: str, id_: str, number: int, gone: int | None, *, midway: bool = False
    ) -> None:
        """Keep that a player is gone from a round on, or is here after all."""
        with self.immediate():
            self._change_player(household, id_, number, gone=gone, midway=int(midway))

    def _change_player(self, household: str, id_: str, number: int, **values: Any) -> None:
        where = {"household": household, "tournament": id_, "number": number}
        if self._change("tournament_player", where, **values):
            self._count_change(household, id_)

    # As part of a household's file

    def import_tournament(self, household: str, kept: Tournament) -> bool:
        """Bring a tournament back unless it is here; answers whether it got another code."""
        with self.immediate():
            if self.tournament(household, kept.id):
                return False
            code = self.free_code(kept.code)
            self._insert_tournament(household, kept.id, code, kept.name, kept.lot, kept.made)
            of = {"household": household, "tournament": kept.id}
            self._insert_all("tournament_player", [{**of, **one._asdict()} for one in kept.players])
            self._insert_all(
                "tournament_round",
                [
                    {**of, **one._asdict(), "seats": json.dumps(one.seats) if one.seats else ""}
                    for one in kept.rounds
                ],
            )
            self._insert_all(
                "tournament_result",
                [
                    {**of, **one._asdict(), "scores": json.dumps(one.scores), "version": 1}
                    for one in kept.results
                ],
            )
        return code != kept.code


def _tuples(text: str) -> Any:
    """Seats or scores as they are stored; empty for none."""
    return tuple(map(tuple, json.loads(text or "[]")))
