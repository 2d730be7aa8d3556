"""The wishes as their screen shows them: steppers, segments, chips and rows of numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from setup_rules.cards import MAIN_LANDSCAPES
from setup_rules.catalog import Catalog
from setup_rules.draw.completion import DECK_SIZE
from setup_rules.draw.presets import READY_MADE, as_published
from setup_rules.draw.wish_kinds import (
    AboutLandscapes,
    Bounded,
    ByBox,
    ByCost,
    ByPart,
    ByTag,
    CardList,
    Counts,
    Flag,
    Kind,
    Number,
    Pairs,
    Weights,
)
from setup_rules.draw.wishes import BY_NAME, LANDSCAPES, PRESET, TABLE, Bounds, WishType, of_kind
from web.draw.defaults import habit_advice, usual
from web.draw.outcome import Outcome, count_of, outcome_of
from web.draw.tonight import Tonight
from web.draw.wish_words import (
    COLONY,
    COMMON_TAGS,
    KINDS,
    OTHER_TAGS,
    SHELTERS,
    bounds_in,
    capital,
    card_id,
    card_name,
    counts,
    family_name,
    family_of,
    has_preset,
    in_short,
    noun_of,
    wishes_in_words,
)
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.wishes.form import (
    Edited,
    FieldFault,
    Kept,
    code_of,
    digest_of,
    pair_code,
    preset_holds,
    showing,
    steps,
    with_preset,
)

MOST_OFFERED = 10
MOST_WAYS = 3
ROWS: tuple[type[Kind], ...] = (ByTag, ByCost, Bounded, Number, Counts, ByBox)
"""Kinds of wishes that have rows in a folded part, in their order."""
BESIDE_THE_WISHES = {"draws": "draws", "black_market_size": "draws"}
"""The folded part of other fields."""


class Stepper(NamedTuple):
    """A kind of card with its few states."""

    field: str
    label: str
    note: str
    value: str
    """What it is set to, in words."""
    set: bool
    less: str | None
    more: str | None
    steps: str
    """All states with their words, for the script."""


class Option(NamedTuple):
    """One of several values to choose."""

    value: str
    label: str
    chosen: bool


class BoundsRow(NamedTuple):
    """Something with a least and a most number."""

    field: str
    label: str
    note: str
    least: tuple[Option, ...]
    most: tuple[Option, ...]
    troubles: tuple[FieldFault, ...]


class ListOption(NamedTuple):
    """A value to choose from a list."""

    field: str
    label: str
    note: str
    options: tuple[Option, ...]


class OnOff(NamedTuple):
    """A button that is on or off; `value` is what pressing it sends."""

    field: str
    label: str
    value: str
    on: bool


class Segments(NamedTuple):
    """A row of buttons at the top of the screen, of which one is on."""

    field: str
    anchor: str
    heading: str
    options: list[Option]


class Chip(NamedTuple):
    """A card in a list."""

    value: str
    name: str


class WeightedCard(NamedTuple):
    """A card with its weight."""

    field: str
    value: str
    name: str
    options: tuple[Option, ...]


class Weighted(NamedTuple):
    """Cards with their weights, and what a card that is added may have."""

    name: str
    title: str
    cards: list[WeightedCard]
    options: tuple[Option, ...]


class CardChips(NamedTuple):
    """A list of cards or pairs under a title, with what is needed to add one."""

    name: str
    title: str
    cards: list[Chip]
    add_label: str = ""
    most: ListOption | None = None


class Preset(NamedTuple):
    """Wishes ready made."""

    id: str
    name: str
    says: str
    on: bool
    matching: str


class WishSection(NamedTuple):
    """A part that is folded until it is wanted; what is set in it stands in its heading."""

    id: str
    title: str
    summary: str
    open: bool


class WishesPage:
    """Everything on the screen for one household's wishes."""

    def __init__(
        self, night: Tonight, kept: Kept, catalog: Catalog, edited: Edited | None, unfold: str
    ) -> None:
        self._night = night
        self._kept = kept
        self._shown = showing(kept, catalog)
        self._catalog = catalog
        self._wishes: Mapping[str, Any] = kept.get("wishes") or {}
        self._unfold = unfold
        self.troubles: Mapping[str, FieldFault] = edited.troubles if edited else {}
        self._entered = edited.entered if edited else {}
        self._cards = night.shelf.cards if night.boxes else ()
        self._preset = as_published(catalog) if has_preset(self._wishes) else None

    @property
    def seen(self) -> str:
        return digest_of(self._kept)

    @property
    def outcome(self) -> Outcome:
        return outcome_of(self._night, self._kept, self._catalog)

    def value(self, field: str) -> str:
        """What a control shows: what was entered and not understood, or what is kept."""
        return self._entered.get(field) or self._shown(field)

    def entered(self, field: str) -> str:
        """What was typed and could not be read."""
        return self._entered.get(field, "")

    def trouble(self, *fields: str) -> FieldFault | None:
        return next((self.troubles[field] for field in fields if field in self.troubles), None)

    # The common wishes.

    @property
    def steppers(self) -> list[Stepper]:
        return [self._stepper(line, tag) for line in of_kind(ByTag) for tag in COMMON_TAGS]

    def _stepper(self, line: WishType[ByTag], tag: str) -> Stepper:
        field = f"{line.name}.{tag}"
        told = (self._wishes.get(line.name) or {}).get(tag)
        now = None if told is None and self._preset else bounds_in(told)
        usual = self._usual(line, tag)
        row = steps(now or Bounds(), preset=usual)
        place = row.index(now)

        def code(state: Bounds | None) -> str:
            if state is None:
                return ""
            return code_of(state) or ("0-" if self._preset else "")

        def words(state: Bounds | None) -> str:
            return in_short(usual or Bounds()) if state is None else in_short(state)

        return Stepper(
            field,
            capital(noun_of(line.kind, tag, self._catalog).all()),
            self._fitting(line.kind, tag),
            words(now),
            now not in (None, Bounds()),
            code(row[place - 1]) if place else None,
            code(row[place + 1]) if place + 1 < len(row) else None,
            json.dumps(
                [[code(state), words(state), state not in (None, Bounds())] for state in row]
            ),
        )

    def _usual(self, line: WishType[Kind], detail: str) -> Bounds | None:
        """What the preset asks for where nothing else is wished."""
        if self._preset is None or not line.in_preset:
            return None
        found = {str(key): bounds for key, bounds in getattr(self._preset, line.field)}
        return found.get(detail, Bounds())

    def _fitting(self, kind: ByPart, detail: str) -> str:
        """How many piles here count for a part."""
        part = kind.part(detail)
        number = sum(kind.fits(card, part) for card in self._cards)
        return ngettext("{number} pile", "{number} piles", number)

    @property
    def at_most(self) -> list[Segments]:
        """The buttons at the top of the screen for upper bounds."""
        return [
            Segments(line.name, line.kind.anchor, _(line.kind.heading), self._at_most(line))
            for line in of_kind(Bounded)
            if line.kind.heading
        ]

    @property
    def laid_out(self) -> Segments:
        """The buttons at the top of the screen for landscapes."""
        kind = LANDSCAPES.kind
        return Segments(LANDSCAPES.name, kind.anchor, _(kind.heading), self._laid_out())

    def _at_most(self, line: WishType[Bounded]) -> list[Option]:
        """Segments: 1, 2, 3, any, and whatever else is wished."""
        now = bounds_in(self._wishes.get(line.name))
        numbers = sorted({1, 2, 3} | ({now.most} if now.most is not None else set()))
        return [
            *(self._segment(Bounds(min(now.least, n), n), str(n), n == now.most) for n in numbers),
            Option(code_of(Bounds(now.least)), _("any"), now.most is None),
        ]

    def _laid_out(self) -> list[Option]:
        """Segments: none, 1, 2, any, and whatever else is wished."""
        told = self._wishes.get(LANDSCAPES.name) or {}
        now, always = bounds_in(told), bool(told.get("always"))
        usual = {Bounds(0, 0): _("none"), Bounds(1, 1): "1", Bounds(2, 2): "2", Bounds(): _("any")}
        found = [
            self._segment(state, word, state == now and not always) for state, word in usual.items()
        ]
        if always or now not in usual:
            least, most = max(now.least, 1 if always else 0), 2 if now.most is None else now.most
            word = f"{least}–{most}" if least != most else str(most)
            found.insert(3, Option(code_of(now), word, True))
        return found

    @staticmethod
    def _segment(bounds: Bounds, label: str, chosen: bool) -> Option:
        return Option(code_of(bounds), label, chosen)

    def chips(self, name: str) -> list[Chip]:
        """The cards in a list, each with what takes it out."""
        return self._chips(self._kept.get(name) or [])

    def _chips(self, cards: Iterable[str]) -> list[Chip]:
        return [
            Chip(card_id(card, self._catalog), card_name(card, self._catalog)) for card in cards
        ]

    @property
    def presets(self) -> list[Preset]:
        words = {
            "as-published": (
                _("As the rulebooks like it"),
                _("in the ranges of the published kingdoms"),
            ),
            "first": (_("First games"), _("no attacks, no landscapes, 2 boxes at most")),
            "gentle": (_("Gentle"), _("no attacks")),
            "engine": (_("Engine"), _("+2 Actions and drawing twice, +1 Buy, trashing")),
        }
        return [self._ready_made(preset, *words[preset]) for preset in READY_MADE]

    def _ready_made(self, preset: str, name: str, says: str) -> Preset:
        on = preset_holds(self._kept, preset, self._catalog)
        count = ""
        if self._night.boxes and not on:
            then = with_preset(self._kept, preset, self._catalog, on=True)
            count = count_of(self._night, then, self._catalog)
        return Preset(preset, name, says, on, count)

    # More wishes.

    def section(self, id_: str) -> WishSection:
        titles = {
            "kinds": _("Kinds of cards"),
            "costs": _("Costs"),
            "boxes": _("Boxes"),
            "cards": _("Certain cards"),
            "more-landscapes": _("Landscapes"),
            "draws": _("Platinum, Shelters, Black Market"),
        }
        others = {"cards": ("pinned",), "draws": ("draws", "black_market_size")}.get(id_, ())
        part: dict[str, Any] = {key: self._kept[key] for key in others if key in self._kept}
        part["wishes"] = {
            line.name: self._wishes[line.name]
            for line in TABLE
            if line.section == id_ and line.name in self._wishes
        }
        summary = ", ".join(wishes_in_words(part, self._catalog))
        faulty = any(_section_of(field) == id_ for field in self.troubles)
        return WishSection(id_, titles[id_], capital(summary), faulty or self._unfold == id_)

    def toggles(self, id_: str) -> list[OnOff]:
        """The buttons of a folded part that are on or off."""
        found = [
            self._toggle(line.name, _(line.kind.label), "on")
            for line in of_kind(Flag)
            if line.section == id_
        ]
        for parts in of_kind(ByPart):
            if parts.section == id_ and parts.kind.shortcut:
                part, bounds, label = parts.kind.shortcut
                words = _(label, **{parts.kind.place: part})
                found.append(self._toggle(f"{parts.name}.{part}", words, code_of(bounds)))
        return found

    def _toggle(self, field: str, label: str, value: str) -> OnOff:
        on = self._shown(field) == value
        return OnOff(field, label, "" if on else value, on)

    def rows(self, id_: str) -> list[BoundsRow | ListOption]:
        """The rows of a folded part."""
        return [
            row
            for kind in ROWS
            for line in of_kind(kind)
            if line.section == id_
            for row in self._rows(line)
        ]

    def _rows(self, line: WishType[Kind]) -> list[BoundsRow] | list[ListOption]:
        match line.kind:
            case ByPart() as kind:
                return [self._row(line, detail) for detail in self._parts(line, kind)]
            case Number() as kind:
                options = self._numbers(line.name, kind.asks_from, kind.offered_to, _(kind.blank))
                return [ListOption(line.name, _(kind.label), "", options)]
            case Counts() as kind:
                options = self._counts(line, kind)
                return [ListOption(line.name, _(kind.label), _(kind.note), options)]
        return [self._row(line)]

    def _parts(self, line: WishType[Kind], kind: ByPart) -> Iterable[str]:
        """What has a row of its own: all that is offered, and all else that is wished."""
        told = self._wishes.get(line.name) or {}
        match kind:
            case ByTag():
                return (*COMMON_TAGS, *OTHER_TAGS)
            case ByBox():
                here = (
                    box.family
                    for box in self._catalog.boxes.values()
                    if box.id in self._night.boxes and box.piles
                )
                named = (family_of(name, self._catalog) for name in told)
                return dict.fromkeys((*here, *filter(None, named)))
        return dict.fromkeys((*kind.offered, *sorted(told, key=int)))

    def _row(self, line: WishType[Kind], detail: str = "") -> BoundsRow:
        label, note, lowest = "", "", 0
        match line.kind:
            case ByPart() as kind:
                label, note = self._name(kind, detail), self._fitting(kind, detail)
                if usual := self._usual(line, detail):
                    note = _("{piles}, in rulebooks {number}", piles=note, number=in_short(usual))
                if isinstance(kind, ByBox) and self._is_added(detail):
                    note = f"{note} · {_('added here')}"
            case Bounded() as kind:
                label, lowest = _(kind.label), kind.lowest_most
            case AboutLandscapes():
                label = _("How many")
        free = self._preset is not None and line.in_preset
        field = f"{line.name}.{detail}" if detail else line.name
        low, high = f"{field}.min", f"{field}.max"
        return BoundsRow(
            field,
            label,
            note,
            self._numbers(low, 0 if free else 1),
            self._numbers(high, lowest),
            tuple(self.troubles[half] for half in (low, high, field) if half in self.troubles),
        )

    def _is_added(self, family: str) -> bool:
        return all(box.added for box in self._catalog.boxes.values() if box.family == family)

    def _name(self, kind: ByPart, detail: str) -> str:
        """What a row is about."""
        if kind.label is not None:
            return _(kind.label, **{kind.place: detail})
        if isinstance(kind, ByBox):
            return family_name(detail, self._catalog)
        return capital(noun_of(kind, detail, self._catalog).all())

    def _numbers(
        self, field: str, first: int, last: int = MOST_OFFERED, blank: str = ""
    ) -> tuple[Option, ...]:
        """Numbers to choose from, none of them first."""
        return self._options(
            field, [("", blank or _("any")), *((str(n), str(n)) for n in range(first, last + 1))]
        )

    def _options(self, field: str, known: Iterable[tuple[str, str]]) -> tuple[Option, ...]:
        """Values to choose from; what is kept is always among them."""
        now, pairs = self.value(field), dict(known)
        if now not in pairs:
            pairs[now] = now
        return tuple(Option(value, label, value == now) for value, label in pairs.items())

    def _counts(self, line: WishType[Kind], kind: Counts) -> tuple[Option, ...]:
        known = {"": _("any number")}
        known |= {",".join(map(str, numbers)): _(label) for numbers, label in kind.offered}
        now = self.value(line.name)
        if self._preset is not None and line.in_preset:
            known[""] = _("as in the rulebooks")
            known[",".join(map(str, range(MOST_OFFERED + 1)))] = _("any number")
        if now not in known and line.name not in self.troubles:
            known[now] = counts(kind, [int(number) for number in now.split(",") if number])
        return self._options(line.name, known.items())

    # Certain cards.

    @property
    def weighted(self) -> list[Weighted]:
        """Cards that are dealt more or less often."""
        return [
            Weighted(
                line.name,
                _(line.kind.title),
                [self._liked(line, name) for name in self._wishes.get(line.name) or {}],
                tuple(Option(value, label, value == "2") for value, label in _weights().items()),
            )
            for line in of_kind(Weights)
        ]

    def _liked(self, line: WishType[Weights], name: str) -> WeightedCard:
        id_ = card_id(name, self._catalog)
        field = f"{line.name}.{id_}"
        options = self._options(field, _weights().items())
        return WeightedCard(field, id_, card_name(name, self._catalog), options)

    @property
    def pairs(self) -> list[CardChips]:
        """Pairs of cards."""
        return [
            CardChips(
                line.name,
                _(line.kind.title),
                [
                    Chip(
                        pair_code(pair, self._catalog),
                        and_list(card_name(card, self._catalog) for card in pair),
                    )
                    for pair in self._wishes.get(line.name) or ()
                ],
            )
            for line in of_kind(Pairs)
        ]

    @property
    def card_lists(self) -> list[CardChips]:
        """Lists of cards of which some may be dealt."""
        return [
            CardChips(
                line.kind.form_name,
                _(line.kind.title),
                self._chips((self._wishes.get(line.name) or {}).get("cards", [])),
                _(line.kind.add_label),
                self._most_of(line),
            )
            for line in of_kind(CardList)
        ]

    def _most_of(self, line: WishType[CardList]) -> ListOption:
        numbers = ((str(n), str(n)) for n in range(1, MOST_OFFERED))
        field = f"{line.name}.most"
        options = self._options(field, (("0", _("none")), *numbers))
        return ListOption(field, _(line.kind.label), "", options)

    # Landscapes.

    @property
    def landscapes(self) -> BoundsRow:
        return self._row(LANDSCAPES)

    @property
    def kinds_of_landscapes(self) -> list[OnOff]:
        return [
            self._toggle(f"{LANDSCAPES.name}.kinds.{kind}", KINDS[kind](), "on")
            for kind in MAIN_LANDSCAPES
        ]

    @property
    def always(self) -> OnOff:
        label = _("Always 1 or 2, from a deck of their own")
        return self._toggle(f"{LANDSCAPES.name}.always", label, "on")

    @property
    def ways(self) -> ListOption:
        field = f"{LANDSCAPES.name}.max_ways"
        numbers = ((str(n), str(n)) for n in range(1, MOST_WAYS + 1))
        options = self._options(field, (("", _("1, as printed")), ("0", _("none")), *numbers))
        return ListOption(field, _("Ways, at most"), "", options)

    # What else is drawn.

    @property
    def colony_options(self) -> tuple[Option, ...]:
        return self._policies("draws.platinum_colony", COLONY)

    @property
    def shelter_options(self) -> tuple[Option, ...]:
        return self._policies("draws.shelters", SHELTERS)

    def _policies(self, field: str, words: Mapping[str, Callable[[], str]]) -> tuple[Option, ...]:
        draw = field.partition(".")[2]
        first = usual(draw)
        known = [(value, capital(says())) for value, says in words.items() if value != first]
        return self._options(field, [("", habit_advice(draw, capital(words[first]()))), *known])

    @property
    def usual_deck(self) -> int:
        return DECK_SIZE


