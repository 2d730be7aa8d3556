"""The OpenAPI document of the JSON interface."""

from __future__ import annotations

from typing import Any

from web.api import openapi_draw, openapi_other, openapi_score
from web.api.schemas import (
    AMOUNT,
    COUNT,
    FRACTION,
    NOTHING,
    TEXT,
    Schema,
    a_list,
    a_map,
    an_object,
    described,
    object_of,
)
from web.reading.plan_reading import CHOICES, REQUEST

ISSUE = an_object(
    {
        "code": described(TEXT, "The name of the check, such as check-bane-missing."),
        "severity": {"enum": ["error", "warning", "advice"]},
        "message": TEXT,
        "fix": TEXT,
        "cards": a_list(TEXT),
    }
)
FETCH_BOX = an_object(
    {"box": TEXT, "items": a_list(an_object({"what": TEXT, "count": COUNT}))},
)
_PAPER = "null where the server cannot print. &paper=letter in place of A4."
PLAN = an_object(
    {
        "status": {
            "enum": ["ok", "warning", "error"],
            "description": "The worst problem found; advice alone leaves it ok.",
        },
        "issues": a_list({"$ref": "#/components/schemas/Issue"}),
        "supply": a_map(COUNT, "Cards in each Supply pile at the start."),
        "supply_pile_count": {"type": "integer", "minimum": 0},
        "pile_notes": a_map(TEXT, "How to lay piles out."),
        "non_supply": a_map(COUNT, "What lies beside the Supply."),
        "set_aside": a_map({"type": ["string", "integer"]}, "A card's name, or a count."),
        "trash_at_start": a_map(COUNT),
        "starting_deck": a_map(COUNT, "Ten cards, the same for every player."),
        "player_mats": a_list(TEXT),
        "shared_mats": a_list(TEXT),
        "player_tokens": a_map(COUNT, "Tokens each player starts with."),
        "pile_tokens": a_map(a_map(COUNT), "By token, then by Supply pile."),
        "landscape_tokens": a_map(a_map(COUNT), "By landscape, then by token."),
        "token_reserves": a_list(TEXT, about="Kinds of token to have at hand."),
        "end": an_object(
            {"any_of_empty": a_list(TEXT), "empty_piles": {"type": "integer", "minimum": 1}}
        ),
        "draw_odds": described(
            an_object(
                {
                    "platinum_colony": FRACTION,
                    "shelters": FRACTION,
                    "both": FRACTION,
                    "neither": FRACTION,
                }
            ),
            "Exact chances of the random-card method, in lowest terms.",
        ),
        "because": a_map(a_list(TEXT), "The cards that ask for each thing set out."),
        "fetch": a_list(FETCH_BOX, about="Everything to take out, each box once."),
        "reminders": a_list(TEXT),
        "url": described(TEXT, "The page that shows this very kingdom."),
        "sheet_pdf": described(NOTHING, f"The setup sheet as PDF; {_PAPER}"),
        "cards_pdf": described(
            NOTHING, f"The setup card as PDF; {_PAPER} &style=fold is for one-sided printers."
        ),
    }
)

ERROR = an_object(
    {
        "error": an_object(
            {
                "code": TEXT,
                "message": TEXT,
                "details": a_list(an_object({"field": TEXT, "message": TEXT})),
            }
        )
    }
)

_IDS = a_list(TEXT)
CATALOG = an_object(
    {
        "boxes": a_list(
            an_object(
                {
                    "id": TEXT,
                    "name": TEXT,
                    "edition": {"type": "integer"},
                    "year": {"type": "integer"},
                    "kind": {
                        "enum": ["base game", "expansion", "basic cards", "update pack", "promo"]
                    },
                }
            )
        ),
        "cards": a_list(
            an_object(
                {
                    "id": TEXT,
                    "name": TEXT,
                    "cost": an_object({"coin": AMOUNT, "potion": AMOUNT, "debt": AMOUNT}),
                    "types": _IDS,
                    "tags": _IDS,
                    "boxes": _IDS,
                }
            ),
            about="The Kingdom piles.",
        ),
        "landscapes": a_list(an_object({"id": TEXT, "name": TEXT, "kind": TEXT, "boxes": _IDS})),
        "kingdoms": a_list(
            an_object(
                {
                    "id": TEXT,
                    "name": TEXT,
                    "boxes": described(_IDS, "Boxes that suffice."),
                    "box_choices": a_list(
                        a_list(_IDS),
                        about="Everything needed; of each, the choices that serve equally.",
                    ),
                    "cards": _IDS,
                    "landscapes": _IDS,
                    "bane": NOTHING,
                    "platinum_colony": {"type": "boolean"},
                    "shelters": {"type": "boolean"},
                    "choices": {"$ref": "#/components/schemas/Choices"},
                    "source": _IDS,
                }
            ),
            about="The recommended kingdoms of the rulebooks.",
        ),
    }
)

EXAMPLE_REQUEST = {
    "boxes": ["dominion-1e"],
    "players": 2,
    "kingdom": [
        "Cellar",
        "Market",
        "Militia",
        "Mine",
        "Moat",
        "Remodel",
        "Smithy",
        "Village",
        "Woodcutter",
        "Workshop",
    ],
}
EXAMPLE_WITH_CHOICES = {
    "boxes": ["dominion-1e", "cornucopia", "prosperity-1e"],
    "players": 3,
    "kingdom": [
        "young-witch",
        "trade-route",
        "bank",
        "chapel",
        "festival",
        "market",
        "mine",
        "smithy",
        "village",
        "witch",
    ],
    "landscapes": [],
    "black_market_deck": [],
    "choices": {
        "bane": "Cellar",
        "platinum_colony": True,
        "platinum_colony_card": "Trade Route",
        "shelters": False,
    },
    "basic_sets": 1,
}


