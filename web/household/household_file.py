"""A whole household as one file that people can read: written, and read with all its faults."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from setup_rules.cards import Card
from setup_rules.catalog import LANGUAGES, Catalog
from setup_rules.sentences import Code, Sentence, say
from setup_rules.tournament.tables import MOST, MOST_AT_A_TABLE
from web.catalog import app_catalog
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
from web.http.visitor import ENGLISH, THEMES, clean_name
from web.http.visitor import LONGEST_NAME as LONGEST_HOME
from web.language.dates import read_day, this_day
from web.links.code_seals import is_sealed, seal
from web.links.codes import read_code
from web.links.kingdom_link import BrokenLink, link_for, read_address
from web.printing.documents import PAPERS, STYLES
from web.reading.json_reader import LONGEST_NAME
from web.setup_sheet.fetch_list import TICKED
from web.setup_sheet.start import BEGINS, LEFT_OF_WINNER
from web.store import (
    Entrant,
    KeptRound,
    LoggedGame,
    PlannedNight,
    Player,
    Rest,
    TableResult,
    Tournament,
    Whole,
    WholeFriend,
    WholePerson,
)
from web.store.evenings import MOST_CODES, MOST_MARKS, STEPS_KEPT
from web.store.export import KINGDOMS_TICKED, MOST_FRIENDS
from web.store.games import (
    LONGEST_KINGDOM,
    LONGEST_NOTE,
    LONGEST_PERSON,
    MOST_GAMES,
    MOST_PEOPLE,
    MOST_SEATS,
    MOST_TASTES,
)
from web.store.nights import NIGHTS_KEPT
from web.store.tournaments import MOST_TOURNAMENTS, Scores, Seats
from web.tournament.book import ALL_ROUNDS
from web.tournament.file import (
    KEYS as TOURNAMENT_KEYS,
)
from web.tournament.file import (
    PLAYER_KEYS,
    RESULT_KEYS,
    ROUND_KEYS,
    SCORE_KEYS,
    is_sound,
    tournament_as_json,
)
from web.tournament.kingdom import WAYS
from web.tournament.scores import MOST_POINTS, MOST_TURNS

__all__ = ["FILENAME", "LARGEST", "NoShelf", "ReadHousehold", "read_household", "write_household"]

FILENAME = "ten-piles-household.json"
LARGEST = 6 * 2**20
"""Bytes of a file that is read: a full log of 5,000 games takes about half of it."""
MOST_NIGHT_GAMES = 20
MORE_KEYS = (
    "saved",
    "phone",
    "friends",
    "people",
    "rest",
    "games",
    "nights",
    "codes",
    "steps",
    "ticks",
    "tournaments",
)
PARTS = {
    "friends": ("code", "name", "here"),
    "people": ("name", "here", "tastes"),
    "rest": ("on", "unit", "number", "how"),
    "games": ("id", "day", "link", "name", "seats", "tie", "liked", "note", "players"),
    "games.players": ("name", "won", "known"),
    "nights": ("made", "boxes", "fewest", "links"),
    "codes": ("code", "link", "seal"),
    "steps": ("link", "before"),
    "tournaments": TOURNAMENT_KEYS,
}
"""The keys of each part."""
TASTES = ("double", "half", "never")
UNITS = ("games", "weeks")
WAYS_TO_REST = ("out", "half", "quarter", "tenth")
GAME_ID = re.compile("[A-Za-z0-9_-]{8,40}")
KINGDOM = re.compile("[0-9a-f]{20}")
TICK = re.compile("[fa]:[a-z0-9-]+:[a-z0-9-]+")
LONGEST_TICK = 120
SEATS = frozenset("1234567")
FRONT_PAGE = "/"
PHONE: Mapping[str, tuple[Any, ...]] = {
    "theme": THEMES,
    "names": (ENGLISH, *LANGUAGES),
    "beside": (True, False),
    "paper": PAPERS,
    "style": STYLES,
}
"""How the phone that saved the file likes to read and print, and what may be said of it."""


class ReadHousehold(NamedTuple):
    """What was understood of a file, and a sentence for each thing that was not."""

    whole: Whole
    faults: tuple[str, ...]
    phone: Mapping[str, Any]
    """How the phone that saved it liked to read and print."""
    shelf_only: bool
    """Whether the file is of the first version, which holds a shelf and nothing else."""


def write_household(whole: Whole, phone: Mapping[str, Any]) -> bytes:
    """A household as a file, and how this phone likes to read and print."""
    shelf = shelf_as_json(whole.name, whole.boxes, whole.players, whole.wishes)
    return as_file(
        {
            **shelf,
            "version": WHOLE,
            "saved": datetime.now(UTC).isoformat(timespec="seconds"),
            "phone": {key: phone[key] for key in PHONE if key in phone},
            "friends": [
                {key: getattr(friend, key) for key in PARTS["friends"]} for friend in whole.friends
            ],
            "people": [{**one._asdict(), "tastes": dict(one.tastes)} for one in whole.people],
            "rest": whole.rest._asdict(),
            "games": [_game_as_json(game) for game in whole.games],
            "nights": [
                {
                    "made": night.made,
                    "boxes": list(night.boxes),
                    "fewest": night.fewest,
                    "links": list(night.links),
                }
                for night in whole.nights
            ],
            "codes": [
                {"code": code, "link": link, "seal": seal(code, link)} for code, link in whole.codes
            ],
            "steps": [{"link": link, "before": before} for link, before in whole.steps],
            "ticks": {kingdom: dict(items) for kingdom, items in whole.ticks.items()},
            "tournaments": [tournament_as_json(one) for one in whole.tournaments],
        }
    )


def _game_as_json(game: LoggedGame) -> dict[str, Any]:
    players = [
        {"name": one.name, "won": one.won, "known": one.person is not None} for one in game.players
    ]
    said = {key: getattr(game, key) for key in PARTS["games"]}
    return {**said, "players": players}


def read_household(body: bytes) -> ReadHousehold:
    """What a file of either version holds; raises NoShelf when it is something else."""
    version, saved = read_shelf_file(body)
    if version == VERSION:
        shelf, faults = ShelfReader(app_catalog()).read(saved)
        return ReadHousehold(Whole(*shelf), faults, {}, shelf_only=True)
    return _HouseholdReader(app_catalog()).read_whole(saved)


class _HouseholdReader(ShelfReader):
    """Reads a file of the second version."""

    def __init__(self, catalog: Catalog) -> None:
        super().__init__(catalog)
        self._own_links: dict[str, str] = {}
        self._cleaned: dict[str, str] = {}

    def read_whole(self, saved: Mapping[str, Any]) -> ReadHousehold:
        self._check_keys("", saved, (*KEYS, *MORE_KEYS))
        shelf = self._shelf(saved)
        people = tuple(self._people(saved.get("people", [])))
        places = {person.name.casefold(): place for place, person in enumerate(people)}
        games = tuple(self._games(saved.get("games", []), places))
        whole = Whole(
            *shelf,
            friends=tuple(self._friends(saved.get("friends", []))),
            people=people,
            rest=self._rest(saved.get("rest", {})),
            games=games,
            nights=tuple(self._nights(saved.get("nights", []))),
            codes=tuple(self._codes(saved.get("codes", []))),
            steps=tuple(self._steps(saved.get("steps", []))),
            ticks=self._ticks(saved.get("ticks", {})),
            tournaments=tuple(self._tournaments(saved.get("tournaments", []))),
        )
        phone = self._phone(saved.get("phone", {}))
        return ReadHousehold(whole, self._told(), phone, shelf_only=False)

    def _each(
        self, part: str, value: object, most: int, what: Sentence
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """The objects in a list, each with its field."""
        for field, entry in self._items(part, value, most, what):
            if not isinstance(entry, dict):
                self._wrong(field, say("“{field}” must be an object, not {kind}."), entry)
                continue
            self._check_keys(f"{field}.", entry, PARTS[part])
            yield field, entry

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
                say(
                    "“{field}” has {number} characters, and {most} are the most.",
                    field=Code(field),
                    number=len(text),
                    most=most,
                ),
            )
        return len(text) <= most

    def _is(self, field: str, value: object) -> bool:
        """Yes or no; nothing is no."""
        return bool(self._yes_or_no(field, value))

    def _one_of(self, field: str, value: object, known: tuple[str, ...], what: Sentence) -> str:
        if isinstance(value, str) and value in known:
            return value
        if isinstance(value, str):
            self._unknown(field, value, what, known)
        else:
            self._wrong(field, say("“{field}” must be text, not {kind}."), value)
        return ""

    def _broken(self, field: str) -> None:
        self._fault(field, say("“{field}” holds no kingdom.", field=Code(field)))

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

    def _code(self, field: str, value: object) -> str:
        code = read_code(value) if isinstance(value, str) else None
        if code is None:
            self._fault(field, say("“{field}” is no code.", field=Code(field)))
        return code or ""

    def _phone(self, value: object) -> dict[str, Any]:
        given = self._object("phone", value)
        self._check_keys("phone.", given, PHONE)
        liked = {key: like for key, like in given.items() if key in PHONE}
        for key, like in liked.items():
            if not any(like is known or like == known != 1 for known in PHONE[key]):
                said = say("“{field}” is nothing a phone can like.", field=Code(f"phone.{key}"))
                self._fault(f"phone.{key}", said)
        return liked

    def _friends(self, value: object) -> Iterator[WholeFriend]:
        for field, entry in self._each("friends", value, MOST_FRIENDS, say("friends")):
            code = self._code(f"{field}.code", entry.get("code"))
            name = self._text(f"{field}.name", entry.get("name", ""), LONGEST_NAME)
            here = self._is(f"{field}.here", entry.get("here"))
            if code:
                yield WholeFriend(code, name or "", here)

    def _people(self, value: object) -> Iterator[WholePerson]:
        seen: set[str] = set()
        for field, entry in self._each("people", value, MOST_PEOPLE, say("people")):
            name = self._text(f"{field}.name", entry.get("name"), LONGEST_PERSON)
            here = self._is(f"{field}.here", entry.get("here"))
            tastes = self._tastes(f"{field}.tastes", entry.get("tastes", {}))
            if name == "":
                self._fault(field, say("“{field}” has no name.", field=Code(field)))
            elif name and name.casefold() in seen:
                self._fault(field, say("{name} is named twice.", name=Code(name)))
            elif name:
                seen.add(name.casefold())
                yield WholePerson(name, here, tastes)

    def _tastes(self, field: str, value: object) -> dict[str, str]:
        given = self._object(field, value)
        if len(given) > MOST_TASTES:
            self._too_many(field, len(given), say("cards"), MOST_TASTES)
            return {}
        tastes = {}
        for card, taste in given.items():
            thing = self._thing(f"{field}.{card[:LONGEST_NAME]}", card)
            if thing is not None and not isinstance(thing, Card):
                self._fault(field, say("{name} is no Kingdom pile.", name=thing.name))
            known = self._one_of(f"{field}.{card[:LONGEST_NAME]}", taste, TASTES, say("taste"))
            if isinstance(thing, Card) and known:
                tastes[thing.id] = known
        return tastes

    def _rest(self, value: object) -> Rest:
        given = self._object("rest", value)
        self._check_keys("rest.", given, PARTS["rest"])
        usual = Rest()
        return Rest(
            self._is("rest.on", given.get("on", False)),
            self._one_of("rest.unit", given.get("unit", usual.unit), UNITS, say("unit"))
            or usual.unit,
            self._number("rest.number", given.get("number", usual.number), 1, 99),
            self._one_of("rest.how", given.get("how", usual.how), WAYS_TO_REST, say("way to rest"))
            or usual.how,
        )

    def _games(self, value: object, places: Mapping[str, int]) -> Iterator[LoggedGame]:
        seen: set[str] = set()
        for field, entry in self._each("games", value, MOST_GAMES, say("games")):
            before = len(self._faults)
            id_ = entry.get("id")
            if not isinstance(id_, str) or not GAME_ID.fullmatch(id_) or id_ in seen:
                said = say("“{field}” must be 8 to 40 letters or digits, and a game’s own.")
                self._wrong(f"{field}.id", said, id_)
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
        for where, entry in self._items(field, value, MOST_SEATS, say("players")):
            if not isinstance(entry, dict):
                self._wrong(where, say("“{field}” must be an object, not {kind}."), entry)
                continue
            self._check_keys(f"{where}.", entry, PARTS["games.players"])
            name = self._text(f"{where}.name", entry.get("name"), LONGEST_PERSON)
            won = self._is(f"{where}.won", entry.get("won"))
            known = self._is(f"{where}.known", entry.get("known"))
            if name:
                yield Player(places.get(name.casefold()) if known else None, name, won)

    def _day(self, field: str, value: object) -> str:
        day = read_day(value) if isinstance(value, str) else None
        if day is None:
            said = say("“{field}” must be a day such as {day}, and not after today.")
            self._wrong(field, said, value, day=Code(this_day().isoformat()))
        return day.isoformat() if day else ""

    def _note(self, field: str, value: object) -> str:
        if not isinstance(value, str):
            self._wrong(field, say("“{field}” must be text, not {kind}."), value)
            return ""
        lines = value[: 10 * LONGEST_NOTE].replace("\r\n", "\n").split("\n")
        note = "\n".join(clean_name(line) for line in lines).strip()
        return note if self._short_enough(field, note, LONGEST_NOTE) else ""

    def _nights(self, value: object) -> Iterator[PlannedNight]:
        for field, entry in self._each("nights", value, NIGHTS_KEPT, say("nights")):
            before = len(self._faults)
            listed = self._items(
                f"{field}.links", entry.get("links"), MOST_NIGHT_GAMES, say("kingdoms")
            )
            links = tuple(self._link(where, link) for where, link in listed)
            named = self._list(f"{field}.boxes", entry.get("boxes"), len(self._catalog.boxes))
            boxes = tuple(name for where, name in named if self._is_box(where, name))
            fewest = self._number(f"{field}.fewest", entry.get("fewest"), 0, 99)
            made = self._moment(f"{field}.made", entry.get("made"))
            if not links:
                self._broken(f"{field}.links")
            if len(self._faults) == before:
                yield PlannedNight("", links, boxes, fewest, made)

    def _is_box(self, field: str, name: str) -> bool:
        if name not in self._catalog.boxes:
            self._unknown(field, name, say("box"), self._catalog.boxes)
        return name in self._catalog.boxes

    def _moment(self, field: str, value: object) -> str:
        try:
            made = datetime.fromisoformat(value if isinstance(value, str) else "")
            return made.astimezone(UTC).isoformat(timespec="seconds")
        except (ValueError, OverflowError):
            said = say("“{field}” must be a time such as {time}.")
            now = datetime.now(UTC).isoformat(timespec="seconds")
            self._wrong(field, said, value, time=Code(now))
            return ""

    def _codes(self, value: object) -> Iterator[tuple[str, str]]:
        for field, entry in self._each("codes", value, MOST_CODES, say("codes")):
            code = self._code(f"{field}.code", entry.get("code"))
            link = self._link(f"{field}.link", entry.get("link"))
            if code and link:
                yield (code if is_sealed(code, link, entry.get("seal")) else ""), link

    def _steps(self, value: object) -> Iterator[tuple[str, str]]:
        for field, entry in self._each("steps", value, STEPS_KEPT, say("steps")):
            link = self._link(f"{field}.link", entry.get("link"))
            before = entry.get("before", FRONT_PAGE)
            if before != FRONT_PAGE:
                before = self._address(f"{field}.before", before)
            if link and before:
                yield link, before

    def _tournaments(self, value: object) -> Iterator[Tournament]:
        seen: set[str] = set()
        for field, entry in self._each("tournaments", value, MOST_TOURNAMENTS, say("tournaments")):
            before = len(self._faults)
            id_ = entry.get("id")
            if not isinstance(id_, str) or not GAME_ID.fullmatch(id_) or id_ in seen:
                said = say("“{field}” must be 8 to 40 letters or digits, and a tournament’s own.")
                self._wrong(f"{field}.id", said, id_)
            code = self._code(f"{field}.code", entry.get("code"))
            found = Tournament(
                household="",
                id=str(id_),
                code=code if is_sealed(code, str(id_), entry.get("seal")) else "",
                name=self._text(f"{field}.name", entry.get("name", ""), LONGEST_HOME) or "",
                lot=self._text(f"{field}.lot", entry.get("lot"), LONGEST_NAME) or "",
                search="",
                done=0,
                version=0,
                made=self._moment(f"{field}.made", entry.get("made")),
                players=tuple(self._entrants(f"{field}.players", entry.get("players"))),
                rounds=tuple(self._rounds(f"{field}.rounds", entry.get("rounds", []))),
                results=tuple(self._results(f"{field}.results", entry.get("results", []))),
            )
            if len(self._faults) > before:
                continue
            if not is_sound(found):
                said = say(
                    "The players, seats and results of “{field}” do not fit together.",
                    field=Code(field),
                )
                self._fault(field, said)
                continue
            seen.add(found.id)
            yield found

    def _parts(
        self, field: str, value: object, most: int, what: Sentence, keys: tuple[str, ...]
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """The objects in a list of a tournament, each with its field."""
        for where, entry in self._items(field, value, most, what):
            if isinstance(entry, dict):
                self._check_keys(f"{where}.", entry, keys)
                yield where, entry
            else:
                self._wrong(where, say("“{field}” must be an object, not {kind}."), entry)

    def _entrants(self, field: str, value: object) -> Iterator[Entrant]:
        players = self._parts(field, value, MOST, say("players"), PLAYER_KEYS)
        for number, (where, entry) in enumerate(players):
            name = self._text(f"{where}.name", entry.get("name"), LONGEST_PERSON)
            gone = entry.get("gone")
            if gone is not None:
                gone = self._number(f"{where}.gone", gone, 1, ALL_ROUNDS[-1])
            midway = self._is(f"{where}.midway", entry.get("midway"))
            if not name:
                self._fault(where, say("“{field}” has no name.", field=Code(where)))
            yield Entrant(number, name or "", gone, midway and gone is not None)

    def _rounds(self, field: str, value: object) -> Iterator[KeptRound]:
        rounds = self._parts(field, value, len(ALL_ROUNDS), say("rounds"), ROUND_KEYS)
        for where, entry in rounds:
            link, how = entry.get("link", ""), entry.get("how", "")
            ways = say("way to a kingdom")
            yield KeptRound(
                self._number(f"{where}.number", entry.get("number"), 1, ALL_ROUNDS[-1]),
                self._seats(f"{where}.seats", entry.get("seats", [])),
                "" if how == "" else self._one_of(f"{where}.how", how, WAYS, ways),
                "" if link == "" else self._link(f"{where}.link", link),
                self._is(f"{where}.announced", entry.get("announced")),
                self._is(f"{where}.closed", entry.get("closed")),
            )

    def _seats(self, field: str, value: object) -> Seats:
        return tuple(
            tuple(
                self._number(seat, number, 0, MOST - 1)
                for seat, number in self._items(where, table, MOST_AT_A_TABLE, say("players"))
            )
            for where, table in self._items(field, value, MOST, say("tables"))
        )

    def _results(self, field: str, value: object) -> Iterator[TableResult]:
        most = len(ALL_ROUNDS) * MOST
        for where, entry in self._parts(field, value, most, say("results"), RESULT_KEYS):
            yield TableResult(
                self._number(f"{where}.round", entry.get("round"), 1, ALL_ROUNDS[-1]),
                self._number(f"{where}.table", entry.get("table"), 1, MOST),
                self._scores(f"{where}.scores", entry.get("scores")),
            )

    def _scores(self, field: str, value: object) -> Scores:
        scores = self._parts(field, value, MOST_AT_A_TABLE, say("players"), SCORE_KEYS)
        return tuple(
            (
                self._number(f"{where}.player", entry.get("player"), 0, MOST - 1),
                self._number(f"{where}.points", entry.get("points"), -MOST_POINTS, MOST_POINTS),
                self._number(f"{where}.turns", entry.get("turns"), 0, MOST_TURNS),
            )
            for where, entry in scores
        )

    def _address(self, field: str, value: object) -> str:
        """A kingdom's link with what is kept on one phone."""
        link = self._link(field, value)
        kept = re.search("[?&]keep=([a-z0-9.-]+)", str(value)) if link else None
        return f"{link}&keep={kept[1]}" if kept else link

    def _ticks(self, value: object) -> dict[str, dict[str, str]]:
        given = self._object("ticks", value)
        if len(given) > KINGDOMS_TICKED:
            self._too_many("ticks", len(given), say("kingdoms"), KINGDOMS_TICKED)
            return {}
        found = {}
        for kingdom, items in given.items():
            field = f"ticks.{kingdom[:LONGEST_NAME]}"
            ticks = self._object(field, items)
            good = {item: mark for item, mark in ticks.items() if _is_mark(item, mark)}
            if len(good) < len(ticks) or len(ticks) > MOST_MARKS or not KINGDOM.fullmatch(kingdom):
                self._fault(
                    field, say("“{field}” holds ticks of no list of ours.", field=Code(field))
                )
            elif good:
                found[kingdom] = good
        return found


def _is_mark(item: str, value: object) -> bool:
    if item == BEGINS:
        return value == LEFT_OF_WINNER or (isinstance(value, str) and value in SEATS)
    return len(item) <= LONGEST_TICK and bool(TICK.fullmatch(item)) and value == TICKED
