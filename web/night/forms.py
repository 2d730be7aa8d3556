"""The forms of a night: what to plan, and which game to draw again."""

from __future__ import annotations

from typing import Any

from wtforms import RadioField, SelectChoice, SelectField

from setup_rules.chance import fresh_seed
from setup_rules.evening.night import FEWEST_GAMES, MOST_GAMES
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.sentences import say, say_number
from web.draw.tonight import Tonight
from web.http.forms import BaseForm, SeedField, number_choices

USUAL_GAMES = 3


class NightForm(BaseForm):
    """How many games, for how many players, from how many boxes at most; 0 leaves it to us."""

    seed = SeedField(default=fresh_seed)
    games = RadioField(
        say("Games"),
        default=USUAL_GAMES,
        **number_choices(
            range(FEWEST_GAMES, MOST_GAMES + 1),
            say("A night can have {fewest} to {most} games.", fewest=FEWEST_GAMES, most=MOST_GAMES),
        ),
    )
    players = RadioField(
        say("Players"),
        **number_choices(
            range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
            say(
                "Choose {fewest} to {most} players.",
                fewest=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
            ),
        ),
    )
    boxes = SelectField(say("Maximum boxes to open"), default=0, coerce=lambda text: int(text or 0))

    def __init__(self, formdata: Any = None, *, here: Tonight) -> None:
        super().__init__(formdata, data={"players": here.players})
        shelf = len(set(here.boxes))
        message = say_number(
            "Your shelf has {number} box. You can’t open more.",
            "Your shelf has {number} boxes. You can’t open more than that.",
            shelf,
        )
        numbers = [SelectChoice(str(number)) for number in range(1, shelf + 1)]
        self.boxes.choices = [SelectChoice("0", say("Automatic")), *numbers]
        self.boxes.invalid_choice_message = message
        self.boxes.description = say("Out of {number} here tonight", number=shelf)


class RedrawForm(BaseForm):
    """Which game of a night is drawn again."""

    seed = SeedField(default=fresh_seed)
    which = SelectField(coerce=int)

    def __init__(self, formdata: Any, games: int) -> None:
        super().__init__(formdata)
        self.which.choices = [SelectChoice(str(number)) for number in range(1, games + 1)]
