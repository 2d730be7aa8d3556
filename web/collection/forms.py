"""The form of a collection: a file or a pasted list, and the boxes that were chosen of it."""

from __future__ import annotations

from wtforms import Field, FileField, SelectMultipleField, StringField, TextAreaField
from wtforms.validators import ValidationError

from setup_rules.sentences import say
from web.catalog import app_catalog
from web.http.forms import BaseForm, FileOrText, RowForm, RowsField

LEAVE_OUT = "none"
"""What a choice says for a title that is no box of this shelf."""


def check_boxes(_form: BaseForm, field: Field) -> None:
    """Refuses boxes that are not known here."""
    chosen = field.data if isinstance(field.data, list) else [field.data]
    if not all(box in (*app_catalog().boxes, LEAVE_OUT, "") for box in chosen if box):
        raise ValidationError(say("This box is unknown. Nothing was changed."))


class PickForm(RowForm):
    """Which box a title means."""

    box = StringField(default="", validators=[check_boxes])


class CollectionForm(FileOrText):
    """What somebody brings; once it was looked at, the boxes that are ticked and picked."""

    file = FileField(
        say("A file from BoardGameGeek or another app"),
        render_kw={"accept": ".csv,.xml,.json,.txt,text/csv,text/xml,application/json,text/plain"},
    )
    text = TextAreaField(
        say("Or a list of titles"),
        default="",
        render_kw={
            "rows": 6,
            "spellcheck": "false",
            "placeholder": "Dominion (Second Edition)\nSeaside\nDark Ages",
        },
    )
    box = SelectMultipleField(validators=[check_boxes], validate_choice=False)
    pick = RowsField(PickForm)
    do = StringField(default="")

    @property
    def picked(self) -> dict[int, str]:
        """The boxes that were picked, by the row."""
        return {int(row.name.rpartition(".")[2]): row.box.data or "" for row in self.pick}
