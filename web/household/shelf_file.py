"""A shelf as a file that people can read, keep and take elsewhere; and back again.

`household_file` writes and reads the second version, which holds a whole household.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.names import UnknownName
from setup_rules.plan_request import MOST_BOXES
from setup_rules.sentences import Code, say
from web.catalog import app_catalog
from web.draw.tonight import in_shelf_order
from web.http.visitor import LONGEST_NAME as LONGEST_HOUSEHOLD_NAME
from web.http.visitor import clean_name, name_too_long
from web.language.translation import gettext as _
from web.language.translation import translate
from web.reading.draw_fields import WISHED
from web.reading.json_reader import LONGEST_NAME, JsonReader
from web.reading.json_text import BadJson, parse_json
from web.reading.plan_reading import THE_PLAYERS
from web.reading.wish_reading import wish_faults
from web.store import Household, HouseholdExport
from web.store.households import DEFAULT_PLAYERS, MOST_COPIES

FORMAT = "ten-piles-shelf"
VERSION = 1
WHOLE = 2
"""The version with a whole household in it."""
VERSIONS = (VERSION, WHOLE)
FILENAME = "ten-piles-shelf.json"
MOST_WRONG = 2_000
"""Faults after which a file is no longer read: whoever fixes it has enough to do."""
KEYS = ("format", "version", "name", "boxes", "players", "wishes")


class NoShelf(Exception):
    """A file that is no saved shelf; the sentence says why."""


def write_shelf(home: Household | None) -> bytes:
    """The shelf as a file."""
    if home is None:
        return as_file(shelf_as_json("", (), DEFAULT_PLAYERS, {}))
    return as_file(shelf_as_json(home.name, home.boxes, home.players, home.wishes))


def shelf_as_json(
    name: str, boxes: tuple[str, ...], players: int, wishes: Mapping[str, Any]
) -> dict[str, Any]:
    """A shelf as its file has it."""
    known, here = app_catalog().boxes, in_shelf_order(boxes)
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "boxes": [
            {"id": id_, "title": known[id_].title, "copies": here.count(id_)}
            for id_ in dict.fromkeys(here)
        ],
        "players": players,
        "wishes": dict(wishes),
    }


def as_file(saved: Mapping[str, Any]) -> bytes:
    """JSON that people can read, too."""
    text = json.dumps(saved, ensure_ascii=False, indent=2) + "\n"
    return text.encode("utf-8", errors="backslashreplace")


def read_shelf_file(body: bytes) -> tuple[int, Mapping[str, Any]]:
    """The version of a file and what is in it; raises NoShelf when it is something else."""
    try:
        value = parse_json(body, say("The file"))
    except BadJson as error:
        reason = translate(error.message)
        raise NoShelf(_("This isn’t a saved shelf. {reason}", reason=reason)) from error
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise NoShelf(
            _("This isn’t a saved shelf. Choose the file called “{file}”.", file=FILENAME)
        )
    version = value.get("version")
    if type(version) is not int or version not in VERSIONS:
        raise NoShelf(
            _("This file was saved by another version of Ten Piles. Save the shelf again.")
        )
    return version, value


class ShelfReader(JsonReader):
    """Reads one file."""

    def read(self, saved: Mapping[str, Any]) -> tuple[HouseholdExport, tuple[str, ...]]:
        """A household with the shelf in it, and a sentence for each fault."""
        self._check_keys("", saved, KEYS)
        return HouseholdExport(**self._shelf(saved)), self._messages()

    def _fault(self, field: str, message: str) -> None:
        super()._fault(field, message)
        if len(self._faults) > MOST_WRONG:
            raise NoShelf(
                _(
                    "This file has too many errors, so none of it was read. Choose the file "
                    "exactly as Ten Piles saved it."
                )
            )

    def _messages(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(fault.message for fault in self._faults))

    def _shelf(self, saved: Mapping[str, Any]) -> dict[str, Any]:
        """The parts of a household that a shelf has."""
        players, limits = saved.get("players", DEFAULT_PLAYERS), (FEWEST_PLAYERS, MOST_PLAYERS)
        return {
            "boxes": in_shelf_order(self._saved_boxes(saved.get("boxes", []))),
            "players": self._number("players", players, *limits, THE_PLAYERS),
            "name": self._name(saved.get("name", "")),
            "wishes": self._wishes(saved.get("wishes", {})),
        }

    def _name(self, value: object) -> str:
        name = clean_name(value) if isinstance(value, str) else ""
        if not isinstance(value, str):
            self._wrong("name", say("“{field}” must be text, not {kind}."), value)
        elif len(name) > LONGEST_HOUSEHOLD_NAME:
            self._fault("name", name_too_long(name))
            return ""
        return name

    def _saved_boxes(self, value: object) -> Iterator[str]:
        for field, entry in self._items("boxes", value, MOST_BOXES):
            named = {"id": entry} if isinstance(entry, str) else entry
            if not isinstance(named, dict):
                self._wrong(field, say("“{field}” must be a box, not {kind}."), entry)
                continue
            box = self._box(field, named)
            copies = named.get("copies", 1)
            if type(copies) is not int or not 1 <= copies <= MOST_COPIES:
                self._fault(
                    f"{field}.copies",
                    say(
                        "{what} must be a whole number from {least} to {most}.",
                        what=say("“{field}”", field=Code(f"{field}.copies")),
                        least=1,
                        most=MOST_COPIES,
                    ),
                )
                copies = 1
            if box:
                yield from (box,) * copies

    def _box(self, field: str, named: Mapping[str, Any]) -> str:
        """The box by its id, or else by its title; empty if neither is known."""
        problem = None
        for key in ("id", "title"):
            name = named.get(key)
            if isinstance(name, str):
                try:
                    return self._names.find_box(name[:LONGEST_NAME])
                except UnknownName as unknown:
                    problem = unknown
        if problem is None:
            self._fault(
                field,
                say(
                    "“{field}” has neither “{one}” nor “{other}”.",
                    field=Code(field),
                    one=Code("id"),
                    other=Code("title"),
                ),
            )
        else:
            self._fault(field, self._unknown_box(problem))
        return ""

    def _wishes(self, value: object) -> Mapping[str, Any]:
        """The wishes if all of them are understood; they may be about boxes of friends."""
        wishes = self._object("wishes", value)
        self._check_keys("wishes.", wishes, WISHED.fields)
        known = {key: part for key, part in wishes.items() if key in WISHED.fields}
        faults = wish_faults(known, self._catalog)
        self._faults.extend(faults)
        return {} if faults else known
