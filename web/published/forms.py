"""The filter of the published kingdoms, read from an address or from the button for a surprise."""

from __future__ import annotations

from typing import Any, NamedTuple

from wtforms import Form, IntegerField, SelectField, StringField
from wtforms.validators import NumberRange

from web.catalog import app_catalog
from web.http.forms import BaseForm, SeedField

LONGEST_SEARCH = 80
LAST_PAGE = 99
FITS = ("here", "short", "all")
PLAYED = ("", "no", "yes")


class Filter(NamedTuple):
    """What is looked for."""

    fit: str
    """`here`: what tonight's shelf can play; `short`: what one more box would; `all`."""
    add: str = ""
    """Of those one box short, the box that is to be added."""
    box: str = ""
    """The game whose cards are in it, whichever edition."""
    q: str = ""
    """Words of the names of kingdoms and cards."""
    played: str = ""
    page: int = 1

    def address(self, **changes: str | int) -> dict[str, Any]:
        """The filter as parts of an address, with changes; what is not asked for is left out."""
        parts = {**self._asdict(), "page": 1, **changes}
        return {key: value for key, value in parts.items() if value and (key, value) != ("page", 1)}


class FilterForm(Form):
    """A filter as an address has it; a value that cannot be read is passed over."""

    fit = SelectField(choices=FITS)
    add = SelectField(default="")
    box = SelectField(default="")
    q = StringField(default="", filters=[lambda text: " ".join(text[:LONGEST_SEARCH].split())])
    played = SelectField(choices=PLAYED, default="")
    page = IntegerField(default=1, validators=[NumberRange(1, LAST_PAGE)])

    def __init__(self, *args: Any, shelf: bool) -> None:
        """`shelf` tells whether any box is here."""
        super().__init__(*args)
        boxes = app_catalog().boxes
        self.fit.default = "here" if shelf else "all"
        self.add.choices = ["", *boxes]
        self.box.choices = ["", *{box.family for box in boxes.values()}]

    @property
    def filter(self) -> Filter:
        """The values that can be read, and for all others what is usual."""
        self.validate()
        fields = {name: self[name] for name in Filter._fields}
        return Filter(
            **{
                name: field.default if field.errors else field.data
                for name, field in fields.items()
            }
        )


class SurpriseForm(BaseForm, FilterForm):
    """The button for a surprise: the filter, and the seed of the choice."""

    seed = SeedField()
