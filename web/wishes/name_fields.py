"""Form fields for lists of cards among the wishes: names to add, pairs, and cards to take off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import Form
from wtforms.utils import unset_value

from setup_rules.cards import Card, Landscape, Thing
from setup_rules.catalog import Catalog
from setup_rules.kingdom import pile_meant
from setup_rules.names import AmbiguousName, NameProblem, names_of
from setup_rules.sentences import Code, Sentence, say, say_number
from web.draw.kept_wishes import (
    Kept,
    card_id,
    pair_code,
    put_at,
    value_at,
    without_cards,
)
from web.language.phrases import or_list
from web.reading.draw_fields import MOST_NAMES, MOST_PAIRS
from web.reading.json_reader import LONGEST_NAME
from web.reading.name_list import split_names
from web.wishes.fields import WEIGHTS, WeightField, WishField

MOST_TYPED = 40
"""Names that are read from one field at a time."""


class NotOnePile(ValueError):
    """A name that is not that of one pile, with names that may have been meant."""

    def __init__(self, message: Sentence, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = suggestions


class CardNameField(WishField):
    """One card by its name in any language; `landscapes` tells whether it may be a landscape."""

    def __init__(
        self, *args: Any, catalog: Catalog, landscapes: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._catalog, self._landscapes = catalog, landscapes
        self.suggestions: Sequence[str] = ()
        """Names that may have been meant, each with a button beside the field."""
        self._picked = ""

    @property
    def pick_name(self) -> str:
        """What the buttons of the suggestions are called."""
        return self.name.replace("add.", "pick.", 1)

    @property
    def was_used(self) -> bool:
        return bool(self.raw_data and self.raw_data[0].strip())

    def text_of(self, _value: Any) -> str:
        return ""

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        self.suggestions = ()
        self._picked = formdata.get(self.pick_name, "") if formdata else ""
        super().process(formdata, data, extra_filters)

    def parse(self, text: str) -> Any:
        return self.find(text)

    def find(self, text: str) -> Card | Landscape:
        """The pile or landscape of a name, or the suggestion that was picked for it."""
        try:
            return _find(text[:LONGEST_NAME], self._picked, self._catalog, self._landscapes)
        except NotOnePile as fault:
            self.suggestions = self.suggestions or fault.suggestions
            raise

    def _value(self) -> str:
        return str(self.raw_data[0]).strip()[:LONGEST_NAME] if self.raw_data else ""


class CardsField(CardNameField):
    """Names to add to a list of cards; those that cannot be read stay in the field."""

    def process_data(self, value: Any) -> None:
        super().process_data(value)
        self._listed = {card_id(card, self._catalog) for card in value or ()}
        self._left: list[str] = []
        self._typed: dict[str, str] = {}

    def process_formdata(self, valuelist: list[str]) -> None:
        text = valuelist[0][: MOST_TYPED * LONGEST_NAME] if valuelist else ""
        cards = self._typed
        faults: list[ValueError] = []
        for name in split_names(text)[:MOST_TYPED]:
            try:
                cards.setdefault(self.find(name).id, name)
            except NotOnePile as fault:
                faults.append(fault)
                self._left.append(name[:LONGEST_NAME])
        new = [id_ for id_ in cards if id_ not in self._listed]
        number = len(self._listed) + len(new)
        if number > MOST_NAMES:
            faults.append(ValueError(too_many(number)))
            self._left += [cards[id_] for id_ in new[MOST_NAMES - number :]]
            new = new[: MOST_NAMES - number]
        self.data, self.changed = new, bool(new)
        if faults:
            raise faults[0]

    def populate_obj(self, kept: Kept, _name: str) -> None:
        put_at(kept, self.path, [*(value_at(kept, self.path) or ()), *self.data])

    def _value(self) -> str:
        return ", ".join(self._left) or super()._value()


class LimitedCardsField(CardsField):
    """Names to add to a list of which at most so many are dealt."""

    def populate_obj(self, kept: Kept, name: str) -> None:
        super().populate_obj(kept, name)
        value_at(kept, self.path[:-1]).setdefault("most", 0)


class WeightedCardsField(CardsField):
    """Names of cards to deal more or less often."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        weight = WeightField(say("How often"), choices=WEIGHTS)
        self.weight = weight.bind(form=None, name=f"{self.name}.as", prefix="", _meta=self.meta)

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        self.weight.process(formdata, 2)
        super().process(formdata, data, extra_filters)

    def process_data(self, value: Any) -> None:
        super().process_data(value)
        self._listed = set()  # a card that has a weight gets another one

    def validate(self, form: Form, extra_validators: Any = ()) -> bool:
        valid = self.weight.validate(form)
        if not valid and self.data:
            self._left += [self._typed[id_] for id_ in self.data]
            self.changed = False
        return bool(super().validate(form, extra_validators)) and valid

    def populate_obj(self, kept: Kept, _name: str) -> None:
        weights = value_at(kept, self.path) or {}
        names = {card_id(name, self._catalog): name for name in weights}
        weight = 2 if self.weight.data is None else self.weight.data
        for id_ in self.data:
            put_at(kept, (*self.path, names.get(id_, id_)), weight)

    @property
    def is_faulty(self) -> bool:
        return bool(self.errors or self.weight.errors)

    @property
    def unread(self) -> dict[str, str]:
        return {**super().unread, **self.weight.unread}


