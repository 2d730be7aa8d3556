"""The forms of two tables: how many play, which table is drawn again, and who sits where."""

from __future__ import annotations

from typing import Any

from wtforms import RadioField, SelectField

from setup_rules.chance import fresh_seed
from setup_rules.evening.two_tables import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.sentences import say
from web.http.forms import BaseForm, SeedField, number_choices

BOTH = 0
"""Which table is drawn again: 1, 2, or both."""


class TablesForm(BaseForm):
    """How many play at both tables together."""

    seed = SeedField(default=fresh_seed)
    players = RadioField(
        say("Players"),
        **number_choices(
            range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
            say(
                "Two tables are for {fewest} to {most} players.",
                fewest=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
            ),
        ),
    )

    def __init__(self, formdata: Any = None, *, here: int) -> None:
        players = min(max(here, FEWEST_PLAYERS), MOST_PLAYERS)
        super().__init__(formdata, data={"players": players})


class AgainForm(BaseForm):
    """Which table is drawn again."""

    seed = SeedField(default=fresh_seed)
    which = SelectField(**number_choices((BOTH, 1, 2), say("There are only two tables.")))


class SeatsForm(BaseForm):
    """Picks who sits where."""

    seed = SeedField(default=fresh_seed)
