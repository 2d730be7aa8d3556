"""Hints for newcomers: which there are, and which of them a household has put away.

`{% call hint("wishes") %}…{% endcall %}` (templates/_macros.html) shows one. Putting it away leaves
its place as it is until the next page, so that nothing moves under a thumb.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from flask import Flask, session
from wtforms import StringField
from wtforms.validators import ValidationError

from web.http.forms import NOT_OFFERED, BaseForm
from web.http.visitor import at_home, changed, household
from web.store import get_store

LEAVING = "hint"
"""Where the session says which hint was put away just now."""


class Hint(StrEnum):
    """All hints, by what they explain."""

    EDITIONS = "editions"
    FETCH = "fetch"
    KINGDOM = "kingdom"
    WISHES = "wishes"


class HintField(StringField):
    """The hint that a button puts away; empty if the form was sent by another button."""

    def __init__(self, **options: Any) -> None:
        super().__init__(default="", **options)

    def pre_validate(self, form: BaseForm) -> None:  # noqa: ARG002
        """Only hints that there are."""
        if self.data and self.data not in set(Hint):
            raise ValidationError(NOT_OFFERED)


class HintForm(BaseForm):
    """The button that puts a hint away."""

    hint = HintField()


def put_away(hint: str) -> None:
    """Keep that the household needs a hint no more."""
    get_store().put_hint_away(at_home().id, Hint(hint))
    changed()
    session[LEAVING] = hint


def show_all() -> None:
    """Have every hint shown again."""
    get_store().show_hints(at_home().id)
    changed()


def hint_state(hint: str) -> str:
    """Whether a hint is `shown`, `leaving` with the next page, or (empty) put away."""
    home = household()
    if home is None or Hint(hint) not in home.hints_away:
        return "shown"
    if session.get(LEAVING) == hint:
        del session[LEAVING]
        return "leaving"
    return ""


def register(app: Flask) -> None:
    """Let templates ask for it."""
    app.jinja_env.globals["hint_state"] = hint_state
