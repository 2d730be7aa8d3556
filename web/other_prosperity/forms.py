"""The form that picks who begins in the other Prosperity."""

from __future__ import annotations

from typing import Any

from wtforms import Field, SelectChoice, SelectField, SelectMultipleField
from wtforms.validators import ValidationError

from setup_rules.other_prosperity import FEWEST_PLAYERS, MOST_PLAYERS, load_other_prosperity
from setup_rules.sentences import say, say_number
from web.http.forms import BaseForm, number_choices, one_of
from web.setup_sheet.other_prosperity import FIRST, GAMES, Wanted


class BeginnerForm(BaseForm):
    """The colours that play, one for each player."""

    players = SelectField(
        **number_choices(
            range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
            say(
                "This game is for {least} to {most} players.",
                least=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
            ),
        )
    )
    game = SelectField(
        default=FIRST,
        choices=[SelectChoice(game) for game in GAMES],
        invalid_choice_message=say(
            "This address doesn’t say if it’s your first or a later game. Check the address."
        ),
    )
    colour = SelectMultipleField(
        say("Which colours are playing?"),
        default=(),
        validate_choice=False,
        validators=[
            one_of(
                load_other_prosperity().colours,
                say("The colours are blue, red, green and yellow. Check the address."),
            )
        ],
    )

    def __init__(self, formdata: Any = None, *, usual: Wanted) -> None:
        data = {"players": usual.players, "game": usual.game, "colour": usual.colours}
        super().__init__(formdata, data=data)
        self._usual = usual

    def validate_colour(self, field: Field) -> None:
        """One for each player."""
        if not self.players.errors and len(set(field.data)) != self.players.data:
            raise ValidationError(
                say_number(
                    "Choose {number} colour, one for each player.",
                    "Choose {number} colours, one for each player.",
                    self.players.data,
                )
            )

    @property
    def wanted(self) -> Wanted:
        """What was asked for; where that is wrong, what is usual."""
        if self.players.errors or self.game.errors:
            return self._usual
        colours = tuple(self.colour.data)
        if self.colour.errors:
            colours = load_other_prosperity().colours[: self.players.data]
        return Wanted(self.players.data, self.game.data, colours)
