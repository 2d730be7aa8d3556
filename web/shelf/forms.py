"""The forms of the shelf: how often a box is here, friends for tonight, and their codes."""

from __future__ import annotations

from wtforms import Field, Form, StringField
from wtforms.validators import ValidationError

from setup_rules.sentences import say
from web.catalog import app_catalog
from web.http.forms import BaseForm
from web.links.codes import read_code
from web.store.households import MOST_COPIES


class PairField(StringField):
    """A name and a word with a colon between them, as one button sends it: `alchemy:1`."""

    @property
    def pair(self) -> tuple[str, str]:
        """Both of them; empty where one is missing."""
        name, _colon, word = (self.data or "").partition(":")
        return name, word


class BoxForm(BaseForm):
    """A box, by its id, and how often it is here."""

    box = PairField()

    def validate_box(self, field: Field) -> None:
        """The box is known, and the number is one of those that are offered."""
        box, copies = field.pair
        if box not in app_catalog().boxes or copies not in map(str, range(MOST_COPIES + 1)):
            raise ValidationError(say("This box is unknown. Nothing was changed."))


class FriendForm(BaseForm):
    """A friend's shelf, by its code, and whether it is here tonight: yes or no."""

    friend = PairField()


class ShelfCodeForm(Form):
    """The code of a friend's shelf, asked for by the address."""

    code = StringField(
        say("Shelf code"),
        default="",
        render_kw={
            "autocapitalize": "characters",
            "autocomplete": "off",
            "placeholder": "4F7K 2Q",
            "spellcheck": "false",
        },
    )

    def validate_code(self, field: Field) -> None:
        """Refuses what cannot be a code."""
        if read_code(field.data) is None:
            raise ValidationError(
                say("A shelf code has 6 characters, such as 4F7K 2Q. Check what you typed.")
            )
