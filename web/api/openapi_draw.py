"""What the OpenAPI document says of drawing and counting."""

from __future__ import annotations

from setup_rules.cards import MAIN_LANDSCAPES
from setup_rules.draw.wish_kinds import (
    AboutLandscapes,
    Bounded,
    ByBox,
    ByCost,
    ByTag,
    CardList,
    Counts,
    Flag,
    Kind,
    Number,
    Pairs,
    ReadyMade,
    Weights,
)
from setup_rules.draw.wishes import TABLE, WishType
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.rules.promo_black_market import RECOMMENDED
from web.api.schemas import FLAG, NAME, TEXT, Schema, a_list, a_map, an_object, described
from web.reading import draw_reading
from web.reading.json_reader import MOST_BOXES
from web.reading.plan_reading import MOST_IN_DECK, MOST_LANDSCAPES

BOUNDS_REF: Schema = {"$ref": "#/components/schemas/Bounds"}
DECIMAL: Schema = {"type": "string", "pattern": "^[0-9]+$"}
OPEN_DECIMAL: Schema = {"type": ["string", "null"], "pattern": "^[0-9]+$"}


def _number(least: int, most: int, *, open_: bool = False) -> Schema:
    return {
        "type": ["integer", "null"] if open_ else "integer",
        "minimum": least,
        "maximum": most,
    }


def _perhaps(schema: Schema, about: str = "") -> Schema:
    return {"anyOf": [schema, {"type": "null"}], **({"description": about} if about else {})}


def _words(words: tuple[str, ...], about: str = "") -> Schema:
    return {"enum": [*words, None], **({"description": about} if about else {})}


HOW_MANY = _number(0, draw_reading.MOST_OF_A_KIND, open_=True)
BOUNDS = {
    **an_object({"min": HOW_MANY, "max": HOW_MANY}, required=()),
    "description": "From min to max, both included; left out or null: no limit.",
}
LANDSCAPE_WISH = an_object(
    {
        "min": _number(0, MOST_LANDSCAPES, open_=True),
        "max": described(_number(0, MOST_LANDSCAPES, open_=True), "Left out: 2."),
        "kinds": {
            "type": ["array", "null"],
            "items": {"enum": list(MAIN_LANDSCAPES)},
            "maxItems": len(MAIN_LANDSCAPES),
        },
        "max_ways": described(_number(0, MOST_LANDSCAPES, open_=True), "Left out: 1."),
        "always": described(
            FLAG, "From a deck of their own, one at least, not shuffled among the randomizers."
        ),
    },
    required=(),
)
CARD_LIST = an_object(
    {
        "cards": a_list(NAME, draw_reading.MOST_NAMES),
        "most": _number(0, draw_reading.MOST_OF_A_KIND),
    }
)


def _wish(line: WishType[Kind]) -> Schema:
    """What a request may say of a wish."""
    match line.kind:
        case ByTag():
            tags = {"enum": list(draw_reading.ALL_TAGS)}
            return {**a_map(_perhaps(BOUNDS_REF), line.about), "propertyNames": tags}
        case ByCost():
            return {
                "type": "object",
                "patternProperties": {f"^({draw_reading.COINS})$": _perhaps(BOUNDS_REF)},
                "additionalProperties": False,
                "description": line.about,
            }
        case ByBox():
            return a_map(_perhaps(BOUNDS_REF), line.about, draw_reading.MOST_PARTS)
        case Bounded():
            return _perhaps(BOUNDS_REF, line.about)
        case Number(lowest=lowest):
            return described(_number(lowest, draw_reading.MOST_OF_A_KIND, open_=True), line.about)
        case Counts():
            return {
                "type": ["array", "null"],
                "items": _number(0, draw_reading.MOST_OF_A_KIND),
                "maxItems": draw_reading.MOST_OF_A_KIND + 1,
                "description": line.about,
            }
        case Flag():
            return described(FLAG, line.about)
        case Pairs():
            pair: Schema = {"type": "array", "items": NAME, "minItems": 2, "maxItems": 2}
            return a_list(pair, draw_reading.MOST_PAIRS, line.about)
        case Weights():
            weight = {"type": "number", "minimum": 0, "maximum": draw_reading.HIGHEST_WEIGHT}
            return a_map(weight, line.about, draw_reading.MOST_NAMES)
        case CardList():
            return _perhaps(CARD_LIST, line.about)
        case AboutLandscapes():
            return described(LANDSCAPE_WISH, line.about)
        case ReadyMade(known=known):
            return _words(known, line.about)
    raise TypeError(f"OpenAPI has no schema for the kind {line.kind}")


WISHES = an_object({line.name: _wish(line) for line in TABLE}, required=())

DRAW_REQUEST = an_object(
    {
        "boxes": a_list(NAME, MOST_BOXES, "The shelf; a box named twice is there twice."),
        "players": _number(FEWEST_PLAYERS, MOST_PLAYERS),
        "seed": {
            "type": ["string", "null"],
            "maxLength": draw_reading.LONGEST_SEED,
            "description": "The same request with the same seed gives the same answer; left out "
            "or null: a fresh one.",
        },
        "pinned": a_list(NAME, draw_reading.MOST_NAMES, "Piles and landscapes that are dealt."),
        "banned": a_list(NAME, draw_reading.MOST_NAMES, "Piles and landscapes never dealt."),
        "wishes": WISHES,
        "draws": an_object(
            {key: _words(policies) for key, policies in draw_reading.DRAWS.items()}, required=()
        ),
        "black_market_size": {**_number(1, MOST_IN_DECK), "default": RECOMMENDED},
    },
    required=draw_reading.REQUIRED,
)

CARDS = a_list(an_object({"id": TEXT, "name": TEXT}))
ABOUT = _perhaps(
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
        "kingdom": _perhaps(CARDS, "Ten piles in the order dealt; null when there is none."),
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
        "plan": _perhaps({"$ref": "#/components/schemas/Plan"}, "As POST /api/plan answers."),
    }
)

SCHEMAS = {
    "Bounds": BOUNDS,
    "DrawRequest": DRAW_REQUEST,
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
