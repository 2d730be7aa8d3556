"""The form of the wishes screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, HiddenField, StringField

from setup_rules.catalog import Catalog
from setup_rules.draw.presets import READY_MADE
from setup_rules.draw.wish_kinds import Bounded, Counts
from setup_rules.draw.wishes import PRESET, TABLE
from web.draw.kept_wishes import Kept, digest_of, has_preset, value_at, without_empty
from web.http.forms import BaseForm
from web.reading.wish_reading import wish_faults
from web.wishes.controls import Controls
from web.wishes.fields import WishField
from web.wishes.name_fields import CardNameField, CardPairField


class WayForm(BaseForm):
    """The way out that was pressed."""

    way = StringField()


class ClearForm(BaseForm):
    """What is cleared: the cards that are never included, or everything else."""

    bans = BooleanField()


class WishesForm(BaseForm):
    """The controls of the stored wishes; each that was changed changes its own value alone.

    What can be read is in `kept`; what cannot is in `unread`, for the page to show it again.
    """

    seen = HiddenField()
    """The digest of the wishes that the page showed."""
    at = StringField(default="")
    """The part of the screen whose button was pressed."""

    def __init__(
        self,
        formdata: MultiDict[str, str],
        kept: Mapping[str, Any],
        catalog: Catalog,
        families: Iterable[str] | None = None,
        *,
        only_values: bool = False,
    ) -> None:
        """`families` of the boxes here, for the page; None: only fields that were sent.

        With `only_values` those in which names are typed are left out, too.
        """
        super().__init__(formdata)
        self._formdata, self._before, self._catalog = formdata, kept, catalog
        self.kept: Kept = deepcopy(dict(kept))
        """The wishes with all that could be read, once the form is validated."""
        self.outdated = False
        """Whether numbers were left as they are, because the page that was sent is out of date."""
        self.table = Controls(kept, catalog, families, formdata.keys())
        for name, field in self.table.fields():
            is_typed = name.startswith("add.") and not only_values
            if families is not None or name in formdata or is_typed:
                super(Form, self).__setitem__(name, field)  # a Form itself refuses more fields
                self._read(self[name])

    def _read(self, field: WishField) -> None:
        """Read what was sent; of an outdated page only what was pressed or typed is meant."""
        value = value_at(self._before, field.path)
        field.process(None, value)
        if not self._formdata:
            return
        outdated = self.seen.data and self.seen.data != digest_of(self._before)
        if not outdated or field.is_button or isinstance(field, CardNameField | CardPairField):
            field.process(self._formdata, value)
        elif self._formdata.get(field.name, field.shown).strip() != field.shown:
            self.outdated = True

    @property
    def controls(self) -> list[WishField]:
        """The fields of the wishes."""
        return [field for field in self if isinstance(field, WishField)]

    @property
    def preset(self) -> str:
        """The wishes ready made whose button was pressed."""
        preset = self._formdata.get(PRESET.name, "")
        return preset if preset in READY_MADE else ""

    @property
    def place(self) -> str:
        """The part of the screen to return to."""
        if self.preset:
            return "ready"
        used = (field.place for field in self.controls if field.place and field.was_used)
        place: str = self.at.data or next(used, "")
        return place if place.replace("-", "").isalnum() else ""

    @property
    def unread(self) -> MultiDict[str, str]:
        """What was sent and could not be read, by field."""
        if self.form_errors:
            return self._formdata
        unread = MultiDict({"csrf_token": self.csrf_token.data})
        for field in self.controls:
            unread.update(field.unread)
        return unread

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether all that was sent can be read."""
        valid = super().validate(extra_validators)
        if self.preset:
            values = MultiDict(READY_MADE[self.preset])
            on = not WishesForm(values, self._before, self._catalog).holds(self.preset)
            self.kept = with_preset(self._before, self.preset, self._catalog, on=on)
            return True
        self.kept = self.changed()
        faults = _faults(self.kept, self._catalog)
        if faults and not _faults(self._before, self._catalog):
            self.kept = deepcopy(dict(self._before))
            self.form_errors = faults[:1]
        return valid and not self.form_errors

    def holds(self, preset: str) -> bool:
        """Whether everything a preset sets is wished already."""
        return all(self[name].shown == value for name, value in READY_MADE[preset].items())

    def changed(self) -> Kept:
        """The wishes with every change, without parts that have become empty."""
        kept = deepcopy(dict(self._before))
        fields = [field for field in self.controls if field.changed]
        if not fields:
            return kept
        for field in fields:
            field.populate_obj(kept, field.name)
        wishes = kept.get("wishes") or {}
        for line in TABLE:
            # No bounds at all may be there to be free of the preset.
            free = isinstance(line.kind, Bounded) and line.in_preset and has_preset(kept)
            if wishes.get(line.name) in ({}, []) and not free and not isinstance(line.kind, Counts):
                del wishes[line.name]
        return without_empty(kept)


def with_values(kept: Mapping[str, Any], values: Mapping[str, str], catalog: Catalog) -> Kept:
    """The wishes with some controls set to other values."""
    return WishesForm(MultiDict(values), kept, catalog, only_values=True).changed()


def with_preset(kept: Mapping[str, Any], preset: str, catalog: Catalog, *, on: bool) -> Kept:
    """The wishes with all that a preset sets, or without it."""
    values = READY_MADE[preset]
    return with_values(kept, values if on else dict.fromkeys(values, ""), catalog)


def _faults(kept: Mapping[str, Any], catalog: Catalog) -> list[str]:
    """What a draw could not read of these wishes."""
    return [fault.message for fault in wish_faults(kept, catalog)]
