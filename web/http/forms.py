"""BaseForm, which every form is built on: the CSRF check, and messages in the reader's language.

A view reads what was sent by `form = XForm(request.form)` and `form.validate()`, and nowhere else;
a button without fields is `BaseForm(request.form).validate()`. Labels and messages are `say(...)`
sentences, which `templates/_fields.html` translates where it shows them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any

from flask import Flask, current_app, request, session
from markupsafe import Markup
from werkzeug.datastructures import CombinedMultiDict, FileStorage
from wtforms import (
    Field,
    FieldList,
    Form,
    FormField,
    HiddenField,
    IntegerField,
    SelectChoice,
    SelectField,
    StringField,
)
from wtforms.csrf.session import SessionCSRF
from wtforms.meta import DefaultMeta
from wtforms.validators import StopValidation, ValidationError
from wtforms.widgets import TextArea, TextInput

from setup_rules.chance import fresh_seed, normal_seed
from setup_rules.sentences import Sentence, TextRow, say, say_number
from web.http.visitor import clean_name
from web.language.translation import translate

FORGED = say(
    "The app couldn’t confirm that this came from this page. Check that cookies are on, "
    "then send it again."
)
NO_NUMBER = say("Enter a number.")
NUMBER = re.compile("-?[0-9]{1,9}")
NOT_OFFERED = say("Choose one of the options shown.")
WTFORMS_MESSAGES = {
    "Not a valid choice.": NOT_OFFERED,
    "Invalid Choice: could not coerce.": NOT_OFFERED,
    "'%(value)s' is not a valid choice for this field.": NOT_OFFERED,
    "'%(value)s' are not valid choices for this field.": NOT_OFFERED,
}
"""Messages that WTForms has in English, in our words."""
MOST_TOKENS = 1_000
"""Of phones, kept by one app; each takes half a kilobyte."""
LONGEST_SEED = 100
LONGEST_TYPED = 400
"""Characters of a name that are kept on the page until it is repaired."""

SHOWN = ("placeholder", "aria-label")
"""Attributes of a control that a person reads or hears."""

Validator = Callable[[Form, Field], None]


class Forged(Exception):
    """A form that was not sent from our own page, or whose cookie is gone."""


class OurPageCSRF(SessionCSRF):
    """Accepts a form by the Origin that the browser states, or by the token of the session.

    A page that is only looked at sets no cookie for a token: most browsers state the Origin, and
    one that does not gets the cookie when it is refused.
    """

    def generate_csrf_token(self, csrf_token_field: Field) -> str:
        """The token of the session; empty as long as no cookie has its secret."""
        return super().generate_csrf_token(csrf_token_field) if "csrf" in session else ""

    def validate_csrf_token(self, form: Form, field: Field) -> None:
        """Raises ValidationError unless a page of ours has sent the form."""
        if form.trusts_origin and _from_our_page():
            return
        field.current_token = super().generate_csrf_token(field)
        try:
            super().validate_csrf_token(form, field)
        except ValidationError as error:
            raise ValidationError(FORGED) from error


class OurMessages:
    """What WTForms calls to translate its own messages."""

    def gettext(self, message: str) -> str:
        """Our words for a message of WTForms."""
        return translated(WTFORMS_MESSAGES.get(message, message))

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The same; messages that name limits come from our own validators below."""
        return self.gettext(one if number == 1 else many)


class BaseForm(Form):
    """A form that a page of ours has sent: `validate` raises Forged for any other."""

    keeps_input = False
    """Whether a forged form is an error of `csrf_token`, on a page that keeps what was typed."""
    trusts_origin = True
    """Whether the Origin alone shows that a form is ours; otherwise the cookie's token must."""

    class Meta(DefaultMeta):
        csrf = True
        csrf_class = OurPageCSRF
        csrf_time_limit = None

        @property
        def csrf_secret(self) -> bytes:
            return str(current_app.config["SECRET_KEY"]).encode()

        @property
        def csrf_context(self) -> Any:
            return session

        def get_translations(self, _form: Form) -> OurMessages:
            return OurMessages()

        def render_field(self, field: Field, render_kw: dict[str, Any]) -> Markup:
            """The control with its aria attributes, its words in the reader's language."""
            given = field.render_kw or {}
            words = {key: translated(given[key]) for key in SHOWN if key in given}
            if isinstance(field, SelectField) and field.choices:
                field.choices = [
                    SelectChoice(one.value, translated(one.label), one.render_kw)
                    for one in map(SelectChoice.from_input, field.choices)
                ]
            if isinstance(field.widget, TextInput | TextArea):
                words.setdefault("autocomplete", "off")
            return super().render_field(field, {**words, **aria(field), **render_kw})

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether all fields are right; `errors` has what is wrong, by field."""
        if self.meta.csrf and not self.keeps_input and not self.csrf_token.validate(self):
            raise Forged
        return bool(super().validate(extra_validators))


class RowForm(BaseForm):
    """One row of a RowsField; the form around it has the token."""

    class Meta(BaseForm.Meta):
        csrf = False


class FileOrText(BaseForm):
    """A form with a file, or else the text of it, in a field of that name."""

    @cached_property
    def body(self) -> bytes:
        """What was sent: the file if one was chosen, or else the text."""
        if isinstance(self.file.data, FileStorage) and self.file.data.filename:
            return self.file.data.read()
        text = self.text.data if isinstance(self.text.data, str) else ""  # it may be a file, too
        return text.encode("utf-8", "surrogatepass")


class SeedField(HiddenField):
    """The seed of a draw that the page was made with; a fresh one if none was sent."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """The seed that was sent, as long as any of ours can be."""
        sent = valuelist[0][:LONGEST_SEED] if valuelist else ""
        self.data = normal_seed(sent) or fresh_seed()


class NameField(StringField):
    """A name that a person gives: `data` as it was typed, `cleaned` as it is kept."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """What was typed, cut where no name of ours can be meant."""
        self.data = valuelist[0][:LONGEST_TYPED] if valuelist else ""

    @property
    def cleaned(self) -> str:
        """The name on one line, without what cannot be seen."""
        return clean_name(self.data or "")


class NumberField(IntegerField):
    """A whole number in plain digits; None if there is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Reads the number, which `int` alone would also find in other scripts' digits."""
        if not valuelist:
            return
        self.data: Any = None
        text = valuelist[0].strip()
        if text and not NUMBER.fullmatch(text):
            raise ValueError(translated(NO_NUMBER))
        self.data = int(text) if text else None


