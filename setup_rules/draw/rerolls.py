"""Re-rolls: another pile, extra, deck, landscapes or draws; what does not depend on it stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from setup_rules.cards import Card, Landscape, Thing
from setup_rules.cascade import settle
from setup_rules.chance import Chance, weighted
from setup_rules.draw.completion import NoCompletion, can_be_completed, deal, pruned
from setup_rules.draw.drawing import complete
from setup_rules.draw.exact.conditions import bits_of, state_constraints
from setup_rules.draw.request import DrawRequest
from setup_rules.kingdom import Kingdom
from setup_rules.rule_index import rules_of
from setup_rules.rulebook import named_pile
from setup_rules.rules import DEALT_KINDS, DECISIONS

MOST_TRIES = 60
"""Times a deck or landscapes are drawn again when the old ones come up."""
BY_NUMBER = ("four-or-more", "majority", "all-prosperity", "all-dark-ages")
"""Policies that look at how many cards there are, so that a swap decides again."""


def swap_pile(asked: DrawRequest, kingdom: Kingdom, card: Card, seed: str) -> Kingdom | None:
    """Another pile in place of one of the ten; all that does not depend on it stays.

    Uniform, or by weight, among the kingdoms that keep the other nine, fit the wishes and can be
    completed. None when no other card fits.
    """
    chance = Chance(seed)
    dice = chance.stream("kingdom")
    choices = _fitting(asked, kingdom, card)
    while choices:
        new, _ = choices.pop(weighted([weight for _, weight in choices], dice))
        swapped = _swapped(asked, kingdom, card, new)
        if swapped is not None:
            return _dealt(asked, swapped, "", chance)
    return None


def fitting(asked: DrawRequest, kingdom: Kingdom, card: Card) -> tuple[Card, ...]:
    """The cards that may stand in the place of one of the ten."""
    found = (new for new, _ in _fitting(asked, kingdom, card))
    return tuple(new for new in found if _swapped(asked, kingdom, card, new) is not None)


def _swapped(asked: DrawRequest, kingdom: Kingdom, card: Card, new: Card) -> Kingdom | None:
    """The kingdom with another card in the place of one; None when that cannot be completed."""
    piles = tuple(new if pile is card else pile for pile in kingdom.piles)
    kept = _kept(asked, kingdom._replace(piles=piles))
    return kept if can_be_completed(kept, asked.players, asked.shelf, asked.how) else None


def _fitting(asked: DrawRequest, kingdom: Kingdom, card: Card) -> list[tuple[Card, int]]:
    """The cards that fit the wishes with the nine others and are not in use, with their weights."""
    nine = tuple(pile for pile in kingdom.piles if isinstance(pile, Card) and pile is not card)
    rest = pruned(kingdom._replace(piles=nine), asked.players, asked.shelf)
    used = settle(rest, asked.players, asked.shelf).used_piles
    kept = {pile.id for pile in nine}
    wishes = asked.counted
    wishes = replace(wishes, pinned=tuple(pin for pin in wishes.pinned if pin in kept))
    problem = state_constraints(asked.shelf.cards, wishes, kept=nine, left_out=(card,))
    if problem.refuted_by is not None:
        return []
    return [
        (problem.cards[place], problem.weights[place])
        for place in bits_of(problem.free)
        if problem.cards[place].id not in used and problem.holds(problem.pinned | 1 << place)
    ]


def swap_slot(asked: DrawRequest, kingdom: Kingdom, slot: str, seed: str) -> Kingdom | None:
    """Another card for one slot, by its key."""
    game = settle(kingdom, asked.players, asked.shelf)
    old: Thing | None = game.slots.get(slot) or kingdom.drawn.get(slot)
    name = old.name if old else ""
    for choice in rules_of(asked.shelf.catalog).pile_choices:
        if choice.slot.key == slot:
            name = named_pile(game, choice.slot)
    drawn = {key: thing for key, thing in kingdom.drawn.items() if key != slot}
    landscapes = tuple(ls for ls in kingdom.landscapes if ls is not old)
    bare = kingdom._replace(drawn=drawn, landscapes=landscapes)
    return _dealt(asked, _kept(asked, bare), name, Chance(seed))


def swap_trait(asked: DrawRequest, kingdom: Kingdom, trait: str, seed: str) -> Kingdom | None:
    """Another pile for a Trait, by the Trait's id."""
    old = kingdom.traits.get(trait)
    traits = {key: pile for key, pile in kingdom.traits.items() if key != trait}
    name = old.name if old else ""
    return _dealt(asked, kingdom._replace(traits=traits), name, Chance(seed))


