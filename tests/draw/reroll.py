"""Other cards in place of some of a kingdom, drawn from the exact tables alone.

What players swap goes through `setup_rules/draw/rerolls.py`; this holds the tables themselves to
their odds and to their golden draws.
"""

from collections.abc import Collection, Sequence

from setup_rules.cards import Card
from setup_rules.chance import Dice
from setup_rules.draw.exact.conditions import bits_of, state_constraints
from setup_rules.draw.exact.sampler import Answer, prepare_constraints
from setup_rules.draw.wishes import Wishes


def reroll_one(
    kingdom: Sequence[Card], card: Card, pool: Collection[Card], wishes: Wishes, dice: Dice
) -> tuple[Card, ...] | None:
    """The kingdom with another card in place of this one; None when no other fits.

    Each card that fits the wishes with the nine others is equally likely, or by its weight.
    """
    kept = [other for other in kingdom if other.id != card.id]
    constraints = state_constraints(pool, wishes, kept=kept, left_out=(card,))
    if constraints.refuted_by is not None or constraints.slots != 1:
        return None
    fitting = [
        place
        for place in bits_of(constraints.free)
        if constraints.holds(constraints.pinned | 1 << place)
    ]
    number = dice.below(sum(constraints.weights[place] for place in fitting))
    for place in fitting:
        number -= constraints.weights[place]
        if number < 0:
            new = constraints.cards[place]
            return tuple(new if old.id == card.id else old for old in kingdom)
    return None


def reroll(
    kingdom: Sequence[Card],
    swapped: Collection[Card],
    pool: Collection[Card],
    wishes: Wishes,
    dice: Dice,
    *,
    may_return: bool = False,
) -> tuple[Card, ...] | None:
    """The kingdom with other cards in place of the swapped ones; None when none is found."""
    gone = {card.id for card in swapped}
    kept_cards = [card for card in kingdom if card.id not in gone]
    left_out = () if may_return else tuple(swapped)
    prepared = prepare_constraints(
        state_constraints(pool, wishes, kept=kept_cards, left_out=left_out)
    )
    if prepared.answer is not Answer.POSSIBLE:
        return None
    kept = {card.id for card in kept_cards}
    new = [card for card in prepared.draw(dice) if card.id not in kept]
    swapped_in = [new.pop() if card.id in gone else card for card in kingdom]
    return (*swapped_in, *new)
