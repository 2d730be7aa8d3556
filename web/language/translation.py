"""Gettext for pages: every sentence a visitor reads passes through here."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextvars import ContextVar
from functools import lru_cache, wraps
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from flask import (
    Flask,
    appcontext_popped,
    appcontext_pushed,
    current_app,
    g,
    has_request_context,
    request,
    session,
)
from markupsafe import Markup, escape

from setup_rules.sentences import Code, Sentence, TextRow

LANGUAGE = "en"
"""The language sentences are written in, and read where there is no other."""
ASKED = "lang"
"""The word in a link that asks for a language."""
LANGUAGE_NAMES = {
    LANGUAGE: "English",
    "cs": "Čeština",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
}
"""What languages call themselves, those of card names too."""
FOLDER = Path(__file__).resolve().parent.parent.parent / "translations"
"""Each `<language>.po` in it is a language that visitors can choose."""

LOGGER = logging.getLogger(__name__)

_AS_WRITTEN = NullTranslations()

_HERE: ContextVar[NullTranslations | None] = ContextVar("sentences", default=None)
"""The sentences of this request, once they are known; a page asks for hundreds of them."""

V = TypeVar("V", bound=Hashable)
T = TypeVar("T")


def gettext(message: str, **values: Any) -> str:
    """The sentence in the visitor's language, its {places} filled in."""
    template = sentences().gettext(message) if message else ""
    return template.format(**values) if values else template


def pgettext(meaning: str, message: str) -> str:
    """A word that has several meanings in English, in the visitor's language."""
    return sentences().pgettext(meaning, message)


def ngettext(one: str, many: str, number: int, **values: Any) -> str:
    """The sentence that fits the number, in the visitor's language; {number} is known."""
    return sentences().ngettext(one, many, number).format(number=number, **values)


def rich(message: str, **values: Any) -> Markup:
    """A sentence with markup of our own in it; what is filled in is escaped."""
    return _filled(sentences().gettext(message), values)


def rich_number(one: str, many: str, number: int, **values: Any) -> Markup:
    """The sentence with markup that fits the number; what is filled in is escaped."""
    return _filled(sentences().ngettext(one, many, number), {"number": number, **values})


def _filled(sentence: str, values: Mapping[str, Any]) -> Markup:
    """The sentence with its {places} filled in: a tenth of the time that `Markup.format` takes."""
    escaped = {place: escape(value) for place, value in values.items()}
    return Markup(sentence.format(**escaped))  # noqa: S704  our own sentence


def translate(text: str, name: Callable[[str], str] = str) -> str:
    """A text of the engine in the visitor's language; `name` turns the names in it."""
    if isinstance(text, TextRow):
        return text.between.join(_value(part, name) for part in text.parts)
    if not isinstance(text, Sentence):
        return gettext(text)
    values = {place: _value(value, name) for place, value in text.values.items()}
    if text.plural:
        return ngettext(text.template, text.plural, **values)
    return gettext(text.template, **values)


def _value(value: Any, name: Callable[[str], str]) -> Any:
    """What stands in a sentence: a sentence of its own, a name, or a number as it is."""
    if isinstance(value, Sentence | TextRow):
        return translate(value, name)
    return name(value) if isinstance(value, str) and not isinstance(value, Code) else value


def sentences() -> NullTranslations:
    """The sentences of this request; as they are written outside of any app."""
    here = _HERE.get()
    if here is None:
        if not current_app:
            return _AS_WRITTEN
        here = current_app.extensions["translations"][language()]
        _HERE.set(here)
    return here


def _forget_sentences(*_app: Flask, **_more: Any) -> None:
    """Look for the language again when sentences are next asked for."""
    _HERE.set(None)


appcontext_pushed.connect(_forget_sentences)
appcontext_popped.connect(_forget_sentences)


def once_a_language(make: Callable[[V], T]) -> Callable[[V], T]:
    """Let a pure function of a value be worked out once for each language of its words."""

    @lru_cache(maxsize=2_000)
    def kept(_sentences: NullTranslations, value: V) -> T:
        return make(value)

    @wraps(make)
    def in_this_language(value: V) -> T:
        return kept(sentences(), value)

    return in_this_language


def speak(chosen: str) -> None:
    """Let the visitor read another language from now on."""
    session["language"] = chosen
    _forget_sentences()
    g.pop("language", None)


def language() -> str:
    """The visitor's language: what the link asks for, was chosen before, or the browser likes."""
    if not has_request_context():
        return LANGUAGE
    try:
        spoken: str = g.language
    except AttributeError:
        spoken = g.language = _language_asked_for()
    return spoken


def _language_asked_for() -> str:
    known = languages()
    chosen = (request.args.get(ASKED), session.get("language"))
    liked = (
        one.replace("_", "-").partition("-")[0].lower()
        for one, how_much in request.accept_languages
        if how_much > 0
    )
    return next((one for one in (*chosen, *liked) if one in known), LANGUAGE)


def keep_what_the_link_asked() -> None:
    """Go on in the language of a link, unless the visitor has chosen one before."""
    if request.args.get(ASKED) in languages() and "language" not in session:
        session["language"] = request.args[ASKED]


def languages() -> tuple[str, ...]:
    """The languages that visitors can choose from, English first."""
    known: Languages = current_app.extensions["translations"]
    return known.codes


class Languages(dict[str, NullTranslations]):
    """The sentences of each language, read when somebody first speaks it: that takes a while."""

    def __init__(self, files: Iterable[Path]) -> None:
        super().__init__({LANGUAGE: _AS_WRITTEN})
        self._files = {file.stem: file for file in files}
        self.codes = tuple(dict.fromkeys((LANGUAGE, *self._files)))
        """All languages, English first."""

    def __missing__(self, code: str) -> NullTranslations:
        file = self._files[code]
        stat = file.stat()
        try:
            self[code] = _read(file, stat.st_mtime_ns, stat.st_size)
        except ValueError as error:
            LOGGER.error("A language stays English: %s", error)
            self[code] = _AS_WRITTEN
        return self[code]


def load(folder: Path) -> Languages:
    """English, and every language there is a file of."""
    return Languages(sorted(folder.glob("*.po")))


@lru_cache(maxsize=16)
def _read(file: Path, _changed: int, _size: int) -> GNUTranslations:
    # Imported here, because it takes a while and English alone does without.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        with file.open("rb") as text:
            catalog = read_po(text, locale=file.stem, abort_invalid=True)
    except PoFileError as error:
        raise ValueError(f"{file.name}: {error}") from error
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)


@lru_cache(maxsize=64)
def in_every_language(message: str) -> frozenset[str]:
    """A word as each language says it, for reading what somebody wrote in any of them."""
    known = load(FOLDER)
    return frozenset(known[code].gettext(message) for code in known.codes)


def grouped(number: float) -> str:
    """A number as the visitor's language writes it: groups of digits, and its decimal sign."""
    return _grouped(number, language())


@lru_cache(maxsize=1_000)
def _grouped(number: float, spoken: str) -> str:
    # Imported here, as above.
    from babel.numbers import format_decimal

    return str(format_decimal(number, locale=spoken))


def register(app: Flask) -> None:
    """Make the languages known to the app and the sentences to its templates."""
    app.before_request(keep_what_the_link_asked)
    app.extensions["translations"] = load(app.config.get("TRANSLATIONS", FOLDER))
    app.jinja_env.globals.update(
        _=gettext,
        rich=rich,
        rich_number=rich_number,
        ngettext=ngettext,
        pgettext=pgettext,
        language=language,
    )
