"""The wishes as their screen shows them: steppers, segments, chips and rows of numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from setup_rules.cards import MAIN_LANDSCAPES, Card
from setup_rules.catalog import Catalog
from setup_rules.presets import as_published
from setup_rules.rules.promo_black_market import RECOMMENDED
from setup_rules.wishes import Bounds
from web.habits import advice, usual
from web.tonight import Tonight
from web.translation import gettext as _
from web.translation import ngettext
from web.wish_form import (
    PRESETS,
    Edited,
    Kept,
    Trouble,
    code_of,
    digest_of,
    pair_code,
    preset_holds,
    showing,
    steps,
    with_preset,
)
from web.wish_outcome import Outcome, count_of, outcome_of
from web.wish_words import (
    COLONY,
    COMMON_TAGS,
    KINDS,
    OTHER_TAGS,
    SHELTERS,
    bounds_in,
    capital,
    card_id,
    card_name,
    family_name,
    family_of,
    in_short,
    noun_of,
    potions,
    wishes_in_words,
)
from web.wording import and_list

COSTS = tuple(str(coins) for coins in range(8))
DEAREST = "8"
"""Cards for so many coins or more have one row together."""
EXPENSIVE = "5"
MOST_OFFERED = 10
MOST_PER_BOX = 5
MOST_WAYS = 3


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


class Row(NamedTuple):
    """Something with a least and a most number."""

    field: str
    label: str
    note: str
    least: tuple[Option, ...]
    most: tuple[Option, ...]
    troubles: tuple[Trouble, ...]


class Chip(NamedTuple):
    """A card in a list."""

    value: str
    name: str


class Liked(NamedTuple):
    """A card with its weight."""

    field: str
    value: str
    name: str
    options: tuple[Option, ...]


class Preset(NamedTuple):
    """Wishes ready made."""

    id: str
    name: str
    says: str
    on: bool
    matching: str


class Section(NamedTuple):
    """A part that is folded until it is wanted; what is set in it stands in its heading."""

    id: str
    title: str
    summary: str
    open: bool


class Page:
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
        self.troubles: Mapping[str, Trouble] = edited.troubles if edited else {}
        self._entered = edited.entered if edited else {}
        self._cards = night.shelf.cards if night.boxes else ()
        self._preset = as_published(catalog) if self._wishes.get("preset") else None

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

    def trouble(self, *fields: str) -> Trouble | None:
        return next((self.troubles[field] for field in fields if field in self.troubles), None)

    # The common wishes.

    @property
    def steppers(self) -> list[Stepper]:
        return [self._stepper(tag) for tag in COMMON_TAGS]

    def _stepper(self, tag: str) -> Stepper:
        field = f"tags.{tag}"
        told = (self._wishes.get("tags") or {}).get(tag)
        now = None if told is None and self._preset else bounds_in(told)
        usual = self._usual("tags", tag)
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
            capital(noun_of("tags", tag, self._catalog).all()),
            self._piles(sum(_fits(card, "tags", tag) for card in self._cards)),
            words(now),
            now not in (None, Bounds()),
            code(row[place - 1]) if place else None,
            code(row[place + 1]) if place + 1 < len(row) else None,
            json.dumps(
                [[code(state), words(state), state not in (None, Bounds())] for state in row]
            ),
        )

    def _usual(self, part: str, detail: str) -> Bounds | None:
        """What the preset asks for where nothing else is wished."""
        if self._preset is None or part == "per_box":
            return None
        found = {str(key): bounds for key, bounds in getattr(self._preset, part)}
        return found.get(detail, Bounds())

    @staticmethod
    def _piles(number: int) -> str:
        return ngettext("{number} pile", "{number} piles", number)

    @property
    def boxes_at_most(self) -> list[Option]:
        """Segments: 1, 2, 3, any, and whatever else is wished."""
        now = bounds_in(self._wishes.get("boxes_used"))
        numbers = sorted({1, 2, 3} | ({now.most} if now.most is not None else set()))
        return [
            *(self._segment(Bounds(min(now.least, n), n), str(n), n == now.most) for n in numbers),
            Option(code_of(Bounds(now.least)), _("any"), now.most is None),
        ]

    @property
    def landscapes_wished(self) -> list[Option]:
        """Segments: none, 1, 2, any, and whatever else is wished."""
        told = self._wishes.get("landscapes") or {}
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
        cards = (
            (self._wishes.get("recently_played") or {}).get("cards", [])
            if name == "resting"
            else self._kept.get(name) or []
        )
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
        return [self._ready_made(preset, *words[preset]) for preset in PRESETS]

    def _ready_made(self, preset: str, name: str, says: str) -> Preset:
        on = preset_holds(self._kept, preset, self._catalog)
        count = ""
        if self._night.boxes and not on:
            then = with_preset(self._kept, preset, self._catalog, on=True)
            count = count_of(self._night, then, self._catalog)
        return Preset(preset, name, says, on, count)

    # More wishes.

    def section(self, id_: str) -> Section:
        titles = {
            "kinds": _("Kinds of cards"),
            "costs": _("Costs"),
            "boxes": _("Boxes"),
            "cards": _("Certain cards"),
            "more-landscapes": _("Landscapes"),
            "draws": _("Platinum, Shelters, Black Market"),
        }
        wishes = {
            "kinds": ("tags", "attack_needs_answer"),
            "costs": ("costs", "cost_at_least", "potion_cards"),
            "boxes": ("per_box", "boxes_used", "min_per_used_box", "random_boxes"),
            "cards": ("weights", "not_together", "recently_played"),
            "more-landscapes": ("landscapes",),
            "draws": (),
        }[id_]
        others = {"cards": ("pinned",), "draws": ("draws", "black_market_size")}.get(id_, ())
        part: dict[str, Any] = {key: self._kept[key] for key in others if key in self._kept}
        part["wishes"] = {key: self._wishes[key] for key in wishes if key in self._wishes}
        summary = ", ".join(wishes_in_words(part, self._catalog))
        faulty = any(_section_of(field) == id_ for field in self.troubles)
        return Section(id_, titles[id_], capital(summary), faulty or self._unfold == id_)

    @property
    def kinds(self) -> list[Row]:
        return [self._row(f"tags.{tag}") for tag in (*COMMON_TAGS, *OTHER_TAGS)]

    @property
    def costs(self) -> list[Row]:
        exact = dict.fromkeys((*COSTS, *sorted(self._wishes.get("costs") or {}, key=int)))
        least = dict.fromkeys(
            (EXPENSIVE, DEAREST, *sorted(self._wishes.get("cost_at_least") or {}, key=int))
        )
        return [
            *(self._row(f"costs.{coins}") for coins in exact),
            *(self._row(f"cost_at_least.{coins}") for coins in least),
        ]

    @property
    def expensive(self) -> bool:
        """Whether 3 to 5 expensive cards are wished for."""
        return self._shown(f"cost_at_least.{EXPENSIVE}") == "3-5"

    @property
    def boxes(self) -> list[Row]:
        families = dict.fromkeys(
            box.family
            for box in self._catalog.boxes.values()
            if box.id in self._night.boxes and box.piles
        )
        told = (family_of(name, self._catalog) for name in self._wishes.get("per_box") or {})
        return [
            self._row(f"per_box.{family}")
            for family in dict.fromkeys((*families, *filter(None, told)))
        ]

    @property
    def boxes_used(self) -> Row:
        return self._row("boxes_used")

    @property
    def landscapes(self) -> Row:
        return self._row("landscapes")

    def _row(self, field: str) -> Row:
        part, _dot, detail = field.partition(".")
        note = self._piles(sum(_fits(card, part, detail) for card in self._cards)) if detail else ""
        usual = self._usual(part, detail) if detail else None
        if usual:
            note = _("{piles}, in rulebooks {number}", piles=note, number=in_short(usual))
        labels = {
            "boxes_used": lambda: _("Boxes to open"),
            "landscapes": lambda: _("How many"),
            "costs": lambda: _("${coins}", coins=detail),
            "cost_at_least": lambda: _("${coins} or more", coins=detail),
            "per_box": lambda: family_name(detail, self._catalog),
            "tags": lambda: capital(noun_of("tags", detail, self._catalog).all()),
        }
        free = self._preset is not None and part not in ("per_box", "landscapes")
        low, high = f"{field}.min", f"{field}.max"
        return Row(
            field,
            labels[part](),
            note,
            self._numbers(low, 0 if free else 1),
            self._numbers(high, 1 if part == "boxes_used" else 0),
            tuple(self.troubles[half] for half in (low, high, field) if half in self.troubles),
        )

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

    @property
    def answered(self) -> bool:
        return bool(self._wishes.get("attack_needs_answer"))

    @property
    def potion_options(self) -> tuple[Option, ...]:
        known = {
            "": _("any number"),
            "0": _("none"),
            "0,3,4,5": _("none or 3 to 5"),
            "3,4,5": _("3 to 5"),
        }
        now = self.value("potion_cards")
        if self._preset is not None:
            known[""] = _("as in the rulebooks")
            known[",".join(map(str, range(MOST_OFFERED + 1)))] = _("any number")
        if now not in known and "potion_cards" not in self.troubles:
            known[now] = potions([int(number) for number in now.split(",") if number])
        return self._options("potion_cards", known.items())

    @property
    def each_box_options(self) -> tuple[Option, ...]:
        return self._numbers("min_per_used_box", 2, MOST_PER_BOX)

    @property
    def random_options(self) -> tuple[Option, ...]:
        return self._numbers("random_boxes", 1, MOST_OFFERED, _("no"))

    @property
    def resting_options(self) -> tuple[Option, ...]:
        return self._options(
            "recently_played.most",
            (("0", _("none")), *((str(n), str(n)) for n in range(1, MOST_OFFERED))),
        )

    @property
    def liked(self) -> list[Liked]:
        return [
            Liked(
                f"weights.{id_}",
                id_,
                card_name(name, self._catalog),
                self._options(f"weights.{id_}", _weights().items()),
            )
            for name in self._wishes.get("weights") or {}
            for id_ in (card_id(name, self._catalog),)
        ]

    @property
    def weights(self) -> tuple[Option, ...]:
        return tuple(Option(value, label, value == "2") for value, label in _weights().items())

    @property
    def pairs(self) -> list[Chip]:
        return [
            Chip(
                pair_code(pair, self._catalog),
                and_list(card_name(card, self._catalog) for card in pair),
            )
            for pair in self._wishes.get("not_together") or ()
        ]

    @property
    def kinds_of_landscapes(self) -> list[Option]:
        return [
            Option(
                f"landscapes.kinds.{kind}",
                KINDS[kind](),
                bool(self._shown(f"landscapes.kinds.{kind}")),
            )
            for kind in MAIN_LANDSCAPES
        ]

    @property
    def always(self) -> bool:
        return bool((self._wishes.get("landscapes") or {}).get("always"))

    @property
    def ways_options(self) -> tuple[Option, ...]:
        return self._options(
            "landscapes.max_ways",
            (
                ("", _("1, as printed")),
                ("0", _("none")),
                *((str(n), str(n)) for n in range(1, MOST_WAYS + 1)),
            ),
        )

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
        return self._options(field, [("", advice(draw, capital(words[first]()))), *known])

    @property
    def usual_deck(self) -> int:
        return RECOMMENDED


def _fits(card: Card, part: str, detail: str) -> bool:
    """Whether a card is one of those a row is about."""
    if part == "tags":
        return detail in card.tags
    if part == "per_box":
        return detail in card.families
    coins = int(detail)
    return card.cost.is_exactly(coins) if part == "costs" else card.cost.coin >= coins


def _weights() -> dict[str, str]:
    return {"2": _("twice as often"), "0.5": _("half as often"), "0": _("never")}


def _section_of(field: str) -> str:
    """The folded part in which a field is."""
    part = field.split(".")[0]
    if part in ("add", "drop", "pick"):
        name = field.split(".")[1]
        return "" if name == "banned" else "cards"
    return {
        "tags": "kinds",
        "attack_needs_answer": "kinds",
        "costs": "costs",
        "cost_at_least": "costs",
        "potion_cards": "costs",
        "per_box": "boxes",
        "boxes_used": "boxes",
        "min_per_used_box": "boxes",
        "random_boxes": "boxes",
        "weights": "cards",
        "recently_played": "cards",
        "landscapes": "more-landscapes",
        "draws": "draws",
        "black_market_size": "draws",
    }.get(part, "")


def place_of(fields: Iterable[str]) -> str:
    """Where on the screen a form that was sent belongs: the part of the button pressed."""
    for field in fields:
        if field == "preset":
            return "ready"
        if field in ("boxes_used", "landscapes"):
            return "at-most" if field == "boxes_used" else "landscapes"
        if field.endswith(".banned"):
            return "never"
        if field.startswith(("drop.", "pick.", "landscapes.", "attack_", "cost_at_least.5")):
            return _section_of(field)
    return ""
