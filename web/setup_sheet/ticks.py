"""The form of a fetch list's ticks, as a page without scripts sends it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from wtforms import Field, SelectMultipleField, StringField
from wtforms.validators import ValidationError

from setup_rules.sentences import say
from web.http.forms import BaseForm
from web.setup_sheet.fetch_list import TICKED

LONGEST_ITEM = 120
ITEM = re.compile(r"[fa]:[a-z0-9-]+:[a-z0-9-]+")
UNDONE = ""
SIDES = ("fetch", "put-away")
NO_ITEM = say("These ticks don’t match any list. Reload the page.")


def check_items(_form: BaseForm, field: Field) -> None:
    """Refuses ticks of a list that is none of ours."""
    if not all(len(item) <= LONGEST_ITEM and ITEM.fullmatch(item) for item in _items(field.data)):
        raise ValidationError(NO_ITEM)


def _items(data: Any) -> Iterable[str]:
    return data.split() if isinstance(data, str) else data or ()


class TicksForm(BaseForm):
    """The whole list as a page without scripts sends it: what is ticked, of what was shown."""

    t = SelectMultipleField(validators=[check_items], validate_choice=False)
    shown = StringField(default="", validators=[check_items])
    to = StringField(default="")

    @property
    def changes(self) -> dict[str, str]:
        """The marks of items that were ticked or unticked since the page was shown."""
        ticked, shown = set(self.t.data or ()), set(self.shown.data.split())
        return dict.fromkeys(ticked - shown, TICKED) | dict.fromkeys(shown - ticked, UNDONE)

    @property
    def side(self) -> str:
        """The list on the page that this is about."""
        return self.to.data if self.to.data in SIDES else SIDES[0]
