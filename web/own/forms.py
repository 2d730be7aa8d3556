"""The form of a kingdom of one's own: names, players, boxes and choices made by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

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
from wtforms.validators import ValidationError

from setup_rules.cards import Box
from setup_rules.chance import fresh_seed
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.plan_request import MOST_SETS
from setup_rules.rules import SLOTS
from setup_rules.sentences import Sentence, say
from web.catalog import app_catalog
from web.fix.checked import OwnInput
from web.http.forms import BaseForm, SeedField, Validator
from web.http.visitor import names_here
from web.language.translation import gettext as _
from web.links.slot_words import LABELS
from web.reading.name_list import split_names
from web.setup_sheet.spines import spine

YES_NO_OPEN = [
    SelectChoice("", say("not decided")),
    SelectChoice("yes", say("yes")),
    SelectChoice("no", say("no")),
]
LONGEST_CHOICE = 400
LONGEST_DECK = 8_000
LONGEST_LEFT = 600


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


def _matches(pattern: str, message: Sentence) -> Validator:
    def check(_form: Form, field: Field) -> None:
        if not re.fullmatch(pattern, field.data or ""):
            raise ValidationError(message)

    return check


def _known_boxes(_form: Form, field: Field) -> None:
    if not set(field.data or ()) <= app_catalog().boxes.keys():
        raise ValidationError(say("One of these boxes is unknown. Choose your boxes again."))


class KingdomForm(BaseForm):
    """A kingdom of one's own: names, players, boxes, and choices that are written into the text."""

    keeps_input = True

    seed = SeedField(default=fresh_seed)
    do = StringField(default="")
    names = TextAreaField(say("Ten card names, in any language"))
    players = RadioField(
        say("Players"),
        choices=[SelectChoice(str(n)) for n in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
        validate_choice=False,
        validators=[_matches("[0-9]{1,2}", say("Enter the number of players."))],
    )
    boxes = SelectMultipleField(
        say("Boxes on the shelf"), validate_choice=False, validators=[_known_boxes]
    )
    twice = SelectMultipleField(
        say("Boxes you have twice"), validate_choice=False, validators=[_known_boxes]
    )
    left = HiddenField()
    colony = SelectField(say("Platinum & Colony"), choices=YES_NO_OPEN, validate_choice=False)
    shelters = SelectField(say("Shelters"), choices=YES_NO_OPEN, validate_choice=False)
    deck = TextAreaField(say("Black Market deck"), render_kw={"rows": 4, "spellcheck": "false"})
    boons = StringField(say("3 Boons for Druid"), render_kw={"spellcheck": "false"})
    traits = TextAreaField(
        say("Traits and their piles"), render_kw={"rows": 2, "spellcheck": "false"}
    )
    sets = SelectField(
        say("Sets of basic cards to use"),
        choices=[SelectChoice("", say("the usual number"))]
        + [SelectChoice(str(n)) for n in range(1, MOST_SETS + 1)],
        validate_choice=False,
        validators=[
            _matches("[1-9]?", say("Choose how many sets of basic cards to use, from 1 to 9."))
        ],
    )

    @property
    def slots(self) -> list[Field]:
        """The fields of the slots."""
        return [self[slot.link_key] for slot in SLOTS]

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
        named = names_here()
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
    setattr(
        KingdomForm, _slot.link_key, StringField(_slot.title, render_kw={"spellcheck": "false"})
    )


def _label(box: Box, title: str, family: str) -> str:
    """What tells a box from the others of its family."""
    if title == family:
        return _("Here")
    if box.kind == "update pack":
        return _("Pack")
    return _(spine(box).edition) or title


def _line(text: str) -> str:
    return " ".join(text.split())


def form_of(table: OwnInput) -> KingdomForm:
    """The form that asks for what a table says."""
    boxes = list(dict.fromkeys(table.boxes))
    return KingdomForm(
        data={
            "names": table.names,
            "players": str(table.players),
            "sets": str(table.sets or ""),
            "left": ".".join(table.left),
            "boxes": boxes,
            "twice": [box for box in boxes if table.boxes.count(box) > 1],
        }
    )
