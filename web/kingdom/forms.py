"""The forms of a kingdom on the table: change it, share it, tick its lists, and who begins."""

from __future__ import annotations

import re

from wtforms import Field, Form, SelectMultipleField, StringField
from wtforms.validators import ValidationError

from setup_rules.kingdom import possible_players
from setup_rules.names import fold
from setup_rules.plan_request import PlanRequest
from setup_rules.sentences import say
from web.catalog import app_catalog
from web.http.forms import BaseForm, NumberField, SeedField
from web.links.kingdom_link import read_address
from web.setup_sheet.fetch_list import TICKED
from web.setup_sheet.ticks import UNDONE, TicksForm, check_items

LONGEST_SEARCH = 80
KEY = re.compile("[0-9a-f]{20}")
NO_VERSION = say("Send the kingdom and the version you last saw.")
NO_BEGINNER = say("Choose whether it’s the first game, whether there was a winner, or who tied.")


class LinkForm(BaseForm):
    """The link of a kingdom, and the code that is asked for it."""

    link = StringField(default="")

    @property
    def asked(self) -> PlanRequest:
        """The kingdom of the link; raises BrokenLink."""
        return read_address(self.link.data, app_catalog())


class ChoicesForm(Form):
    """What is looked for among the cards that may stand in a place."""

    find = StringField(default="", filters=[lambda text: fold(text[:LONGEST_SEARCH])])
    cost = StringField(default="")
    of = StringField(default="")


class ChangeForm(LinkForm):
    """A change by hand: what to do, to which card, and what this phone keeps and knows."""

    keep = StringField(default="")
    do = StringField(default="")
    lock = StringField(default="")
    swap = StringField(default="")
    never = StringField(default="")
    step = StringField(default="", name="from")
    since = NumberField()
    """The version of the marks that the page was made with."""
    seed = SeedField()

    @property
    def action(self) -> tuple[str, str]:
        """What to do and to what, such as `swap` and `moat`.

        The three buttons of a row have fields of their own; `do` names both, as `swap:moat`.
        """
        for verb, field in (("keep", self.lock), ("swap", self.swap), ("never", self.never)):
            if field.data:
                return verb, field.data
        verb, _colon, what = self.do.data.partition(":")
        return verb, what


class KingdomTicksForm(LinkForm, TicksForm):
    """The ticks of a kingdom's fetch list."""


class FriendsForm(BaseForm):
    """Whether friends may tick a shared kingdom."""

    tick = StringField(default="")


class SharedMarksForm(BaseForm):
    """The few ticks that a script sends, and the version it knows."""

    since = NumberField(default=0)
    on = SelectMultipleField(validators=[check_items], validate_choice=False)
    off = SelectMultipleField(validators=[check_items], validate_choice=False)

    @property
    def changes(self) -> dict[str, str]:
        """The marks by item, those that were taken back without a value."""
        return dict.fromkeys(self.on.data, TICKED) | dict.fromkeys(self.off.data, UNDONE)

    def validate_since(self, field: Field) -> None:
        """A version is a number."""
        if field.data is None or field.data < 0:
            field.errors = []
            raise ValidationError(NO_VERSION)


class MarksForm(SharedMarksForm):
    """The same for a kingdom of this household.

    A phone that lost its cookie must be told, for it then sends all its ticks again.
    """

    keeps_input = True
    trusts_origin = False
    kingdom = StringField(default="")

    def validate_kingdom(self, field: Field) -> None:
        """A kingdom goes by its key here."""
        if not KEY.fullmatch(field.data):
            raise ValidationError(NO_VERSION)


class BeginForm(LinkForm):
    """Who begins: it is the first game, there was a winner, or these seats tied."""

    how = StringField(default="")
    seat = SelectMultipleField(validate_choice=False)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return possible_players(self.asked.players)

    def validate_how(self, field: Field) -> None:
        """One of the three, and seats that are at the table."""
        seats = {str(seat) for seat in range(1, self.players + 1)}
        if field.data not in ("first", "winner", "tie") or not set(self.seat.data or ()) <= seats:
            raise ValidationError(NO_BEGINNER)
