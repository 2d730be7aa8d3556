"""Long print work: who asked for what, how far it is, and which file came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from web.store.base import Connection, new_code, now

ID_LENGTH = 12
MOST_OF_A_HOUSEHOLD = 2
MOST_OF_ALL = 10
"""Jobs that are not finished."""
KEPT = timedelta(days=1)
JOBS_KEPT = 20
"""Finished jobs of one household; older ones make room."""
UNFINISHED = ("waiting", "running")


class Job(NamedTuple):
    """A piece of long print work."""

    id: str
    household: str
    kind: str
    request: Mapping[str, Any]
    state: str
    """`waiting`, `running`, `done`, `failed` or `stopped`."""
    done: int
    total: int
    """Each page counts twice: once it is laid out, and once it is drawn."""
    file: str
    """The hash of the finished file, or empty."""
    error: str
    made: str

    @property
    def unfinished(self) -> bool:
        """Whether there is still something to wait for."""
        return self.state in UNFINISHED


class TooManyJobs(Exception):
    """More unfinished jobs than there may be; `own` says whether they are this household's."""

    def __init__(self, *, own: bool) -> None:
        super().__init__()
        self.own = own


class PaperJobs(Connection):
    """Long print work of all households."""

    def add_job(self, household: str, kind: str, request: Mapping[str, Any], total: int) -> str:
        """Put work in line; raises TooManyJobs."""
        with self.immediate():
            self._write("update paper_job set made = ? where made > ?", now(), now())
            waiting = [job.household for job in self._jobs("state in ('waiting', 'running')")]
            if waiting.count(household) >= MOST_OF_A_HOUSEHOLD:
                raise TooManyJobs(own=True)
            if len(waiting) >= MOST_OF_ALL:
                raise TooManyJobs(own=False)
            id_ = new_code(ID_LENGTH)
            self._write(
                "delete from paper_job where household = ? and state not in ('waiting', 'running') "
                "and rowid not in (select rowid from paper_job where household = ? "
                "order by rowid desc limit ?)",
                *(household, household, JOBS_KEPT),
            )
            job = {"id": id_, "kind": kind, "request": json.dumps(request), "state": "waiting"}
            self._insert("paper_job", household=household, **job, total=total, made=now())
            return id_

    def job(self, household: str, id_: str) -> Job | None:
        """The work with this id, if it is this household's."""
        return next(iter(self._jobs("household = ? and id = ?", household, id_)), None)

    def jobs_of(self, household: str) -> tuple[Job, ...]:
        """What a household has had printed, the newest first."""
        return tuple(reversed(self._jobs("household = ?", household)))

    def next_job(self) -> Job | None:
        """The oldest work that is not finished."""
        return next(iter(self._jobs("state in ('waiting', 'running')")), None)

    def keep_progress(self, id_: str, done: int, total: int) -> bool:
        """Say how far unfinished work is; answers False when nobody wants it any more."""
        return bool(
            self._write(
                "update paper_job set state = 'running', done = ?, total = ? where id = ? "
                "and state in ('waiting', 'running')",
                *(done, total, id_),
            )
        )

    def end_job(self, id_: str, state: str, file: str = "", error: str = "") -> None:
        """Say how unfinished work ended."""
        self._write(
            "update paper_job set state = ?, file = ?, error = ? where id = ? "
            "and state in ('waiting', 'running')",
            *(state, file, error, id_),
        )

    def keep_paper(self, household: str, file: str) -> None:
        """Remember that a household had this file printed, to remove it with the household."""
        self._write(
            "insert into paper select id, ?, ? from household where id = ? "
            "on conflict do update set made = excluded.made",
            *(file, now(), household),
        )

    def delete_old_papers(self) -> None:
        """Delete jobs, and who had what printed, when the files are gone."""
        with self.immediate():
            for table in ("paper_job", "paper"):
                self._write(f"delete from {table} where made < ?", now(-KEPT))  # noqa: S608  ours
                # The clock was set back: these count from now on.
                self._write(f"update {table} set made = ? where made > ?", now(), now())  # noqa: S608

    def _jobs(self, condition: str, *values: Any) -> tuple[Job, ...]:
        rows = self._rows(
            f"select * from paper_job where {condition} order by rowid",  # noqa: S608  our own
            *values,
        )
        return tuple(Job(**{**row, "request": json.loads(row["request"])}) for row in rows)