class RowsField(FieldList):
    """Any number of rows with the same fields, such as `new.0.name` and `new.0.won`."""

    def __init__(self, form_class: type[Form], **kwargs: Any) -> None:
        super().__init__(FormField(form_class, separator="."), separator=".", **kwargs)

    def _extract_indices(self, prefix: str, formdata: Any) -> Iterator[int]:
        """The rows that were sent; WTForms' own fails for digits that `int` does not read."""
        for key in formdata:
            if row := re.match(rf"{re.escape(prefix)}\.([0-9]{{1,4}})\.", key):
                yield int(row[1])


def aria(field: Field, hint: str = "") -> dict[str, str]:
    """The attributes that join a control to its hint and to what is wrong with it."""
    about = [f"{field.id}-hint"] if hint or field.description else []
    if not field.errors:
        return {"aria-describedby": about[0]} if about else {}
    return {"aria-describedby": " ".join([*about, f"{field.id}-faults"]), "aria-invalid": "true"}


def translated(text: str) -> str:
    """A sentence in the reader's language; any other text, such as a name, as it is."""
    return translate(text) if isinstance(text, Sentence | TextRow) else text


def required(message: Sentence) -> Validator:
    """Refuses a field that holds nothing, or nothing but blanks."""

    def check(_form: Form, field: Field) -> None:
        value = _kept(field)
        if not (value.strip() if isinstance(value, str) else value):
            raise StopValidation(message)

    return check


def at_most(length: int, message: Sentence) -> Validator:
    """Refuses a text, or a list of values, that is longer."""

    def check(_form: Form, field: Field) -> None:
        if len(_kept(field) or "") > length:
            raise StopValidation(message)

    return check


def longest_name(length: int) -> Validator:
    """Refuses a name with more characters."""
    message = say_number(
        "A name can have up to {number} character.",
        "A name can have up to {number} characters.",
        length,
    )
    return at_most(length, message)


def between(least: int, most: int, message: Sentence) -> Validator:
    """Refuses a number outside of these limits, and whatever is no number."""

    def check(_form: Form, field: Field) -> None:
        if field.data is None or not least <= field.data <= most:
            field.errors = []  # the message says what WTForms found, too
            raise StopValidation(message)

    return check


def one_of(values: Collection[Any], message: Sentence = NOT_OFFERED) -> Validator:
    """Refuses a value that is none of these, and a list with such a value."""

    def check(_form: Form, field: Field) -> None:
        chosen = field.data if isinstance(field.data, list | tuple) else [field.data]
        if not all(one in values for one in chosen):
            raise StopValidation(message)

    return check


def _kept(field: Field) -> Any:
    return field.cleaned if isinstance(field, NameField) else field.data


def number_choices(numbers: Iterable[int], message: Sentence) -> dict[str, Any]:
    """The settings of a RadioField or SelectField that offers some numbers and refuses others."""
    return {
        "coerce": int,
        "choices": [SelectChoice(str(number)) for number in numbers],
        "invalid_value_message": message,
        "invalid_choice_message": message,
    }


def sent_with_files() -> CombinedMultiDict[str, Any]:
    """The fields and the files that were sent, for a form with a FileField."""
    return CombinedMultiDict([request.files, request.form])


def form_token() -> Markup:
    """The hidden field that shows a form to be ours; empty while no cookie has its secret.

    It is made once for a phone, whose pages have many forms.
    """
    secret = session.get("csrf")
    if not secret:
        return Markup()
    field: Markup = current_app.extensions["form_tokens"](secret)
    return field


def _token_field(_secret: str) -> Markup:
    token = BaseForm().csrf_token.current_token
    # As the widget of WTForms writes it, but for the id, and in a fifth of the time.
    return Markup('<input name="csrf_token" type="hidden" value="{}">').format(token)


def _from_our_page() -> bool:
    """Whether the browser says that a page of ours sent it; no other site can have it say so."""
    scheme, _mark, host = request.headers.get("Origin", "").partition("://")
    if request.is_secure and scheme != "https":
        return False  # over http anybody between could have written that page
    return bool(host) and host == request.host


def register(app: Flask) -> None:
    """Give the templates the token, and the words of labels and messages."""
    app.extensions["form_tokens"] = lru_cache(maxsize=MOST_TOKENS)(_token_field)
    app.jinja_env.globals["form_token"] = form_token
    app.jinja_env.globals["aria"] = aria
    app.jinja_env.filters["translated"] = translated
