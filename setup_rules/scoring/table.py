"""ScoreTable: everything in a game that players can have, and everything that scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from setup_rules.cards import Card, Material, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.kingdom import Game
from setup_rules.plan import Pile, SetupPlan, SupplyPile
from setup_rules.rulebook import ScoreDoubt
from setup_rules.rules import ALSO_TYPES, CHEAPER, SCORE_DOUBTS
from setup_rules.scoring.counts import GameCards
from setup_rules.scoring.scorers import Scorer, scorers_of

NEVER_IN_DECKS = frozenset(("artifact", "boon", "hex", "state"))
"""Kinds of cards that no player's deck can have."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable:
    """The cards of a game, how many of each there are, and what scores."""

    cards: GameCards
    copies: dict[str, int]
    """How many copies of each card there are, starting decks included, by id."""
    scorers: tuple[Scorer, ...]
    scoring: tuple[Thing | Material, ...]
    """Everything in the game that may have a score beside the cards."""
    doubts: tuple[ScoreDoubt, ...]
    """What changes scores, or not, by how the game went."""
    because: Mapping[str, tuple[str, ...]]
    """The cards that bring tokens and States, by the name of what scores."""

    def with_things(
        self, cards: Iterable[Thing], tokens_and_states: Iterable[Thing | Material]
    ) -> ScoreTable:
        """The same, as if these were in the game, too."""
        further = {card.id: card for card in cards if card.id not in self.cards.cards}
        all_cards = replace(self.cards, cards={**self.cards.cards, **further})
        scoring = (*self.scoring, *tokens_and_states)
        return replace(self, cards=all_cards, scoring=scoring, scorers=_scorers(all_cards, scoring))

    def missing(self, keys: Iterable[str], catalog: Catalog) -> Iterator[Thing | Material]:
        """The kinds of tokens and the States that score by these counts, if they are not here."""
        counts = [count for scorer in self.scorers for count in scorer.counts]
        known = {count.key for count in counts}
        for key in dict.fromkeys(keys):
            if key not in known and key in (things := _by_key(catalog)):
                yield things[key]


def is_owned(thing: Thing) -> bool:
    """Whether it is a card that can be in a deck: no pile of different ones, no landscape."""
    if isinstance(thing, OtherCard):
        return thing.kind not in NEVER_IN_DECKS
    return isinstance(thing, Card) and not thing.is_mixed


def score_table(game: Game, plan: SetupPlan, empty: Iterable[str] = ()) -> ScoreTable:
    """What players can have in a game; `empty` are the Supply piles that are at its end."""
    catalog = game.collection.catalog
    copies: dict[str, int] = {}
    supply: dict[str, str] = {}
    for pile in plan.supply:
        for card, number in _lying(pile, catalog):
            copies[card.id] = copies.get(card.id, 0) + number
            supply[card.id] = pile.name
    for card, number in _elsewhere(game, plan, catalog):
        copies[card.id] = copies.get(card.id, 0) + number
    used = {use.thing.name for use in game.uses}
    things_used = [catalog.thing(id_) for id_ in copies]
    cards = GameCards(
        cards={card.id: card for card in things_used if is_owned(card)},
        also={one.cards: one.also for one in ALSO_TYPES if one.by in used},
        cheaper=_cheaper(plan, catalog),
        supply=supply,
        looked_at=plan.named_piles,
        empty=frozenset(empty),
    )
    materials = dict.fromkeys(m for use in game.uses for m in use.thing.needs if m.score)
    tokens = {m.score.count or m.name: m for m in materials if m.score}  # of two boxes alike
    states = [card for card in things_used if not is_owned(card)]
    scoring = (*game.landscapes, *states, *tokens.values())
    doubts = tuple(one for one in SCORE_DOUBTS if one.by in used)
    because = {m.name: _needing(m, game) for m in tokens.values()}
    for state in states:
        because |= dict.fromkeys(state.name.split("/"), plan.because.get(state.name, ()))
    return ScoreTable(cards, copies, _scorers(cards, scoring), scoring, doubts, because)


def _needing(material: Material, game: Game) -> tuple[str, ...]:
    """The cards in use that need a kind of token, of whichever box."""
    worth = material.score and material.score.count
    return tuple(
        use.thing.name
        for use in game.uses
        if any(one.score and one.score.count == worth for one in use.thing.needs)
    )


def _scorers(cards: GameCards, further: Iterable[Thing | Material]) -> tuple[Scorer, ...]:
    things: list[Thing | Material] = [*cards.cards.values(), *further]
    return tuple(scorer for thing in things for scorer in scorers_of(thing, cards))


def _lying(pile: SupplyPile | Pile, catalog: Catalog) -> Iterator[tuple[Thing, int]]:
    """The different cards of a pile, and the most there can be of each."""
    thing = catalog.by_name.get(pile.name)
    parts: tuple[OtherCard, ...] = thing.contains if isinstance(thing, Card) else ()
    parts = catalog.groups.get(pile.name, parts)
    for part in parts:
        yield part, 1 if pile.count == len(parts) else min(part.copies, pile.count)
    if thing is not None and not parts:
        yield thing, pile.count


def _elsewhere(game: Game, plan: SetupPlan, catalog: Catalog) -> Iterator[tuple[Thing, int]]:
    """What lies beside the Supply, in starting decks, in the trash, in the Black Market deck."""
    for pile in plan.beside:
        yield from _lying(pile, catalog)
    for name, number in plan.starting_deck.items():
        yield catalog.by_name[name], number * plan.players
    for name, number in plan.trash.items():
        yield catalog.by_name[name], number
    for card in game.deck_cards:
        yield card, 1


def _cheaper(plan: SetupPlan, catalog: Catalog) -> dict[str, int]:
    return {
        catalog.by_name[pile].id: CHEAPER[trait]
        for pile, trait in plan.traits.items()
        if trait in CHEAPER and pile in catalog.by_name
    }


@cache
def known_keys(catalog: Catalog) -> frozenset[str]:
    """The keys of all counts in any game that are not the name of a card."""
    things = list(catalog.by_name.values())
    cards = GameCards(cards={thing.id: thing for thing in things if is_owned(thing)})
    scorers = _scorers(cards, [*(t for t in things if not is_owned(t)), *catalog.materials])
    counts = [count for scorer in scorers for count in (scorer.copies, *scorer.counts) if count]
    return frozenset(count.key for count in counts if not count.card)


@cache
def _by_key(catalog: Catalog) -> Mapping[str, Thing | Material]:
    """Each kind of token and each State that scores, by the key of its count."""
    by_key: dict[str, Thing | Material] = {}
    for material in catalog.materials:
        if material.score:
            by_key.setdefault(material.score.count, material)
    states = (other for other in catalog.others.values() if other.kind == "state" and other.score)
    return by_key | {state.name.split("/")[0]: state for state in states}


class StateSide(NamedTuple):
    """A side of a State: the count that it decides, if it scores, and the count's value."""

    name: str
    key: str
    up: int


@cache
def state_sides(catalog: Catalog) -> Mapping[str, StateSide]:
    """Both sides of every State, and those with one, by name in small letters."""
    return {
        side.casefold(): StateSide(side, state.name.split("/")[0] if state.score else "", up)
        for state in catalog.others.values()
        if state.kind == "state"
        for up, side in enumerate(state.name.split("/"), 1)
    }
