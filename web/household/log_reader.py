"""Reads the people and games of a household's file, and what its other parts have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from setup_rules.cards import Card
from setup_rules.catalog import Catalog
from setup_rules.plan_request import MOST_BOXES
from setup_rules.sentences import Code, say, say_number
from web.household.shelf_file import ShelfReader
from web.http.visitor import clean_name
from web.language.dates import read_day, this_day
from web.links.codes import read_code
from web.links.kingdom_link import BrokenLink, link_for, read_address
from web.links.night_link import is_night, night_link, read_night
from web.reading.json_reader import LONGEST_NAME
from web.store import ExportedPerson, LoggedGame, Player, Rest
from web.store.games import (
    LONGEST_KINGDOM,
    LONGEST_NOTE,
    LONGEST_PERSON,
    MOST_GAMES,
    MOST_PEOPLE,
    MOST_POINTS,
    MOST_SEATS,
    MOST_SOURCES,
    MOST_TASTES,
    MOST_TURNS,
)
from web.store.households import (
    BOXES,
    LONGEST_CASE,
    MOST_CASES,
    WAYS_TO_KEEP,
    Case,
    Storage,
)

PARTS = {
    "friends": ("code", "name", "here"),
    "people": ("name", "here", "tastes"),
    "rest": ("on", "unit", "number", "how"),
    "storage": ("how", "cases"),
    "storage.cases": ("name", "boxes", "letters"),
    "games": ("id", "day", "link", "name", "seats", "tie", "liked", "note", "players"),
    "games.players": ("name", "won", "known", "points", "turns", "sources"),
    "nights": ("made", "boxes", "fewest", "links", "seats"),
    "codes": ("code", "link", "seal"),
    "steps": ("link", "before"),
}
"""The keys of each part."""
TASTES = ("double", "half", "never")
UNITS = ("games", "weeks")
WAYS_TO_REST = ("out", "half", "quarter", "tenth")
GAME_ID = re.compile("[A-Za-z0-9_-]{8,40}")


class PartReader(ShelfReader):
    """Reads what several parts of a file have: objects in lists, short texts, links and codes."""

    def __init__(self, catalog: Catalog) -> None:
        super().__init__(catalog)
        self._own_links: dict[str, str] = {}
        self._cleaned: dict[str, str] = {}

    def _each(
        self, field: str, value: object, most: int, keys: tuple[str, ...]
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """The objects in a list, each with its field."""
        for where, entry in self._items(field, value, most):
            if isinstance(entry, dict):
                self._check_keys(f"{where}.", entry, keys)
                yield where, entry
            else:
                self._wrong(where, say("“{field}” must be an object, not {kind}."), entry)

    def _text(self, field: str, value: object, most: int) -> str | None:
        """A short text on one line; None if it is none."""
        if not isinstance(value, str):
            self._wrong(field, say("“{field}” must be text, not {kind}."), value)
            return None
        if value not in self._cleaned:
            self._cleaned[value] = clean_name(value)
        text = self._cleaned[value]
        return text if self._short_enough(field, text, most) else None

    def _short_enough(self, field: str, text: str, most: int) -> bool:
        if len(text) > most:
            self._fault(
                field,
                say_number(
                    "“{field}” has {number} character; the limit is {most}.",
                    "“{field}” has {number} characters; the limit is {most}.",
                    len(text),
                    field=Code(field),
                    most=most,
                ),
            )
        return len(text) <= most

    def _is(self, field: str, value: object) -> bool:
        """Yes or no; nothing is no."""
        return bool(self._yes_or_no(field, value))

    def _broken(self, field: str) -> None:
        self._fault(field, say("“{field}” doesn’t contain a kingdom.", field=Code(field)))

    def _link(self, field: str, value: object) -> str:
        """The own link of a kingdom; empty if it is none."""
        address = value if isinstance(value, str) else ""
        if address not in self._own_links:
            try:
                self._own_links[address] = link_for(*read_address(address, self._catalog))
            except BrokenLink:
                self._own_links[address] = ""
        if not self._own_links[address]:
            self._broken(field)
        return self._own_links[address]

    def _link_of_code(self, field: str, value: object) -> str:
        """What a code stands for: a kingdom or a whole night; empty if it is neither."""
        if not isinstance(value, str) or not is_night(value):
            return self._link(field, value)
        try:
            return night_link(read_night(value, self._catalog))
        except BrokenLink:
            self._broken(field)
        return ""

    def _code(self, field: str, value: object) -> str:
        code = read_code(value) if isinstance(value, str) else None
        if code is None:
            self._fault(field, say("“{field}” isn’t a valid code.", field=Code(field)))
        return code or ""

    def _moment(self, field: str, value: object) -> str:
        try:
            moment = datetime.fromisoformat(value if isinstance(value, str) else "")
            return moment.astimezone(UTC).isoformat(timespec="seconds")
        except (ValueError, OverflowError):
            message = say("“{field}” must be a time such as {time}.")
            now = datetime.now(UTC).isoformat(timespec="seconds")
            self._wrong(field, message, value, time=Code(now))
            return ""


class LogReader(PartReader):
    """Reads people, the games they played, and which cards rest."""

    def _people(self, value: object) -> Iterator[ExportedPerson]:
        seen: set[str] = set()
        for field, entry in self._each("people", value, MOST_PEOPLE, PARTS["people"]):
            name = self._text(f"{field}.name", entry.get("name"), LONGEST_PERSON)
            here = self._is(f"{field}.here", entry.get("here"))
            tastes = self._tastes(f"{field}.tastes", entry.get("tastes", {}))
            if name == "":
                self._fault(field, say("“{field}” has no name.", field=Code(field)))
            elif name and name.casefold() in seen:
                self._fault(field, say("{name} is listed twice.", name=Code(name)))
            elif name:
                seen.add(name.casefold())
                yield ExportedPerson(name, here, tastes)

    def _tastes(self, field: str, value: object) -> dict[str, str]:
        given = self._object(field, value)
        if len(given) > MOST_TASTES:
            self._too_many(field, len(given), MOST_TASTES)
            return {}
        tastes = {}
        for card, taste in given.items():
            thing = self._thing(f"{field}.{card[:LONGEST_NAME]}", card)
            if thing is not None and not isinstance(thing, Card):
                self._fault(field, say("{name} isn’t a Kingdom pile.", name=thing.name))
            known = self._word(f"{field}.{card[:LONGEST_NAME]}", taste, TASTES)
            if isinstance(thing, Card) and known:
                tastes[thing.id] = known
        return tastes

    def _rest(self, value: object) -> Rest:
        given = self._object("rest", value)
        self._check_keys("rest.", given, PARTS["rest"])
        usual = Rest()
        return Rest(
            self._is("rest.on", given.get("on", False)),
            self._word("rest.unit", given.get("unit", usual.unit), UNITS) or usual.unit,
            self._number("rest.number", given.get("number", usual.number), 1, 99),
            self._word("rest.how", given.get("how", usual.how), WAYS_TO_REST) or usual.how,
        )

    def _storage(self, value: object) -> Storage:
        given = self._object("storage", value)
        self._check_keys("storage.", given, PARTS["storage"])
        how = self._word("storage.how", given.get("how", BOXES), WAYS_TO_KEEP)
        return Storage(how or BOXES, tuple(self._cases(given.get("cases", []))))

    def _cases(self, value: object) -> Iterator[Case]:
        keys = PARTS["storage.cases"]
        for field, case in self._each("storage.cases", value, MOST_CASES, keys):
            name = self._text(f"{field}.name", case.get("name", ""), LONGEST_CASE)
            letters = self._text(f"{field}.letters", case.get("letters", ""), LONGEST_CASE)
            listed = self._items(f"{field}.boxes", case.get("boxes", []), MOST_BOXES)
            boxes = [self._box(at, {"id": box}) for at, box in listed]
            if name:
                yield Case(name, tuple(filter(None, boxes)), letters or "")

    def _games(self, value: object, places: Mapping[str, int]) -> Iterator[LoggedGame]:
        seen: set[str] = set()
        for field, entry in self._each("games", value, MOST_GAMES, PARTS["games"]):
            before = len(self._faults)
            id_ = entry.get("id")
            if not isinstance(id_, str) or not GAME_ID.fullmatch(id_) or id_ in seen:
                message = say(
                    "“{field}” must be 8 to 40 letters or digits, different for each game."
                )
                self._wrong(f"{field}.id", message, id_)
            game = LoggedGame(
                id=str(id_),
                link=self._link(f"{field}.link", entry.get("link")),
                day=self._day(f"{field}.day", entry.get("day")),
                name=self._text(f"{field}.name", entry.get("name", ""), LONGEST_KINGDOM) or "",
                seats=self._number(f"{field}.seats", entry.get("seats"), 1, MOST_SEATS),
                tie=self._is(f"{field}.tie", entry.get("tie")),
                liked=None
                if entry.get("liked") is None
                else self._number(f"{field}.liked", entry["liked"], 1, 5),
                note=self._note(f"{field}.note", entry.get("note", "")),
                players=tuple(self._players(f"{field}.players", entry.get("players", []), places)),
            )
            if len(self._faults) == before:
                seen.add(game.id)
                yield game._replace(seats=max(game.seats, len(game.players)))

    def _players(self, field: str, value: object, places: Mapping[str, int]) -> Iterator[Player]:
        keys = PARTS["games.players"]
        for where, entry in self._each(field, value, MOST_SEATS, keys):
            name = self._text(f"{where}.name", entry.get("name"), LONGEST_PERSON)
            won = self._is(f"{where}.won", entry.get("won"))
            known = self._is(f"{where}.known", entry.get("known"))
            if name:
                person = places.get(name.casefold()) if known else None
                yield Player(person, name, won, **self._score(where, entry))

    def _score(self, where: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """A player's points, if they were counted."""
        if entry.get("points") is None:
            return {}
        turns = entry.get("turns")
        sources = self._object(f"{where}.sources", entry.get("sources", {}))
        if len(sources) > MOST_SOURCES:
            self._too_many(f"{where}.sources", len(sources), MOST_SOURCES)
            sources = {}
        return {
            "points": self._points(f"{where}.points", entry["points"]),
            "turns": None
            if turns is None
            else self._number(f"{where}.turns", turns, 1, MOST_TURNS),
            "sources": {
                name[:LONGEST_NAME]: self._points(f"{where}.sources.{name[:LONGEST_NAME]}", points)
                for name, points in sources.items()
            },
        }

    def _points(self, field: str, value: object) -> int:
        return self._number(field, value, -MOST_POINTS, MOST_POINTS)

    def _day(self, field: str, value: object) -> str:
        day = read_day(value) if isinstance(value, str) else None
        if day is None:
            message = say("“{field}” must be a date such as {day}, no later than today.")
            self._wrong(field, message, value, day=Code(this_day().isoformat()))
        return day.isoformat() if day else ""

    def _note(self, field: str, value: object) -> str:
        if not isinstance(value, str):
            self._wrong(field, say("“{field}” must be text, not {kind}."), value)
            return ""
        lines = value[: 10 * LONGEST_NOTE].replace("\r\n", "\n").split("\n")
        note = "\n".join(clean_name(line) for line in lines).strip()
        return note if self._short_enough(field, note, LONGEST_NOTE) else ""
