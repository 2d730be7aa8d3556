"""What belongs to a kingdom on the table: its code, the step before it, ticks and other marks."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from web.store.base import now
from web.store.quota import RoomLeft, TooMany

MOST_CODES = 5_000
"""Codes of one household; none is ever taken back to make room."""
MOST_LOOSE_CODES = 50_000
"""Codes of kingdoms that were printed by those who have no household."""
CODES_IDLE = 730
"""Days without anybody opening it after which a code is deleted."""
STEPS_KEPT = 50
MOST_MARKS = 400
"""Marks of one kingdom; the largest has far fewer lines, fetched and put away."""
KINGDOMS_MARKED = 200
"""Kingdoms of one household whose marks are kept: those that were marked last."""

MOVED = "moved"
"""The mark of a kingdom that was changed: the link of what came of it, for other phones."""


class Shared(NamedTuple):
    """A kingdom that has a code."""

    code: str
    link: str
    household: str
    """Whose marks are shown with it; empty when they are gone."""
    friends_tick: bool = False
    """Whether friends may tick its lists."""


class Marks(NamedTuple):
    """The marks of a kingdom by item, and the version of the newest."""

    values: Mapping[str, str]
    version: int


class TooManyMarks(Exception):
    """More marks than any kingdom has lines."""


class Evenings(RoomLeft):
    """Kingdoms on the table."""

    def share(self, household: str, link: str) -> str:
        """The code of a kingdom; once made it never changes its meaning. Raises TooMany.

        The household is empty for a code that is nobody's.
        """
        most = MOST_CODES if household else MOST_LOOSE_CODES
        with self.immediate():
            known = self.code_of(household, link)
            if known:
                return known
            if self.count_codes(household) >= most:
                raise TooMany("codes")
            self.check_bytes(household)
            code = self.free_code()
            self.add_code(household, code, link)
            return code

    def add_code(self, household: str, code: str, link: str) -> None:
        """Give a kingdom a code that is free."""
        self._insert("code", code=code, household=household or None, link=link, made=now())

    def count_codes(self, household: str) -> int:
        """How many codes a household has given."""
        sql = "select count(*) from code where household is ?"
        return self._value(sql, household or None)

    def code_of(self, household: str, link: str) -> str:
        """The code a household has given a kingdom; empty when it has given none."""
        sql = "select code from code where household is ? and link = ? order by rowid limit 1"
        return self._value(sql, household or None, link, default="")

    def shared(self, code: str) -> Shared | None:
        """The kingdom with this code, which is not idle then."""
        row = self._row("select * from code where code = ?", code)
        if row and row["idle"]:
            with contextlib.suppress(sqlite3.OperationalError):  # it opens on a full disk, too
                self._write("update code set idle = 0 where code = ?", code)
        if row is None:
            return None
        return Shared(row["code"], row["link"], row["household"] or "", bool(row["friends_tick"]))

    def let_friends_tick(self, household: str, code: str, allowed: bool) -> None:
        """Let friends tick a shared kingdom of this household, or no longer."""
        where = {"code": code, "household": household}
        self._change("code", where, friends_tick=allowed)

    def age_codes(self) -> None:
        """Count one more day for all codes, and delete those that were idle for too long.

        Days are counted and not compared, so that no wrong clock makes a code old.
        """
        with self.immediate():
            self._write("update code set idle = idle + 1")
            self._write("delete from code where idle > ?", CODES_IDLE)

    def keep_step(self, household: str, link: str, before: str) -> int:
        """Remember which kingdom another one took the place of; answers the step's number."""
        with self.immediate():
            step = self._insert("step", household=household, link=link, before=before)
            self._keep_newest("step", STEPS_KEPT, household=household)
        return step

    def step_before(self, household: str, step: int) -> str:
        """The link of the kingdom before a step; empty when it is not known."""
        sql = "select before from step where id = ? and household = ?"
        return self._value(sql, step, household, default="")

    def step_to(self, household: str, link: str) -> int:
        """The newest step that led to a kingdom; 0 when there is none."""
        sql = "select max(id) from step where household = ? and link = ?"
        return self._value(sql, household, link)

    def drop_step(self, household: str, step: int) -> None:
        """Take a step off the stack, as it was undone."""
        self._delete("step", id=step, household=household)

    def last_kingdom(self, household: str) -> str:
        """The link of the kingdom drawn last; empty when there is none."""
        sql = "select link from step where household = ? order by id desc limit 1"
        return self._value(sql, household, default="")

    def lead_on(self, household: str, old: str, new: str, link: str) -> None:
        """Lead phones that show one kingdom (by its key) to the one it was changed into."""
        if old == new:
            return
        with self.immediate():
            self.keep_marks(household, old, {MOVED: link})
            if self.marks(household, new).values.get(MOVED):
                self.keep_marks(household, new, {MOVED: ""})

    def marks(self, household: str, kingdom: str, since: int = 0) -> Marks:
        """The marks of a kingdom set after a version; those without a value were taken back."""
        rows = self._rows(
            "select item, value, version from mark where household = ? and kingdom = ?",
            *(household, kingdom),
        )
        return Marks(
            {row["item"]: row["value"] for row in rows if row["version"] > since},
            max((row["version"] for row in rows), default=0),
        )

    def keep_marks(self, household: str, kingdom: str, changes: Mapping[str, str]) -> Marks:
        """Set some marks and leave all others as they are; raises TooManyMarks."""
        with self.immediate():
            there = self.marks(household, kingdom)
            if len(there.values.keys() | changes.keys()) > MOST_MARKS:
                raise TooManyMarks
            for item, value in changes.items():
                if there.values.get(item, "") != value:
                    key = {"household": household, "kingdom": kingdom, "item": item}
                    self._put("mark", **key, value=value, version=there.version + 1)
            if not there.version:
                self._write(
                    "delete from mark where household = ? and kingdom in (select kingdom "
                    "from mark where household = ? group by kingdom "
                    "order by max(rowid) desc limit -1 offset ?)",
                    *(household, household, KINGDOMS_MARKED),
                )
            return self.marks(household, kingdom)