def _weights() -> dict[str, str]:
    return {"2": _("twice as often"), "0.5": _("half as often"), "0": _("never")}


def _section_of(field: str) -> str:
    """The folded part in which a field is."""
    part = field.split(".")[0]
    if part in ("add", "drop", "pick"):
        name = field.split(".")[1]
        return "" if name == "banned" else "cards"
    line = BY_NAME.get(part)
    return BESIDE_THE_WISHES.get(part, "") if line is None else line.section


def place_of(fields: Iterable[str]) -> str:
    """Where on the screen a form that was sent belongs: the part of the button pressed."""
    anchors = {line.name: line.kind.anchor for line in of_kind(Bounded) if line.kind.anchor}
    anchors[LANDSCAPES.name] = LANDSCAPES.kind.anchor
    shortcuts = [
        f"{line.name}.{line.kind.shortcut.part}" for line in of_kind(ByPart) if line.kind.shortcut
    ]
    flags = [line.name for line in of_kind(Flag)]
    pressed = ("drop.", "pick.", f"{LANDSCAPES.name}.", *flags, *shortcuts)
    for field in fields:
        if field == PRESET.name:
            return "ready"
        if field in anchors:
            return anchors[field]
        if field.endswith(".banned"):
            return "never"
        if field.startswith(pressed):
            return _section_of(field)
    return ""
