"""Short ways to end a game in a test: decks by name in, points out."""

from collections.abc import Mapping, Sequence
from typing import Any

from setup_rules.cards import Thing
from setup_rules.kingdom import Game
from setup_rules.names import names_of
from setup_rules.scoring.ending import GameScores, score_game
from setup_rules.scoring.player_counts import PlayerEnd
from setup_rules.scoring.scorers import mat_key
from setup_rules.scoring.table import known_keys, state_sides
from tests.builders import CATALOG, game_for

NAMES = names_of(CATALOG)


def card_named(name: str) -> Thing:
    """Any card by a printed name."""
    return NAMES.find(name)


def with_deck(
    deck: Mapping[str, int],
    name: str = "Anna",
    turns: int | None = None,
    tavern_mat: Mapping[str, int] | None = None,
    states: Sequence[str] = (),
    **tokens: int,
) -> PlayerEnd:
    """A player who has these cards and nothing else."""
    counts = dict(tokens)
    for card, number in (tavern_mat or {}).items():
        counts[mat_key("Tavern", card_named(card))] = number
    for state in states:
        side = state_sides(CATALOG)[state.casefold()]
        if side.key:
            counts[side.key] = side.up
    cards = {card_named(card): number for card, number in deck.items()}
    return PlayerEnd(name=name, turns=turns, cards=cards, counts=counts)


def with_counts(
    counts: Mapping[str, int], name: str = "Anna", turns: int | None = None
) -> PlayerEnd:
    """A player of whom the inputs of the game are known."""
    keys = known_keys(CATALOG)
    return PlayerEnd(
        name=name,
        turns=turns,
        cards={card_named(key): n for key, n in counts.items() if key not in keys},
        counts={key: n for key, n in counts.items() if key in keys},
        whole_deck=False,
    )


def game_of(row: Mapping[str, Any]) -> Game:
    """The game of a row: what it leaves out is dull."""
    keys = ("landscapes", "shelters", "platinum_colony", "obelisk", "ally", "prophecy", "traits")
    how = {key: row[key] for key in (*keys, "deck", "players") if key in row}
    return game_for(*row.get("piles", ()), **how)


def points_of(name: str, row: Mapping[str, Any], case: Mapping[str, Any]) -> int:
    """The points that something gives the first player."""
    keys = ("tavern_mat", "states", "vp", "favors")
    first = with_deck(case["deck"], **{key: case[key] for key in keys if key in case})
    others = [with_deck(deck, "Ben") for deck in case.get("others", ({},))]
    ended = score_game(game_of(row), [first, *others], case.get("empty", ()))
    return ended.scores[0].parts.get(name, 0)


def inputs(ended: GameScores) -> list[str]:
    """The keys of the inputs of a game."""
    return [one.count.key for one in ended.inputs]
