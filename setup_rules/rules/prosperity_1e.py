"""Prosperity, 1st edition: the tokens of Trade Route."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from setup_rules.kingdom import Game
from setup_rules.plan import PileTokens, Reminder, SetOut, SharedMat, SupplyPile
from setup_rules.rulebook import Rulebook, using
from setup_rules.sentences import say

book = Rulebook("prosperity-1e")

_MOVES = Reminder(
    say("The first time somebody gains a card from a pile, move its token to the mat."),
    "Trade Route",
)


@book.tokens(
    "trade-route-tokens",
    source="Prosperity rulebook 2016; Czech rulebook 2010; Annotated rules 2013, Trade Route",
    when=using("Trade Route"),
)
def trade_route_tokens(game: Game, supply: Sequence[SupplyPile]) -> Iterator[SetOut]:
    """The Trade Route mat goes in the middle, and 1 coin token on each Victory Supply pile."""
    yield SharedMat("Trade Route")
    for pile in supply:
        if "Victory" in pile.types:
            yield PileTokens("Coin", pile.name, 1)
    yield _MOVES
