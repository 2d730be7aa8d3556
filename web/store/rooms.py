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


class VetoSeat(NamedTuple):
    """A player's place in a veto; what was struck stays with the store until the reveal."""

    number: int
    name: str
    phone: str
    """The digest of the phone's secret, or empty while nobody sits there."""
    done: bool


class ScoreSeat(NamedTuple):
    """A player whose points are counted."""

    number: int
    name: str
    phone: str
    """The digest of the secret of the phone that counts; empty where the host's does."""
    done: bool
    counts: Mapping[str, int]
    """What was counted so far, by key; and turns, where they are known."""


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
            known = self._row(
                "select code from room where household = ? and kind = ? and seed = ?",
                *(household, kind, seed),
            )
            if known:
                return str(known["code"])
            code = self.free_code()
            self._write(
                "insert into room (code, household, kind, seed, about, used) "
                "values (?, ?, ?, ?, ?, ?)",
                *(code, household, kind, seed, json.dumps(about), now()),
            )
            for number, name in enumerate(names or [""] * seats, 1):
                self._write(
                    "insert into seat (room, number, name) values (?, ?, ?)", code, number, name
                )
            self._write(
                "delete from room where household = ? and kind = ? and rowid not in "
                "(select rowid from room where household = ? and kind = ? "
                "order by used desc, rowid desc limit ?)",
                *(household, kind, household, kind, MOST_ROOMS),
            )
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

    def seats(self, code: str) -> tuple[VetoSeat, ...]:
        """The seats of a veto, without what was struck."""
        rows = self._rows(
            "select number, name, phone, done from seat where room = ? order by number", code
        )
        return tuple(VetoSeat(r["number"], r["name"], r["phone"], bool(r["done"])) for r in rows)

    def take_seat(self, code: str, name: str, key: str) -> bool:
        """Let a phone have the next free seat, unless it has one that is not done yet."""
        phone = digest(key)
        with self.immediate():
            seats = self.seats(code)
            free = next((seat for seat in seats if not seat.phone), None)
            if free is None or any(s.phone == phone and not s.done for s in seats):
                return False
            self._write(
                "update seat set name = ?, phone = ? where room = ? and number = ?",
                *(name, phone, code, free.number),
            )
            self._changed(code)
        return True

    def free_seat(self, code: str, number: int) -> None:
        """Take a seat from its phone, and what it struck with it; not after the reveal."""
        with self.immediate():
            if self._write(
                "update seat set name = '', phone = '', done = 0, struck = '[]' "
                "where room = ? and number = ? and phone <> '' "
                "and (select reveal from room where code = room) = ''",
                *(code, number),
            ):
                self._changed(code)

    def strike(
        self, code: str, number: int, key: str, piles: Sequence[str], reveal_seed: str
    ) -> bool:
        """Keep what a phone's seat strikes, once; the last seat of all reveals them."""
        with self.immediate():
            kept = self._write(
                "update seat set done = 1, struck = ? where room = ? and number = ? "
                "and phone = ? and done = 0 "
                "and (select reveal from room where code = room) = ''",
                *(json.dumps(sorted(piles)), code, number, digest(key)),
            )
            if not kept:
                return False
            self._changed(code)
            if all(seat.done for seat in self.seats(code)):
                self.reveal(code, reveal_seed)
        return True

    def reveal(self, code: str, seed: str) -> bool:
        """Reveal what was struck; answers whether it was hidden until now."""
        with self.immediate():
            if self._write("update room set reveal = ? where code = ? and reveal = ''", seed, code):
                self._changed(code)
                return True
        return False

    def struck(self, code: str) -> Mapping[int, tuple[str, ...]]:
        """What each seat struck; nothing at all before the reveal."""
        rows = self._rows(
            "select number, struck from seat join room on room.code = seat.room "
            "where room = ? and reveal <> '' and done = 1 order by number",
            code,
        )
        return {row["number"]: tuple(json.loads(row["struck"])) for row in rows}

    def score_seats(self, code: str) -> tuple[ScoreSeat, ...]:
        """The players of a game, and what was counted of each."""
        rows = self._rows(
            "select number, name, phone, done, counted from seat where room = ? order by number",
            code,
        )
        return tuple(
            ScoreSeat(
                row["number"],
                row["name"],
                row["phone"],
                bool(row["done"]),
                json.loads(row["counted"]),
            )
            for row in rows
        )

    def count(self, code: str, number: int, counts: Mapping[str, int | None]) -> None:
        """Keep some counts of a player, and leave the others; None takes one away."""
        with self.immediate():
            for seat in self.score_seats(code):
                merged = {**seat.counts, **counts}
                kept = {key: value for key, value in merged.items() if value is not None}
                if seat.number == number and kept != seat.counts:
                    self._write(
                        "update seat set counted = ? where room = ? and number = ?",
                        *(json.dumps(kept), code, number),
                    )
                    self._changed(code)

    def hand_over(self, code: str, number: int, key: str) -> bool:
        """Let a phone count a player's points, if no other does; answers whether it may."""
        phone = digest(key)
        with self.immediate():
            taken = self._write(
                "update seat set phone = ?, done = 0 where room = ? and number = ? and phone = ''",
                *(phone, code, number),
            )
            if taken:
                self._changed(code)
            seats = self.score_seats(code)
        return any(seat.number == number and seat.phone == phone for seat in seats)

    def take_back(self, code: str, number: int) -> None:
        """Let the host's phone count a player's points again; what was counted stays."""
        with self.immediate():
            if self._write(
                "update seat set phone = '', done = 0 "
                "where room = ? and number = ? and phone <> ''",
                *(code, number),
            ):
                self._changed(code)

    def finish_counting(self, code: str, numbers: Sequence[int], *, done: bool = True) -> None:
        """Say that the points of these players are counted; or that they are not yet."""
        with self.immediate():
            if self._write(
                "update seat set done = ? where room = ? and done <> ? "
                "and number in (select value from json_each(?))",
                *(int(done), code, int(done), json.dumps(list(numbers))),
            ):
                self._changed(code)

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
            row = self._row("select max(number) as last from room_move where room = ?", code)
            last = (row and row["last"]) or 0
            if last >= MOST_MOVES:
                if not restart:
                    raise TooManyMoves
                self._write("delete from room_move where room = ?", code)
                last = 0
            self._write("insert into room_move values (?, ?, ?)", code, last + 1, move)
            self._changed(code)

    def undo_move(self, code: str, version: int) -> bool:
        """Leave the last move out; answers whether there was one, raises Stale."""
        with self.immediate():
            self._at(code, version)
            undone = self._write(
                "delete from room_move where room = ? and number = "
                "(select max(number) from room_move where room = ?)",
                *(code, code),
            )
            if undone:
                self._changed(code)
        return bool(undone)

    def _at(self, code: str, version: int) -> None:
        row = self._row("select version from room where code = ?", code)
        if row is None or row["version"] != version:
            raise Stale


def _room(row: Mapping[str, Any]) -> Room:
    return Room(
        row["code"],
        row["household"],
        row["kind"],
        json.loads(row["about"]),
        row["reveal"],
        row["version"],
    )
