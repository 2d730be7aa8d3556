"""The forms, all on one BaseForm that carries the CSRF token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Flask, current_app, request, session
from markupsafe import Markup
from wtforms import (
    Field,
    Form,
    HiddenField,
    RadioField,
    SelectChoice,
    SelectField,
    SelectMultipleField,
    StringField,
    TextAreaField,
)
from wtforms.csrf.session import SessionCSRF

from setup_rules.cards import Box
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.plan_request import MOST_SETS
from setup_rules.rules import SLOTS
from setup_rules.sentences import Sentence, say
from web.catalog import app_catalog
from web.http.visitor import reading
from web.language.card_names import naming
from web.language.translation import gettext as _
from web.links.slot_words import LABELS
from web.own.page import OwnInput
from web.own.pasting import split_names
from web.setup_sheet.spines import spine

FORGED = say(
    "We could not tell that this was sent from this very page. Are cookies off? Send it once more."
)
YES_NO_OPEN = [
    SelectChoice("", say("not decided")),
    SelectChoice("yes", say("yes")),
    SelectChoice("no", say("no")),
]
LONGEST_CHOICE = 400
LONGEST_DECK = 8_000
LONGEST_LEFT = 600


class BaseForm(Form):
    """A form that was sent from our own page, or does not validate."""

    class Meta:
        csrf = True
        csrf_class = SessionCSRF
        csrf_time_limit = None

        @property
        def csrf_secret(self) -> bytes:
            return str(current_app.config["SECRET_KEY"]).encode()

        @property
        def csrf_context(self) -> Any:
            return session


class Forged(Exception):
    """A form that was not sent from our own page, or whose cookie is gone."""


def form_token() -> Markup:
    """The hidden field that shows a form to be ours; empty where no cookie has its secret yet.

    A page that is only looked at sets no cookie for it: browsers say where a form was sent from,
    and one that does not gets a cookie when it is refused.
    """
    return Markup(BaseForm().csrf_token() if "csrf" in session else "")  # noqa: S704  by WTForms


def check_token() -> None:
    """Raises Forged unless the form that was sent is ours."""
    if not is_ours():
        raise Forged


def is_ours() -> bool:
    """Whether the form that was sent comes from a page of ours; for those that keep what was typed.

    A browser that cannot show it has the token's secret in its cookie from now on.
    """
    return _from_our_page() or BaseForm(request.form).validate()


def _from_our_page() -> bool:
    """Whether the browser says that a page of ours sent it; no other site can have it say so."""
    scheme, _mark, host = request.headers.get("Origin", "").partition("://")
    if request.is_secure and scheme != "https":
        return False  # over http anybody between could have written that page
    return bool(host) and host == request.host


def register(app: Flask) -> None:
    """Make the token known to the templates."""
    app.jinja_env.globals["form_token"] = form_token


class BoxChoice(NamedTuple):
    """A box as the form offers it."""

    id: str
    label: str
    title: str
    spoken: str
    """Its name to those who hear the page, the label included."""
    here: bool
    twice: bool


class BoxFamily(NamedTuple):
    """The editions of one game, or all promos."""

    name: str
    boxes: tuple[BoxChoice, ...]
    added: bool
    """Whether the host of this app added them."""


class KingdomForm(Form):
    """A kingdom of one's own: names, players, boxes, and choices that are written into the text."""

    names = TextAreaField(say("Ten names, in any language"))
    players = RadioField(
        say("Players"),
        choices=[SelectChoice(str(n)) for n in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
        validate_choice=False,
    )
    boxes = SelectMultipleField(say("Boxes on the shelf"), validate_choice=False)
    twice = SelectMultipleField(say("Boxes that are there twice"), validate_choice=False)
    left = HiddenField()
    colony = SelectField(say("Platinum & Colony"), choices=YES_NO_OPEN, validate_choice=False)
    shelters = SelectField(say("Shelters"), choices=YES_NO_OPEN, validate_choice=False)
    deck = TextAreaField(say("Black Market deck"))
    boons = StringField(say("Three Boons for Druid"))
    traits = TextAreaField(say("Traits and their piles"))
    sets = SelectField(
        say("Basic sets to use"),
        choices=[SelectChoice("", say("as many as usual"))]
        + [SelectChoice(str(n)) for n in range(1, MOST_SETS + 1)],
        validate_choice=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in (self.colony, self.shelters, self.sets):
            field.choices = [
                SelectChoice(one.value, _(one.label) if isinstance(one.label, Sentence) else None)
                for one in field.choices
            ]

    @property
    def slots(self) -> list[Field]:
        """The fields of the slots."""
        return [self[slot.link_key] for slot in SLOTS]

    @property
    def faults(self) -> list[tuple[str, str]]:
        """What cannot be read, by field, in sentences."""
        boxes = {*(self.boxes.data or ()), *(self.twice.data or ())}
        found = []
        if not re.fullmatch("[0-9]{1,2}", self.players.data or ""):
            found.append(("players", _("Say with a number how many play.")))
        if not re.fullmatch("[1-9]?", self.sets.data or ""):
            says = _("Say with a number from 1 to 9 how many basic sets are used.")
            found.append(("sets", says))
        if not boxes <= app_catalog().boxes.keys():
            found.append(("boxes", _("One of these boxes is none we know. Choose them anew.")))
        return found

    @property
    def table(self) -> OwnInput:
        """What was typed and chosen; what cannot be read is as it is usually."""
        known = app_catalog().boxes
        here = self.boxes.data or ()
        copies = {box: 1 + (box in (self.twice.data or ())) for box in here}
        copies |= dict.fromkeys(self.twice.data or (), 2)
        number, sets = self.players.data or "", self.sets.data or ""
        return OwnInput(
            (self.names.data or "").replace("\r\n", "\n"),
            int(number) if re.fullmatch("[0-9]{1,2}", number) else FEWEST_PLAYERS,
            tuple(box for box in known for _copy in range(copies.get(box, 0))),
            int(sets) if re.fullmatch("[1-9]", sets) else None,
            tuple(filter(None, (self.left.data or "")[:LONGEST_LEFT].split("."))),
        )

    @property
    def choices(self) -> Iterator[str]:
        """What was filled in beside the text, as the text says it."""
        for slot in SLOTS:
            typed = " ".join((self[slot.link_key].data or "")[:LONGEST_CHOICE].split())
            if typed:
                yield f"{slot.label}: {typed}"
        for field, word in (("colony", "Colonies"), ("shelters", "Shelters")):
            answer = getattr(self, field).data
            if answer in ("yes", "no"):
                yield word if answer == "yes" else f"No {word}"
        yield from (_line(pair) for pair in (self.traits.data or "")[:LONGEST_CHOICE].splitlines())
        for field, label in (("boons", LABELS["boon"]), ("deck", LABELS["deck"])):
            typed = ", ".join(split_names((getattr(self, field).data or "")[:LONGEST_DECK]))
            if typed:
                yield f"\n{label}: {typed}"

    @property
    def shelf(self) -> list[BoxFamily]:
        """All boxes by family, as the form offers them."""
        families: dict[str, list[Box]] = {}
        for box in app_catalog().boxes.values():
            families.setdefault("promo" if box.kind == "promo" else box.family, []).append(box)
        return [self._family(boxes) for boxes in families.values()]

    def _family(self, boxes: list[Box]) -> BoxFamily:
        named = naming(app_catalog(), reading().names)
        name = named(
            ([box.name for box in boxes if box.kind != "update pack"] or [boxes[0].name])[-1]
        )
        if boxes[0].kind == "promo":
            name = _("Promo cards")
        here, twice = self.boxes.data or (), self.twice.data or ()
        return BoxFamily(
            name,
            tuple(
                BoxChoice(
                    box.id,
                    label := _label(box, title := named(box.title), name),
                    title,
                    title if label in title else _("{box}: {label}", box=title, label=label),
                    box.id in here,
                    box.id in twice,
                )
                for box in boxes
            ),
            all(box.added for box in boxes),
        )


for _slot in SLOTS:
    setattr(KingdomForm, _slot.link_key, StringField(_slot.title))


def _label(box: Box, title: str, family: str) -> str:
    """What tells a box from the others of its family."""
    if title == family:
        return _("Here")
    if box.kind == "update pack":
        return _("Pack")
    return _(spine(box).edition) or title


def _line(text: str) -> str:
    return " ".join(text.split())


def boxes_typed(boxes: tuple[str, ...]) -> dict[str, list[str]]:
    """The boxes as the form has them: those that are here, and those that are here twice."""
    each = list(dict.fromkeys(boxes))
    return {"boxes": each, "twice": [box for box in each if boxes.count(box) > 1]}
