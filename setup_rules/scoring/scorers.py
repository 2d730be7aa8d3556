"""Scorer: one thing on the table that gives or takes points, made of the score in its data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from setup_rules.cards import Landscape, Material, Thing, Worth
from setup_rules.rules import SCORE_RULES
from setup_rules.scoring.counts import (
    FAVORS,
    VP,
    GameCards,
    ScoreCount,
    card_count,
    different,
    singles,
)
from setup_rules.sentences import listed, piece_words, say, say_number

Numbers = Sequence[int]
"""The values of some counts."""


class Scorer(NamedTuple):
    """Something that scores: what it counts, and the points these numbers give."""

    name: str
    copies: ScoreCount | None
    """What the points are multiplied by; None where they are given once."""
    counts: tuple[ScoreCount, ...]
    points: Callable[[Numbers, Sequence[Numbers]], int]
    """The points, by a player's own numbers and those of the others."""


def scorers_of(thing: Thing | Material, cards: GameCards) -> Iterator[Scorer]:
    """What scores about a card, landscape or kind of token; both sides of a State score."""
    score = thing.score
    if score is None or not (score.points or score.rule):
        return
    if score.count == "side":
        yield from _sides(thing.name, score)
        return
    copies = None if isinstance(thing, Landscape | Material) else _copies(thing, score)
    if score.rule:
        rule = SCORE_RULES[score.rule]
        yield Scorer(thing.name, copies, tuple(rule.counts(cards)), rule.points)
    else:
        counts, number = _counted(score, cards)
        yield Scorer(thing.name, copies, counts, partial(_by_formula, score, number))


def _by_formula(
    score: Worth, number: Callable[[Numbers], int], own: Numbers, _others: Sequence[Numbers]
) -> int:
    """The formula that data can state."""
    if not score.count:
        return score.points
    counted = number(own)
    if score.at_least:
        return score.points if counted >= score.at_least else 0
    return score.points * (max(counted - score.after, 0) // score.per)


def _copies(card: Thing, score: Worth) -> ScoreCount:
    if not score.mat:
        return card_count(card)
    label = say("{card} on the {mat} mat", card=card.name, mat=piece_words(score.mat))
    return ScoreCount(key=mat_key(score.mat, card), label=label)


def mat_key(mat: str, card: Thing) -> str:
    """The key of the number of copies on a mat."""
    return f"{mat.lower()}_mat.{card.name}"


def _counted(
    score: Worth, cards: GameCards
) -> tuple[tuple[ScoreCount, ...], Callable[[Numbers], int]]:
    """The counts of a formula, and the one number that it makes of them."""
    if not score.count:
        return (), sum
    if score.count in _TOKENS:
        return (_TOKENS[score.count],), sum
    if score.of:
        named = [card for card in cards.cards.values() if card.name in score.of]
        if score.count == "sets" and len(named) < len(score.of):
            return (), sum  # a card of the set is not in this game
        return tuple(map(card_count, named)), _of_copies(score)
    return (_of_many(score, cards),), sum


def _of_copies(score: Worth) -> Callable[[Numbers], int]:
    """What a formula makes of the copies of different cards."""
    by_count: dict[str, Callable[[Numbers], int]] = {
        "cards": sum,
        "names": partial(different, least=score.copies),
        "singles": singles,
        "sets": lambda copies: min(copies, default=0),
    }
    return by_count[score.count]


_TOKENS = {"vp": VP, "favors": FAVORS}


def _of_many(score: Worth, cards: GameCards) -> ScoreCount:
    """One count over all cards, or over those of a type."""
    type_, count = score.type, score.count
    parts = (type_.lower(), count, str(score.copies) if score.copies > 1 else "")
    return ScoreCount(
        key="_".join(part for part in parts if part),
        label=_label(score),
        fits=(lambda card: type_ in cards.types(card)) if type_ else (lambda _card: True),
        of=_of_copies(score),
        decided_by=type_,
    )


def _label(score: Worth) -> str:
    type_, copies = score.type, score.copies
    if score.count == "cards":
        return say("{type} cards", type=say(type_)) if type_ else say("Cards in the deck")
    if score.count == "singles" and type_:
        return say("{type} cards with exactly 1 copy", type=say(type_))
    if score.count == "singles":
        return say("Cards with exactly 1 copy")
    if copies > 1 and type_:
        return say_number(
            "Different {type} cards with at least {number} copy",
            "Different {type} cards with at least {number} copies",
            copies,
            type=say(type_),
        )
    if copies > 1:
        return say_number(
            "Different cards with at least {number} copy",
            "Different cards with at least {number} copies",
            copies,
        )
    return say("Different {type} cards", type=say(type_)) if type_ else say("Different cards")


def _sides(name: str, score: Worth) -> Iterator[Scorer]:
    """A State with two sides: the second one has twice the points."""
    sides = name.split("/")
    numbered = [
        say("{number} for {state}", number=n, state=side) for n, side in enumerate(sides, 1)
    ]
    count = ScoreCount(
        key=sides[0], label=say("{state}: {sides}", state=sides[0], sides=listed(numbered))
    )

    def points(up: int, own: Numbers, _others: Sequence[Numbers]) -> int:
        return up * score.points if min(own[0], len(sides)) == up else 0

    for up, side in enumerate(sides, 1):
        yield Scorer(side, None, (count,), partial(points, up))
