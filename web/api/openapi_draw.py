"""What the OpenAPI document says of drawing and counting."""

from __future__ import annotations

from setup_rules.draw.wishes import TABLE
from web.api.schemas import TEXT, Schema, a_list, an_object, described, object_of, optional
from web.reading.draw_fields import BOUNDS, REQUEST

DECIMAL: Schema = {"type": "string", "pattern": "^[0-9]+$"}
OPEN_DECIMAL: Schema = {"type": ["string", "null"], "pattern": "^[0-9]+$"}

CARDS = a_list(an_object({"id": TEXT, "name": TEXT}))
ABOUT = optional(
    an_object({"value": DECIMAL, "error": {"type": "number", "minimum": 0}}),
    "An estimate and one standard deviation of it, where the work budget ends before the count.",
)
MATCHING = {
    "matching": described(
        OPEN_DECIMAL,
        "The exact number of kingdoms of ten piles that fulfil the wishes; null if not known.",
    ),
    "matching_about": ABOUT,
}
OUTCOME = {
    **MATCHING,
    "conflict": a_list(
        an_object({"wish": TEXT, "message": TEXT}),
        about="When nothing matches: a smallest set of wishes that cannot be met together. A "
        "wish is named by its key in the request; needs.… is a rule of the game.",
    ),
    "ways_out": a_list(
        an_object({"changes": a_list(TEXT), **MATCHING}),
        about="Up to three ways to make it possible, with the number of kingdoms each gives.",
    ),
    "undecided": {
        "type": "boolean",
        "description": "Whether the work limit came before an answer; the conflict then has the "
        "wishes that are hardest to meet.",
    },
}
COUNT_ANSWER = an_object(OUTCOME)
DRAW_ANSWER = an_object(
    {
        "kingdom": optional(CARDS, "Ten piles in the order dealt; null when there is none."),
        "landscapes": described(CARDS, "Without Ally and Prophecy, which are in choices."),
        "black_market_deck": CARDS,
        "choices": {
            "$ref": "#/components/schemas/Choices",
            "description": "Every draw that was made, as POST /api/plan takes it.",
        },
        "seed": TEXT,
        "draw_version": TEXT,
        **OUTCOME,
        "notes": a_list(TEXT, about="What to know of how it came about."),
        "plan": optional({"$ref": "#/components/schemas/Plan"}, "As POST /api/plan answers."),
    }
)

SCHEMAS = {
    "Bounds": described(
        object_of(BOUNDS), "From min to max, both included; left out or null: no limit."
    ),
    "DrawRequest": object_of(REQUEST),
    "DrawAnswer": DRAW_ANSWER,
    "CountAnswer": COUNT_ANSWER,
}

EXAMPLE_DRAW = {
    "boxes": ["dominion-2e", "seaside-2e", "dark-ages"],
    "players": 4,
    "seed": "friday",
    "pinned": ["Witch"],
    "banned": ["Possession"],
    "wishes": {line.name: line.example for line in TABLE if line.example is not None},
    "draws": {"platinum_colony": "random-card", "shelters": "random-card"},
    "black_market_size": 15,
}
EXAMPLE_IMPOSSIBLE = {
    "boxes": ["dominion-2e"],
    "players": 2,
    "wishes": {"tags": {"curser": {"min": 2}, "village": {"min": 1}}},
}
EXAMPLES = {
    "wishes": {"summary": "Many wishes", "value": EXAMPLE_DRAW},
    "impossible": {"summary": "More cursers than there are", "value": EXAMPLE_IMPOSSIBLE},
}
