"""The search for seats of a tournament: who works on it, how far it is, and what it found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta

from web.store.base import new_code, now
from web.store.tournaments import ID_LENGTH, WHOLE, Seats, Tournaments

SILENCE = timedelta(seconds=20)
"""After so long without a sign of life a search is begun again by whoever looks."""


class SeatSearches(Tournaments):
    """Tournaments whose seats are being searched for."""

    def begin_search(self, household: str, id_: str) -> str:
        """Begin a search; whoever is at another one finds that nobody wants it any more."""
        token = new_code(ID_LENGTH)
        self._write(
            "update tournament set search = ?, beat = ?, done = 0 where household = ? and id = ?",
            *(token, now(), household, id_),
        )
        return token

    def take_over_search(self, household: str, id_: str) -> str:
        """A new search in the place of one that has died; empty unless there is such a one."""
        with self.immediate():
            died = self._row(
                "select 1 from tournament where household = ? and id = ? and search <> '' "
                "and beat not between ? and ?",  # ahead: the clock was set back since it beat last
                *(household, id_, now(-SILENCE), now(SILENCE)),
            )
            return self.begin_search(household, id_) if died else ""

    def keep_search_progress(self, household: str, id_: str, search: str, done: int) -> bool:
        """Say how far a search is; answers False when nobody wants it any more."""
        return bool(
            self._write(
                "update tournament set done = ?, beat = ? "
                "where household = ? and id = ? and search = ?",
                *(min(max(done, 0), WHOLE), now(), household, id_, search),
            )
        )

    def end_search(self, household: str, id_: str, search: str, seats: Mapping[int, Seats]) -> bool:
        """Keep the seats of rounds that are not announced; answers whether they were wanted."""
        with self.immediate():
            wanted = self._write(
                "update tournament set search = '', done = ? "
                "where household = ? and id = ? and search = ?",
                *(WHOLE, household, id_, search),
            )
            if not wanted:
                return False
            for number, tables in seats.items():
                self._put_round(household, id_, number, seats=json.dumps(tables))
            self._count_change(household, id_)
        return True
