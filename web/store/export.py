"""All that is kept of one household at once: to be saved as a file, and brought back from one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from web.store.evenings import MOVED, Evenings
from web.store.games import Games, LoggedGame, Rest
from web.store.households import DEFAULT_PLAYERS, IN_BOXES, Households, Storage
from web.store.nights import Nights, PlannedNight
from web.store.seat_searches import SeatSearches
from web.store.tournaments import Tournament

MOST_FRIENDS = 20
KINGDOMS_TICKED = 100
"""Kingdoms whose ticks are in a file: those that were ticked last."""


class ExportedPerson(NamedTuple):
    """Somebody who plays with the household, and the cards they like or dislike."""

    name: str
    here: bool
    tastes: Mapping[str, str]


class ExportedFriend(NamedTuple):
    """A friend's shelf, by its code."""

    code: str
    name: str
    here: bool
    other: str = ""
    """The household that the code stands for here, once that was looked up."""


class HouseholdExport(NamedTuple):
    """A household. In its games a player's `person` is a place in the list of people."""

    name: str = ""
    boxes: tuple[str, ...] = ()
    players: int = DEFAULT_PLAYERS
    wishes: Mapping[str, Any] = {}
    friends: tuple[ExportedFriend, ...] = ()
    people: tuple[ExportedPerson, ...] = ()
    rest: Rest = Rest()
    games: tuple[LoggedGame, ...] = ()
    nights: tuple[PlannedNight, ...] = ()
    """Without their ids, which follow from what they are."""
    codes: tuple[tuple[str, str], ...] = ()
    """Codes of kingdoms, each with its link; empty where a new one is to be given."""
    steps: tuple[tuple[str, str], ...] = ()
    """Kingdoms that were drawn, each with the one before it; the oldest first."""
    ticks: Mapping[str, Mapping[str, str]] = {}
    tournaments: tuple[Tournament, ...] = ()
    """Without what is of the moment: searches and versions. Of codes the same holds."""
    storage: Storage = IN_BOXES


class Amount(NamedTuple):
    """How much there is of what people count."""

    boxes: int = 0
    people: int = 0
    tastes: int = 0
    games: int = 0
    nights: int = 0
    tournaments: int = 0
    friends: int = 0
    codes: int = 0


class ImportResult(NamedTuple):
    """What reading a file does, or would do."""

    added: Amount
    removed: Amount = Amount()
    """What was here and is no more."""
    name: str = ""
    """The name that holds afterwards."""
    known: int = 0
    """Games that were here already and stay as they are."""
    strangers: tuple[str, ...] = ()
    """Friends whose shelves are not kept here, by name or code."""
    new_codes: int = 0
    """Kingdoms that get another code than the one in the file."""
    recoded: int = 0
    """Tournaments that do."""
    own_wishes: bool = False
    """Whether the wishes of here hold, and those of the file are left out."""
    own_rest: bool = False
    """The same of which cards rest."""
    own_storage: bool = False
    """The same of how the cards are kept."""


def renumbered(address: str, steps: Mapping[str, int]) -> str:
    """A kingdom's address with the number its step has elsewhere; without it if it has none."""

    def number(found: re.Match[str]) -> str:
        return f"&from={steps[found[1]]}" if found[1] in steps else ""

    return re.sub("&from=([0-9]+)", number, address)


class Exports(Households, Evenings, Games, Nights, SeatSearches):
    """Households as a whole, to be saved."""

    def export(self, household: str) -> HouseholdExport:
        """All that is kept of a household, as it is at one moment."""
        with self.at_one_moment():
            row = self._row("select * from household where id = ?", household)
            if row is None:
                return HouseholdExport()
            people = self.people(household)
            places = {person.id: place for place, person in enumerate(people)}
            return HouseholdExport(
                name=row["name"],
                boxes=tuple(json.loads(row["boxes"])),
                players=row["players"],
                wishes=json.loads(row["wishes"]),
                friends=tuple(
                    ExportedFriend(friend.code, friend.name, friend.here)
                    for friend in self.friends(household)
                ),
                people=self._people_with_tastes(household),
                rest=self.rest(household),
                games=tuple(_with_places(game, places) for game in reversed(self.games(household))),
                nights=self._nights(household),
                codes=self._pairs(
                    "select code, link from code where household = ? order by rowid", household
                ),
                steps=self._steps(household),
                ticks=self._ticks(household),
                tournaments=self.exported_tournaments(household),
                storage=Storage.of_json(json.loads(row["storage"])),
            )

    def _people_with_tastes(self, household: str) -> tuple[ExportedPerson, ...]:
        tastes: dict[int, dict[str, str]] = {}
        for taste in self.tastes(household):
            tastes.setdefault(taste.person, {})[taste.card] = taste.taste
        return tuple(
            ExportedPerson(person.name, person.here, tastes.get(person.id, {}))
            for person in self.people(household)
        )

    def _nights(self, household: str) -> tuple[PlannedNight, ...]:
        rows = self._rows(
            "select id from night where household = ? order by made, rowid", household
        )
        nights = (self.night(household, row["id"]) for row in rows)
        return tuple(night._replace(id="") for night in nights if night is not None)

    def _steps(self, household: str) -> tuple[tuple[str, str], ...]:
        """The steps to undo; an address names the step before it by its place among them."""
        rows = self._rows(
            "select id, link, before from step where household = ? order by id", household
        )
        places = {str(row["id"]): place for place, row in enumerate(rows, 1)}
        return tuple((row["link"], renumbered(row["before"], places)) for row in rows)

    def _pairs(self, sql: str, household: str) -> tuple[tuple[str, str], ...]:
        return tuple((str(one), str(two)) for one, two in self._db.conn.execute(sql, (household,)))

    def _ticks(self, household: str) -> Mapping[str, Mapping[str, str]]:
        ticks: dict[str, dict[str, str]] = {}
        for row in self._rows(
            "select kingdom, item, value from mark where household = ? and value <> '' "
            "and item <> ? "
            "and kingdom in (select kingdom from mark where household = ? group by kingdom "
            "order by max(rowid) desc limit ?) order by rowid",
            *(household, MOVED, household, KINGDOMS_TICKED),
        ):
            ticks.setdefault(row["kingdom"], {})[row["item"]] = row["value"]
        return ticks


def _with_places(game: LoggedGame, places: Mapping[int, int]) -> LoggedGame:
    players = tuple(
        player._replace(person=None if player.person is None else places[player.person])
        for player in game.players
    )
    return game._replace(players=players)
