"""The forms, all on one BaseForm that carries the CSRF token."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, current_app, request, session
from markupsafe import Markup
from wtforms import (
    Form,
    RadioField,
    SelectChoice,
    SelectField,
    SelectMultipleField,
    StringField,
    TextAreaField,
)
from wtforms.csrf.session import SessionCSRF

from setup_rules.cards import Box, Card, Landscape
from setup_rules.catalog import Catalog, load_catalog
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.names import NameProblem, names_of
from setup_rules.sentences import Sentence, say
from web.json_reader import Fault, Unreadable
from web.naming import naming
from web.pasting import split_names, split_pairs
from web.reading import MOST_SETS, Asked, read_request
from web.spines import spine
from web.translation import gettext as _
from web.translation import translate
from web.visitor import reading

FORGED = say(
    "We could not tell that this was sent from this very page. Are cookies off? Send it once more."
)
YES_NO_OPEN = [
    SelectChoice("", say("not decided")),
    SelectChoice("yes", say("yes")),
    SelectChoice("no", say("no")),
]
_ANSWERS = {"yes": True, "no": False, "": None}


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
    """The hidden field that shows a form to be ours; looking around alone sets no cookie for it."""
    return Markup(BaseForm().csrf_token()) if session else Markup("")  # noqa: S704  by WTForms


def check_token() -> None:
    """Raises Forged unless the form that was sent is ours; for forms of buttons alone."""
    if not (_from_our_page() or BaseForm(request.form).validate()):
        raise Forged


def _from_our_page() -> bool:
    """Whether the browser says that a page of ours sent it; no other site can have it say so."""
    return urlsplit(request.headers.get("Origin", "")).netloc == request.host


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


class KingdomForm(BaseForm):
    """A kingdom of one's own: names, players, boxes, and what was chosen or drawn."""

    names = TextAreaField(say("Ten names, in any language"))
    players = RadioField(
        say("Players"),
        choices=[SelectChoice(str(n)) for n in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
        validate_choice=False,
    )
    boxes = SelectMultipleField(say("Boxes on the shelf"), validate_choice=False)
    twice = SelectMultipleField(say("Boxes that are there twice"), validate_choice=False)
    bane = StringField(say("Bane for Young Witch"))
    colony = SelectField(say("Platinum & Colony"), choices=YES_NO_OPEN, validate_choice=False)
    colony_card = StringField(say("Card that decided on Platinum & Colony"))
    shelters = SelectField(say("Shelters"), choices=YES_NO_OPEN, validate_choice=False)
    shelters_card = StringField(say("Card that decided on Shelters"))
    deck = TextAreaField(say("Black Market deck"))
    ferryman = StringField(say("Ferryman’s pile"))
    mouse = StringField(say("Card for Way of the Mouse"))
    riverboat = StringField(say("Card for Riverboat"))
    army = StringField(say("Attack pile for Approaching Army"))
    ally = StringField(say("Ally"))
    prophecy = StringField(say("Prophecy"))
    boons = StringField(say("Three Boons for Druid"))
    obelisk = StringField(say("Pile Obelisk looks at"))
    traits = TextAreaField(say("Traits and their piles"))
    inherited = StringField(say("Starting card that Inherited replaces"))
    sets = SelectField(
        say("Basic sets to use"),
        choices=[SelectChoice("", say("as many as usual"))]
        + [SelectChoice(str(n)) for n in range(1, MOST_SETS + 1)],
        validate_choice=False,
    )

    asked: Asked
    """What the form asks for, once it has validated."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in (self.colony, self.shelters, self.sets):
            field.choices = [
                SelectChoice(one.value, _(one.label) if isinstance(one.label, Sentence) else None)
                for one in field.choices
            ]

    def validate(self, extra_validators: Any = None) -> bool:
        """Read everything at once; each fault is put beside its field."""
        valid: bool = super().validate(extra_validators)
        if not valid and self.csrf_token.errors:
            self.csrf_token.errors = [translate(FORGED)]
        try:
            self.asked = read_request(self._request(), load_catalog())
        except Unreadable as unreadable:
            self._place(unreadable.faults)
            return False
        return valid

    def _request(self) -> dict[str, Any]:
        """What was typed, as the JSON interface would be asked."""
        choices: dict[str, Any] = {
            slot: getattr(self, field).data.strip()
            for field, slot in _SLOTS.items()
            if (getattr(self, field).data or "").strip()
        }
        piles, landscapes = _sorted_out(split_names(self.names.data or ""), choices)
        choices["platinum_colony"] = _answer(self.colony.data or "")
        choices["shelters"] = _answer(self.shelters.data or "")
        choices["druid_boons"] = split_names(self.boons.data or "")
        choices["traits"] = dict(split_pairs(self.traits.data or ""))
        return {
            "boxes": [
                *(self.boxes.data or ()),
                *(self.twice.data or ()),
                *(box for box in self.twice.data or () if box not in (self.boxes.data or ())),
            ],
            "players": _number(self.players.data or ""),
            "kingdom": piles,
            "landscapes": landscapes,
            "black_market_deck": split_names(self.deck.data or ""),
            "choices": choices,
            "basic_sets": _number(self.sets.data) if self.sets.data else None,
        }

    def _place(self, faults: Iterable[Fault]) -> None:
        name = naming(load_catalog(), reading().names)
        for fault in faults:
            key = fault.field.removeprefix("choices.")
            field = getattr(self, _FIELDS[re.split(r"[\[.]", key)[0]])
            field.errors = [*field.errors, translate(fault.message, name)]

    @property
    def faults(self) -> list[tuple[str, str]]:
        """All faults with the id of the field each belongs to."""
        return [(field.id, message) for field in self for message in field.errors]

    @property
    def has_choices(self) -> bool:
        """Whether anything is said beyond names, players and boxes, so that it must be seen."""
        first = (self.names, self.players, self.boxes, self.twice, self.csrf_token)
        return any(field.data or field.errors for field in self if field not in first)

    @property
    def shelf(self) -> list[BoxFamily]:
        """All boxes by family, as the form offers them."""
        families: dict[str, list[Box]] = {}
        for box in load_catalog().boxes.values():
            families.setdefault("promo" if box.kind == "promo" else box.family, []).append(box)
        return [self._family(boxes) for boxes in families.values()]

    def _family(self, boxes: list[Box]) -> BoxFamily:
        named = naming(load_catalog(), reading().names)
        name = named([box.name for box in boxes if box.kind != "update pack"][-1])
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
        )


def _label(box: Box, title: str, family: str) -> str:
    """What tells a box from the others of its family."""
    if title == family:
        return _("Here")
    if box.kind == "update pack":
        return _("Pack")
    return _(spine(box).edition) or title


_SLOTS = {
    "bane": "bane",
    "colony_card": "platinum_colony_card",
    "shelters_card": "shelters_card",
    "ferryman": "ferryman",
    "mouse": "mouse",
    "riverboat": "riverboat",
    "army": "army",
    "ally": "ally",
    "prophecy": "prophecy",
    "obelisk": "obelisk",
    "inherited": "inherited_replaces",
}
_FIELDS = {slot: field for field, slot in _SLOTS.items()} | {
    "kingdom": "names",
    "landscapes": "names",
    "players": "players",
    "boxes": "boxes",
    "black_market_deck": "deck",
    "basic_sets": "sets",
    "platinum_colony": "colony",
    "shelters": "shelters",
    "druid_boons": "boons",
    "traits": "traits",
}


def _answer(text: str) -> bool | str | None:
    """Yes, no or open; any other text is left for the reader to refuse."""
    return _ANSWERS.get(text, text)


def _number(text: str) -> int | str:
    """A number; any other text is left for the reader to refuse."""
    return int(text) if re.fullmatch("[0-9]{1,3}", text) else text


def _sorted_out(names: list[str], choices: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Piles and landscapes among the names; an Ally and a Prophecy find their places."""
    piles, landscapes = [], []
    known = names_of(load_catalog())
    for name in names:
        try:
            thing = known.find(name, prefer=(Card,), suggest=False)
        except NameProblem:
            thing = None
        if not isinstance(thing, Landscape):
            piles.append(name)
        elif thing.kind in ("ally", "prophecy") and thing.kind not in choices:
            choices[thing.kind] = name
        else:
            landscapes.append(name)
    return piles, landscapes


def typed(asked: Asked, catalog: Catalog) -> dict[str, Any]:
    """What one would type to ask for this; fills the form in."""
    kingdom = asked.kingdom
    landscapes = catalog.landscapes
    return {
        "names": "\n".join(thing.name for thing in (*kingdom.piles, *kingdom.landscapes)),
        "players": str(asked.players),
        **boxes_typed(asked.boxes),
        **{field: kingdom.drawn[s].name for field, s in _SLOTS.items() if s in kingdom.drawn},
        "colony": {True: "yes", False: "no", None: ""}[kingdom.platinum_colony],
        "shelters": {True: "yes", False: "no", None: ""}[kingdom.shelters],
        "deck": "\n".join(thing.name for thing in kingdom.deck),
        "boons": ", ".join(boon.name for boon in kingdom.boons),
        "traits": "\n".join(
            f"{landscapes[trait].name}: {pile.name}" for trait, pile in kingdom.traits.items()
        ),
        "sets": "" if asked.basic_sets is None else str(asked.basic_sets),
    }


def boxes_typed(boxes: tuple[str, ...]) -> dict[str, list[str]]:
    """The boxes as the form has them: those that are here, and those that are here twice."""
    each = list(dict.fromkeys(boxes))
    return {"boxes": each, "twice": [box for box in each if boxes.count(box) > 1]}
