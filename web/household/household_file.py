"""A whole household as one file that people can read: written, and read with all its faults."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from setup_rules.catalog import LANGUAGES
from setup_rules.sentences import Code, say
from web.catalog import app_catalog
from web.household.log_reader import PARTS
from web.household.shelf_file import (
    KEYS,
    VERSION,
    WHOLE,
    NoShelf,
    ShelfReader,
    as_file,
    read_shelf_file,
    shelf_as_json,
)
from web.household.tournament_reader import TournamentReader
from web.http.visitor import ENGLISH, THEMES, clean_name
from web.links.code_seals import is_sealed, seal
from web.printing.styles import PAPERS, SIZES, STYLES
from web.reading.json_reader import LONGEST_NAME
from web.setup_sheet.fetch_list import TICKED
from web.setup_sheet.start import BEGINS, LEFT_OF_WINNER, NAMED
from web.setup_sheet.ticks import FETCHER
from web.store import ExportedFriend, HouseholdExport, LoggedGame, PlannedNight, Player
from web.store.evenings import MOST_CODES, MOST_MARKS, STEPS_KEPT
from web.store.export import KINGDOMS_TICKED, MOST_FRIENDS
from web.store.games import LONGEST_PERSON
from web.store.nights import NIGHTS_KEPT
from web.tournament.file import tournament_as_json

__all__ = ["FILENAME", "LARGEST", "NoShelf", "ReadHousehold", "read_household", "write_household"]

FILENAME = "ten-piles-household.json"
LARGEST = 6 * 2**20
"""Bytes of a file that is read: a full log of 5,000 games takes about half of it."""
MOST_NIGHT_GAMES = 20
TABLES, MOST_AT_A_TABLE = 2, 4
MORE_KEYS = (
    "saved",
    "phone",
    "friends",
    "people",
    "rest",
    "storage",
    "games",
    "nights",
    "codes",
    "steps",
    "ticks",
    "tournaments",
)
KINGDOM = re.compile("[0-9a-f]{20}")
TICK = re.compile("[fa]:[a-z0-9-]+:[a-z0-9-]+")
BOX = re.compile(f"{FETCHER}[a-z0-9-]{{1,60}}")
LONGEST_TICK = 120
SEATS = frozenset("1234567")
FRONT_PAGE = "/"
NO_KINGDOM = (FRONT_PAGE, "/published")
"""Where a kingdom was opened from that took no other one's place."""
PHONE: Mapping[str, tuple[Any, ...]] = {
    "theme": THEMES,
    "names": (ENGLISH, *LANGUAGES),
    "beside": (True, False),
    "paper": PAPERS,
    "style": STYLES,
    "size": SIZES,
}
"""How the phone that saved the file likes to read and print, and what may be said of it."""


class ReadHousehold(NamedTuple):
    """What was understood of a file, and a sentence for each thing that was not."""

    export: HouseholdExport
    faults: tuple[str, ...]
    phone: Mapping[str, Any]
    """How the phone that saved it liked to read and print."""
    shelf_only: bool
    """Whether the file is of the first version, which holds a shelf and nothing else."""


def write_household(export: HouseholdExport, phone: Mapping[str, Any]) -> bytes:
    """A household as a file, and how this phone likes to read and print."""
    shelf = shelf_as_json(export.name, export.boxes, export.players, export.wishes)
    return as_file(
        {
            **shelf,
            "version": WHOLE,
            "saved": datetime.now(UTC).isoformat(timespec="seconds"),
            "phone": {key: phone[key] for key in PHONE if key in phone},
            "friends": [
                {key: getattr(friend, key) for key in PARTS["friends"]} for friend in export.friends
            ],
            "people": [{**one._asdict(), "tastes": dict(one.tastes)} for one in export.people],
            "rest": export.rest._asdict(),
            "storage": export.storage.as_json(),
            "games": [_game_as_json(game) for game in export.games],
            "nights": [_night_as_json(night) for night in export.nights],
            "codes": [
                {"code": code, "link": link, "seal": seal(code, link)}
                for code, link in export.codes
            ],
            "steps": [{"link": link, "before": before} for link, before in export.steps],
            "ticks": {kingdom: dict(items) for kingdom, items in export.ticks.items()},
            "tournaments": [tournament_as_json(one) for one in export.tournaments],
        }
    )


