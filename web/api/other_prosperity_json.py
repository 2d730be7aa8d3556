"""The other Prosperity for scripts: reads what is asked, and answers its setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setup_rules.catalog import Catalog
from setup_rules.other_prosperity import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    UNDATED,
    OtherSetup,
    plan_other_prosperity,
)
from web.reading.fields import Fields, WholeNumber, YesNo
from web.reading.json_reader import JsonReader, Unreadable
from web.reading.plan_reading import THE_PLAYERS

REQUEST = Fields(
    fields={
        "players": WholeNumber(
            least=FEWEST_PLAYERS,
            most=MOST_PLAYERS,
            what=THE_PLAYERS,
            required=True,
            default=FEWEST_PLAYERS,
        ),
        "first_game": YesNo(about="Null or left out: true."),
    }
)
"""Every field of POST /api/other-prosperity."""
MIDDLE = "in the middle of the table"
SILVER, OWN_CHOICE = "silver", "own choice"
RANDOM = "random"


def read_other_prosperity(body: object, catalog: Catalog) -> OtherSetup:
    """The setup a request asks for; raises Unreadable with every fault."""
    return _OtherReader(catalog).read(body)


class _OtherReader(JsonReader):
    """Reads players, and whether it is their first game; it is, if that is left out."""

    def read(self, body: object) -> OtherSetup:
        given = self._body(body, REQUEST)
        players, first_game = given["players"], given["first_game"]
        if self._faults:
            raise Unreadable(self._faults)
        return plan_other_prosperity(players, first_game=first_game is not False)


def other_prosperity_answer(setup: OtherSetup) -> dict[str, Any]:
    """The setup as POST /api/other-prosperity tells it."""
    box = setup.box
    tiles = {UNDATED: box.undated} | {str(decade): box.decades[decade] for decade in box.decades}
    return {
        "research_board": MIDDLE,
        "individual_board_side": SILVER if setup.first_game else OWN_CHOICE,
        "undated_tiles_beside_board": len(box.undated),
        "tiles": {decade: [tile.name for tile in those] for decade, those in tiles.items()},
        "deck": {
            "size": len(box.dated),
            "bottom_to_top": [decade for decade, _tiles in setup.deck],
            "top_decade": setup.deck[-1][0],
        },
        "turns_total": setup.turns,
        "turns_per_player": setup.turns_each,
        "per_player": {
            "money_eur": setup.money_each,
            "notes": _by_value(box.player_notes),
            "cubes": len(box.player_cubes),
            "pollution_discs_on_track": box.player_discs,
        },
        "reserve": {
            "pollution_discs": setup.reserve_discs,
            "notes": _by_value(setup.reserve_notes),
        },
        "first_player": RANDOM,
    }


def _by_value(notes: Mapping[int, int]) -> dict[str, int]:
    return {str(value): count for value, count in notes.items()}
