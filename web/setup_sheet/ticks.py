"""Ticks of a fetch list as a page without scripts sends them."""

from __future__ import annotations

import re

from wtforms import Field, Form, SelectField, SelectMultipleField, StringField
from wtforms.validators import ValidationError

from setup_rules.sentences import say
from web.http.forms import BaseForm
from web.setup_sheet.fetch_list import TICKED

LONGEST_ITEM = 120
ITEM = re.compile(r"[fa]:[a-z0-9-]+:[a-z0-9-]+")
UNDONE = ""
SIDES = ("fetch", "put-away")


def _ours(_form: Form, field: Field) -> None:
    items = field.data.split() if isinstance(field.data, str) else field.data
    if not all(len(item) <= LONGEST_ITEM and ITEM.fullmatch(item) for item in items):
        raise ValidationError(say("These ticks belong to no list of ours. Load the page again."))


class TicksForm(BaseForm):
    """What is ticked of the items that were shown, and the side of the list to return to."""

    t = SelectMultipleField(default=(), validators=[_ours], validate_choice=False)
    shown = StringField(default="", validators=[_ours])
    to = SelectField(default="", validate_choice=False)

    @property
    def changes(self) -> dict[str, str]:
        """The marks that changed since the page was shown."""
        ticked, shown = set(self.t.data), set(self.shown.data.split())
        return dict.fromkeys(ticked - shown, TICKED) | dict.fromkeys(shown - ticked, UNDONE)

    @property
    def side(self) -> str:
        """The side of the list to return to."""
        return self.to.data if self.to.data in SIDES else SIDES[0]
