"""The OpenAPI document of the JSON interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web import reading

Schema = dict[str, Any]

NAME: Schema = {
    "type": "string",
    "description": "An id, a printed English name in any case, an alias, or a name in another "
    "language.",
}
OPEN_NAME: Schema = {**NAME, "type": ["string", "null"]}
TEXT: Schema = {"type": "string"}
FRACTION: Schema = {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"}
AMOUNT: Schema = {"type": "integer", "minimum": 0}
COUNT: Schema = {"type": "integer", "minimum": 1}
FLAG: Schema = {"type": ["boolean", "null"]}
NOTHING: Schema = {"type": ["string", "null"]}


def _object(properties: Mapping[str, Schema], required: tuple[str, ...] | None = None) -> Schema:
    """An object with these keys and no other; all of them always there unless said."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }


def _list(items: Schema, most: int | None = None, about: str = "") -> Schema:
    return {
        "type": "array",
        "items": items,
        **({} if most is None else {"maxItems": most}),
        **({"description": about} if about else {}),
    }


def _map(values: Schema, about: str = "") -> Schema:
    return {
        "type": "object",
        "additionalProperties": values,
        **({"description": about} if about else {}),
    }


def _about(schema: Schema, text: str) -> Schema:
    return {**schema, "description": text}


_SLOT_WORDS = {
    "bane": "Young Witch's Bane.",
    "platinum_colony_card": "The card that decided on Platinum and Colony; never needed.",
    "shelters_card": "The card that decided on Shelters; never needed.",
    "army": "The Attack pile of Approaching Army.",
    "ferryman": "Ferryman's pile.",
    "mouse": "The card set aside for Way of the Mouse.",
    "riverboat": "The card set aside for Riverboat.",
    "ally": "The Ally.",
    "prophecy": "The Prophecy.",
    "obelisk": "The pile Obelisk looks at; also Ruins.",
    "inherited_replaces": "The starting card that Inherited replaces.",
}

CHOICES = _object(
    {
        "platinum_colony": _about(FLAG, "Whether Platinum and Colony are used."),
        "shelters": _about(FLAG, "Whether the decks start with Shelters."),
        **{slot: _about(OPEN_NAME, _SLOT_WORDS[slot]) for slot in reading.SLOTS},
        "druid_boons": {
            "type": ["array", "null"],
            "items": NAME,
            "maxItems": reading.MOST_BOONS,
            "description": "The Boons set aside for Druid.",
        },
        "traits": {
            "type": ["object", "null"],
            "additionalProperties": OPEN_NAME,
            "maxProperties": reading.MOST_TRAITS,
            "description": "The pile of each Trait.",
        },
    },
    required=(),
)

PLAN_REQUEST = _object(
    {
        "boxes": _list(NAME, reading.MOST_BOXES, "The shelf; a box named twice is there twice."),
        "players": {"type": "integer", "minimum": 0, "maximum": reading.MOST_PLAYERS},
        "kingdom": _list(NAME, reading.MOST_PILES, "The ten piles in the order dealt."),
        "landscapes": _list(NAME, reading.MOST_LANDSCAPES, "Events, Landmarks, Projects …"),
        "black_market_deck": _list(NAME, reading.MOST_IN_DECK),
        "choices": {
            **CHOICES,
            "description": "What was chosen or drawn. Null or left out: still open.",
        },
        "basic_sets": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": reading.MOST_SETS,
            "description": "Left out: 1 for up to four players, 2 for more.",
        },
    },
    required=reading.REQUIRED,
)

