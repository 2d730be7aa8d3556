"""Nights that were planned: the kingdoms of an evening, as links."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import NamedTuple

from web.store.base import Connection, now

NIGHTS_KEPT = 30
"""Nights of one household; each change of one makes another, so that one can go back."""
ID_LENGTH = 16
AN_EVENING = timedelta(hours=18)
"""For so long after it was planned a night is tonight's."""


class PlannedNight(NamedTuple):
    """A night."""

    id: str
    links: tuple[str, ...]
    boxes: tuple[str, ...]
    """The ids of the boxes its kingdoms were drawn from."""
    fewest: int
    """With fewer boxes it was not possible when it was drawn."""
    made: str
    seats: tuple[tuple[str, ...], ...] = ()
    """Two tables at once: who sits where, empty names before that is picked. None for a night."""


class Nights(Connection):
    """Planned nights of all households."""

    def keep_night(
        self,
        household: str,
        links: tuple[str, ...],
        boxes: tuple[str, ...],
        fewest: int,
        seats: tuple[tuple[str, ...], ...] = (),
    ) -> str:
        """Keep a night and forget the oldest ones; the same night again has the same id."""
        at_tables = (seats,) if seats else ()
        text = json.dumps([household, links, boxes, fewest, *at_tables])
        id_ = hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]
        moment = now()
        with self.immediate():
            self._write(
                "update night set made = ? where household = ? and made > ?",
                *(moment, household, moment),
            )
            self._write(
                "insert into night values (?, ?, ?, ?, ?, ?, ?) on conflict do update set "
                "made = excluded.made",
                *(id_, household, json.dumps(links), ".".join(boxes), fewest, moment),
                json.dumps(seats) if seats else "",
            )
            self._write(
                "delete from night where household = ? and id <> ? and id not in (select id from "
                "night where household = ? order by made desc, rowid desc limit ?)",
                *(household, id_, household, NIGHTS_KEPT),
            )
        return id_

    def night(self, household: str, id_: str) -> PlannedNight | None:
        """A night of this household."""
        return self._night("id = ?", household, id_)

    def night_of_tonight(self, household: str) -> PlannedNight | None:
        """The night, or the two tables, planned last, if that was this evening."""
        return self._night("made > ?", household, now(-AN_EVENING))

    def night_with(self, household: str, link: str) -> PlannedNight | None:
        """The night planned last that has this kingdom."""
        return self._night("instr(links, ?)", household, json.dumps(link))

    def _night(self, where: str, household: str, value: str) -> PlannedNight | None:
        row = self._row(
            f"select * from night where household = ? and {where} "  # noqa: S608  ours, above
            "order by made desc, rowid desc limit 1",
            *(household, value),
        )
        if row is None:
            return None
        links, boxes = tuple(json.loads(row["links"])), tuple(row["boxes"].split("."))
        seats = tuple(map(tuple, json.loads(row["seats"] or "[]")))
        return PlannedNight(row["id"], links, boxes, row["fewest"], row["made"], seats)

    def last_night(self, household: str, *, at_tables: bool = False) -> str:
        """The id of the night, or of the two tables, planned last; empty when there is none."""
        sql = (
            "select id from night where household = ? and (seats <> '') = ? "
            "order by made desc, rowid desc limit 1"
        )
        return self._value(sql, household, at_tables, default="")
