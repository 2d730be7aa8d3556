"""A drawn kingdom as the JSON interface answers it, and why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from setup_rules.cards import OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.chance import DRAW_VERSION
from setup_rules.draw.conflict import WayOut
from setup_rules.draw.drawing import (
    Drawn,
    canonical,
    count_or_explain,
    draw_kingdom,
)
from setup_rules.draw.exact.sampler import Tally
from setup_rules.draw.wishes import Wish
from setup_rules.kingdom import Kingdom
from setup_rules.plan_request import PlanRequest
from setup_rules.rules import RULEBOOKS
from web.api.plan_json import plan_answer
from web.draw.outcome import ROUGH_DIGITS
from web.reading.draw_reading import ParsedDraw
from web.reading.plan_reading import SLOTS

WANTS = {draw.kind: draw.wants for book in RULEBOOKS for draw in book.draws if draw.kind}
"""What fills a slot for a landscape, by its kind."""


def draw_answer(request: ParsedDraw, catalog: Catalog) -> dict[str, Any]:
    """The answer of POST /api/draw."""
    drawn = draw_kingdom(request.asked, request.seed)
    kingdom = drawn.kingdom and canonical(drawn.kingdom, request.asked)
    return {
        "kingdom": kingdom and _named(kingdom.piles),
        "landscapes": _named(kingdom.landscapes) if kingdom else [],
        "black_market_deck": _named(kingdom.deck) if kingdom else [],
        "choices": choices_answer(kingdom, catalog) if kingdom else {},
        "seed": request.seed,
        "draw_version": DRAW_VERSION,
        **_outcome(request, drawn),
        "notes": [*drawn.notes, *_left_out(kingdom, request)] if kingdom else [],
        "plan": kingdom
        and plan_answer(
            PlanRequest(kingdom, request.asked.players, request.asked.shelf.ids, None), catalog
        ),
    }


def count_answer(request: ParsedDraw) -> dict[str, Any]:
    """The answer of POST /api/count."""
    return _outcome(request, count_or_explain(request.asked, request.seed))


def choices_answer(kingdom: Kingdom, catalog: Catalog) -> dict[str, Any]:
    """Everything that was chosen or drawn, by printed names, as POST /api/plan takes it."""
    return {
        "platinum_colony": kingdom.platinum_colony,
        "shelters": kingdom.shelters,
        **{slot: _pile_name(kingdom.drawn.get(slot)) for slot in SLOTS},
        "druid_boons": [boon.name for boon in kingdom.boons],
        "traits": {
            catalog.landscapes[trait].name: pile.name for trait, pile in kingdom.traits.items()
        },
    }


def _pile_name(thing: Thing | None) -> str | None:
    """The printed name; the Ruins are named as the pile they are."""
    if isinstance(thing, OtherCard) and thing.group == "Ruins":
        return "Ruins"
    return None if thing is None else thing.name


def _named(things: Iterable[Thing]) -> list[dict[str, str]]:
    return [{"id": thing.id, "name": thing.name} for thing in things]


def _outcome(request: ParsedDraw, drawn: Drawn) -> dict[str, Any]:
    """How many kingdoms there are; if there is none, why."""
    return {
        **_tally(Tally(None) if drawn.undecided else drawn.tally),
        "conflict": [
            {"wish": request.key_of(wish), "message": _sentence(wish)} for wish in drawn.conflict
        ],
        "ways_out": [_way_out(way) for way in drawn.ways_out],
        "undecided": drawn.undecided,
    }


def _way_out(way: WayOut) -> dict[str, Any]:
    return {"changes": list(way.changes), **_tally(way.tally)}


def _tally(tally: Tally) -> dict[str, Any]:
    """The exact number; where the work budget ended first, about how many and how far off."""
    about = None
    if tally.exact is None and tally.about is not None:
        digits = max(len(str(tally.about)) - ROUGH_DIGITS, 0)
        value = str(round(tally.about, -digits))
        about = {"value": value, "error": round(tally.error or 0.0, ROUGH_DIGITS)}
    exact = None if tally.exact is None else str(tally.exact)
    return {"matching": exact, "matching_about": about}


def _sentence(wish: Wish) -> str:
    return f"{wish.says[:1].upper()}{wish.says[1:]}."


def _left_out(kingdom: Kingdom, request: ParsedDraw) -> list[str]:
    """What was pinned for nothing: an Ally or Prophecy that no card asks for."""
    in_use = (*kingdom.landscapes, *kingdom.drawn.values())
    return [
        f"{pin.name} is left out: it is for kingdoms with a card that asks for "
        f"{WANTS[pin.kind]}, and one is enough."
        for pin in request.asked.pinned_landscapes
        if pin not in in_use
    ]
