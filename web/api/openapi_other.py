"""What the OpenAPI document says of the other Prosperity."""

from __future__ import annotations

from web.api.other_prosperity_json import MIDDLE, OWN_CHOICE, RANDOM, REQUEST, SILVER
from web.api.schemas import (
    AMOUNT,
    COUNT,
    TEXT,
    Schema,
    a_list,
    a_map,
    an_object,
    described,
    object_of,
)

DECADE: Schema = {"type": "integer", "minimum": 1970, "maximum": 2030, "multipleOf": 10}
NOTES = a_map(COUNT, "How many notes, by their value in euros.")

ANSWER = an_object(
    {
        "research_board": {"const": MIDDLE},
        "individual_board_side": {
            "enum": [SILVER, OWN_CHOICE],
            "description": "Silver in a first game; later each player chooses silver or black.",
        },
        "undated_tiles_beside_board": COUNT,
        "tiles": described(
            a_map(a_list(TEXT)), "All sixty by decade, as printed; undated ones under undated."
        ),
        "deck": an_object(
            {
                "size": COUNT,
                "bottom_to_top": a_list(DECADE, about="Decades, each shuffled face down."),
                "top_decade": DECADE,
            }
        ),
        "turns_total": COUNT,
        "turns_per_player": COUNT,
        "per_player": an_object(
            {
                "money_eur": COUNT,
                "notes": NOTES,
                "cubes": COUNT,
                "pollution_discs_on_track": COUNT,
            }
        ),
        "reserve": an_object({"pollution_discs": AMOUNT, "notes": NOTES}),
        "first_player": {"const": RANDOM},
    }
)

SCHEMAS = {"OtherProsperityRequest": object_of(REQUEST), "OtherProsperity": ANSWER}
EXAMPLE = {"players": 3, "first_game": True}
EXAMPLES = {"first-game": {"summary": "A first game of three", "value": EXAMPLE}}
