"""What is kept of a household: its shelf, wishes and players, its keys, and friends' shelves."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from web.store.base import CODE_LENGTH, Connection, digest, new_code, new_key, now
from web.store.quota import TooMany

RECOVERY_LENGTH = 16
JOIN_MINUTES = 30
"""How long the code works with which a second phone joins."""
_JOINING = timedelta(minutes=JOIN_MINUTES)
_LONGEST = 2 * _JOINING
"""How far ahead its end may lie; further, and the clock was set back since."""
MOST_PHONES = 100
"""Keys of one household; nobody is logged out to make room."""
JOIN_CODES_KEPT = 5
"""Joining codes of one household that work at the same time; older ones make room."""
MOST_COPIES = 3
"""How often a box can stand on one shelf."""
DEFAULT_PLAYERS = 2
MOST_CASES = 12
LONGEST_CASE = 40
"""Characters in the name of a case."""


A_TO_Z, BY_COST, CASES, BOXES = "a-z", "cost", "cases", "boxes"
WAYS_TO_KEEP = (BOXES, A_TO_Z, BY_COST, CASES)
"""How cards are kept: in their boxes, in one case by name or by cost, or in cases of one's own."""


class Case(NamedTuple):
    """A case of one's own: what is in it by boxes, or by the first letters of the cards."""

    name: str
    boxes: tuple[str, ...] = ()
    letters: str = ""


class Storage(NamedTuple):
    """How a household keeps its cards; cases stay known while another way is chosen."""

    how: str = BOXES
    cases: tuple[Case, ...] = ()

    @classmethod
    def of_json(cls, saved: Mapping[str, Any]) -> Storage:
        """The same from what `as_json` wrote."""
        cases = (
            Case(case["name"], tuple(case["boxes"]), case["letters"])
            for case in saved.get("cases", ())
        )
        return cls(saved.get("how", BOXES), tuple(cases))

    def as_json(self) -> dict[str, Any]:
        """Values that JSON has."""
        cases = [{**case._asdict(), "boxes": list(case.boxes)} for case in self.cases]
        return {"how": self.how, "cases": cases}


IN_BOXES = Storage()


class Household(NamedTuple):
    """What a household chose; consequences are worked out again each time."""

    id: str
    name: str
    boxes: tuple[str, ...]
    """Ids in the order they were kept; a box that is there twice is named twice."""
    players: int
    wishes: Mapping[str, Any]
    """As POST /api/draw takes them: pinned, banned, wishes, draws, black_market_size."""
    storage: Storage = IN_BOXES
    hints_away: frozenset[str] = frozenset()
    """The hints that were put away."""


class Friend(NamedTuple):
    """A friend's shelf, joined for tonight or switched off."""

    id: str
    code: str
    name: str
    boxes: tuple[str, ...]
    here: bool


