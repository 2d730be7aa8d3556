"""Counting: a room in which points are counted, with all that follows from the counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from setup_rules.kingdom import Game
from setup_rules.plan_request import PlanRequest
from setup_rules.scoring.ending import GameScores, PlayerScore, score_game
from setup_rules.scoring.inputs import Input
from setup_rules.scoring.player_counts import PlayerEnd
from web.catalog import app_catalog
from web.http.visitor import home_id, phone_key
from web.language.translation import gettext as _
from web.links.kingdom_link import read_address
from web.store import Room, Seat, get_store
from web.store.base import digest

TURNS = "turns"
"""The key of the turns among the counts of a seat."""


class Counting:
    """What is counted in a room, as this phone may see and change it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.seats = get_store().seats(room.code)

    @property
    def asked(self) -> PlanRequest:
        """The kingdom that was played; raises BrokenLink."""
        return read_address(self.room.about["link"], app_catalog())

    @cached_property
    def game(self) -> Game:
        """The game that was played."""
        return self.asked.game(app_catalog())

    @cached_property
    def inputs(self) -> Sequence[Input]:
        """What is to be counted of each player."""
        return score_game(self.game, ()).inputs

    @cached_property
    def ending(self) -> GameScores:
        """The points of all players as far as they are counted, in the order of the seats."""
        return score_game(self.game, [self._player(seat) for seat in self.seats])

    def _player(self, seat: Seat) -> PlayerEnd:
        catalog = app_catalog()
        counted = [(one.count, seat.counts.get(one.count.key, 0)) for one in self.inputs]
        return PlayerEnd(
            name=seat_name(seat),
            turns=seat.counts.get(TURNS),
            cards={catalog.thing(count.card): number for count, number in counted if count.card},
            counts={count.key: number for count, number in counted if not count.card},
            whole_deck=False,
        )

    def score_of(self, seat: Seat) -> PlayerScore:
        """The points of one player."""
        return self.ending.scores[self.seats.index(seat)]

    @property
    def is_host(self) -> bool:
        """Whether this phone is of the household that opened the room."""
        return home_id() == self.room.household

    def is_own(self, seat: Seat) -> bool:
        """Whether this very phone has said that it counts a player's points."""
        key = phone_key()
        return bool(key) and seat.phone == digest(key)

    @property
    def here(self) -> tuple[Seat, ...]:
        """The players whose points this phone counts: for the host all that no other one does."""
        return tuple(
            seat for seat in self.seats if self.is_own(seat) or (self.is_host and not seat.phone)
        )

    @property
    def is_over(self) -> bool:
        """Whether all points are counted."""
        return all(seat.done for seat in self.seats)


def seat_name(seat: Seat) -> str:
    """The player's name, or the place."""
    return seat.name or _("Player {number}", number=seat.number)
