"""Form fields for single values of the stored wishes: bounds, numbers, choices and flags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from wtforms import Field
from wtforms.widgets import TextInput

from setup_rules.draw.wish_kinds import Counts, read_bounds
from setup_rules.draw.wishes import Bounds
from setup_rules.names import shorten
from setup_rules.sentences import Code, say
from web.draw.defaults import habit_advice, usual
from web.draw.kept_wishes import Kept, Path, put_at, value_at
from web.draw.wish_words import POLICIES, capital, counts
from web.language.translation import gettext as _
from web.reading.draw_fields import HIGHEST_WEIGHT, MOST_OF_A_KIND
from web.reading.json_reader import LONGEST_NAME

MOST_OFFERED = 10
"""The highest number in a list; what is stored beyond it is added."""
ANY = say("any")
WEIGHTS = {"2": say("twice as often"), "0.5": say("half as often"), "0": say("never")}


def code_of(bounds: Bounds) -> str:
    """Bounds as a button sends them: `1-3`, `2-`, `-0`; empty for any number."""
    if bounds == Bounds():
        return ""
    return f"{bounds.least or ''}-{'' if bounds.most is None else bounds.most}"


@cache
def numbers(first: int, last: int = MOST_OFFERED, *, blank: str = ANY) -> Mapping[str, str]:
    """Choices: no number, and those from the first to the last."""
    return {"": blank, **{str(number): str(number) for number in range(first, last + 1)}}


class WishField(Field):
    """A control that shows one value of the stored wishes; sent unchanged it changes nothing."""

    widget = TextInput()
    is_button: ClassVar[bool] = False
    """Whether it is sent only when it is pressed, and so is meant even on an outdated page."""

    def __init__(
        self,
        label: str = "",
        *,
        path: Path = (),
        section: str = "",
        place: str = "",
        choices: Mapping[str, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(label, **kwargs)
        self.path = path
        self.section = section
        """The folded part of the screen that it is in."""
        self.place = place
        """The part of the screen to return to when it was pressed."""
        self._choices = choices or {}
        self.data: Any = None
        self.shown = ""
        self.changed = False

    def text_of(self, value: Any) -> str:
        """How a stored value is shown; None for nothing stored."""
        return "" if value is None else str(value)

    def parse(self, text: str) -> Any:
        """The value to store for a text; None takes it out. Raises ValueError with a sentence."""
        raise NotImplementedError

    def process_data(self, value: Any) -> None:
        self.data = None
        self.changed = False
        self.shown = self.text_of(value)

    def process_formdata(self, valuelist: list[str]) -> None:
        text = valuelist[0].strip() if valuelist else self.shown
        if text != self.shown:
            self.data = self.parse(text)
            self.changed = True

    def populate_obj(self, kept: Kept, _name: str) -> None:
        """Store the value."""
        put_at(kept, self.path, self.data)

    @property
    def was_used(self) -> bool:
        """Whether it was sent, and so, if it has a place, pressed."""
        return bool(self.raw_data)

    @property
    def is_faulty(self) -> bool:
        """Whether it, or a field in it, cannot be read."""
        return bool(self.errors)

    @property
    def unread(self) -> dict[str, str]:
        """What was sent and could not be read, by the name of its control."""
        return {self.name: self._value()} if self.is_faulty else {}

    def _value(self) -> str:
        if self.process_errors and self.raw_data:
            return str(self.raw_data[0])[:LONGEST_NAME]
        return self.shown

    @property
    def options(self) -> tuple[tuple[tuple[str, str], ...], str, str | None]:
        """The choices, the chosen one, and its label if it is none of them; values for `part`."""
        now = self._value()
        other = None if now in self._choices else self.label_of(now)
        return tuple(self._choices.items()), now, other

    def label_of(self, value: str) -> str:
        """The label of a value that is not among the choices."""
        return value


class CountField(WishField):
    """A whole number."""

    def __init__(
        self, *args: Any, least: int, most: int = MOST_OF_A_KIND, asks_from: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._least, self._most, self._asks_from = least, most, asks_from

    def text_of(self, value: int | None) -> str:
        return "" if value is None or value < self._asks_from else str(value)

    def parse(self, text: str) -> int | None:
        return parse_number(text, self._least, self._most)


class MostField(CountField):
    """Of a list of cards at most so many; a list that says nothing is taken out."""

    def text_of(self, value: int | None) -> str:
        return str(value or 0)

    def populate_obj(self, kept: Kept, _name: str) -> None:
        *path, _most = self.path
        limit = {"cards": [], **(value_at(kept, path) or {}), "most": self.data or 0}
        put_at(kept, path, limit if limit["cards"] or limit["most"] else None)


class BoundsField(WishField):
    """A least and a most number at once, as the buttons of steppers and segments send them."""

    is_button = True
    half = ""

    def __init__(self, *args: Any, most: int, free: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._most = most
        self._free = free
        """Whether no bounds at all free this wish from the preset."""

    def text_of(self, value: Mapping[str, Any] | None) -> str:
        return "0-" if self._is_freed(value) else code_of(read_bounds(value))

    def _is_freed(self, value: Mapping[str, Any] | None) -> bool:
        return self._free and value is not None and read_bounds(value) == Bounds()

    def parse(self, text: str) -> dict[str, int | None]:
        code = re.fullmatch(r"(?:([0-9]{0,2})-([0-9]{0,2}))?", text, re.ASCII)
        if code is None:
            raise ValueError(say("That isn’t a number of cards. Use a whole number."))
        halves = {"min": code[1] or "", "max": code[2] or ""}
        return {half: parse_number(word, 0, self._most) for half, word in halves.items()}

    def populate_obj(self, kept: Kept, _name: str) -> None:
        wish = {**(value_at(kept, self.path) or {}), **self.data}
        wish = {key: value for key, value in wish.items() if value is not None}
        if wish.get("min") == 0 and not self._free:
            del wish["min"]
        if wish.get("max") == 0:
            wish.pop("always", None)  # of landscapes
        put_at(kept, self.path, wish or None)


class LeastField(BoundsField):
    """The least number alone."""

    is_button = False
    half = "min"

    def text_of(self, value: Mapping[str, Any] | None) -> str:
        least = read_bounds(value).least
        return str(least) if least or self._is_freed(value) else ""

    def parse(self, text: str) -> dict[str, int | None]:
        return {self.half: parse_number(text, 0, self._most)}


class HighestField(LeastField):
    """The most number alone."""

    half = "max"

    def text_of(self, value: Mapping[str, Any] | None) -> str:
        most = read_bounds(value).most
        return "" if most is None else str(most)


class CountsField(WishField):
    """One of several sets of numbers, written with commas."""

    def __init__(self, *args: Any, kind: Counts, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kind = kind

    def text_of(self, value: Iterable[int] | None) -> str:
        return "" if value is None else ",".join(map(str, sorted(set(value))))

    def parse(self, text: str) -> list[int] | None:
        if not text:
            return None
        parts = text.split(",")[: MOST_OF_A_KIND + 1]
        parsed = {parse_number(part, 0, MOST_OF_A_KIND) for part in parts}
        return sorted(number for number in parsed if number is not None)

    def label_of(self, value: str) -> str:
        if self.process_errors:
            return value
        return counts(self._kind, [int(number) for number in value.split(",") if number])


class FlagField(WishField):
    """Yes or nothing."""

    is_button = True

    def text_of(self, value: Any) -> str:
        return "on" if value else ""

    def parse(self, text: str) -> bool | None:
        return text == "on" or None


class PartField(FlagField):
    """Whether one part of a whole may be dealt, such as a kind; the whole is not stored."""

    def __init__(self, *args: Any, part: str, whole: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._part, self._whole = part, whole

    def text_of(self, value: Iterable[str] | None) -> str:
        return "on" if value is None or self._part in value else ""

    def populate_obj(self, kept: Kept, _name: str) -> None:
        parts = value_at(kept, self.path)
        parts = {*(self._whole if parts is None else parts)} - {self._part}
        if self.data:
            parts.add(self._part)
        chosen = [part for part in self._whole if part in parts]
        put_at(kept, self.path, None if len(chosen) == len(self._whole) else chosen)


class WeightField(WishField):
    """How often a card is dealt."""

    def text_of(self, value: float | None) -> str:
        return "" if value is None else f"{value:g}"

    def parse(self, text: str) -> int | float | None:
        if not text or text == "1":
            return None
        plain = re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text, re.ASCII)
        if not plain or float(text) > HIGHEST_WEIGHT:
            raise ValueError(say("That isn’t an option. Choose one from the list."))
        weight = float(text)
        return int(weight) if weight.is_integer() else weight


class PolicyField(WishField):
    """How a draw beside the ten is decided; the usual way is not stored."""

    def __init__(self, *args: Any, draw: str, **kwargs: Any) -> None:
        policies, first = POLICIES[draw], usual(draw)
        choices = {"": habit_advice(draw, capital(_(policies[first])))}
        choices |= {
            policy: capital(_(words)) for policy, words in policies.items() if policy != first
        }
        super().__init__(*args, choices=choices, **kwargs)
        self._draw = draw

    def text_of(self, value: str | None) -> str:
        return "" if value in (None, usual(self._draw)) else str(value)

    def parse(self, text: str) -> str | None:
        if text and text not in POLICIES[self._draw]:
            raise ValueError(say("That isn’t an option. Choose one from the list."))
        return text or None


class ReadyMadeField(WishField):
    """The name of wishes ready made that is stored with the others."""

    is_button = True

    def __init__(self, *args: Any, known: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._known = known

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist and valuelist[0] in ("", *self._known):
            super().process_formdata(valuelist)

    def parse(self, text: str) -> str | None:
        return text or None


def parse_number(text: str, least: int, most: int) -> int | None:
    """A whole number in these bounds; None for no number. Raises ValueError with a sentence."""
    if not text:
        return None
    if re.fullmatch("[0-9]{1,6}", text, re.ASCII) and least <= int(text) <= most:
        return int(text)
    raise ValueError(
        say(
            "“{text}” doesn’t work here. Enter a whole number from {least} to {most}.",
            text=Code(shorten(text, 12)),
            least=least,
            most=most,
        )
    )
