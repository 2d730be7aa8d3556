"""The forms of printing: one kingdom, the paper, and work that takes a while."""

from __future__ import annotations

from typing import Any

from wtforms import (
    FloatField,
    Form,
    RadioField,
    SelectChoice,
    SelectField,
    SelectMultipleField,
    StringField,
)
from wtforms.validators import AnyOf
from wtforms.widgets import CheckboxInput, NumberInput

from setup_rules.sentences import say
from web.http.forms import BaseForm
from web.printing.styles import OFFSETS, PAPERS, SIZES, STYLES, TABS, n

SHEET, CARDS = "sheet", "cards"
NIGHT = "night"
OF_A_KINGDOM = (SHEET, CARDS, "score-sheet", "player-aids")
"""What is printed of one kingdom, by the name of the file in its address."""


BOOKLET, CHECKLIST, RANDOMIZERS, DIVIDERS = "booklet", "checklist", "randomizers", "dividers"
OF_KINGDOMS = (CARDS, BOOKLET)
LONG_WORK = (*OF_KINGDOMS, CHECKLIST, RANDOMIZERS, DIVIDERS)


class PrintForm(BaseForm):
    """A kingdom, and what is printed of it."""

    link = StringField(default="")
    what = SelectField(default=SHEET, choices=[SelectChoice(what) for what in OF_A_KINGDOM])


class OffsetField(FloatField):
    """How far backs are moved one way, in millimetres."""

    widget = NumberInput(step=0.5, min=OFFSETS[0], max=OFFSETS[-1])

    def process_formdata(self, valuelist: list[str]) -> None:
        """Reads a number with a point or a comma; -0 is 0."""
        super().process_formdata([typed.replace(",", ".") for typed in valuelist])
        self.data: Any = self.data + 0.0 if self.data is not None else None

    def _value(self) -> str:
        return "" if self.data is None else n(self.data)


class PaperForm(BaseForm):
    """The paper, how cards get their backs, their size; what is not sent stays as it was."""

    paper = SelectField(choices=[SelectChoice(paper) for paper in PAPERS])
    style = SelectField(choices=[SelectChoice(style) for style in STYLES])
    size = SelectField(choices=[SelectChoice(size) for size in SIZES])
    right = OffsetField(say("Right (mm)"), [AnyOf(OFFSETS)])
    down = OffsetField(say("Down (mm)"), [AnyOf(OFFSETS)])

    @property
    def chosen(self) -> dict[str, Any]:
        """The choices that were sent and are known, by field."""
        fields = (self.paper, self.style, self.size, self.right, self.down)
        return {field.name: field.data for field in fields if field.validate(self)}

    @property
    def offset_is_wrong(self) -> bool:
        """Whether an offset was sent that backs cannot be moved by."""
        return any(field.raw_data and field.errors for field in (self.right, self.down))


class JobForm(BaseForm):
    """Long work: what an earlier job was, kingdoms that are named, or all of some boxes."""

    kind = SelectField(choices=[SelectChoice(kind) for kind in LONG_WORK])
    again = StringField(default="")
    link = SelectMultipleField(default=(), validate_choice=False)
    part = StringField(default="1")
    of = SelectField(default="", choices=[SelectChoice(""), SelectChoice(NIGHT)])
    """What the kingdoms are, for the title of a booklet."""
    box = SelectMultipleField(default=(), validate_choice=False)
    tabs = SelectField(default=TABS[0], choices=[SelectChoice(tabs) for tabs in TABS])


class ByBoxForm(Form):
    """The boxes of a shelf to print something of; what an address has besides them is ignored."""

    box = SelectMultipleField(
        say("Boxes"),
        validate_choice=False,
        option_widget=CheckboxInput(),
        description=say("Only cards from the boxes you tick are printed."),
    )
    tabs = RadioField(
        say("Divider tabs"),
        default=TABS[0],
        validate_choice=False,
        choices=[
            SelectChoice(TABS[0], say("Left and right")),
            SelectChoice(TABS[1], say("Full width")),
        ],
    )
