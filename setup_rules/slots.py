"""Slots for one more card: who may fill them, and what is wrong with who does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from setup_rules.cards import Card, Landscape, Thing
from setup_rules.collection import Collection
from setup_rules.kingdom import TEN, Game, Role
from setup_rules.problems import Problem, error, warning
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import SlotDraw, named_pile
from setup_rules.rules import SIDE_DECK
from setup_rules.sentences import Sentence, listed, listed_briefly, row, say, say_number


def candidates(game: Game, draw: SlotDraw) -> list[Card] | list[Landscape]:
    """Who may fill a slot: unused, on the shelf, and as the draw states."""
    cards, landscapes = fitting(game.collection, draw)
    return [*landscapes] if draw.kind else [*game.without_used(cards)]


@lru_cache(maxsize=1024)
def fitting(shelf: Collection, draw: SlotDraw) -> tuple[tuple[Card, ...], tuple[Landscape, ...]]:
    """The Kingdom piles or the landscapes on a shelf that are as the draw states."""
    if draw.kind:
        return (), tuple(filter(draw.fits, shelf.landscapes))
    return tuple(c for c in shelf.cards if draw.fits(c) and (draw.mixed or not c.is_mixed)), ()


def named_piles(game: Game) -> dict[str, str]:
    """The Supply pile that each landscape with such a choice looks at, by name."""
    slots = [choice.slot for choice in rules_of(game.collection.catalog).pile_choices]
    return {
        slot.asked_by: pile
        for slot in slots
        if slot.key in game.kingdom.drawn and (pile := named_pile(game, slot))
    }


def slot_problems(game: Game) -> Iterator[Problem]:
    """Open slots, and cards named for slots that do not fit them."""
    draws = [*filter(game.due.__contains__, rules_of(game.collection.catalog).draws)]
    taken = {card.id: TEN for card in game.ten} if draws else {}
    for draw in draws:
        asking = game.due[draw]
        chosen = game.slots.get(draw.key)
        named = game.kingdom.drawn.get(draw.key) or chosen
        if named is None:
            yield _open_slot(game, draw, asking)
            continue
        wrong = _why_unfit(draw, asking, named, chosen, taken)
        if wrong:
            yield _unfit(game, draw, asking, named.name, wrong)
        elif isinstance(chosen, Card) and chosen.is_mixed and not draw.mixed:
            yield warning(
                draw.invalid,
                say(
                    "{pile} is a pile of different cards, but {card} sets aside only 1 card.",
                    pile=chosen.name,
                    card=asking[0],
                ),
                say("Use its top card, as shown here, or choose {what}.", what=draw.wants),
                *asking,
                chosen.name,
            )
        if isinstance(chosen, Card):
            taken.setdefault(chosen.id, draw.role)


def cards_need(asking: Sequence[str], what: str) -> Sentence:
    """`Young Witch needs an unused Kingdom pile costing $2 or $3`."""
    number, cards = len(asking), listed(asking)
    return say_number("{cards} needs {what}", "{cards} need {what}", number, cards=cards, what=what)


def _open_slot(game: Game, draw: SlotDraw, asking: tuple[str, ...]) -> Problem:
    names = [card.name for card in candidates(game, draw)]
    who = cards_need(asking, draw.wants)
    if names:
        return error(
            draw.missing,
            say("{cards_need}, but none is chosen.", cards_need=who),
            say_number(
                "Your shelf has {number} to choose from: {cards}.",
                "Your shelf has {number} to choose from: {cards}.",
                len(names),
                cards=listed_briefly(names, "or"),
            ),
            *asking,
        )
    none_left = say("{cards_need}, but your boxes have none left.", cards_need=who)
    if draw.instead:
        return warning(draw.empty, none_left, draw.instead, *asking)
    one = None if draw.kind else _one_in_the_deck(game, draw)
    if one:
        fix = say(SIDE_DECK.take_out, card=one)
    else:
        fix = say("Add a box, or swap {cards}.", cards=listed(asking))
    return error(draw.empty or draw.missing, none_left, fix, *asking)


def _one_in_the_deck(game: Game, draw: SlotDraw) -> str | None:
    """A card of the Black Market deck that could fill the slot instead."""
    in_deck = (use.thing for use in game.uses if use.role is SIDE_DECK.role)
    return next((c.name for c in in_deck if isinstance(c, Card) and draw.fits(c)), None)


def _why_unfit(
    draw: SlotDraw,
    asking: tuple[str, ...],
    named: Thing,
    chosen: Card | Landscape | None,
    taken: dict[str, Role],
) -> str:
    """Why a named card cannot fill a slot; empty when it can."""
    if draw.kind and named is chosen:
        return ""
    if isinstance(chosen, Card) and chosen.id not in taken and draw.fits(chosen):
        return ""
    values = {"name": named.name, "cards_need": cards_need(asking, draw.wants)}
    if draw.kind or not isinstance(chosen, Card):
        return say(draw.slot.unfit, **values)
    if chosen.id in taken:
        role = taken[chosen.id].says
        return say("{name} is already {role}, but {cards_need}.", **values, role=role)
    types = row([say(type_) for type_ in chosen.types], "/")
    return say(
        "{name} ({types}, {cost}) doesn’t fit: {cards_need}.",
        **values,
        types=types,
        cost=chosen.cost.words,
    )


def _unfit(game: Game, draw: SlotDraw, asking: tuple[str, ...], name: str, message: str) -> Problem:
    """A card that does not fit; only a warning where a published kingdom prints it so."""
    code = draw.invalid or draw.missing
    for published in game.collection.catalog.published_by_ten.get(frozenset(game.ten), ()):
        printed = published.drawn.get(draw.key)
        if printed and printed.name == name:
            return warning(
                code,
                say(
                    "{sentence} The published kingdom {kingdom} is printed that way.",
                    sentence=message,
                    kingdom=published.name,
                ),
                say("Play it as printed, or choose {what}.", what=draw.wants),
                *asking,
                name,
            )
    return error(code, message, say("Choose {what}.", what=draw.wants), *asking, name)
