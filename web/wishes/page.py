"""What the wishes screen shows: steppers, segments, chips and rows of numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from setup_rules.budget import give_way
from setup_rules.cards import MAIN_LANDSCAPES, Card
from setup_rules.catalog import Catalog
from setup_rules.draw.presets import READY_MADE, as_published
from setup_rules.draw.wish_kinds import (
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
    read_bounds,
)
from setup_rules.draw.wishes import LANDSCAPES, TABLE, Bounds, WishType, of_kind
from setup_rules.sentences import say
from web.draw.kept_wishes import (
    card_id,
    card_name,
    digest_of,
    family_name,
    has_preset,
    landscape_families,
    pair_code,
    value_at,
)
from web.draw.outcome import KingdomCount, Outcome, count_of, outcome_of
from web.draw.tag_words import COMMON_TAGS
from web.draw.tonight import Tonight
from web.draw.wish_words import KINDS, capital, in_short, noun_of, wishes_in_words
from web.http.forms import translated
from web.language.phrases import and_list
from web.language.translation import gettext as _
from web.language.translation import ngettext
from web.wishes.fields import WishField, code_of
from web.wishes.forms import WishesForm, with_preset
from web.wishes.steppers import OnOff, Option, Segments, Stepper, stepper

ROWS: tuple[type[Kind], ...] = (ByTag, ByCost, Bounded, Number, Counts, ByBox)
"""Kinds of wishes that have rows in a folded part, in their order."""
SECTIONS = {
    "kinds": say("Kinds of cards"),
    "costs": say("Costs"),
    "boxes": say("Boxes"),
    "cards": say("Specific cards"),
    "more-landscapes": say("Landscapes"),
    "draws": say("Platinum, Shelters, Black Market"),
}
"""The folded parts."""
BESIDE_THE_WISHES = {"cards": ("pinned",), "draws": ("draws", "black_market_size")}
"""What is stored beside the wishes and shown in a folded part."""
PRESETS = {
    "as-published": (
        say("As in the rulebooks"),
        say("a mix like the published kingdoms"),
    ),
    "first": (say("First games"), say("no attacks, no landscapes, 2 boxes at most")),
    "gentle": (say("Gentle"), say("no attacks")),
    "engine": (say("Engine"), say("2 piles with +2 Actions, 2 with card draw, +1 Buy, trashing")),
}
LAID_OUT = {Bounds(0, 0): say("none"), Bounds(1, 1): "1", Bounds(2, 2): "2", Bounds(): say("any")}
"""The buttons for landscapes."""


class BoundsRow(NamedTuple):
    """Something with a least and a most number."""

    label: str
    note: str
    least: WishField
    most: WishField
    both: WishField


class Chip(NamedTuple):
    """A card in a list, or a pair; a card with a weight has its field."""

    value: str
    name: str
    weight: WishField | None = None


class CardChips(NamedTuple):
    """A list of cards or pairs under a title, with the fields to add one and for the most."""

    name: str
    title: str
    cards: list[Chip]
    add: WishField
    add_label: str = ""
    most: WishField | None = None


class Preset(NamedTuple):
    """Wishes ready made."""

    id: str
    name: str
    says: str
    on: bool
    matching: KingdomCount | None


class WishSection(NamedTuple):
    """A part that is folded until it is wanted; what is set in it stands in its heading."""

    id: str
    title: str
    summary: str
    open: bool


class WishesPage:
    """Everything on the screen for one household's wishes."""

    def __init__(self, night: Tonight, form: WishesForm, catalog: Catalog, unfold: str) -> None:
        self.form = form
        self._night, self._catalog, self._unfold = night, catalog, unfold
        self._kept = dict(night.wishes)
        self._cards = tuple(night.shelf.cards) if night.boxes else ()
        self._preset = as_published(catalog) if has_preset(self._kept) else None

    @property
    def seen(self) -> str:
        return digest_of(self._kept)

    @property
    def outcome(self) -> Outcome:
        return outcome_of(self._night, self._kept, self._catalog)

    @property
    def in_words(self) -> list[str]:
        """All that is wished for, in the words in which a kingdom is told at a glance."""
        return wishes_in_words(self._kept, self._catalog, glance=True)

    def _stored(self, line: WishType[Kind]) -> Any:
        return value_at(self._kept, ("wishes", line.name))

    # The common wishes.

    @property
    def steppers(self) -> list[Stepper]:
        return [self._stepper(line, tag) for line in of_kind(ByTag) for tag in COMMON_TAGS]

    def _stepper(self, line: WishType[ByTag], tag: str) -> Stepper:
        stored = (self._stored(line) or {}).get(tag)
        now = None if stored is None and self._preset else read_bounds(stored)
        label, note = self._part_name(line.kind, tag), self._fitting(line.kind, tag)
        return stepper(f"{line.name}.{tag}", label, note, now, self._usual(line, tag))

    def _usual(self, line: WishType[Kind], detail: str) -> Bounds | None:
        """What the preset asks for where nothing else is wished."""
        if self._preset is None or not line.in_preset:
            return None
        return line.kind.bounds_of(getattr(self._preset, line.field), detail) or Bounds()

    def _fitting(self, kind: ByPart, detail: str) -> str:
        """How many piles here count for a part."""
        number = _number_that_fit(kind, detail, self._cards)
        return ngettext("{number} pile", "{number} piles", number)

    @property
    def at_most(self) -> list[Segments]:
        """The buttons at the top of the screen for upper bounds."""
        return [
            Segments(line.name, line.kind.anchor, _(line.kind.heading), self._up_to(line))
            for line in of_kind(Bounded)
            if line.kind.heading
        ]

    def _up_to(self, line: WishType[Bounded]) -> list[Option]:
        """Segments: 1, 2, 3, any, and whatever else is wished."""
        now = read_bounds(self._stored(line))
        most = sorted({1, 2, 3} | ({now.most} if now.most is not None else set()))
        segments = [(Bounds(min(now.least, number), number), str(number)) for number in most]
        return [
            Option(code_of(bounds), label, bounds.most == now.most)
            for bounds, label in (*segments, (Bounds(now.least), _("any")))
        ]

    @property
    def laid_out(self) -> Segments:
        """The buttons for landscapes: none, 1, 2, any, and whatever else is wished."""
        kind, stored = LANDSCAPES.kind, self._stored(LANDSCAPES) or {}
        now, always = read_bounds(stored), bool(stored.get("always"))
        options = [
            Option(code_of(state), translated(word), state == now and not always)
            for state, word in LAID_OUT.items()
        ]
        if always or now not in LAID_OUT:
            least = max(now.least, 1 if always else 0)
            most = max(2, least) if now.most is None else now.most
            word = f"{least}–{most}" if least != most else str(most)
            options.insert(3, Option(code_of(now), word, True))
        return Segments(LANDSCAPES.name, kind.anchor, _(kind.heading), options)

    @property
    def presets(self) -> list[Preset]:
        return [self._ready_made(preset) for preset in READY_MADE]

    def _ready_made(self, preset: str) -> Preset:
        give_way()
        on = self.form.holds(preset)
        count = None
        if self._night.boxes and not on:
            then = _with_preset(json.dumps(self._kept), preset, self._catalog)
            count = count_of(self._night, then, self._catalog)
        name, says = PRESETS[preset]
        return Preset(preset, _(name), _(says), on, count)

    # More wishes.

    @property
    def sections(self) -> list[WishSection]:
        faulty = {field.section for field in self.form.controls if field.is_faulty}
        return [
            self._section(id_, _(title), is_open=id_ in (*faulty, self._unfold))
            for id_, title in SECTIONS.items()
        ]

    def _section(self, id_: str, title: str, *, is_open: bool) -> WishSection:
        part = {key: self._kept.get(key) for key in BESIDE_THE_WISHES.get(id_, ())}
        part["wishes"] = {line.name: self._stored(line) for line in TABLE if line.section == id_}
        summary = ", ".join(wishes_in_words(part, self._catalog))
        return WishSection(id_, title, capital(summary), is_open)

    def toggles(self, id_: str) -> list[OnOff]:
        """The buttons of a folded part that are on or off."""
        toggles = [self._toggle(line.name) for line in of_kind(Flag) if line.section == id_]
        for line in of_kind(ByPart):
            if line.section == id_ and line.kind.shortcut:
                part, bounds, label = line.kind.shortcut
                words = _(label, **{line.kind.place: part})
                toggles.append(self._toggle(f"{line.name}.{part}", words, code_of(bounds)))
        return toggles

    def _toggle(self, name: str, label: str = "", value: str = "on") -> OnOff:
        field = self.form[name]
        on = field.shown == value
        return OnOff(name, label or _(field.label.text), "" if on else value, on)

    def rows(self, id_: str) -> list[BoundsRow | WishField]:
        """The rows of a folded part."""
        return [
            row
            for kind in ROWS
            for line in of_kind(kind)
            if line.section == id_
            for row in self._rows(line)
        ]

    def _rows(self, line: WishType[Kind]) -> Iterable[BoundsRow | WishField]:
        match line.kind:
            case ByPart() as kind:
                return [self._part_row(line, kind, part) for part in self.form.table.parts(line)]
            case Bounded() as kind:
                return [self._row(line.name, _(kind.label))]
        return [self.form[line.name]]

    def _part_row(self, line: WishType[Kind], kind: ByPart, part: str) -> BoundsRow:
        note = self._fitting(kind, part)
        if usual := self._usual(line, part):
            number = _("any number") if usual == Bounds() else in_short(usual)
            note = _("{piles}; in the rulebooks: {number}", piles=note, number=number)
        if isinstance(kind, ByBox) and self._is_added(part):
            note = f"{note} · {_('added here')}"
        return self._row(f"{line.name}.{part}", self._part_name(kind, part), note)

    def _is_added(self, family: str) -> bool:
        return all(box.added for box in self._catalog.boxes.values() if box.family == family)

    def _row(self, name: str, label: str, note: str = "") -> BoundsRow:
        give_way()
        form = self.form
        return BoundsRow(label, note, form[f"{name}.min"], form[f"{name}.max"], form[name])

    def _part_name(self, kind: ByPart, detail: str) -> str:
        """What a row is about."""
        if kind.label is not None:
            return _(kind.label, **{kind.place: detail})
        if isinstance(kind, ByBox):
            return family_name(detail, self._catalog)
        return capital(noun_of(kind, detail, self._catalog).all())

    # Certain cards.

    def chips(self, name: str) -> list[Chip]:
        """The cards in a list, each with what takes it out."""
        return self._chips(self._kept.get(name) or ())

    def _chips(self, cards: Iterable[str]) -> list[Chip]:
        return [
            Chip(card_id(card, self._catalog), card_name(card, self._catalog)) for card in cards
        ]

    @property
    def weighted(self) -> list[CardChips]:
        """Cards that are dealt more or less often."""
        return [
            CardChips(
                line.name,
                _(line.kind.title),
                [
                    chip._replace(weight=self.form[f"{line.name}.{chip.value}"])
                    for chip in self._chips(self._stored(line) or ())
                ],
                self.form[f"add.{line.name}"],
            )
            for line in of_kind(Weights)
        ]

    @property
    def pairs(self) -> list[CardChips]:
        """Pairs of cards."""
        return [
            CardChips(
                line.name,
                _(line.kind.title),
                [self._pair(pair) for pair in self._stored(line) or ()],
                self.form[f"add.{line.name}"],
            )
            for line in of_kind(Pairs)
        ]

    def _pair(self, pair: Iterable[str]) -> Chip:
        names = and_list(card_name(card, self._catalog) for card in pair)
        return Chip(pair_code(pair, self._catalog), names)

    @property
    def card_lists(self) -> list[CardChips]:
        """Lists of cards of which some may be dealt."""
        return [
            CardChips(
                line.kind.form_name,
                _(line.kind.title),
                self._chips((self._stored(line) or {}).get("cards", ())),
                self.form[f"add.{line.kind.form_name}"],
                _(line.kind.add_label),
                self.form[f"{line.name}.most"],
            )
            for line in of_kind(CardList)
        ]

    # Landscapes.

    @property
    def landscapes(self) -> list[BoundsRow | WishField]:
        name = LANDSCAPES.name
        kinds = [self._row(f"{name}.each.{kind}", _(KINDS[kind])) for kind in MAIN_LANDSCAPES]
        return [self._row(name, _("How many")), *kinds, self.form[f"{name}.max_ways"]]

    @property
    def kinds_of_landscapes(self) -> list[OnOff]:
        return [self._toggle(f"{LANDSCAPES.name}.kinds.{kind}") for kind in MAIN_LANDSCAPES]

    @property
    def boxes_of_landscapes(self) -> list[OnOff]:
        here = {box.family for box in self._night.shelf.boxes} if self._night.boxes else ()
        families = [one for one in landscape_families(self._catalog) if one in here]
        name = f"{LANDSCAPES.name}.boxes"
        return [self._toggle(f"{name}.{one}", family_name(one, self._catalog)) for one in families]

    @property
    def always(self) -> OnOff:
        return self._toggle(f"{LANDSCAPES.name}.always")


@lru_cache(maxsize=200)
def _with_preset(wishes: str, preset: str, catalog: Catalog) -> Mapping[str, Any]:
    """Wishes (as JSON) with a preset: it takes a form, and the screen counts them each time."""
    return with_preset(json.loads(wishes), preset, catalog, on=True)


@lru_cache(maxsize=2_000)
def _number_that_fit(kind: ByPart, detail: str, cards: tuple[Card, ...]) -> int:
    """How many of these cards count for a part of a wish."""
    part = kind.part(detail)
    return sum(kind.fits(card, part) for card in cards)