def _json(schema: str, **more: Any) -> Schema:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}, **more}}


def _error(description: str, code: str, message: str, *details: dict[str, str]) -> Schema:
    example = {"error": {"code": code, "message": message, "details": list(details)}}
    return {"description": description, "content": _json("Error", example=example)}


_UNKNOWN = "“Smity” is no name we know. Did you mean Smithy, City or City-state?"
ERRORS = {
    "400": _error("The body is no JSON text.", "bad-json", "The body is nested too deeply."),
    "413": _error("The body has more than 64 kB.", "body-too-large", "Send at most 64 kB."),
    "415": _error(
        "The body is of another content type.",
        "unsupported-content-type",
        "Send the body as application/json.",
    ),
    "422": _error(
        "The request reads well, but names what we do not know.",
        "invalid-request",
        _UNKNOWN,
        {"field": "kingdom[6]", "message": _UNKNOWN},
    ),
    "429": _error(
        "This address took too much of the processor lately, or asks for much at one time; "
        "`Retry-After` tells after how many seconds to try again.",
        "too-many-requests",
        "This address asked for very much at once. Try again in 12 s.",
    ),
}


PLAN_EXAMPLES = {
    "first-game": {"summary": "First Game", "value": EXAMPLE_REQUEST},
    "choices": {"summary": "With a Bane and Colonies", "value": EXAMPLE_WITH_CHOICES},
}
INFO = {
    "title": "Ten Piles",
    "version": "1",
    "summary": "Kingdoms of the card game Dominion and their setup.",
    "description": "JSON in and out; no login, nothing is stored. A kingdom that "
    'is merely unplayable is no HTTP error: it is a 200 with `status: "error"`.',
}


def _post(
    name: str, summary: str, request: Schema, answer: tuple[str, str], description: str = ""
) -> Schema:
    """An address that takes a request; `answer` is what comes back, and its schema."""
    return {
        "post": {
            "operationId": name,
            "summary": summary,
            **({"description": description} if description else {}),
            "requestBody": {"required": True, "content": request},
            "responses": {
                "200": {"description": answer[0], "content": _json(answer[1])},
                **ERRORS,
            },
        }
    }


def _get(name: str, summary: str, responses: Schema) -> Schema:
    return {"get": {"operationId": name, "summary": summary, "responses": responses}}


PATHS = {
    "/api/plan": _post(
        "plan",
        "A kingdom in, its whole setup out.",
        _json("PlanRequest", examples=PLAN_EXAMPLES),
        ("The whole setup.", "Plan"),
    ),
    "/api/draw": _post(
        "draw",
        "Boxes and wishes in, a kingdom out.",
        _json("DrawRequest", examples=openapi_draw.EXAMPLES),
        ("A kingdom and its plan, or why there is none.", "DrawAnswer"),
        "Each kingdom that fulfils the wishes is equally likely, or by its weights. Where none "
        "does, the answer is a 200 too and says why.",
    ),
    "/api/count": _post(
        "count",
        "Boxes and wishes in, the number of kingdoms that fit out.",
        _json("DrawRequest", examples=openapi_draw.EXAMPLES),
        ("How many there are; if there is none, why.", "CountAnswer"),
    ),
    "/api/other-prosperity": _post(
        "other_prosperity",
        "The setup of Prosperity by Knizia and Bleasdale, another game.",
        _json("OtherProsperityRequest", examples=openapi_other.EXAMPLES),
        ("The whole setup.", "OtherProsperity"),
    ),
    "/api/score": _post(
        "score",
        "The end of a game in, points out.",
        _json("ScoreRequest", examples=openapi_score.EXAMPLES),
        ("The points, and what had to be counted.", "Scores"),
        "Without results the answer still has the inputs of this game. Counts that cannot be right "
        "are advice, never refused.",
    ),
    "/api/catalog": _get(
        "catalog",
        "All boxes, Kingdom piles, landscapes and recommended kingdoms.",
        {
            "200": {"description": "The catalog, with an ETag.", "content": _json("Catalog")},
            "304": {"description": "Unchanged since the ETag sent in If-None-Match."},
        },
    ),
    "/api/openapi.json": _get(
        "openapi",
        "This document.",
        {
            "200": {
                "description": "An OpenAPI document.",
                "content": {"application/json": {"schema": {"type": "object"}}},
            }
        },
    ),
}
SCHEMAS = {
    "PlanRequest": object_of(REQUEST),
    "Choices": object_of(CHOICES),
    "Plan": PLAN,
    "Issue": ISSUE,
    "Catalog": CATALOG,
    "Error": ERROR,
    **openapi_draw.SCHEMAS,
    **openapi_other.SCHEMAS,
    **openapi_score.SCHEMAS,
}


def openapi_document() -> Schema:
    """The document served at /api/openapi.json."""
    return {
        "openapi": "3.1.0",
        "info": INFO,
        "servers": [{"url": "/"}],
        "paths": PATHS,
        "components": {"schemas": SCHEMAS},
    }
