"""The forms of the settings: light or dark, languages, the shelf's name, codes and saved files."""

from __future__ import annotations

from wtforms import BooleanField, Field, FileField, StringField, TextAreaField
from wtforms.validators import ValidationError

from setup_rules.catalog import LANGUAGES
from setup_rules.sentences import say
from web.http.forms import BaseForm, FileOrText, NameField, one_of
from web.http.visitor import ENGLISH, LONGEST_NAME, THEMES, name_too_long, reading
from web.language.translation import languages
from web.links.codes import read_code
from web.store.base import CODE_LENGTH
from web.store.households import RECOVERY_LENGTH


class ThemeForm(BaseForm):
    """Light, dark or as the phone has it."""

    theme = StringField(validators=[one_of(THEMES)])


class LanguageForm(BaseForm):
    """The language of the pages."""

    language = StringField()

    def validate_language(self, field: Field) -> None:
        """Ten Piles speaks it."""
        if field.data not in languages():
            raise ValidationError(
                say("Ten Piles isn’t available in this language yet. Choose another.")
            )


class CardNamesForm(BaseForm):
    """The language of card names, and whether English stands beside it; one button sends one."""

    names = StringField(
        default=lambda: reading().names,
        validators=[
            one_of(
                (ENGLISH, *LANGUAGES),
                say("Card names aren’t available in this language. Choose another."),
            )
        ],
    )
    beside = StringField()


class HouseholdNameForm(BaseForm):
    """The name of a household; an empty one takes it back."""

    keeps_input = True
    name = NameField(
        say("Friends see it when they add your boxes"), render_kw={"placeholder": say("Jana")}
    )

    def validate_name(self, field: Field) -> None:
        """Refuses a name that is too long, and says how long it is."""
        if len(field.cleaned) > LONGEST_NAME:
            raise ValidationError(name_too_long(field.cleaned))


class JoinForm(BaseForm):
    """The code of another phone, or a recovery code; and whether to join what it opens."""

    code = StringField(
        say("Code"),
        default="",
        render_kw={
            "autocapitalize": "characters",
            "spellcheck": "false",
            "placeholder": "4F7K 2QXA …",
        },
    )
    sure = BooleanField()

    @property
    def fault(self) -> str:
        """Why the code opens no household."""
        if read_code(self.code.data, RECOVERY_LENGTH):
            return say(
                "This code doesn’t open a shelf. It may have expired, or a character is wrong."
            )
        if read_code(self.code.data, CODE_LENGTH):
            return say("This is a friend’s shelf code. Enter it on the shelf page.")
        return say("The code should have 16 characters. Check what you typed.")


class FileForm(FileOrText):
    """A saved file, or its text after it was repaired; and how to import it."""

    file = FileField(say("File"), render_kw={"accept": ".json,application/json"})
    text = TextAreaField(
        say("Or fix the text of the file"), render_kw={"rows": 12, "spellcheck": "false"}
    )
    partly = BooleanField()
    how = StringField()

    @property
    def as_text(self) -> str:
        """The content to be repaired; empty when it is no text."""
        try:
            text = self.body.decode("utf-8-sig")
        except UnicodeDecodeError:
            return ""
        return "" if "\0" in text else text
