"""The forms of the front page: how many play, and the button that draws."""

from __future__ import annotations

from wtforms import BooleanField

from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.sentences import say
from web.http.forms import BaseForm, NumberField, SeedField, between

PLAYERS = say("Choose {fewest} to {most} players.", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)


class PlayersForm(BaseForm):
    """The number of players; plus and minus send the number that comes next."""

    shelf = BooleanField()
    """Whether the shelf asked, which is shown again then."""
    players = NumberField(validators=[between(FEWEST_PLAYERS, MOST_PLAYERS, PLAYERS)])


class DrawForm(BaseForm):
    """The draw of a kingdom by tonight's wishes."""

    seed = SeedField()
