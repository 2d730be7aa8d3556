"""Reads the table of what each card or landscape brings to the table for its own sake."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from setup_rules.plan import SetupPlan
from tests.builders import beside, supply

COMPONENTS = (
    *("supply", "beside", "trash", "starting_deck"),
    *("player_mats", "shared_mats", "player_tokens", "token_reserves"),
)


@dataclass(frozen=True)
class Brings:
    """A row: the things, how many of each by number of players, and who brings them."""

    rule: str
    source: str
    cards: tuple[str, ...]
    not_by: tuple[str, ...]
    things: Mapping[str, Mapping[str, int | list[int]]] = field(hash=False)

    def counts(self, part: str, players: int) -> dict[str, int]:
        """How many of each thing lie in this part of the table."""
        return {
            thing: count if isinstance(count, int) else count[players - 2]
            for thing, count in self.things[part].items()
        }

    def __str__(self) -> str:
        names = (name for things in self.things.values() for name in things)
        return f"{self.rule}: {', '.join(dict.fromkeys(names))}"


def _row(entry: dict) -> Brings:
    parts = {part: entry.pop(part) for part in COMPONENTS if part in entry}
    things = {
        part: given if isinstance(given, dict) else dict.fromkeys(given, 1)
        for part, given in parts.items()
    }
    cards, not_by = tuple(entry.pop("cards")), tuple(entry.pop("not_by", ()))
    return Brings(**entry, cards=cards, not_by=not_by, things=things)


_FILE = Path(__file__).with_suffix(".toml")
ROWS = tuple(_row(entry) for entry in tomllib.loads(_FILE.read_text(encoding="utf-8"))["brings"])


def set_out(plan: SetupPlan, part: str) -> Mapping[str, int]:
    """What lies in a part of the table, by name; mats and reserves count as one."""
    if part in ("supply", "beside"):
        return supply(plan) if part == "supply" else beside(plan)
    things = getattr(plan, part)
    return things if isinstance(things, Mapping) else dict.fromkeys(things, 1)
