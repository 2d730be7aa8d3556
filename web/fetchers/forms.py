"""The form by which somebody takes over a box, or gives one back."""

from __future__ import annotations

from wtforms import Field, StringField
from wtforms.validators import ValidationError

from setup_rules.plan_request import PlanRequest
from setup_rules.sentences import say
from web.catalog import app_catalog
from web.http.forms import BaseForm, NameField, longest_name
from web.links.kingdom_link import read_address
from web.store.games import LONGEST_PERSON


class FetcherForm(BaseForm):
    """A box, and who fetches it: `take` and `free` are the two kinds of buttons."""

    link = StringField(default="")
    who = NameField(say("Your name"), default="", validators=[longest_name(LONGEST_PERSON)])
    take = StringField(default="")
    free = StringField(default="")
    """The box and whoever has it, `seaside-1e:Anna`: another one’s is not given back by mistake."""

    @property
    def asked(self) -> PlanRequest:
        """The kingdom of the link; raises BrokenLink."""
        return read_address(self.link.data, app_catalog())

    def validate_take(self, field: Field) -> None:
        """Nobody takes over a box without a name."""
        if field.data and not self.who.cleaned:
            self.who.errors = [*self.who.errors, say("Enter your name first.")]
            raise ValidationError(say("Enter your name first."))
