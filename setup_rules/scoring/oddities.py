"""Advice about the end of a game whose counts cannot all be right; nothing is ever refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from setup_rules.cards import Material, Thing
from setup_rules.plan import SetupPlan
from setup_rules.problems import Problem, advice
from setup_rules.scoring.counts import FAVORS, VP
from setup_rules.scoring.inputs import Input
from setup_rules.scoring.player_counts import PlayerEnd
from setup_rules.scoring.scorers import mat_key
from setup_rules.scoring.table import ScoreTable
from setup_rules.sentences import Code, listed_briefly, piece_words, say, say_number

MANY_TURNS = 60
"""More than that are asked about."""
ALL_CARDS = "cards"
"""The key of the number of all cards."""


class Ending(NamedTuple):
    """The end of a game as it is looked at."""

    plan: SetupPlan
    table: ScoreTable
    """Without cards that are not in the game."""
    missing: tuple[Thing | Material, ...]
    """Tokens and States that players have and the game has not."""
    inputs: tuple[Input, ...]
    players: Sequence[PlayerEnd]
    empty: Sequence[str]

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all counts that the game asks for."""
        return frozenset(one.count.key for one in self.inputs)

    @property
    def owned(self) -> dict[Thing, int]:
        """The copies of each card, all players together."""
        owned: dict[Thing, int] = {}
        for player in self.players:
            for card, number in player.cards.items():
                owned[card] = owned.get(card, 0) + number
        return {card: number for card, number in owned.items() if number}


def find_oddities(ending: Ending) -> Iterator[Problem]:
    """Everything that is odd."""
    for look in _LOOKS:
        yield from look(ending)


def _open_choices(ending: Ending) -> Iterator[Problem]:
    """What scores depends on a choice that is not known."""
    scoring = {scorer.name for scorer in ending.table.scorers}
    for problem in ending.plan.problems:
        if problem.choice and scoring.intersection(problem.cards):
            yield problem


def _other_players(ending: Ending) -> Iterator[Problem]:
    number, planned = len(ending.players), ending.plan.players
    if number and number != planned:
        yield advice(
            "score-players",
            say_number(
                "The game is set up for {planned} players, but there is {number} result.",
                "The game is set up for {planned} players, but there are {number} results.",
                number,
                planned=planned,
            ),
            say("Check the number of players, or add the missing results."),
        )


def _not_in_game(ending: Ending) -> Iterator[Problem]:
    cards = [card.name for card in ending.owned if card.id not in ending.table.cards.cards]
    cards += [thing.name for thing in ending.missing]
    if cards:
        yield advice(
            "score-card-not-in-game",
            say("{cards}: not in this game.", cards=listed_briefly(cards)),
            say("Check the kingdom and the names. The points still count."),
            *cards,
        )
    piles = {pile.name for pile in ending.plan.supply}
    if empty := [name for name in ending.empty if name not in piles]:
        yield advice(
            "score-pile-not-in-game",
            say("{piles}: not a Supply pile in this game.", piles=listed_briefly(empty)),
            say("Check which piles are empty."),
            *empty,
        )


def _more_than_there_are(ending: Ending) -> Iterator[Problem]:
    for card, number in ending.owned.items():
        there_are = ending.table.copies.get(card.id, number)
        if number > there_are:
            yield advice(
                "score-more-than-there-are",
                say(
                    "All players together have {number}× {card}, but the game has only {most}.",
                    number=number,
                    card=card.name,
                    most=there_are,
                ),
                say("Count {card} again.", card=card.name),
                card.name,
            )


def _more_tokens(ending: Ending) -> Iterator[Problem]:
    """Only where every token lay there at the start is the number known."""
    points = sum(player.counts.get(VP.key, 0) for player in ending.players)
    most = ending.plan.tokens_placed.get("VP", 0)
    if VP.key in ending.keys and points > most and not ending.plan.reserved_for.get("VP"):
        yield advice(
            "score-more-vp-than-tokens",
            say(
                "Together you have {points} VP in tokens, but the tokens set out are worth only "
                "{number}.",
                points=points,
                number=most,
            ),
            say("Count the VP tokens again."),
            *next(one.why for one in ending.inputs if one.count.key == VP.key),
        )


