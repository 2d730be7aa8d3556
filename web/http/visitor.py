"""Who is visiting: the household the cookie opens, and how this phone likes to read."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import current_app, g, has_request_context, request, session
from wtforms import Form, StringField

from setup_rules.catalog import LANGUAGES
from setup_rules.sentences import say_number
from web.catalog import app_catalog
from web.http.hosts import LOOPBACK
from web.language.card_names import Name, naming
from web.language.translation import language
from web.reading.draw_fields import WISHED
from web.reading.stored import read_stored
from web.store import Household, get_store
from web.store.base import new_key

THEMES = ("auto", "light", "dark")
ENGLISH = "en"
LONGEST_NAME = 40
"""Characters in the name of a household."""

_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that are not seen and turn the writing around, beyond the name they stand in."""
_NO_TEXT = ("Cc", "Cs", "Zl", "Zp")


class BackForm(Form):
    """The page that a form wants to lead back to."""

    back = StringField(default="")


class Reading(NamedTuple):
    """How a phone likes to read."""

    theme: str
    names: str
    """The language of card names: that of the pages, unless another was chosen."""
    beside: bool
    """Whether the English name stands beside the other one."""


def household() -> Household | None:
    """The visitor's household; None before anything was ever kept."""
    if "household" not in g:
        key = session.get("household")
        kept = get_store().household_of(key) if isinstance(key, str) else None
        g.household = kept and kept._replace(wishes=read_stored(WISHED, kept.wishes))
    home: Household | None = g.household
    return home


def at_home() -> Household:
    """The visitor's household, founded now if there is none."""
    home = household()
    if home is None:
        home, key = get_store().found_household()
        carry_key(key)
        g.household = home
        g.founded = True  # how many a visitor founds is counted
    return home


def home_id() -> str:
    """The id of the visitor's household; empty before there is one."""
    home = household()
    return home.id if home else ""


def carry_key(key: str) -> None:
    """Let this phone carry a household's key from now on."""
    session["household"] = key
    g.pop("household", None)


def phone_key() -> str:
    """The secret by which rooms know this phone; empty when it has none yet."""
    key = session.get("phone")
    return key if isinstance(key, str) else ""


def carry_phone_key() -> str:
    """The same; made now if there is none."""
    if not phone_key():
        session["phone"] = new_key()
    return phone_key()


def forget_all() -> None:
    """Let this phone forget its household and how it likes to read."""
    session.clear()
    g.pop("household", None)


def changed() -> None:
    """Say that something kept has changed, so that no page made before is shown from a cache.

    The cookie changes, and pages are kept by the browser for one and the same cookie only.
    """
    g.pop("household", None)
    session["changes"] = session.get("changes", 0) + 1


def reading() -> Reading:
    """How this phone likes to read; outside of any request, as nobody has said."""
    if not has_request_context():
        return Reading(THEMES[0], ENGLISH, beside=True)
    theme, known = session.get("theme"), (ENGLISH, *LANGUAGES)
    wanted = (session.get("names"), language())
    return Reading(
        theme if theme in THEMES else THEMES[0],
        next((names for names in wanted if names in known), ENGLISH),
        bool(session.get("beside", True)),
    )


def names_here() -> Name:
    """Names of cards in the language that this phone reads them in."""
    return naming(app_catalog(), reading().names)


def clean_name(text: str) -> str:
    """A household's name as it is kept: any script and emoji on one line; empty if unseen."""
    if text.isascii() and text.isprintable():  # most names and notes, and a tenth of the time
        return " ".join(text.split())
    visible = "".join(
        " " if unicodedata.category(char) in _NO_TEXT else char
        for char in text
        if char not in _TURNING
    )
    seen = any(unicodedata.category(char)[0] not in "CMZ" for char in visible)
    return " ".join(visible.split()) if seen else ""


def name_too_long(name: str) -> str:
    """The sentence about a name of a household with too many characters."""
    return say_number(
        "This name has {number} character; the limit is {most}. Choose a shorter one.",
        "This name has {number} characters; the limit is {most}. Choose a shorter one.",
        len(name),
        most=LONGEST_NAME,
    )


def came_from(otherwise: str) -> str:
    """The page of ours that a form was sent from, as a path; never one of another site."""
    back = BackForm(request.form).back.data
    try:
        page = urlsplit(back or request.referrer or "")
    except ValueError:  # no address at all
        return otherwise
    ours = not page.netloc and not page.scheme
    if not back:
        ours = page.netloc == request.host
    is_path = page.path.startswith("/") and not page.path.startswith("//")
    finder = current_app.create_url_adapter(request)
    if not ours or not is_path or finder is None or not finder.test(page.path, "GET"):
        return otherwise
    return page.path + (f"?{page.query}" if page.query else "")


def at_the_server() -> bool:
    """Whether the page was opened on the very machine it comes from, by a name only it knows."""
    return request.host.rsplit(":", 1)[0] in (*LOOPBACK, "[::1]") or request.host in LOOPBACK