def swap_boons(asked: DrawRequest, kingdom: Kingdom, seed: str) -> Kingdom | None:
    """Three other Boons for Druid, not all of them the old ones."""
    return _another(
        seed,
        lambda chance: _dealt(asked, kingdom._replace(boons=()), "", chance),
        lambda new: set(new.boons) != set(kingdom.boons),
    )


def swap_deck(asked: DrawRequest, kingdom: Kingdom, seed: str) -> Kingdom | None:
    """Another Black Market deck."""
    bare = _kept(asked, kingdom._replace(deck=()))
    return _another(
        seed,
        lambda chance: _dealt(asked, bare, "", chance),
        lambda new: set(new.deck) != set(kingdom.deck),
    )


def swap_landscapes(asked: DrawRequest, kingdom: Kingdom, seed: str) -> Kingdom | None:
    """Other landscapes, as wished; the ten stay, and so do those pinned."""
    bare = _kept(asked, kingdom._replace(landscapes=()))
    fixed = len(asked.pinned_landscapes)

    def laid_out(chance: Chance) -> Kingdom | None:
        try:
            return complete(asked, bare, chance)[0]
        except NoCompletion:
            return None

    def are_other(new: Kingdom) -> bool:
        old = _main(kingdom)
        return len(new.landscapes) <= fixed or set(_main(new)) != set(old) or not old

    return _another(seed, laid_out, are_other)


def _main(kingdom: Kingdom) -> list[Landscape]:
    return [ls for ls in kingdom.landscapes if ls.kind not in DEALT_KINDS]


def swap_draws(asked: DrawRequest, kingdom: Kingdom, seed: str, only: str = "") -> Kingdom | None:
    """Platinum/Colony and Shelters decided again, or `only` one of them."""
    again = [one.key for one in DECISIONS if only in ("", one.key)]
    return _dealt(asked, with_answers(kingdom, dict.fromkeys(again)), "", Chance(seed))


def with_answers(kingdom: Kingdom, answers: Mapping[str, bool | None]) -> Kingdom:
    """The Kingdom with some draws answered by hand, or open; no card has decided those."""
    slots = {one.card.key for one in DECISIONS if one.key in answers}
    drawn = {key: thing for key, thing in kingdom.drawn.items() if key not in slots}
    return kingdom.but(drawn=drawn, **answers)


def _kept(asked: DrawRequest, kingdom: Kingdom) -> Kingdom:
    """The Kingdom with the choices that still hold; those by number of cards are open again."""
    kept = pruned(kingdom, asked.players, asked.shelf)
    again = [one.key for one in DECISIONS if getattr(asked.how, one.key) in BY_NUMBER]
    return kept.but(**dict.fromkeys(again))


def _dealt(asked: DrawRequest, kingdom: Kingdom, old: str, chance: Chance) -> Kingdom | None:
    """What is open dealt, not with the old card; None when that cannot be."""
    how = replace(asked.how, not_again=old)
    try:
        return deal(kingdom, asked.players, asked.shelf, how, chance).kingdom
    except NoCompletion:
        return None


def _another(
    seed: str, make: Callable[[Chance], Kingdom | None], other: Callable[[Kingdom], bool]
) -> Kingdom | None:
    """The first try that gives something else than before; None when there seems to be nothing."""
    for number in range(MOST_TRIES):
        new = make(Chance(f"{seed} {number}" if number else seed))
        if new is None or other(new):
            return new
    return None
