"""Prosperity by Knizia and Bleasdale, a game of its own: what is in its box and how it is set up.

It shares nothing with Dominion's Prosperity but the name. Its rules are those of 2013, by step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from setup_rules.catalog import read_facts
from setup_rules.facts.schema import OTHER_PROSPERITY, CatalogError, Faults, Row, nearest

FILE = "other_prosperity.toml"
UNDATED = "undated"
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
"""Four boards and four colours; the rules name no number."""


class TechnologyTile(NamedTuple):
    """A Technology tile; a special one is discarded for points, or for discs it removes."""

    name: str
    points: int = 0
    discs: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class OtherBox:
    """What is in the box."""

    name: str
    designers: tuple[str, ...]
    year: int
    research_boards: int
    individual_boards: int
    pollution_discs: int
    cubes: Mapping[str, int]
    """By colour."""
    notes: Mapping[int, int]
    """By value in euros."""
    undated: tuple[TechnologyTile, ...]
    decades: Mapping[int, tuple[TechnologyTile, ...]]
    """The dated tiles, the earliest decade first."""
    tallies: Mapping[int, tuple[str, ...]]
    """What the tiles of each decade tally, in no order."""
    player_cubes: tuple[str, ...]
    """Where the cubes of a player go, one to each place."""
    player_notes: Mapping[int, int]
    player_discs: int

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours players choose from."""
        return tuple(self.cubes)

    @property
    def dated(self) -> tuple[TechnologyTile, ...]:
        """All tiles of the deck."""
        return tuple(tile for tiles in self.decades.values() for tile in tiles)


class OtherSetup(NamedTuple):
    """The table at the start of a game."""

    box: OtherBox
    players: int
    first_game: bool
    """Step 4: then all boards show the silver country; later each player chooses."""

    @property
    def deck(self) -> tuple[tuple[int, tuple[TechnologyTile, ...]], ...]:
        """Step 3: the decades from the bottom of the deck to its top."""
        return tuple(sorted(self.box.decades.items(), reverse=True))

    @property
    def turns(self) -> int:
        """A turn for each tile of the deck."""
        return len(self.box.dated)

    @property
    def turns_each(self) -> int:
        """How many of them each player has."""
        return self.turns // self.players

    @property
    def money_each(self) -> int:
        """Step 5: euros each player starts with."""
        return sum(value * count for value, count in self.box.player_notes.items())

    @property
    def reserve_discs(self) -> int:
        """Step 6: discs left when every player has put theirs on the Pollution track."""
        return self.box.pollution_discs - self.players * self.box.player_discs

    @property
    def reserve_notes(self) -> dict[int, int]:
        """Step 6: notes left by value."""
        taken = self.box.player_notes
        return {
            value: count - self.players * taken.get(value, 0)
            for value, count in self.box.notes.items()
        }


def plan_other_prosperity(players: int, *, first_game: bool) -> OtherSetup:
    """The setup for two, three or four players."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise ValueError(f"{players} players")
    return OtherSetup(load_other_prosperity(), players, first_game)


@cache
def load_other_prosperity() -> OtherBox:
    """The box, read once per process."""
    return read_box(*read_facts(FILE))


def read_box(file: str, raw: Mapping[str, Any]) -> OtherBox:
    """The box a file describes; raises CatalogError with everything that is wrong with it."""
    faults = Faults()
    row = faults.read_row(file, "", dict(raw), OTHER_PROSPERITY)
    if not faults.found:
        for where, message in _misfits(row):
            faults.add(file, where, message)
    if faults.found:
        raise CatalogError(faults.found)
    points, discs = dict(row["gains_points"]), dict(row["removes_discs"])
    tiles = {
        decade: tuple(
            TechnologyTile(name, points.get(name, 0), discs.get(name, 0)) for name in names
        )
        for decade, names in row["tiles"].items()
    }
    undated = tiles.pop(UNDATED)
    return OtherBox(
        name=row["name"],
        designers=row["designers"],
        year=row["year"],
        research_boards=row["research_boards"],
        individual_boards=row["individual_boards"],
        pollution_discs=row["pollution_discs"],
        cubes=dict(row["cubes"]),
        notes={int(value): count for value, count in row["notes"]},
        undated=undated,
        decades={int(decade): tiles[decade] for decade in sorted(tiles)},
        tallies={int(decade): _tallies(row, decade) for decade in sorted(tiles)},
        player_cubes=row["player_cubes"],
        player_notes={int(value): count for value, count in row["player_notes"]},
        player_discs=row["player_discs"],
    )


def _tallies(row: Row, decade: str) -> tuple[str, ...]:
    return (*row["tallies"], *row["more_tallies"].get(decade, ()))


def _misfits(row: Row) -> Iterator[tuple[str, str]]:
    """What does not fit together, by where it stands."""
    names = [name for tiles in row["tiles"].values() for name in tiles]
    if len(names) != row["technology_tiles"]:
        yield "tiles", f"these are {len(names)}, not {row['technology_tiles']}"
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "tiles", f'"{name}" is written twice'
    for table in ("gains_points", "removes_discs"):
        yield from _unknown(table, dict(row[table]), names)
    yield from _unknown("more_tallies", row["more_tallies"], row["tiles"])
    yield from _unknown("player_notes", dict(row["player_notes"]), dict(row["notes"]))
    if UNDATED not in row["tiles"]:
        yield "tiles", f'"{UNDATED}" is missing'
    for decade, tiles in row["tiles"].items():
        if decade == UNDATED:
            continue
        if not decade.isdecimal():
            yield "tiles", f'"{decade}" is no decade'
        if len(tiles) != len(_tallies(row, decade)):
            yield decade, f"{len(tiles)} tiles, but {len(_tallies(row, decade))} tallies"
    for table in ("notes", "player_notes"):
        for value, _count in row[table]:
            if not value.isdecimal():
                yield table, f'"{value}" is no value in euros'
    if len(row["cubes"]) != row["individual_boards"]:
        yield "cubes", f"{len(row['cubes'])} colours for {row['individual_boards']} boards"
    for colour, count in row["cubes"]:
        if count != len(row["player_cubes"]):
            yield "cubes", f"{count} in {colour}, but {len(row['player_cubes'])} places for them"


def _unknown(table: str, written: Iterable[str], known: Iterable[str]) -> Iterator[tuple[str, str]]:
    known = list(known)
    for name in written:
        if name not in known:
            yield table, f'unknown "{name}"{nearest(name, known)}'
