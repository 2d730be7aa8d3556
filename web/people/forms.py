"""The forms of people: a name, who is here tonight, and what somebody thinks of a card."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from wtforms import Field, RadioField, SelectChoice, StringField
from wtforms.validators import ValidationError

from setup_rules.cards import Card
from setup_rules.kingdom import pile_meant
from setup_rules.names import AmbiguousName, NameProblem, fold, names_of
from setup_rules.sentences import Code, say
from web.catalog import app_catalog
from web.http.forms import BaseForm, NameField, longest_name, one_of, required
from web.http.visitor import names_here
from web.reading.json_reader import LONGEST_NAME
from web.store import Person
from web.store.games import LONGEST_PERSON

TASTES = {
    "double": say("twice as often"),
    "half": say("half as often"),
    "never": say("never"),
}
NO_TASTE = ""
"""Takes a card off the list."""
EVERYBODY = "all"
MOST_OFFERED = 6
"""Cards that are offered when a name is not quite known."""
NAME_CHECKS = [required(say("Enter a name first.")), longest_name(LONGEST_PERSON)]


class PersonForm(BaseForm):
    """The name of somebody new."""

    name = NameField(say("Someone new"), NAME_CHECKS, render_kw={"autocapitalize": "words"})


class RenameForm(BaseForm):
    """A new name of somebody known."""

    name = NameField(say("Logged games will show the new name"), NAME_CHECKS)


class HereForm(BaseForm):
    """Somebody comes or goes, by id; or everybody goes."""

    come = StringField(default="")
    go = StringField(default="")

    def is_here(self, person: Person) -> bool:
        """Whether somebody is here after this."""
        if self.come.data == str(person.id):
            return True
        return person.here and self.go.data not in (str(person.id), EVERYBODY)


class TasteForm(BaseForm):
    """What somebody thinks of a card, which is typed in any language or picked from offers."""

    taste = RadioField(
        say("How often"),
        [one_of((*TASTES, NO_TASTE))],
        choices=[SelectChoice(taste, words) for taste, words in TASTES.items()],
        default="double",
        validate_choice=False,
    )
    card = StringField(
        say("Add a card, in any language"),
        filters=[lambda text: (text or "").strip()[:LONGEST_NAME]],
        render_kw={"list": "names", "spellcheck": "false"},
    )
    pick = StringField(default="")

    @cached_property
    def pile(self) -> Card | None:
        """The pile that was picked, or whose name was typed."""
        catalog = app_catalog()
        if self.pick.data:
            return catalog.cards.get(self.pick.data)
        try:
            thing = names_of(catalog).find(self.card.data, prefer=(Card,), suggest=False)
        except NameProblem:
            return None
        return pile_meant(thing, catalog)

    def validate_card(self, field: Field) -> None:
        """A Kingdom pile is known by its name."""
        if self.pile is not None:
            return
        if not field.data:
            raise ValidationError(say("Enter the name of a card first."))
        name = Code(field.data)
        if self.offers:
            raise ValidationError(
                say("There’s no pile called “{name}”. Is it one of these?", name=name)
            )
        raise ValidationError(
            say("There’s no pile called “{name}”. Likes are only for Kingdom piles.", name=name)
        )

    @cached_property
    def offers(self) -> list[Card]:
        """Piles whose names contain what was typed, or are near to it."""
        if self.pile is not None or not self.card.data:
            return []
        piles = {card.id: card for card in [*_containing(self.card.data), *_near(self.card.data)]}
        return list(piles.values())[:MOST_OFFERED]


def _containing(text: str) -> list[Card]:
    """Piles with this in their name, those that begin with it first."""
    name, folded = names_here(), fold(text)
    containing = [
        card
        for card in app_catalog().cards.values()
        if folded and (folded in fold(name(card.name)) or folded in fold(card.name))
    ]
    containing.sort(
        key=lambda card: (not fold(name(card.name)).startswith(folded), name(card.name))
    )
    return containing[:MOST_OFFERED]


def _near(text: str) -> list[Card]:
    """Piles whose names differ by few letters, or are one of several meanings."""
    catalog, names = app_catalog(), names_of(app_catalog())
    near: Any = ()
    try:
        names.find(text, prefer=(Card,))
    except AmbiguousName as problem:
        near = problem.suggestions
    except NameProblem:
        near = names.suggest(text, (Card,))
    piles = (pile_meant(catalog.by_name.get(english), catalog) for english in near)
    return [pile for pile in piles if pile is not None]
