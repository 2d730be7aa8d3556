"""The forms of a score: who played, what is counted, and how many turns everybody had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from wtforms import Field, Form, RadioField, StringField
from wtforms.validators import StopValidation, ValidationError

from setup_rules.chance import fresh_seed
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.plan_request import PlanRequest
from setup_rules.sentences import Code, say
from web.catalog import app_catalog
from web.http.forms import (
    BaseForm,
    NameField,
    NumberField,
    RowForm,
    RowsField,
    SeedField,
    longest_name,
    number_choices,
)
from web.links.kingdom_link import link_for, read_address
from web.score.counting import TURNS, Counting
from web.score.tables import TableGame
from web.store import Seat
from web.store.games import LONGEST_PERSON, MOST_TURNS

MOST_COUNTED = 999
"""Cards of a kind or points on tokens that one player can enter."""
DONE, MORE, LESS = "done", "more", "less"
HOW_MANY = say("Choose how many players there are.")
NOT_COUNTED = say("Enter a whole number from 0 to {most}.", most=MOST_COUNTED)
NO_TURNS = say("Enter how many turns, from 1 to {most}, or leave it empty.", most=MOST_TURNS)


class NameRow(RowForm):
    """Somebody who played."""

    name = NameField(
        validators=[longest_name(LONGEST_PERSON)],
        render_kw={"autocapitalize": "words", "maxlength": 2 * LONGEST_PERSON},
    )


class WhoPlayedForm(BaseForm):
    """Who played with a kingdom."""

    seed = SeedField(default=fresh_seed)
    link = StringField(default="")
    players = RadioField(
        say("Players"), **number_choices(range(FEWEST_PLAYERS, MOST_PLAYERS + 1), HOW_MANY)
    )
    who = RowsField(NameRow, min_entries=MOST_PLAYERS, max_entries=MOST_PLAYERS)

    @property
    def asked(self) -> PlanRequest:
        """The kingdom of the link; raises BrokenLink."""
        return read_address(self.link.data, app_catalog())

    @property
    def names(self) -> list[str]:
        """As many names as there are players; empty where none was typed."""
        return [row.form.name.cleaned for row in self.who][: self.players.data]

    @property
    def table_game(self) -> TableGame:
        """The game that was played, at no table of a tournament."""
        return TableGame(link_for(*self.asked), tuple(self.names), ("", 0, 0), ())

    def validate_who(self, _field: Field) -> None:
        """Two players of one name could not be told apart."""
        seen: set[str] = set()
        for name in filter(None, self.names if self.players.data else ()):
            if name.casefold() in seen:
                raise ValidationError(say("{name} is listed twice.", name=Code(name)))
            seen.add(name.casefold())


class TableForm(BaseForm):
    """A table of a tournament whose points are to be counted."""

    seed = SeedField(default=fresh_seed)
    table = StringField(default="")


class PlayerForm(BaseForm):
    """One of the players."""

    seat = NumberField()


class CountCell(NamedTuple):
    """What one player has of one input."""

    seat: Seat
    key: str
    now: Field
    was: Field
    """What the page showed when it was made."""
    name: str
    """The part of the names of fields and buttons that says which this is."""


class CountForm(BaseForm):
    """What players have: a field for each player and input, and one for what it was before."""

    do = StringField(default="")
    seats: Sequence[Seat] = ()
    keys: Sequence[str] = ()

    @classmethod
    def of(cls, counting: Counting) -> type[CountForm]:
        """The form with the fields of those who are counted on this phone."""
        keys = [one.count.key for one in counting.inputs]
        fields: dict[str, Any] = {"seats": counting.here, "keys": keys}
        for seat in counting.here:
            for place, key in enumerate(keys):
                default = seat.counts.get(key, 0)
                name = f"{seat.number}.{place}"
                fields[f"n.{name}"] = NumberField(default=default, validators=[_counted])
                fields[f"was.{name}"] = NumberField(default=default)
        return type("SeatsCountForm", (cls,), fields)

    @property
    def cells(self) -> Iterator[CountCell]:
        """All fields, by input and then by player."""
        fields = {field.name: field for field in self}
        for place, key in enumerate(self.keys):
            for seat in self.seats:
                name = f"{seat.number}.{place}"
                yield CountCell(seat, key, fields[f"n.{name}"], fields[f"was.{name}"], name)

    @property
    def changes(self) -> dict[int, dict[str, int]]:
        """What was changed on the page, by the number of the seat; buttons add or take one."""
        step, _dot, stepped = self.do.data.partition(".")
        by_one = {MORE: 1, LESS: -1}.get(step, 0)
        changes: dict[int, dict[str, int]] = {}
        for cell in self.cells:
            number = (cell.now.data or 0) + by_one * (cell.name == stepped)
            if number != (cell.was.data or 0):
                kept = min(max(number, 0), MOST_COUNTED)
                changes.setdefault(cell.seat.number, {})[cell.key] = kept
        return changes


class TurnsForm(BaseForm):
    """How many turns each player had; it decides ties."""

    seats: Sequence[Seat] = ()

    @classmethod
    def of(cls, counting: Counting) -> type[TurnsForm]:
        """The form with a field for each player."""
        fields: dict[str, Any] = {"seats": counting.seats}
        for seat in counting.seats:
            fields[f"turns.{seat.number}"] = NumberField(
                default=seat.counts.get(TURNS), validators=[_turns]
            )
        return type("SeatsTurnsForm", (cls,), fields)

    @property
    def turns(self) -> dict[int, Field]:
        """The fields, by the number of the seat."""
        return {seat.number: self[f"turns.{seat.number}"] for seat in self.seats}


def _counted(_form: Form, field: Field) -> None:
    """Refuses what is no count; nothing at all is none."""
    if field.errors or not 0 <= (field.data or 0) <= MOST_COUNTED:
        field.errors = []
        raise StopValidation(NOT_COUNTED)


def _turns(_form: Form, field: Field) -> None:
    if field.errors or (field.data is not None and not 1 <= field.data <= MOST_TURNS):
        field.errors = []
        raise StopValidation(NO_TURNS)
