"""The log of games, the people of a household and what they like, and which cards rest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from web.store.base import now
from web.store.quota import RoomLeft, TooMany

MOST_GAMES = 5000
MOST_PEOPLE = 40
MOST_TASTES = 60
"""Cards that one person likes or dislikes."""
MOST_SEATS = 12
MOST_POINTS, MOST_TURNS = 99_999_999, 999
"""Of a player in one game."""
MOST_SOURCES = 200
"""Cards, landscapes and tokens that gave a player points."""
LONGEST_NOTE = 600
LONGEST_PERSON = 30
LONGEST_KINGDOM = 60


class Player(NamedTuple):
    """Somebody who played a game."""

    person: int | None
    """None when the household has removed them; the game keeps the name."""
    name: str
    won: bool
    points: int | None = None
    """None where nobody counted."""
    turns: int | None = None
    sources: Mapping[str, int] = {}
    """Where the points came from, by printed name."""


class LoggedGame(NamedTuple):
    """A game that was played."""

    id: str
    link: str
    """The kingdom's own link."""
    day: str
    """As 2026-11-15."""
    name: str
    """What the household calls the kingdom; empty for its usual name."""
    seats: int
    """How many played, named or not."""
    tie: bool
    """Whether several won together; those named as winners, or all."""
    liked: int | None
    """From 1 (not at all) to 5 (very much)."""
    note: str
    players: tuple[Player, ...]


class Person(NamedTuple):
    """Somebody who plays with the household."""

    id: int
    name: str
    here: bool
    """Whether they are here tonight."""


class Taste(NamedTuple):
    """What somebody thinks of a card."""

    person: int
    card: str
    taste: str
    """`double`, `half` or `never`."""


class Rest(NamedTuple):
    """Which cards rest, and how."""

    on: bool = False
    unit: str = "games"
    """`games` or `weeks`."""
    number: int = 3
    how: str = "out"
    """`out`: left in their boxes; `half`, `quarter` or `tenth`: dealt that much more seldom."""


def game_row(household: str, game: LoggedGame) -> dict[str, Any]:
    """A game as it is stored, without its players."""
    row = {"household": household, **game._asdict(), "made": now()}
    del row["players"]
    return row


def player_rows(household: str, game: LoggedGame) -> Iterator[dict[str, Any]]:
    """The players of a game as they are stored."""
    for seat, (person, name, won, *score) in enumerate(game.players):
        points = zip(("points", "turns", "sources"), score, strict=True)
        yield {
            "household": household,
            "game": game.id,
            "seat": seat,
            "person": person,
            "name": name,
            "won": won,
            "score": json.dumps({key: value for key, value in points if value not in (None, {})}),
        }


