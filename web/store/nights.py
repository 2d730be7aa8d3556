"""Nights that were planned: the kingdoms of an evening, as links."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from web.store.base import Connection, now

NIGHTS_KEPT = 30
"""Nights of one household; each change of one makes another, so that one can go back."""
ID_LENGTH = 16


class PlannedNight(NamedTuple):
    """A night."""

    id: str
    links: tuple[str, ...]
    boxes: tuple[str, ...]
    """The ids of the boxes its kingdoms were drawn from."""
    fewest: int
    """With fewer boxes it was not possible when it was drawn."""
    made: str


class Nights(Connection):
    """Planned nights of all households."""

    def keep_night(
        self, household: str, links: tuple[str, ...], boxes: tuple[str, ...], fewest: int
    ) -> str:
        """Keep a night and forget the oldest ones; the same night again has the same id."""
        text = json.dumps([household, links, boxes, fewest])
        id_ = hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]
        made = now()
        with self.immediate():
            self._write(
                "update night set made = ? where household = ? and made > ?",
                *(made, household, made),
            )
            self._write(
                "insert into night values (?, ?, ?, ?, ?, ?) on conflict do update set "
                "made = excluded.made",
                *(id_, household, json.dumps(links), ".".join(boxes), fewest, made),
            )
            self._write(
                "delete from night where household = ? and id <> ? and id not in (select id from "
                "night where household = ? order by made desc, rowid desc limit ?)",
                *(household, id_, household, NIGHTS_KEPT),
            )
        return id_

    def night(self, household: str, id_: str) -> PlannedNight | None:
        """A night of this household."""
        row = self._row("select * from night where household = ? and id = ?", household, id_)
        if row is None:
            return None
        boxes = tuple(row["boxes"].split("."))
        return PlannedNight(id_, tuple(json.loads(row["links"])), boxes, row["fewest"], row["made"])

    def last_night(self, household: str) -> str:
        """The id of the night planned last; empty when there is none."""
        row = self._row(
            "select id from night where household = ? order by made desc, rowid desc limit 1",
            household,
        )
        return str(row["id"]) if row else ""
