"""Every field of a request for a draw or a count, with its limits, default and description."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from setup_rules.cards import MAIN_LANDSCAPES
from setup_rules.draw.completion import AS_PRINTED, DECK_SIZE, POLICIES
from setup_rules.draw.wish_kinds import (
    ALL_TAGS,
    COINS,
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
from setup_rules.plan_request import MOST_IN_DECK, MOST_LANDSCAPES
from web.reading.fields import (
    Decimal,
    Fields,
    JsonField,
    ListOf,
    MapOf,
    Name,
    OneOf,
    Text,
    WholeNumber,
    YesNo,
)
from web.reading.json_reader import BOXES
from web.reading.plan_reading import THE_PLAYERS

LONGEST_SEED = 200
MOST_NAMES = 600
MOST_PAIRS = 100
MOST_PARTS = 100
"""The most keys of one wish: boxes, tags or costs."""
MOST_OF_A_KIND = 99
"""The highest number that can be asked for of cards or boxes; more is a slip of the finger."""
HIGHEST_WEIGHT = 1000
WEIGHT_STEP = Fraction(1, 1000)

HOW_MANY = WholeNumber(least=0, most=MOST_OF_A_KIND)
OPEN_HOW_MANY = replace(HOW_MANY, nullable=True)
CARDS = ListOf(items=Name(), most=MOST_NAMES)
BOUNDS = Fields(
    schema="Bounds",
    nullable=True,
    fields={"min": OPEN_HOW_MANY, "max": OPEN_HOW_MANY},
)
CARD_LIST = Fields(
    nullable=True,
    fields={
        "cards": replace(CARDS, required=True),
        "most": replace(HOW_MANY, required=True, default=0),
    },
)
_OPEN_LANDSCAPES = WholeNumber(least=0, most=MOST_LANDSCAPES, nullable=True)
LANDSCAPE_WISH = Fields(
    fields={
        "min": _OPEN_LANDSCAPES,
        "max": replace(_OPEN_LANDSCAPES, about=f"Left out: {AS_PRINTED.most}."),
        "kinds": ListOf(
            items=OneOf(known=MAIN_LANDSCAPES),
            most=len(MAIN_LANDSCAPES),
            nullable=True,
            default=None,
        ),
        "max_ways": replace(_OPEN_LANDSCAPES, about=f"Left out: {AS_PRINTED.most_ways}."),
        "always": YesNo(
            about="From a deck of their own, one at least, not shuffled among the randomizers."
        ),
        "each": MapOf(
            values=BOUNDS, most=len(MAIN_LANDSCAPES), keys=MAIN_LANDSCAPES, about="By kind."
        ),
        "boxes": ListOf(
            items=Name(),
            most=MOST_PARTS,
            nullable=True,
            default=None,
            about="The boxes they come from. Left out: all.",
        ),
    }
)


def _wish(wish: WishType[Kind]) -> JsonField:
    """The field of a wish, by its kind."""
    match wish.kind:
        case ByTag():
            return MapOf(values=BOUNDS, most=MOST_PARTS, keys=ALL_TAGS)
        case ByCost():
            return MapOf(values=BOUNDS, most=MOST_PARTS, pattern=COINS)
        case ByBox():
            return MapOf(values=BOUNDS, most=MOST_PARTS)
        case Bounded():
            return BOUNDS
        case Number(lowest=lowest):
            return replace(OPEN_HOW_MANY, least=lowest)
        case Counts():
            return ListOf(
                items=HOW_MANY,
                most=MOST_OF_A_KIND + 1,
                nullable=True,
                default=None,
            )
        case Flag():
            return YesNo()
        case Pairs():
            pair = ListOf(items=Name(), least=2, most=2)
            return ListOf(items=pair, most=MOST_PAIRS)
        case Weights():
            weight = Decimal(most=HIGHEST_WEIGHT, step=WEIGHT_STEP)
            return MapOf(values=weight, most=MOST_NAMES)
        case CardList():
            return CARD_LIST
        case AboutLandscapes():
            return LANDSCAPE_WISH
        case ReadyMade(known=known):
            return OneOf(known=known, nullable=True)
    raise TypeError(f"a request cannot have a wish of the kind {wish.kind}")


WISHES = Fields(fields={wish.name: replace(_wish(wish), about=wish.about) for wish in TABLE})
WISHED = Fields(
    fields={
        "pinned": replace(CARDS, about="Piles and landscapes that are dealt."),
        "banned": replace(CARDS, about="Piles and landscapes never dealt."),
        "wishes": WISHES,
        "draws": Fields(
            fields={key: OneOf(known=known, nullable=True) for key, known in POLICIES.items()}
        ),
        "black_market_size": WholeNumber(least=1, most=MOST_IN_DECK, default=DECK_SIZE),
    }
)
"""What a household stores of a draw, and a request has beside boxes, players and seed."""
REQUEST = Fields(
    fields={
        "boxes": BOXES,
        "players": WholeNumber(
            least=FEWEST_PLAYERS,
            most=MOST_PLAYERS,
            what=THE_PLAYERS,
            required=True,
            default=FEWEST_PLAYERS,
        ),
        "seed": Text(
            longest=LONGEST_SEED,
            nullable=True,
            about="The same request with the same seed gives the same answer; left out or null: "
            "a fresh one.",
        ),
        **WISHED.fields,
    }
)
"""Every field of POST /api/draw and POST /api/count."""
