"""What the OpenAPI document says of the points at the end of a game."""

from __future__ import annotations

from web.api.schemas import COUNT, TEXT, Schema, a_list, a_map, an_object, described, object_of
from web.reading.score_reading import REQUEST, RESULT

POINTS: Schema = {"type": "integer"}
ANSWER = an_object(
    {
        "inputs": a_list(
            an_object(
                {
                    "key": described(TEXT, "A key of counts."),
                    "label": TEXT,
                    "why": a_list(TEXT, about="What scores by it."),
                }
            ),
            about="The fewest counts that decide every score in this game.",
        ),
        "scores": a_list(
            an_object(
                {
                    "name": TEXT,
                    "total": POINTS,
                    "place": COUNT,
                    "parts": a_map(POINTS, "Points by what gives or takes them, zeros left out."),
                }
            ),
            about="In the order of the results.",
        ),
        "winners": a_list(TEXT, about="Most points, then fewest turns; who still ties shares it."),
        "issues": a_list({"$ref": "#/components/schemas/Issue"}, about="Counts that are odd."),
    }
)
SCHEMAS = {
    "ScoreRequest": object_of(REQUEST),
    "PlayerResult": object_of(RESULT),
    "Scores": ANSWER,
}
EXAMPLE = {
    "boxes": ["dominion-2e"],
    "players": 2,
    "kingdom": [
        *("Gardens", "Village", "Workshop", "Moat", "Market"),
        *("Smithy", "Witch", "Mine", "Militia", "Cellar"),
    ],
    "empty_piles": ["Curse", "Village"],
    "results": [
        {
            "name": "Anna",
            "turns": 14,
            "deck": {
                "Copper": 5,
                "Silver": 3,
                "Estate": 3,
                "Province": 4,
                "Gardens": 2,
                "Village": 10,
                "Curse": 1,
            },
        },
        {"name": "Ben", "turns": 13, "counts": {"Province": 3, "Gardens": 4, "cards": 41}},
    ],
}
EXAMPLES = {"two-players": {"summary": "A deck, and counts", "value": EXAMPLE}}