def _game_as_json(game: LoggedGame) -> dict[str, Any]:
    players = [_player_as_json(player) for player in game.players]
    fields = {key: getattr(game, key) for key in PARTS["games"]}
    return {**fields, "players": players}


def _player_as_json(player: Player) -> dict[str, Any]:
    fields = {"name": player.name, "won": player.won, "known": player.person is not None}
    if player.points is None:
        return fields
    return {
        **fields,
        "points": player.points,
        "turns": player.turns,
        "sources": dict(player.sources),
    }


def _night_as_json(night: PlannedNight) -> dict[str, Any]:
    fields = {key: getattr(night, key) for key in PARTS["nights"]}
    return fields if night.seats else {key: fields[key] for key in fields if key != "seats"}


def read_household(body: bytes) -> ReadHousehold:
    """What a file of either version holds; raises NoShelf when it is something else."""
    version, saved = read_shelf_file(body)
    if version == VERSION:
        export, faults = ShelfReader(app_catalog()).read(saved)
        return ReadHousehold(export, faults, {}, shelf_only=True)
    return _HouseholdReader(app_catalog()).read_whole(saved)


class _HouseholdReader(TournamentReader):
    """Reads a file of the second version."""

    def read_whole(self, saved: Mapping[str, Any]) -> ReadHousehold:
        self._check_keys("", saved, (*KEYS, *MORE_KEYS))
        shelf = self._shelf(saved)
        people = tuple(self._people(saved.get("people", [])))
        places = {person.name.casefold(): place for place, person in enumerate(people)}
        games = tuple(self._games(saved.get("games", []), places))
        export = HouseholdExport(
            **shelf,
            friends=tuple(self._friends(saved.get("friends", []))),
            people=people,
            rest=self._rest(saved.get("rest", {})),
            storage=self._storage(saved.get("storage", {})),
            games=games,
            nights=tuple(self._nights(saved.get("nights", []))),
            codes=tuple(self._codes(saved.get("codes", []))),
            steps=tuple(self._steps(saved.get("steps", []))),
            ticks=self._ticks(saved.get("ticks", {})),
            tournaments=tuple(self._tournaments(saved.get("tournaments", []))),
        )
        phone = self._phone(saved.get("phone", {}))
        return ReadHousehold(export, self._messages(), phone, shelf_only=False)

    def _phone(self, value: object) -> dict[str, Any]:
        given = self._object("phone", value)
        self._check_keys("phone.", given, PHONE)
        liked = {key: like for key, like in given.items() if key in PHONE}
        for key, like in liked.items():
            if not any(like is known or like == known != 1 for known in PHONE[key]):
                message = say("“{field}” is not a valid setting.", field=Code(f"phone.{key}"))
                self._fault(f"phone.{key}", message)
        return liked

    def _friends(self, value: object) -> Iterator[ExportedFriend]:
        for field, entry in self._each("friends", value, MOST_FRIENDS, PARTS["friends"]):
            code = self._code(f"{field}.code", entry.get("code"))
            name = self._text(f"{field}.name", entry.get("name", ""), LONGEST_NAME)
            here = self._is(f"{field}.here", entry.get("here"))
            if code:
                yield ExportedFriend(code, name or "", here)

    def _nights(self, value: object) -> Iterator[PlannedNight]:
        for field, entry in self._each("nights", value, NIGHTS_KEPT, PARTS["nights"]):
            before = len(self._faults)
            listed = self._items(f"{field}.links", entry.get("links"), MOST_NIGHT_GAMES)
            links = tuple(self._link(where, link) for where, link in listed)
            named = self._list(f"{field}.boxes", entry.get("boxes"), len(self._catalog.boxes))
            boxes = tuple(name for where, name in named if self._is_box(where, name))
            fewest = self._number(f"{field}.fewest", entry.get("fewest"), 0, 99)
            moment = self._moment(f"{field}.made", entry.get("made"))
            seats = tuple(self._night_seats(f"{field}.seats", entry.get("seats", [])))
            if not links or (seats and not len(seats) == len(links) == TABLES):
                self._broken(f"{field}.links")
            if len(self._faults) == before:
                yield PlannedNight("", links, boxes, fewest, moment, seats)

    def _night_seats(self, field: str, value: object) -> Iterator[tuple[str, ...]]:
        """Who sits at each of two tables; nothing where a night has no tables."""
        for where, table in self._items(field, value, TABLES):
            names = self._items(where, table, MOST_AT_A_TABLE)
            yield tuple(self._text(seat, name, LONGEST_PERSON) or "" for seat, name in names)

    def _is_box(self, field: str, name: str) -> bool:
        if name not in self._catalog.boxes:
            self._unknown_value(field, name, self._catalog.boxes)
        return name in self._catalog.boxes

    def _codes(self, value: object) -> Iterator[tuple[str, str]]:
        for field, entry in self._each("codes", value, MOST_CODES, PARTS["codes"]):
            code = self._code(f"{field}.code", entry.get("code"))
            link = self._link_of_code(f"{field}.link", entry.get("link"))
            if code and link:
                yield (code if is_sealed(code, link, entry.get("seal")) else ""), link

    def _steps(self, value: object) -> Iterator[tuple[str, str]]:
        for field, entry in self._each("steps", value, STEPS_KEPT, PARTS["steps"]):
            link = self._link(f"{field}.link", entry.get("link"))
            before = entry.get("before", FRONT_PAGE)
            if before not in NO_KINGDOM:
                before = self._address(f"{field}.before", before)
            if link and before:
                yield link, before

    def _address(self, field: str, value: object) -> str:
        """A kingdom's link with its kept piles and step, and the ban that undoing takes back."""
        link = self._link(field, value)
        own = re.findall("[?&]((?:keep|from|never)=[a-z0-9.-]+)", str(value)) if link else ()
        return "&".join((link, *own))

    def _ticks(self, value: object) -> dict[str, dict[str, str]]:
        given = self._object("ticks", value)
        if len(given) > KINGDOMS_TICKED:
            self._too_many("ticks", len(given), KINGDOMS_TICKED)
            return {}
        kept = {}
        for kingdom, items in given.items():
            field = f"ticks.{kingdom[:LONGEST_NAME]}"
            ticks = self._object(field, items)
            good = {item: mark for item, mark in ticks.items() if _is_mark(item, mark)}
            if len(good) < len(ticks) or len(ticks) > MOST_MARKS or not KINGDOM.fullmatch(kingdom):
                self._fault(
                    field,
                    say("“{field}” has ticks for a list the app doesn’t know.", field=Code(field)),
                )
            elif good:
                kept[kingdom] = good
        return kept


def _is_name(text: str) -> bool:
    return 0 < len(text) <= LONGEST_PERSON and clean_name(text) == text


def _is_mark(item: str, value: object) -> bool:
    if item == BEGINS:
        kind, _colon, name = str(value).partition(":")
        named = kind in (LEFT_OF_WINNER, NAMED) and _is_name(name)
        return isinstance(value, str) and (named or value in (LEFT_OF_WINNER, *SEATS))
    if item.startswith(FETCHER):
        return bool(BOX.fullmatch(item)) and isinstance(value, str) and _is_name(value)
    return len(item) <= LONGEST_TICK and bool(TICK.fullmatch(item)) and value == TICKED