ISSUE = _object(
    {
        "code": _about(TEXT, "The name of the check, such as check-bane-missing."),
        "severity": {"enum": ["error", "warning", "advice"]},
        "message": TEXT,
        "fix": TEXT,
        "cards": _list(TEXT),
    }
)
FETCH_BOX = _object(
    {"box": TEXT, "items": _list(_object({"what": TEXT, "count": COUNT}))},
)
PLAN = _object(
    {
        "status": {
            "enum": ["ok", "warning", "error"],
            "description": "The worst problem found; advice alone leaves it ok.",
        },
        "issues": _list({"$ref": "#/components/schemas/Issue"}),
        "supply": _map(COUNT, "Cards in each Supply pile at the start."),
        "supply_pile_count": {"type": "integer", "minimum": 0},
        "pile_notes": _map(TEXT, "How to lay piles out."),
        "non_supply": _map(COUNT, "What lies beside the Supply."),
        "set_aside": _map({"type": ["string", "integer"]}, "A card's name, or a count."),
        "trash_at_start": _map(COUNT),
        "starting_deck": _map(COUNT, "Ten cards, the same for every player."),
        "player_mats": _list(TEXT),
        "shared_mats": _list(TEXT),
        "player_tokens": _map(COUNT, "Tokens each player starts with."),
        "pile_tokens": _map(_map(COUNT), "By token, then by Supply pile."),
        "landscape_tokens": _map(_map(COUNT), "By landscape, then by token."),
        "token_reserves": _list(TEXT, about="Kinds of token to have at hand."),
        "end": _object(
            {"any_of_empty": _list(TEXT), "empty_piles": {"type": "integer", "minimum": 1}}
        ),
        "draw_odds": _about(
            _object(
                {
                    "platinum_colony": FRACTION,
                    "shelters": FRACTION,
                    "both": FRACTION,
                    "neither": FRACTION,
                }
            ),
            "Exact chances of the random-card method, in lowest terms.",
        ),
        "because": _map(_list(TEXT), "The cards that ask for each thing set out."),
        "fetch": _list(FETCH_BOX, about="Everything to take out, each box once."),
        "reminders": _list(TEXT),
        "url": _about(TEXT, "The page that shows this very kingdom."),
        "sheet_pdf": NOTHING,
        "cards_pdf": NOTHING,
    }
)

ERROR = _object(
    {
        "error": _object(
            {
                "code": TEXT,
                "message": TEXT,
                "details": _list(_object({"field": TEXT, "message": TEXT})),
            }
        )
    }
)

_IDS = _list(TEXT)
CATALOG = _object(
    {
        "boxes": _list(
            _object(
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
        "cards": _list(
            _object(
                {
                    "id": TEXT,
                    "name": TEXT,
                    "cost": _object({"coin": AMOUNT, "potion": AMOUNT, "debt": AMOUNT}),
                    "types": _IDS,
                    "tags": _IDS,
                    "boxes": _IDS,
                }
            ),
            about="The Kingdom piles.",
        ),
        "landscapes": _list(_object({"id": TEXT, "name": TEXT, "kind": TEXT, "boxes": _IDS})),
        "kingdoms": _list(
            _object(
                {
                    "id": TEXT,
                    "name": TEXT,
                    "boxes": _about(_IDS, "Boxes that suffice."),
                    "box_choices": _list(
                        _list(_IDS),
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
}


def openapi_document() -> Schema:
    """The document served at /api/openapi.json."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ten Piles",
            "version": "1",
            "summary": "Kingdoms of the card game Dominion and their setup.",
            "description": "JSON in and out; no login, no rate limit, nothing is stored. A kingdom "
            'that is merely unplayable is no HTTP error: it is a 200 with `status: "error"`.',
        },
        "servers": [{"url": "/"}],
        "paths": {
            "/api/plan": {
                "post": {
                    "operationId": "plan",
                    "summary": "A kingdom in, its whole setup out.",
                    "requestBody": {
                        "required": True,
                        "content": _json(
                            "PlanRequest",
                            examples={
                                "first-game": {"summary": "First Game", "value": EXAMPLE_REQUEST},
                                "choices": {
                                    "summary": "With a Bane and Colonies",
                                    "value": EXAMPLE_WITH_CHOICES,
                                },
                            },
                        ),
                    },
                    "responses": {
                        "200": {"description": "The whole setup.", "content": _json("Plan")},
                        **ERRORS,
                    },
                }
            },
            "/api/catalog": {
                "get": {
                    "operationId": "catalog",
                    "summary": "All boxes, Kingdom piles, landscapes and recommended kingdoms.",
                    "responses": {
                        "200": {
                            "description": "The catalog, with an ETag.",
                            "content": _json("Catalog"),
                        },
                        "304": {"description": "Unchanged since the ETag sent in If-None-Match."},
                    },
                }
            },
            "/api/openapi.json": {
                "get": {
                    "operationId": "openapi",
                    "summary": "This document.",
                    "responses": {
                        "200": {
                            "description": "An OpenAPI document.",
                            "content": {"application/json": {"schema": {"type": "object"}}},
                        }
                    },
                }
            },
        },
        "components": {
            "schemas": {
                "PlanRequest": PLAN_REQUEST,
                "Choices": CHOICES,
                "Plan": PLAN,
                "Issue": ISSUE,
                "Catalog": CATALOG,
                "Error": ERROR,
            }
        },
    }