class CardPairField(WishField):
    """Two names of cards that are not wanted together."""

    def __init__(self, *args: Any, catalog: Catalog, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._catalog = catalog
        self.halves = [
            CardNameField(label, catalog=catalog).bind(
                form=None, name=f"{self.name}.{number}", prefix="", _meta=self.meta
            )
            for number, label in enumerate((say("One card"), say("The other card")), 1)
        ]

    @property
    def was_used(self) -> bool:
        return any(half.was_used for half in self.halves)

    def process(self, formdata: Any, data: Any = unset_value, _filters: Any = None) -> None:
        self.changed = False
        pairs = data or ()
        for half in self.halves:
            half.process(formdata, None)
        one, other = self.halves
        typed = [half for half in self.halves if half.changed or half.process_errors]
        if len(typed) == 1:
            missing = other if typed == [one] else one
            missing.process_errors.append(say("Add the other card of the pair, too."))
        elif one.changed and one.data is other.data:
            other.process_errors.append(say("That’s the same card twice. Choose another one."))
        elif one.changed and other.changed and len(pairs) >= MOST_PAIRS:
            full = say(
                "You can’t add more pairs; the limit is {number}. Remove one first.",
                number=MOST_PAIRS,
            )
            one.process_errors.append(full)
        elif one.changed and other.changed:
            self.data = [one.data.id, other.data.id]
            known = {pair_code(pair, self._catalog) for pair in pairs}
            self.changed = pair_code(self.data, self._catalog) not in known

    def validate(self, form: Form, extra_validators: Any = ()) -> bool:
        valid = [half.validate(form, extra_validators) for half in self.halves]
        self.errors = [message for half in self.halves for message in half.errors]
        return all(valid)

    def populate_obj(self, kept: Kept, _name: str) -> None:
        put_at(kept, self.path, [*(value_at(kept, self.path) or ()), self.data])

    @property
    def unread(self) -> dict[str, str]:
        """Both names, if one of them cannot be read."""
        return {half.name: half._value() for half in self.halves} if self.errors else {}


class DropField(WishField):
    """The button that takes a card off a list."""

    is_button = True

    def __init__(self, *args: Any, catalog: Catalog, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._catalog = catalog

    def text_of(self, _value: Any) -> str:
        return ""

    def parse(self, text: str) -> str:
        return text

    def populate_obj(self, kept: Kept, _name: str) -> None:
        stored = value_at(kept, self.path)
        if isinstance(stored, Mapping):
            left = without_cards(stored, [self.data], self._catalog)
            put_at(kept, self.path, {card: stored[card] for card in left})
        elif stored:
            put_at(kept, self.path, self._without(stored))

    def _without(self, stored: Sequence[Any]) -> Sequence[Any]:
        return without_cards(stored, [self.data], self._catalog)


class DropLimitedField(DropField):
    """Takes a card off a list of which at most so many are dealt; an empty list is taken out."""

    def populate_obj(self, kept: Kept, name: str) -> None:
        super().populate_obj(kept, name)
        if not value_at(kept, self.path):
            put_at(kept, self.path[:-1], None)


class DropPairField(DropField):
    """Takes a pair off its list."""

    def _without(self, stored: Sequence[Any]) -> Sequence[Any]:
        return [pair for pair in stored if pair_code(pair, self._catalog) != self.data]


def too_many(number: int) -> Sentence:
    """The fault of a list that is too long."""
    return say_number(
        "That’s {number} card, but the limit is {most}.",
        "That’s {number} cards, but the limit is {most}.",
        number,
        most=MOST_NAMES,
    )


def _find(text: str, picked: str, catalog: Catalog, landscapes: bool) -> Card | Landscape:
    """The pile or landscape of a name; raises NotOnePile."""
    names, kinds = names_of(catalog), (Card, Landscape) if landscapes else (Card,)
    try:
        thing: Thing = names.find(text, prefer=(Card,))
    except NameProblem as problem:
        ambiguous = isinstance(problem, AmbiguousName)
        near = problem.suggestions if ambiguous else names.suggest(text, kinds)
        if picked in near:
            return _find(picked, "", catalog, landscapes)
        raise NotOnePile(_name_fault(problem, near), near) from problem
    pile = pile_meant(thing, catalog)
    if pile is not None:
        return pile
    if landscapes and isinstance(thing, Landscape):
        return thing
    mixed = next((pile for pile in catalog.cards.values() if thing in pile.contains), None)
    if mixed and picked == mixed.name:
        return mixed
    if mixed:
        message = say(
            "{card} doesn’t have its own pile. Did you mean {pile}?",
            card=thing.name,
            pile=mixed.name,
        )
        raise NotOnePile(message, (mixed.name,))
    if landscapes:
        raise NotOnePile(say("{card} is neither a Kingdom pile nor a landscape.", card=thing.name))
    raise NotOnePile(say("{card} isn’t a Kingdom pile.", card=thing.name))


def _name_fault(problem: NameProblem, near: Sequence[str]) -> Sentence:
    name = Code(problem.name)
    if isinstance(problem, AmbiguousName):
        return say("Different languages use “{name}” for different cards. Which one?", name=name)
    if near:
        names = Code(or_list(near))
        return say("There’s nothing called “{name}”. Did you mean {names}?", name=name, names=names)
    return say("There’s nothing called “{name}”. Check the spelling.", name=name)