class Households(Connection):
    """Households and what belongs to them."""

    def found_household(self) -> tuple[Household, str]:
        """A new household and the key of its first phone."""
        key, id_ = new_key(), new_key()
        with self.immediate():
            self._insert("household", id=id_, boxes="[]", players=DEFAULT_PLAYERS, updated=now())
            self._let_open(id_, key, "device")
        return Household(id_, "", (), DEFAULT_PLAYERS, {}), key

    def _let_open(self, household: str, key: str, kind: str, until: str | None = None) -> None:
        self._insert("access", digest=digest(key), household=household, kind=kind, expires=until)

    def household_of(self, key: str) -> Household | None:
        """The household a phone's key opens."""
        return self._opened_by(key, "device")

    def household_by_code(self, code: str) -> Household | None:
        """The household a joining or recovery code opens, while it does."""
        return self._opened_by(code, "join", "recovery")

    def _opened_by(self, key: str, *kinds: str) -> Household | None:
        row = self._row(
            "select h.*, a.kind from household h join access a on a.household = h.id "
            "where a.digest = ? and (a.expires is null or a.expires between ? and ?)",
            *(digest(key), now(), now(_LONGEST)),
        )
        if row is None or row["kind"] not in kinds:
            return None
        return Household(
            row["id"],
            row["name"],
            tuple(json.loads(row["boxes"])),
            row["players"],
            json.loads(row["wishes"]),
            Storage.of_json(json.loads(row["storage"])),
            frozenset(json.loads(row["hints_away"])),
        )

    def keep_shelf(self, household: str, boxes: tuple[str, ...]) -> None:
        """Keep the boxes on the shelf."""
        self._update(household, boxes=json.dumps(boxes))

    def put_box(self, household: str, box: str, copies: int) -> None:
        """Have a box on the shelf so many times, and leave all others as they are."""
        with self.immediate():
            others = [id_ for id_ in self._list_of(household, "boxes") if id_ != box]
            self.keep_shelf(household, (*others, *(box,) * copies))

    def add_boxes(self, household: str, boxes: Iterable[str]) -> None:
        """Put boxes on the shelf that are not there yet."""
        with self.immediate():
            there = self._list_of(household, "boxes")
            self.keep_shelf(household, (*there, *(id_ for id_ in boxes if id_ not in there)))

    def keep_name(self, household: str, name: str) -> None:
        """Keep the name friends see."""
        self._update(household, name=name)

    def keep_players(self, household: str, players: int) -> None:
        """Keep the number of players."""
        self._update(household, players=players)

    def keep_wishes(self, household: str, wishes: Mapping[str, Any]) -> None:
        """Keep the wishes, as POST /api/draw takes them."""
        self._update(household, wishes=json.dumps(wishes))

    def keep_storage(self, household: str, storage: Storage) -> None:
        """Keep how the cards are kept."""
        self._update(household, storage=json.dumps(storage.as_json()))

    def storage_of(self, household: str) -> Storage:
        """How a household keeps its cards."""
        kept = self._value("select storage from household where id = ?", household, default="{}")
        return Storage.of_json(json.loads(kept))

    def put_hint_away(self, household: str, hint: str) -> None:
        """Keep that a hint is needed no more."""
        with self.immediate():
            away = {*self._list_of(household, "hints_away"), hint}
            self._update(household, hints_away=json.dumps(sorted(away)))

    def show_hints(self, household: str) -> None:
        """Have no hint put away."""
        self._update(household, hints_away="[]")

    def _list_of(self, household: str, column: str) -> list[str]:
        sql = f"select {column} from household where id = ?"  # noqa: S608  our own names
        return json.loads(self._value(sql, household, default="[]"))

    def _update(self, household: str, **values: Any) -> None:
        self._change("household", {"id": household}, **values, updated=now())

    def forget_household(self, household: str) -> tuple[str, ...]:
        """Delete it with all that belongs to it.

        What is deleted is overwritten. Answers the tags of printed files, but for those that
        others wait for.
        """
        with self.immediate():
            files = self._rows(
                "select file from paper where household = ? union "
                "select file from paper_job where household = ? and file <> '' except "
                "select file from paper_job where household <> ?",
                *(household, household, household),
            )
            self._delete("household", id=household)
        self.wipe_log()
        return tuple(row["file"] for row in files)

    def shelf_code(self, household: str) -> str:
        """The code with which friends add this shelf to theirs; it only ever shows the boxes."""
        row = self._row("select shelf_code from household where id = ?", household)
        if row and row["shelf_code"]:
            return str(row["shelf_code"])
        while True:
            code = new_code(CODE_LENGTH)
            try:
                self._write(
                    "update household set shelf_code = ? where id = ? and shelf_code is null",
                    *(code, household),
                )
            except sqlite3.IntegrityError:  # the code is taken
                continue
            return self.shelf_code(household)

    def shelf_by_code(self, code: str) -> Friend | None:
        """The shelf a friend's code stands for."""
        row = self._row("select *, 0 as here from household where shelf_code = ?", code)
        return _friend(row) if row else None

    def friends(self, household: str) -> tuple[Friend, ...]:
        """The friends' shelves that were joined."""
        rows = self._rows(
            "select h.id, h.name, h.shelf_code, h.boxes, f.here from friend f "
            "join household h on h.id = f.other where f.household = ? order by f.rowid",
            household,
        )
        return tuple(_friend(row) for row in rows)

    def add_friend(self, household: str, other: str) -> None:
        """Join a friend's shelf for tonight; nothing happens if either is gone by now."""
        self._write(
            "insert into friend select a.id, b.id, 1 from household a, household b "
            "where a.id = ? and b.id = ? and a.id <> b.id "
            "on conflict do update set here = 1",
            *(household, other),
        )

    def switch_friend(self, household: str, other: str, *, here: bool) -> None:
        """Whether a friend's boxes are here tonight."""
        self._change("friend", {"household": household, "other": other}, here=here)

    def remove_friend(self, household: str, other: str) -> None:
        """Forget a friend's shelf."""
        self._delete("friend", household=household, other=other)

    def join_code(self, household: str) -> str:
        """A code with which one more phone becomes part of the household, for a short while."""
        code = new_code(RECOVERY_LENGTH)
        with self.immediate():
            self._let_open(household, code, "join", now(_JOINING))
            self._keep_newest("access", JOIN_CODES_KEPT, household=household, kind="join")
        return code

    def delete_old_join_codes(self) -> None:
        """Delete the joining codes that are too old to open anything."""
        self._write(
            "delete from access where kind = 'join' and expires not between ? and ?",
            *(now(), now(_LONGEST)),
        )

    def recovery_code(self, household: str) -> str:
        """A new code that opens the household should every phone lose its key; the only one."""
        code = new_code(RECOVERY_LENGTH)
        with self.immediate():
            self._delete("access", household=household, kind="recovery")
            self._let_open(household, code, "recovery")
        return code

    def has_recovery_code(self, household: str) -> bool:
        """Whether a recovery code was made that still works."""
        return bool(self._count("access", household=household, kind="recovery"))

    def change_locks(self, household: str) -> str:
        """A new key, the only one: no other phone and no code opens the household any more."""
        key = new_key()
        with self.immediate():
            self._delete("access", household=household)
            self._let_open(household, key, "device")
        return key

    def count_phones(self, household: str) -> int:
        """How many keys open the household, each on a phone."""
        return self._count("access", household=household, kind="device")

    def wishes_of(self, household: str) -> Mapping[str, Any]:
        """The wishes as they are at this moment; within a transaction nobody changes them."""
        sql = "select wishes from household where id = ?"
        return json.loads(self._value(sql, household, default="{}"))

    def enter(self, code: str) -> str | None:
        """The key for a phone that enters a household by a joining or recovery code.

        Raises TooMany.
        """
        key = new_key()
        with self.immediate():
            home = self.household_by_code(code)
            if home is None:
                return None
            if self.count_phones(home.id) >= MOST_PHONES:
                raise TooMany("phones")
            self._let_open(home.id, key, "device")
        return key


def _friend(row: Mapping[str, Any]) -> Friend:
    return Friend(
        row["id"],
        row["shelf_code"] or "",
        row["name"],
        tuple(json.loads(row["boxes"])),
        bool(row["here"]),
    )
