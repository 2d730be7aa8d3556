"""The forms of printing: one kingdom, the paper, and work that takes a while."""

from __future__ import annotations

from wtforms import SelectChoice, SelectField, SelectMultipleField, StringField

from web.http.forms import BaseForm
from web.printing.styles import PAPERS, SIZES, STYLES

SHEET, CARDS = "sheet", "cards"
NIGHT = "night"
OF_A_KINGDOM = (SHEET, CARDS, "score-sheet", "player-aids")
"""What is printed of one kingdom, by the name of the file in its address."""


class PrintForm(BaseForm):
    """A kingdom, and what is printed of it."""

    link = StringField(default="")
    what = SelectField(default=SHEET, choices=[SelectChoice(what) for what in OF_A_KINGDOM])


class PaperForm(BaseForm):
    """The paper, how cards get their backs, their size; what is not sent stays as it was."""

    paper = SelectField(choices=[SelectChoice(paper) for paper in PAPERS])
    style = SelectField(choices=[SelectChoice(style) for style in STYLES])
    size = SelectField(choices=[SelectChoice(size) for size in SIZES])

    @property
    def chosen(self) -> dict[str, str]:
        """The choices that were sent and are known, by field."""
        fields = (field for field in (self.paper, self.style, self.size) if field.validate(self))
        return {field.name: field.data for field in fields}


class JobForm(BaseForm):
    """What is printed of which kingdoms: those of an earlier job, those named, or a part of all."""

    kind = SelectField(choices=[SelectChoice(CARDS), SelectChoice("booklet")])
    again = StringField(default="")
    link = SelectMultipleField(default=(), validate_choice=False)
    part = StringField(default="1")
    of = SelectField(default="", choices=[SelectChoice(""), SelectChoice(NIGHT)])
    """What the kingdoms are, for the title of a booklet."""
