"""The form of how cards are stored: one of four ways, and cases with boxes or letters."""

from __future__ import annotations

from collections.abc import Iterator

from wtforms import Field, RadioField, SelectChoice, SelectMultipleField, StringField
from wtforms.validators import ValidationError

from setup_rules.sentences import say
from web.catalog import app_catalog
from web.http.forms import BaseForm, NameField, RowForm, RowsField, at_most, one_of
from web.setup_sheet.storage import letters_in
from web.store.households import (
    A_TO_Z,
    BOXES,
    BY_COST,
    CASES,
    LONGEST_CASE,
    MOST_CASES,
    Case,
    Storage,
)

MORE_CASES = 2
"""Empty rows for further cases."""
TOO_LONG = say("This is too long; the limit is {most} characters.", most=LONGEST_CASE)


class CaseForm(RowForm):
    """A case: its name, and the boxes or the first letters of the cards in it."""

    name = NameField(say("Name of the case"), validators=[at_most(LONGEST_CASE, TOO_LONG)])
    letters = StringField(
        say("Cards that begin with"),
        default="",
        render_kw={"placeholder": "A–F", "spellcheck": "false", "maxlength": LONGEST_CASE},
        validators=[at_most(LONGEST_CASE, TOO_LONG)],
    )
    boxes = SelectMultipleField(say("Boxes in it"), validate_choice=False)

    @property
    def case(self) -> Case:
        """The case as it is stored."""
        boxes = tuple(dict.fromkeys(self.boxes.data or ()))
        return Case(self.name.cleaned, boxes, " ".join((self.letters.data or "").split()))

    def validate_boxes(self, field: Field) -> None:
        """All boxes are known."""
        one_of(app_catalog().boxes, say("This box is unknown. Nothing was changed."))(self, field)

    def validate_name(self, _field: Field) -> None:
        """A case with something in it has a name."""
        if not self.case.name and (self.case.boxes or self.case.letters):
            raise ValidationError(say("Give the case a name."))

    def validate_letters(self, _field: Field) -> None:
        """A case with a name has something in it, and letters are letters."""
        case = self.case
        if case.letters and not list(letters_in(case.letters)):
            raise ValidationError(say("Write letters, such as A–F or A, B, C."))
        if case.name and not case.boxes and not case.letters:
            raise ValidationError(say("Say which boxes or which letters are in it."))


class StorageForm(BaseForm):
    """How the cards are stored."""

    how = RadioField(
        say("How you store your cards"),
        choices=[
            SelectChoice(BOXES, say("In their boxes")),
            SelectChoice(A_TO_Z, say("All in one case, A–Z")),
            SelectChoice(BY_COST, say("All in one case, by cost")),
            SelectChoice(CASES, say("In your own cases")),
        ],
        default=BOXES,
    )
    case = RowsField(CaseForm)

    @property
    def storage(self) -> Storage:
        """What is stored; empty rows are left out."""
        cases = (row.form.case for row in self.case)
        return Storage(self.how.data, tuple(case for case in cases if case.name))

    def validate_case(self, field: Field) -> None:
        """Some cases, not too many, and nothing in two of them."""
        cases = [row.form.case for row in field]
        if self.how.data == CASES and not any(case.name for case in cases):
            raise ValidationError(say("Add at least one case, or choose another way."))
        if len(cases) > MOST_CASES + MORE_CASES:
            raise ValidationError(
                say("That’s too many cases; the limit is {most}.", most=MOST_CASES)
            )
        if _twice(box for case in cases for box in case.boxes):
            raise ValidationError(say("A box is in two cases. Leave it in one of them."))
        if _twice(letter for case in cases for letter in set(letters_in(case.letters))):
            raise ValidationError(say("A letter is in two cases. Leave it in one of them."))


def _twice(values: Iterator[str]) -> bool:
    seen = list(values)
    return len(seen) != len(set(seen))
