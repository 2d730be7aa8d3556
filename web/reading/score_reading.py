"""Reads a request for the points of a game (its kingdom, and what each player has at the end)."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from setup_rules.cards import Card, OtherCard, Thing
from setup_rules.catalog import Catalog
from setup_rules.names import NameProblem
from setup_rules.plan_request import MOST_PLAYERS_ASKED, PlanRequest
from setup_rules.scoring.counts import FAVORS, VP
from setup_rules.scoring.player_counts import PlayerEnd
from setup_rules.scoring.scorers import mat_key
from setup_rules.scoring.table import is_owned, known_keys, state_sides
from setup_rules.sentences import Code, Sentence, say
from web.reading.fields import Fields, ListOf, MapOf, Name, Text, WholeNumber
from web.reading.json_reader import LONGEST_NAME, FieldValues, Unreadable
from web.reading.plan_reading import REQUEST as PLAN_REQUEST
from web.reading.plan_reading import PlanReader

MOST_COPIES, MOST_TURNS, MOST_NAMES, MOST_EMPTY = 9_999, 999, 600, 100
LONGEST_PLAYER = 60
MOST_STATES = 4
TAVERN = "Tavern"
"""The mat of `tavern_mat`."""
NUMBER = WholeNumber(least=0, most=MOST_COPIES, default=0)
RESULT = Fields(
    schema="PlayerResult",
    fields={
        "name": Text(longest=LONGEST_PLAYER, required=True, about="The player."),
        "turns": WholeNumber(
            least=0,
            most=MOST_TURNS,
            nullable=True,
            about="Turns taken, without extra turns; decides ties.",
        ),
        "deck": MapOf(
            values=NUMBER,
            most=MOST_NAMES,
            nullable=True,
            default=None,
            about="Every card the player has, wherever it lies, by name.",
        ),
        "counts": MapOf(
            values=NUMBER,
            most=MOST_NAMES,
            nullable=True,
            default=None,
            about="Instead of deck: the inputs of this game by key; left out: 0.",
        ),
        "tokens": Fields(fields={VP.key: NUMBER, FAVORS.key: NUMBER}, about="Points, and Favors."),
        "tavern_mat": MapOf(
            values=NUMBER, most=MOST_NAMES, about="Cards on the Tavern mat, which deck has, too."
        ),
        "states": ListOf(items=Name(), most=MOST_STATES, about="Such as Miserable."),
    },
)
REQUEST = Fields(
    fields={
        **PLAN_REQUEST.fields,
        "empty_piles": ListOf(
            items=Name(), most=MOST_EMPTY, about="Supply piles that are empty at the end."
        ),
        "results": ListOf(
            items=RESULT,
            most=MOST_PLAYERS_ASKED,
            about="The players. None: only the inputs are wanted.",
        ),
    }
)
"""Every field of POST /api/score."""


class ScoreRequest(NamedTuple):
    """A game, and how it ended."""

    plan: PlanRequest
    players: tuple[PlayerEnd, ...]
    empty: tuple[str, ...]


def read_score_request(body: object, catalog: Catalog) -> ScoreRequest:
    """What a request asks for; raises Unreadable with every fault."""
    return _ScoreReader(catalog).read_score(body)


class _ScoreReader(PlanReader):
    """Reads a kingdom, empty piles and results."""

    def read_score(self, body: object) -> ScoreRequest:
        given = self._body(body, REQUEST)
        request = ScoreRequest(
            self._plan_request(given),
            tuple([self._player(where, value) for where, value in given["results"]]),
            self._empty_piles(given["empty_piles"]),
        )
        if self._faults:
            raise Unreadable(self._faults)
        return request

    def _empty_piles(self, names: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """The names of Supply piles; a card of a mixed pile stands for its pile."""
        piles = []
        for field, name in names:
            thing = self._pile(field, name)
            if isinstance(thing, OtherCard):
                pile = self._catalog.cards.get(thing.pile)
                in_group = thing.group if thing.kind == "ruins" else ""
                piles.append(pile.name if pile else in_group or thing.name)
            elif thing is not None:
                piles.append(thing.name)
        return tuple(piles)

    def _player(self, where: str, value: object) -> PlayerEnd:
        given = self._fields(where, value, RESULT)
        has_deck = given.raw("deck") is not None
        if has_deck == (given.raw("counts") is not None) and isinstance(value, dict):
            message = say("“{field}” needs “deck” or “counts”, but not both.", field=Code(where))
            self._fault(where, message)
        counts = self._other_counts(given)
        cards: dict[Thing, int] = {}
        for field, name, number in given["deck"] or ():
            self._add(cards, field, name, number)
        for field, name, number in given["counts"] or ():
            if name in known_keys(self._catalog):
                counts[name] = self._number(field, number, NUMBER.least, NUMBER.most)
            elif near := self._near_key(name):
                self._unknown_key(field, name, near)
            else:
                self._add(cards, field, name, number)
        return PlayerEnd(
            name=given["name"],
            turns=given["turns"],
            cards=cards,
            counts=counts,
            whole_deck=has_deck,
        )

    def _near_key(self, name: str) -> list[str]:
        """The key that a word is meant to be which is no card's name."""
        try:
            self._names.find(name[:LONGEST_NAME], suggest=False)
        except NameProblem:
            return get_close_matches(name[:LONGEST_NAME], known_keys(self._catalog), 1, 0.75)
        return []

    def _add(self, cards: dict[Thing, int], field: str, name: str, number: object) -> None:
        """One more card by name, with its number of copies."""
        copies = self._number(field, number, NUMBER.least, NUMBER.most)
        thing = self._thing(field, name)
        if thing is None:
            return
        if not is_owned(thing):
            self._fault(field, _no_card(thing))
        elif thing in cards:
            self._fault(field, say("{name} is listed twice.", name=thing.name))
        cards[thing] = copies

    def _other_counts(self, given: FieldValues) -> dict[str, int]:
        """What is counted beside the cards: tokens, cards on the Tavern mat, States."""
        tokens = given["tokens"]
        counts = {key: tokens[key] for key in (VP.key, FAVORS.key)}
        on_mat: dict[Thing, int] = {}
        for field, name, number in given["tavern_mat"]:
            self._add(on_mat, field, name, number)
        for card, number in on_mat.items():
            if card.score and card.score.mat == TAVERN:
                counts[mat_key(TAVERN, card)] = number
        sides = state_sides(self._catalog)
        for field, name in given["states"]:
            side = sides.get(name.casefold())
            if side is None:
                self._unknown_value(field, name, [one.name for one in sides.values()])
            elif side.key:
                counts[side.key] = max(counts.get(side.key, 0), side.up)
        return {key: number for key, number in counts.items() if number}


def _no_card(thing: Thing) -> Sentence:
    """Why something cannot be in a deck."""
    if isinstance(thing, Card):
        return say(
            "{name} is a pile of different cards. Write the names of the cards.", name=thing.name
        )
    return say("{name} can’t be in a deck. Leave it out.", name=thing.name)
