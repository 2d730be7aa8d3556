"""The forms of a Black Market deck: starting it, and a move."""

from __future__ import annotations

from wtforms import StringField

from setup_rules.chance import fresh_seed
from web.http.forms import NOT_OFFERED, BaseForm, NumberField, SeedField, at_most, between

LONGEST_MOVE = 80
MOST_VERSION = 999_999_999


class StartForm(BaseForm):
    """The kingdom whose deck is shuffled."""

    seed = SeedField(default=fresh_seed)
    link = StringField(default="")


class MoveForm(BaseForm):
    """A move, and the version of the deck that it was made on."""

    do = StringField(default="", validators=[at_most(LONGEST_MOVE, NOT_OFFERED)])
    version = NumberField(validators=[between(0, MOST_VERSION, NOT_OFFERED)])
