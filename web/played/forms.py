"""The forms of the log: a game with everybody who played, and which cards rest."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any

from wtforms import (
    BooleanField,
    Field,
    RadioField,
    SelectChoice,
    SelectField,
    StringField,
    TextAreaField,
)
from wtforms.form import BaseForm as FieldsForm
from wtforms.validators import ValidationError
from wtforms.widgets import DateInput

from setup_rules.sentences import say, say_number
from web.catalog import app_catalog
from web.http.forms import (
    BaseForm,
    NameField,
    NumberField,
    RowForm,
    RowsField,
    longest_name,
    one_of,
)
from web.http.quota import log_full
from web.http.visitor import clean_name
from web.language.dates import FIRST_DAY, month_heading, read_day, this_day
from web.language.translation import gettext as _
from web.links.kingdom_link import link_for, read_address
from web.played.draft import players_of
from web.played.page import LIKED
from web.store import LoggedGame, Person, Player, Rest, TooMany
from web.store.games import (
    LONGEST_KINGDOM,
    LONGEST_NOTE,
    LONGEST_PERSON,
    MOST_SEATS,
)

GAME_ID = re.compile("[A-Za-z0-9_-]{8,40}")
PARTS = ("", "played", "won")
"""What somebody known did: was not there, played, won."""
LIKED_CHOICES = {**{str(step): words for step, words in LIKED.items()}, "": say("not rated")}
UNITS = ("games", "weeks")
NUMBERS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 20)
WAYS_TO_REST = ("out", "half", "quarter", "tenth")
SEATS = say("Choose how many players, from 1 to {number}.", number=MOST_SEATS)


class NewPlayerForm(RowForm):
    """Somebody who is not known yet, and whether they won."""

    name = NameField(
        validators=[longest_name(LONGEST_PERSON)],
        render_kw={"autocapitalize": "words", "maxlength": 2 * LONGEST_PERSON},
    )
    won = BooleanField()


class GameForm(BaseForm):
    """A game: the kingdom, everybody who played, the day, and what was said of it.

    Each person of the household has a field `p.<id>`.
    """

    link = StringField(default="")
    id = StringField(default="")
    same = StringField(default="")
    again = BooleanField()
    new = RowsField(NewPlayerForm, min_entries=1, max_entries=MOST_SEATS)
    tie = BooleanField(say("It was a tie"))
    liked = RadioField(
        say("How was it?"),
        [one_of(LIKED_CHOICES, say("Choose one of these."))],
        choices=[SelectChoice(step, words) for step, words in LIKED_CHOICES.items()],
        default="",
        validate_choice=False,
    )
    day = StringField(say("Date"), default="", widget=DateInput())
    seats = SelectField(
        say("Players"),
        choices=[SelectChoice(str(number)) for number in range(1, MOST_SEATS + 1)],
        default="",
        validate_choice=False,
    )
    note = TextAreaField(say("Note"), default="", render_kw={"rows": 3})
    name = NameField(say("Name of the kingdom"), [longest_name(LONGEST_KINGDOM)])

    def __init__(self, formdata: Any = None, *, people: Sequence[Person], **kwargs: Any) -> None:
        self.people = people
        super().__init__(formdata, **kwargs)

    @classmethod
    def of(cls, game: LoggedGame, people: Sequence[Person], usual_name: str, rows: int) -> GameForm:
        """The form filled in with a game, and with empty rows for new names."""
        known = {person.id for person in people}
        data: dict[str, Any] = {**game._asdict(), "name": game.name or usual_name}
        data |= {"seats": str(game.seats), "liked": str(game.liked or ""), "new": []}
        for player in game.players:
            if player.person in known:
                data[f"p.{player.person}"] = "won" if player.won else "played"
            else:
                data["new"].append({"name": player.name, "won": player.won})
        data["new"] += [{"name": "", "won": False}] * rows
        return cls(people=people, data=data)

    def process(self, *args: Any, **kwargs: Any) -> None:
        """Adds the fields of the people before any field is read."""
        for person in self.people:
            part = RadioField(
                person.name,
                choices=[SelectChoice(part) for part in PARTS],
                default="",
                validate_choice=False,
            )
            # A declarative Form refuses fields of one instance; what it is built on takes them.
            FieldsForm.__setitem__(self, f"p.{person.id}", part)
        super().process(*args, **kwargs)

    def part(self, person: Person) -> Field:
        """The field of somebody known."""
        return self[f"p.{person.id}"]

    @property
    def kingdom(self) -> str:
        """The own link of the kingdom; raises BrokenLink."""
        return link_for(*read_address(self.link.data, app_catalog()))

    def refuse(self, error: TooMany) -> None:
        """Say what is full."""
        self.form_errors.append(log_full(error))

    def game(self, link: str, id_: str = "") -> LoggedGame:
        """What was entered, for the game of an id or a new one; what cannot be read is usual."""
        if not id_:
            sent = self.id.data
            id_ = sent if GAME_ID.fullmatch(sent) else secrets.token_urlsafe(12)
        seats, liked = self.seats.data, self.liked.data
        return LoggedGame(
            id=id_,
            link=link,
            day=str(read_day(self.day.data) or this_day()),
            name=self.name.cleaned,
            seats=int(seats) if re.fullmatch("[0-9]{1,2}", seats) else 0,
            tie=self.tie.data,
            liked=int(liked) if liked in LIKED_CHOICES and liked else None,
            note=clean_note(self.note.data),
            players=self.players,
        )

    @property
    def players(self) -> tuple[Player, ...]:
        """Those who played, known and new."""
        parts = {person.id: self.part(person).data for person in self.people}
        known = {person: part for person, part in parts.items() if part in PARTS}
        new = [(row.form.name.cleaned, row.form.won.data) for row in self.new]
        return players_of(known, new, self.people)

    def validate_day(self, field: Field) -> None:
        """Dominion was there, and the day is not to come."""
        if read_day(field.data) is None:
            first = month_heading(FIRST_DAY, this_day())
            raise ValidationError(
                _("What day was it? It can’t be before {first} or after today.", first=first)
            )

    def validate_note(self, field: Field) -> None:
        """A note is short."""
        if len(clean_note(field.data)) > LONGEST_NOTE:
            raise ValidationError(
                say_number(
                    "A note can have up to {number} character.",
                    "A note can have up to {number} characters.",
                    LONGEST_NOTE,
                )
            )

    def validate_seats(self, field: Field) -> None:
        """As many as sit at a table, with those who are named."""
        known = [choice.value for choice in field.choices]
        if field.data not in known or len(self.players) > MOST_SEATS:
            raise ValidationError(SEATS)

    def validate_tie(self, field: Field) -> None:
        """Nobody ties alone."""
        if field.data and sum(player.won for player in self.players) == 1:
            raise ValidationError(
                say("A tie has more than one winner. Mark everyone who tied, or nobody.")
            )


class RestForm(BaseForm):
    """Whether cards rest: one button; or which and how: three fields."""

    on = StringField()
    number = NumberField(validators=[one_of(NUMBERS)])
    unit = StringField(validators=[one_of(UNITS)])
    how = StringField(validators=[one_of(WAYS_TO_REST)])

    def changed(self, rest: Rest) -> Rest:
        """What is kept after this; fields that cannot be read change nothing."""
        if not self.errors:
            return Rest(True, self.unit.data, self.number.data, self.how.data)
        return rest._replace(on=self.on.data == "yes") if self.on.data in ("yes", "no") else rest


def clean_note(text: str) -> str:
    """Any text, line by line, without what cannot be seen."""
    lines = text[: 10 * LONGEST_NOTE].replace("\r\n", "\n").split("\n")
    return "\n".join(clean_name(line) for line in lines).strip()
