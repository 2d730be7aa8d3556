"""Ticks of a fetch list as a page without scripts sends them, and who fetches which box."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wtforms import Field, SelectMultipleField, StringField
from wtforms.validators import ValidationError

from setup_rules.sentences import say
from web.http.forms import BaseForm
from web.http.hints import HintField
from web.language.translation import gettext as _
from web.setup_sheet.fetch_list import TICKED, FetchView

LONGEST_ITEM = 120
ITEM = re.compile(r"[fa]:[a-z0-9-]+:[a-z0-9-]+")
UNDONE = ""
SIDES = ("fetch", "put-away")
FETCHER = "c:"
"""How the mark of a box begins that somebody took over; its value is their name."""
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
    whole = StringField(default="", name="all")
    """The box that one button ticks, or unticks if all of it is ticked: `fetch:seaside-1e`."""
    to = StringField(default="")
    hint = HintField()
    """The hint on the list that was put away, with all that was ticked by then."""

    def changes(self, lists: Callable[[], FetchView]) -> dict[str, str]:
        """The marks of items that were ticked or unticked since the page was shown."""
        ticked, shown = set(self.t.data or ()), set(self.shown.data.split())
        whole = lists().items(self.whole.data) if self.whole.data else set()
        ticked = ticked - whole if whole <= ticked else ticked | whole
        return dict.fromkeys(ticked - shown, TICKED) | dict.fromkeys(shown - ticked, UNDONE)

    @property
    def side(self) -> str:
        """The list on the page that this is about."""
        side = self.whole.data.partition(":")[0] or self.to.data
        return side if side in SIDES else SIDES[0]


def fetchers_in(marks: Mapping[str, str]) -> dict[str, str]:
    """Who fetches which box; empty where somebody gave one back."""
    return {
        item.removeprefix(FETCHER): name for item, name in marks.items() if item.startswith(FETCHER)
    }


def fetchers_in_words(marks: Mapping[str, str]) -> dict[str, str]:
    """What the fetch list says of that beside each box."""
    return {
        box: _("{name} is fetching it", name=name) if name else ""
        for box, name in fetchers_in(marks).items()
    }
