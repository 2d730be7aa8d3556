"""The forms of a tournament: who plays, a round's kingdom, a table's result, a player's name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from wtforms import Field, HiddenField, SelectChoice, SelectField, StringField, TextAreaField
from wtforms.validators import StopValidation, ValidationError

from setup_rules.chance import fresh_seed
from setup_rules.sentences import Code, Sentence, listed, say, say_number
from setup_rules.tournament.tables import FEWEST, MOST
from web.http.forms import BaseForm, NameField, NumberField, SeedField, at_most, one_of, required
from web.http.visitor import LONGEST_NAME, clean_name
from web.store import Entrant, TableResult
from web.store.games import LONGEST_PERSON
from web.store.tournaments import MOST_POINTS, MOST_TURNS, Scores
from web.tournament.kingdom import LONGEST_ADDRESS, WAYS

LONGEST_TEXT = 6_000
MOST_FAULTS = 5
"""Names of a list that are told to be too long or doubled."""
LONGEST_SCORE = 12
"""Characters of a score that are shown again."""
KEEP, CHANGE = "keep", "change"
NEXT, NOW, BACK = "next", "now", "back"
_BULLET = re.compile(r"^\s*(?:[-–—•*·]\s+|\d{1,3}\s*[.):]\s*)")
"""What stands before a name in a list that was numbered or has bullets."""
_POINTS = re.compile(r"[-−–]?[0-9]{1,4}")
_TURNS = re.compile(r"[0-9]{1,3}")


def player_names(text: str) -> tuple[str, ...]:
    """The names of a text, one on each line; those on a single line may be parted by commas."""
    lines = text[:LONGEST_TEXT].splitlines()
    if len([line for line in lines if line.strip()]) == 1:
        lines = re.split("[,;]", text[:LONGEST_TEXT])
    return tuple(filter(None, (clean_name(_BULLET.sub("", line)) for line in lines)))


class NewTournamentForm(BaseForm):
    """Who plays, and what the tournament is called."""

    seed = SeedField(default=fresh_seed)
    names = TextAreaField(
        say("Who’s playing? One name per line, {fewest} to {most} names", fewest=FEWEST, most=MOST),
        default="",
        render_kw={"rows": 12, "spellcheck": "false"},
    )
    name = NameField(
        say("Tournament name (optional)"),
        validators=[
            at_most(
                LONGEST_NAME,
                say_number(
                    "The name can have up to {number} character.",
                    "The name can have up to {number} characters.",
                    LONGEST_NAME,
                ),
            )
        ],
        render_kw={"maxlength": 2 * LONGEST_NAME},
    )

    def validate_names(self, field: Field) -> None:
        """All that is wrong with the list of names at once."""
        names = player_names(field.data)
        if len(field.data) > LONGEST_TEXT:
            field.errors.append(say("This text is too long for a list of names. Shorten it."))
        if not FEWEST <= len(names) <= MOST:
            field.errors.append(_wrong_number(len(names)))
        field.errors += [too_long_name(name) for name in names if len(name) > LONGEST_PERSON][
            :MOST_FAULTS
        ]
        counts = Counter(map(str.casefold, names))
        doubled: dict[str, str] = {}
        for name in names:
            if counts[name.casefold()] > 1:
                doubled.setdefault(name.casefold(), name)
        if doubled:
            field.errors.append(named_twice(list(doubled.values())[:MOST_FAULTS]))
        if field.errors:
            raise StopValidation


def _wrong_number(number: int) -> Sentence:
    if not number:
        return say(
            "Enter who’s playing, one name per line: {fewest} to {most} names.",
            fewest=FEWEST,
            most=MOST,
        )
    return say_number(
        "That’s {number} name, but a tournament needs {fewest} to {most}.",
        "That’s {number} names, but a tournament needs {fewest} to {most}.",
        number,
        fewest=FEWEST,
        most=MOST,
    )


def named_twice(names: Sequence[str]) -> Sentence:
    """That players cannot be told apart."""
    return say(
        "Twice in the list: {names}. Add a letter so everyone can tell them apart.",
        names=listed(map(Code, names)),
    )


def too_long_name(name: str) -> Sentence:
    """That a name is too long, with its beginning."""
    return say_number(
        "“{name}” has {number} character; the limit is {most}.",
        "“{name}” has {number} characters; the limit is {most}.",
        len(name),
        name=Code(f"{name[:LONGEST_PERSON]}…"),
        most=LONGEST_PERSON,
    )


class PlayerNameForm(BaseForm):
    """The name of a player, which none of the others has."""

    name = NameField(
        say("Name"),
        validators=[required(say("Everyone needs a name."))],
        render_kw={"maxlength": 2 * LONGEST_PERSON},
    )

    def __init__(
        self, formdata: Any = None, *, player: Entrant, players: Iterable[Entrant]
    ) -> None:
        super().__init__(formdata, data={"name": player.name})
        self._others = {other.name.casefold() for other in players if other is not player}

    def validate_name(self, field: NameField) -> None:
        """Neither too long nor somebody else's."""
        if len(field.cleaned) > LONGEST_PERSON:
            raise ValidationError(too_long_name(field.cleaned))
        if field.cleaned.casefold() in self._others:
            raise ValidationError(named_twice([field.cleaned]))


