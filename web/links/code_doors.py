"""The one way to what a code opens; whoever names codes that open nothing is counted.

A right code opens although wrong ones came from the same address: a hall full of players is one
address. Only who tried codes by the ten thousand has to wait before any is looked up
(docs/keeping.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import Flask

from setup_rules.sentences import say
from web.http.errors import lost_page
from web.http.limits.rates import count_wrong_code, refuse_guessers
from web.language.translation import translate
from web.links.codes import read_code
from web.store.base import CODE_LENGTH

Opened = TypeVar("Opened")

NO_VETO = say(
    "There’s no veto round with this code. Check the 6 characters; veto rounds are deleted after "
    "2 days."
)
NO_DECK = say(
    "No Black Market deck has this code. Check the 6 characters; a deck is deleted "
    "after 2 days without a move."
)
NO_SCORE = say(
    "There’s no score with this code. Check the 6 characters; a score is deleted after 2 days."
)
NO_TOURNAMENT = say("No tournament has this code. Check the 6 characters, or ask the organiser.")


class OpensNothing(Exception):
    """A code that opens nothing; `sentence` says so."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def register(app: Flask) -> None:
    """Say kindly that a code opens nothing, wherever it was named."""
    app.register_error_handler(OpensNothing, lambda error: lost_page(translate(error.sentence)))


def entered(typed: str, find: Callable[[str], Opened | None], otherwise: str) -> Opened:
    """What a code opens; raises OpensNothing with a sentence, or TooHasty."""
    target = opened(typed, find)
    if target is None:
        raise OpensNothing(otherwise)
    return target


def opened(
    typed: str, find: Callable[[str], Opened | None], length: int = CODE_LENGTH
) -> Opened | None:
    """What a code opens, or None; raises TooHasty for one wrong code too many.

    What is no code at all is no guess either.
    """
    code = read_code(typed, length)
    if code is None:
        return None
    refuse_guessers()
    target = find(code)
    if target is None:
        count_wrong_code(code)
    return target