class Games(RoomLeft):
    """Games, people, tastes and rest."""

    def keep_game(self, household: str, game: LoggedGame) -> None:
        """Keep a game, or what was changed of it; the same id is the same game. Raises TooMany."""
        with self.immediate():
            if not self._count("game", household=household, id=game.id):
                if self.count_games(household) >= MOST_GAMES:
                    raise TooMany("games")
                self.check_bytes(household)
            self._put("game", fixed=("made",), **game_row(household, game))
            self._delete("game_player", household=household, game=game.id)
            self._insert_all("game_player", player_rows(household, game))

    def game(self, household: str, id_: str) -> LoggedGame | None:
        """One game of this household."""
        rows = self._rows("select * from game where household = ? and id = ?", household, id_)
        return next(iter(self._with_players(household, rows)), None)

    def games(
        self, household: str, limit: int = MOST_GAMES, skipped: int = 0
    ) -> tuple[LoggedGame, ...]:
        """Games, the newest first."""
        rows = self._rows(
            "select * from game where household = ? order by day desc, rowid desc limit ? offset ?",
            *(household, limit, skipped),
        )
        return self._with_players(household, rows)

    def games_on(self, household: str, day: str) -> tuple[LoggedGame, ...]:
        """The games of one day."""
        rows = self._rows("select * from game where household = ? and day = ?", household, day)
        return self._with_players(household, rows)

    def _with_players(self, household: str, rows: list[dict[str, Any]]) -> tuple[LoggedGame, ...]:
        players: dict[str, list[Player]] = {row["id"]: [] for row in rows}
        for row in self._rows(
            "select game, person, name, won, score from game_player where household = ? "
            "and game in (select value from json_each(?)) order by game, seat",
            *(household, json.dumps(list(players))),
        ):
            score = json.loads(row["score"])
            player = Player(row["person"], row["name"], bool(row["won"]), **score)
            players[row["game"]].append(player)
        return tuple(_game(row, players[row["id"]]) for row in rows)

    def count_games(self, household: str) -> int:
        """How many games there are in the log."""
        return self._count("game", household=household)

    def played_links(self, household: str, limit: int = MOST_GAMES, since: str = "") -> list[str]:
        """The kingdoms that were played, the newest first; since a day, if one is given."""
        rows = self._rows(
            "select link from game where household = ? and day >= ? "
            "order by day desc, rowid desc limit ?",
            *(household, since, limit),
        )
        return [row["link"] for row in rows]

    def delete_game(self, household: str, id_: str) -> None:
        """Delete a game."""
        self._delete("game", household=household, id=id_)

    def people(self, household: str) -> tuple[Person, ...]:
        """All who play with the household, in the order they came."""
        rows = self._rows("select * from person where household = ? order by id", household)
        return tuple(Person(row["id"], row["name"], bool(row["here"])) for row in rows)

    def add_person(self, household: str, name: str, *, here: bool = False) -> Person:
        """Somebody new, or who has this name already; raises TooMany."""
        with self.immediate():
            known = self.people(household)
            for person in known:
                if person.name.casefold() == name.casefold():
                    return person
            if len(known) >= MOST_PEOPLE:
                raise TooMany("people")
            return Person(
                self._insert("person", household=household, name=name, here=here), name, here
            )

    def rename_person(self, household: str, person: int, name: str) -> bool:
        """Call somebody by another name, in their games too; False if somebody else has it."""
        with self.immediate():
            for other in self.people(household):
                if other.id != person and other.name.casefold() == name.casefold():
                    return False
            self._change("person", {"household": household, "id": person}, name=name)
            self._change("game_player", {"household": household, "person": person}, name=name)
            return True

    def remove_person(self, household: str, person: int) -> None:
        """Forget somebody and what they like; their games keep the name."""
        self._delete("person", household=household, id=person)

    def set_here(self, household: str, people: Iterable[int]) -> None:
        """Who is here tonight; all others are not."""
        here = set(people)
        with self.immediate():
            for person in self.people(household):
                where = {"household": household, "id": person.id}
                self._change("person", where, here=person.id in here)

    def mark_here(self, household: str, people: Iterable[int | None]) -> None:
        """These are here tonight, too."""
        self._write(
            "update person set here = 1 where household = ? and here = 0 "
            "and id in (select value from json_each(?))",
            *(household, json.dumps([person for person in people if person])),
        )

    def tastes(self, household: str) -> tuple[Taste, ...]:
        """What all people of the household like and dislike."""
        rows = self._rows(
            "select t.* from taste t join person p on p.id = t.person where p.household = ? "
            "order by t.person, t.rowid",
            household,
        )
        return tuple(Taste(**row) for row in rows)

    def keep_taste(self, household: str, person: int, card: str, taste: str) -> None:
        """Keep what somebody thinks of a card, or forget it if empty; raises TooMany."""
        with self.immediate():
            if all(known.id != person for known in self.people(household)):
                return
            if not taste:
                self._delete("taste", person=person, card=card)
                return
            there = self._rows("select card from taste where person = ?", person)
            if len(there) >= MOST_TASTES and all(row["card"] != card for row in there):
                raise TooMany("tastes")
            self._put("taste", person=person, card=card, taste=taste)

    def rest(self, household: str) -> Rest:
        """Which cards rest."""
        row = self._row("select * from rest where household = ?", household)
        if row is None:
            return Rest()
        return Rest(bool(row["on_now"]), row["unit"], row["number"], row["how"])

    def keep_rest(self, household: str, rest: Rest) -> None:
        """Keep which cards rest."""
        on_now, unit, number, how = rest
        self._put("rest", household=household, on_now=on_now, unit=unit, number=number, how=how)


def _game(row: Mapping[str, Any], players: list[Player]) -> LoggedGame:
    columns = {name: row[name] for name in LoggedGame._fields if name != "players"}
    return LoggedGame(**{**columns, "tie": bool(row["tie"])}, players=tuple(players))
