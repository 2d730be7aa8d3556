"""Slots for one more card: who may fill them, and what is wrong with who does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from setup_rules.cards import Card, Landscape, Thing
from setup_rules.collection import Collection
from setup_rules.index import rules_of
from setup_rules.kingdom import Game, Role
from setup_rules.names import listed
from setup_rules.problems import Problem, error, warning
from setup_rules.rulebook import Draw

MOST_LISTED = 8


def candidates(game: Game, draw: Draw) -> list[Card] | list[Landscape]:
    """Who may fill a slot: unused, on the shelf, and as the draw states."""
    if draw.kind:
        return list(_fitting_landscapes(game.collection, draw))
    used = game.used_piles
    return [card for card in _fitting_cards(game.collection, draw) if card.id not in used]


@lru_cache(maxsize=1024)
def _fitting_cards(shelf: Collection, draw: Draw) -> tuple[Card, ...]:
    """The Kingdom piles on a shelf that are as the draw states."""
    return tuple(c for c in shelf.cards if draw.fits(c) and (draw.mixed or not c.is_mixed))


@lru_cache(maxsize=1024)
def _fitting_landscapes(shelf: Collection, draw: Draw) -> tuple[Landscape, ...]:
    """The landscapes on a shelf that are as the draw states."""
    return tuple(landscape for landscape in shelf.landscapes if draw.fits(landscape))


def slot_problems(game: Game) -> Iterator[Problem]:
    """Open slots, and cards named for slots that do not fit them."""
    draws = [draw for draw in rules_of(game.collection.catalog).draws if draw in game.due]
    taken = {card.id: Role.TEN for card in game.ten} if draws else {}
    for draw in draws:
        asking = game.due[draw]
        chosen = game.slots.get(draw.key)
        named = game.kingdom.drawn.get(draw.key) or chosen
        if named is None:
            yield _open_slot(game, draw, asking)
            continue
        why = _why_unfit(draw, named, chosen, taken)
        if why:
            yield _unfit(game, draw, asking, named.name, why)
        elif isinstance(chosen, Card) and chosen.is_mixed and not draw.mixed:
            yield warning(
                draw.invalid,
                f"{chosen.name} is a pile of different cards, and {asking[0]} sets one card aside.",
                f"Use its top card, as planned here, or choose {draw.wants}.",
                *asking,
                chosen.name,
            )
        if isinstance(chosen, Card):
            taken.setdefault(chosen.id, draw.role)


def _needs(asking: tuple[str, ...], draw: Draw) -> str:
    return f"{listed(asking)} {'needs' if len(asking) == 1 else 'need'} {draw.wants}"


def _open_slot(game: Game, draw: Draw, asking: tuple[str, ...]) -> Problem:
    names = [card.name for card in candidates(game, draw)]
    who = _needs(asking, draw)
    if names:
        choice = listed(names, "or")
        if len(names) > MOST_LISTED:
            some = MOST_LISTED - 2
            choice = f"{', '.join(names[:some])} and {len(names) - some} more"
        return error(
            draw.missing,
            f"{who}, and none is named.",
            f"Your shelf has {len(names)} to choose from: {choice}.",
            *asking,
        )
    none_left = f"{who}, and the shelf has none left."
    if draw.instead:
        return warning(draw.empty, none_left, f"{draw.instead}, or add a box.", *asking)
    one = None if draw.kind else _one_in_the_deck(game, draw)
    fix = (
        f"Take {one} out of the Black Market deck and use it here, or add a box."
        if one
        else f"Add a box, or replace {listed(asking)}."
    )
    return error(draw.empty or draw.missing, none_left, fix, *asking)


def _one_in_the_deck(game: Game, draw: Draw) -> str | None:
    """A card of the Black Market deck that could fill the slot instead."""
    in_deck = (use.thing for use in game.uses if use.role is Role.DECK)
    return next((c.name for c in in_deck if isinstance(c, Card) and draw.fits(c)), None)


def _why_unfit(
    draw: Draw, named: Thing, chosen: Card | Landscape | None, taken: dict[str, Role]
) -> str:
    """Why a named card cannot fill a slot; empty when it can."""
    if draw.kind:
        return "" if named is chosen else f"is no {draw.kind.capitalize()}"
    if not isinstance(chosen, Card):
        return "is no Kingdom pile"
    if chosen.id in taken:
        return f"is already {taken[chosen.id].value}"
    if not draw.fits(chosen):
        return f"is {'/'.join(chosen.types)} for {chosen.cost}"
    return ""


def _unfit(game: Game, draw: Draw, asking: tuple[str, ...], name: str, why: str) -> Problem:
    """A card that does not fit; only a warning where a published kingdom prints it so."""
    code = draw.invalid or draw.missing
    message = f"{name} {why}, and {_needs(asking, draw)}."
    for published in game.collection.catalog.published_by_ten.get(frozenset(game.ten), ()):
        printed = published.drawn.get(draw.key)
        if printed and printed.name == name:
            return warning(
                code,
                f"{message} The published kingdom {published.name} prints it so.",
                f"Play it as printed, or choose {draw.wants}.",
                *asking,
                name,
            )
    return error(code, message, f"Choose {draw.wants}.", *asking, name)