def _for_nothing(ending: Ending) -> Iterator[Problem]:
    """Counts that no score of this game depends on."""
    unused: dict[str, None] = {}
    elsewhere = [thing.name.split("/")[0] for thing in ending.missing] + [VP.key]
    for player in ending.players:
        given = [key for key, number in player.counts.items() if number and key != FAVORS.key]
        if not player.whole_deck:
            in_game = [card for card in player.cards if card.id in ending.table.cards.cards]
            given += [card.name for card in in_game if player.cards[card]]
        unused.update({key: None for key in given if key not in (*ending.keys, *elsewhere)})
    if unused:
        counts = listed_briefly([*map(Code, unused)])
        yield advice(
            "score-not-needed",
            say("Nothing in this game scores for {counts}.", counts=counts),
            say("Leave it out, or check the kingdom."),
        )


def _more_on_a_mat(ending: Ending) -> Iterator[Problem]:
    for player in ending.players:
        for card, number in player.cards.items():
            mat = card.score.mat if card.score else ""
            on_it = player.counts.get(mat_key(mat, card), 0) if mat else 0
            if on_it > number:
                yield advice(
                    "score-more-on-mat",
                    say(
                        "{player} has more copies of {card} on the {mat} mat than in total.",
                        player=Code(player.name),
                        card=card.name,
                        mat=piece_words(mat),
                    ),
                    say("Cards on a mat count towards the total, too."),
                    card.name,
                )


def _fewer_in_all(ending: Ending) -> Iterator[Problem]:
    for player in ending.players:
        named, in_all = sum(player.cards.values()), player.counts.get(ALL_CARDS, 0)
        if not player.whole_deck and ALL_CARDS in ending.keys and in_all < named:
            yield advice(
                "score-fewer-cards",
                say_number(
                    "{player} has {number} card in all, but {named} were counted.",
                    "{player} has {number} cards in all, but {named} were counted.",
                    in_all,
                    player=Code(player.name),
                    named=named,
                ),
                say("Count all cards again."),
            )


def _worth_unknown(ending: Ending) -> Iterator[Problem]:
    types = {"Victory", "Curse"}
    cards = {**ending.table.cards.cards, **{card.id: card for card in ending.owned}}
    for card in cards.values():
        if card.score is None and types.intersection(getattr(card, "types", ())):
            yield advice(
                "score-unknown",
                say("The app doesn’t know how {card} scores. It counts as 0 here.", card=card.name),
                say("Add its points by hand, or add its score to the box’s data file."),
                card.name,
            )


def _doubts(ending: Ending) -> Iterator[Problem]:
    counted = {count.decided_by for scorer in ending.table.scorers for count in scorer.counts}
    for doubt in ending.table.doubts:
        if doubt.about in counted:
            yield advice(
                "score-in-doubt",
                doubt.says,
                say("The score here ignores that; correct it by hand."),
                doubt.by,
            )


def _odd_turns(ending: Ending) -> Iterator[Problem]:
    """Turns go around the table, so they differ by one at most."""
    turns = [player.turns for player in ending.players if player.turns is not None]
    if turns and max(turns) - min(turns) > 1:
        yield advice(
            "score-turns",
            say("The turn counts differ by more than 1."),
            say("Check them: players at a table can only be 1 turn apart."),
        )
    elif turns and max(turns) > MANY_TURNS:
        yield advice(
            "score-turns",
            say_number(
                "{number} turn is a lot for one game.",
                "{number} turns are a lot for one game.",
                max(turns),
            ),
            say("Check the number of turns."),
        )


_LOOKS: tuple[Callable[[Ending], Iterator[Problem]], ...] = (
    _open_choices,
    _other_players,
    _not_in_game,
    _more_than_there_are,
    _more_tokens,
    _for_nothing,
    _more_on_a_mat,
    _fewer_in_all,
    _worth_unknown,
    _doubts,
    _odd_turns,
)
