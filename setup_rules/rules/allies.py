"""Allies: the Ally, Favors and the piles of four times four cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from setup_rules.cards import Card, Landscape, Thing
from setup_rules.kingdom import Game
from setup_rules.plan import PlayerMat, PlayerTokens, Reserve, SetOut, SetupPlan
from setup_rules.problems import Problem, error
from setup_rules.rulebook import Rulebook, Slot, any_of_type, using
from setup_rules.rules.empires import some_of
from setup_rules.scoring.counts import COST, FAVORS, GameCards, ScoreCount
from setup_rules.sentences import listed, row, say

book = Rulebook("allies")

_SOURCE = "Allies rulebook 2021, p. 2–3"


@book.pile("pile-split-4x4", "quarters", source=_SOURCE)
def quarters(card: Card, players: int) -> tuple[int, str]:
    """A pile of 4 different cards has 4 of each, cheapest on top, for any number of players."""
    order = row(map(some_of, card.contains))
    return sum(part.copies for part in card.contains), say("from the top: {cards}", cards=order)


ALLY = Slot(
    key="ally",
    place=80,
    kind="ally",
    turn=7,
    after_deck=True,
    label=say("Ally"),
    title=say("Ally"),
    about="The Ally.",
    unfit=say("{name} isn’t an Ally, but {cards_need}."),
    draw_it=say("Draw an Ally"),
)


@book.draw(
    ALLY,
    "liaison-ally",
    source=_SOURCE,
    when=any_of_type("Liaison"),
    wants=say("an Ally"),
)
def ally(landscape: Landscape) -> bool:
    """Draw 1 Ally, however many Liaisons there are."""
    return landscape.kind == ALLY.kind


@book.rule("liaison-ally", source=_SOURCE, when=any_of_type("Liaison"))
def favors(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """With a Liaison, each player takes a Favors mat and 1 Favor; keep coin tokens at hand."""
    yield PlayerMat("Favors")
    yield PlayerTokens("Favor", 1)
    yield Reserve("Coin")


@book.rule("importer-favors", source="Allies rulebook 2021, p. 2, 5", when=using("Importer"))
def importer(game: Game, because: tuple[str, ...]) -> Iterator[SetOut]:
    """Importer gives each player 4 more Favors."""
    yield PlayerTokens("Favor", 4)


@book.check("check-ally-single", source=_SOURCE)
def one_ally(game: Game, plan: SetupPlan) -> Iterator[Problem]:
    """There’s 1 Ally with a Liaison; without one, there isn’t any."""
    names = [landscape.name for landscape in named_of_kind(game, ALLY.kind)]
    if len(names) > 1:
        yield error(
            "check-ally-single",
            say("{names} are chosen, but a game has only 1 Ally.", names=listed(names)),
            say("Keep one of them: {names}.", names=listed(names, "or")),
            *names,
        )
    elif names and ALLY.key not in game.slots:
        yield error(
            "check-ally-single",
            say("{name} is chosen, but no card in this kingdom is a Liaison.", name=names[0]),
            say("Leave {name} out, or add a Liaison.", name=names[0]),
            *names,
        )


def named_of_kind(game: Game, kind: str) -> list[Landscape]:
    """All landscapes of a dealt kind that are named, by choice or among the landscapes."""
    named = dict.fromkeys((game.kingdom.drawn.get(kind), *game.kingdom.landscapes))
    return [ls for ls in named if isinstance(ls, Landscape) and ls.kind == kind]


def favors_and_cheap_cards(cards: GameCards) -> list[ScoreCount]:
    """Favors, and the cards that cost exactly $2."""

    def costs_two(card: Thing) -> bool:
        cost = cards.cost(card)
        return cost is not None and cost.is_exactly(2)

    return [
        FAVORS,
        ScoreCount(
            key="cards_costing_2", label=say("Cards costing $2"), fits=costs_two, decided_by=COST
        ),
    ]


@book.score("plateau-shepherds", counts=favors_and_cheap_cards)
def plateau_shepherds(own: Sequence[int], others: Sequence[Sequence[int]]) -> int:
    """2 VP for each pair of a Favor and a card costing $2."""
    return 2 * min(own)