class LeaveForm(BaseForm):
    """When a player leaves, or that they are here again."""

    when = SelectField(choices=[SelectChoice(when) for when in (NEXT, NOW, BACK)])


class CloseForm(BaseForm):
    """Whether phones may still enter results."""

    closed = StringField(default="yes")

    @property
    def is_closed(self) -> bool:
        """Whether they may not."""
        return bool(self.closed.data != "no")


class RoundKingdomForm(BaseForm):
    """Where the kingdom of a round comes from."""

    seed = SeedField(default=fresh_seed)
    how = StringField(validators=[one_of(WAYS, say("Choose where the kingdom comes from."))])
    kingdom = StringField(
        say("Or a kingdom’s link or code, or a published kingdom’s name"),
        default="",
        render_kw={"maxlength": LONGEST_ADDRESS, "spellcheck": "false"},
    )


class ScoreRow(NamedTuple):
    """The fields of one player at a table; who left in the middle of the game has no turns."""

    player: int
    name: str
    points: Field
    turns: Field | None

    @property
    def has_number(self) -> bool:
        """Whether an input for numbers can show the points."""
        return bool(re.fullmatch("(-?[0-9]+)?", self.points.data))

    @property
    def faults(self) -> list[str]:
        """What is wrong with both fields, each once."""
        turns = self.turns.errors if self.turns else ()
        return list(dict.fromkeys((*self.points.errors, *turns)))

    @property
    def score(self) -> tuple[int, int, int]:
        """The score, if nothing is wrong."""
        points = re.sub("^[−–]", "-", self.points.data or "0")
        return self.player, int(points), int(self.turns.data) if self.turns else 0


class ResultForm(BaseForm):
    """The result of a table: victory points and turns of everybody who sat there."""

    version = NumberField(default=0)
    do = HiddenField(default="")
    players: Sequence[tuple[int, str]] = ()
    """Everybody at the table, with their names, in starting order."""

    @classmethod
    def of_table(
        cls, players: Sequence[tuple[int, str]], left: Collection[int]
    ) -> type[ResultForm]:
        """The form with the fields of a table; who left in the middle of the game has no turns."""
        fields: dict[str, Any] = {"players": players}
        for player, _name in players:
            fields[f"points.{player}"] = StringField(filters=[_shortened])
            if player not in left:
                fields[f"turns.{player}"] = StringField(filters=[_shortened])
        return type("TableResultForm", (cls,), fields)

    @classmethod
    def of_result(cls, result: TableResult | None) -> ResultForm:
        """The form with what stands there."""
        if result is None:
            return cls()
        values: dict[str, Any] = {"version": result.version}
        for player, points, turns in result.scores:
            values |= {f"points.{player}": str(points), f"turns.{player}": str(turns)}
        return cls(data=values)

    @property
    def rows(self) -> list[ScoreRow]:
        """The fields player by player."""
        fields = {field.name: field for field in self}
        return [
            ScoreRow(player, name, fields[f"points.{player}"], fields.get(f"turns.{player}"))
            for player, name in self.players
        ]

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether all scores can be read; each row has what is wrong with it."""
        super().validate(extra_validators)
        for row in self.rows:
            _check_row(row)
        return not any(row.faults for row in self.rows)

    @property
    def has_odd_turns(self) -> bool:
        """Whether the turns of a table that can be read differ by more than one."""
        turns = [int(row.turns.data) for row in self.rows if row.turns]
        return bool(turns) and max(turns) - min(turns) > 1

    def forget_errors(self) -> None:
        """Leave the form as it was typed, to be changed."""
        for field in self:
            field.errors = []

    @property
    def scores(self) -> Scores:
        """What was entered, if nothing is wrong."""
        return tuple(row.score for row in self.rows)


def _shortened(text: str | None) -> str:
    return (text or "").strip()[:LONGEST_SCORE]


def _check_row(row: ScoreRow) -> None:
    """Says what is wrong with the score of one player."""
    name, points = Code(row.name), row.points.data
    if points and not _POINTS.fullmatch(points):
        row.points.errors = [
            say(
                "{name}’s victory points: enter a whole number up to {most}; it can be below zero.",
                name=name,
                most=MOST_POINTS,
            )
        ]
    if row.turns is None:
        return
    turns = row.turns.data
    if not points and not turns:
        both = say("Enter {name}’s victory points and turns.", name=name)
        row.points.errors = row.turns.errors = [both]
    elif not points:
        row.points.errors = [say("How many victory points does {name} have?", name=name)]
    elif not turns:
        row.turns.errors = [say("How many turns did {name} take?", name=name)]
    if turns and not (_TURNS.fullmatch(turns) and int(turns)):
        row.turns.errors = [
            say(
                "{name}’s turns: enter a whole number from 1 to {most}.",
                name=name,
                most=MOST_TURNS,
            )
        ]
