"""The forms of a veto: how it is dealt, who sits down, and what is struck."""

from __future__ import annotations

from typing import Any

from wtforms import Field, RadioField, SelectChoice, SelectMultipleField, StringField
from wtforms.validators import ValidationError

from setup_rules.chance import fresh_seed
from setup_rules.draw.wishes import KINGDOM_SIZE
from setup_rules.evening.veto import MOST_STRIKES
from setup_rules.kingdom import FEWEST_PLAYERS, MOST_PLAYERS
from setup_rules.sentences import say, say_number
from web.http.forms import NOT_OFFERED, BaseForm, NumberField, SeedField, between, number_choices
from web.http.visitor import clean_name
from web.language.translation import gettext as _
from web.store import Room
from web.veto.page import dealt_cards

LONGEST_NAME = 24
"""Characters of a player's name."""
HOW_MANY = say("Choose how many players there are, and whether each vetoes 1 pile or 2.")


class DealForm(BaseForm):
    """For how many players piles are dealt, and how many each of them strikes."""

    seed = SeedField(default=fresh_seed)
    players = RadioField(
        say("Players"), **number_choices(range(FEWEST_PLAYERS, MOST_PLAYERS + 1), HOW_MANY)
    )
    strikes = RadioField(
        say("Vetoes per player"),
        default=1,
        **{
            **number_choices(range(1, MOST_STRIKES + 1), HOW_MANY),
            "choices": [
                SelectChoice(str(number), say_number("{number} pile", "{number} piles", number))
                for number in range(1, MOST_STRIKES + 1)
            ],
        },
    )

    def refuse(self, there: int) -> None:
        """Say that so few piles may be dealt, and what would help."""
        players, strikes = self.players.data, self.strikes.data
        too_few = _(
            "This takes {needed} piles, but only {there} can be drawn tonight.",
            needed=KINGDOM_SIZE + players * strikes,
            there=there,
        )
        if strikes > 1 and there >= KINGDOM_SIZE + players:
            way_out = _("Choose 1 veto each, or add a box.")
        else:
            way_out = _("Add a box, or allow more cards.")
        self.form_errors.append(f"{too_few} {way_out}")


class SitForm(BaseForm):
    """Who sits down; a name that is too long is cut."""

    name = StringField(
        say("Name (optional)"),
        default="",
        filters=[lambda name: clean_name(name or "")[:LONGEST_NAME]],
        render_kw={"maxlength": LONGEST_NAME, "spellcheck": "false"},
    )


class SeatForm(BaseForm):
    """One of the seats."""

    seat = NumberField(validators=[between(1, MOST_PLAYERS, NOT_OFFERED)])


class StrikeForm(SeatForm):
    """The piles that a seat strikes."""

    pile = SelectMultipleField(default=(), validate_choice=False)

    def __init__(self, formdata: Any = None, *, room: Room) -> None:
        super().__init__(formdata)
        self._dealt = frozenset(card.id for card in dealt_cards(room))
        self._most: int = room.about["strikes"]

    @property
    def chosen(self) -> frozenset[str]:
        """The piles of those dealt that are struck."""
        return self._dealt & frozenset(self.pile.data)

    def validate_pile(self, field: Field) -> None:
        """No more than everybody may strike, and only what was dealt."""
        if len(self.chosen) != len(set(field.data)) or len(self.chosen) > self._most:
            raise ValidationError(
                say_number(
                    "Veto at most {number} pile.", "Veto at most {number} piles.", self._most
                )
            )
