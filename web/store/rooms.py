"""Rooms for several phones: a blind veto, a Black Market deck, the points after a game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from web.store.base import Connection, digest, now

VETO, MARKET, SCORE = "veto", "market", "score"
MOST_ROOMS = 8
"""Rooms of one kind that a household has at once; the one left alone longest makes room."""
MOST_MOVES = 2_000
KEPT = timedelta(days=2)
"""How long a room stays after the last change in it."""


class Room(NamedTuple):
    """A room that phones enter by its code."""

    code: str
    household: str
    kind: str
    about: Mapping[str, Any]
    """What it was opened with."""
    reveal: str
    """The seed made when all strikes were revealed; empty before."""
    version: int


class Seat(NamedTuple):
    """A player's place in a room; what was struck stays with the store until the reveal."""

    number: int
    name: str
    phone: str
    """The digest of its phone's secret. Empty: nobody strikes there; the host's counts points."""
    done: bool
    counts: Mapping[str, int] = {}
    """What was counted so far of a score, by key; and turns, where they are known."""


class Stale(Exception):
    """Another phone was faster, so this was meant for something that has changed."""


class TooManyMoves(Exception):
    """More moves than any game has."""


class Rooms(Connection):
    """All rooms."""

    def open_room(
        self,
        household: str,
        kind: str,
        seed: str,
        about: Mapping[str, Any],
        *,
        seats: int = 0,
        names: Sequence[str] = (),
    ) -> str:
        """A room and its code, the same one for the same seed; seats without a name, or with."""
        with self.immediate():
            self._write("update room set used = ? where used > ?", now(), now())
            self._write("delete from room where household = ? and used < ?", household, now(-KEPT))
            of = {"household": household, "kind": kind}
            known = self._value(
                "select code from room where household = ? and kind = ? and seed = ?",
                *(household, kind, seed),
                default="",
            )
            if known:
                return known
            code = self.free_code()
            self._insert("room", code=code, **of, seed=seed, about=json.dumps(about), used=now())
            for number, name in enumerate(names or [""] * seats, 1):
                self._insert("seat", room=code, number=number, name=name)
            self._keep_newest("room", MOST_ROOMS, "used desc, rowid", **of)
        return code

    def room(self, code: str, kind: str = "") -> Room | None:
        """The room with this code, of this kind if one is named."""
        row = self._row("select * from room where code = ? and used >= ?", code, now(-KEPT))
        return _room(row) if row and kind in ("", row["kind"]) else None

    def rooms_of(self, household: str, kind: str) -> tuple[Room, ...]:
        """The rooms of a household, the newest first."""
        rows = self._rows(
            "select * from room where household = ? and kind = ? and used >= ? order by rowid desc",
            *(household, kind, now(-KEPT)),
        )
        return tuple(_room(row) for row in rows)

    def delete_old_rooms(self) -> None:
        """Delete the rooms that were left alone for too long."""
        with self.immediate():
            self._write("delete from room where used < ?", now(-KEPT))
            # The clock was set back: these count from now on.
            self._write("update room set used = ? where used > ?", now(), now())

    def _changed(self, code: str) -> None:
        self._write("update room set version = version + 1, used = ? where code = ?", now(), code)

    def _write_in(self, code: str, sql: str, *values: Any) -> bool:
        """Carry out a statement about a room; answers whether it changed anything."""
        with self.immediate():
            rows = self._write(sql, *values)
            if rows:
                self._changed(code)
        return bool(rows)

    def seats(self, code: str) -> tuple[Seat, ...]:
        """The seats of a room, without what was struck."""
        return tuple(
            Seat(number, name, phone, bool(done), json.loads(counted))
            for number, name, phone, done, counted in self._db.conn.execute(
                "select number, name, phone, done, counted from seat where room = ? "
                "order by number",
                (code,),
            )
        )

    def take_seat(self, code: str, name: str, key: str) -> bool:
        """Let a phone have the next free seat, unless it has one that is not done yet."""
        phone = digest(key)
        with self.immediate():
            seats = self.seats(code)
            free = next((seat for seat in seats if not seat.phone), None)
            if free is None or any(s.phone == phone and not s.done for s in seats):
                return False
            self._change("seat", {"room": code, "number": free.number}, name=name, phone=phone)
            self._changed(code)
        return True

    def free_seat(self, code: str, number: int) -> None:
        """Take a seat from its phone, and what it struck with it; not after the reveal."""
        self._write_in(
            code,
            "update seat set name = '', phone = '', done = 0, struck = '[]' "
            "where room = ? and number = ? and phone <> '' "
            "and (select reveal from room where code = room) = ''",
            *(code, number),
        )

    def strike(
        self, code: str, number: int, key: str, piles: Sequence[str], reveal_seed: str
    ) -> bool:
        """Keep what a phone's seat strikes, once; the last seat of all reveals them."""
        with self.immediate():
            is_kept = self._write_in(
                code,
                "update seat set done = 1, struck = ? where room = ? and number = ? "
                "and phone = ? and done = 0 "
                "and (select reveal from room where code = room) = ''",
                *(json.dumps(sorted(piles)), code, number, digest(key)),
            )
            if is_kept and all(seat.done for seat in self.seats(code)):
                self.reveal(code, reveal_seed)
        return is_kept

    def reveal(self, code: str, seed: str) -> bool:
        """Reveal what was struck; answers whether it was hidden until now."""
        sql = "update room set reveal = ? where code = ? and reveal = ''"
        return self._write_in(code, sql, seed, code)

    def struck(self, code: str) -> Mapping[int, tuple[str, ...]]:
        """What each seat struck; nothing at all before the reveal."""
        rows = self._rows(
            "select number, struck from seat join room on room.code = seat.room "
            "where room = ? and reveal <> '' and done = 1 order by number",
            code,
        )
        return {row["number"]: tuple(json.loads(row["struck"])) for row in rows}

    def count(self, code: str, number: int, counts: Mapping[str, int | None]) -> None:
        """Keep some counts of a player, and leave the others; None takes one away."""
        with self.immediate():
            for seat in self.seats(code):
                merged = {**seat.counts, **counts}
                kept = {key: value for key, value in merged.items() if value is not None}
                if seat.number == number and kept != seat.counts:
                    where = {"room": code, "number": number}
                    self._change("seat", where, counted=json.dumps(kept))
                    self._changed(code)

    def hand_over(self, code: str, number: int, key: str) -> bool:
        """Let a phone count a player's points, if no other does; answers whether it may."""
        phone = digest(key)
        sql = "update seat set phone = ?, done = 0 where room = ? and number = ? and phone = ''"
        with self.immediate():
            self._write_in(code, sql, phone, code, number)
            return bool(self._count("seat", room=code, number=number, phone=phone))

    def take_back(self, code: str, number: int) -> None:
        """Let the host's phone count a player's points again; what was counted stays."""
        sql = "update seat set phone = '', done = 0 where room = ? and number = ? and phone <> ''"
        self._write_in(code, sql, code, number)

    def finish_counting(self, code: str, numbers: Sequence[int], *, done: bool = True) -> None:
        """Say that the points of these players are counted; or that they are not yet."""
        self._write_in(
            code,
            "update seat set done = ? where room = ? and done <> ? "
            "and number in (select value from json_each(?))",
            *(done, code, done, json.dumps(list(numbers))),
        )

    def moves(self, code: str) -> tuple[str, ...]:
        """All moves of a deck, in order."""
        rows = self._rows("select move from room_move where room = ? order by number", code)
        return tuple(row["move"] for row in rows)

    def add_move(self, code: str, version: int, move: str, *, restart: bool = False) -> None:
        """Keep one more move, made at a version; raises Stale when that is not the newest.

        With `restart` earlier moves make room where they are too many; otherwise TooManyMoves.
        """
        with self.immediate():
            self._at(code, version)
            last = self._value("select max(number) from room_move where room = ?", code)
            if last >= MOST_MOVES:
                if not restart:
                    raise TooManyMoves
                self._delete("room_move", room=code)
                last = 0
            self._insert("room_move", room=code, number=last + 1, move=move)
            self._changed(code)

    def undo_move(self, code: str, version: int) -> bool:
        """Leave the last move out; answers whether there was one, raises Stale."""
        with self.immediate():
            self._at(code, version)
            return self._write_in(
                code,
                "delete from room_move where room = ? and number = "
                "(select max(number) from room_move where room = ?)",
                *(code, code),
            )

    def _at(self, code: str, version: int) -> None:
        if not self._count("room", code=code, version=version):
            raise Stale


def _room(row: Mapping[str, Any]) -> Room:
    columns = {name: row[name] for name in Room._fields}
    return Room(**columns | {"about": json.loads(row["about"])})
